"""Handing in, the page's word on it, and what comes after."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

SKINS = ("star-battle", "queens", "canvas")


def play(hand, cells):
    for cell in cells:
        for _ in range(2 if hand.skin == "queens" else 1):
            hand.press(cell)


@pytest.mark.parametrize(
    ("skin", "submit"), [("star-battle", "post"), ("star-battle", "ajax"), ("queens", "post"), ("canvas", "ajax")]
)
def test_the_last_star_hands_in_and_the_page_congratulates(visit, site, page, skin, submit):
    hand = visit(f"skin={skin}&submit={submit}&size=1")
    board, solution = hand.board, hand.solution()
    play(hand, solution)
    message = page.locator("#ajaxResponse p.succ:visible")
    expect(message).to_have_text(re.compile(r"^Congratulations! You have solved the puzzle in \d\d:\d\d\.\d\d$"))
    expect(page.locator("input.clock.solved")).to_be_visible()
    expect(page.locator("#btnReady")).to_have_count(0)
    expect(page.locator("#btnHallSubmit")).to_be_visible()
    (submission,) = site.submissions
    assert (submission.puzzle, submission.answer, submission.robot) == (board.id, frozenset(solution), False)
    assert submission.solved
    assert site.hall == []


@pytest.mark.parametrize("submit", ["post", "ajax"])
def test_a_solved_board_shows_its_stars_and_takes_no_more_clicks(visit, page, submit):
    hand = visit(f"submit={submit}&size=1")
    solution = hand.solution()
    play(hand, solution)
    expect(page.locator(".cell.icon-star")).to_have_count(6)
    expect(page.locator("#btnHallSubmit")).to_be_visible()
    hand.press(solution[0])
    assert hand.mark(solution[0]) == "on"
    expect(page.locator("#btnUndo")).to_be_disabled()


@pytest.mark.parametrize("skin", SKINS)
def test_without_auto_submit_nothing_is_sent_before_done(visit, site, skin):
    hand = visit(f"skin={skin}&auto=0&size=1")
    play(hand, hand.solution())
    assert site.submissions == []
    assert hand.done() == frozenset(hand.solution())
    assert site.submissions[0].solved


@pytest.mark.parametrize("submit", ["post", "ajax"])
def test_a_wrong_answer_is_said_to_be_wrong_and_its_marks_stay(visit, site, page, submit):
    hand = visit(f"submit={submit}&size=1")
    hand.press((0, 0))
    hand.press((3, 3), "right")
    assert hand.done() == {(0, 0)}
    expect(page.locator("#ajaxResponse p.err")).to_be_visible()
    expect(page.locator("#btnReady")).to_be_visible()
    page.wait_for_selector("body.ingame")
    assert (hand.mark((0, 0)), hand.mark((3, 3))) == ("on", "x")
    assert not site.submissions[0].solved


def test_done_is_also_the_enter_key(visit, site, page):
    visit("size=1")
    page.keyboard.press("Enter")
    page.locator("#ajaxResponse p.err").wait_for()
    assert site.submissions[0].answer == frozenset()


def test_the_page_hands_on_that_a_robot_plays(visit, site, page):
    hand = visit("size=1")
    page.locator("#robot").evaluate("e => { e.value = '1' }")
    hand.done()
    assert site.submissions[0].robot


@pytest.mark.parametrize("query", ["size=1", "size=1&seed=3", "size=1&restore=1", "size=1&seed=0&restore=1"])
def test_new_puzzle_gives_another_one_with_an_empty_board(visit, page, query):
    hand = visit(query)
    first = hand.board
    hand.press((0, 0))
    with page.expect_navigation():
        page.click("#btnNew")
    page.wait_for_selector("body.ingame")
    assert hand.board != first
    assert hand.board.size == first.size
    assert page.locator(".cell.icon-star, .cell.icon-cancel").count() == 0


def test_the_hall_of_fame_form_names_the_puzzle(visit, site, page):
    hand = visit("size=0&submit=ajax")
    board = hand.board
    play(hand, hand.solution())
    page.click("#btnHallSubmit")
    page.locator("h1:has-text('Hall of fame')").wait_for()
    assert site.hall == [board.id]


def test_unfinished_game_replaces_the_requested_puzzle(visit):
    hand = visit("size=5&seed=0")
    first = hand.board
    hand.press((7, 7))
    hand = visit("size=5&seed=1")
    assert hand.board == first
    assert hand.mark((7, 7)) == "on"
    hand = visit("size=3&seed=0")
    assert hand.board.size == 8


def test_unfinished_game_is_judged_as_itself(visit, site):
    hand = visit("size=5&seed=0&restore=1")
    restored = hand.board
    assert hand.mark((5, 5)) == "on"
    assert hand.mark((4, 4)) == "x"
    hand.done()
    assert site.submissions[0].puzzle == restored.id
    assert restored.id != visit("size=3&seed=0").board.id


def test_a_solved_game_is_not_restored(visit, page):
    hand = visit("size=0&seed=0")
    play(hand, hand.solution())
    page.locator("#btnHallSubmit").wait_for()
    hand = visit("size=0&seed=0")
    assert page.locator(".cell.icon-star").count() == 0


def test_the_menu_keeps_a_star_for_a_size_that_was_solved(visit, page):
    hand = visit("size=1&submit=ajax")
    play(hand, hand.solution())
    page.locator("#btnHallSubmit").wait_for()
    visit("size=0")
    assert page.locator("#menuSizes li").evaluate_all("all => all.map(e => e.className)") == [
        "icon-star" if size == 1 else "" for size in range(15)
    ]
