"""Timelines: phases and activities add up to the whole, however they are nested."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoplay.browser import timeline as module
from autoplay.browser.timeline import Timeline


@given(st.lists(st.sampled_from(["phase", "in", "out", "press"]), max_size=40))
def test_phases_and_activities_add_up_to_the_whole(steps):
    now = [0.0]
    opened, presses = [], []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "monotonic", lambda: now[0])
        timeline = Timeline()
        for number, step in enumerate(steps, 1):
            now[0] += number
            if step == "phase":
                timeline.enter(("learning", "clicking")[number % 2])
            elif step == "in":
                opened.append(timeline.measure(("screenshot", "pace")[number % 2]))
                opened[-1].__enter__()
            elif step == "out" and opened:
                opened.pop().__exit__(None, None, None)
            elif step == "press":
                timeline.count_press()
                presses.append(now[0])
        timing = timeline.timing()
    whole = pytest.approx(now[0])
    assert (sum(timing.phases.values()), sum(timing.activities.values())) == (whole, whole)
    assert timeline.presses == len(presses)
    if presses:
        assert (timing.first_press, timing.last_press) == (presses[0], presses[-1])
        assert timing.to_row()["last_press_ms"] == 1000 * presses[-1]
