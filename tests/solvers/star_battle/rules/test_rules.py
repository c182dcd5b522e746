"""One small board for each rule, with the expected conclusion and reason."""

import tomllib
from pathlib import Path

import pytest

from solvers.notation import parse
from solvers.star_battle.explanation import to_step
from solvers.star_battle.model import Puzzle
from solvers.star_battle.rules import RULES, PuzzleContext
from tests.solvers.star_battle.replay import not_forced


def first(rule, puzzle):
    """Return the first step that a rule finds on a puzzle with marks, or None."""
    (find,) = [known.find for known in RULES if known.name == rule]
    position = PuzzleContext(puzzle).start
    return next((to_step(position, finding) for finding in find(position)), None)


EXAMPLES = tomllib.loads(Path(__file__).with_name("examples.toml").read_text("utf-8"))
"""Rule → its puzzle with marks, and the stars, crosses, units and text of the step it finds."""


@pytest.mark.parametrize("rule", EXAMPLES)
def test_a_rule_finds_what_its_example_shows(rule):
    expected = EXAMPLES[rule]
    puzzle = parse(expected["puzzle"])
    found = first(rule, puzzle)
    for name in ("stars", "crossed"):
        assert [list(cell) for cell in getattr(found, name)] == expected[name]
    assert (list(found.units), found.text) == (expected["units"], expected["text"])
    assert found.rule == rule
    assert not_forced(puzzle, puzzle.given, puzzle.crossed, found) == []


@pytest.mark.parametrize("rule", EXAMPLES)
def test_a_rule_finds_nothing_on_an_open_board(rule):
    assert first(rule, Puzzle(("." * 9,) * 9, 1)) is None
