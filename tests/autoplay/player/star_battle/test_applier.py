"""Stars on simulated boards: cycles are learned, experiments undone, contradictions errors."""

from contextlib import suppress
from dataclasses import replace
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from autoplay.errors import ClickNotConfirmed
from autoplay.player.applier import REPLACED, VANISHED
from autoplay.player.page_monitor import BOXED, SEEN
from autoplay.player.star_battle.applier import StarBattleApplier
from autoplay.player.star_battle.cell_states import EMPTY
from autoplay.player.star_battle.tool_palette import ToolPalette, rank_tool
from autoplay.player.timing import GESTURES
from autoplay.sites import PageResult
from autoplay.sites.base import BOARD_IS_MARKED
from tests.autoplay.player.simulated_boards import (
    SIDE,
    STARS,
    SimulatedSite,
    SimulatedStars,
    SimulatedWatch,
    monitor_of,
    replace_board,
)
from vision.errors import BoardNotFound


def cycle(*states, gesture="left"):
    return {
        (state, gesture): after
        for state, after in zip(states, states[1:] + states[:1], strict=True)
    }


PAGES = {
    "star": cycle(EMPTY, "star"),
    "cross, star": cycle(EMPTY, "cross", "star"),
    "dot, star": cycle(EMPTY, "dot", "star"),
    "star, cross": cycle(EMPTY, "star", "cross"),
    "dot, cross, star": cycle(EMPTY, "dot", "cross", "star"),
    "a shade, star": cycle(EMPTY, "shade", "star"),
    "a faint fill, star": cycle(EMPTY, "faint fill", "star"),
    "right": cycle(EMPTY, "star", gesture="right"),
    "double": cycle(EMPTY, "star", gesture="double"),
    "drag": cycle(EMPTY, "star", gesture="drag"),
    "left crosses, right stars": cycle(EMPTY, "cross") | cycle(EMPTY, "star", gesture="right"),
    "left dots, double stars": cycle(EMPTY, "dot") | cycle(EMPTY, "star", gesture="double"),
}


class Play:
    """A play of the board of a page, with the result that its site announces."""

    def __init__(self, clock, turns, marks=(), rule=None, locked=(), result=lambda: None, **faults):
        self.board = SimulatedStars(turns, clock, dict(marks), rule, locked, **faults)
        self.site = SimulatedSite(result)
        solution: Any = SimpleNamespace(cells=tuple(STARS))
        self.applier = StarBattleApplier(
            self.board, monitor_of(self.board, self.site), None, solution
        )

    def run(self):
        """Play, and return the result."""
        return self.applier.apply()

    @property
    def presses(self):
        return self.board.screen.presses


@pytest.fixture
def prepare(clock):
    """Return a function that prepares a play."""
    return lambda turns, *given, **faults: Play(clock, turns, *given, **faults)


@pytest.mark.parametrize("turns", PAGES.values(), ids=PAGES)
@pytest.mark.parametrize(
    "marks", [{}, {(0, 0): "star", (3, 3): "star", (1, 3): "star"}], ids=["new", "begun"]
)
def test_every_cycle_is_learned_and_wrong_stars_are_removed(turns, marks, prepare):
    play = prepare(turns, marks)
    assert play.run().result == "played"
    assert play.board.showing("star") == STARS
    marked = {cell for cell, mark in play.board.state.items() if mark != EMPTY}
    assert marked <= {*STARS, *marks}
    last = [gesture for (_, gesture), after in turns.items() if after == "star"]
    assert set(play.applier.gesture) <= set(last)


def test_a_dimmed_board_lights_up_with_the_first_press(prepare):
    def light_up(board, *_):
        for cell, mark in board.state.items():
            if mark in ("night", "star veil"):
                board.state[cell] = EMPTY

    # A button over the board, which begins the game, looks like a star.
    dimmed = dict.fromkeys(product(range(5), repeat=2), "night") | {(2, 2): "star veil"}
    play = prepare(PAGES["cross, star"], dimmed, light_up)
    assert play.run().result == "played"
    assert play.board.showing("star") == STARS
    assert play.presses <= 1 + 2 * len(STARS)


STATES = (EMPTY, "dot", "cross", "star")
ANY_PAGE = st.dictionaries(
    st.tuples(st.sampled_from(STATES), st.sampled_from(GESTURES)), st.sampled_from(STATES)
)
"""Next state for each state and gesture; what is missing changes nothing."""
MOST_PRESSES = 200


