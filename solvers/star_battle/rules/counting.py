"""Under- and overcounting: the cells that lines and regions leave over hold a known number of stars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from solvers.star_battle.layout import bits
from solvers.star_battle.rules.bands import Band, Rest, bands, rests
from solvers.star_battle.rules.position import Broken, Finding, Position
from solvers.star_battle.rules.words import count, has, names

FINS = 1
"""Stars that a count has to spare at most for a single cell to be worth a look."""


def undercounting(position: Position) -> Iterator[Finding]:
    """Lines without the regions inside of them."""
    yield from _left_over(position, "undercounting", inside=True)


def overcounting(position: Position) -> Iterator[Finding]:
    """The regions that reach into some lines, without these lines."""
    yield from _left_over(position, "overcounting", inside=False)


def _left_over(position: Position, rule: str, inside: bool) -> Iterator[Finding]:
    room = position.setting.room
    for rest in rests(position):
        if rest.inside is inside and rest.stars > 0:
            them = "it" if rest.stars == 1 else "them"
            if room.most(rest.cells) < rest.stars:
                raise Broken(rest.cells, rest.units(), f"{_what(rest)} but have no room for {them}")
            stars, crossed = room.forced(rest.cells, rest.stars)
            if stars & position.free or crossed & position.free:
                crossed &= position.free
                otherwise = f"would leave no room for {them}"
                yield Finding(rule, stars, crossed, rest.cells, rest.units(), _what(rest), otherwise)


def _what(rest: Rest) -> str:
    return f"the cells of {rest} must hold {count(rest.stars, 'more star')}"


class Share(NamedTuple):
    """A region's part of some cells: it holds at most what the region needs, and what it has room for."""

    cells: int
    region: int
    need: int


def finned_counting(position: Position) -> Iterator[Finding]:
    """A star that would leave the regions too little room for the stars of some lines, or the reverse, is none."""
    for band in bands(position) if position.setting.regions else ():
        yield from _by_shares(position, band, band.cells, band.need)
        yield from _by_shares(position, band, band.reaching & ~band.cells, band.reaching_need - band.need)


def _by_shares(position: Position, band: Band, cells: int, need: int) -> Iterator[Finding]:
    room = position.setting.room
    shares = [
        Share(part.cells & cells, part.unit.cells, part.need) for part in band.axis.regions if part.reach & band.lines
    ]
    most = [min(share.need, room.most(share.cells)) for share in shares]
    spare = sum(most) - need
    if spare > FINS:
        return
    units = (*band.line_units(), *band.reaching_units())
    reason = partial(_reason, band, cells, sum(most), need)
    if spare < 0:
        raise Broken(band.reaching, units, reason())
    crossed = sum(cell for cell in bits(position.free) if _most_with(position, shares, most, cell) < need)
    stars = 0
    if not spare:
        for share, at_most in zip(shares, most, strict=True):
            stars |= sum(cell for cell in bits(share.cells) if room.most(share.cells & ~cell) < at_most)
    if crossed or stars:
        yield Finding("finned counting", stars, crossed, band.reaching, units, reason(), "would leave too little room")


def _reason(band: Band, cells: int, most: int, need: int) -> str:
    where = "in" if cells == band.cells else "outside of"
    regions = band.reaching_units()
    have = f"{names(regions)} {has(regions, 'has', 'have')} room for {count(most, 'star')}"
    return f"{have} {where} {names(band.line_units())}, where {need} {'is' if need == 1 else 'are'} needed"


def _most_with(position: Position, shares: Sequence[Share], most: Sequence[int], cell: int) -> int:
    """The most stars of the shares together when there is one on this cell."""
    room, near = position.setting.room, position.setting.touching[cell] | cell
    total = 0
    for share, at_most in zip(shares, most, strict=True):
        if share.region & cell:
            total += bool(share.cells & cell) + min(share.need - 1, room.most(share.cells & ~near))
        elif share.cells & near:
            total += min(at_most, room.most(share.cells & ~near))
        else:
            total += at_most
    return total
