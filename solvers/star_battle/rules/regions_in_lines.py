"""n regions that fit in n lines fill them, and n lines that lie in n regions fill those."""

from __future__ import annotations

from collections.abc import Iterator

from solvers.star_battle.rules.line_sets import Remainder, remainders
from solvers.star_battle.rules.messages import count, has, names
from solvers.star_battle.rules.position import BrokenPosition, Deduction, Position

ONE, SEVERAL = "region in a line", "n regions in n lines"


def one_in_one(position: Position) -> Iterator[Deduction]:
    """Find a region within one line, or a line within one region."""
    yield from (found for found in n_in_n(position) if found.rule == ONE)


def n_in_n(position: Position) -> Iterator[Deduction]:
    """Find regions within lines that need no more stars than they do, or the reverse.

    Raises BrokenPosition if the lines need fewer.
    """
    for remainder in remainders(position):
        if remainder.stars < 0:
            raise BrokenPosition(_within(remainder), remainder.units(), f"{_fit(remainder)} fewer")
        if not remainder.stars:
            rule, units = (ONE if len(remainder.units()) == 2 else SEVERAL), remainder.units()
            yield Deduction(rule, 0, remainder.cells, _within(remainder), units, f"{_fit(remainder)} no more")


def _within(remainder: Remainder) -> int:
    return remainder.line_set.inside if remainder.inside else remainder.line_set.cells


def _fit(remainder: Remainder) -> str:
    lines = remainder.line_set.line_units()
    within, around = (
        (remainder.line_set.inside_units(), lines) if remainder.inside else (lines, remainder.line_set.reaching_units())
    )
    need = remainder.line_set.inside_need if remainder.inside else remainder.line_set.need
    fits = f"{has(within, 'fits', 'fit')} in {names(around)}, which {has(around, 'needs', 'need')}"
    return f"{names(within)} {has(within, 'needs', 'need')} {count(need, 'more star')} and {fits}"
