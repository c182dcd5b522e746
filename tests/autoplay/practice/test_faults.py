"""Clicks with wrong effects, and events in mid-game."""

from __future__ import annotations

import pytest

from tests.autoplay.practice.conftest import READY

SKINS = ("star-battle", "queens", "canvas")
ROUNDS = {"black": "*.", "rotate": "*x.", "cross": "x*.", "dot": "ox*."}
MARKS = """() => {
    const key = Object.keys(localStorage).find(key => key.startsWith('unfinished'))
    return JSON.parse(localStorage.getItem(key)).marks
}"""


def mark(player, cell):
    """Return the state of a cell in the game: . empty, * star, x cross, o dot."""
    return ".*xo"[player.page.evaluate(MARKS)[cell[0] * player.board.size + cell[1]]]


def drag(player, cell, by):
    x, y = player.centre(cell)
    player.page.mouse.move(x, y)
    player.page.mouse.down()
    player.page.mouse.move(x + by, y)
    player.page.mouse.up()


@pytest.mark.parametrize(
    ("skin", "draw"), [*(("star-battle", draw) for draw in ROUNDS), ("queens", "dot"), ("canvas", "dot")]
)
def test_every_skin_goes_through_the_marks_it_is_told_to(visit, skin, draw):
    player = visit(f"skin={skin}&size=3&draw={draw}")
    for expected in ROUNDS[draw]:
        player.press((2, 5))
        assert mark(player, (2, 5)) == expected


PRESSES = {
    "left": lambda player, cell: player.press(cell),
    "right": lambda player, cell: player.press(cell, "right"),
    "double": lambda player, cell: player.page.mouse.dblclick(*player.centre(cell)),
    "drag": lambda player, cell: drag(player, cell, by=6),
}


@pytest.mark.parametrize(
    ("skin", "gesture"),
    [
        ("star-battle", "right"),
        ("star-battle", "double"),
        ("star-battle", "drag"),
        ("queens", "drag"),
        ("canvas", "double"),
    ],
)
def test_a_board_listens_to_one_press_only(visit, skin, gesture):
    player = visit(f"skin={skin}&size=3&draw=black&gesture={gesture}")
    for at, name in enumerate(PRESSES):
        PRESSES[name](player, (2 * at, 5))
    marks = player.page.evaluate(MARKS)
    assert [i for i, mark in enumerate(marks) if mark] == [2 * list(PRESSES).index(gesture) * 8 + 5]


@pytest.mark.parametrize("skin", SKINS)
def test_a_drag_may_mark_the_cell_beside(visit, skin):
    player = visit(f"skin={skin}&size=3&draw=black&gesture=drag&spill=1")
    drag(player, (1, 3), by=6)
    assert [i for i, mark in enumerate(player.page.evaluate(MARKS)) if mark] == [11, 12]


def test_every_nth_click_counts_twice(visit):
    player = visit("size=3&draw=rotate&doubled=2")
    player.press((0, 0))
    player.press((7, 7))
    assert (mark(player, (0, 0)), mark(player, (7, 7))) == ("*", "x")


@pytest.mark.parametrize("skin", SKINS)
def test_a_star_may_cross_what_it_rules_out(visit, skin):
    player = visit(f"skin={skin}&size=3&draw=black&crosses=1")
    player.press((0, 0))
    assert {mark(player, cell) for cell in ((0, 7), (7, 0), (1, 1))} == {"x"}
    player.press((0, 0))
    assert set(player.page.evaluate(MARKS)) == {0}


@pytest.mark.parametrize("skin", ["star-battle", "queens"])
def test_every_click_may_replace_the_elements_of_the_board(visit, page, skin):
    player = visit(f"skin={skin}&size=1&rerender=1")
    page.evaluate("window.first = document.querySelector('#game').firstElementChild")
    for cell in player.solution():
        for _ in range(2 if skin == "queens" else 1):
            player.press(cell)
    page.locator("p.succ:visible").wait_for()


