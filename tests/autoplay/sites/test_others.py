"""Sites of which little is known, and Penpa+, puzz.link and queensgame."""

import tomllib
from pathlib import Path
from types import SimpleNamespace

from autoplay.sites import PageResult, base, site_for
from autoplay.sites.inkwell import Inkwell
from autoplay.sites.krazydad import KrazyDad
from autoplay.sites.penpa import Penpa
from autoplay.sites.puzz_link import PuzzLink
from autoplay.sites.puzzlebaron import PuzzleBaron
from autoplay.sites.queensgame import QueensGame
from autoplay.sites.starbattlelab import StarBattleLab

BOARDS = {
    KrazyDad(): "<div id=puzzlecontainer><canvas></canvas></div>",
    PuzzleBaron(): "<div id=playing_board><div class=box></div></div>",
    StarBattleLab(): "<div class=grid-cell></div>",
}
TABLES = tomllib.loads(Path(__file__).with_name("others.toml").read_text("utf-8"))
BARON = TABLES["baron"]
POPUP = TABLES["popup"]
PENPA = TABLES["penpa"]
PUZZ_LINK = TABLES["puzz_link"]
QUEENS = TABLES["queens"]
WON = TABLES["won"]
LATER = "(html) => setTimeout(() => document.body.insertAdjacentHTML('beforeend', html), 100)"


def at(url):
    """Return what a site needs of a page whose address says it all."""
    return SimpleNamespace(url=url)


def test_the_board_is_waited_for_and_a_game_started_once(page):
    for site, board in BOARDS.items():
        page.set_content("<body>")
        page.evaluate(LATER, board)
        site.ready(page)
        assert page.locator(site.board).count() == 1
    site = PuzzleBaron()
    page.set_content(BARON)
    site.ready(page)
    assert page.evaluate("starts") == 0  # not by waiting
    assert site.make_way(page)
    page.wait_for_selector(".box")
    assert (page.evaluate("starts"), site.make_way(page)) == (1, False)


def test_an_address_names_the_puzzle_its_day_or_its_stars():
    krazydad = "https://krazydad.com/play/starbattle/?kind=10x10"
    place = "&volumeNumber=1&bookNumber=2&puzzleNumber=3"
    assert KrazyDad().puzzle_id(at(krazydad + place)) == "10x10-1-2-3"
    assert KrazyDad().puzzle_id(at(krazydad)) is None
    inkwell = "https://inkwellgames.com/games/stars"
    assert Inkwell().date(at(f"{inkwell}?day=2026-11-20")) == "2026-11-20"
    assert Inkwell().date(at(inkwell)) is None
    queries = {"starbattle/10/10/2/a": 2, "autosave=true&starbattle/5/5/1/a": 1}
    for query, stars in (queries | {"starbattle/v:/8/8/1/a": 1, "starbattle": None}).items():
        assert PuzzLink().stars(at(f"https://puzz.link/p?{query}")) == stars
    level = at("https://queensgame.vercel.app/community-level/221")
    assert (QueensGame().stars(level), QueensGame().puzzle_id(level)) == (1, "221")
    assert QueensGame().puzzle_id(at("https://queensgame.vercel.app/level-builder")) is None


def test_penpa_confirms_by_the_box_with_the_sign_of_success_alone(page):
    site = Penpa()
    for icon in ("error", "warning", "info"):
        page.set_content(PENPA + POPUP.format(icon, "ok"))
        assert site.result(page) is None
    page.set_content(PENPA)
    site.ready(page)
    with site.watch(page) as watch:
        site.before_press(page, watch)
        page.evaluate(LATER, POPUP.format("success", "Bravo"))
        assert site.confirm(page, watch) == PageResult("solved", "Bravo", "state")


def test_the_engine_of_puzz_link_says_what_its_notice_means(show, monkeypatch):
    monkeypatch.setattr(base, "ANNOUNCES_S", 0.1)
    site = PuzzLink()
    for complete, result in (("true", "solved"), ("false", "rejected")):
        page = show(PUZZ_LINK % complete)
        site.ready(page)
        with site.watch(page) as watch:
            site.before_press(page, watch)
            page.evaluate("document.querySelector('button').onclick = () => say('完了')")
            assert site.confirm(page, watch) == PageResult(result, "完了", "state")
        page.evaluate("delete window.ui")
        assert site.result(page) == PageResult("solved", "完了", "words")


def test_the_box_over_a_board_of_queensgame_is_its_word_and_leads_on(show, monkeypatch):
    site = QueensGame()
    page = show(QUEENS, "https://queens.test/community-level/2")
    site.ready(page)
    assert site_for(page).name == "queensgame"
    with monkeypatch.context() as patch:
        patch.setattr("autoplay.sites.base.CLICK_MS", 300)
        assert not site.next(page)
    with site.watch(page) as watch:
        site.before_press(page, watch)
        assert site.new_result(page, watch) is None
        page.evaluate(
            "(box) => document.querySelector('.game').insertAdjacentHTML('afterbegin', box)", WON
        )
        said = "Gewonnen / zurück weiter x"
        assert site.confirm(page, watch) == PageResult("solved", said, "state")
    assert site.next(page)
    assert page.url.endswith("/community-level/3")
    page.set_content('<div class="game"><div class="board"><div class="square"></div></div></div>')
    assert not site.claims_page(page)  # squares of another maker
