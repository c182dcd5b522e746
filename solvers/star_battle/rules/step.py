"""One step of an explanation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from solvers.star_battle.model import Cell
from solvers.star_battle.rules.position import Finding, Position
from solvers.star_battle.rules.words import any_of, capital, places


@dataclass(frozen=True, slots=True)
class Step:
    """What a rule concludes on a position, and why.

    A step is sound on its own. It follows from these alone: the stars and crosses known before it; that each of
    ``units`` holds exactly the puzzle's number of stars; and that no two stars touch, of those on ``cells`` and on
    the cells concluded. (Other cells may be filled as if they touched nothing.)

    Attributes
    ----------
    rule : the name of one of ``RULES``.
    stars, crossed : (row, col), 0-based, concluded to hold a star, or none.
    cells : (row, col) that justify it.
    units : the units that justify it, by their names as people count: "row 3", "column 4", "region B".
    text : one sentence.
    """

    rule: str
    stars: tuple[Cell, ...]
    crossed: tuple[Cell, ...]
    cells: tuple[Cell, ...]
    units: tuple[str, ...]
    text: str


def step(position: Position, finding: Finding) -> Step:
    """The finding with cells instead of masks, and its sentence."""
    cells = position.setting.layout.cells
    stars, crossed = cells(finding.stars), cells(finding.crossed)
    units = tuple(unit.name for unit in sorted(finding.units, key=position.setting.units.index))
    return Step(finding.rule, stars, crossed, cells(finding.cells), units, _sentence(finding, stars, crossed))


def _sentence(finding: Finding, stars: Sequence[Cell], crossed: Sequence[Cell]) -> str:
    if finding.otherwise:
        opposites = [f"{mark} at {any_of(cells)}" for mark, cells in (("a star", crossed), ("a cross", stars)) if cells]
        opposite = f"{', or '.join(opposites)}{',' * (len(opposites) - 1)}"
        why = f"{finding.reason}, and " if finding.reason else ""
        return capital(f"{why}{opposite} {finding.otherwise}.")
    conclusions = [f"{what} at {places(cells)}" for what, cells in (("a star", stars), ("no star", crossed)) if cells]
    return capital(f"{finding.reason}: {', '.join(conclusions)}.")
