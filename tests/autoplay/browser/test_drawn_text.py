"""Words that a canvas shows, in fonts, colours and shapes of their own."""

import tomllib
from pathlib import Path

import pytest

from autoplay.browser.drawn_text import drawn_words
from autoplay.browser.screen import Screen

WORDS = ["start game", "start", "play"]
PAGE = """<!doctype html><body style="margin:0;background:#ccc">
<canvas width="700" height="400"></canvas><script>
var context = document.querySelector('canvas').getContext('2d')
context.fillStyle = '#f8ecc8'
context.fillRect(0, 0, 700, 400)
SCRIPT
</script>"""
TABLES = tomllib.loads(Path(__file__).with_name("drawn_text.toml").read_text("utf-8"))
CIRCLE = TABLES["circle"]
MARKS = TABLES["marks"]
LARGE = TABLES["large"]
BUTTON = TABLES["button"]
SHAPES = TABLES["shapes"]

WORDS_OF = {
    CIRCLE: {"start": (162, 286)}, BUTTON: {"play": (388, 232)}, MARKS: {"play": (142, 189)},
    LARGE: {"start": (237, 211)}, SHAPES: {},
}  # fmt: skip
"""Drawing, and the middle of each word that it shows."""


def test_words_of_a_canvas_are_found_where_they_are(page):
    page.set_viewport_size({"width": 720, "height": 420})
    for script, expected in WORDS_OF.items():
        page.set_content(PAGE.replace("SCRIPT", script))
        image = Screen(page).take_screenshot()
        boxes = {one.word: one.box for one in drawn_words(page, image, WORDS)}
        found = {word: ((x0 + x1) / 2, (y0 + y1) / 2) for word, (x0, y0, x1, y1) in boxes.items()}
        assert found.keys() == expected.keys()
        for word, middle in expected.items():
            assert found[word] == pytest.approx(middle, abs=12)
    page.set_content("<h1>START</h1>")
    assert drawn_words(page, Screen(page).take_screenshot(), WORDS) == []
