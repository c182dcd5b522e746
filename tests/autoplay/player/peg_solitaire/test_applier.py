"""Jumps on simulated pages: whatever gestures they accept and whatever they do by themselves, the board reaches its
end, or an error names the page."""

# ruff: noqa: ARG002, ARG005 (a simulated page has no use for many arguments)

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from autoplay.errors import ClickNotConfirmed
from autoplay.games import GAMES
from autoplay.games.peg_solitaire.options import PegSolitaireOptions
from autoplay.games.peg_solitaire.player import change_sites, make_jump
from autoplay.player import stepwise_applier
from autoplay.player.page_monitor import PageMonitor
from autoplay.player.peg_solitaire.applier import PegSolitaireApplier, between
from autoplay.player.play_request import PlayRequest
from autoplay.player.reaction_times import ReactionTimes
from autoplay.sites import PageResult
from solvers.errors import BadNotation, NoSolution, SolveTimeout
from solvers.peg_solitaire import Board, Puzzle, named_board
from vision import Reading
from vision.errors import BoardNotFound

Cell = tuple[int, int]
TRIANGLE = Puzzle(named_board("triangle5"), frozenset(range(1, 15))).grid
TRIANGLE_FULL = Puzzle(named_board("triangle5"), frozenset(range(15))).grid


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    for name in ("BOARD_SHOWS_S", "SETTLES_S", "COVERED_S"):
        monkeypatch.setattr(stepwise_applier, name, 0)


def reading_of(grid: tuple[str, ...]) -> Reading:
    edges = tuple(range(len(grid[0]) + 1)), tuple(range(len(grid) + 1))
    return Reading("pegs", grid, *edges, (0, 0, 1, 1))


class SimulatedBoard:
    """Board of pegs: ``way`` is how its pegs are moved; presses with the numbers in ``lost`` have no effect.

    ``lifts`` a chosen peg, ``keeps`` a peg chosen that has jumped, ``at_once`` makes a jump that is the only one of a
    peg as soon as that is clicked, ``meddles`` once more after the jump of this number.
    """

    def __init__(self, grid: tuple[str, ...], way: str = "clicks", *, lost: Any = (), **habits: Any) -> None:
        self.grid, self.way, self.lost = grid, way, lost
        self.lifts, self.keeps, self.at_once = (habits.get(name, False) for name in ("lifts", "keeps", "at_once"))
        self.meddles: int | None = habits.get("meddles")
        self.start, self.chosen, self.jumps = grid, None, 0
        self.sites = Board(solve_sites(grid), "triangular" if grid in (TRIANGLE, TRIANGLE_FULL) else "square")
        self.reactions = ReactionTimes()
        self.screen = SimpleNamespace(presses=0, pressed_at=0.0, page=SimpleNamespace(wait_for_timeout=lambda ms: None))
        self.reading, self.lit = reading_of(grid), "any"
        self.picture = np.zeros((1, 1, 3), np.uint8)

    def is_certain_of_game(self) -> bool:
        return True

    def is_unchanged(self, cell: Cell) -> bool:
        return True

    def is_disturbed(self, cell: Cell) -> bool:
        return False

    def cell_image(self, cell: Cell) -> Any:
        return np.full((1, 1, 3), 200 * (cell == self.chosen), np.uint8)

    def look(self, *, pressed: Cell | None = None, learn: bool = False, timeout_s: float = 0) -> None:
        shown = change_sites(self.grid, {self.chosen: "."}) if self.lifts and self.chosen else self.grid
        self.reading = replace(self.reading, grid=shown)

    def shows(self, grid: tuple[str, ...]) -> bool:
        self.look()
        return self.reading.grid == grid

    def press(self, cell: Cell, gesture: str) -> None:
        if not self._is_lost() and self.way == "clicks" and gesture == "left":
            self._click(cell)

    def drag(self, cell: Cell, to: Cell) -> None:
        if not self._is_lost() and self.way == "drag":
            self._jump(cell, to)

    def _is_lost(self) -> bool:
        self.screen.presses += 1
        return self.screen.presses in self.lost

    def _click(self, cell: Cell) -> None:
        if not any("." in row for row in self.grid):
            self.grid = change_sites(self.grid, {cell: "."})
        elif self.grid[cell[0]][cell[1]] == "o":
            self.chosen = None if cell == self.chosen else cell
            ends = [to for to in self.sites.sites if self._over(cell, to) is not None]
            if self.at_once and len(ends) == 1:
                self._jump(cell, ends[0])
        elif self.chosen and self._jump(self.chosen, cell):
            self.chosen = cell if self.keeps else None

    def _over(self, peg: Cell, to: Cell) -> Any:
        start, end = self.sites.numbers[peg], self.sites.numbers[to]
        for jump in self.sites.jumps:
            over = self.sites.sites[jump[1]]
            if (jump[0], jump[2]) == (start, end) and self.grid[over[0]][over[1]] == "o" != self.grid[to[0]][to[1]]:
                return jump
        return None

    def _jump(self, peg: Cell, to: Cell) -> bool:
        jump = self._over(peg, to)
        if jump is None:
            return False
        self.grid, self.chosen, self.jumps = make_jump(self.sites, self.grid, jump), None, self.jumps + 1
        if self.jumps == self.meddles:
            more = [(one, two) for one in self.sites.sites for two in self.sites.sites if self._can(one, two)]
            if more:
                self._jump(*more[0])
        return True

    def _can(self, peg: Cell, to: Cell) -> bool:
        return self.grid[peg[0]][peg[1]] == "o" and self._over(peg, to) is not None


