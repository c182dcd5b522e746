"""Lamps on simulated boards: any rule that adds up is inferred, or an error names the page."""

# ruff: noqa: ARG005 (a page has no use for all that is known of a press)

import random
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from autoplay.errors import ClickNotConfirmed
from autoplay.games import GAMES
from autoplay.games.lights_out.options import LightsOutOptions
from autoplay.player.lights_out.applier import LightsOutApplier
from autoplay.player.lights_out.rule_inference import moved
from autoplay.player.page_monitor import BOXED
from autoplay.sites import PageResult
from solvers.lights_out import RULES, Lamps, Matrix, Rule
from solvers.lights_out.model import fill_lamps
from tests.autoplay.player.simulated_boards import (
    SimulatedLamps,
    SimulatedSite,
    SimulatedWatch,
    monitor_of,
    replace_board,
)

PLUS = Rule(RULES["plus"])
WON = PageResult("solved", "you won")


def play(board, wanted=None, target=None, result=None, removes=False, words=None, stated=None):
    """Play until the board is ``wanted``, or what ``result`` says; return result and applier.

    A person gave the ``target``, or the page ``stated`` it; the page shows what ``words`` returns.
    """
    wanted = wanted or fill_lamps(board.state, 0)
    site = SimulatedSite(result or (lambda: WON if board.state == wanted else None))
    site.removes = removes
    site.new_text = lambda watch: words() if words else []
    lamps, presses = GAMES["lights-out"].player.solve_reading(
        board.reading, LightsOutOptions(target=target or stated)
    )
    options = {"lights-out": LightsOutOptions(target=target)}
    monitor = monitor_of(board, site, options=options)
    applier = LightsOutApplier(board, monitor, lamps, presses)
    return applier.apply(), applier


def pressed_from_off(cells, rule=PLUS, rows=5, cols=5, states=2):
    """Return the board that these presses make of one that is all off."""
    board = ("." * cols,) * rows
    for cell in cells:
        board = moved(board, rule.effect(cell, Lamps(board)), states)
    return board


def started(presses=6, size=5, seed=1):
    source = random.Random(seed)
    cells = [(source.randrange(size), source.randrange(size)) for _ in range(presses)]
    return pressed_from_off(cells, rows=size, cols=size)


@st.composite
def matrices(draw):
    """Return a board that was pressed from all off, by a matrix of random effects."""
    rows = draw(st.integers(1, 4))
    cols = draw(st.integers(2, 4))
    states = draw(st.sampled_from([2, 2, 2, 3]))
    source = random.Random(draw(st.integers(0, 10**6)))
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    effects = {
        cell: {lamp: 1 for lamp in cells if lamp == cell or source.random() < 0.3} for cell in cells
    }
    rule = Matrix(effects)
    return pressed_from_off(source.choices(cells, k=6), rule, rows, cols, states), rule, states


@settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(made=matrices())
def test_any_matrix_is_learned_and_the_board_solved(made, clock):
    start, rule, states = made
    if len({look for row in start for look in row}) < 2:
        return
    clock.now = 0.0
    board = SimulatedLamps(start, clock, rule, states)
    verdict, applier = play(board, target="off")
    assert verdict.result == "solved"
    assert fill_lamps(start, 0) not in board.states, "pressed on after all was as it should be"
    lamps = applier.puzzle.grid
    for cell in applier.solution.cells:
        lamps = moved(lamps, rule.effect(cell, Lamps(lamps)), states)
    assert lamps == fill_lamps(start, 0)


@pytest.mark.parametrize("wrap", [False, True])
@pytest.mark.parametrize("name", RULES)
def test_shape_rule_is_found_without_pressing_all_lamps(name, wrap, clock):
    rule = Rule(RULES[name], wrap)
    cells = ((0, 0), (2, 3), (5, 6), (3, 0), (4, 4), (1, 5), (2, 2), (5, 1))
    verdict, applier = play(SimulatedLamps(pressed_from_off(cells, rule, 6, 7), clock, rule))
    assert verdict.result == "solved"
    assert len(applier.inference.tried) < 42
    assert applier.puzzle.rule.startswith(name) or not wrap


