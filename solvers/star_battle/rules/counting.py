"""Techniques that count the stars of some lines and of the regions in or around them.

The lines are rows, or columns. A set of lines holds a known number of stars, and so do the regions
wholly inside it, and those that reach into it; the remaining cells hold the difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from solvers.cells import bits, choose_bits, list_numbers, set_bits
from solvers.errors import inflect
from solvers.star_battle.rules.position import (
    BrokenPosition,
    Deduction,
    Position,
    Unit,
    name_units,
)
from solvers.wording import count_or_no

REGION_IN_LINE = "region in a line"
REGIONS_IN_LINES = "n regions in n lines"

FINS = 1
"""Maximum surplus of a count for which single cells are checked."""

SCATTERED = 2
"""Maximum number of lines that are combined even if they are not neighbours.

More are hard for a person to follow.
"""


class LineSet(NamedTuple):
    """Some lines with free cells and the regions around them: their free cells, and the stars that
    these need.

    ``lines`` are bits of the axis' lines; ``inside`` are the cells of the regions wholly in them,
    ``reaching`` of all regions that have a cell in them.
    """

    axis: Axis
    lines: int
    cells: int
    need: int
    inside: int
    inside_need: int
    reaching: int
    reaching_need: int

    def line_units(self) -> tuple[Unit, ...]:
        """Return the lines."""
        return tuple(self.axis.lines[number] for number in list_numbers(self.lines))

    def list_regions(self, cells: int) -> tuple[Unit, ...]:
        """Return the regions that have one of these free cells."""
        return tuple(part.unit for part in self.axis.regions if part.cells & cells)


class RegionPart(NamedTuple):
    """A region with its free cells, the stars that it needs, and its lines as bits."""

    unit: Unit
    cells: int
    need: int
    reach: int


class Axis(NamedTuple):
    """All rows, or all columns, with free cells, and the regions with free cells."""

    lines: tuple[Unit, ...]
    regions: tuple[RegionPart, ...]


class Remainder(NamedTuple):
    """Remaining ``cells`` that hold ``stars`` more: lines without the regions inside, or regions
    without the lines. ``regions`` are the free cells of these regions; there may be none inside.
    """

    line_set: LineSet
    inside: bool
    regions: int
    cells: int
    stars: int

    def list_units(self) -> tuple[Unit, ...]:
        """Return the units whose stars are counted."""
        return self.line_set.line_units() + self.line_set.list_regions(self.regions)

    def __str__(self) -> str:
        lines = name_units(self.line_set.line_units())
        regions = name_units(self.line_set.list_regions(self.regions))
        if not regions:
            return lines
        return f"{lines} outside of {regions}" if self.inside else f"{regions} outside of {lines}"


@lru_cache(maxsize=1)
def list_line_sets(position: Position) -> tuple[LineSet, ...]:
    """Return every set of neighbouring lines, and of a few lines anywhere; the small ones first."""
    rows = _describe_axis(position, position.context.rows)
    columns = _describe_axis(position, position.context.columns)
    found: list[LineSet] = []
    for number in range(1, position.context.layout.size):
        for axis in (rows, columns):
            for lines in _choose_lines(len(axis.lines), number):
                found.append(_describe_line_set(position, axis, lines))
    return tuple(found)


@lru_cache(maxsize=1)
def list_remainders(position: Position) -> tuple[Remainder, ...]:
    """Return the remaining cells of each set of lines and of the regions that reach into it."""
    found: list[Remainder] = []
    for lines in list_line_sets(position):
        cells = lines.cells & ~lines.inside
        stars = lines.need - lines.inside_need
        found.append(Remainder(lines, True, lines.inside, cells, stars))
        if lines.reaching:
            cells = lines.reaching & ~lines.cells
            stars = lines.reaching_need - lines.need
            found.append(Remainder(lines, False, lines.reaching, cells, stars))
    # Without a cell left, only too few stars say something.
    return tuple(remainder for remainder in found if remainder.cells or remainder.stars < 0)


def _describe_axis(position: Position, lines: list[Unit]) -> Axis:
    free = position.free
    open_lines = tuple(line for line in lines if line.cells & free)
    parts: list[RegionPart] = []
    for region in position.context.regions:
        cells = region.cells & free
        if cells:
            reach = set_bits(at for at, line in enumerate(open_lines) if line.cells & cells)
            parts.append(RegionPart(region, cells, position.need(region), reach))
    return Axis(open_lines, tuple(parts))


def _describe_line_set(position: Position, axis: Axis, lines: int) -> LineSet:
    cells = need = inside = inside_need = reaching = reaching_need = 0
    for number in list_numbers(lines):
        unit = axis.lines[number]
        cells |= unit.cells
        need += position.need(unit)
    for part in axis.regions:
        if part.reach & lines:
            reaching |= part.cells
            reaching_need += part.need
            if not part.reach & ~lines:
                inside |= part.cells
                inside_need += part.need
    return LineSet(
        axis=axis,
        lines=lines,
        cells=cells & position.free,
        need=need,
        inside=inside,
        inside_need=inside_need,
        reaching=reaching,
        reaching_need=reaching_need,
    )


def _choose_lines(lines: int, number: int) -> Iterator[int]:
    # Few lines may lie anywhere; more only side by side, or there are too many sets.
    if number <= SCATTERED:
        return map(set_bits, combinations(range(lines), number))
    return map(((1 << number) - 1).__lshift__, range(lines - number + 1))


def find_region_in_line(position: Position) -> Iterator[Deduction]:
    """Find a region within one line, or a line within one region."""
    for deduction in find_regions_in_lines(position):
        if deduction.rule == REGION_IN_LINE:
            yield deduction


def find_regions_in_lines(position: Position) -> Iterator[Deduction]:
    """Find regions within lines that need no more stars than they do, or the reverse.

    Raises BrokenPosition if the lines need fewer.
    """
    for remainder in list_remainders(position):
        # Stars left over are for the counting techniques.
        if remainder.stars > 0:
            continue
        line_set = remainder.line_set
        cells = line_set.inside if remainder.inside else line_set.cells
        units = remainder.list_units()
        reason = _describe_fit(remainder)
        if remainder.stars < 0:
            raise BrokenPosition(cells, units, f"{reason} fewer")
        rule = REGION_IN_LINE if len(units) == 2 else REGIONS_IN_LINES
        yield Deduction(rule, 0, remainder.cells, cells, units, f"{reason} no more")


def _describe_fit(remainder: Remainder) -> str:
    line_set = remainder.line_set
    regions = line_set.list_regions(remainder.regions)
    lines = line_set.line_units()
    if remainder.inside:
        within = regions
        around = lines
        need = line_set.inside_need
    else:
        # The regions that reach into the lines are around them.
        within = lines
        around = regions
        need = line_set.need
    needs = inflect(len(within), "needs", "need")
    fits = inflect(len(within), "fits", "fit")
    they_need = inflect(len(around), "needs", "need")
    return (
        f"{name_units(within)} {needs} {count_or_no(need, 'more star')} and {fits} in "
        f"{name_units(around)}, which {they_need}"
    )


def find_by_undercounting(position: Position) -> Iterator[Deduction]:
    """Deduce from lines without the regions inside them."""
    yield from _find_left_over(position, "undercounting", inside=True)


def find_by_overcounting(position: Position) -> Iterator[Deduction]:
    """Deduce from the regions that reach into some lines, without these lines."""
    yield from _find_left_over(position, "overcounting", inside=False)


def _find_left_over(position: Position, rule: str, inside: bool) -> Iterator[Deduction]:
    capacity = position.context.capacity
    for remainder in list_remainders(position):
        # Without stars left over the remaining cells are simply empty: n regions in n lines.
        if remainder.inside is not inside or remainder.stars <= 0:
            continue
        cells = remainder.cells
        them = inflect(remainder.stars, "it", "them")
        if capacity.most(cells) < remainder.stars:
            raise BrokenPosition(
                cells,
                remainder.list_units(),
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
                units=remainder.list_units(),
                reason=_describe_left_over(remainder),
                otherwise=f"would leave no room for {them}",
            )


def _describe_left_over(remainder: Remainder) -> str:
    return f"the cells of {remainder} must hold {count_or_no(remainder.stars, 'more star')}"


class Share(NamedTuple):
    """Region's part of some cells, the stars that the region needs, and the ``most`` of them for
    which the part has room.
    """

    cells: int
    region: int
    need: int
    most: int


def find_by_finned_counting(position: Position) -> Iterator[Deduction]:
    """Cross a star that would leave the regions too little room for the stars of some lines, or the
    reverse.
    """
    if not position.context.regions:
        return
    for lines in list_line_sets(position):
        yield from _find_by_shares(position, lines, lines.cells, lines.need)
        yield from _find_by_shares(
            position, lines, lines.reaching & ~lines.cells, lines.reaching_need - lines.need
        )


def _find_by_shares(
    position: Position, lines: LineSet, cells: int, need: int
) -> Iterator[Deduction]:
    capacity = position.context.capacity
    shares: list[Share] = []
    room = 0
    for part in lines.axis.regions:
        if part.reach & lines.lines:
            inside = part.cells & cells
            most = min(part.need, capacity.most(inside))
            shares.append(Share(inside, part.unit.cells, part.need, most))
            room += most
    if room - need > FINS:
        return
    units = lines.line_units() + lines.list_regions(lines.reaching)
    if room < need:
        raise BrokenPosition(lines.reaching, units, _describe_room(lines, cells, room, need))
    crossed = choose_bits(
        position.free, lambda cell: _count_with_star(position, shares, cell) < need
    )
    stars = 0
    # Without a spare star each region holds all it can: it needs every cell without which it can't.
    if room == need:
        for share in shares:
            for cell in bits(share.cells):
                if capacity.most(share.cells & ~cell) < share.most:
                    stars |= cell
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
    regions = lines.list_regions(lines.reaching)
    have = inflect(len(regions), "has", "have")
    where = "in" if cells == lines.cells else "outside of"
    are = inflect(need, "is", "are")
    return (
        f"{name_units(regions)} {have} room for {count_or_no(room, 'star')} {where} "
        f"{name_units(lines.line_units())}, where {need} {are} needed"
    )


def _count_with_star(position: Position, shares: Sequence[Share], cell: int) -> int:
    """Return the maximum number of stars of the shares together if there is one on this cell."""
    capacity = position.context.capacity
    near = position.context.touching[cell] | cell
    total = 0
    for share in shares:
        # In its own region a star takes one of its stars; elsewhere it takes room.
        if share.region & cell:
            total += min(share.need - 1, capacity.most(share.cells & ~near))
            total += bool(share.cells & cell)
        elif share.cells & near:
            total += min(share.most, capacity.most(share.cells & ~near))
        else:
            total += share.most
    return total
