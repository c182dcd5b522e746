"""Results on unknown pages: text that is new since the last press and reads like success."""

import tomllib
from itertools import product
from pathlib import Path

import pytest

from autoplay.sites import PageResult, base, generic
from autoplay.sites.generic import Generic, is_success
from autoplay.sites.start_controls import StartRules

SITE = Generic()
TABLES = tomllib.loads(Path(__file__).with_name("generic.toml").read_text("utf-8"))
PAGE = TABLES["page"]
SUCCESSES = TABLES["successes"]
WORDS = TABLES["words"]
RULES = "<p>You did it!</p><div role=dialog><p>Cookies</p></div>"
"""Words that were there before, as those of a dialog that is new."""
NONE = TABLES["none"]
LOCKS = TABLES["locks"]
NO_LOCKS = TABLES["no_locks"]
"""Ways to disable all of a board, or not."""
BUTTON_PLACES = """() => [...board.querySelectorAll('button')].map((one) => {
  const {x, y} = one.getBoundingClientRect()
  return [x, y]
})"""
CHECKS = TABLES["checks"]
DOUBTS = TABLES["doubts"]
"""Results of an answer by the words of a page, and doubts about them."""
REMOVALS = TABLES["removals"]
"""Change of the board by a page → True if it has another reason than a right answer."""
MISTAKES = ("That is wrong", "Not yet")
SLIDES = TABLES["slides"]
STARTS = TABLES["starts"]
"""Controls beside a board, and the label of the one that begins its game."""
CANVAS = TABLES["canvas"]
SUCCESS_NAMES = TABLES["success_names"]
OTHER_NAMES = TABLES["other_names"]


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
        # News that replaces news says nothing about an answer.
        for name in ("Ann", "Bob", "Eve"):
            assert not watch.is_chatting
            page.evaluate(f"document.querySelector('h1').textContent = '{name} has won'")
            watch.new_names_and_lines()
        assert watch.is_chatting
    # Nor do those of a chat, of which the first may have come with the press.
    with SITE.watch(page) as watch:
        SITE.before_press(page, watch)
        for number, name in enumerate(("Ann", "Bob", "Eve", "Joe")):
            assert not watch.is_chatting
            page.evaluate(f"add('<p>{name}: hello</p>')")
            watch.new_names_and_lines()
            assert watch.news == number
        assert watch.is_chatting


def test_words_that_may_be_a_no_are_no_silence(page, monkeypatch):
    monkeypatch.setattr(base, "ANNOUNCES_S", 0.1)
    monkeypatch.setattr(generic, "CHECKS_S", 0.1)
    for script, is_doubted in DOUBTS.items():
        page.set_content(PAGE)
        assert answer(page, script).result == ("unknown" if is_doubted else "played"), script


def test_the_one_button_that_checks_is_found(page, site):
    page.goto(f"{site.url}/options")
    for html, label in CHECKS.items():
        page.set_content(html)
        with SITE.watch(page) as watch:
            button = SITE._check_button(page, watch)
        assert (button.label if button else "") == label, html


def test_an_answer_is_checked_even_if_the_page_saves_each_press(page, site):
    page.goto(f"{site.url}/options")
    page.set_content(PAGE)
    page.evaluate("() => { document.querySelector('button').onclick = () => add('Bravo!') }")
    save = "return fetch('/options', {method: 'POST'})"
    assert answer(page, save) == PageResult("solved", "Bravo!", "words")


def test_a_board_that_accepts_no_press_any_more_is_off(page):
    hide = "app.attachShadow({mode: 'open'}).append(board)"
    for script, prepare in product((*LOCKS, *NO_LOCKS), ("", hide)):
        page.set_content(PAGE.replace("<i>★</i>", "<button>★</button>" * 2))
        page.evaluate(prepare)
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
    # A page that every press loads anew does nothing else by that.
    with SITE.watch(page) as watch:
        for explains in (True, False):
            SITE.before_press(page, watch)
            page.reload()
            assert watch.explains_removal() == explains


def test_names_that_mean_a_success():
    assert [name for name in (*SUCCESS_NAMES, *OTHER_NAMES) if is_success(name)] == [*SUCCESS_NAMES]


def test_only_what_begins_a_game_is_pressed_and_an_open_tab_last(page, site):
    page.goto(f"{site.url}/options")
    for html, pressed in STARTS.items():
        page.set_content(f"<p id=note></p>{html}")
        assert SITE.start(page, StartRules(shown="board")) == pressed
        assert page.inner_text("#note") == ("begun" if pressed else "")
        assert SITE.start(page, StartRules((pressed,), shown="board")) == ""
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


@pytest.mark.parametrize(
    ("shown", "word"), [("Start", "start"), ("Jouer", "jouer"), ("Rules", ""), ("New", "")]
)
def test_a_word_that_a_canvas_shows_begins_its_game(page, shown, word):
    page.set_viewport_size({"width": 720, "height": 420})
    page.set_content(CANVAS.replace("FIRST", f"'{shown}'"))
    page.evaluate("() => { onmousedown = ({x, y}) => { place = [x, y] }; place = null }")
    assert SITE.start(page, StartRules()) == word
    place = page.evaluate("place")
    assert bool(place) == bool(word)
    assert not place or (60 < place[0] < 300 and 110 < place[1] < 170)
