"""The clicker on a simulated board: every cycle is learned, experiments are undone, and contradictions are errors."""

from __future__ import annotations

from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from autoplay.browser.panorama import part
from autoplay.browser.timeline import Timeline
from autoplay.errors import ClickNotConfirmed
from autoplay.player.star_battle.click_model import EMPTY
from autoplay.player.star_battle.clicker import NO_STAR, STAR, CellClicker, Move
from vision import Mark, Reading

PITCH, SIDE = 40, 5
BOX = (0, 0, PITCH * SIDE, PITCH * SIDE)
LINES = tuple(float(PITCH * k) for k in range(SIDE + 1))
STARS = [(0, 1), (1, 3), (2, 0), (3, 2), (4, 4)]
NOTCHED = [(20, 8), (23, 17), (32, 17), (25, 23), (28, 32), (20, 27), (12, 32), (15, 23), (8, 17), (17, 17)]
CALLED = {"large dot": "star", "bar": "star", "square": "star", "shade": EMPTY}
"""Names that the reader gives to states; some differ from the clicker's, and some states have none."""


def drawn(state):
    face = np.full((PITCH, PITCH, 3), 255, np.uint8)
    match state:
        case "star":
            cv2.fillPoly(face, [np.array(NOTCHED)], (0, 0, 0))
        case "cross":
            cv2.line(face, (14, 14), (26, 26), (0, 0, 200), 2)
            cv2.line(face, (26, 14), (14, 26), (0, 0, 200), 2)
        case "dot" | "large dot":
            cv2.circle(face, (20, 20), 4 if state == "dot" else 8, (0, 0, 0), cv2.FILLED)
        case "bar":
            cv2.rectangle(face, (10, 15), (30, 25), (0, 0, 0), cv2.FILLED)
        case "square":
            cv2.rectangle(face, (8, 8), (32, 32), (0, 0, 0), cv2.FILLED)
        case "shade":
            face[:] = 150
    return face


class Table:
    """Simulated board: presses do what ``page`` says, and ``rule`` adds side effects."""

    def __init__(self, page, marks=(), rule=None, locked=()):
        self.page, self.marks, self.rule, self.locked = page, dict(marks), rule, locked
        self.screen = SimpleNamespace(presses=0, page=SimpleNamespace(frames=(), url=""))
        self.is_in_window = self.is_hasty = False
        self.pressed = []
        self.look()

    def mark_kind(self, cell):
        return next((mark.kind for mark in self.reading.marks if mark[:2] == cell), "")

    def cell_image(self, cell):
        return part(self.picture, [PITCH * k for k in (cell[1], cell[0], cell[1] + 1, cell[0] + 1)])

    def is_unchanged(self, cell):  # noqa: ARG002
        return True

    def press(self, cell, gesture):
        self.screen.presses += 1
        self.pressed.append((cell, gesture))
        state = self.marks.get(cell, EMPTY)
        if cell not in self.locked:
            self.marks[cell] = self.page.get((state, gesture), state)
        if self.rule:
            self.rule(self, cell, gesture, state)

    def look_at(self, cell):
        self.look(pressed=cell)

    def look(self, *, pressed=None):  # noqa: ARG002
        kinds = {cell: CALLED.get(state, state) for cell, state in self.marks.items()}
        marks = tuple(Mark(*cell, kind) for cell, kind in sorted(kinds.items()) if kind != EMPTY)
        self.reading = Reading("star-battle", ("A" * SIDE,) * SIDE, LINES, LINES, BOX, marks)
        rows = [[drawn(self.marks.get((r, c), EMPTY)) for c in range(SIDE)] for r in range(SIDE)]
        self.picture = np.vstack([np.hstack(row) for row in rows])

    def showing(self, state):
        return sorted(cell for cell, shown in self.marks.items() if shown == state)


def cycle(*states, gesture="left"):
    return {(state, gesture): after for state, after in zip(states, states[1:] + states[:1], strict=True)}


