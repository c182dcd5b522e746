"""The rules of an explanation, the simplest first.

A rule looks at a position and yields its findings; the first that says something new is the next step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from solvers.star_battle.rules import basics, contradiction, counting, lines, oracle, pairs, shapes
from solvers.star_battle.rules.position import Broken, Finding, Position, Setting, Unit
from solvers.star_battle.rules.shapes import check_room
from solvers.star_battle.rules.step import Step, step

__all__ = ["RULES", "Broken", "Finding", "Position", "Rule", "Setting", "Step", "Unit", "check_room", "step"]


class Rule(NamedTuple):
    """``level`` is the difficulty of a puzzle that needs this rule, as an index of DIFFICULTIES."""

    name: str
    level: int
    find: Callable[[Position], Iterator[Finding]]


RULES = (
    Rule("star neighbours", 0, basics.star_neighbours),
    Rule("full unit", 0, basics.full_unit),
    Rule("last free cells", 0, basics.last_free_cells),
    Rule("pointing", 0, shapes.pointing),
    Rule("region in a line", 0, lines.one_in_one),
    Rule("2x2 tiling", 0, shapes.tiling),
    Rule("squeeze", 0, shapes.squeeze),
    Rule("n regions in n lines", 1, lines.n_in_n),
    Rule("pair of lines", 1, pairs.line_pairs),
    Rule("undercounting", 1, counting.undercounting),
    Rule("overcounting", 1, counting.overcounting),
    Rule("finned counting", 2, counting.finned_counting),
    Rule("contradiction", 3, contradiction.of_units),
    Rule("contradiction by counting", 3, contradiction.by_counting),
    Rule("deeper contradiction", 3, oracle.deeper),
)
"""Name, difficulty and code of each rule, in the order in which they are tried."""
