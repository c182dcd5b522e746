"""Inference of rules from presses, on simulated boards: any rule that adds up is inferred, and the board solved."""

# ruff: noqa: ARG002, ARG005 (a simulated page has no use for many arguments)

from __future__ import annotations

import random
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autoplay.errors import ClickNotConfirmed
from autoplay.games import GAMES
from autoplay.games.lights_out.options import LightsOutOptions
from autoplay.games.lights_out.player import fill_lamps
from autoplay.player import stepwise_applier
from autoplay.player.lights_out.applier import LightsOutApplier
from autoplay.player.lights_out.rule_inference import RuleInference, moved
from autoplay.player.page_monitor import PageMonitor
from autoplay.player.play_request import PlayRequest
from autoplay.player.reaction_times import ReactionTimes
from autoplay.sites import PageResult
from solvers.errors import NoSolution
from solvers.lights_out import RULES, STATES, Lamps, Matrix, Rule
from vision import Reading

Cell = tuple[int, int]


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    for name in ("BOARD_SHOWS_S", "SETTLES_S"):
        monkeypatch.setattr(stepwise_applier, name, 0)


class SimulatedBoard:
    """Board of lamps that changes when pressed, and looks as ``colours`` say: look → L*a*b*."""

    def __init__(self, start: tuple[str, ...], rule: Any, states: int = 2, *, fault: Any = None) -> None:
        self.lit = "any"
        self.grid, self.rule, self.states, self.fault = start, rule, states, fault
        self.reactions = ReactionTimes()
        self.screen = SimpleNamespace(presses=0, pressed_at=0.0, page=SimpleNamespace(wait_for_timeout=lambda ms: None))
        looks = tuple((100.0 * state / 10, 0.0, 0.0) for state in range(10))
        edges = tuple(range(len(start[0]) + 1)), tuple(range(len(start) + 1))
        self.reading = Reading("lights-out", start, *edges, (0, 0, 1, 1), looks=looks)
        self.picture = None
        self.is_sure = True
        self.is_hasty = False
        self.seen: list[tuple[str, ...]] = []

    def is_certain_of_game(self) -> bool:
        return self.is_sure

    def is_unchanged(self, cell: Cell) -> bool:
        return True

    def shows(self, grid: tuple[str, ...]) -> bool:
        self.look()
        return self.reading.grid == grid

    def expect_changes(self, cells: Any) -> None:
        pass

    def press(self, cell: Cell, gesture: str) -> None:
        self.screen.presses += 1
        self.seen.append(self.grid)
        times = (self.fault(self.screen.presses, cell, gesture) or 0) if self.fault else 1
        for _ in range(times):
            self.grid = moved(self.grid, self.rule.effect(cell, Lamps(self.grid)), self.states)

    def look(self, *, learn: bool = False) -> None:
        edges = self.reading.xs, self.reading.ys
        self.reading = Reading("lights-out", self.grid, *edges, (0, 0, 1, 1), looks=self.reading.looks)


class Watched(nullcontext[None]):
    """Page that announces nothing but its result."""

    url = ""
    dialogs: tuple[str, ...] = ()

    def remember(self) -> None:
        pass

    def new_names_and_lines(self) -> tuple[dict[str, int], list[str]]:
        return {}, []


class SilentSite:
    """Page that says it is solved once the board is ``wanted``."""

    def __init__(self, board: SimulatedBoard, wanted: tuple[str, ...] | None) -> None:
        self.board, self.wanted = board, wanted

    def watch(self, page: Any) -> AbstractContextManager[Any]:
        return Watched()

    def consent(self, page: Any) -> bool:
        return False

    def before_press(self, page: Any, watch: Any) -> None:
        pass

    def new_result(self, page: Any, watch: Any) -> PageResult | None:
        return PageResult("solved", "you won") if self.board.grid == self.wanted else None

    def confirm(self, page: Any, watch: Any, *, is_certain: bool, seen: str) -> PageResult:
        return self.new_result(page, watch) or PageResult("unknown", seen)

    def new_text(self, watch: Any) -> list[str]:
        return []

    def spoken_result(self, page: Any, watch: Any) -> PageResult | None:
        return None

    def silent_result(self, watch: Any, seen: str, *, is_certain: bool) -> PageResult:
        return PageResult("unknown", seen)