def reach(turns, start):
    """Return the states that presses can lead to."""
    found = {start}
    while more := {after for (before, _), after in turns.items() if before in found} - found:
        found |= more
    return found


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(turns=ANY_PAGE)
def test_any_page_on_which_no_press_spoils_a_cell_is_played(turns, clock):
    clock.now = 0.0
    play = Play(clock, turns)
    can_be_played = all("star" in reach(turns, state) for state in reach(turns, EMPTY))
    if can_be_played:
        assert play.run().result == "played"
        assert play.board.showing("star") == STARS
    elif reach(turns, EMPTY) == {EMPTY}:
        with pytest.raises(ClickNotConfirmed):
            play.run()
    else:
        with suppress(ClickNotConfirmed):
            play.run()
    assert play.presses <= MOST_PRESSES


@pytest.mark.parametrize(("name", "presses"), [("star", 5), ("cross, star", 10), ("right", 7)])
def test_a_board_takes_no_more_presses_than_its_page_needs(name, presses, prepare):
    play = prepare(PAGES[name])
    play.run()
    assert play.presses == presses


@pytest.mark.parametrize("every", [2, 3, 5])
@pytest.mark.parametrize("name", ["star", "cross, star", "right"])
@pytest.mark.parametrize("fault", ["lost", "doubled"])
def test_presses_that_are_lost_or_count_twice_are_made_up_for(name, every, fault, prepare):
    turns = PAGES[name]

    def double(board, cell, gesture, before):  # noqa: ARG001
        if fault == "doubled" and board.screen.presses % every == 0:
            board.state[cell] = turns.get((board.state[cell], gesture), board.state[cell])

    play = prepare(turns, rule=double, lost=range(every, 999, every) if fault == "lost" else ())
    play.run()
    assert play.board.showing("star") == STARS


@pytest.mark.parametrize("delay_s", [0.3, 1.0])
def test_stars_that_come_late_are_not_pressed_away(delay_s, prepare):
    play = prepare(PAGES["cross, star"], delay_s=delay_s)
    assert play.run().result == "played"
    assert play.board.showing("star") == STARS


@pytest.mark.parametrize(("press", "name"), [(3, "cross, star"), (2, "right")])
def test_what_presses_do_may_change_in_mid_game(press, name, prepare):
    def change(board, cell, gesture, before):  # noqa: ARG001
        if board.screen.presses == press:
            board.turns = PAGES[name]

    play = prepare(PAGES["star"], rule=change)
    play.run()
    assert play.board.showing("star") == STARS
    assert set(play.applier.gesture) == {"right" if name == "right" else "left"}


def test_cell_is_pressed_twice_if_others_undo_a_selection(prepare):
    def deselect(board, cell, gesture, before):  # noqa: ARG001
        for other in board.showing("shade"):
            if other != cell:
                board.state[other] = EMPTY

    play = prepare({(EMPTY, "left"): "shade", ("shade", "left"): "star"}, rule=deselect)
    play.run()
    assert play.board.showing("star") == STARS


@pytest.mark.parametrize(
    ("star", "mark"), [("star", "cross"), ("star", "bar"), ("large dot", "cross")]
)
def test_marks_that_a_page_puts_round_a_star_are_left_alone(star, mark, prepare):
    def cross_out(board, cell, gesture, before):  # noqa: ARG001
        if board.state[cell] == star:
            row, col = cell
            board.state |= {(row, c): mark for c in range(SIDE) if c != col}

    def judge():
        # Beside a star with five points the page may be silent.
        is_solved = star != "star" and play.board.showing(star) == STARS
        return PageResult("solved", "yes") if is_solved else None

    play = prepare(cycle(EMPTY, star), {(4, 0): "cross"}, cross_out, result=judge)
    play.run()
    assert play.board.showing(star) == STARS
    assert play.presses == len(STARS)
    assert (4, 0) in play.board.showing(mark)


@pytest.mark.parametrize("star", ["dot", "large dot", "square", "shade", "flag"])
@pytest.mark.parametrize("gesture", ["left", "right"])
def test_only_mark_of_a_page_is_its_star(star, gesture, prepare):
    play = prepare(cycle(EMPTY, star, gesture=gesture))
    result = play.run()
    assert play.board.showing(star) == STARS
    assert play.applier.gesture == (gesture,)
    is_doubtful = star == "dot"
    assert result.result == ("unknown" if is_doubtful else "played")
    assert set(play.site.asked) == {
        BOARD_IS_MARKED if is_doubtful else "the board shows the full solution"
    }