def play(table, stars=STARS, rounds=8):
    """Play as the player does; return the number of rounds, and the clicker."""
    monitor = SimpleNamespace(before_press=lambda: None, is_over=lambda: False, timeline=Timeline())
    clicker = CellClicker(table, monitor)
    for number in range(rounds):
        on_board = clicker.reading.cells_marked("star")
        moves = [Move(cell, NO_STAR) for cell in sorted(on_board - set(stars))]
        moves += [Move(cell, STAR) for cell in stars if cell not in on_board]
        if not moves:
            clicker.tidy()
            return number, clicker
        clicker.make(moves)
    return clicker.give_up(moves)


PAGES = {
    "star": cycle(EMPTY, "star"),
    "cross, star": cycle(EMPTY, "cross", "star"),
    "dot, star": cycle(EMPTY, "dot", "star"),
    "star, cross": cycle(EMPTY, "star", "cross"),
    "dot, cross, star": cycle(EMPTY, "dot", "cross", "star"),
    "a shade, star": cycle(EMPTY, "shade", "star"),
    "right": cycle(EMPTY, "star", gesture="right"),
    "double": cycle(EMPTY, "star", gesture="double"),
    "drag": cycle(EMPTY, "star", gesture="drag"),
    "left crosses, right stars": cycle(EMPTY, "cross") | cycle(EMPTY, "star", gesture="right"),
    "left dots, double stars": cycle(EMPTY, "dot") | cycle(EMPTY, "star", gesture="double"),
}


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_every_cycle_is_learned_and_played(page):
    table = Table(page)
    rounds, clicker = play(table)
    last = [gesture for (_, gesture), after in page.items() if after == "star"]
    assert set(clicker.gesture) <= set(last)
    assert table.showing("star") == STARS
    assert rounds == 1


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_nothing_but_stars_is_left_and_wrong_ones_are_removed(page):
    table = Table(page, {(0, 0): "star", (3, 3): "star", (1, 3): "star"})
    play(table)
    assert table.showing("star") == STARS
    assert {cell: state for cell, state in table.marks.items() if cell not in {(0, 0), (3, 3), *STARS}} == {}


@pytest.mark.parametrize("every", [2, 3, 4, 5])
@pytest.mark.parametrize("name", ["star", "cross, star", "right"])
@pytest.mark.parametrize("fault", ["lost", "doubled"])
def test_presses_that_are_lost_or_count_twice_are_made_up_for(name, every, fault):
    page = PAGES[name]

    def rule(table, cell, gesture, before):
        if table.screen.presses % every == 0:
            now = table.marks[cell]
            table.marks[cell] = before if fault == "lost" else page.get((now, gesture), now)

    table = Table(page, rule=rule)
    play(table, rounds=20)
    assert table.showing("star") == STARS


def test_what_presses_do_may_change_in_mid_game():
    def rule(table, cell, gesture, before):  # noqa: ARG001
        if table.screen.presses == 3:
            table.page = PAGES["cross, star"]

    table = Table(PAGES["star"], rule=rule)
    play(table)
    assert table.showing("star") == STARS


def test_the_mouse_may_be_given_another_gesture_in_mid_game():
    def rule(table, cell, gesture, before):  # noqa: ARG001
        if table.screen.presses == 2:
            table.page = PAGES["right"]

    table = Table(PAGES["star"], rule=rule)
    _, clicker = play(table)
    assert table.showing("star") == STARS
    assert clicker.gesture == ("right",)


def test_cell_is_pressed_twice_if_others_undo_a_selection():
    def rule(table, cell, gesture, before):  # noqa: ARG001
        for other in table.showing("shade"):
            if other != cell:
                table.marks[other] = EMPTY

    table = Table({(EMPTY, "left"): "shade", ("shade", "left"): "star"}, rule=rule)
    play(table)
    assert table.showing("star") == STARS


def test_gesture_that_paints_a_neighbour_is_avoided():
    def rule(table, cell, gesture, before):  # noqa: ARG001
        if gesture == "left":
            row, col = cell
            table.marks[row, (col + 1) % SIDE] = table.marks[cell]

    table = Table(PAGES["star"] | cycle(EMPTY, "star", gesture="right"), rule=rule)
    _, clicker = play(table)
    assert (table.showing("star"), clicker.gesture) == (STARS, ("right",))
    assert [gesture for _, gesture in table.pressed].count("left") == 1


