"""Star Battle: k stars in every row, column and region, and no two of them touch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers.star_battle.model import USUAL_STARS, Puzzle, Solution
from solvers.star_battle.search import (
    count_solutions,
    infer_stars,
    solutions,
    solve,
)

if TYPE_CHECKING:
    from solvers.star_battle.explanation import explain, hint
    from solvers.star_battle.generator import generate

__all__ = [
    "USUAL_STARS",
    "Puzzle",
    "Solution",
    "count_solutions",
    "explain",
    "generate",
    "hint",
    "infer_stars",
    "solutions",
    "solve",
]

_LATE = {"explain": "explanation", "generate": "generator", "hint": "explanation"}


def __getattr__(name: str) -> object:
    """Import the generator and the explanation on demand: they take as long as all the rest."""
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_LATE[name]}"), name)
