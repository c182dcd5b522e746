"""Clicks that do what they should not, and what happens in mid-game."""

from __future__ import annotations

import pytest

from tests.autoplay.practice.conftest import READY

SKINS = ("star-battle", "queens", "canvas")
ROUNDS = {"black": "*.", "rotate": "*x.", "cross": "x*.", "dot": "ox*."}
MARKS = """() => {
    const key = Object.keys(localStorage).find(key => key.startsWith('unfinished'))
    return JSON.parse(localStorage.getItem(key)).marks
}"""


def mark(hand, cell):
    """What the game keeps of a cell: . empty, * star, x cross, o dot."""
    return ".*xo"[hand.page.evaluate(MARKS)[cell[0] * hand.board.size + cell[1]]]


def drag(hand, cell, by):
    x, y = hand.centre(cell)
    hand.page.mouse.move(x, y)
    hand.page.mouse.down()
    hand.page.mouse.move(x + by, y)
    hand.page.mouse.up()


@pytest.mark.parametrize(
    ("skin", "draw"), [*(("star-battle", draw) for draw in ROUNDS), ("queens", "dot"), ("canvas", "dot")]
)
def test_every_skin_goes_through_the_marks_it_is_told_to(visit, skin, draw):
    hand = visit(f"skin={skin}&size=3&draw={draw}")
    for expected in ROUNDS[draw]:
        hand.press((2, 5))
        assert mark(hand, (2, 5)) == expected


PRESSES = {
    "left": lambda hand, cell: hand.press(cell),
    "right": lambda hand, cell: hand.press(cell, "right"),
    "double": lambda hand, cell: hand.page.mouse.dblclick(*hand.centre(cell)),
    "drag": lambda hand, cell: drag(hand, cell, by=6),
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
    hand = visit(f"skin={skin}&size=3&draw=black&gesture={gesture}")
    for at, name in enumerate(PRESSES):
        PRESSES[name](hand, (2 * at, 5))
    marks = hand.page.evaluate(MARKS)
    assert [i for i, mark in enumerate(marks) if mark] == [2 * list(PRESSES).index(gesture) * 8 + 5]


@pytest.mark.parametrize("skin", SKINS)
def test_a_drag_may_mark_the_cell_beside(visit, skin):
    hand = visit(f"skin={skin}&size=3&draw=black&gesture=drag&spill=1")
    drag(hand, (1, 3), by=6)
    assert [i for i, mark in enumerate(hand.page.evaluate(MARKS)) if mark] == [11, 12]


def test_every_nth_click_counts_twice(visit):
    hand = visit("size=3&draw=rotate&doubled=2")
    hand.press((0, 0))
    hand.press((7, 7))
    assert (mark(hand, (0, 0)), mark(hand, (7, 7))) == ("*", "x")


@pytest.mark.parametrize("skin", SKINS)
def test_a_star_may_cross_what_it_rules_out(visit, skin):
    hand = visit(f"skin={skin}&size=3&draw=black&crosses=1")
    hand.press((0, 0))
    assert {mark(hand, cell) for cell in ((0, 7), (7, 0), (1, 1))} == {"x"}
    hand.press((0, 0))
    assert set(hand.page.evaluate(MARKS)) == {0}


@pytest.mark.parametrize("skin", ["star-battle", "queens"])
def test_every_click_may_replace_the_elements_of_the_board(visit, page, skin):
    hand = visit(f"skin={skin}&size=1&rerender=1")
    page.evaluate("window.first = document.querySelector('#game').firstElementChild")
    for cell in hand.solution():
        for _ in range(2 if skin == "queens" else 1):
            hand.press(cell)
    page.locator("p.succ:visible").wait_for()


def test_the_elements_are_other_ones_after_each_click(visit, page):
    hand = visit("size=1&rerender=1")
    page.evaluate("window.first = document.querySelector('#game').firstElementChild")
    hand.press((0, 0))
    assert page.evaluate("document.contains(first)") is False
    assert hand.mark((0, 0)) == "on"


def test_the_board_moves_there_and_back(visit):
    hand = visit("size=1&wander=30")
    places = []
    for cell in ((0, 0), (1, 1), (2, 2)):
        hand.press(cell)
        places.append(hand.centre((0, 0))[1])
    assert places[0] - places[1] == places[2] - places[1] == 30


@pytest.mark.parametrize("skin", SKINS)
def test_a_mark_may_take_its_time_to_grow(visit, page, skin):
    hand = visit(f"skin={skin}&size=1&draw=black&animate=5000")
    before = page.locator("#game").screenshot()
    hand.press((0, 0))
    page.mouse.move(1, 1)
    during = page.locator("#game").screenshot()
    page.wait_for_timeout(100)
    assert len({before, during, page.locator("#game").screenshot()}) == 3


@pytest.mark.parametrize(("skin", "zoom"), [("star-battle", 0.5), ("queens", 2), ("canvas", 0.5), ("canvas", 2)])
def test_a_press_lands_on_its_cell_at_any_zoom_of_the_page(visit, page, skin, zoom):
    hand = visit(f"skin={skin}&size=1&draw=black&pagezoom={zoom}&zoom=1")
    box = page.locator("#stage1 > * > :first-child").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 2.5 / 6, box["y"] + box["height"] * 4.5 / 6)
    assert mark(hand, (4, 2)) == "*"


@pytest.mark.parametrize("skin", SKINS)
def test_the_cell_under_the_mouse_may_be_darker_on_every_skin(visit, page, skin):
    hand = visit(f"skin={skin}&size=1&hover=1")
    page.mouse.move(1, 1)
    before = page.locator("#game").screenshot()
    page.mouse.move(*hand.centre((2, 2)))
    hovered = page.locator("#game").screenshot()
    assert hovered != before
    page.mouse.move(1, 1)
    assert page.locator("#game").screenshot() != hovered


@pytest.mark.parametrize("skin", SKINS)
def test_another_puzzle_may_take_the_place_of_the_first(visit, page, skin):
    hand = visit(f"skin={skin}&size=1&seed=1&draw=black&event=replace&at=2")
    first = hand.board
    hand.press((0, 0))
    assert hand.board == first
    hand.press((2, 0))
    page.wait_for_function("id => document.querySelector('#puzzleID').textContent !== id", arg=f"{first.number:,}")
    hand.press((5, 5))
    assert hand.done() == {(5, 5)}
    assert hand.site.submissions[0].puzzle == hand.board.id != first.id


def test_what_comes_up_as_the_mouse_comes_to_press_takes_the_press(visit, page, site):
    hand = visit("size=5&zoom=3&event=popup&moment=move&at=2")
    hand.press((3, 4))
    assert hand.mark((3, 4)) == "on"
    with page.expect_response("**/ad"):
        page.mouse.click(*hand.centre((4, 4)))
    assert hand.mark((4, 4)) == "off"
    assert site.ad_presses == 1
    page.click("#popup .close")
    assert page.locator("#popup").is_hidden()


def test_advertisements_may_come_in_mid_game(visit, page):
    hand = visit("size=5&topad=1&event=ad&at=2")
    hand.press((0, 0))
    assert page.locator("#bannerTop").is_hidden()
    hand.press((0, 3))
    page.locator("#bannerTop").wait_for()


def test_a_press_may_come_to_do_something_else(visit, page):
    hand = visit("size=5&event=cycle&at=1")
    hand.press((0, 0))
    page.wait_for_timeout(20)
    for expected in "x.":
        hand.press((0, 0))
        assert mark(hand, (0, 0)) == expected


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
