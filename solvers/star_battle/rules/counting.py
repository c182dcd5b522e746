"""Under- and overcounting: the cells that lines and regions leave over hold a known number of stars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from solvers.star_battle.layout import bits
from solvers.star_battle.rules.lines import Lines, Rest, cells_of, line_sets, rests
from solvers.star_battle.rules.position import Broken, Finding, Position, Unit
from solvers.star_battle.rules.words import count, units

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
        if rest.inside is inside and rest.stars and rest.cells:
            if room.most(rest.cells) < rest.stars:
                raise Broken(rest.cells, rest.units, _what(rest) + ", but have no room for them")
            stars, crossed = room.forced(rest.cells, rest.stars)
            if stars & position.free or crossed & position.free:
                yield Finding(rule, stars & position.free, crossed & position.free, rest.cells, rest.units, _what(rest))


def _what(rest: Rest) -> str:
    lines, inside = units(unit.name for unit in rest.lines.lines), units(unit.name for unit in rest.lines.inside)
    whose = f"{lines} without {inside}" if inside else lines
    if not rest.inside:
        whose = f"{units(unit.name for unit in rest.lines.reaching)} outside of {lines}"
    return f"the cells of {whose} hold {count(rest.stars, 'star')} more"


class Share(NamedTuple):
    """A region's part of some cells: it holds at most what the region lacks, and what it has room for."""

    cells: int
    region: int
    need: int


def finned_counting(position: Position) -> Iterator[Finding]:
    """A star that would leave the regions too little room for the stars of some lines, or the reverse, is none."""
    for lines in line_sets(position):
        need = position.needs(lines.lines)
        yield from _by_shares(position, lines, lines.cells, need)
        outside = cells_of(lines.reaching) & position.free & ~lines.cells
        yield from _by_shares(position, lines, outside, position.needs(lines.reaching) - need)


def _by_shares(position: Position, lines: Lines, cells: int, need: int) -> Iterator[Finding]:
    room = position.setting.room
    shares = [Share(region.cells & cells, region.cells, position.need(region)) for region in lines.reaching]
    most = [min(share.need, room.most(share.cells)) for share in shares]
    spare = sum(most) - need
    named = (*lines.lines, *lines.reaching)
    shown = cells_of(lines.reaching) & position.free
    lack = f"the {count(need, 'star')} that {units(line.name for line in lines.lines)} lack"
    reason = f"{_regions(lines.reaching)} have room for {sum(most)} of {lack}"
    if spare < 0:
        raise Broken(shown, named, reason)
    if spare > FINS:
        return
    crossed = stars = 0
    for cell in bits(position.free):
        if _most_with(position, shares, most, cell) < need:
            crossed |= cell
    if not spare:
        for share, at_most in zip(shares, most, strict=True):
            stars |= sum(cell for cell in bits(share.cells) if room.most(share.cells & ~cell) < at_most)
    if crossed or stars:
        yield Finding("finned counting", stars, crossed, shown, named, reason)


def _regions(regions: Sequence[Unit]) -> str:
    return units(region.name for region in regions)


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
