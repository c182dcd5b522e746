"""Puzzles in, solutions out: pure Python, no I/O."""
