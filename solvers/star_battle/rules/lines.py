"""Counting the stars of lines against those of the regions that lie in them.

The lines are rows, or columns; a set of lines and the regions inside of it, or those that reach into it, hold
known numbers of stars, so what is left over of one or the other holds the difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple

from solvers.star_battle.rules.position import Broken, Finding, Position, Unit
from solvers.star_battle.rules.words import count, units

SCATTERED = 3
"""So many lines are also taken together when they are not neighbours; more of them nobody oversees."""


class Lines(NamedTuple):
    """Some lines with free cells, the free cells of them, and the regions wholly inside and those that reach in."""

    lines: tuple[Unit, ...]
    cells: int
    inside: tuple[Unit, ...]
    reaching: tuple[Unit, ...]


class Rest(NamedTuple):
    """Cells left over that hold exactly ``stars`` more stars, inside of the lines or outside, for what ``units`` hold."""

    cells: int
    stars: int
    units: tuple[Unit, ...]
    lines: Lines
    inside: bool


def line_sets(position: Position) -> Iterator[Lines]:
    """Every set of neighbouring lines, and of few lines anywhere; the small ones first."""
    setting, free = position.setting, position.free
    regions = [region for region in setting.regions if region.cells & free]
    axes = [[line for line in axis if line.cells & free] for axis in (setting.rows, setting.columns)]
    reaches = [[_reach(region.cells & free, axis) for region in regions] for axis in axes]
    for number in range(1, setting.layout.size):
        for axis, reach in zip(axes, reaches, strict=True):
            for chosen in _choices(len(axis), number):
                wanted = sum(1 << at for at in chosen)
                lines = tuple(axis[at] for at in chosen)
                inside = tuple(r for r, lies_in in zip(regions, reach, strict=True) if not lies_in & ~wanted)
                reaching = tuple(r for r, lies_in in zip(regions, reach, strict=True) if lies_in & wanted)
                yield Lines(lines, free & cells_of(lines), inside, reaching)


def rests(position: Position) -> Iterator[Rest]:
    """What is left over of lines without the regions inside, and of the regions that reach in without the lines.

    Raises Broken where the lines, or the regions, hold too few stars for that.
    """
    for lines in line_sets(position):
        yield _rest(position, lines, lines.lines, lines.inside, True)
        yield _rest(position, lines, lines.reaching, lines.lines, False)


def in_one_line(position: Position) -> Iterator[Finding]:
    """A region within one line leaves no star for the line elsewhere, and a line within one region likewise."""
    yield from (found for found in _emptied(position) if len(found.units) == 2)


def in_n_lines(position: Position) -> Iterator[Finding]:
    """n regions within n lines, or n lines within n regions."""
    yield from _emptied(position)


def cells_of(chosen: Sequence[Unit]) -> int:
    """The cells of some units."""
    return reduce(or_, (unit.cells for unit in chosen), 0)


def _emptied(position: Position) -> Iterator[Finding]:
    for rest in rests(position):
        if rest.cells and not rest.stars:
            within, around = (rest.lines.inside, rest.lines.lines)
            if not rest.inside:
                within, around = rest.lines.lines, rest.lines.reaching
            cells = cells_of(within) & position.free
            yield Finding("n regions in n lines", 0, rest.cells, cells, rest.units, _fit(within, around))


def _fit(within: Sequence[Unit], around: Sequence[Unit]) -> str:
    fits, hold = ("fits", "hold") if len(within) == 1 else ("fit", "hold")
    others = units(unit.name for unit in around)
    return f"{units(unit.name for unit in within)} {fits} in {others}, which {hold} no other stars then"


def _rest(position: Position, lines: Lines, whole: Sequence[Unit], taken: Sequence[Unit], inside: bool) -> Rest:
    stars = position.needs(whole) - position.needs(taken)
    named = (*lines.lines, *(lines.inside if inside else lines.reaching))
    if stars < 0:
        reason = (
            f"{units(unit.name for unit in taken)} lack {count(position.needs(taken), 'star')}, but lie in "
            f"{units(unit.name for unit in whole)}, with room for {position.needs(whole)}"
        )
        raise Broken(cells_of(taken) & position.free, named, reason)
    return Rest(position.free & cells_of(whole) & ~cells_of(taken), stars, named, lines, inside)


def _reach(cells: int, axis: Sequence[Unit]) -> int:
    """The lines that the cells lie in, one bit each."""
    return sum(1 << at for at, line in enumerate(axis) if line.cells & cells)


def _choices(lines: int, number: int) -> Iterator[tuple[int, ...]]:
    if number <= SCATTERED:
        yield from combinations(range(lines), number)
    else:
        for first in range(lines - number + 1):
            yield tuple(range(first, first + number))
