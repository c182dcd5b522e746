"""Results on unknown pages: text that is new since the last press and reads like success."""

from __future__ import annotations

import pytest

from autoplay.sites import PageResult, base
from autoplay.sites.generic import Generic, is_success

SITE = Generic()
PAGE = """<div id="app"><h1>Stars</h1><p>Left: <b id="left">5</b></p><p id="clock">Time 00:01</p>
<div id="board" class="board"><i>★</i></div><div id="solved-count">Solved: 12</div>
<button class="solved">check</button><p id="win-note" style="opacity: 0">You won!</p></div>
<script>var board = document.querySelector('#board'), app = document.querySelector('#app')
var add = (html) => app.insertAdjacentHTML('beforeend', html)</script>"""
SUCCESSES = {
    "board.classList.add('board--solved'); add('<p>Well done in 12 s</p>')": "Well done in 12 s",
    "board.classList.add('board--solved')": "the page calls itself 'board--solved'",
    "add('<dialog open class=win-screen><h2>Bravo!</h2><p>You <b>did</b> it</p></dialog>')": "Bravo! / You did it",
    "document.querySelector('#win-note').style.opacity = 1": "You won!",
    "setTimeout(() => document.body.classList.add('levelWon'), 200)": "the page calls itself 'levelWon'",
    "app.attachShadow({mode: 'open'}).innerHTML = '<p class=victory>Sieg</p>'": "Sieg",
    "add('<iframe srcdoc=\"<p class=victory>Sieg</p>\"></iframe>')": "Sieg",
}
NONE = {
    "": "the page said nothing",
    "document.querySelector('#clock').textContent = 'Time 00:02'": "the page said nothing",
    "document.querySelector('#left').textContent = '0'": "the page said nothing",
    "document.querySelector('#solved-count').outerHTML = '<p id=solved-count>Solved: 13</p>'": "the page said nothing",
    "add('<div role=dialog class=cookie-consent><p>We value your privacy</p></div>')": "We value your privacy",
    "add('<dialog open class=error>That is wrong</dialog>')": "That is wrong",
    "add('<dialog open class=\"win not-solved\">Not yet</dialog>')": "Not yet",
    "add('<p class=solved hidden>Bravo</p>')": "the page said nothing",
    "add('<a class=solved-list href=/>Solved by others</a>')": "Solved by others",
    "add('<div class=\"toast success\">Saved</div>')": "Saved",
    "add('<p class=row-solved>3 of 5</p>')": "of 5",
    "add('<p class=solved>row</p>'.repeat(5))": "row",
    "add('<div class=popup-win>Advertisement</div>')": "Advertisement",
    "add('<iframe src=\"http://ads.test/\"></iframe>')": "the page said nothing",
    "add(`<p>${'a long story '.repeat(50)}</p>`)": "…",
}

MISTAKES = ("That is wrong", "Not yet")


@pytest.fixture(autouse=True)
def hurry(monkeypatch):
    monkeypatch.setattr(base, "ANNOUNCES_S", 5.0)


def answer(page, script):
    """Return the page's result on an answer if the page runs a script after the last of three presses."""
    with SITE.watch(page) as watch:
        for _ in range(3):
            SITE.before_press(page, watch)
        page.evaluate(f"() => {{ {script} }}")
        return SITE.confirm(page, watch)


def test_a_success_that_is_new_is_the_page_s_word(page):
    for script, message in SUCCESSES.items():
        page.goto("about:blank")  # another page, whose body is unchanged
        page.set_content(PAGE)
        assert answer(page, script) == PageResult("solved", message, "state"), script


def test_all_else_is_quoted_and_no_success(page, monkeypatch):
    monkeypatch.setattr(base, "ANNOUNCES_S", 0.1)
    page.route(
        "http://ads.test/", lambda route: route.fulfill(body="<p class=winner>You won", content_type="text/html")
    )
    for script, told in NONE.items():
        page.set_content(PAGE)
        verdict = answer(page, script)
        result = "rejected" if told in MISTAKES else "played"
        assert (verdict.result, told in verdict.message, len(verdict.message) < 260) == (result, True, True), script


