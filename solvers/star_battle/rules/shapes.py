"""Where the stars of one unit, or of a few cells that are known to hold so many, leave no room for others."""

from __future__ import annotations

from collections.abc import Iterator

from solvers.star_battle.rules.position import Broken, Finding, Position, Unit
from solvers.star_battle.rules.words import count, number_word


def check_room(position: Position) -> None:
    """Raises Broken where a unit has too many stars, or too little room for those it needs."""
    for unit in position.setting.units:
        need, free = position.need(unit), unit.cells & position.free
        if need < 0:
            stars = unit.cells & position.stars
            reason = f"{unit.name} has {count(stars.bit_count(), 'star')} instead of {position.setting.stars}"
            raise Broken(stars, (unit,), reason)
        most = position.setting.room.most(free)
        if most < need:
            room = f"room for {most} in its {count(free.bit_count(), 'free cell')}" if free else "no free cell"
            raise Broken(free, (unit,), f"{unit.name} needs {count(need, 'more star')} and has {room}")


def pointing(position: Position) -> Iterator[Finding]:
    """A cell that touches every place for the last star of a unit holds none."""
    for unit in position.setting.units:
        if position.need(unit) == 1:
            yield from _of_unit(position, unit, "pointing", f"would leave {unit.name} no place for its last star")


def tiling(position: Position) -> Iterator[Finding]:
    """Where as few 2x2 blocks as a unit needs stars cover its free cells, each block holds one."""
    for unit in position.setting.units:
        need, free = position.need(unit), unit.cells & position.free
        if need > 1 and position.setting.room.most(free) == need:
            yield from _by_blocks(position, unit, free, need)


def squeeze(position: Position) -> Iterator[Finding]:
    """A star that would leave a unit without room for its own is none; one without which it lacks room is."""
    for unit in position.setting.units:
        need = position.need(unit)
        if need > 1:
            otherwise = f"would leave {unit.name} no room for its last {need} stars"
            yield from _of_unit(position, unit, "squeeze", otherwise)


def _of_unit(position: Position, unit: Unit, rule: str, otherwise: str) -> Iterator[Finding]:
    free = unit.cells & position.free
    stars, crossed = position.setting.room.forced(free, position.need(unit))
    if stars & position.free or crossed & position.free:
        yield Finding(rule, stars & position.free, crossed & position.free, free, (unit,), "", otherwise)


def _by_blocks(position: Position, unit: Unit, free: int, need: int) -> Iterator[Finding]:
    stars = crossed = 0
    for cover in position.setting.room.blocks(free, need):
        for block in cover:
            found = position.setting.room.forced(block, 1)
            stars |= found.stars
            crossed |= found.crossed
    if stars & position.free or crossed & position.free:
        blocks = f"{number_word(need)} 2x2 blocks"
        reason = f"the free cells of {unit.name} lie in {blocks}, each of which holds one of its last {need} stars"
        yield Finding("2x2 tiling", stars & position.free, crossed & position.free, free, (unit,), reason)
