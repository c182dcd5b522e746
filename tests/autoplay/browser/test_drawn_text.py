"""Words that a canvas shows, in fonts, colours and shapes of their own."""

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
CIRCLE = """context.strokeStyle = context.fillStyle = '#e09080'
    context.font = '38px Arial'
    context.fillText('START', 100, 300)
    context.fillText('HELP', 480, 300)
    context.beginPath(); context.arc(162, 288, 90, 0, 7); context.stroke()"""
MARKS = """context.fillStyle = "#fff"
    context.font = "30px Arial"
    context.fillText("PLAY!", 100, 200)"""
LARGE = """context.fillStyle = "#a09080"
    context.font = "110px Arial"
    context.fillText("START!", 60, 250)"""
BUTTON = """context.fillStyle = '#225'
    context.fillRect(300, 200, 180, 60)
    context.fillStyle = '#fff'
    context.font = 'bold 26px Georgia, serif'
    context.fillText('Play', 360, 238)"""
SHAPES = """for (let i = 0; i < 60; i++) {
      context.fillStyle = `hsl(${i * 40} 70% 50%)`
      context.fillRect(37 * i % 640, 53 * i % 340, 10 + 7 * i % 50, 8 + 5 * i % 30)
      context.beginPath(); context.arc(61 * i % 690, 29 * i % 390, 4 + i % 20, 0, 7); context.fill()
    }
    context.font = '20px Arial'
    context.fillText('The stars are there. Party! Plan', 30, 380)"""


WORDS_OF = {
    CIRCLE: {"start": (162, 286)}, BUTTON: {"play": (388, 232)}, MARKS: {"play": (142, 189)},
    LARGE: {"start": (237, 211)}, SHAPES: {},
}  # fmt: skip
"""Drawing, and the middle of each word that it shows."""


def test_words_of_a_canvas_are_found_where_they_are(page):
    page.set_viewport_size({"width": 720, "height": 420})
    for script, expected in WORDS_OF.items():
        page.set_content(PAGE.replace("SCRIPT", script))
        image = Screen(page).take_screenshot().image
        found = {one.word: one.middle for one in drawn_words(page, image, WORDS)}
        assert found.keys() == expected.keys()
        for word, middle in expected.items():
            assert found[word] == pytest.approx(middle, abs=12)
    page.set_content("<h1>START</h1>")
    assert drawn_words(page, Screen(page).take_screenshot().image, WORDS) == []
