"""Assume a star on one cell: where that leaves a unit without room, there is none.

What follows from the assumption is told by the plainest rules alone: star neighbours, full units and last free
cells. ``_consequences`` finds quickly whether they break a unit; only then are they applied one by one, to tell
which of them it takes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from solvers.star_battle.layout import bits
from solvers.star_battle.rules.basics import full_unit, last_free_cells, star_neighbours
from solvers.star_battle.rules.position import Broken, Finding, Position, Unit
from solvers.star_battle.rules.shapes import units_with_room
from solvers.star_battle.rules.words import place, places

PLAIN = (units_with_room, star_neighbours, full_unit, last_free_cells)


class Chain(NamedTuple):
    """The findings, in order, of which each is needed for what breaks in the end."""

    findings: tuple[Finding, ...]
    end: Broken


def one_step(position: Position) -> Iterator[Finding]:
    """The assumption with the shortest way to its contradiction."""
    refuted = [(known, cell) for cell in bits(position.free) if (known := _until_broken(position, cell))]
    if refuted:
        yield _finding(position, min(refuted)[1])


def _until_broken(position: Position, cell: int) -> int:
    """How many cells a star here settles before a unit breaks; 0 where none does."""
    position.setting.look_at_clock()
    open_, stars = _settled(position, position.open, position.stars | cell)
    return 0 if open_ else (stars ^ position.free).bit_count()


def _finding(position: Position, cell: int) -> Finding:
    chain = chain_of(position, cell)
    cells, units = chain.end.cells | cell, dict.fromkeys(chain.end.units)
    stars = 0
    for finding in chain.findings:
        cells |= finding.cells | finding.stars | finding.crossed
        units |= dict.fromkeys(finding.units)
        stars |= finding.stars
    layout = position.setting.layout
    reason = f"with a star at {place(layout.cells(cell)[0])}"
    if stars:
        reason += f" there would be others at {places(layout.cells(stars))}, and"
    reason += f" {chain.end.reason}"
    return Finding("contradiction", 0, cell, cells, tuple(units), reason)


def chain_of(position: Position, cell: int) -> Chain:
    """The chain from a star on this cell to the unit that breaks, without what does not matter to it."""
    findings: list[Finding] = []
    here = position.after(cell, 0)
    try:
        while True:
            finding = next(found for rule in PLAIN for found in rule(here))
            findings.append(finding)
            here = here.after(finding.stars, finding.crossed)
    except Broken as broken:
        return Chain(tuple(_needed(findings, broken)), broken)


def _needed(findings: list[Finding], end: Broken) -> list[Finding]:
    """The findings whose conclusions lie in the units and cells of later ones that are needed."""
    marks = end.cells | _all(end.units)
    needed = []
    for finding in reversed(findings):
        if marks & (finding.stars | finding.crossed):
            needed.append(finding)
            marks |= finding.cells | _all(finding.units)
    return needed[::-1]


def _all(units: tuple[Unit, ...]) -> int:
    cells = 0
    for unit in units:
        cells |= unit.cells
    return cells


def _settled(position: Position, open_: int, stars: int) -> tuple[int, int]:
    """Open cells and stars when the plain rules find nothing more; (0, cells left) where a unit breaks."""
    setting = position.setting
    room, touching, number = setting.room, setting.layout.touching, setting.stars
    before = None
    while before != (open_, stars):
        before = open_, stars
        open_ &= ~touching(stars)
        if stars & ~open_:
            return 0, open_ & ~stars
        for unit in setting.units:
            cells = open_ & unit.cells
            lack = number - (stars & cells).bit_count()
            if not lack:
                open_ ^= cells & ~stars
            elif lack == (cells & ~stars).bit_count():
                stars |= cells
                open_ &= ~touching(cells)
                if stars & ~open_:
                    return 0, open_ & ~stars
            elif lack < 0 or room.most(cells & ~stars) < lack:
                return 0, open_ & ~stars
    return open_, stars
