"""Star Battle: k stars in every row, column and region, and no two of them touch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers.star_battle.model import USUAL_STARS, Puzzle, Solution
from solvers.star_battle.search import infer_stars, solutions, solve

if TYPE_CHECKING:
    from solvers.star_battle.explanation import explain, hint

__all__ = ["USUAL_STARS", "Puzzle", "Solution", "explain", "hint", "infer_stars", "solutions", "solve"]


def __getattr__(name: str) -> object:
    """The explanation is imported when it is asked for: it takes as long as all the rest."""
    if name not in {"explain", "hint"}:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from solvers.star_battle import explanation

    return getattr(explanation, name)