def solve_sites(grid: tuple[str, ...]) -> tuple[Cell, ...]:
    return tuple((row, col) for row, line in enumerate(grid) for col, look in enumerate(line) if look != " ")


class Watched(nullcontext[None]):
    """Page that announces nothing but its result."""

    url = ""
    dialogs: tuple[str, ...] = ()


class Site:
    """Page that says it is solved once one peg is left."""

    def __init__(self, board: SimulatedBoard) -> None:
        self.board = board

    def watch(self, page: Any) -> AbstractContextManager[Any]:
        return Watched()

    def consent(self, page: Any) -> bool:
        return False

    def before_press(self, page: Any, watch: Any) -> None:
        pass

    def new_result(self, page: Any, watch: Any) -> PageResult | None:
        return PageResult("solved", "one left") if sum(row.count("o") for row in self.board.grid) == 1 else None

    def confirm(self, page: Any, watch: Any, *, is_certain: bool, seen: str) -> PageResult:
        return self.new_result(page, watch) or PageResult("unknown", seen)

    def spoken_result(self, page: Any, watch: Any) -> PageResult | None:
        return None

    def silent_result(self, watch: Any, seen: str, *, is_certain: bool) -> PageResult:
        return PageResult("unknown", seen)


def play(board: SimulatedBoard, end: Any = None) -> tuple[PageResult, PegSolitaireApplier]:
    page: Any = SimpleNamespace(url="", wait_for_timeout=lambda ms: None)
    site: Any = Site(board)
    monitor = PageMonitor(page, site, PlayRequest("", Path(), patience_s=0))
    options = PegSolitaireOptions(end=end)
    player = PegSolitaireApplier(board, monitor, *GAMES["pegs"].player.solve_reading(board.reading, options))
    return player.apply(), player


def assert_told(player: PegSolitaireApplier, board: SimulatedBoard) -> None:
    """Check that the reported jumps lead from the reported board to the actual one."""
    puzzle = player.puzzle
    grid = puzzle.grid
    for first in [] if player.solution.first is None else [player.solution.first]:
        grid = change_sites(grid, {puzzle.board.sites[first]: "."})
    for jump in player.solution.jumps:
        grid = make_jump(puzzle.board, grid, jump)
    assert grid == board.grid


@pytest.mark.parametrize(
    ("grid", "habits"),
    [
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
        pytest.param(TRIANGLE_FULL, {}, id="full"),
        pytest.param(TRIANGLE_FULL, {"lost": (1,)}, id="full-lost"),
    ],
)
def test_the_board_is_brought_to_its_end(grid, habits):
    board = SimulatedBoard(grid, **habits)
    verdict, player = play(board)
    assert verdict.result == "solved"
    assert_told(player, board)


