"""Pictures of a page: as Playwright takes them, but quicker."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest
from playwright.sync_api import Error as PlaywrightError

from autoplay.browser.camera import Camera
from vision.image import load_image

CELLS = "".join(f"<i style='background:hsl({n * 37 % 360} 80% 60%)'>{n}</i>" for n in range(400))
PAGE = f"""<meta name=viewport content='width=device-width'><style>
body {{ margin: 0; width: 1500px; background: linear-gradient(45deg, #fff, #88f 30%, #f88) }}
i {{ display: inline-block; width: 41.3px; height: 37.7px; margin: 3.3px; border: 1px solid; border-radius: 7px }}
</style>{CELLS}"""
PART = {"x": 30, "y": 40, "width": 200, "height": 100}


def by_playwright(page, **part):
    return load_image(page.screenshot(scale="css", animations="allow", caret="initial", **part))


@pytest.fixture
def window(browser, request):
    with browser.new_context(**request.param) as context:
        page = context.new_page()
        page.set_content(PAGE)
        yield page


@pytest.mark.parametrize(
    "window",
    [
        *({}, {"device_scale_factor": 2}, {"device_scale_factor": 1.5}, {"no_viewport": True}),
        {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "device_scale_factor": 3},
    ],
    indirect=True,
    ids=["plain", "double", "one and a half", "no viewport", "mobile, zoomed out"],
)
@pytest.mark.parametrize("offset", [(0, 0), (33, 217.5)], ids=["at the top", "scrolled"])
def test_a_picture_is_that_of_playwright(window, offset):
    window.evaluate("([x, y]) => scrollTo(x, y)", offset)
    camera = Camera(window)
    for part in ({}, {"clip": PART}, {"clip": {**PART, "x": -50, "y": -20}}):
        taken = load_image(BytesIO(camera.shoot(part.get("clip"), timeout_ms=5000)))
        assert np.array_equal(taken, by_playwright(window, **part)), part


def test_the_whole_page_is_seen(page):
    page.set_content("<body style='margin: 0; height: 3000px'>")
    assert load_image(BytesIO(Camera(page).shoot(whole_page=True, timeout_ms=5000))).shape == (3000, 1280, 3)


def test_what_is_beyond_the_window_has_no_picture(page):
    with pytest.raises(PlaywrightError):
        Camera(page).shoot({**PART, "x": 5000}, timeout_ms=5000)


def test_each_document_is_seen_though_pages_replace_each_other(page, site):
    camera, hosts = Camera(page), ("127.0.0.1", "localhost")
    page.goto(site.url)
    for number in range(8):
        url = f"{site.url.replace(hosts[0], hosts[number % 2])}/options?{number}"
        page.evaluate("url => { location.href = url }", url)
        pictures = 0
        while pictures < 3:
            try:
                assert camera.shoot(timeout_ms=5000)
            except PlaywrightError:
                continue
            pictures += 1
        page.wait_for_url(url)
