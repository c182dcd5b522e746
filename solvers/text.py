"""Text primitives that several games share."""

from __future__ import annotations

from typing import Final

ONE_AT_A_TIME: Final = "one at a time, or all as JSON Lines: --json"
"""Hint for a text that holds several puzzles."""


def count_of(number: int, noun: str) -> str:
    """Return ``1 star`` or ``2 stars``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
