"""Results on unknown pages: text that is new since the last press and reads like success."""

import pytest

from autoplay.sites import PageResult, base, generic
from autoplay.sites.generic import Generic, is_success
from autoplay.sites.start_controls import StartRules

SITE = Generic()
PAGE = """<div id="app"><h1>Stars</h1><p>Left: <b id="left">5</b></p><p id="clock">Time 00:01</p>
<div id="board" class="board"><i>★</i></div><div id="solved-count">Solved: 12</div>
<button class="solved">check</button><p id="win-note" style="opacity: 0">You won!</p></div>
<script>var board = document.querySelector('#board'), app = document.querySelector('#app')
var add = (html) => app.insertAdjacentHTML('beforeend', html)</script>"""
SUCCESSES = {
    "board.classList.add('board--solved'); add('<p>Well done in 12 s</p>')": "Well done in 12 s",
    "board.classList.add('board--solved')": "the page calls itself 'board--solved'",
    "add('<dialog open class=win-screen><h2>Yes!</h2><p>You <b>did</b> it</p>')": "Yes! / You did it",
    "document.querySelector('#win-note').style.opacity = 1": "You won!",
    "setTimeout(() => app.classList.add('levelWon'), 200)": "the page calls itself 'levelWon'",
    "app.attachShadow({mode: 'open'}).innerHTML = '<p class=victory>Sieg</p>'": "Sieg",
    "add('<iframe srcdoc=\"<p class=victory>Sieg</p>\"></iframe>')": "Sieg",
}
WORDS = {
    "add('<h2 style=\"width:0;white-space:nowrap\">¡Ganaste!</h2>')": "¡Ganaste!",
    "add('<p style=\"display:contents\">Well done</p>')": "Well done",
    "add('<div role=dialog><p>You did it!</p></div>')": "You did it!",
    "add('<div style=\"position:fixed;inset:0\"><p>You did it!</p></div>')": "You did it!",
}
RULES = "<p>You did it!</p><div role=dialog><p>Cookies</p></div>"
"""Words that were there before, as those of a dialog that is new."""
NONE = {
    "": "the page said nothing",
    "add('<p style=\"width:0;overflow:hidden\">Bravo</p>')": "the page said nothing",
    "document.querySelector('#win-note').style.color = 'red'": "the page said nothing",
    "document.querySelector('h1').after('Well done, Anna')": "Well done, Anna",
    "document.querySelector('#clock').textContent = 'Time 00:02'": "the page said nothing",
    "document.querySelector('#left').textContent = '0'": "the page said nothing",
    "document.querySelector('#solved-count').textContent = 'Solved: 13'": "the page said nothing",
    "add('<div role=dialog class=cookie-consent>We value your privacy')": "We value your privacy",
    "add('<dialog open class=error>That is wrong</dialog>')": "That is wrong",
    "add('<dialog open class=\"win not-solved\">Not yet</dialog>')": "Not yet",
    "add('<p class=solved hidden>Bravo</p>')": "the page said nothing",
    "add('<a class=solved-list href=/>Solved by others</a>')": "Solved by others",
    "add('<p>Completed</p><p>12</p>')": "Completed 12",
    "add('<div class=\"toast success\">Saved</div>')": "Saved",
    "add('<p class=row-solved>3 of 5</p>')": "of 5",
    "add('<p class=solved>row</p>'.repeat(5))": "row",
    "add('<div class=popup-win>Advertisement</div>')": "Advertisement",
    "add('<iframe src=\"http://ads.test/\"></iframe>')": "the page said nothing",
    "add(`<p>${'a long story '.repeat(50)}</p>`)": "…",
}

BUTTONS = "for (const one of board.querySelectorAll('button')) one"
LOCKS = [
    f"{BUTTONS}.disabled = true", f"{BUTTONS}.setAttribute('aria-disabled', 'true')", "board.inert = true",
    "board.style.pointerEvents = 'none'", "board.innerHTML = '<button disabled>★</button>'.repeat(2)",
]  # fmt: skip
NO_LOCKS = [
    "board.querySelector('button').disabled = true", "add('<div style=\"position:fixed;inset:0\">!</div>')",
    "board.innerHTML = ''",
]  # fmt: skip
"""Ways to disable all of a board, or not."""
BUTTON_PLACES = """() => [...document.querySelectorAll('#board button')].map((one) => {
  const {x, y} = one.getBoundingClientRect()
  return [x, y]
})"""
REMOVALS = {
    "board.innerHTML = ''": False,
    "board.remove()": False,
    f"{BUTTONS}.textContent = '♥'": False,
    "add('<div style=\"position:fixed;inset:0\">!</div>')": True,
    "board.remove(); queueMicrotask(() => { throw Error('x') })": True,
    "history.pushState({}, '', '/home')": True,
}
"""Change of the board by a page → True if it has another reason than a right answer."""
MISTAKES = ("That is wrong", "Not yet")
SLIDES = """<style>#frame {{ position: relative; height: 400px; overflow: hidden }}
#sheet {{ position: {}; bottom: 0; transform: translateY(100%) }}</style>
<div id=frame><div class=board>★</div><div id=sheet>Bravo !</div></div>"""
STARTS = {
    "<button>Check</button><button onclick=\"note.textContent = 'begun'\">Play</button>": "Play",
    "<button class=tab>Edit</button><button class='tab active'>Play</button>": "",
    "<a href=/daily>Play</a><button>Continue</button><button>New game</button>": "",
}
"""Controls beside a board, and the label of the one that begins its game."""
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
SUCCESS_NAMES = ("solved", "isSolved", "youWin", "YOU_WIN", "win", "win-modal", "confetti")
OTHER_NAMES = ["unsolved", "window", "popup-win", "winter", "success", "complete", "game-finished"]
OTHER_NAMES += ["level-complete", "row-complete", "row-won", "solved-by", "confetti-count"]


