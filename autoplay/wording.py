"""Numbers, times and cells as text for messages and reports."""

from __future__ import annotations

from collections.abc import Collection, Iterable

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


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """Return a question after a message that the word is unknown, with a space before it; "" if no name is similar."""
    from difflib import get_close_matches

    bare = {name.lstrip("-"): name for name in names}  # dashes would make any two options similar
    found = get_close_matches(word.lower().lstrip("-"), bare, n=2)
    return f" Did you mean {' or '.join(bare[name] for name in found)}?" if found else ""
