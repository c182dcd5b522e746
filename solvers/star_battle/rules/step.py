"""One step of an explanation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from solvers.cells import Cell
from solvers.star_battle.rules.messages import any_of, capital, places
from solvers.star_battle.rules.position import Deduction, Position


@dataclass(frozen=True, slots=True)
class ExplanationStep:
    """Conclusion of a technique on a position, with its reason.

    A step is sound on its own. It follows from these alone: the stars and crosses known before it; that each of
    ``units`` holds exactly the puzzle's number of stars; and that no two stars touch, of those on ``cells`` and on
    the cells concluded. (Other cells may be filled as if they touched nothing.)

    Attributes
    ----------
    rule : the name of one of ``RULES``.
    stars, crossed : (row, col), 0-based, concluded to hold a star, or none.
    cells : (row, col) that justify it.
    units : the units that justify it, by their names counted from 1: "row 3", "column 4", "region B".
    text : one sentence.
    """

    rule: str
    stars: tuple[Cell, ...]
    crossed: tuple[Cell, ...]
    cells: tuple[Cell, ...]
    units: tuple[str, ...]
    text: str


def to_step(position: Position, deduction: Deduction) -> ExplanationStep:
    """Return a deduction as a step: with cells instead of masks, and as a sentence."""
    cells = position.context.layout.cells
    stars, crossed = cells(deduction.stars), cells(deduction.crossed)
    units = tuple(unit.name for unit in sorted(deduction.units, key=position.context.units.index))
    return ExplanationStep(
        deduction.rule, stars, crossed, cells(deduction.cells), units, _sentence(deduction, stars, crossed)
    )


def _sentence(deduction: Deduction, stars: Sequence[Cell], crossed: Sequence[Cell]) -> str:
    if deduction.otherwise:
        opposites = [f"{mark} at {any_of(cells)}" for mark, cells in (("a star", crossed), ("a cross", stars)) if cells]
        opposite = f"{', or '.join(opposites)}{',' * (len(opposites) - 1)}"
        why = f"{deduction.reason}, and " if deduction.reason else ""
        return capital(f"{why}{opposite} {deduction.otherwise}.")
    conclusions = [f"{what} at {places(cells)}" for what, cells in (("a star", stars), ("no star", crossed)) if cells]
    return capital(f"{deduction.reason}: {', '.join(conclusions)}.")
