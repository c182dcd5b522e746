"""One small board for each rule, with the expected conclusion and reason."""

import pytest

from solvers.star_battle.explanation import to_step
from solvers.star_battle.model import Puzzle
from solvers.star_battle.rules import RULES, PuzzleContext
from tests.solvers.star_battle.replay import not_forced

OPEN = (".....",) * 5
BLOCKS = ("AAABBB", "AAABBC", "DDDCCC", "DDDEEE", "FFFEEE", "FFFFEE")


def only(rows, grid):
    """Return crosses on every cell of these rows but the given columns, by row."""
    return {
        (row, col)
        for row, columns in rows.items()
        for col in range(len(grid))
        if col not in columns
    }


def first(rule, puzzle):
    """Return the first step that a rule finds on a puzzle with marks, or None."""
    (find,) = [known.find for known in RULES if known.name == rule]
    position = PuzzleContext(puzzle).start
    return next((to_step(position, finding) for finding in find(position)), None)


SIX, EIGHT = ("......",) * 6, ("........",) * 8
EXAMPLES = {
    "star neighbours": (
        Puzzle(OPEN, 1, given={(0, 2)}),
        [],
        [(0, 1), (0, 3), (1, 1), (1, 2), (1, 3)],
        (),
        "No star may touch the star at row 1, column 3: no star at row 1, columns 2 and 4; row 2, columns 2 to 4.",
    ),
    "full unit": (
        Puzzle(OPEN, 1, given={(0, 2)}, crossed={(0, 1), (0, 3), (1, 2), (2, 2), (4, 2)}),
        [],
        [(0, 0), (0, 4), (3, 2)],
        ("row 1", "column 3"),
        "Row 1 and column 3 each have their 1 star: no star at row 1, columns 1 and 5; row 4, column 3.",
    ),
    "last free cells": (
        Puzzle(EIGHT, 2, crossed=only({4: {1, 6}}, EIGHT)),
        [(4, 1), (4, 6)],
        [],
        ("row 5",),
        "Row 5 needs 2 more stars and has just 2 free cells: a star at row 5, columns 2 and 7.",
    ),
    "pointing": (
        Puzzle(SIX, 1, crossed=only({0: {2, 3}}, SIX)),
        [],
        [(1, 2), (1, 3)],
        ("row 1",),
        "A star at any of row 2, columns 3 and 4 would leave row 1 no place for its last star.",
    ),
    "region in a line": (
        Puzzle(("AAABB", "ACCBB", "ACDBB", "ACDDD", "CCEEE"), 1),
        [],
        [(4, 0), (4, 1)],
        ("row 5", "region E"),
        "Region E needs 1 more star and fits in row 5, which needs no more: no star at row 5, columns 1 and 2.",
    ),
    "2x2 tiling": (
        Puzzle(EIGHT, 2, crossed=only({0: {0, 1, 5, 6}}, EIGHT)),
        [],
        [(1, 0), (1, 1), (1, 5), (1, 6)],
        ("row 1",),
        "The free cells of row 1 lie in two 2x2 blocks, each of which holds one of its last 2 stars: "
        "no star at row 2, columns 1, 2, 6 and 7.",
    ),
    "squeeze": (
        Puzzle(EIGHT, 2, crossed=only({0: {0, 1, 2, 3, 4}}, EIGHT)),
        [],
        [(1, 1), (1, 3)],
        ("row 1",),
        "A star at any of row 2, columns 2 and 4 would leave row 1 no room for its last 2 stars.",
    ),
    "n regions in n lines": (
        Puzzle(BLOCKS, 1),
        [],
        [(1, 5)],
        ("row 1", "row 2", "region A", "region B"),
        "Regions A and B need 2 more stars and fit in rows 1 and 2, which need no more: no star at row 2, column 6.",
    ),
    "pair of lines": (
        Puzzle(SIX, 1, crossed=only({0: {0, 2}, 1: {1, 4}}, SIX)),
        [(1, 4)],
        [(1, 1), (2, 3), (2, 4), (2, 5)],
        ("row 1", "row 2"),
        "A star at any of row 2, column 2; row 3, columns 4 to 6, or a cross at row 2, column 5, "
        "would leave no room for the 2 stars that rows 1 and 2 need.",
    ),
    "undercounting": (
        Puzzle(("AAAAAB", "AAAAAB", "CCCDDB", "CCCDDB", "EEEFFB", "EEEFFF"), 1),
        [],
        [(0, 4), (1, 4)],
        ("row 1", "row 2", "region A"),
        "The cells of rows 1 and 2 outside of region A must hold 1 more star, "
        "and a star at any of row 1, column 5; row 2, column 5 would leave no room for it.",
    ),
    "overcounting": (
        Puzzle(("AAABBB", "CCCCCB", "CCCDDB", "EEEDDD", "EEEFFF", "EEEFFF"), 1),
        [],
        [(1, 4), (2, 4)],
        ("row 1", "region A", "region B"),
        "The cells of regions A and B outside of row 1 must hold 1 more star, "
        "and a star at any of row 2, column 5; row 3, column 5 would leave no room for it.",
    ),
}


@pytest.mark.parametrize("rule", EXAMPLES)
def test_a_rule_finds_what_its_example_shows(rule):
    puzzle, stars, crossed, units, text = EXAMPLES[rule]
    found = first(rule, puzzle)
    assert (list(found.stars), list(found.crossed), found.units) == (stars, crossed, units)
    assert found.text == text
    assert found.rule == rule
    assert not_forced(puzzle, puzzle.given, puzzle.crossed, found) == []


@pytest.mark.parametrize("rule", EXAMPLES)
def test_a_rule_finds_nothing_on_an_open_board(rule):
    assert first(rule, Puzzle(("." * 9,) * 9, 1)) is None


def test_step_justification_has_no_superfluous_part():
    """The check on which all other tests rely does find an unnecessary part."""
    puzzle = EXAMPLES["pointing"][0]
    found = first("pointing", puzzle)
    without_cells = type(found)(found.rule, found.stars, found.crossed, (), found.units, found.text)
    without_units = type(found)(found.rule, found.stars, found.crossed, found.cells, (), found.text)
    for weaker in (without_cells, without_units):
        assert not_forced(puzzle, puzzle.given, puzzle.crossed, weaker) == [(1, 2), (1, 3)]
