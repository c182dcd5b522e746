from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from autoplay.practice.lamps import find_lamps, kind_of, lamps_fault, parse_presses
from autoplay.practice.options import RULES, LampOptions
from autoplay.practice.puzzles import NoPuzzle
from autoplay.practice.validate import BadAnswer
from solvers.lights_out import solve

OPTIONS = st.builds(
    LampOptions,
    rows=st.integers(2, 6),
    cols=st.integers(2, 6),
    rule=st.sampled_from(RULES),
    wrap=st.booleans(),
    states=st.integers(2, 5),
    target=st.sampled_from(["off", "on"]),
    holes=st.integers(0, 50),
)


def board_of(options, seed=7):
    return find_lamps(f"{kind_of(options).name}_{seed}")


def played(board, presses):
    """Return the states after these presses, by adding up their changes."""
    states = {(r, c): ".*234".index(board.puzzle.start[r][c]) for r, c in board.effects}
    for press in presses:
        for lamp, times in board.effects[press].items():
            states[lamp] = (states[lamp] + times) % board.puzzle.states
    return states


@given(OPTIONS, st.integers(0, 10**6))
def test_every_board_is_solvable_and_found_by_its_id(options, seed):
    try:
        board = board_of(options, seed)
    except NoPuzzle:
        reject()
    goal = board.puzzle.states - 1 if options.target == "on" else 0
    presses = solve(board.puzzle, timeout_s=1).presses
    assert lamps_fault(board, ())
    assert set(played(board, presses).values()) == {goal}
    assert lamps_fault(board, presses) == ""
    assert find_lamps.__wrapped__(board.id) == board or options.rule == "random"


def test_validation_names_the_first_wrong_lamp():
    board = board_of(LampOptions(size=3))
    first = next(cell for cell, state in sorted(played(board, ()).items()) if state)
    assert f"row {first[0] + 1}, column {first[1] + 1} " in lamps_fault(board, ())


def test_random_press_changes_its_lamp_and_some_others():
    effects = board_of(LampOptions(rule="random", size=6)).effects
    shapes = {frozenset((r - row, c - col) for r, c in reached) for (row, col), reached in effects.items()}
    assert all(cell in reached and 1 < len(reached) <= 5 for cell, reached in effects.items())
    assert len(shapes) > 10


@pytest.mark.parametrize("options", [LampOptions(none=True), LampOptions(none=True, size=7, rule="random")])
def test_a_board_without_a_solution_has_none(options):
    assert not solve(board_of(options).puzzle).solvable


def test_unsolvable_small_board_has_no_solution_at_all():
    board = board_of(LampOptions(none=True, size=2, rule="square"))
    choices = product(*(((), (cell,)) for cell in board.effects))
    assert all(lamps_fault(board, sum(chosen, ())) for chosen in choices)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (LampOptions(none=True, size=3), "always has a solution"),
        (LampOptions(rule="neighbours", size=1), "never changes by a press"),
    ],
)
def test_a_board_that_cannot_be_made_says_why(options, words):
    with pytest.raises(NoPuzzle, match=words):
        board_of(options)


@pytest.mark.parametrize(
    "puzzle_id",
    [
        *("", "practice-5x5-0", "5x5_plus_0_2_off_0_0_x", "5x5_plus_0_2_off_0_0_07", "5x5_star_0_2_off_0_0_1"),
        *("21x5_plus_0_2_off_0_0_1", "5x5_plus_0_9_off_0_0_1", "5x5_plus_0_2_up_0_0_1", "5x5_plus_2_2_off_0_0_1"),
    ],
)
def test_an_id_that_was_never_served_is_no_puzzle(puzzle_id):
    with pytest.raises(NoPuzzle):
        find_lamps(puzzle_id)


def test_presses_are_numbers_of_lamps_in_their_order():
    board = board_of(LampOptions(rows=2, cols=3))
    assert parse_presses("5 0 5", board) == ((1, 2), (0, 0), (1, 2))
    assert parse_presses("", board) == ()
    for text in ("6", "-1", "a", "1,2", "9" * 5000, "٣"):
        with pytest.raises(BadAnswer):
            parse_presses(text, board)
