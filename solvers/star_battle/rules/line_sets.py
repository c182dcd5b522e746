"""Sets of lines, with the regions inside them or reaching into them: the basis of all counting
techniques.

The lines are rows, or columns. A set of lines holds a known number of stars, and so do the regions
wholly inside it, and those that reach into it; the remaining cells hold the difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from solvers.star_battle.layout import bits
from solvers.star_battle.rules.messages import names
from solvers.star_battle.rules.position import Position, Unit

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
        return tuple(unit for at, unit in enumerate(self.axis.lines) if self.lines >> at & 1)

    def inside_units(self) -> tuple[Unit, ...]:
        """Return the regions wholly inside."""
        return tuple(part.unit for part in self.axis.regions if part.cells & self.inside)

    def reaching_units(self) -> tuple[Unit, ...]:
        """Return the regions that have a free cell inside."""
        return tuple(part.unit for part in self.axis.regions if part.cells & self.reaching)


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
    without the lines.
    """

    line_set: LineSet
    inside: bool
    cells: int
    stars: int

    def units(self) -> tuple[Unit, ...]:
        """Return the units whose stars are counted."""
        regions = LineSet.inside_units if self.inside else LineSet.reaching_units
        return self.line_set.line_units() + regions(self.line_set)

    def __str__(self) -> str:
        lines = names(self.line_set.line_units())
        if not self.inside:
            return f"{names(self.line_set.reaching_units())} outside of {lines}"
        if not self.line_set.inside:
            return lines
        return f"{lines} outside of {names(self.line_set.inside_units())}"


@lru_cache(maxsize=1)
def line_sets(position: Position) -> tuple[LineSet, ...]:
    """Return every set of neighbouring lines, and of a few lines anywhere; the small ones first."""
    context = position.context
    axes = [_describe_axis(position, lines) for lines in (context.rows, context.columns)]
    found: list[LineSet] = []
    for number in range(1, context.layout.size):
        for axis in axes:
            for lines in _choose_lines(len(axis.lines), number):
                found.append(_describe_line_set(position, axis, lines))
    return tuple(found)


@lru_cache(maxsize=1)
def remainders(position: Position) -> tuple[Remainder, ...]:
    """Return the remaining cells of each set of lines and of the regions that reach into it."""
    found: list[Remainder] = []
    for lines in line_sets(position):
        cells = lines.cells & ~lines.inside
        found.append(Remainder(lines, True, cells, lines.need - lines.inside_need))
        if lines.reaching:
            cells = lines.reaching & ~lines.cells
            found.append(Remainder(lines, False, cells, lines.reaching_need - lines.need))
    return tuple(remainder for remainder in found if remainder.cells or remainder.stars < 0)


def _describe_axis(position: Position, lines: list[Unit]) -> Axis:
    free = position.free
    open_lines = tuple(line for line in lines if line.cells & free)
    parts: list[RegionPart] = []
    for region in position.context.regions:
        cells = region.cells & free
        if cells:
            reach = sum(1 << at for at, line in enumerate(open_lines) if line.cells & cells)
            parts.append(RegionPart(region, cells, position.need(region), reach))
    return Axis(open_lines, tuple(parts))


def _describe_line_set(position: Position, axis: Axis, lines: int) -> LineSet:
    cells = need = inside = inside_need = reaching = reaching_need = 0
    for line in bits(lines):
        unit = axis.lines[line.bit_length() - 1]
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
        for chosen in combinations(range(lines), number):
            yield sum(1 << at for at in chosen)
    else:
        for first in range(lines - number + 1):
            yield ((1 << number) - 1) << first