ENGLISH_FULL = Puzzle(named_board("english"), frozenset(range(33))).grid


def test_last_peg_ends_in_the_first_hole_by_default():
    assert play(SimulatedBoard(TRIANGLE))[1].solution.jumps[-1][-1] == 0
    board = SimulatedBoard(TRIANGLE)
    assert play(board, end=12)[1].solution.jumps[-1][-1] == 12
    assert board.grid[4][4] == "o"


def test_unsolvable_board_is_refused_before_the_first_press():
    board = SimulatedBoard(("o.o", "..."))
    with pytest.raises(NoSolution, match="no jumps lead from these 2 pegs to one peg"):
        play(board)
    assert board.screen.presses == 0


def test_a_hole_that_is_not_there_is_no_end():
    with pytest.raises(BadNotation, match="no hole 15"):
        play(SimulatedBoard(TRIANGLE), end=15)


def test_full_board_without_a_first_move_is_proved():
    with pytest.raises(NoSolution, match="whichever peg is taken off the full board first"):
        play(SimulatedBoard(("oo", "oo")))


def test_what_time_does_not_allow_to_be_proved_is_not_said(monkeypatch):
    monkeypatch.setattr("autoplay.games.peg_solitaire.player.PLAYED_JUMPS_S", 0)
    monkeypatch.setattr("autoplay.games.peg_solitaire.player.FIRST_PEG_S", 0)
    with pytest.raises(SolveTimeout, match="no first peg to take off was found"):
        play(SimulatedBoard(ENGLISH_FULL))


def test_a_page_that_takes_no_press_is_given_up():
    board = SimulatedBoard(TRIANGLE, "keys")
    with pytest.raises(ClickNotConfirmed, match="no press moves a peg"):
        play(board)
    assert board.screen.presses <= 12
    with pytest.raises(ClickNotConfirmed, match="no press takes a peg off the full board, 3 presses were made"):
        play(SimulatedBoard(TRIANGLE_FULL, "keys"))


def test_what_may_be_no_board_of_pegs_is_hardly_pressed(monkeypatch):
    board = SimulatedBoard(TRIANGLE, "drag")
    monkeypatch.setattr(board, "is_certain_of_game", lambda: False)
    with pytest.raises(ClickNotConfirmed, match="no press moves a peg"):
        play(board)
    assert board.screen.presses == 2


def test_a_board_whose_first_peg_was_taken_off_is_one_of_pegs(monkeypatch):
    board = SimulatedBoard(TRIANGLE_FULL)
    monkeypatch.setattr(board, "is_certain_of_game", lambda: False)
    click = board._click

    def take(cell):
        click(cell)
        board.way = "drag"

    monkeypatch.setattr(board, "_click", take)
    assert play(board)[0].result == "solved"


def test_jumps_of_the_page_s_own_that_leave_no_way_are_told():
    board = SimulatedBoard((".ooo", "oooo", "o..."), meddles=1)
    with pytest.raises(NoSolution) as caught:
        play(board)
    assert caught.value.message.startswith(
        "after 2 presses the board is not as planned: no jumps lead from these 6 pegs"
    )


def test_a_board_that_goes_away_with_the_last_jump_is_heard_of(monkeypatch):
    board = SimulatedBoard(TRIANGLE)

    def look(**how: Any) -> None:
        if sum(row.count("o") for row in board.grid) == 1:
            raise BoardNotFound("nothing there")
        SimulatedBoard.look(board, **how)

    monkeypatch.setattr(board, "look", look)
    verdict, player = play(board)
    assert verdict.result == "solved"
    assert_told(player, board)


def test_nothing_is_pressed_where_one_peg_is_left():
    board = SimulatedBoard(("o..", "..."))
    assert play(board)[0].result == "solved"
    assert board.screen.presses == 0


def test_jumps_between_two_positions_are_found():
    board = named_board("triangle5")
    after = make_jump(board, make_jump(board, TRIANGLE, (3, 1, 0)), (5, 4, 3))
    assert between(board, TRIANGLE, after) == ((3, 1, 0), (5, 4, 3))
    assert between(board, after, TRIANGLE) == ()
