"""The solving techniques of an explanation, in one table, the simplest first.

A technique looks at a position and yields its deductions; the first one that says something new is
the next step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from solvers.names import DIFFICULTIES
from solvers.star_battle.rules import contradiction, counting, pair_of_lines, single_unit
from solvers.star_battle.rules.position import (
    BrokenPosition,
    Deduction,
    Position,
    PuzzleContext,
    Unit,
)
from solvers.star_battle.rules.single_unit import check_capacity

__all__ = [
    "RULES",
    "BrokenPosition",
    "Deduction",
    "Position",
    "PuzzleContext",
    "Technique",
    "Unit",
    "check_capacity",
]

EASY, NORMAL, HARD, EXPERT = range(len(DIFFICULTIES))
"""Difficulty of a puzzle that needs a technique, as an index into DIFFICULTIES."""


class Technique(NamedTuple):
    """Named solving technique: its conclusion, the difficulty of puzzles that need it, and its
    code.
    """

    name: str
    summary: str
    level: int
    find: Callable[[Position], Iterator[Deduction]]


RULES = (
    Technique(
        "star neighbours", "no star touches another", EASY, single_unit.cross_star_neighbours
    ),
    Technique(
        "full unit", "a unit with all its stars holds no more", EASY, single_unit.cross_full_units
    ),
    Technique(
        "last free cells",
        "as many free cells as missing stars are stars",
        EASY,
        single_unit.fill_last_free_cells,
    ),
    Technique(
        "pointing",
        "a cell that touches all places of a last star is empty",
        EASY,
        single_unit.cross_by_pointing,
    ),
    Technique(
        "region in a line",
        "a region within a line leaves nothing for its rest",
        EASY,
        counting.find_region_in_line,
    ),
    Technique(
        "2x2 tiling",
        "as few 2x2 blocks as missing stars hold one each",
        EASY,
        single_unit.deduce_by_tiling,
    ),
    Technique(
        "squeeze",
        "a star must leave its unit room for the others",
        EASY,
        single_unit.deduce_by_squeezing,
    ),
    Technique(
        "n regions in n lines",
        "regions within as many lines leave nothing for their rest",
        NORMAL,
        counting.find_regions_in_lines,
    ),
    Technique(
        "pair of lines",
        "two neighbouring lines must keep room for their stars",
        NORMAL,
        pair_of_lines.find_by_pair_of_lines,
    ),
    Technique(
        "undercounting",
        "lines without the regions inside them hold the difference",
        NORMAL,
        counting.find_by_undercounting,
    ),
    Technique(
        "overcounting",
        "regions that reach into lines hold the difference outside them",
        NORMAL,
        counting.find_by_overcounting,
    ),
    Technique(
        "finned counting",
        "a star must not cost the regions of some lines too much room",
        HARD,
        counting.find_by_finned_counting,
    ),
    Technique(
        "contradiction", "assuming a star breaks a unit", EXPERT, contradiction.refute_by_units
    ),
    Technique(
        "contradiction by counting",
        "assuming a star breaks something, with all techniques so far",
        EXPERT,
        contradiction.refute_by_counting,
    ),
    Technique(
        "deeper contradiction",
        "a search with further assumptions refutes a star",
        EXPERT,
        contradiction.refute_by_search,
    ),
)
"""All techniques, in the order in which they are tried."""
