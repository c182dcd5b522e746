"""Boards of lamps and of pegs: made from a seed, found again by their id, and their answers."""

from itertools import product

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from autoplay.practice import lights_out as lamps
from autoplay.practice import peg_solitaire as pegs
from autoplay.practice.lights_out import describe_lamp_fault, find_lamps
from autoplay.practice.options import RULES, LampOptions, PegOptions
from autoplay.practice.peg_solitaire import describe_jump_fault, find_first_steps, find_pegs
from autoplay.practice.puzzles import NoPuzzle
from solvers import lights_out, peg_solitaire

LAMPS = st.builds(
    LampOptions,
    rows=st.integers(2, 5),
    cols=st.integers(2, 5),
    rule=st.sampled_from(RULES),
    wrap=st.booleans(),
    states=st.integers(2, 5),
    target=st.sampled_from(["off", "on"]),
    holes=st.integers(0, 50),
    seed=st.integers(0, 10**6),
)
PEGS = st.builds(
    PegOptions,
    board=st.sampled_from(["triangle4", "triangle5", "triangle6", "english", "european"]),
    pegs=st.integers(2, 10),
    end=st.sampled_from(["any", "4", "9"]),
    seed=st.integers(0, 10**6),
)
LAMP_IDS = ["", "practice-5x5-0", "5x5_plus_0_2_off_0_0_x", "5x5_plus_0_2_off_0_0_07"]
LAMP_IDS += ["21x5_plus_0_2_off_0_0_1", "5x5_star_0_2_off_0_0_1", "5x5_plus_0_2_up_0_0_1"]
PEG_IDS = ["triangle5_usual_any_0_0_0_x", "triangle5_usual_any_0_0_0_07", "triangle5_0_any_0_0_0"]
PEG_IDS += ["triangle9_0_any_0_0_0_1", "triangle5_99_any_0_0_0_1", "triangle5_20_any_0_0_0_1"]


def lamps_of(seed=7, **options):
    return find_lamps(f"{lamps.name_series(LampOptions(**options))}_{seed}")


def pegs_of(seed=7, **options):
    return find_pegs(f"{pegs.name_series(PegOptions(**options))}_{seed}")


def states_after(board, presses):
    """Return the states after these presses, by adding up their changes."""
    states = {(r, c): ".*234".index(board.puzzle.start[r][c]) for r, c in board.effects}
    for press in presses:
        for lamp, times in board.effects[press].items():
            states[lamp] = (states[lamp] + times) % board.puzzle.states
    return states


@settings(max_examples=20)
@given(LAMPS)
def test_lamps_are_solvable_and_found_by_their_id(options):
    try:
        board = find_lamps(f"{lamps.name_series(options)}_{options.seed}")
    except NoPuzzle:
        reject()
    goal = board.puzzle.states - 1 if options.target == "on" else 0
    presses = lights_out.solve(board.puzzle, timeout_s=1).presses
    states = sorted(states_after(board, ()).items())
    row, col = next(cell for cell, state in states if state != goal)
    assert f"row {row + 1}, column {col + 1} " in describe_lamp_fault(board, ())
    assert set(states_after(board, presses).values()) == {goal}
    assert describe_lamp_fault(board, presses) == ""
    assert find_lamps.__wrapped__(board.id) == board or options.rule == "random"


@settings(max_examples=20)
@given(PEGS)
def test_pegs_are_as_many_as_asked_solvable_and_found_by_their_id(options):
    try:
        board = find_pegs(f"{pegs.name_series(options)}_{options.seed}")
    except NoPuzzle:
        reject()
    assert len(board.start) == options.pegs
    assert describe_jump_fault(board, ()) == f"{options.pegs} pegs are left"
    jumps = peg_solitaire.solve(board.puzzle, timeout_s=5).jumps
    assert describe_jump_fault(board, jumps) == ""
    assert describe_jump_fault(board, jumps[:-1]) == "2 pegs are left"
    assert find_pegs.__wrapped__(board.id) == board


def test_boards_without_a_solution_have_none():
    assert not lights_out.solve(lamps_of(none=True, size=7, rule="random").puzzle).solvable
    board = lamps_of(none=True, size=2, rule="square")
    choices = product(*(((), (cell,)) for cell in board.effects))
    assert all(describe_lamp_fault(board, sum(chosen, ())) for chosen in choices)
    for count, found in ((0, 7), (5, 5)):
        board = pegs_of(none=True, pegs=count)
        assert (len(board.start), peg_solitaire.solve(board.puzzle).solvable) == (found, False)
    with pytest.raises(NoPuzzle, match="never changes by a press"):
        lamps_of(rule="neighbours", size=1)


def test_an_id_that_was_never_served_is_no_puzzle():
    for puzzle_id in [*LAMP_IDS, *PEG_IDS]:
        for find in (find_lamps, find_pegs):
            with pytest.raises(NoPuzzle):
                find(puzzle_id)


def test_the_judge_of_jumps_says_what_is_wrong():
    board = pegs_of(board="triangle5", hole=0, end="12")
    assert describe_jump_fault(board, ((3, 1, 0), (3, 1, 0))) == "step 2, 3-1-0, can't be made"
    assert describe_jump_fault(board, ((3, 1, 4),)) == "step 1, 3-1-4, can't be made"
    assert describe_jump_fault(board, ((0,),)) == "step 1, 0, can't be made"
    elsewhere = peg_solitaire.solve(pegs_of(board="triangle5", hole=0, end="0").puzzle).jumps
    assert describe_jump_fault(board, elsewhere) == "the last peg is in hole 0, not in 12"
    full = pegs_of(choose=True)
    jumps = peg_solitaire.solve(full.puzzle).jumps
    assert find_first_steps(full) == ((0,),)
    assert describe_jump_fault(full, ((0,), *jumps)) == ""
    assert describe_jump_fault(full, ((0,), (1,), *jumps)) == "step 2, 1, can't be made"
