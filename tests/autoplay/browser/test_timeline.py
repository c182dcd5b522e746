"""Timelines: phases and activities add up to the whole, however they are nested."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoplay.browser import timeline as module
from autoplay.browser.timeline import Timeline


class Clock:
    """Clock that moves on only when it is told to."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(module, "monotonic", clock)
    return clock


def test_time_within_an_inner_activity_is_not_that_of_the_outer(clock):
    timeline = Timeline()
    with timeline.measure("stillness"):
        clock.now += 1
        with timeline.measure("screenshot"):
            clock.now += 10
        clock.now += 2
    clock.now += 5
    timing = timeline.timing()
    assert timing.activities == {"stillness": 3, "screenshot": 10, "other": 5}
    assert timing.counts == {"stillness": 1, "screenshot": 1}


@given(st.lists(st.sampled_from(["phase", "in", "out", "press"]), max_size=40))
def test_phases_and_activities_add_up_to_the_whole(steps):
    with pytest.MonkeyPatch.context() as patch:
        clock = Clock()
        patch.setattr(module, "monotonic", clock)
        timeline, opened = Timeline(), []
        for number, step in enumerate(steps, 1):
            clock.now += number
            if step == "phase":
                timeline.enter(("learning", "clicking")[number % 2])
            elif step == "in":
                opened.append(timeline.measure(("screenshot", "pace")[number % 2]))
                opened[-1].__enter__()
            elif step == "out" and opened:
                opened.pop().__exit__(None, None, None)
            elif step == "press":
                timeline.count_press()
        timing = timeline.timing()
    whole = pytest.approx(clock.now - 100)
    assert (sum(timing.phases.values()), sum(timing.activities.values())) == (whole, whole)
    assert timeline.presses == steps.count("press")


def test_first_and_last_press_count_from_the_start(clock):
    timeline = Timeline()
    for _ in range(3):
        clock.now += 2
        timeline.count_press()
    assert (timeline.timing().first_press, timeline.timing().last_press) == (2, 6)
    assert timeline.timing().to_row()["last_press_ms"] == 6000
