"""Base of the options that only one game has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True)
class PuzzleOptions:
    """Options of one game, such as the stars of a Star Battle; each game has its own subclass."""

    @classmethod
    def of(cls, options: PuzzleOptions | None) -> Self:
        """Return these options, or the defaults if they are None or of another game."""
        return options if isinstance(options, cls) else cls()
