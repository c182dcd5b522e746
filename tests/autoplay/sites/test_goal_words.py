"""Goal of a Lights Out page in the words of its text."""

import tomllib
from pathlib import Path

import pytest

from autoplay.sites.goal_words import stated_goal

GOALS = tomllib.loads(Path(__file__).with_name("goals.toml").read_text("utf-8"))
UNDERSTOOD = 0.9
"""Minimum share of goals that are understood; what is no goal must never be taken for one."""


@pytest.mark.parametrize("name", GOALS)
def test_the_text_states_the_goal_or_none(name):
    goal = name.removeprefix("more_")
    read = {sentence: stated_goal([sentence]) for sentence in GOALS[name]}
    if goal == "silent":
        assert [sentence for sentence, found in read.items() if found] == []
        return
    assert set(read.values()) <= {goal, None}
    missed = [sentence for sentence, found in read.items() if found is None]
    assert len(missed) <= (1 - UNDERSTOOD) * len(read), missed


def test_several_lines_state_one_goal_or_none():
    off = "Turn all the lights off"
    assert stated_goal(["Lights Out", off, "Moves: 3", off]) == "off"
    assert stated_goal([off, "Turn all the lights on"]) is None
    assert stated_goal([off, "Match the target pattern"]) is None
    assert stated_goal([]) is None
    assert stated_goal([f"{off}. {'And so on. ' * 100}"]) is None
