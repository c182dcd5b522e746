"""Pages drawn from seeds, played as a person would.

``python -m tests.qa.pages`` plays many, and prints a table by axis.
"""

import pytest

from autoplay.sites import base
from tests.qa.pages.drawing import AXES, draw_page
from tests.qa.pages.runs import play_drawn

PLAIN = {name: next(iter(values)) for name, values in AXES.items()}
"""The usual value on each axis: a small Star Battle in a page of its own, without obstacles."""
PLAYED = (
    {"place": "turned"},
    {"place": "frame", "start": "box"},
    {"place": "foreign frame", "technique": "table"},
    {"game": "lamps", "place": "scrolled", "technique": "svg", "verdict": "dialog"},
    {"beside": "video", "technique": "closed shadow", "verdict": "narrow"},
    {"game": "lamps", "technique": "canvas", "event": "mousedown", "place": "moves"},
    {"game": "lamps", "address": "deep", "navigation": "another", "start": "late"},
    {"game": "pegs", "technique": "canvas", "cycle": "drag"},
    {"game": "pegs", "technique": "svg", "verdict": "gone"},
)
"""Pages that differ most: an angle, frames, scrolling, movement, starts, gestures and ends."""


@pytest.mark.parametrize("axes", PLAYED, ids=lambda axes: ", ".join(axes.values()))
def test_a_page_is_played_as_a_person_would(axes, page, tmp_path, monkeypatch):
    monkeypatch.setattr(base, "ANNOUNCES_S", 0.1)
    page.set_viewport_size({"width": 1100, "height": 900})
    judgement = play_drawn(page, draw_page(3, **{**PLAIN, **axes}), tmp_path)
    assert judgement.is_right, judgement.faults
    assert judgement.leaves == 0