@pytest.mark.parametrize(("order", "star"), [
    (("large dot", "star"), "star"),
    (("star", "large dot"), "star"),
    (("dot", "square"), "square"),
    (("cross", "dot"), "dot"),
    (("large dot", "faint slash"), "large dot"),
    (("faint fill", "shade"), "shade"),
    (("dot", "faint fill"), "faint fill"),
])  # fmt: skip
def test_of_two_marks_the_star_is_the_one_that_looks_more_like_one(order, star, prepare):
    play = prepare(cycle(EMPTY, *order))
    play.run()
    assert play.board.showing(star) == STARS
    assert set(play.board.state.values()) == {star}


@pytest.mark.parametrize("note", ["flag", "hollow star"])
@pytest.mark.parametrize("before", [(), ("cross",)])
@pytest.mark.parametrize("speaks", [False, True])
def test_a_mark_about_which_the_page_is_silent_is_no_star_before_the_next_one(
    note, before, speaks, prepare
):
    def judge():
        is_solved = speaks and play.board.showing("star") == STARS
        return PageResult("solved", "yes", "state") if is_solved else None

    play = prepare(cycle(EMPTY, *before, note, "star"), result=judge)
    assert play.run().result == ("solved" if speaks else "played")
    assert (play.board.showing("star"), play.board.showing(note)) == (STARS, [])


def test_no_answer_is_claimed_that_a_fresh_reading_denies(prepare):
    play = prepare(PAGES["dot, star"])
    states = play.applier.states
    assert play.run().result == "played"
    assert all(states.is_confirmed(cell, "star") for cell in STARS)
    # A dot that was charged to the press on a star.
    play.board.state[STARS[2]] = "dot"
    play.board.show()
    play.board.look()
    assert [cell for cell in STARS if not states.is_confirmed(cell, "star")] == [STARS[2]]


def test_a_star_that_the_reader_takes_for_a_cross_is_known_by_its_presses(prepare):
    odd = "star on its own colour"

    def hide(board, cell, gesture, before):  # noqa: ARG001
        if cell == STARS[3] and board.state[cell] == "star":
            board.state[cell] = odd

    play = prepare(PAGES["cross, star"] | {(odd, "left"): EMPTY}, rule=hide)
    assert play.run().result == "played"
    assert (play.board.showing(odd), play.presses) == ([STARS[3]], 2 * len(STARS))


@pytest.mark.parametrize(("words", "result"), [([], "unknown"), (["exit 0"], "played")])
def test_only_mark_counts_as_the_star_if_the_page_speaks(words, result, prepare):
    play = prepare(cycle(EMPTY, "dot"))
    play.site.new_text = lambda _: words if play.board.showing("dot") == STARS else []
    assert play.run().result == result


@pytest.mark.parametrize(
    ("label", "is_tool"),
    [("✶", True), ("♕", True), ("●", True), ("■", True), ("·", False), ("↺", False)],
)
def test_a_tool_is_known_by_what_its_symbol_shows(label, is_tool):
    assert (rank_tool(label) is not None) == is_tool


def test_the_page_s_tool_is_chosen_before_a_dot_counts_as_the_star(prepare, monkeypatch):
    def choose(palette, *, is_named):  # noqa: ARG001
        is_first = palette.board.turns != PAGES["star"]
        palette.board.turns = PAGES["star"] | {("dot", "left"): "star"}
        palette.tried.append("★")
        return is_first

    monkeypatch.setattr(ToolPalette, "choose_next", choose)
    play = prepare(cycle(EMPTY, "dot"))
    assert play.run().result == "played"
    assert play.board.showing("star") == STARS


def test_a_tool_that_sets_the_same_mark_as_before_sets_the_star(prepare, monkeypatch):
    def choose(palette, *, is_named):  # noqa: ARG001
        palette.tried.append("queen")
        return len(palette.tried) == 1

    monkeypatch.setattr(ToolPalette, "choose_next", choose)
    play = prepare({(EMPTY, "left"): "flag"})
    assert play.run().result == "played"
    assert play.board.showing("flag") == STARS


