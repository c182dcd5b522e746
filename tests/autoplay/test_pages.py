"""Boards on pages of any structure: found, scrolled into view and played, with no press elsewhere.

``python -m tests.qa.pages`` plays on all of them.
"""

import pytest

from autoplay.sites import base
from tests.qa.pages.runs import play_structure, window_for
from tests.qa.pages.structures import STRUCTURES

QUICK = ("turned", "nested frames", "scrolled main, large window", "beside a video")
"""Structures that differ most: an angle, frames, scrolling in a window, and movement."""


@pytest.mark.parametrize(
    "structure", [one for one in STRUCTURES if one.name in QUICK], ids=lambda one: one.name
)
def test_it_is_played(structure, browser, tmp_path, monkeypatch):
    monkeypatch.setattr(base, "ANNOUNCES_S", 0.1)
    # No page takes a star back.
    monkeypatch.setattr("autoplay.player.star_battle.applier.STARS_SETTLE_S", 0.1)
    monkeypatch.setattr("autoplay.player.board_finder.SEARCH_S", 60)  # however busy the machine is
    with window_for(structure, browser) as window:
        assert play_structure(structure, window, tmp_path) == []
