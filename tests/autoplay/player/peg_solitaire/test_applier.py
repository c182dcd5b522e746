"""Jumps on simulated boards: whatever a page accepts and does, the end or an error comes."""

import pytest

from autoplay.errors import ClickNotConfirmed
from autoplay.games import GAMES
from autoplay.games.peg_solitaire.options import PegSolitaireOptions
from autoplay.games.peg_solitaire.player import make_jump
from autoplay.player.peg_solitaire.applier import PegSolitaireApplier, between
from autoplay.sites import PageResult
from solvers.cells import change_cells
from solvers.errors import BadNotation, NoSolution, SolveTimeout
from solvers.peg_solitaire import Puzzle, named_board
from tests.autoplay.player.simulated_boards import (
    SimulatedPegs,
    SimulatedSite,
    monitor_of,
    replace_board,
)

TRIANGLE = Puzzle(named_board("triangle5"), frozenset(range(1, 15))).grid
TRIANGLE_FULL = Puzzle(named_board("triangle5"), frozenset(range(15))).grid
ENGLISH_FULL = Puzzle(named_board("english"), frozenset(range(33))).grid


@pytest.fixture
def prepare(clock):
    """Return a function that makes a board of pegs."""
    return lambda grid, *given, **habits: SimulatedPegs(grid, clock, *given, **habits)


def play(board, end=None, result=None):
    """Play on a page that is solved once one peg is left, or as ``result`` says; return the result
    and the applier."""
    site = SimulatedSite(
        result or (lambda: PageResult("solved", "one left") if board.count_pegs() == 1 else None)
    )
    puzzle, jumps = GAMES["pegs"].player.solve_reading(board.reading, PegSolitaireOptions(end=end))
    applier = PegSolitaireApplier(board, monitor_of(board, site), puzzle, jumps)
    return applier.apply(), applier


def assert_told(player, board):
    """Check that the reported jumps lead from the reported board to the actual one."""
    puzzle = player.puzzle
    grid = puzzle.grid
    for first in [] if player.solution.first is None else [player.solution.first]:
        grid = change_cells(grid, {puzzle.board.sites[first]: "."})
    for jump in player.solution.jumps:
        grid = make_jump(puzzle.board, grid, jump)
    assert grid == board.state


@pytest.mark.parametrize(("grid", "habits"), [
    pytest.param(TRIANGLE, {}, id="clicks"),
    pytest.param(TRIANGLE, {"way": "drag"}, id="drag"),
    pytest.param(TRIANGLE, {"lifts": True}, id="lifted"),
    pytest.param(TRIANGLE, {"keeps": True}, id="kept"),
    pytest.param(TRIANGLE, {"at_once": True}, id="at-once"),
    pytest.param(TRIANGLE, {"lost": (1,)}, id="first-lost"),
    pytest.param(TRIANGLE, {"lost": range(2, 60, 3)}, id="third-lost"),
    pytest.param(TRIANGLE, {"lost": range(4, 60, 5), "lifts": True}, id="fifth-lost-lifted"),
    pytest.param(TRIANGLE, {"lost": range(3, 60, 4), "way": "drag"}, id="drags-lost"),
    pytest.param(TRIANGLE, {"meddles": 3}, id="meddles"),
    pytest.param(TRIANGLE, {"delay_s": 0.4}, id="late"),
    pytest.param(TRIANGLE, {"delay_s": 0.4, "way": "drag"}, id="late-drag"),
    pytest.param(TRIANGLE, {"moves_at": 3}, id="moved"),
    pytest.param(TRIANGLE_FULL, {}, id="full"),
    pytest.param(TRIANGLE_FULL, {"lost": (1,)}, id="full-lost"),
])  # fmt: skip
def test_the_board_is_brought_to_its_end(grid, habits, prepare):
    board = prepare(grid, **habits)
    verdict, player = play(board)
    assert verdict.result == "solved"
    assert_told(player, board)


