"""The Puzzle Team's pages, recognised by ids and classes alone."""

from __future__ import annotations

import pytest

from autoplay.errors import PageNotPlayed
from autoplay.sites import PageResult
from autoplay.sites.puzzle_team import PuzzleTeam

SITE = PuzzleTeam()
PAGE = """<body class="ingame"><form id="puzzleForm"><div id="ajaxResponse">{}</div><input id="robot" value="0">
<p class="puzzleInfo">{}</p></form>"""
ENGINE = "<script>go({{oldIdent: 'other.3', ident:'{}', task: ''}}); function go() {{}}</script>"


def fill(page, response="", info="", more=""):
    page.set_content(PAGE.format(response, info) + more)
    return page


def test_stars_are_read_in_any_language(page):
    infos = {"10x10/2★ Normal": 2, "4★ Spécial du jour": 4, "14x14/3 ★ 普通": 3, "nothing": None}
    assert {info: SITE.stars(fill(page, info=info)) for info in infos} == infos


def test_the_id_is_what_the_page_calls_the_puzzle(page):
    ids = {"6,650,565": "6650565", "6 650 565": "6650565", "practice-6x6-1": "practice-6x6-1", "": None}
    assert {text: SITE.puzzle_id(fill(page, info=f"<b id=puzzleID>{text}</b>")) for text in ids} == ids
    assert SITE.puzzle_id(fill(page)) is None


def test_a_special_has_a_date_and_no_next_puzzle(page):
    dates = '<select name="date"><option value="2026-11-21">21<option value="2026-11-20" selected>20</select>'
    fill(page, info=f"Special - {dates}", more='<button id="btnNew">')
    assert (SITE.puzzle_id(page), SITE.date(page), SITE.next(page)) == (None, "2026-11-20", False)
    fill(page, info=dates.replace('value="2026-11-20"', 'value=""'))
    assert SITE.date(page) == "20"
    assert (SITE.date(fill(page)), SITE.next(page)) == (None, False)


def test_a_sister_puzzle_is_not_played(page):
    for ident in ("star-battle.5", "star-battle.specific.10x10"):
        SITE.ready(fill(page, more=ENGINE.format(ident)))
    for ident in ("light-up.11", "light-up.specific.10x10"):
        with pytest.raises(PageNotPlayed, match="sister"):
            SITE.ready(fill(page, more=ENGINE.format(ident)))


def test_the_word_on_an_answer(page):
    words = {
        '<p class="succ">Bravo! 00:27</p>': PageResult("solved", "Bravo! 00:27", "state"),
        '<p class="succ" hidden>own time</p><p class="succ">Bravo!</p>': PageResult("solved", "Bravo!", "state"),
        '<p class="err">Pas encore</p>': PageResult("rejected", "Pas encore", "state"),
        '<div class="err">an ad blocker!</div>': None,
        "": None,
    }
    assert {response: SITE.result(fill(page, response)) for response in words} == words


def test_a_clock_that_has_stopped_is_a_word(page):
    page.set_content('<input class="clock solved" value="00:10">')
    assert SITE.result(page).result == "solved"


def test_a_robot_says_so_where_it_is_asked(page):
    SITE.mark_robot(fill(page))
    assert page.input_value("#robot") == "1"
    page.set_content("<p>no such field</p>")
    SITE.mark_robot(page)


def test_the_next_puzzle_is_another(page, site):
    page.goto(f"{site.url}/?size=0&wait=0")
    SITE.ready(page)
    before = SITE.puzzle_id(page)
    assert SITE.next(page)
    assert SITE.puzzle_id(page) != before
