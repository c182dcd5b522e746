"""Explanations of jumps: what is said of other jumps is checked by counting all games."""

import pytest

from solvers.deadline import Deadline
from solvers.errors import NoSolution
from solvers.peg_solitaire import Puzzle, count_solutions, explain, hint, named_board
from solvers.peg_solitaire.explanation import decide
from solvers.peg_solitaire.text import parse

TRIANGLE = named_board("triangle5")


@pytest.mark.parametrize(("hole", "end"), [(0, None), (4, None), (3, 3), (12, 12)])
def test_every_claim_about_other_jumps_holds(hole, end):
    puzzle = Puzzle(TRIANGLE, set(range(15)) - {hole}, end)
    explanation = explain(puzzle)
    decided = 0
    for step in explanation.steps:
        assert step.grid == puzzle.grid
        others = [jump for jump in puzzle.board.list_jumps(puzzle.start) if jump != step.jump]
        dead = [jump for jump in others if not count_solutions(puzzle.after([jump]))]
        assert set(step.dead) <= set(dead)
        assert (step.rule == "only jump") == (not others)
        assert (step.rule == "only way") == (bool(others) and list(step.dead) == others)
        decided += len(step.dead)
        puzzle = puzzle.after([step.jump])
    assert puzzle.solved
    assert decided
    assert len(explanation.cells) == 2 * len(explanation.steps)


def test_the_first_step_is_the_hint():
    puzzle = Puzzle(TRIANGLE, set(range(1, 15)))
    assert hint(puzzle) == explain(puzzle).steps[0]
    assert hint(puzzle).text == (
        "Jump from hole 3 over 1 to 0: the board can still be solved after it, with 12 more jumps."
    )


def test_what_takes_long_is_left_undecided():
    board = named_board("european")
    puzzle = Puzzle(board, set(range(37)) - {0}).after([(10, 4, 0)])
    assert decide(puzzle, Deadline(0)) == "undecided"


def test_there_is_no_hint_at_the_end_or_without_an_answer():
    with pytest.raises(NoSolution, match="the end already"):
        hint(parse("  o\n . .\n. . ."))
    with pytest.raises(NoSolution, match="no solution: "):
        hint(parse("  o\n . .\no . ."))