def test_the_elements_are_other_ones_after_each_click(visit, page):
    player = visit("size=1&rerender=1")
    page.evaluate("window.first = document.querySelector('#game').firstElementChild")
    player.press((0, 0))
    assert page.evaluate("document.contains(first)") is False
    assert player.mark((0, 0)) == "on"


def test_the_board_moves_there_and_back(visit):
    player = visit("size=1&wander=30")
    places = []
    for cell in ((0, 0), (1, 1), (2, 2)):
        player.press(cell)
        places.append(player.centre((0, 0))[1])
    assert places[0] - places[1] == places[2] - places[1] == 30


@pytest.mark.parametrize("skin", SKINS)
def test_a_mark_may_take_its_time_to_grow(visit, page, skin):
    player = visit(f"skin={skin}&size=1&draw=black&animate=5000")
    before = page.locator("#game").screenshot()
    player.press((0, 0))
    page.mouse.move(1, 1)
    during = page.locator("#game").screenshot()
    page.wait_for_timeout(100)
    assert len({before, during, page.locator("#game").screenshot()}) == 3


@pytest.mark.parametrize(("skin", "zoom"), [("star-battle", 0.5), ("queens", 2), ("canvas", 0.5), ("canvas", 2)])
def test_a_press_lands_on_its_cell_at_any_zoom_of_the_page(visit, page, skin, zoom):
    player = visit(f"skin={skin}&size=1&draw=black&pagezoom={zoom}&zoom=1")
    box = page.locator("#stage1 > * > :first-child").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 2.5 / 6, box["y"] + box["height"] * 4.5 / 6)
    assert mark(player, (4, 2)) == "*"


@pytest.mark.parametrize("skin", SKINS)
def test_the_cell_under_the_mouse_may_be_darker_on_every_skin(visit, page, skin):
    player = visit(f"skin={skin}&size=1&hover=1")
    page.mouse.move(1, 1)
    before = page.locator("#game").screenshot()
    page.mouse.move(*player.centre((2, 2)))
    hovered = page.locator("#game").screenshot()
    assert hovered != before
    page.mouse.move(1, 1)
    assert page.locator("#game").screenshot() != hovered


@pytest.mark.parametrize("skin", SKINS)
def test_another_puzzle_may_take_the_place_of_the_first(visit, page, skin):
    player = visit(f"skin={skin}&size=1&seed=1&draw=black&event=replace&at=2")
    first = player.board
    player.press((0, 0))
    assert player.board == first
    player.press((2, 0))
    page.wait_for_function("id => document.querySelector('#puzzleID').textContent !== id", arg=f"{first.number:,}")
    player.press((5, 5))
    assert player.done() == {(5, 5)}
    assert player.site.submissions[0].puzzle == player.board.id != first.id


def test_what_comes_up_as_the_mouse_comes_to_press_takes_the_press(visit, page, site):
    player = visit("size=5&zoom=3&event=popup&moment=move&at=2")
    player.press((3, 4))
    assert player.mark((3, 4)) == "on"
    with page.expect_response("**/ad"):
        page.mouse.click(*player.centre((4, 4)))
    assert player.mark((4, 4)) == "off"
    assert site.ad_presses == 1
    page.click("#popup .close")
    assert page.locator("#popup").is_hidden()


def test_advertisements_may_come_in_mid_game(visit, page):
    player = visit("size=5&topad=1&event=ad&at=2")
    player.press((0, 0))
    assert page.locator("#bannerTop").is_hidden()
    player.press((0, 3))
    page.locator("#bannerTop").wait_for()


def test_a_press_may_come_to_do_something_else(visit, page):
    player = visit("size=5&event=cycle&at=1")
    player.press((0, 0))
    page.wait_for_timeout(20)
    for expected in "x.":
        player.press((0, 0))
        assert mark(player, (0, 0)) == expected


def test_a_script_that_breaks_loses_the_press(site, page):
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{site.url}/?wait=0&size=5&event=error&at=1")
    page.wait_for_selector(READY)
    box = page.locator(".board-back").bounding_box()
    for _ in range(2):
        page.mouse.click(box["x"] + 15, box["y"] + 15)
    assert len(errors) == 1
    assert page.locator(".cell.icon-star").count() == 1
