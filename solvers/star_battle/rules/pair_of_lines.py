"""Pair of lines: two neighbouring rows hold at most one star in any two neighbouring columns."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from solvers.cells import choose_bits, set_bits
from solvers.star_battle.layout import Layout
from solvers.star_battle.rules.position import (
    SPARE,
    BrokenPosition,
    Deduction,
    Position,
    Unit,
    name_units,
)


class LinePair(NamedTuple):
    """Two neighbouring lines and their free cells; ``transposed`` if they are columns."""

    lines: tuple[Unit, Unit]
    transposed: bool
    cells: tuple[int, int]
    needs: tuple[int, int]


def find_by_pair_of_lines(position: Position) -> Iterator[Deduction]:
    """Cross a star that leaves two neighbouring lines too little room, and place one that they
    need.
    """
    for transposed, axis in ((False, position.context.rows), (True, position.context.columns)):
        for lines in pairwise(axis):
            one, other = lines
            cells = (one.cells & position.free, other.cells & position.free)
            needs = (position.need(one), position.need(other))
            # A full line says nothing about its neighbour.
            if all(needs):
                yield from _find_in_pair(position, LinePair(lines, transposed, cells, needs))


def _find_in_pair(position: Position, pair: LinePair) -> Iterator[Deduction]:
    layout = position.context.layout
    both = pair.cells[0] | pair.cells[1]
    need = sum(pair.needs)
    stars_needed = f"for the {need} stars that {name_units(pair.lines)} need"
    if not _has_room(layout, pair):
        raise BrokenPosition(both, pair.lines, f"there is no room {stars_needed}")
    # With much room to spare no single cell decides anything.
    if position.context.capacity.most(both) - need > SPARE:
        return
    crossed = choose_bits(
        (both | layout.touching(both)) & position.free,
        lambda cell: not _has_room(layout, _put_star(position, pair, cell)),
    )
    stars = choose_bits(both, lambda cell: not _has_room(layout, _remove_cells(pair, cell)))
    if crossed or stars:
        yield Deduction(
            rule="pair of lines",
            stars=stars,
            crossed=crossed,
            cells=both,
            units=pair.lines,
            reason="",
            otherwise=f"would leave no room {stars_needed}",
        )


def _put_star(position: Position, pair: LinePair, cell: int) -> LinePair:
    upper, lower = pair.cells
    in_upper, in_lower = pair.needs
    return _remove_cells(
        pair._replace(needs=(in_upper - bool(upper & cell), in_lower - bool(lower & cell))),
        cell | position.context.touching[cell],
    )


def _remove_cells(pair: LinePair, cells: int) -> LinePair:
    return pair._replace(cells=(pair.cells[0] & ~cells, pair.cells[1] & ~cells))


def _has_room(layout: Layout, pair: LinePair) -> bool:
    upper, lower = pair.cells
    if pair.transposed:
        upper = layout.transpose(upper)
        lower = layout.transpose(lower)
    in_upper, in_lower = pair.needs
    return _can_hold(_to_first_row(layout, upper), _to_first_row(layout, lower), in_upper, in_lower)


def _to_first_row(layout: Layout, cells: int) -> int:
    """Return the cells of one row, moved to the first."""
    if not cells:
        return 0
    return cells >> (cells.bit_length() - 1) // layout.stride * layout.stride


@lru_cache(maxsize=50_000)
def _can_hold(upper: int, lower: int, in_upper: int, in_lower: int) -> bool:
    """Return True if this many stars fit in each line.

    A set of (stars above, stars below) is one int.
    """
    down = in_upper + 1
    goal = down * (in_lower + 1) - 1
    states = (1 << goal + 1) - 1
    first_of_row = set_bits(range(0, down * (in_lower + 1), down))
    # The states that can be reached with the last column empty, and with a star in it.
    empty = 1
    filled = 0
    for col in range(max(upper, lower).bit_length()):
        placed = 0
        if upper >> col & 1:
            placed = empty << 1 & ~first_of_row
        if lower >> col & 1:
            placed |= empty << down
        empty |= filled
        filled = placed & states
    return bool((empty | filled) >> goal & 1)