def test_late_crosses_of_the_page_are_not_charged_to_later_presses(prepare, clock):
    def cross_out():
        if play.board.showing("star") and clock() - play.board.screen.pressed_at > 0.1:
            crossed = {(row, col) for row, _ in play.board.showing("star") for col in range(SIDE)}
            added = dict.fromkeys(crossed - set(STARS), "cross")
            replace_board(play.board, added | play.board.state)

    play = prepare(PAGES["cross, star"])
    clock.events.append(cross_out)
    assert play.run().result == "played"
    assert play.presses == 2 * len(STARS)


@pytest.mark.parametrize(("turns", "marks", "said"), [
    pytest.param(cycle(EMPTY, "bar", "large dot"), {}, "row 1, column 2", id="two marks that may be stars"),
    pytest.param(cycle(EMPTY, "cross"), {}, "presses give a cross, not a star", id="crosses only"),
    pytest.param(cycle(EMPTY, "cross"), {(0, 0): "cross"}, "row 3, column 1", id="crosses, begun"),
])  # fmt: skip
def test_a_page_without_a_star_is_given_up_as_it_was_found(turns, marks, said, prepare):
    play = prepare(turns, marks)
    with pytest.raises(ClickNotConfirmed, match=said):
        play.run()
    assert {cell: mark for cell, mark in play.board.state.items() if mark != EMPTY} == marks


def test_a_page_that_takes_nothing_on_is_given_up_at_once(prepare):
    play = prepare({})
    with pytest.raises(ClickNotConfirmed, match="row 1, column 2"):
        play.run()
    expected = ["left", "left", "right", "right", "double", "drag"]
    assert [gesture for _, gesture in play.board.pressed] == expected


def test_a_mark_with_no_way_on_spoils_one_cell_and_no_more(prepare):
    play = prepare({(EMPTY, "left"): "cross"} | cycle(EMPTY, "star", gesture="right"))
    with pytest.raises(ClickNotConfirmed, match="row 1, column 2"):
        play.run()
    assert (play.board.showing("cross"), play.board.showing("star")) == (STARS[:1], STARS[1:])


def test_fixed_wrong_star_contradicts_the_solution_and_a_right_one_does_not(prepare):
    play = prepare(PAGES["star"], {(0, 0): "star"}, locked=[(0, 0)])
    with pytest.raises(ClickNotConfirmed, match="row 1, column 1 can't be removed"):
        play.run()
    assert {cell for cell, _ in play.board.pressed} == {(0, 0)}
    # A right one is not pressed.
    play = prepare(PAGES["cross, star"], {STARS[0]: "star"}, locked=[STARS[0]])
    play.run()
    assert play.board.showing("star") == STARS
    assert STARS[0] not in {cell for cell, _ in play.board.pressed}


@pytest.mark.parametrize("lost", [(), (18,)])
def test_the_board_is_left_as_it_was_found_when_it_is_given_up(lost, prepare):
    def take_back(board, cell, gesture, before):  # noqa: ARG001
        if board.showing("star"):
            board.state[board.showing("star")[0]] = EMPTY

    play = prepare(PAGES["cross, star"], {(4, 0): "cross", (1, 3): "cross"}, take_back, lost=lost)
    with pytest.raises(ClickNotConfirmed):
        play.run()
    assert (play.board.showing("cross"), play.board.showing("star")) == ([(1, 3), (4, 0)], [])


def test_a_star_that_the_page_takes_back_is_no_success(prepare, clock):
    def take_back():
        if clock() - play.board.screen.pressed_at > 0.6:
            replace_board(play.board, {})

    play = prepare(PAGES["star"])
    clock.events.append(take_back)
    with pytest.raises(ClickNotConfirmed, match=r"cleared|does not accept"):
        play.run()


def clear_full_board(board, cell, gesture, before):  # noqa: ARG001
    if board.showing("star") == STARS:
        board.state.clear()


def test_cleared_full_board_does_not_get_the_same_answer(prepare):
    play = prepare(PAGES["star"], rule=clear_full_board)
    with pytest.raises(ClickNotConfirmed, match="cleared after the last of 5 presses"):
        play.run()
    assert play.presses == 5
    # A page that says why is judged.
    rejected = PageResult("rejected", "wrong", "state")
    play = prepare(PAGES["star"], rule=clear_full_board)
    play.site.result = lambda: rejected if play.board.clock() > 1 else None
    assert (play.run(), play.presses) == (rejected, 5)

    def find_next(*_, **__):
        play.board.reading = replace(play.board.reading, grid=("ABBBB",) * SIDE)

    play = prepare(PAGES["star"], rule=clear_full_board)
    play.board.find = find_next
    assert play.run().message == REPLACED


