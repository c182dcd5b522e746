"""The Puzzle Team's pages, recognised by ids and classes alone, and those for phones."""

import tomllib
from pathlib import Path

import pytest

from autoplay.errors import PageNotPlayed
from autoplay.sites import PageResult
from autoplay.sites.puzzle_team import PuzzleTeam
from autoplay.sites.puzzles_mobile import PuzzlesMobile

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


MOBILE = PuzzlesMobile()
ADDRESS = "https://www.puzzles-mobile.com/star-battle"
MOBILE_PAGE = """<body><i id="additional-menu">...</i><div id="stage">board</div>{}"""
MOBILE_TABLES = tomllib.loads(Path(__file__).with_name("puzzles_mobile.toml").read_text("utf-8"))


def test_the_result_is_in_an_alert_or_the_open_dialog(page):
    for more, result in MOBILE_TABLES["results"].items():
        page.goto("about:blank")
        page.set_content(MOBILE_PAGE.format(more))
        assert MOBILE.result(page) == (PageResult(*result) if result else None), more


def test_stars_are_those_of_the_title(show):
    one, menu = "14x14 / 3★ Hard Star Battle", "6x6 / 1★ Normal, 10x10/2★ Hard"
    for text, path, stars in (
        (one, "random/14x14-hard", 3),
        (f"{one}, {menu}", "random/10x10-hard", 2),
        (one, "daily", 3),
        (f"{one}, {menu}", "daily", None),
        ("4★ Special Daily", "daily", None),
    ):
        assert MOBILE.stars(show(text, f"{ADDRESS}/{path}")) == stars


def test_a_board_that_the_wheel_zooms_is_played_and_checked_in_the_menu(play_demo, site, page):
    page.set_viewport_size({"width": 500, "height": 400})
    # The first press makes a cross; the board does not fit into the window.
    outcome = play_demo("skin=mobile&size=1&seed=1&auto=0&zoom=3")
    assert (outcome.verdict.result, outcome.verdict.confirmed_by) == ("solved", "state")
    assert outcome.presses == 12
    assert outcome.verdict.message.startswith("Congratulations!")
    assert [submission.solved for submission in site.submissions] == [True]
    old = page.input_value("input[name=param]")
    assert MOBILE.next(page)
    assert page.input_value("input[name=param]") != old
    assert not MOBILE.next(page)


def test_a_rejected_answer_is_quoted_from_the_alert(play_demo):
    verdict = play_demo("skin=mobile&size=0&seed=1&deny=1").verdict
    assert (verdict.result, verdict.confirmed_by) == ("rejected", "state")
    assert verdict.message.startswith("Not there yet")
