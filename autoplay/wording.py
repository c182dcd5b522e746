"""Numbers, times and cells as text for messages and reports."""

from __future__ import annotations

from collections.abc import Collection

from solvers.cells import Cell


def count(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun: ``1 star``, ``2 stars``; ``plural`` is for nouns with an irregular plural."""
    return f"{number} {noun if number == 1 else plural or f'{noun}s'}"


def duration(seconds: float) -> str:
    """Return a solving time for a person to read."""
    return f"{seconds:.2f} s" if seconds >= 0.01 else "under 0.01 s"


def coordinates(cells: Collection[Cell]) -> str:
    """Return sorted cells as a list that Python and JSON can read: ``[[0,3],[0,5]]``."""
    return "[" + ",".join(f"[{row},{col}]" for row, col in sorted(cells)) + "]"
