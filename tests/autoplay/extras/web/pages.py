"""Handling of the web page in a browser, for its tests."""

from __future__ import annotations

import cv2
import numpy as np
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

DONE_MS = 30_000
"""Maximum time for reading and solving on a busy machine."""
NARROW, WIDE = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
LOOKS = [(scheme, size) for scheme in ("light", "dark") for size in (NARROW, WIDE)]


def ready(page):
    """Wait until the page's script has run."""
    page.wait_for_selector("html[data-ready]")


def choose(page, picture):
    """Choose a picture to be read, by its path or its pixels."""
    if isinstance(picture, np.ndarray):
        picture = {"name": "board.png", "mimeType": "image/png", "buffer": cv2.imencode(".png", picture)[1].tobytes()}
    page.set_input_files("#file", picture)
    wait(page)


def wait(page):
    """Wait until all requests are answered."""
    expect(page.locator("main")).to_have_attribute("aria-busy", "false", timeout=DONE_MS)


def cell(page, row, col):
    return page.locator(f"#grid [data-row='{row}'][data-col='{col}']")


def marks(page, kind):
    """Return the number of marks of a kind drawn on the picture, and their number in the grid."""
    return [page.locator(f"{where} .mark.{kind}").count() for where in ("#picture", "#grid")]


def barriers(page):
    """Return the accessibility violations of the page in its current state."""
    found = Axe().run(page).response["violations"]
    return [one["id"] for one in found if one["impact"] in ("serious", "critical")]
