"""Handling of the web page in a browser, for its tests."""

import cv2
import numpy as np
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

DONE_MS = 30_000
"""Maximum time for reading and solving on a busy machine."""
NARROW = {"width": 390, "height": 844}
WIDE = {"width": 1280, "height": 900}
GIVE = """([content, type, event]) => {
  const data = new DataTransfer();
  if (typeof content === "string") data.setData(type, content);
  else data.items.add(new File([new Uint8Array(content)], "file", {type}));
  const options = {clipboardData: data, dataTransfer: data, bubbles: true, cancelable: true};
  const kind = event === "paste" ? ClipboardEvent : DragEvent;
  document.body.dispatchEvent(new kind(event, options));
}"""


def open_page(page, address):
    """Open the page at an address, and wait until its script has run."""
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    wait_for_answer(page)


def choose(page, picture):
    """Choose a picture to be read, by its path, its pixels or its file."""
    if isinstance(picture, np.ndarray):
        data = cv2.imencode(".png", picture)[1].tobytes()
        picture = {"name": "board.png", "mimeType": "image/png", "buffer": data}
    page.set_input_files("#file", picture)
    wait_for_answer(page)


def give(page, content, type="image/png", event="drop"):
    """Drop or paste a text, or a file with these bytes; a number stands for that many zeros."""
    if isinstance(content, bytes):
        content = list(content)
    page.evaluate(GIVE, [content, type, event])
    wait_for_answer(page)


def wait_for_answer(page):
    """Wait until all requests are answered."""
    busy = page.locator("main")
    expect(busy).to_have_attribute("aria-busy", "false", timeout=DONE_MS)


def cell(page, row, col):
    return page.locator(f"#grid [data-row='{row}'][data-col='{col}']")


def count_marks(page, kind):
    """Return the number of marks of a kind drawn on the picture, and their number in the grid."""
    return [page.locator(f"{where} .mark.{kind}").count() for where in ("#picture", "#grid")]


def list_barriers(page):
    """Return what makes the page hard to use now: accessibility violations, and overflow."""
    violations = Axe().run(page).response["violations"]
    found = [one["id"] for one in violations if one["impact"] in ("serious", "critical")]
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        found.append("wider than the window")
    return found


def press(page, *names):
    for name in names:
        page.get_by_role("button", name=name, exact=True).click()
    wait_for_answer(page)


def expect_text(page, selector, words):
    expect(page.locator(selector)).to_contain_text(words, timeout=DONE_MS)


def get_view(page):
    """Return the visible part of the picture: left and upper edge, width and height in pixels."""
    return [float(part) for part in page.locator("#picture").get_attribute("viewBox").split()]


def find_point(page, x, y):
    """Return where on the page a pixel of the picture is seen."""
    box = page.locator("#picture").bounding_box()
    left, top, width, _ = get_view(page)
    scale = box["width"] / width
    return box["x"] + (x - left) * scale, box["y"] + (y - top) * scale
