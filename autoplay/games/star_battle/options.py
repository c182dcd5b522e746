"""Options of Star Battle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from autoplay.games.options import PuzzleOptions


@dataclass(frozen=True, slots=True)
class StarBattleOptions(PuzzleOptions):
    """Options of Star Battle; None means not given.

    ``stars`` is the number per row. ``steps`` requests all steps to the solution or the next one, ``form`` the puzzle
    in a notation. A new puzzle has this ``difficulty``; ``shapeless`` gives it walls instead of regions.
    """

    stars: int | None = None
    steps: Literal["all", "next"] | None = None
    form: str | None = None
    difficulty: str | None = None
    shapeless: bool = False