def test_the_usual_rule_is_not_pressed_more_often_than_it_takes(clock):
    board = SimulatedLamps(pressed_from_off([(0, 0), (2, 3), (4, 4), (1, 3)]), clock, PLUS)
    verdict, applier = play(board)
    assert (verdict.result, board.screen.presses, len(applier.solution.cells)) == ("solved", 4, 4)
    assert (applier.puzzle.rule, applier.gesture) == ("plus", ("left",))


@pytest.mark.parametrize("times", [
    pytest.param(lambda n, cell, gesture: n % 3 > 0, id="every third press is lost"),
    pytest.param(lambda n, cell, gesture: 1 + (n % 4 == 0), id="every fourth press counts twice"),
    pytest.param(lambda n, cell, gesture: gesture == "right", id="the right button"),
    pytest.param(lambda n, cell, gesture: gesture == "double", id="a double click"),
    pytest.param(lambda n, cell, gesture: n > 1, id="the first press is lost"),
])  # fmt: skip
def test_presses_that_are_lost_or_count_twice_are_repaired(times, clock):
    assert play(SimulatedLamps(started(), clock, PLUS, times=times))[0].result == "solved"


@pytest.mark.parametrize("delay_s", [0.1, 0.8, 1.5])
def test_lamps_that_change_late_are_waited_for(delay_s, clock):
    board = SimulatedLamps(started(), clock, PLUS, delay_s=delay_s)
    assert play(board)[0].result == "solved"
    assert board.screen.presses <= 6


def test_lamps_that_change_row_by_row_are_waited_for(clock):
    board = SimulatedLamps(started(), clock, PLUS, delay_s=0.1)
    show = board.show

    def show_bit_by_bit():
        final, before = board.state, board._shown[-1][1]
        for row in range(len(final)):
            board.state = final[: row + 1] + before[row + 1 :]
            board.delay_s = 0.1 * (row + 1)
            show()

    board.show = show_bit_by_bit
    assert play(board)[0].result == "solved"
    assert board.screen.presses <= 6


def test_board_that_moves_is_found_again_and_one_that_goes_is_an_error(clock):
    board = SimulatedLamps(started(), clock, PLUS, moves_at=2)
    assert (play(board)[0].result, board.times_found) == ("solved", 1)
    with pytest.raises(ClickNotConfirmed, match="after 2 presses the board is gone or covered"):
        play(SimulatedLamps(started(), clock, PLUS, goes_at=2))
    cells = [(0, 0), (2, 3), (4, 4), (1, 3)]
    board = SimulatedLamps(pressed_from_off(cells), clock, PLUS, goes_at=4)
    assert play(board)[0] == WON


def test_a_dead_lamp_is_done_without_where_that_is_possible(clock):
    board = SimulatedLamps(
        started(8, 4, 3), clock, PLUS, times=lambda n, cell, gesture: cell != (1, 1)
    )
    verdict, applier = play(board)
    assert verdict.result == "solved"
    assert (1, 1) not in applier.solution.cells


@pytest.mark.parametrize(("is_certain", "most"), [(True, 6), (False, 1)])
def test_lamps_that_never_change_are_no_board(is_certain, most, clock):
    board = SimulatedLamps(started(), clock, PLUS, times=lambda *_: 0, is_certain=is_certain)
    with pytest.raises(ClickNotConfirmed, match="no press changes a lamp") as raised:
        play(board)
    assert board.screen.presses <= most
    assert "--puzzle lights-out" in raised.value.hint


def test_what_may_be_no_board_of_lamps_needs_a_usual_rule_and_lamps_that_live(clock):
    cells = list(product(range(5), repeat=2))
    source = random.Random(1)
    effects = {cell: dict.fromkeys([cell, *source.choices(cells, k=4)], 1) for cell in cells}
    board = SimulatedLamps(started(), clock, Matrix(effects), is_certain=False)
    with pytest.raises(ClickNotConfirmed, match="as no press explains"):
        play(board)
    assert board.screen.presses <= 9
    board = SimulatedLamps(started(6, 8), clock, PLUS, times=lambda n, *_: n < 2, is_certain=False)
    with pytest.raises(ClickNotConfirmed, match="most presses change no lamp"):
        play(board)
    assert board.screen.presses <= 12


