"""Under- and overcounting: what is left of lines and regions holds a known number of stars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from solvers.star_battle.layout import bits
from solvers.star_battle.rules.line_sets import LineSet, Remainder, line_sets, remainders
from solvers.star_battle.rules.messages import count, has, names
from solvers.star_battle.rules.position import BrokenPosition, Deduction, Position

FINS = 1
"""Maximum surplus of a count for which single cells are checked."""


def undercounting(position: Position) -> Iterator[Deduction]:
    """Deduce from lines without the regions inside them."""
    yield from _find_left_over(position, "undercounting", inside=True)


def overcounting(position: Position) -> Iterator[Deduction]:
    """Deduce from the regions that reach into some lines, without these lines."""
    yield from _find_left_over(position, "overcounting", inside=False)


def _find_left_over(position: Position, rule: str, inside: bool) -> Iterator[Deduction]:
    capacity = position.context.capacity
    for remainder in remainders(position):
        # Without stars left over the remaining cells are simply empty: n regions in n lines.
        if remainder.inside is not inside or remainder.stars <= 0:
            continue
        cells = remainder.cells
        them = "it" if remainder.stars == 1 else "them"
        if capacity.most(cells) < remainder.stars:
            raise BrokenPosition(
                cells,
                remainder.units(),
                f"{_describe_left_over(remainder)} but have no room for {them}",
            )
        forced = capacity.find_forced(cells, remainder.stars)
        crossed = forced.crossed & position.free
        if forced.stars & position.free or crossed:
            yield Deduction(
                rule=rule,
                stars=forced.stars,
                crossed=crossed,
                cells=cells,
                units=remainder.units(),
                reason=_describe_left_over(remainder),
                otherwise=f"would leave no room for {them}",
            )


def _describe_left_over(remainder: Remainder) -> str:
    return f"the cells of {remainder} must hold {count(remainder.stars, 'more star')}"


class Share(NamedTuple):
    """Region's part of some cells: it holds at most the stars the region needs, and those it has
    room for.
    """

    cells: int
    region: int
    need: int


def finned_counting(position: Position) -> Iterator[Deduction]:
    """Cross a star that would leave the regions too little room for the stars of some lines, or the
    reverse.
    """
    if not position.context.regions:
        return
    for lines in line_sets(position):
        yield from _find_by_shares(position, lines, lines.cells, lines.need)
        yield from _find_by_shares(
            position, lines, lines.reaching & ~lines.cells, lines.reaching_need - lines.need
        )


def _find_by_shares(
    position: Position, lines: LineSet, cells: int, need: int
) -> Iterator[Deduction]:
    capacity = position.context.capacity
    shares: list[Share] = []
    most: list[int] = []
    for part in lines.axis.regions:
        if part.reach & lines.lines:
            share = Share(part.cells & cells, part.unit.cells, part.need)
            shares.append(share)
            most.append(min(share.need, capacity.most(share.cells)))
    room = sum(most)
    if room - need > FINS:
        return
    units = lines.line_units() + lines.reaching_units()
    if room < need:
        raise BrokenPosition(lines.reaching, units, _describe_room(lines, cells, room, need))
    free = bits(position.free)
    crossed = sum(cell for cell in free if _count_with_star(position, shares, most, cell) < need)
    stars = 0
    # Without a spare star each region holds all it can: it needs every cell without which it can't.
    if room == need:
        for share, at_most in zip(shares, most, strict=True):
            cells_left = bits(share.cells)
            stars |= sum(
                cell for cell in cells_left if capacity.most(share.cells & ~cell) < at_most
            )
    if crossed or stars:
        yield Deduction(
            rule="finned counting",
            stars=stars,
            crossed=crossed,
            cells=lines.reaching,
            units=units,
            reason=_describe_room(lines, cells, room, need),
            otherwise="would leave too little room",
        )


def _describe_room(lines: LineSet, cells: int, room: int, need: int) -> str:
    regions = lines.reaching_units()
    have = f"{names(regions)} {has(regions, 'has', 'have')} room for {count(room, 'star')}"
    where = "in" if cells == lines.cells else "outside of"
    are = "is" if need == 1 else "are"
    return f"{have} {where} {names(lines.line_units())}, where {need} {are} needed"


def _count_with_star(
    position: Position, shares: Sequence[Share], most: Sequence[int], cell: int
) -> int:
    """Return the maximum number of stars of the shares together if there is one on this cell."""
    capacity = position.context.capacity
    near = position.context.touching[cell] | cell
    total = 0
    for share, at_most in zip(shares, most, strict=True):
        # In its own region a star takes one of its stars; elsewhere it takes room.
        if share.region & cell:
            total += min(share.need - 1, capacity.most(share.cells & ~near))
            total += bool(share.cells & cell)
        elif share.cells & near:
            total += min(at_most, capacity.most(share.cells & ~near))
        else:
            total += at_most
    return total
