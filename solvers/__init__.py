"""Puzzles in, solutions out: pure Python, no I/O; a package for each game, and ``notation`` for puzzles as text."""

from solvers.errors import AutoplayError

__all__ = ["AutoplayError", "lights_out", "notation", "peg_solitaire", "star_battle"]
