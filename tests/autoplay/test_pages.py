"""Boards on pages of any structure: found, scrolled into view and played, with no press elsewhere;
lamps and pegs on pages of their own; and drawn pages that have to be started.

``python -m tests.qa.pages`` plays on all structures, and ``tests.qa.lamp_pages``,
``tests.qa.peg_pages`` and ``tests.qa.start_pages`` on all others.
"""

import pytest

from autoplay.sites import base
from tests.qa.lamp_pages.runs import run
from tests.qa.lamp_pages.structures import LAMP_PAGES
from tests.qa.pages.runs import play_structure, window_for
from tests.qa.pages.structures import STRUCTURES
from tests.qa.peg_pages.structures import PEG_PAGES
from tests.qa.start_pages.drawn import draw_page
from tests.qa.start_pages.runs import run as run_start

QUICK = ("turned", "nested frames", "scrolled main, large window", "beside a video")
"""Structures that differ most: an angle, frames, scrolling in a window, and movement."""
LAMPS = ("canvas mousedown", "moves at each press")
# tests/autoplay/player/lights_out plays others: without a solution, and with a board that goes at
# the end
PEGS = ("plus drag", "win: gone", "none: spots", "lifted", "choose first")
SELECTED = [one for one in LAMP_PAGES if one.name in LAMPS]
SELECTED += [one for one in PEG_PAGES if one.name in PEGS]
SEEDS = (102, 106, 119)
"""A box and a choice after a late answer; a default among sizes, then a start; and the address of
a part of a page, with a link that looks like a start."""


@pytest.fixture(autouse=True)
def hurry(monkeypatch):
    monkeypatch.setattr(base, "ANNOUNCES_S", 0.1)


@pytest.mark.parametrize(
    "structure", [one for one in STRUCTURES if one.name in QUICK], ids=lambda one: one.name
)
def test_a_structure_is_played(structure, browser, tmp_path, monkeypatch):
    # No page takes a star back.
    monkeypatch.setattr("autoplay.player.star_battle.applier.STARS_SETTLE_S", 0.1)
    monkeypatch.setattr("autoplay.player.board_finder.SEARCH_S", 60)  # however busy the machine is
    with window_for(structure, browser) as window:
        assert play_structure(structure, window, tmp_path) == []


@pytest.mark.parametrize("one", SELECTED, ids=lambda one: one.name)
def test_lamps_and_pegs_end_as_they_have_to(one, page, tmp_path):
    assert run(page, one, tmp_path).faults == []


@pytest.mark.parametrize("seed", SEEDS)
def test_a_page_is_started_as_a_person_would(seed, page, tmp_path):
    page.set_viewport_size({"width": 1000, "height": 800})
    assert run_start(page, draw_page(seed), tmp_path).faults == ()
