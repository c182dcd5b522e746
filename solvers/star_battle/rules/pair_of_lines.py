"""Pair of lines: two neighbouring rows hold at most one star in any two neighbouring columns."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from solvers.star_battle.layout import Layout, bits
from solvers.star_battle.rules.capacity import SPARE
from solvers.star_battle.rules.messages import names
from solvers.star_battle.rules.position import BrokenPosition, Deduction, Position, Unit


class LinePair(NamedTuple):
    """Two neighbouring lines and their free cells; ``transposed`` if they are columns."""

    lines: tuple[Unit, Unit]
    transposed: bool
    cells: tuple[int, int]
    needs: tuple[int, int]


def find(position: Position) -> Iterator[Deduction]:
    """Cross a star that leaves two neighbouring lines too little room, and place one that they need."""
    for transposed, axis in ((False, position.context.rows), (True, position.context.columns)):
        for lines in pairwise(axis):
            cells = (lines[0].cells & position.free, lines[1].cells & position.free)
            needs = (position.need(lines[0]), position.need(lines[1]))
            if all(needs):
                yield from _of_pair(position, LinePair(lines, transposed, cells, needs))


def _of_pair(position: Position, pair: LinePair) -> Iterator[Deduction]:
    layout, both = position.context.layout, pair.cells[0] | pair.cells[1]
    stars_needed = f"for the {sum(pair.needs)} stars that {names(pair.lines)} need"
    if not _fits(layout, pair):
        raise BrokenPosition(both, pair.lines, f"there is no room {stars_needed}")
    if position.context.capacity.most(both) - sum(pair.needs) > SPARE:
        return
    near = (both | layout.touching(both)) & position.free
    crossed = sum(cell for cell in bits(near) if not _fits(layout, _with_star(position, pair, cell)))
    stars = sum(cell for cell in bits(both) if not _fits(layout, _without(pair, cell)))
    if crossed or stars:
        yield Deduction("pair of lines", stars, crossed, both, pair.lines, "", f"would leave no room {stars_needed}")


def _with_star(position: Position, pair: LinePair, cell: int) -> LinePair:
    (upper, lower), (in_upper, in_lower) = pair.cells, pair.needs
    needs = in_upper - bool(upper & cell), in_lower - bool(lower & cell)
    return _without(pair._replace(needs=needs), cell | position.context.touching[cell])


def _without(pair: LinePair, cells: int) -> LinePair:
    return pair._replace(cells=(pair.cells[0] & ~cells, pair.cells[1] & ~cells))


def _fits(layout: Layout, pair: LinePair) -> bool:
    upper, lower = (layout.transposed(cells) for cells in pair.cells) if pair.transposed else pair.cells
    return _room_for(_lane(layout, upper), _lane(layout, lower), *pair.needs)


def _lane(layout: Layout, cells: int) -> int:
    """Return the cells of one row, moved to the first."""
    return cells >> (cells.bit_length() - 1) // layout.stride * layout.stride if cells else 0


@lru_cache(maxsize=50_000)
def _room_for(upper: int, lower: int, in_upper: int, in_lower: int) -> bool:
    """Return True if this many stars fit in each line; a set of (stars above, stars below) is one int."""
    down = in_upper + 1
    goal = down * (in_lower + 1) - 1
    states = (1 << goal + 1) - 1
    first_of_row = sum(1 << at * down for at in range(in_lower + 1))
    empty, filled = 1, 0
    for col in range(max(upper, lower).bit_length()):
        placed = 0
        if upper >> col & 1:
            placed = empty << 1 & ~first_of_row
        if lower >> col & 1:
            placed |= empty << down
        empty, filled = empty | filled, placed & states
    return bool((empty | filled) >> goal & 1)
