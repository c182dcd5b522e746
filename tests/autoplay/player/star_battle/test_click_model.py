"""The click model, a graph: the shortest path in it, and the next experiment."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from autoplay.player.gestures import GESTURES
from autoplay.player.star_battle.click_model import ClickModel
from autoplay.player.star_battle.clicker import STAR

STATES = ("empty", "dot", "cross", "star")
PAGES = st.dictionaries(st.tuples(st.sampled_from(STATES), st.sampled_from(GESTURES)), st.sampled_from(STATES))
"""Next state for each gesture and state; a missing one changes nothing."""


def learned(*edges):
    model = ClickModel()
    for edge in edges:
        model.learn(*edge)
    return model


def within_reach(page, start):
    reach = {start}
    while more := {after for (before, _), after in page.items() if before in reach} - reach:
        reach |= more
    return reach


def try_out(page, model, in_vain, state="empty"):
    """Experiment on one cell until nothing is left to try; return the final state and the number of presses."""
    presses = 0
    while plan := model.experiment(state, STAR, in_vain):
        after = page.get((state, plan[0]), state)
        presses += 1
        if after == state:
            in_vain[state, plan[0]] += 1
        else:
            model.learn(state, plan[0], after)
        state = after
    return state, presses


def test_the_shortest_way_is_taken():
    model = learned(("empty", "left", "cross"), ("cross", "left", "star"))
    assert model.path("empty", STAR) == ["left", "left"]
    model.learn("empty", "right", "star")
    assert model.path("empty", STAR) == ["right"]
    assert model.path("star", STAR) == []
    assert model.path("star", {"dot"}) is None
    assert model.path("empty", STAR, dead={("empty", "right")}) == ["left", "left"]


def test_what_was_learned_is_replaced_and_forgotten():
    model = learned(("empty", "left", "cross"), ("empty", "left", "star"))
    assert model.path("empty", {"cross"}) == ["left"]  # it did so once, and nothing better is known
    model.learn("empty", "right", "cross")
    assert model.path("empty", {"cross"}) == ["right"]
    model.forget("empty", "left")
    assert model.experiment("empty", STAR, only={"left"}) == ["left"]


def test_painting_gesture_is_the_last_resort():
    model = learned(("empty", "left", "star"), ("empty", "right", "cross"), ("cross", "right", "star"))
    model.avoid("left")
    assert model.path("empty", STAR) == ["right", "right"]
    model.forget("cross", "right")
    assert model.experiment("empty", STAR) == ["right", "right"]
    assert model.path("empty", STAR) == ["left"]


def test_gestures_are_tried_in_order_until_one_works():
    assert ClickModel().experiment("empty", STAR) == ["left"]
    assert learned(("empty", "left", "star")).experiment("empty", STAR) == []
    assert learned(("empty", "left", "cross")).experiment("cross", STAR) == ["left"]
    closed = learned(("empty", "left", "cross"), ("cross", "left", "empty"))
    assert closed.experiment("empty", STAR) == ["right"]
    assert closed.experiment("empty", STAR, only={"left"}) == []
    assert closed.experiment("empty", STAR, dead={("empty", g) for g in ("right", "double", "drag")}) == [
        "left",
        "right",
    ]


@given(PAGES)
def test_a_way_is_found_on_any_page_that_has_one(page):
    model, in_vain = ClickModel(), Counter()
    for _ in range(len(STATES)):  # a cell may end in a state without a way out; later cells avoid it
        _, presses = try_out(page, model, in_vain)
        assert presses <= len(STATES) * len(GESTURES) * len(STATES)
    way = model.path("empty", STAR)
    assert (way is not None) == ("star" in within_reach(page, "empty"))
    state = "empty"
    for gesture in way or ():
        state = page[state, gesture]
    assert way is None or state == "star"


@given(st.permutations(STATES[1:]), st.integers(1, 3), st.sampled_from(GESTURES))
def test_a_cycle_under_one_gesture_takes_one_press_a_state(marks, number, gesture):
    states = ["empty", *marks[:number]]
    page = {(state, gesture): after for state, after in zip(states, states[1:] + states[:1], strict=True)}
    model = ClickModel()
    _, presses = try_out(page, model, Counter())
    if "star" in states:
        assert presses <= states.index("star") * (1 + GESTURES.index(gesture))
        assert model.path("empty", STAR) == [gesture] * states.index("star")
    else:
        assert model.path("empty", STAR) is None
