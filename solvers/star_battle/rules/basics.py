"""What everybody crosses and places without thinking: around stars, in full units, and on the last free cells."""

from __future__ import annotations

from collections.abc import Iterator

from solvers.star_battle.layout import bits
from solvers.star_battle.rules.position import Finding, Position, Unit
from solvers.star_battle.rules.words import count, has, names, noun, places


def star_neighbours(position: Position) -> Iterator[Finding]:
    """No star touches another."""
    setting, free = position.setting, position.free
    stars = sum(star for star in bits(position.stars) if setting.touching[star] & free)
    if stars:
        crossed = setting.layout.touching(stars) & free
        reason = f"no star may touch the {noun(stars.bit_count(), 'star')} at {places(setting.layout.cells(stars))}"
        yield Finding("star neighbours", 0, crossed, stars, (), reason)


def full_unit(position: Position) -> Iterator[Finding]:
    """A unit that has all its stars holds no other."""
    full = [unit for unit in position.setting.units if unit.cells & position.free and not position.need(unit)]
    if full:
        crossed = stars = 0
        for unit in full:
            crossed |= unit.cells & position.free
            stars |= unit.cells & position.stars
        reason = f"{names(full)} {has(full, 'has its', 'each have their')} {count(position.setting.stars, 'star')}"
        yield Finding("full unit", 0, crossed, stars, tuple(full), reason)


def last_free_cells(position: Position) -> Iterator[Finding]:
    """A unit with as many free cells as it needs stars has a star on each; one unit at a time."""
    for unit in position.setting.units:
        free = unit.cells & position.free
        if free and free.bit_count() == position.need(unit):
            yield Finding("last free cells", free, 0, free, (unit,), _last(unit, free.bit_count()))


def _last(unit: Unit, free: int) -> str:
    return f"{unit.name} needs {count(free, 'more star')} and has just {count(free, 'free cell')}"
