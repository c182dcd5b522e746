"""The page of queensgame.vercel.app."""

from __future__ import annotations

from autoplay.sites import PageResult, site_for
from autoplay.sites.queensgame import QueensGame

SITE = QueensGame()
PAGE = '<div class="game relative flex"><div class="board"><div class="square thick-outer-border-t"></div></div></div>'
WON = """<div class="absolute flex bg-purple"><p>Gewonnen</p>
<a class="flex" href="1"><button disabled>zurück</button></a>
<a class="flex" href="3"><button>weiter</button></a><a class="absolute" href="9"><button>x</button></a></div>"""


def test_page_and_level_are_recognized(show):
    page = show(PAGE, "http://127.0.0.1:5173/community-level/221")
    SITE.ready(page)
    assert (site_for(page).name, SITE.stars(page), SITE.puzzle_id(page)) == ("queensgame", 1, "221")
    assert SITE.puzzle_id(show(PAGE, "http://127.0.0.1:5173/level-builder")) is None


def test_the_box_over_the_board_is_the_word_and_leads_on(show):
    page = show(PAGE, "https://queensgame.vercel.app/community-level/2")
    assert not SITE.next(page)
    with SITE.watch(page) as watch:
        SITE.before_press(page, watch)
        assert SITE.new_result(page, watch) is None
        page.evaluate("(box) => document.querySelector('.game').insertAdjacentHTML('afterbegin', box)", WON)
        assert SITE.confirm(page, watch) == PageResult("solved", "Gewonnen / zurück weiterx", "state")
    assert SITE.next(page)
    assert page.url.endswith("/community-level/3")


def test_squares_of_another_maker_are_of_another_page(page):
    page.set_content('<div class="game"><div class="board"><div class="square"></div></div></div>')
    assert not SITE.claims_page(page)