def test_what_appeared_while_stars_were_placed_is_no_news(page, monkeypatch):
    monkeypatch.setattr(base, "ANNOUNCES_S", 0.1)
    page.set_content(PAGE)
    with SITE.watch(page) as watch:
        SITE.before_press(page, watch)
        page.evaluate("add('<p class=row-solved>Row 1 is complete</p>')")
        SITE.before_press(page, watch)
        page.evaluate("add('<p class=row-solved>Row 2 is complete</p>')")
        assert SITE.confirm(page, watch).message.endswith("said nothing")


@pytest.mark.parametrize("frame", ["position: fixed; bottom: 0", "position: absolute; bottom: 0"])
def test_a_box_that_slides_into_its_frame_is_news(page, frame):
    page.set_content(
        f"""<style>#frame {{ position: relative; height: 400px; overflow: hidden }}
        #sheet {{ {frame}; transform: translateY(100%) }}</style>
        <div id=frame><div class=board>★</div><div id=sheet>Bravo !</div></div>"""
    )
    result = answer(page, "document.querySelector('#sheet').style.transform = 'none'")
    assert result == PageResult("solved", "Bravo !", "words")


def test_before_the_first_press_nothing_is_news(page):
    page.set_content('<p class="solved">Bravo</p>')
    with SITE.watch(page) as watch:
        assert SITE.new_result(page, watch) is None


SUCCESS_NAMES = ("solved", "isSolved", "youWin", "YOU_WIN", "win", "win-modal", "confetti")
OTHER_NAMES = (
    *("unsolved", "window", "popup-win", "winter", "success", "complete", "level-complete", "game-finished"),
    *("row-complete", "row-won", "solved-by", "confetti-count"),
)


@pytest.mark.parametrize(
    ("name", "expected"), [(name, True) for name in SUCCESS_NAMES] + [(name, False) for name in OTHER_NAMES]
)
def test_names_that_mean_a_success(name, expected):
    assert is_success(name) is expected


@pytest.mark.parametrize(
    ("html", "pressed"),
    [
        ("<button>Check</button><button onclick=\"note.textContent = 'begun'\">Play</button>", "Play"),
        ("<button class=tab>Edit</button><button class='tab active'>Play</button>", ""),
        ("<a href=/daily>Play</a><button>Continue</button><button>New game</button><button>Close</button>", ""),
    ],
)
def test_beside_a_board_only_what_begins_its_game_is_pressed(page, site, html, pressed):
    page.goto(f"{site.url}/?size=1")
    page.set_content(f"<p id=note></p>{html}")
    assert SITE.start_shown(page, ()) == pressed
    assert page.inner_text("#note") == ("begun" if pressed else "")
    assert SITE.start_shown(page, (pressed,)) == ""


def test_a_tab_that_is_open_is_the_last_to_be_pressed_without_a_board(page):
    page.set_content("<button class='tab active'>Play</button><button class=tab>Edit</button><p><button>Begin</button>")
    assert SITE.start(page, ()) == "Begin"
    assert SITE.start(page, ("Begin",)) == "Play"


CANVAS = """<canvas width=700 height=400></canvas><script>
var context = document.querySelector('canvas').getContext('2d')
var show = (text) => {
  context.fillStyle = '#f8ecc8'
  context.fillRect(0, 0, 700, 400)
  context.font = '40px Arial'
  context.fillStyle = '#a09080'
  context.fillText(text, 60, 150)
}
show(FIRST)</script>"""


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        ("Moves: 13", "CONGRATULATIONS, YOU WON!", "solved"),
        ("Moves: 13", "You win!", "solved"),
        ("Moves: 13", "You lose!", "played"),
        ("Moves: 13", "Moves: 14", "played"),
        ("Victory", "Victory", "played"),
    ],
)
def test_words_that_a_canvas_newly_shows_count(page, monkeypatch, first, last, expected):
    monkeypatch.setattr(base, "ANNOUNCES_S", 0.2)
    page.set_content(CANVAS.replace("FIRST", f"'{first}'"))
    assert answer(page, f"show('{last}')").result == expected
