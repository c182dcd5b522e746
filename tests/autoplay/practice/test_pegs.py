from __future__ import annotations

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from autoplay.practice.options import PegOptions
from autoplay.practice.pegs import find_pegs, first_steps, kind_of, parse_steps, pegs_fault
from autoplay.practice.puzzles import NoPuzzle
from autoplay.practice.validate import BadAnswer
from solvers.peg_solitaire import BOARDS, solve

SMALL = st.sampled_from(["triangle4", "triangle5", "triangle6", "english", "european"])
OPTIONS = st.builds(PegOptions, board=SMALL, pegs=st.integers(2, 10), end=st.sampled_from(["any", "4", "9"]))


def board_of(seed=7, **options):
    return find_pegs(f"{kind_of(PegOptions(**options)).name}_{seed}")


@given(OPTIONS, st.integers(0, 10**6))
def test_random_pegs_have_the_number_and_a_solution(options, seed):
    try:
        board = kind_of(options).make(seed)
    except NoPuzzle:
        reject()
    assert len(board.start) == options.pegs
    assert pegs_fault(board, ()) == f"{options.pegs} pegs are left"
    jumps = solve(board.puzzle, timeout_s=5).jumps
    assert pegs_fault(board, jumps) == ""
    assert pegs_fault(board, jumps[:-1]) == "2 pegs are left"
    assert find_pegs.__wrapped__(board.id) == board


@pytest.mark.parametrize("name", BOARDS)
def test_a_full_board_has_one_hole_or_none(name):
    board = board_of(board=name)
    assert len(board.start) == len(board.board.sites) - 1
    assert len(board_of(board=name, choose=True).start) == len(board.board.sites)
    assert set(range(len(board.board.sites))) - board_of(board=name, hole=3).start == {3}


def test_pegs_without_a_solution_have_none():
    boards = [board_of(seed, none=True, pegs=pegs) for seed in range(3) for pegs in (0, 5)]
    assert all(not solve(board.puzzle).solvable for board in boards)
    assert {len(board.start) for board in boards} == {7, 5}


def test_the_judge_says_what_is_wrong():
    board = board_of(board="triangle5", hole=0, end="12")
    assert pegs_fault(board, ((3, 1, 0), (3, 1, 0))) == "step 2, 3-1-0, can't be made"
    assert pegs_fault(board, ((3, 1, 4),)) == "step 1, 3-1-4, can't be made"
    assert pegs_fault(board, ((0,),)) == "step 1, 0, can't be made"
    assert pegs_fault(board, ((3, 1, 0),)) == "13 pegs are left"
    anywhere = solve(board_of(board="triangle5", hole=0, end="0").puzzle).jumps
    assert pegs_fault(board, anywhere) == "the last peg is in hole 0, not in 12"


def test_the_first_peg_is_taken_from_a_full_board_and_only_there():
    board = board_of(choose=True)
    jumps = solve(board.puzzle).jumps
    assert first_steps(board) == ((0,),)
    assert pegs_fault(board, ((0,), *jumps)) == ""
    assert pegs_fault(board, ((0,), (1,), *jumps)) == "step 2, 1, can't be made"


@pytest.mark.parametrize(
    "puzzle_id",
    [
        *("", "5x5_plus_0_2_off_0_0_1", "triangle5_usual_any_0_0_0_x", "triangle5_usual_any_0_0_0_07"),
        *("triangle5_0_any_0_0_0", "triangle9_0_any_0_0_0_1", "triangle5_99_any_0_0_0_1", "triangle5_20_any_0_0_0_1"),
    ],
)
def test_an_id_that_was_never_served_is_no_puzzle(puzzle_id):
    with pytest.raises(NoPuzzle):
        find_pegs(puzzle_id)


def test_steps_are_numbers_of_holes_in_their_order():
    board = board_of(board="triangle5")
    assert parse_steps("0 3-1-0  5-2-14", board) == ((0,), (3, 1, 0), (5, 2, 14))
    assert parse_steps("", board) == ()
    for text in ("15", "3-1", "3-1-0-4", "-1", "a", "3,1,0", "9" * 5000, "٣"):
        with pytest.raises(BadAnswer):
            parse_steps(text, board)