def test_last_peg_ends_in_the_first_hole_by_default(prepare):
    assert play(prepare(TRIANGLE))[1].solution.jumps[-1][-1] == 0
    board = prepare(TRIANGLE)
    assert play(board, end=12)[1].solution.jumps[-1][-1] == 12
    assert board.state[4][4] == "o"
    board = prepare(("o..", "..."))
    assert (play(board)[0].result, board.screen.presses) == ("solved", 0)


@pytest.mark.parametrize(("grid", "end", "error", "said"), [
    (("o.o", "..."), None, NoSolution, "no jumps lead from these 2 pegs to one peg"),
    (TRIANGLE, 15, BadNotation, "no hole 15"),
    (("oo", "oo"), None, NoSolution, "whichever peg is taken off the full board first"),
])  # fmt: skip
def test_unsolvable_board_is_refused_before_the_first_press(grid, end, error, said, prepare):
    board = prepare(grid)
    with pytest.raises(error, match=said):
        play(board, end=end)
    assert board.screen.presses == 0


def test_what_time_does_not_allow_to_be_proved_is_not_said(monkeypatch, prepare):
    monkeypatch.setattr("autoplay.games.peg_solitaire.player.PLAYED_JUMPS_S", 0)
    monkeypatch.setattr("autoplay.games.peg_solitaire.player.FIRST_PEG_S", 0)
    with pytest.raises(SolveTimeout, match="no first peg to take off was found"):
        play(prepare(ENGLISH_FULL))


def test_a_page_that_takes_no_press_is_given_up(prepare):
    board = prepare(TRIANGLE, "keys")
    with pytest.raises(ClickNotConfirmed, match="no press moves a peg"):
        play(board)
    assert board.screen.presses <= 12
    with pytest.raises(ClickNotConfirmed, match="no press takes a peg off the full board, 3 press"):
        play(prepare(TRIANGLE_FULL, "keys"))
    # A board that may not be one of pegs is hardly pressed.
    board = prepare(TRIANGLE, "drag", is_certain=False)
    with pytest.raises(ClickNotConfirmed, match="no press moves a peg"):
        play(board)
    assert board.screen.presses == 2


def test_a_board_whose_first_peg_was_taken_off_is_one_of_pegs(prepare):
    board = prepare(TRIANGLE_FULL, is_certain=False)
    click = board.apply_press

    def take(cell, gesture):
        click(cell, gesture)
        board.way = "drag"

    board.apply_press = take
    assert play(board)[0].result == "solved"


def test_jumps_of_the_page_s_own_that_leave_no_way_are_told(prepare):
    board = prepare((".ooo", "oooo", "o..."), meddles=1)
    with pytest.raises(NoSolution) as caught:
        play(board)
    assert caught.value.message.startswith(
        "after 2 presses the board is not as planned: no jumps lead from these 6 pegs"
    )


def test_board_that_goes_before_the_last_jump_is_an_error(prepare, clock):
    with pytest.raises(ClickNotConfirmed, match="after 4 presses the board is gone or covered"):
        play(prepare(TRIANGLE, goes_at=4))
    board = prepare(TRIANGLE)

    def board_goes():
        if board.count_pegs() == 1:
            board.goes_at = 0

    clock.events.append(board_goes)
    verdict, player = play(board)
    assert verdict.result == "solved"
    assert_told(player, board)


def test_pegs_that_are_set_up_anew_after_the_end_are_the_page_s_word(prepare, clock):
    board = prepare(TRIANGLE)

    def next_level():
        if board.count_pegs() == 1 and clock() > board.screen.pressed_at + 1:
            replace_board(board, TRIANGLE_FULL)

    clock.events.append(next_level)
    verdict, player = play(board, result=lambda: None)
    assert (verdict.result, verdict.confirmed_by) == ("solved", "state")
    assert player.puzzle.grid == TRIANGLE


def test_jumps_between_two_positions_are_found():
    board = named_board("triangle5")
    after = make_jump(board, make_jump(board, TRIANGLE, (3, 1, 0)), (5, 4, 3))
    assert between(board, TRIANGLE, after) == ((3, 1, 0), (5, 4, 3))
    assert between(board, after, TRIANGLE) == ()
