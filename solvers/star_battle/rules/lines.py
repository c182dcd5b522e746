"""n regions that fit in n lines fill them, and n lines that lie in n regions fill those."""

from __future__ import annotations

from collections.abc import Iterator

from solvers.star_battle.rules.bands import Rest, rests
from solvers.star_battle.rules.position import Broken, Finding, Position
from solvers.star_battle.rules.words import count, has, names

ONE, SEVERAL = "region in a line", "n regions in n lines"


def one_in_one(position: Position) -> Iterator[Finding]:
    """A region within one line, or a line within one region."""
    yield from (found for found in n_in_n(position) if found.rule == ONE)


def n_in_n(position: Position) -> Iterator[Finding]:
    """Regions within lines that need no more stars than they do, or the reverse; Broken where they need fewer."""
    for rest in rests(position):
        if rest.stars < 0:
            raise Broken(_within(rest), rest.units(), f"{_fit(rest)} fewer")
        if not rest.stars:
            rule, units = (ONE if len(rest.units()) == 2 else SEVERAL), rest.units()
            yield Finding(rule, 0, rest.cells, _within(rest), units, f"{_fit(rest)} no more")


def _within(rest: Rest) -> int:
    return rest.band.inside if rest.inside else rest.band.cells


def _fit(rest: Rest) -> str:
    lines = rest.band.line_units()
    within, around = (rest.band.inside_units(), lines) if rest.inside else (lines, rest.band.reaching_units())
    need = rest.band.inside_need if rest.inside else rest.band.need
    fits = f"{has(within, 'fits', 'fit')} in {names(around)}, which {has(around, 'needs', 'need')}"
    return f"{names(within)} {has(within, 'needs', 'need')} {count(need, 'more star')} and {fits}"