def test_star_that_comes_up_elsewhere_at_the_end_is_not_removed(prepare, clock):
    def box_comes_up():
        if play.board.showing("star") == STARS and clock() - play.board.screen.pressed_at > 0.6:
            replace_board(play.board, {**play.board.state, (2, 2): "star"})

    play = prepare(PAGES["star"])
    clock.events.append(box_comes_up)
    assert play.run().result == "played"
    assert play.presses == len(STARS)


@pytest.mark.parametrize("moves_at", [1, 3])
def test_board_that_moves_in_mid_game_is_found_again(moves_at, prepare):
    play = prepare(PAGES["cross, star"], moves_at=moves_at)
    play.run()
    assert (play.board.showing("star"), play.board.times_found) == (STARS, 1)
    with pytest.raises(ClickNotConfirmed, match="3 presses, when 1 of 5 stars were seen the board"):
        prepare(PAGES["star"], goes_at=3).run()


@pytest.mark.parametrize("is_seen", [False, True])
@pytest.mark.parametrize("removes", [False, True])
def test_board_that_goes_with_the_answer_is_solved_unless_else_explains_it(
    removes, is_seen, prepare, clock
):
    def board_goes():
        if play.applier.has_seen_answer:
            play.board.goes_at = 0

    play = prepare(PAGES["star"], goes_at=None if is_seen else 5)
    play.site.removes = removes
    clock.events.append(board_goes)
    result = play.run()
    expected = ("played" if is_seen else "unknown") if removes else "solved"
    assert (result.result, result.confirmed_by == "state") == (expected, not removes)
    assert result.message == (f"{SEEN}, then {VANISHED}" if is_seen else VANISHED)


def test_what_comes_up_with_the_last_star_does_not_hide_that_it_was_seen(prepare, monkeypatch):
    play = prepare(PAGES["star"])
    look = play.board.look

    def look_below(*, is_last=False, **how):
        if play.presses == len(STARS) and not is_last:
            raise BoardNotFound("something covers the board")
        look(**how)

    monkeypatch.setattr(play.board, "look", look_below)
    assert play.run() == PageResult("played", f"{SEEN}, then {VANISHED}", "board")


@pytest.mark.parametrize(("has_way_on", "replied_s", "presses", "result"), [
    (True, 0.1, 5, "played"), (False, 0.1, 5, "unknown"), (True, 5.0, 5, "unknown"),
    (True, 0.1, 4, ""),
])  # fmt: skip
def test_a_box_that_the_last_press_brings_up_and_that_leads_on_hides_no_doubt(
    has_way_on, replied_s, presses, result, prepare, monkeypatch
):
    monkeypatch.setattr(SimulatedWatch, "replied_s", replied_s)
    play = prepare(PAGES["star"], goes_at=presses)
    play.site.removes = True
    play.site.has_way_on = has_way_on
    if not result:
        with pytest.raises(ClickNotConfirmed, match="gone or covered"):
            play.run()
        return
    verdict = play.run()
    assert (verdict.result, verdict.message == BOXED) == (result, result == "played")


@pytest.mark.parametrize(("look", "cells", "result"), [
    ("blue star", STARS, "solved"), ("red star", STARS, "played"),
    ("blue star", STARS[1:], "played"), ("veil", None, "solved"),
])  # fmt: skip
def test_stars_that_all_change_with_the_last_one_are_the_page_s_word(look, cells, result, prepare):
    def change(board, cell, gesture, before):  # noqa: ARG001
        if board.showing("star") == STARS:
            every = [(row, col) for row in range(SIDE) for col in range(SIDE)]
            dimmed = {one: "star veil" if one in STARS else "veil" for one in every}
            board.state |= dict.fromkeys(cells, look) if cells else dimmed

    verdict = prepare(PAGES["star"], rule=change).run()
    assert (verdict.result, verdict.confirmed_by) == (
        result, "state" if result == "solved" else "board",
    )  # fmt: skip


def test_a_board_that_takes_no_more_presses_has_accepted_its_answer(prepare):
    def keep(board, cell, gesture, before):  # noqa: ARG001
        if before == "flag" and len(board.showing("flag")) == len(STARS) - 1:
            board.state[cell] = before

    play = prepare(cycle(EMPTY, "flag", "square"), rule=keep)
    assert play.run().result == "played"
    assert play.board.showing("flag") == STARS
