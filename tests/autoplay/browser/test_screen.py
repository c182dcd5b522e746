"""Screenshot and mouse of a page, in CSS px."""

import tomllib
from itertools import cycle
from pathlib import Path
from time import monotonic
from types import SimpleNamespace

import numpy as np
import pytest
from playwright.sync_api import Page

from autoplay.browser.panorama import MARGIN_PX, Panorama
from autoplay.browser.screen import CORNER, Screen
from autoplay.browser.start import BrowserOptions, context_settings
from vision.errors import BoardNotFound

TABLES = tomllib.loads(Path(__file__).with_name("screen.toml").read_text("utf-8"))
TALL = TABLES["tall"]
BLUE = (200, 20, 10)
MOVE = TABLES["move"]
SCROLLED = TABLES["scrolled"]


@pytest.fixture
def screen(page: Page) -> Screen:
    page.set_content(TALL)
    return Screen(page, pace_ms=(0, 0))


def blue_box(image):
    ys, xs = np.nonzero((image == BLUE).all(axis=2))
    return int(xs.min()), int(ys.min()), int(xs.max()) + 1, int(ys.max()) + 1


def test_a_look_is_the_window_or_the_page_without_the_mouse(screen):
    screen.press(500, 500)
    shot = screen.take_screenshot()
    assert (shot.shape, shot.dtype) == ((1000, 1280, 3), np.uint8)
    assert screen.page.evaluate("at") == list(CORNER)
    # What lies beyond the window is not captured.
    assert screen.capture((1200, 900, 1400, 1100)).shape == (100, 80, 3)
    assert screen.capture((1300, 0, 1400, 100)).size == 0
    assert screen.capture((50, 60, 40, 80)).size == 0
    screen.scroll_to((0, 1000, 10, 1010))
    shot = screen.take_screenshot(whole_page=True)
    assert shot.shape == (3000, 1280, 3)
    assert blue_box(shot) == (100, 2000, 150, 2040)
    # Scrolling brings a box to the middle.
    screen.scroll_to((100, 2000, 150, 2040))
    shot = screen.take_screenshot()
    x0, y0, x1, y1 = blue_box(shot)
    assert (x0, x1, (y0 + y1) // 2) == (100, 150, 500)
    assert y0 + screen.page.evaluate("scrollY") == 2000
    assert (screen.capture((x0, y0, x1, y1)) == BLUE).all()
    # A window of ours is enlarged to the whole page.
    screen.enlarge()
    assert blue_box(screen.take_screenshot()) == (100, 2000, 150, 2040)
    assert screen.size[0] == 2560


def test_pictures_are_in_css_px_whatever_the_device(browser):
    with browser.new_context(**context_settings(BrowserOptions(scale=1.25))) as context:
        screen = Screen(context.new_page())
        screen.page.set_content(TALL)
        assert screen.take_screenshot().shape == (1000, 1280, 3)
        assert screen.capture((11, 13, 142, 252)).shape == (239, 131, 3)


def test_presses_and_drags_stay_on_their_spots_and_keep_a_pace(screen):
    page = screen.page
    page.evaluate("() => { window.doubles = 0; ondblclick = () => { doubles += 1 } }")
    screen.press(30, 40)
    screen.press(50, 60, "right")
    seen = [(kind, x, y) for kind, x, y, _ in page.evaluate("seen.splice(0)")]
    assert seen[:2] == [("mousedown", 30, 40), ("mouseup", 30, 40)]
    assert ("contextmenu", 50, 60) in seen
    screen.drag([(10, 10), (60, 10), (60, 60)])
    seen = [(kind, x, y) for kind, x, y, _ in page.evaluate("seen")]
    assert seen == [("mousedown", 10, 10), ("mouseup", 60, 60)]
    # Two presses are a double click only if that is meant.
    before = screen.presses
    screen.press(30, 40)
    screen.press(30, 40)
    assert (page.evaluate("doubles"), screen.presses) == (0, before + 2)
    screen.press_twice(300, 40)
    assert (page.evaluate("doubles"), screen.presses) == (1, before + 3)
    paced = Screen(page, pace_ms=(50, 60))
    start = monotonic()
    for _ in range(4):
        paced.press(10, 10)
    assert monotonic() - start >= 3 * 0.05


def test_it_waits_until_what_moves_stands_still_but_not_for_ever(screen, monkeypatch):
    box = (0, 100, 400, 400)
    screen.page.evaluate(MOVE)
    assert screen.wait_until_still(box)[1]
    assert screen.page.evaluate("document.querySelector('#box').style.left") == "120px"
    # A box that moves between five places is seen at none of them.
    capture, lefts = screen.capture, cycle(range(0, 300, 60))

    def capture_after_moving_it(place):
        screen.page.evaluate(
            "(x) => { document.querySelector('#box').style.left = x }", f"{next(lefts)}px"
        )
        return capture(place)

    monkeypatch.setattr(screen, "capture", capture_after_moving_it)
    picture, still = screen.wait_until_still(box, timeout_s=1.0)
    assert not still
    assert not (picture == BLUE).all(axis=2).any()


def test_a_look_outlives_the_page_being_replaced(screen, site):
    for number in range(3):
        url = f"{site.url}/options?{number}"
        screen.page.evaluate("url => { location.href = url }", url)
        for _ in range(3):
            assert screen.take_screenshot().shape == (1000, 1280, 3)
        screen.page.wait_for_url(url)


def test_what_scrolls_is_put_together(page):
    page.set_viewport_size({"width": 500, "height": 480})
    cells = "".join(f"<i style='background:hsl({77 * n} 90% 50%)'></i>" for n in range(64))
    page.set_content(f"{SCROLLED}<div id=box><div id=in>{cells}</div></div><p>")
    screen = Screen(page)
    panorama = Panorama(screen, screen.scrolling_parts()[0])
    assert panorama.viewport == (40, 40, 290, 290)
    inside = panorama.image[MARGIN_PX:-MARGIN_PX, MARGIN_PX:-MARGIN_PX]
    whole = "overflow:visible; width:402px; height:402px"
    page.evaluate("(style) => { document.querySelector('#box').style.cssText = style }", whole)
    assert (inside == Screen(page).capture((40, 40, 442, 442))).all()


@pytest.mark.parametrize(("high", "scrolls"), [(100, 0), (900, 1)])
def test_a_part_that_hides_what_is_beside_it_scrolls_only_down(page, high, scrolls):
    style = "width:200px; height:200px; overflow-x:hidden; overflow-y:auto"
    inside = f"<p style='width:900px; height:{high}px; margin:0'>"
    page.set_content(f"<div style='{style}'>{inside}</div>")
    assert len(Screen(page).scrolling_parts()) == scrolls


def test_a_dialog_that_keeps_the_page_from_scrolling_is_told():
    panorama = Panorama.__new__(Panorama)
    panorama._part = SimpleNamespace(
        box=(0, 0, 100, 100), offset=(0, 0), scroll_to=lambda _: None, update=lambda: None
    )
    with pytest.raises(BoardNotFound, match="no longer scrolls"):
        panorama.scroll_to((40, 240, 60, 260))


def test_a_scrolled_part_that_is_gone_is_told():
    panorama = Panorama.__new__(Panorama)
    panorama._part = SimpleNamespace(box=(0, 0, 0, 0))
    with pytest.raises(BoardNotFound, match="is gone"):
        panorama.retake((40, 240, 60, 260))
