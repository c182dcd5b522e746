"""What is known of the page of queensgame.vercel.app."""

from __future__ import annotations

from autoplay.sites import Verdict, site_for
from autoplay.sites.queensgame import QueensGame

SITE = QueensGame()
PAGE = '<div class="game relative flex"><div class="board"><div class="square"></div></div></div>'
WON = '<div class="absolute flex bg-purple"><p>Gewonnen</p><button>x</button></div>'


def test_the_page_is_known_by_its_squares_and_its_level_by_the_address(show):
    page = show(PAGE, "http://127.0.0.1:5173/community-level/221")
    SITE.ready(page)
    assert (site_for(page).name, SITE.stars(page), SITE.puzzle_id(page)) == ("queensgame", 1, "221")
    assert SITE.puzzle_id(show(PAGE, "http://127.0.0.1:5173/level-builder")) is None


def test_the_box_over_the_board_is_the_word(page):
    page.set_content(PAGE)
    with SITE.watch(page) as watch:
        SITE.before_press(page, watch)
        assert SITE.news(page, watch) is None
        page.evaluate("(box) => document.querySelector('.game').insertAdjacentHTML('afterbegin', box)", WON)
        assert SITE.confirm(page, watch) == Verdict("solved", "Gewonnen / x")
