"""Assume a star on one cell: where that leaves a unit, or some lines and regions, without room, there is none.

What follows from the assumption is told by the rules without assumptions. Whether they end in a contradiction is
found quickly first; only then are they applied one by one, to tell which of them it takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from solvers.star_battle.layout import bits
from solvers.star_battle.rules import basics, counting, lines, pairs, shapes
from solvers.star_battle.rules.oracle import refuted
from solvers.star_battle.rules.position import Broken, Finding, Position, Unit
from solvers.star_battle.rules.words import places

Find = Callable[[Position], Iterator[Finding]]

OF_UNITS: tuple[Find, ...] = (
    basics.star_neighbours,
    basics.full_unit,
    basics.last_free_cells,
    shapes.pointing,
    shapes.tiling,
    shapes.squeeze,
)
"""Rules that look at one unit at a time."""

COUNTING: tuple[Find, ...] = (
    *OF_UNITS,
    lines.n_in_n,
    pairs.line_pairs,
    counting.undercounting,
    counting.overcounting,
    counting.finned_counting,
)
"""All rules without an assumption."""


class Chain(NamedTuple):
    """The findings, in order, of which each is needed for what breaks in the end."""

    findings: tuple[Finding, ...]
    end: Broken


def of_units(position: Position) -> Iterator[Finding]:
    """The assumption that the rules of single units refute soonest."""
    known = [cell for cell in position.setting.refuted if cell & position.free]
    if not known:
        found = [(settled, cell) for cell in bits(position.free) if (settled := _until_broken(position, cell))]
        known = [cell for _, cell in sorted(found)]
    position.setting.refuted = known
    for cell in known:
        chain = _chain(position, cell, OF_UNITS)
        if chain:
            yield _finding("contradiction", position, cell, chain)


def by_counting(position: Position) -> Iterator[Finding]:
    """An assumption that all rules together refute."""
    for cell in bits(position.free):
        if refuted(position, cell, 1):
            chain = _chain(position, cell, COUNTING)
            if chain:
                yield _finding("contradiction by counting", position, cell, chain)


def _finding(rule: str, position: Position, cell: int, chain: Chain) -> Finding:
    cells, units = chain.end.cells | cell, dict.fromkeys(chain.end.units)
    stars = 0
    for finding in chain.findings:
        cells |= finding.cells | finding.stars | finding.crossed
        units |= dict.fromkeys(finding.units)
        stars |= finding.stars
    layout = position.setting.layout
    before = f"would force others at {places(layout.cells(stars))}, and" if stars else "would not work:"
    return Finding(rule, 0, cell, cells, tuple(units), "", f"{before} then {chain.end.reason}")


def _chain(position: Position, cell: int, rules: Sequence[Find]) -> Chain | None:
    """The chain from a star on this cell to what breaks, without what does not matter to it."""
    findings: list[Finding] = []
    here = position.after(cell, 0)
    try:
        while True:
            position.setting.look_at_clock()
            shapes.check_room(here)
            finding = next((found for rule in rules for found in rule(here)), None)
            if finding is None:
                return None
            findings.append(finding)
            here = here.after(finding.stars, finding.crossed)
    except Broken as broken:
        return Chain(tuple(_needed(findings, broken)), broken)


def _needed(findings: list[Finding], end: Broken) -> list[Finding]:
    """The findings whose conclusions lie in the units and cells of later ones that are needed."""
    marks = end.cells | _cells(end.units)
    needed = []
    for finding in reversed(findings):
        if marks & (finding.stars | finding.crossed):
            needed.append(finding)
            marks |= finding.cells | _cells(finding.units)
    return needed[::-1]


def _cells(units: Sequence[Unit]) -> int:
    return reduce(or_, (unit.cells for unit in units), 0)


def _until_broken(position: Position, cell: int) -> int:
    """How many cells a star here settles before a unit breaks; 0 where none does. What OF_UNITS tell, but fast."""
    setting = position.setting
    setting.look_at_clock()
    room, touching, number = setting.room, setting.layout.touching, setting.stars
    open_, stars, before = position.open, position.stars | cell, None
    while before != (open_, stars):
        before = open_, stars
        open_ &= ~touching(stars)
        for unit in setting.units:
            free = open_ & unit.cells & ~stars
            lack = number - (stars & unit.cells).bit_count()
            if lack < 0 or stars & ~open_ or room.most(free) < lack:
                return (position.free & ~open_ | stars & ~position.stars).bit_count()
            if free:
                forced, crossed = room.forced(free, lack)
                stars |= forced
                open_ &= ~crossed
    return 0