def test_lamps_that_change_alone_are_played_by_request_only(clock):
    alone = Rule(frozenset({(0, 0)}))
    board = SimulatedLamps(started(), clock, alone)
    with pytest.raises(ClickNotConfirmed, match="nothing but its own lamp"):
        play(board)
    assert (board.screen.presses <= 8, board.state) == (True, started())
    assert play(SimulatedLamps(started(), clock, alone), target="off")[0].result == "solved"


def test_a_page_is_heard_between_the_presses_of_a_batch(clock):
    board = SimulatedLamps(started(12, 7), clock, PLUS)
    verdict, _ = play(board, result=lambda: WON if board.screen.presses >= 5 else None)
    assert (verdict.result, board.screen.presses) == ("solved", 5)


def test_a_board_that_shuffles_at_each_press_is_given_up(clock):
    board = SimulatedLamps(started(), clock, PLUS)
    board.apply_press = lambda cell, gesture: replace_board(
        board, started(9, 5, board.screen.presses)
    )
    with pytest.raises(ClickNotConfirmed, match="as no press explains"):
        play(board)
    assert board.screen.presses < 40


def test_another_board_after_the_last_press_is_the_page_s_word(clock):
    for dealt, result in ((started(9, 5, 3), "solved"), (started(), "unknown")):
        board = SimulatedLamps(started(), clock, PLUS)

        def press(cell, gesture, board=board, dealt=dealt, press=board.apply_press):
            press(cell, gesture)
            if board.state == fill_lamps(board.state, 0):
                replace_board(board, dealt)

        board.apply_press = press
        verdict, _ = play(board, target="off")
        assert (verdict.result, verdict.confirmed_by) == (
            result,
            "state" if result == "solved" else "",
        )
        assert board.screen.presses < 30


@pytest.mark.parametrize(("has_way_on", "result"), [(True, "played"), (False, "unknown")])
def test_a_board_below_a_box_that_the_last_press_brings_up_is_no_new_one(
    has_way_on, result, clock, monkeypatch
):
    def dim(cell, gesture):
        press(cell, gesture)
        if board.state == fill_lamps(board.state, 0):
            replace_board(board, started(9, 5, 3))

    monkeypatch.setattr(SimulatedWatch, "replied_s", 0.1)
    monkeypatch.setattr(SimulatedSite, "has_way_on", has_way_on)
    board = SimulatedLamps(started(), clock, PLUS)
    press = board.apply_press
    board.apply_press = dim
    verdict, _ = play(board, target="off", result=lambda: None, removes=True)
    assert (verdict.result, verdict.message == BOXED) == (result, has_way_on)


@pytest.mark.parametrize("shows_s", [0.0, 0.3, 1.0])
def test_what_follows_the_answer_is_not_played(shows_s, clock):
    def animate():
        if board.screen.presses and clock() > board.screen.pressed_at + shows_s:
            replace_board(board, started(9, 5, int(clock() * 5)))

    board = SimulatedLamps(pressed_from_off([(2, 2)]), clock, PLUS)
    clock.events.append(animate)
    verdict, _ = play(board, result=lambda: None)
    assert (verdict.result, verdict.confirmed_by) == ("solved", "state")
    assert board.screen.presses == 1


@pytest.mark.parametrize(("removes", "result"), [(False, "solved"), (True, "unknown")])
def test_lamps_that_go_with_the_last_press_are_solved_unless_else_explains_it(
    removes, result, clock
):
    board = SimulatedLamps(
        pressed_from_off([(0, 0), (2, 3), (4, 4), (1, 3)]), clock, PLUS, goes_at=4
    )
    verdict, _ = play(board, target="off", result=lambda: None, removes=removes)
    assert (verdict.result, board.screen.presses) == (result, 4)
    board = SimulatedLamps(board.states[0], clock, PLUS, goes_at=4)
    board.is_unreadable = True
    assert play(board, target="off", result=lambda: None)[0].result == "unknown"


