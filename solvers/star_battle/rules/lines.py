"""n regions that fit in n lines fill them, and n lines that lie in n regions fill those."""

from __future__ import annotations

from collections.abc import Iterator

from solvers.star_battle.rules.bands import Rest, rests
from solvers.star_battle.rules.position import Broken, Finding, Position
from solvers.star_battle.rules.words import count, names

NAME = "n regions in n lines"


def one_in_one(position: Position) -> Iterator[Finding]:
    """A region within one line, or a line within one region."""
    yield from (found for found in n_in_n(position) if len(found.units) == 2)


def n_in_n(position: Position) -> Iterator[Finding]:
    """Regions within lines that lack no more stars than they do, or the reverse; Broken where they lack fewer."""
    for rest in rests(position):
        if rest.stars < 0:
            raise Broken(_within(rest), rest.units(), f"{_fit(rest)}, which have room for fewer stars")
        if not rest.stars:
            yield Finding(NAME, 0, rest.cells, _within(rest), rest.units(), f"{_fit(rest)} and take all their stars")


def _within(rest: Rest) -> int:
    return rest.band.inside if rest.inside else rest.band.cells


def _fit(rest: Rest) -> str:
    lines = rest.band.line_units()
    within, around = (rest.band.inside_units(), lines) if rest.inside else (lines, rest.band.reaching_units())
    lack = rest.band.inside_need if rest.inside else rest.band.need
    has, fits = ("lacks", "fits") if len(within) == 1 else ("lack", "fit")
    return f"{names(within)} {has} {count(lack, 'star')} and {fits} in {names(around)}"
