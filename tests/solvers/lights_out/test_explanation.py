"""Reasons for presses, each checked against all solutions and the effect of every press."""

from collections import Counter

import pytest
from hypothesis import given, settings

from solvers.errors import NoSolution
from solvers.lights_out import Matrix, Puzzle, explain, hint, solutions, solve
from tests.solvers.lights_out.boards import brute_force, puzzles

DARK = ("...", "...", "...")


def sums_of(puzzle, lamps):
    """Return press → the states by which it moves certain lamps in all."""
    weights = Counter(lamps)
    sums = {}
    for press in puzzle.buttons:
        effect = puzzle.rule.effect(press, puzzle.lamps)
        sums[press] = sum(weights[lamp] * times for lamp, times in effect.items()) % puzzle.states
    return sums


@settings(max_examples=60, deadline=None)
@given(puzzles())
def test_every_reason_holds(puzzle):
    if not brute_force(puzzle):
        with pytest.raises(NoSolution, match="no solution: every press"):
            explain(puzzle)
        return
    before = puzzle
    for step in explain(puzzle).steps:
        assert step.grid == before.grid
        assert step.left == len(solve(before).presses) - step.times
        if step.rule == "parity":
            sums = sums_of(before, step.cells)
            assert sums.pop(step.press) == 1
            assert not any(sums.values())
            assert all(step.press in found for found in solutions(before))
        elif step.rule == "last press":
            (lamp,) = step.cells
            last = max(press for press, moved in sums_of(before, [lamp]).items() if moved)
            assert last == step.press
        else:
            assert (step.rule, step.cells) == ("choice", ())
        before = before.after([step.press] * step.times)
    assert before.solved


def test_the_simplest_reason_is_given():
    by_rule = {step.rule: step.text for step in explain(Puzzle(("*.*", "...", "..*"))).steps}
    assert set(by_rule) == {"parity", "last press"}
    (choice, *_) = explain(Puzzle(("*****",) * 5)).steps
    assert choice.text == (
        "Press row 1, column 1: it belongs to an answer of 15 presses, the fewest possible; "
        "there are 4 answers in all."
    )
    assert choice.levels[:2] == ("look at row 1", "no lamps decide it alone")


def test_there_is_no_hint_at_the_target_or_without_an_answer():
    with pytest.raises(NoSolution, match="shows the target already"):
        hint(Puzzle(DARK))
    # Each press changes two neighbours in a row of ten, so that a single lamp stays.
    pairs = {(0, col): {(0, col): 1, (0, col + 1): 1} for col in range(9)}
    single = Puzzle(("*.........",), rule=Matrix(pairs))
    words = r"an even number of the 10 lamps at row 1, column 1; .*; …, and an odd number"
    with pytest.raises(NoSolution, match=words):
        hint(single)
