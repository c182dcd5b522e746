"""Sites of which little is known: the moment their board is ready, and the way to it."""

from __future__ import annotations

from autoplay.sites.inkwell import Inkwell
from autoplay.sites.krazydad import KrazyDad
from autoplay.sites.puzzlebaron import PuzzleBaron
from autoplay.sites.starbattlelab import StarBattleLab

BARON = """<form><a class="button_green" onclick="start()">Start</a></form>
<script>var starts = 0; var start = () => { starts += 1; setTimeout(() => {
  document.querySelector('form').innerHTML = '<div id="playing_board"><div class="box"></div></div>'
}, 100) }</script>"""


def test_the_board_is_waited_for(page):
    boards = {
        KrazyDad(): "<div id=puzzlecontainer><canvas></canvas></div>",
        PuzzleBaron(): "<div id=playing_board><div class=box></div></div>",
        StarBattleLab(): "<div class=grid-cell></div>",
    }
    for site, board in boards.items():
        page.set_content(f"<script>setTimeout(() => {{ document.body.innerHTML = `{board}` }}, 100)</script><body>")
        site.ready(page)
        assert page.locator(site.board).count() == 1


def test_krazydad_names_a_puzzle_by_its_place(show):
    address = "https://krazydad.com/play/starbattle/"
    site = KrazyDad()
    page = show("<p>", f"{address}?kind=10x10&volumeNumber=1&bookNumber=2&puzzleNumber=3")
    assert site.puzzle_id(page) == "10x10-1-2-3"
    assert site.puzzle_id(show("<p>", f"{address}?kind=10x10")) is None


def test_inkwell_names_a_puzzle_by_its_day(show):
    address = "https://inkwellgames.com/games/stars"
    assert Inkwell().date(show("<p>", f"{address}?day=2026-11-20")) == "2026-11-20"
    assert Inkwell().date(show("<p>", address)) is None


def test_puzzlebaron_s_game_is_started_once_and_not_by_waiting(page):
    site = PuzzleBaron()
    page.set_content(BARON)
    site.ready(page)
    assert page.evaluate("starts") == 0
    site.make_way(page)
    site.make_way(page)
    assert page.evaluate("starts") == 1
    assert page.locator(site.board).count() == 1