def test_lamps_that_take_no_press_after_the_answer_are_solved(clock):
    board = SimulatedLamps(pressed_from_off([(0, 0), (2, 3), (4, 4), (1, 3)]), clock, PLUS)
    off = fill_lamps(board.state, 0)
    board.times = lambda *_: board.state != off
    verdict, _ = play(board, result=lambda: None)
    assert (verdict.result, verdict.confirmed_by) == ("solved", "state")
    assert board.screen.presses <= 6


@pytest.mark.parametrize(("tint", "result"), [((0, 90, 0), "solved"), ((0, 0, 200), "played")])
def test_lamps_that_all_turn_green_with_the_answer_are_solved(tint, result, clock):
    board = SimulatedLamps(pressed_from_off([(0, 0), (2, 3), (4, 4), (1, 3)]), clock, PLUS)
    board.times = lambda n, *_: setattr(board, "tint", tint if n == 4 else (0, 0, 0)) or 1
    verdict, _ = play(board, result=lambda: None)
    assert verdict.result == result
    clock.events.append(lambda: setattr(board, "tint", (0, round(clock() * 50) % 90, 0)))
    board = SimulatedLamps(board.states[0], clock, PLUS)
    assert play(board, result=lambda: None)[0].result == "played", "lamps that flicker say nothing"


@pytest.mark.parametrize("stated", [None, "off"])
def test_a_silent_page_is_told_the_other_target_by_name(stated, clock):
    board = SimulatedLamps(started(), clock, PLUS)
    verdict, applier = play(board, result=lambda: None, stated=stated)
    assert (verdict.result, board.state) == ("played", fill_lamps(board.state, 0))
    assert fill_lamps(board.state, 1) in board.states, "the page was not asked the other way round"
    assert (applier.puzzle.target, "--target on" in verdict.message) == ("off", True)


@pytest.mark.parametrize(
    ("rule", "result"), [(PLUS, "played"), (Rule({(0, 0), (1, 2)}), "unknown")]
)
def test_silence_is_no_answer_if_nothing_shows_that_these_are_lamps(rule, result, clock):
    board = SimulatedLamps(pressed_from_off([(0, 0), (2, 3), (3, 1)], rule), clock, rule)
    board.is_named = False
    assert play(board, result=lambda: None)[0].result == result


def test_a_page_that_is_silent_about_all_off_may_want_all_on(clock):
    on = fill_lamps(started(), 1)
    board = SimulatedLamps(started(), clock, PLUS)
    verdict, applier = play(board, wanted=on)
    assert (verdict.result, applier.puzzle.target) == ("solved", "on")
    # The shade that it calls "off" is not certain either, unless a person says so.
    for told, result in (({"stated": "off"}, "solved"), ({"target": "off"}, "played")):
        board = SimulatedLamps(started(), clock, PLUS)
        assert play(board, wanted=on, **told)[0].result == result
    # Words that are not understood answer it as well.
    board = SimulatedLamps(started(), clock, PLUS)
    words = lambda: ["Alle an"] if board.state == on else []  # noqa: E731
    verdict, applier = play(board, result=lambda: None, words=words)
    assert (verdict.result, board.state, applier.puzzle.target) == ("played", on, "on")


def test_what_is_wanted_of_a_board_of_one_state_is_the_other_one(clock):
    board = SimulatedLamps(fill_lamps(("." * 3,) * 3, 0), clock, PLUS)
    verdict, applier = play(board, wanted=fill_lamps(board.state, 1))
    assert (verdict.result, applier.puzzle.target) == ("solved", "on")


def test_a_target_of_one_s_own_is_reached_or_there_already(clock):
    target = started(5, seed=7)
    board = SimulatedLamps(started(), clock, PLUS)
    assert play(board, wanted=target, target=target)[0].result == "solved"
    board = SimulatedLamps(fill_lamps(("." * 3,) * 3, 0), clock, PLUS)
    verdict, _ = play(board, wanted=("***",) * 3, target="off")
    assert (board.screen.presses, "are off already" in verdict.message) == (0, True)