def test_what_was_painted_beside_is_undone():
    def rule(table, cell, gesture, before):  # noqa: ARG001
        if gesture == "left" and table.marks[cell] == "cross":
            table.marks[cell[0], (cell[1] + 1) % SIDE] = "cross"

    table = Table(PAGES["left crosses, right stars"], rule=rule)
    play(table)
    assert (table.showing("star"), table.showing("cross")) == (STARS, [])


def test_crosses_that_a_page_puts_round_a_star_are_left_alone():
    def rule(table, cell, gesture, before):  # noqa: ARG001
        if table.marks[cell] == "star":
            row, col = cell
            table.marks |= {(row, c): "cross" for c in range(SIDE) if c != col and (row, c) not in STARS}

    table = Table(PAGES["star"], {(4, 0): "cross"}, rule)
    play(table)
    assert table.screen.presses == len(STARS)
    assert (4, 0) in table.showing("cross")


@pytest.mark.parametrize("star", ["dot", "large dot", "square", "shade"])
@pytest.mark.parametrize("gesture", ["left", "right"])
def test_only_mark_of_a_page_is_its_star(star, gesture):
    table = Table(cycle(EMPTY, star, gesture=gesture))
    _, clicker = play(table)
    assert table.showing(star) == STARS
    assert clicker.reading.cells_marked("star") == frozenset(STARS)
    assert clicker.gesture == (gesture,)


@pytest.mark.parametrize("order", [("large dot", "star"), ("star", "large dot"), ("dot", "square"), ("cross", "dot")])
def test_of_two_marks_the_star_is_the_one_that_looks_more_like_one(order):
    star = "star" if "star" in order else order[1]
    table = Table(cycle(EMPTY, *order))
    play(table)
    assert table.showing(star) == STARS
    assert set(table.marks.values()) == {star}


def test_two_marks_that_may_both_be_the_star_are_an_error():
    table = Table(cycle(EMPTY, "bar", "large dot"))
    with pytest.raises(ClickNotConfirmed):
        play(table)
    assert set(table.marks.values()) == {EMPTY}


def test_a_cross_is_no_star_even_if_there_is_nothing_else():
    table = Table(cycle(EMPTY, "cross"))
    with pytest.raises(ClickNotConfirmed):
        play(table)
    assert set(table.marks.values()) == {EMPTY}


def test_a_page_that_takes_nothing_on_is_given_up_at_once():
    table = Table({})
    with pytest.raises(ClickNotConfirmed, match="row 1, column 2"):
        play(table)
    assert [gesture for _, gesture in table.pressed] == ["left", "left", "right", "right", "double", "drag"]


def test_a_mark_with_no_way_on_spoils_one_cell_and_no_more():
    table = Table({(EMPTY, "left"): "cross"} | cycle(EMPTY, "star", gesture="right"))
    with pytest.raises(ClickNotConfirmed, match="row 1, column 2"):
        play(table)
    assert (table.showing("cross"), table.showing("star")) == (STARS[:1], STARS[1:])


def test_fixed_wrong_star_contradicts_the_solution():
    table = Table(PAGES["star"], {(0, 0): "star"}, locked=[(0, 0)])
    with pytest.raises(ClickNotConfirmed, match="row 1, column 1 can't be removed"):
        play(table)
    assert {cell for cell, _ in table.pressed} == {(0, 0)}


def test_stars_that_are_locked_where_they_belong_are_not_pressed():
    table = Table(PAGES["cross, star"], {STARS[0]: "star"}, locked=[STARS[0]])
    play(table)
    assert table.showing("star") == STARS
    assert STARS[0] not in {cell for cell, _ in table.pressed}


def test_the_board_is_left_as_it_was_found_when_it_is_given_up():
    def rule(table, cell, gesture, before):  # noqa: ARG001
        if table.showing("star"):
            table.marks[table.showing("star")[0]] = EMPTY

    table = Table(PAGES["cross, star"], {(4, 0): "cross", (1, 3): "cross"}, rule)
    with pytest.raises(ClickNotConfirmed):
        play(table, rounds=3)
    assert (table.showing("cross"), table.showing("star")) == ([(1, 3), (4, 0)], [])
