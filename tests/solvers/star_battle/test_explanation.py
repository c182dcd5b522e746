import tomllib
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from solvers.errors import ManySolutions, NoSolution, SolveTimeout
from solvers.names import DIFFICULTIES
from solvers.star_battle import Puzzle, explain, hint, solve
from solvers.star_battle.explanation import why_unsolvable, wrong_marks
from solvers.star_battle.generator import generate
from solvers.star_battle.rules import RULES
from tests.solvers.boards import boards
from tests.solvers.star_battle.replay import replay

GRID = ("AAABB", "ACCBB", "ACDBB", "ACDDD", "CCEEE")
TABLES = tomllib.loads(Path(__file__).with_name("needed_rules.toml").read_text("utf-8"))
NEED = TABLES["need"]
"""Boards that the rules before this one don't solve."""
TWO_STARS = {"squeeze", "pair of lines", "contradiction by counting", "deeper contradiction"}


def is_sound(puzzle):
    """Replay the explanation of a puzzle, which has to end in its only solution; return it."""
    explanation = explain(puzzle)
    stars, crossed = replay(puzzle, explanation.steps)
    assert explanation.cells == solve(puzzle).cells == tuple(sorted(stars))
    walls = sum(row.count("#") for row in puzzle.grid)
    assert len(stars | crossed) + walls == puzzle.size**2
    assert explanation.difficulty in DIFFICULTIES
    return explanation


@pytest.mark.parametrize("rule", NEED)
def test_boards_are_explained_with_the_rules_they_need(rule):
    explanation = is_sound(Puzzle(tuple(NEED[rule].split()), 2 if rule in TWO_STARS else 1))
    used = {step.rule for step in explanation.steps}
    assert rule in used
    expected = DIFFICULTIES[max(known.level for known in RULES if known.name in used)]
    assert explanation.difficulty == expected


@settings(max_examples=8, deadline=None)
@given(st.sampled_from([(5, 1), (7, 1), (8, 2), (10, 2)]), st.integers(0, 10**6))
def test_every_step_follows_from_what_it_states(kind, seed):
    is_sound(generate(*kind, seed))


@settings(max_examples=25, deadline=None)
@given(boards(largest=7), st.randoms(use_true_random=False))
def test_random_boards_are_explained_or_refused(board, rng):
    """Boards with many solutions become puzzles by given stars of one of them."""
    plain = Puzzle(*board)
    cells = solve(plain, limit=1).cells
    puzzle = Puzzle(*board, given=frozenset(rng.sample(cells, len(cells) * 2 // 3)))
    found = solve(puzzle).solutions
    if found == 1:
        is_sound(puzzle)
    else:
        with pytest.raises(ManySolutions if found else NoSolution, match="solution"):
            explain(puzzle)


def test_a_hint_is_the_next_step_from_the_marks():
    steps = explain(Puzzle(GRID, 1)).steps
    assert hint(Puzzle(GRID, 1)) == steps[0]
    assert hint(Puzzle(GRID, 1, crossed=frozenset(steps[0].crossed))) == steps[1]


def test_a_board_without_regions_is_explained():
    is_sound(generate(6, 1, 3, shapeless=True))


def test_a_full_board_has_no_next_step():
    cells = frozenset(solve(Puzzle(GRID, 1)).cells)
    every = {(row, col) for row in range(5) for col in range(5)}
    full = Puzzle(GRID, 1, given=cells, crossed=frozenset(every - cells))
    assert explain(full).steps == ()
    with pytest.raises(NoSolution, match="every cell is already known"):
        hint(full)


def test_several_solutions_are_refused_with_two_differing_cells():
    with pytest.raises(
        ManySolutions, match=r"one has a star at row \d, column \d, another at row \d, column \d"
    ):
        explain(Puzzle((".....",) * 5, 1))


REASONS = tomllib.loads(Path(__file__).with_name("reasons.toml").read_text("utf-8"))["reasons"]


@pytest.mark.parametrize("reason", REASONS)
def test_the_plain_reason_why_there_is_no_solution(reason):
    told = REASONS[reason]
    marks = {kind: set(map(tuple, told.get(kind, ()))) for kind in ("given", "crossed")}
    puzzle = Puzzle(told["grid"].split(), told["stars"], **marks)
    assert why_unsolvable(puzzle) == reason
    for verb in (explain, hint):
        with pytest.raises(NoSolution, match=reason):
            verb(puzzle)


def test_only_the_marks_of_a_board_with_one_solution_can_be_wrong():
    right, wrong = solve(Puzzle(GRID, 1)).cells[0], (0, 2)
    assert wrong_marks(Puzzle(GRID, 1)) == {}
    expected = {right: "cross", wrong: "star"}
    assert wrong_marks(Puzzle(GRID, 1, given={right, wrong}, crossed={right})) == expected
    assert wrong_marks(Puzzle((".....",) * 5, 1, given={right, wrong})) == {}


def test_regions_in_too_few_lines_are_a_reason():
    grid = ("ABCDDD", "ABCDEE", "FFDDEE", "FFFFEE", "FFFFFE", "FFFFFF")
    reason = "regions A, B and C need 3 more stars and fit in rows 1 and 2, which need fewer"
    assert why_unsolvable(Puzzle(grid, 1)) == reason
    assert why_unsolvable(Puzzle(grid, 1, given={(5, 0)})) == f"{reason}, whatever the marks"


@settings(max_examples=30, deadline=None)
@given(boards(largest=7))
def test_every_board_without_a_solution_has_a_reason(board):
    puzzle = Puzzle(*board)
    assume(not solve(puzzle, limit=1).solutions)
    assert why_unsolvable(puzzle)


def test_a_reason_is_refused_if_there_is_a_solution():
    with pytest.raises(ValueError, match="has a solution"):
        why_unsolvable(Puzzle(GRID, 1))


def test_an_explanation_that_takes_too_long_says_so():
    with pytest.raises(SolveTimeout, match="not explained within 0 s"):
        explain(Puzzle(GRID, 1), timeout_s=0)