def play(
    board: SimulatedBoard, wanted: tuple[str, ...] | None = None, target: Any = None
) -> tuple[PageResult, LightsOutApplier]:
    page: Any = SimpleNamespace(url="", wait_for_timeout=lambda ms: None)
    site: Any = SilentSite(board, wanted or fill_lamps(board.grid, 0))
    lamps, presses = GAMES["lights-out"].player.solve_reading(board.reading, LightsOutOptions(target=target))
    monitor = PageMonitor(page, site, PlayRequest("", Path(), patience_s=0))
    player = LightsOutApplier(board, monitor, lamps, presses)  # type: ignore[arg-type]
    return player.apply(), player


@st.composite
def matrices(draw: Any) -> tuple[tuple[str, ...], Matrix, int]:
    """Return a board that was pressed from all off, by a matrix of random effects."""
    rows, cols, states = draw(st.integers(1, 4)), draw(st.integers(2, 4)), draw(st.sampled_from([2, 2, 2, 3]))
    source = random.Random(draw(st.integers(0, 10**6)))
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    effects = {cell: {lamp: 1 for lamp in cells if lamp == cell or source.random() < 0.3} for cell in cells}
    board = ("." * cols,) * rows
    for cell in source.choices(cells, k=6):
        board = moved(board, effects[cell], states)
    return board, Matrix(effects), states


@settings(deadline=None, max_examples=60)
@given(matrices())
def test_any_matrix_is_learned_and_the_board_solved(made):
    start, rule, states = made
    if len({look for row in start for look in row}) < 2:
        return
    board = SimulatedBoard(start, rule, states)
    verdict, player = play(board, target="off")
    assert verdict.result == "solved"
    assert fill_lamps(start, 0) not in board.seen, "pressed on after all was as it should be"
    solved = SimulatedBoard(player.puzzle.grid, rule, states)
    for cell in player.solution.cells:
        solved.press(cell, "left")
    assert solved.grid == fill_lamps(start, 0)


@pytest.mark.parametrize("wrap", [False, True])
@pytest.mark.parametrize("name", RULES)
def test_shape_rule_is_found_without_pressing_all_lamps(name, wrap):
    rule = Rule(RULES[name], wrap)
    start = fill_lamps(("." * 7,) * 6, 0)
    for cell in ((0, 0), (2, 3), (5, 6), (3, 0), (4, 4), (1, 5), (2, 2), (5, 1)):
        start = moved(start, rule.effect(cell, Lamps(start)), 2)
    board = SimulatedBoard(start, rule)
    verdict, player = play(board)
    assert verdict.result == "solved"
    assert len(player.inference.tried) < 42
    assert player.puzzle.rule.startswith(name) or not wrap


def test_the_usual_rule_is_not_pressed_more_often_than_it_takes():
    start = fill_lamps(("." * 5,) * 5, 0)
    for cell in ((0, 0), (2, 3), (4, 4), (1, 3)):
        start = moved(start, Rule(RULES["plus"]).effect(cell, Lamps(start)), 2)
    board = SimulatedBoard(start, Rule(RULES["plus"]))
    verdict, player = play(board)
    assert (verdict.result, board.screen.presses, len(player.solution.cells)) == ("solved", 4, 4)
    assert (player.puzzle.rule, player.gesture) == ("plus", ("left",))


def started(presses: int = 6, size: int = 5, seed: int = 1) -> tuple[str, ...]:
    board, source = fill_lamps(("." * size,) * size, 0), random.Random(seed)
    for _ in range(presses):
        cell = source.randrange(size), source.randrange(size)
        board = moved(board, Rule(RULES["plus"]).effect(cell, Lamps(board)), 2)
    return board


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(lambda n, cell, gesture: n % 3 > 0, id="every third press is lost"),
        pytest.param(lambda n, cell, gesture: 1 + (n % 4 == 0), id="every fourth press counts twice"),
        pytest.param(lambda n, cell, gesture: gesture == "right", id="the right button"),
        pytest.param(lambda n, cell, gesture: gesture == "double", id="a double click"),
        pytest.param(lambda n, cell, gesture: n > 1, id="the first press is lost"),
    ],
)
def test_presses_that_are_lost_or_count_twice_are_repaired(fault):
    assert play(SimulatedBoard(started(), Rule(RULES["plus"]), fault=fault))[0].result == "solved"


