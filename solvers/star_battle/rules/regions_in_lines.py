"""n regions that fit in n lines fill them, and n lines that lie in n regions fill those."""

from __future__ import annotations

from collections.abc import Iterator

from solvers.star_battle.rules.line_sets import Remainder, remainders
from solvers.star_battle.rules.messages import count, has, names
from solvers.star_battle.rules.position import BrokenPosition, Deduction, Position

ONE = "region in a line"
SEVERAL = "n regions in n lines"


def one_in_one(position: Position) -> Iterator[Deduction]:
    """Find a region within one line, or a line within one region."""
    return (deduction for deduction in n_in_n(position) if deduction.rule == ONE)


def n_in_n(position: Position) -> Iterator[Deduction]:
    """Find regions within lines that need no more stars than they do, or the reverse.

    Raises BrokenPosition if the lines need fewer.
    """
    for remainder in remainders(position):
        # Stars left over are for the counting techniques.
        if remainder.stars > 0:
            continue
        line_set = remainder.line_set
        cells = line_set.inside if remainder.inside else line_set.cells
        units = remainder.units()
        reason = _describe_fit(remainder)
        if remainder.stars < 0:
            raise BrokenPosition(cells, units, f"{reason} fewer")
        rule = ONE if len(units) == 2 else SEVERAL
        yield Deduction(rule, 0, remainder.cells, cells, units, f"{reason} no more")


def _describe_fit(remainder: Remainder) -> str:
    line_set = remainder.line_set
    if remainder.inside:
        within = line_set.inside_units()
        around = line_set.line_units()
        need = line_set.inside_need
    else:
        within = line_set.line_units()
        around = line_set.reaching_units()
        need = line_set.need
    needs = f"{names(within)} {has(within, 'needs', 'need')} {count(need, 'more star')}"
    fits = f"{has(within, 'fits', 'fit')} in {names(around)}, which {has(around, 'needs', 'need')}"
    return f"{needs} and {fits}"
