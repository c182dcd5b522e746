"""What gestures do is a graph: the shortest way in it, and what is to be tried next."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from autoplay.player.gestures import GESTURES, Gestures
from autoplay.player.star_battle.clicker import STAR

STATES = ("empty", "dot", "cross", "star")
PAGES = st.dictionaries(st.tuples(st.sampled_from(STATES), st.sampled_from(GESTURES)), st.sampled_from(STATES))
"""What each gesture makes of each state; nothing where it is not said."""


def learned(*edges):
    gestures = Gestures()
    for edge in edges:
        gestures.learn(*edge)
    return gestures


def within_reach(page, start):
    reach = {start}
    while more := {after for (before, _), after in page.items() if before in reach} - reach:
        reach |= more
    return reach


def try_out(page, gestures, in_vain, state="empty"):
    """Try on one cell until nothing is left to be tried; the state it ends in and the number of presses."""
    presses = 0
    while plan := gestures.trial(state, STAR, in_vain):
        after = page.get((state, plan[0]), state)
        presses += 1
        if after == state:
            in_vain[state, plan[0]] += 1
        else:
            gestures.learn(state, plan[0], after)
        state = after
    return state, presses


def test_the_shortest_way_is_taken():
    gestures = learned(("empty", "left", "cross"), ("cross", "left", "star"))
    assert gestures.way("empty", STAR) == ["left", "left"]
    gestures.learn("empty", "right", "star")
    assert gestures.way("empty", STAR) == ["right"]
    assert gestures.way("star", STAR) == []
    assert gestures.way("star", {"dot"}) is None
    assert gestures.way("empty", STAR, dead={("empty", "right")}) == ["left", "left"]


def test_what_was_learned_is_replaced_and_forgotten():
    gestures = learned(("empty", "left", "cross"), ("empty", "left", "star"))
    assert gestures.way("empty", {"cross"}) == ["left"]  # it was so once, and nothing better is known
    gestures.learn("empty", "right", "cross")
    assert gestures.way("empty", {"cross"}) == ["right"]
    gestures.forget("empty", "left")
    assert gestures.trial("empty", STAR, only={"left"}) == ["left"]


def test_what_paints_other_cells_is_only_used_if_nothing_else_does_it():
    gestures = learned(("empty", "left", "star"), ("empty", "right", "cross"), ("cross", "right", "star"))
    gestures.avoid("left")
    assert gestures.way("empty", STAR) == ["right", "right"]
    gestures.forget("cross", "right")
    assert gestures.trial("empty", STAR) == ["right", "right"]
    assert gestures.way("empty", STAR) == ["left"]


def test_gestures_are_tried_in_their_order_and_only_as_long_as_no_way_is_known():
    assert Gestures().trial("empty", STAR) == ["left"]
    assert learned(("empty", "left", "star")).trial("empty", STAR) == []
    assert learned(("empty", "left", "cross")).trial("cross", STAR) == ["left"]
    closed = learned(("empty", "left", "cross"), ("cross", "left", "empty"))
    assert closed.trial("empty", STAR) == ["right"]
    assert closed.trial("empty", STAR, only={"left"}) == []
    assert closed.trial("empty", STAR, dead={("empty", g) for g in ("right", "double", "drag")}) == ["left", "right"]


@given(PAGES)
def test_a_way_is_found_on_any_page_that_has_one(page):
    gestures, in_vain = Gestures(), Counter()
    for _ in range(len(STATES)):  # a cell may end in a state with no way on; the next one is spared that
        _, presses = try_out(page, gestures, in_vain)
        assert presses <= len(STATES) * len(GESTURES) * len(STATES)
    way = gestures.way("empty", STAR)
    assert (way is not None) == ("star" in within_reach(page, "empty"))
    state = "empty"
    for gesture in way or ():
        state = page[state, gesture]
    assert way is None or state == "star"


@given(st.permutations(STATES[1:]), st.integers(1, 3), st.sampled_from(GESTURES))
def test_a_cycle_under_one_gesture_takes_one_press_a_state(marks, number, gesture):
    states = ["empty", *marks[:number]]
    page = {(state, gesture): after for state, after in zip(states, states[1:] + states[:1], strict=True)}
    gestures = Gestures()
    _, presses = try_out(page, gestures, Counter())
    if "star" in states:
        assert presses <= states.index("star") * (1 + GESTURES.index(gesture))
        assert gestures.way("empty", STAR) == [gesture] * states.index("star")
    else:
        assert gestures.way("empty", STAR) is None
