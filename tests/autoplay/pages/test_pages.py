"""Boards on pages of any structure: found, scrolled into view and played, with no press elsewhere."""

from __future__ import annotations

from functools import partial

import pytest

from autoplay.player.play_result import Pictures
from autoplay.practice.puzzles import pick
from autoplay.sites import GENERIC, base
from tests.autoplay.pages.structures import FRAME, PAGE, STRUCTURES
from tests.playing import play

WINDOW = 900, 700


@pytest.fixture
def pictures(tmp_path):
    return Pictures(tmp_path)


@pytest.fixture
def window(structure, request, browser):
    """Yield a page in a resizable window, or in a window of fixed size without a viewport, like a user's."""
    if structure.enlarges:
        page = request.getfixturevalue("page")
        page.set_viewport_size({"width": WINDOW[0], "height": WINDOW[1]})
        yield page
    else:
        with browser.new_context(no_viewport=True) as context:
            yield context.new_page()


def stars_and_stray_presses(page):
    """Return the stars on the page and its frames, and the number of presses elsewhere."""
    stars, elsewhere = set(), 0
    for frame in page.frames:
        found = frame.evaluate("() => window.stars && [[...stars], elsewhere]") or [[], 0]
        stars |= {tuple(map(int, cell.split(","))) for cell in found[0]}
        elsewhere += found[1]
    return stars, elsewhere


def answer(pages, route):
    """Answer all requests without a network."""
    body = pages.get(route.request.url.replace(f"{PAGE}board/", FRAME))
    route.fulfill(body=body or "", content_type="text/html; charset=utf-8", status=200 if body else 404)


@pytest.mark.parametrize("structure", STRUCTURES, ids=lambda structure: structure.name)
def test_it_is_played(structure, window, pictures, monkeypatch):
    monkeypatch.setattr(base, "ANNOUNCES_S", 0.1)
    monkeypatch.setattr("autoplay.player.star_battle.applier.STARS_SETTLE_S", 0.1)  # no page takes a star back
    board = pick(1, 1)
    window.route("**/*", partial(answer, structure.pages(board.grid)))
    window.goto(PAGE)
    outcome = play(window, GENERIC, pictures.folder, pace_ms=(0, 0), patience_s=1)
    assert stars_and_stray_presses(window) == (set(outcome.solution.cells), 0)
    assert outcome.puzzle.grid == board.grid