@pytest.fixture(autouse=True)
def hurry(monkeypatch):
    monkeypatch.setattr(base, "ANNOUNCES_S", 5.0)


def answer(page, script):
    """Return the page's result on an answer after which it runs a script."""
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
    for position in ("fixed", "absolute"):
        page.set_content(SLIDES.format(position))
        result = answer(page, "document.querySelector('#sheet').style.transform = 'none'")
        assert result == PageResult("solved", "Bravo !", "words"), position
    for script, message in WORDS.items():
        page.set_content(PAGE.replace("<h1>", f"{RULES}<h1>"))
        assert answer(page, script) == PageResult("solved", message, "words"), script
    # Before the first press nothing is news.
    page.set_content('<p class="solved">Bravo</p>')
    with SITE.watch(page) as watch:
        assert SITE.new_result(page, watch) is None


def test_all_else_is_quoted_and_no_success(page, monkeypatch):
    monkeypatch.setattr(base, "ANNOUNCES_S", 0.1)
    monkeypatch.setattr(generic, "CHECKS_S", 0.1)
    advert = {"body": "<p class=winner>You won", "content_type": "text/html"}
    page.route("http://ads.test/", lambda route: route.fulfill(**advert))
    for script, told in NONE.items():
        page.set_content(PAGE)
        verdict = answer(page, script)
        result = "rejected" if told in MISTAKES else "played"
        assert (verdict.result, told in verdict.message) == (result, True), script
        assert len(verdict.message) < 260
    # What appeared while stars were placed is no news either.
    page.set_content(PAGE)
    with SITE.watch(page) as watch:
        for row in (1, 2):
            SITE.before_press(page, watch)
            page.evaluate(f"add('<p class=row-solved>Row {row} is complete</p>')")
        assert SITE.confirm(page, watch).message.endswith("said nothing")


def test_a_board_that_accepts_no_press_any_more_is_off(page):
    for script in (*LOCKS, *NO_LOCKS):
        page.set_content(PAGE.replace("<i>★</i>", "<button>★</button>" * 2))
        with SITE.watch(page) as watch:
            watch.note_board([(x + 3, y + 3) for x, y in page.evaluate(BUTTON_PLACES)])
            assert not watch.is_board_off()
            page.evaluate(f"() => {{ {script} }}")
            assert watch.is_board_off() == (script in LOCKS), script


def test_what_may_explain_that_a_board_has_gone(page, site):
    for script, explains in REMOVALS.items():
        page.goto(f"{site.url}/options")
        page.set_content(PAGE.replace("<i>★</i>", "<button>★</button>" * 2))
        with SITE.watch(page) as watch:
            watch.note_board([(x + 3, y + 3) for x, y in page.evaluate(BUTTON_PLACES)])
            SITE.before_press(page, watch)
            page.evaluate(f"() => {{ {script} }}")
            page.wait_for_load_state()
            assert watch.explains_removal() == explains, script


def test_names_that_mean_a_success():
    assert [name for name in (*SUCCESS_NAMES, *OTHER_NAMES) if is_success(name)] == [*SUCCESS_NAMES]


def test_only_what_begins_a_game_is_pressed_and_an_open_tab_last(page, site):
    page.goto(f"{site.url}/options")
    for html, pressed in STARTS.items():
        page.set_content(f"<p id=note></p>{html}")
        assert SITE.start_shown(page, ()) == pressed
        assert page.inner_text("#note") == ("begun" if pressed else "")
        assert SITE.start_shown(page, (pressed,)) == ""
    tabs = "<button class='tab active'>Play</button><button class=tab>Edit</button>"
    page.set_content(f"{tabs}<p><button>Begin</button>")
    assert SITE.start(page, StartRules()) == "Begin"
    assert SITE.start(page, StartRules(("Begin",))) == "Play"


def test_words_that_a_canvas_newly_shows_count(page, monkeypatch):
    monkeypatch.setattr(base, "ANNOUNCES_S", 0.1)
    page.set_viewport_size({"width": 720, "height": 420})
    for first, last, expected in (
        ("Moves: 13", "You win!", "solved"), ("Moves: 13", "You lose!", "played"), ("Victory", "Victory", "played"),
        ("Moves: 13", "Not solved", "played"), ("Moves: 13", "Solved 2 of 3", "played"),
    ):  # fmt: skip
        page.set_content(CANVAS.replace("FIRST", f"'{first}'"))
        assert answer(page, f"show('{last}')").result == expected, last
