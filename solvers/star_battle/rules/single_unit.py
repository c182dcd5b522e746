"""Techniques that look at one row, column or region at a time."""

from __future__ import annotations

from collections.abc import Iterator

from solvers.cells import choose_bits
from solvers.errors import inflect
from solvers.star_battle.rules.position import (
    BrokenPosition,
    Deduction,
    Position,
    Unit,
    name_units,
)
from solvers.wording import count_or_no, places

NUMBER_WORDS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
"""Numbers as words; those beyond twelve are written in digits."""


def check_capacity(position: Position) -> None:
    """Raise BrokenPosition if a unit has too many stars, or too little room for those it needs."""
    for unit in position.context.units:
        need = position.need(unit)
        free = unit.cells & position.free
        if need < 0:
            stars = unit.cells & position.stars
            has_stars = f"{unit.name} has {count_or_no(stars.bit_count(), 'star')}"
            raise BrokenPosition(stars, (unit,), f"{has_stars} instead of {position.context.stars}")
        most = position.context.capacity.most(free)
        if most < need:
            room = f"room for {most} in its {count_or_no(free.bit_count(), 'free cell')}"
            reason = f"{unit.name} needs {count_or_no(need, 'more star')} and has"
            raise BrokenPosition(free, (unit,), f"{reason} {room if free else 'no free cell'}")


def cross_star_neighbours(position: Position) -> Iterator[Deduction]:
    """Cross the neighbours of known stars."""
    context = position.context
    stars = choose_bits(position.stars, lambda star: context.touching[star] & position.free)
    if stars:
        crossed = context.layout.touching(stars) & position.free
        cells = context.layout.cells(stars)
        kind = inflect(len(cells), "star", "stars")
        yield Deduction(
            rule="star neighbours",
            stars=0,
            crossed=crossed,
            cells=stars,
            units=(),
            reason=f"no star may touch the {kind} at {places(cells)}",
        )


def cross_full_units(position: Position) -> Iterator[Deduction]:
    """Cross the free cells of units that have all their stars."""
    full: list[Unit] = []
    crossed = stars = 0
    for unit in position.context.units:
        if unit.cells & position.free and not position.need(unit):
            full.append(unit)
            crossed |= unit.cells & position.free
            stars |= unit.cells & position.stars
    if full:
        have = inflect(len(full), "has its", "each have their")
        yield Deduction(
            rule="full unit",
            stars=0,
            crossed=crossed,
            cells=stars,
            units=tuple(full),
            reason=f"{name_units(full)} {have} {count_or_no(position.context.stars, 'star')}",
        )


def fill_last_free_cells(position: Position) -> Iterator[Deduction]:
    """Place stars on all free cells of a unit that needs exactly as many; one unit at a time."""
    for unit in position.context.units:
        free = unit.cells & position.free
        number = free.bit_count()
        if free and number == position.need(unit):
            needs = f"{unit.name} needs {count_or_no(number, 'more star')}"
            yield Deduction(
                rule="last free cells",
                stars=free,
                crossed=0,
                cells=free,
                units=(unit,),
                reason=f"{needs} and has just {count_or_no(number, 'free cell')}",
            )


def cross_by_pointing(position: Position) -> Iterator[Deduction]:
    """Cross a cell that touches every place for the last star of a unit."""
    return _find_forced(position, "pointing", range(1, 2), "no place for its last star")


def deduce_by_tiling(position: Position) -> Iterator[Deduction]:
    """Deduce one star per 2x2 block if a unit's free cells are covered by as many blocks as it
    needs stars.
    """
    capacity = position.context.capacity
    for unit in position.context.units:
        need = position.need(unit)
        free = unit.cells & position.free
        # Just as many blocks as stars: each block holds one.
        if need < 2 or capacity.most(free) != need:
            continue
        stars = crossed = 0
        for block in capacity.find_covering_blocks(free, free, need) or ():
            forced = capacity.find_forced(block, 1)
            stars |= forced.stars & position.free
            crossed |= forced.crossed & position.free
        if stars or crossed:
            blocks = NUMBER_WORDS[need] if need < len(NUMBER_WORDS) else need
            lie = f"the free cells of {unit.name} lie in {blocks} 2x2 blocks"
            yield Deduction(
                rule="2x2 tiling",
                stars=stars,
                crossed=crossed,
                cells=free,
                units=(unit,),
                reason=f"{lie}, each of which holds one of its last {need} stars",
            )


def deduce_by_squeezing(position: Position) -> Iterator[Deduction]:
    """Cross a star that would leave a unit too little room for its others, and place one that the
    unit needs.
    """
    needs = range(2, position.context.stars + 1)
    return _find_forced(position, "squeeze", needs, "no room for its last {} stars")


def _find_forced(
    position: Position, rule: str, needs: range, otherwise: str
) -> Iterator[Deduction]:
    """Deduce what each unit with one of these needs forces, each unit by itself."""
    for unit in position.context.units:
        need = position.need(unit)
        if need in needs:
            free = unit.cells & position.free
            forced = position.context.capacity.find_forced(free, need)
            stars = forced.stars & position.free
            crossed = forced.crossed & position.free
            if stars or crossed:
                without = f"would leave {unit.name} {otherwise.format(need)}"
                yield Deduction(rule, stars, crossed, free, (unit,), "", without)