def test_a_dead_lamp_is_done_without_where_that_is_possible():
    board = SimulatedBoard(started(8, 4, 3), Rule(RULES["plus"]), fault=lambda n, cell, gesture: cell != (1, 1))
    verdict, player = play(board)
    assert verdict.result == "solved"
    assert (1, 1) not in player.solution.cells


def test_lamps_that_never_change_are_no_board():
    board = SimulatedBoard(started(), Rule(RULES["plus"]), fault=lambda n, cell, gesture: 0)
    with pytest.raises(ClickNotConfirmed, match="no press changes a lamp"):
        play(board)
    assert board.screen.presses <= 6


def test_what_may_be_no_board_of_lamps_is_pressed_once():
    pressed = []
    board = SimulatedBoard(started(), Rule(RULES["plus"]), fault=lambda n, cell, gesture: pressed.append(gesture))
    board.is_sure = False
    with pytest.raises(ClickNotConfirmed, match=r"no press changes a lamp, 1 press made") as raised:
        play(board)
    assert pressed == ["left"]
    assert "--puzzle lights-out" in raised.value.hint


def test_a_page_is_heard_between_the_presses_of_a_batch(monkeypatch):
    board = SimulatedBoard(started(12, 7), Rule(RULES["plus"]))
    won = PageResult("solved", "you won")
    monkeypatch.setattr(SilentSite, "new_result", lambda site, page, watch: won if board.screen.presses >= 5 else None)
    verdict, _ = play(board)
    assert (verdict.result, board.screen.presses) == ("solved", 5)


def test_a_board_that_shuffles_at_each_press_is_given_up():
    class Shuffling(SimulatedBoard):
        def press(self, cell, gesture):
            super().press(cell, gesture)
            self.grid = started(9, 5, self.screen.presses)

    board = Shuffling(started(), Rule(RULES["plus"]))
    with pytest.raises(ClickNotConfirmed, match="as no press explains"):
        play(board)
    assert board.screen.presses < 40


def test_a_board_without_a_solution_is_left_as_it_was_found():
    start = ("*....", *("." * 5,) * 4)
    board = SimulatedBoard(start, Rule(RULES["plus"]))
    with pytest.raises(NoSolution, match=r"even number.*is as it was found") as raised:
        play(board, target="off")
    assert board.grid == start
    assert raised.value.exit_status == 4


def test_what_is_wanted_of_a_board_of_one_state_is_the_other_one():
    board = SimulatedBoard(fill_lamps(("." * 3,) * 3, 0), Rule(RULES["plus"]))
    verdict, player = play(board, wanted=fill_lamps(board.grid, 1))
    assert (verdict.result, player.puzzle.target) == ("solved", "on")


def test_nothing_is_pressed_where_all_is_as_it_is_wanted():
    board = SimulatedBoard(fill_lamps(("." * 3,) * 3, 0), Rule(RULES["plus"]))
    verdict, _ = play(board, wanted=("***",) * 3, target="off")
    assert (verdict.result, board.screen.presses) == ("unknown", 0)
    assert "all lamps are off already" in verdict.message


def test_a_target_of_one_s_own_is_reached():
    board = SimulatedBoard(started(), Rule(RULES["plus"]))
    target = started(5, seed=7)
    assert play(board, wanted=target, target=target)[0].result == "solved"


def test_a_lesson_knows_no_board_with_a_look_that_has_no_order():
    lesson = RuleInference(("..", ".*"))
    assert lesson.knows((".*", "**"))
    assert not lesson.knows((".2", "**"))
    lesson.set_order([STATES[1], STATES[2], STATES[0]], STATES[0])
    assert lesson.order == (STATES[0], STATES[1], STATES[2])
