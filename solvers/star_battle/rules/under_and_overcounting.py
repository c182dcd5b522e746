"""Under- and overcounting: the remaining cells of lines and regions hold a known number of stars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from solvers.star_battle.layout import bits
from solvers.star_battle.rules.line_sets import LineSet, Remainder, line_sets, remainders
from solvers.star_battle.rules.messages import count, has, names
from solvers.star_battle.rules.position import BrokenPosition, Deduction, Position

FINS = 1
"""Maximum surplus of a count for which single cells are checked."""


def undercounting(position: Position) -> Iterator[Deduction]:
    """Deduce from lines without the regions inside them."""
    yield from _left_over(position, "undercounting", inside=True)


def overcounting(position: Position) -> Iterator[Deduction]:
    """Deduce from the regions that reach into some lines, without these lines."""
    yield from _left_over(position, "overcounting", inside=False)


def _left_over(position: Position, rule: str, inside: bool) -> Iterator[Deduction]:
    capacity = position.context.capacity
    for remainder in remainders(position):
        if remainder.inside is inside and remainder.stars > 0:
            them = "it" if remainder.stars == 1 else "them"
            if capacity.most(remainder.cells) < remainder.stars:
                raise BrokenPosition(
                    remainder.cells, remainder.units(), f"{_what(remainder)} but have no room for {them}"
                )
            stars, crossed = capacity.forced(remainder.cells, remainder.stars)
            if stars & position.free or crossed & position.free:
                crossed &= position.free
                otherwise = f"would leave no room for {them}"
                yield Deduction(rule, stars, crossed, remainder.cells, remainder.units(), _what(remainder), otherwise)


def _what(remainder: Remainder) -> str:
    return f"the cells of {remainder} must hold {count(remainder.stars, 'more star')}"


class Share(NamedTuple):
    """Region's part of some cells: it holds at most the stars the region needs, and those it has room for."""

    cells: int
    region: int
    need: int


def finned_counting(position: Position) -> Iterator[Deduction]:
    """Cross a star that would leave the regions too little room for the stars of some lines, or the reverse."""
    for line_set in line_sets(position) if position.context.regions else ():
        yield from _by_shares(position, line_set, line_set.cells, line_set.need)
        yield from _by_shares(
            position, line_set, line_set.reaching & ~line_set.cells, line_set.reaching_need - line_set.need
        )


def _by_shares(position: Position, line_set: LineSet, cells: int, need: int) -> Iterator[Deduction]:
    capacity = position.context.capacity
    shares = [
        Share(part.cells & cells, part.unit.cells, part.need)
        for part in line_set.axis.regions
        if part.reach & line_set.lines
    ]
    most = [min(share.need, capacity.most(share.cells)) for share in shares]
    spare = sum(most) - need
    if spare > FINS:
        return
    units = (*line_set.line_units(), *line_set.reaching_units())
    reason = partial(_reason, line_set, cells, sum(most), need)
    if spare < 0:
        raise BrokenPosition(line_set.reaching, units, reason())
    crossed = sum(cell for cell in bits(position.free) if _most_with(position, shares, most, cell) < need)
    stars = 0
    if not spare:
        for share, at_most in zip(shares, most, strict=True):
            stars |= sum(cell for cell in bits(share.cells) if capacity.most(share.cells & ~cell) < at_most)
    if crossed or stars:
        yield Deduction(
            "finned counting", stars, crossed, line_set.reaching, units, reason(), "would leave too little room"
        )


def _reason(line_set: LineSet, cells: int, most: int, need: int) -> str:
    where = "in" if cells == line_set.cells else "outside of"
    regions = line_set.reaching_units()
    have = f"{names(regions)} {has(regions, 'has', 'have')} room for {count(most, 'star')}"
    return f"{have} {where} {names(line_set.line_units())}, where {need} {'is' if need == 1 else 'are'} needed"


def _most_with(position: Position, shares: Sequence[Share], most: Sequence[int], cell: int) -> int:
    """Return the maximum number of stars of the shares together if there is one on this cell."""
    capacity, near = position.context.capacity, position.context.touching[cell] | cell
    total = 0
    for share, at_most in zip(shares, most, strict=True):
        if share.region & cell:
            total += bool(share.cells & cell) + min(share.need - 1, capacity.most(share.cells & ~near))
        elif share.cells & near:
            total += min(at_most, capacity.most(share.cells & ~near))
        else:
            total += at_most
    return total
