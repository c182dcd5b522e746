"""The Puzzle Team's pages, recognised by ids and classes alone."""

import pytest

from autoplay.errors import PageNotPlayed
from autoplay.sites import PageResult
from autoplay.sites.puzzle_team import PuzzleTeam

SITE = PuzzleTeam()
PAGE = """<body class="ingame"><form id="puzzleForm"><div id="ajaxResponse">{}</div>
<input id="robot" value="0">
<p class="puzzleInfo">{}</p></form>"""
ENGINE = "<script>go({{oldIdent: 'other.3', ident:'{}', task: ''}}); function go() {{}}</script>"


def fill(page, response="", info="", more=""):
    page.set_content(PAGE.format(response, info) + more)
    return page


WORDS = {
    '<p class="succ">Bravo! 00:27</p>': PageResult("solved", "Bravo! 00:27", "state"),
    '<p class="succ" hidden>own</p><p class="succ">Bravo!</p>': PageResult(
        "solved", "Bravo!", "state"
    ),
    '<p class="err">Pas encore</p>': PageResult("rejected", "Pas encore", "state"),
    '<div class="err">an ad blocker!</div>': None,
    "": None,
}
DATES = """<select name="date"><option value="2026-11-21">21
<option value="2026-11-20" selected>20</select>"""


def test_stars_ids_dates_and_the_game_are_read_in_any_language(page):
    infos = {"10x10/2★ Normal": 2, "4★ Spécial du jour": 4, "14x14/3 ★ 普通": 3, "nothing": None}
    assert {info: SITE.stars(fill(page, info=info)) for info in infos} == infos
    ids = {"6,650,565": "6650565", "6 650 565": "6650565", "practice-6x6-1": "practice-6x6-1"}
    ids[""] = None
    for text, puzzle_id in ids.items():
        assert SITE.puzzle_id(fill(page, info=f"<b id=puzzleID>{text}</b>")) == puzzle_id
    fill(page, info=f"Special - {DATES}", more='<button id="btnNew">')
    assert (SITE.puzzle_id(page), SITE.date(page), SITE.next(page)) == (None, "2026-11-20", False)
    fill(page, info=DATES.replace('value="2026-11-20"', 'value=""'))
    assert SITE.date(page) == "20"
    fill(page)
    assert (SITE.puzzle_id(page), SITE.date(page), SITE.next(page)) == (None, None, False)
    for ident in ("star-battle.5", "star-battle.specific.10x10"):
        SITE.ready(fill(page, more=ENGINE.format(ident)))
    for ident in ("light-up.11", "light-up.specific.10x10"):
        with pytest.raises(PageNotPlayed, match="sister"):
            SITE.ready(fill(page, more=ENGINE.format(ident)))


def test_words_and_a_stopped_clock_are_results_and_a_robot_says_so(page, site):
    assert {response: SITE.result(fill(page, response)) for response in WORDS} == WORDS
    SITE.mark_robot(page)
    assert page.input_value("#robot") == "1"
    page.set_content('<input class="clock solved" value="00:10">')
    SITE.mark_robot(page)  # no such field
    assert SITE.result(page).result == "solved"
    page.goto(f"{site.url}/?size=0&wait=0")
    SITE.ready(page)
    before = SITE.puzzle_id(page)
    assert SITE.next(page)
    assert SITE.puzzle_id(page) != before
