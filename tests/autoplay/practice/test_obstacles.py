"""Obstacles of real pages, each switched on by an option."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

BOARD = "#stage1 > * > :first-child"


def top_of(page, selector=BOARD):
    return page.locator(selector).bounding_box()["y"]


def test_a_late_top_advertisement_pushes_the_board_down_by_125_px(visit, page):
    page.clock.install()
    visit("size=5&topad=1&bottomad=1&ad=late&delay=60000")
    assert page.locator("#bannerTop").is_hidden()
    before = top_of(page)
    page.clock.fast_forward(60_000)
    page.locator("#bannerTop").wait_for()
    assert top_of(page) - before == 125
    assert page.locator("#adhesive").bounding_box()["height"] == 90
    ad = page.locator("#p927c49cf1b")
    assert ad.bounding_box() == {"x": 0, "y": 0, "width": 1280, "height": 125}
    assert ad.evaluate("e => getComputedStyle(e).position + getComputedStyle(e).zIndex") == "fixed5000"


@pytest.mark.parametrize(("query", "edge"), [("topad=1", 60), ("bottomad=1", 940)])
def test_advertisement_swallows_clicks_below_it(visit, page, query, edge):
    player = visit(f"size=5&zoom=3&{query}")
    cells = [(r, 3) for r in range(10)]
    page.evaluate(f"window.scrollBy(0, {player.centre((5, 3))[1] - edge})")
    covered = next(cell for cell in cells if abs(player.centre(cell)[1] - edge) <= 30)
    player.press(covered)
    assert player.mark(covered) == "off"


def test_pinned_advertisements_scroll_with_the_page(visit, page):
    visit("size=5&zoom=3&topad=1")
    page.click(".pin-ads")
    page.evaluate("window.scrollTo(0, 300)")
    assert top_of(page, "#p927c49cf1b") == -300


def test_the_consent_box_swallows_clicks_until_it_is_answered(visit, page):
    player = visit("size=5&consent=1")
    player.press((0, 0))
    assert player.mark((0, 0)) == "off"
    page.click("#snigel-cmp-framework #accept-choices")
    player.press((0, 0))
    assert player.mark((0, 0)) == "on"
    visit("size=5&consent=1")
    assert page.locator("#snigel-cmp-framework").is_hidden()


def test_the_usual_consent_box_is_refused_in_two_steps(visit, page):
    visit("size=5&consent=1")
    assert page.locator("#sn-b-reject").count() == 0
    assert page.locator("#sn-b-save").is_hidden()
    assert {page.locator(f"#{name}").evaluate("e => e.tagName") for name in ("sn-b-custom", "accept-choices")} == {
        "DIV"
    }
    page.click("#sn-b-custom")
    page.click("#sn-b-save")
    assert page.locator("#snigel-cmp-framework").is_hidden()
    assert page.evaluate("localStorage.getItem('consent')") == "refused"


def test_a_consent_box_may_have_a_button_to_reject(visit, page):
    visit("size=5&consent=reject")
    page.click("#sn-b-reject")
    assert page.locator("#snigel-cmp-framework").is_hidden()
    assert page.evaluate("localStorage.getItem('consent')") == "refused"


def test_the_notice_about_ad_blockers_is_no_answer(visit, page):
    visit("size=5")
    before = top_of(page)
    visit("size=5&notice=1")
    assert page.locator("#ajaxResponse div.err").bounding_box()["height"] == 100
    assert top_of(page) - before >= 100
    assert page.locator("#ajaxResponse p").count() == 0


def test_every_nth_click_is_lost(visit):
    player = visit("size=5&swallow=3")
    for column in range(7):
        player.press((0, column))
    assert [player.mark((0, column)) for column in range(7)] == ["on", "on", "off", "on", "on", "off", "on"]


@pytest.mark.parametrize("skin", ["star-battle", "queens", "canvas"])
def test_a_page_may_ignore_every_click(visit, skin):
    player = visit(f"skin={skin}&size=3&ignore=1")
    for _ in range(2):
        player.press((0, 0))
        player.press((3, 3))
    assert player.done() == frozenset()


def test_the_page_moves_after_the_third_click(visit, page):
    player = visit("size=5&event=shift")
    before = top_of(page)
    for column in range(2):
        player.press((0, column))
    assert top_of(page) == before
    player.press((0, 2))
    page.wait_for_function("document.querySelector('#lateShift').offsetHeight === 60")
    assert top_of(page) - before == 60


def test_the_board_takes_its_time_to_appear(page, site):
    page.clock.install()
    page.goto(f"{site.url}/?size=5&wait=60000")
    expect(page.locator("#game .spinner")).to_be_visible()
    assert page.locator(".board-back").count() == 0
    page.clock.fast_forward(60_000)
    page.wait_for_selector("body.ingame")
    assert page.locator(".board-back .cell").count() == 100
    assert page.locator("#game .spinner").count() == 0


NAMES = """root => [root, ...root.querySelectorAll('*')].flatMap(e => [e.id, ...e.classList]).filter(Boolean)"""


@pytest.mark.parametrize("skin", ["star-battle", "queens", "canvas"])
def test_renaming_hides_every_name_of_the_board(visit, page, skin):
    plain = visit(f"skin={skin}&size=5&seed=0&zoom=1")
    names = set(page.locator("#stage1 > *").evaluate(NAMES))
    picture = page.locator("#stage1").screenshot()
    assert plain.board == visit(f"skin={skin}&size=5&seed=0&zoom=1&rename=1").board
    renamed = set(page.locator("#stage1 > *").evaluate(NAMES))
    assert renamed
    assert not names & renamed
    assert all(len(name) == 9 and name.startswith("x") for name in renamed)
    assert page.locator("#stage1").screenshot() == picture


def test_a_renamed_board_plays_the_same(visit, site, page):
    player = visit("size=1&rename=1")
    for cell in player.solution():
        player.press(cell)
    page.locator("p.succ:visible").wait_for()
    assert site.submissions[0].solved


@pytest.mark.parametrize(("query", "solutions"), [("none=1", 0), ("several=1", 2)])
def test_poisoned_page_has_no_or_several_solutions(visit, query, solutions):
    from autoplay.practice.puzzles import solution_cells

    board = visit(f"size=3&seed=0&{query}").board
    assert len(solution_cells(board.grid, board.stars, limit=2)) == solutions


def test_a_challenge_stands_in_the_way_of_the_board(page, site):
    reply = page.goto(f"{site.url}/?challenge=1")
    assert reply.status == 403
    assert page.locator("form#challenge-form").is_visible()


def test_settings_lead_to_the_same_page_with_the_setting_changed(visit, page):
    visit("size=5&seed=0")
    page.click("#btnSettings")
    page.click("text=Night mode")
    page.wait_for_selector("html.nightmode")
    page.wait_for_selector("body.ingame")
    assert "size=5" in page.url
    assert "seed=0" in page.url
