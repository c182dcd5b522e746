"""What a press does is learned by pressing and looking."""

from __future__ import annotations

import pytest

from autoplay.errors import ClickNotConfirmed
from autoplay.games import NO_STAR, STAR, Move
from autoplay.gestures import EMPTY, Gestures
from autoplay.hand import Hand

CYCLES = {
    "star": {("empty", "left"): "star", ("star", "left"): "empty"},
    "cross, star": {("empty", "left"): "cross", ("cross", "left"): "star", ("star", "left"): "empty"},
    "dot, star": {("empty", "left"): "dot", ("dot", "left"): "star", ("star", "left"): "empty"},
    "star, cross": {("empty", "left"): "star", ("star", "left"): "cross", ("cross", "left"): "empty"},
    "right": {("empty", "right"): "star", ("star", "right"): "empty"},
    "left crosses out, right stars": {
        ("empty", "left"): "cross",
        ("cross", "left"): "empty",
        ("empty", "right"): "star",
        ("star", "right"): "empty",
    },
}
UNSEEN = {("empty", "left"): "unseen", ("unseen", "left"): "star", ("star", "left"): "empty"}


class Table:
    """A board without a screen: presses do what ``cycle`` says, but every ``swallow``-th is lost."""

    def __init__(self, cycle, marks=(), swallow=0):
        self.cycle, self.marks, self.swallow, self.presses = cycle, dict(marks), swallow, 0
        self.seen = dict(self.marks)

    def kind(self, cell):
        kind = self.seen.get(cell, EMPTY)
        return EMPTY if kind == "unseen" else kind

    def keep_in_sight(self, cell):
        pass

    def press(self, cell, button):
        self.presses += 1
        if not self.swallow or self.presses % self.swallow:
            kind = self.marks.get(cell, EMPTY)
            self.marks[cell] = self.cycle.get((kind, button), kind)

    def look(self, *, pressed=None):  # noqa: ARG002
        self.seen = dict(self.marks)


def play(table, stars, wrong=(), rounds=8):
    hand = Hand(table, lambda: None)
    for number in range(rounds):
        moves = [Move(cell, NO_STAR) for cell in wrong if table.kind(cell) == "star"]
        moves += [Move(cell, STAR) for cell in stars if table.kind(cell) != "star"]
        if not moves:
            return number
        hand.make(moves)
    raise AssertionError(table.marks)


STARS = [(0, 1), (1, 3), (2, 0), (3, 2)]


@pytest.mark.parametrize("cycle", CYCLES.values(), ids=CYCLES)
def test_every_cycle_is_learned_and_played_in_one_round(cycle):
    table = Table(cycle)
    assert play(table, STARS) == 1
    assert sorted(cell for cell, kind in table.marks.items() if kind == "star") == STARS


@pytest.mark.parametrize("cycle", CYCLES.values(), ids=CYCLES)
def test_wrong_stars_are_cleared_and_crosses_turned(cycle):
    table = Table(cycle, {(0, 0): "star", (3, 3): "star", (1, 3): "cross" if "cross" in cycle.values() else "star"})
    play(table, STARS, wrong=[(0, 0), (3, 3)])
    assert sorted(cell for cell, kind in table.marks.items() if kind == "star") == STARS


@pytest.mark.parametrize("swallow", [2, 3, 4, 5])
@pytest.mark.parametrize("cycle", [CYCLES["star"], CYCLES["cross, star"]], ids=["star", "cross, star"])
def test_presses_that_are_lost_are_made_up_for(cycle, swallow):
    table = Table(cycle, swallow=swallow)
    play(table, STARS)
    assert sorted(cell for cell, kind in table.marks.items() if kind == "star") == STARS


def test_a_mark_that_cannot_be_seen_is_pressed_through():
    table = Table(UNSEEN)
    play(table, STARS)
    assert set(table.marks.values()) == {"star"}


def test_a_board_that_takes_nothing_on_is_given_up_after_three_presses():
    table = Table({})
    with pytest.raises(ClickNotConfirmed, match="row 1, column 2"):
        play(table, STARS)
    assert table.presses == 3


def test_a_cycle_without_a_star_is_given_up():
    with pytest.raises(ClickNotConfirmed):
        play(Table({("empty", "left"): "cross", ("cross", "left"): "empty"}), STARS)


def test_the_shortest_way_is_taken():
    gestures = Gestures()
    gestures.learn("empty", "left", "cross")
    gestures.learn("cross", "left", "star")
    assert gestures.way("empty", STAR) == ["left", "left"]
    gestures.learn("empty", "right", "star")
    assert gestures.way("empty", STAR) == ["right"]
    assert gestures.way("star", STAR) == []
    assert gestures.way("star", {"dot"}) is None


def test_what_was_learned_can_change():
    gestures = Gestures()
    gestures.learn("empty", "left", "star")
    gestures.learn("empty", "left", "cross")
    assert gestures.way("empty", STAR) is None
