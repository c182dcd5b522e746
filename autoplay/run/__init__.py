"""Runs: one puzzle from address to result, many of them, on schedule, and their history."""
