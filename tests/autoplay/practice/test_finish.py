"""Submission of an answer, the page's result, and the next puzzle."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

SKINS = ("star-battle", "queens", "canvas")


def play(player, cells):
    for cell in cells:
        for _ in range(2 if player.skin == "queens" else 1):
            player.press(cell)


@pytest.mark.parametrize(
    ("skin", "submit"), [("star-battle", "post"), ("star-battle", "ajax"), ("queens", "post"), ("canvas", "ajax")]
)
def test_the_last_star_hands_in_and_the_page_congratulates(visit, site, page, skin, submit):
    player = visit(f"skin={skin}&submit={submit}&size=1")
    board, solution = player.board, player.solution()
    play(player, solution)
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
    player = visit(f"submit={submit}&size=1")
    solution = player.solution()
    play(player, solution)
    expect(page.locator(".cell.icon-star")).to_have_count(6)
    expect(page.locator("#btnHallSubmit")).to_be_visible()
    player.press(solution[0])
    assert player.mark(solution[0]) == "on"
    expect(page.locator("#btnUndo")).to_be_disabled()


@pytest.mark.parametrize("skin", SKINS)
def test_without_auto_submit_nothing_is_sent_before_done(visit, site, skin):
    player = visit(f"skin={skin}&auto=0&size=1")
    play(player, player.solution())
    assert site.submissions == []
    assert player.done() == frozenset(player.solution())
    assert site.submissions[0].solved


@pytest.mark.parametrize("submit", ["post", "ajax"])
def test_a_wrong_answer_is_said_to_be_wrong_and_its_marks_stay(visit, site, page, submit):
    player = visit(f"submit={submit}&size=1")
    player.press((0, 0))
    player.press((3, 3), "right")
    assert player.done() == {(0, 0)}
    expect(page.locator("#ajaxResponse p.err")).to_be_visible()
    expect(page.locator("#btnReady")).to_be_visible()
    page.wait_for_selector("body.ingame")
    assert (player.mark((0, 0)), player.mark((3, 3))) == ("on", "x")
    assert not site.submissions[0].solved


def test_done_is_also_the_enter_key(visit, site, page):
    visit("size=1")
    page.keyboard.press("Enter")
    page.locator("#ajaxResponse p.err").wait_for()
    assert site.submissions[0].answer == frozenset()


def test_the_page_hands_on_that_a_robot_plays(visit, site, page):
    player = visit("size=1")
    page.locator("#robot").evaluate("e => { e.value = '1' }")
    player.done()
    assert site.submissions[0].robot


@pytest.mark.parametrize("query", ["size=1", "size=1&seed=3", "size=1&restore=1", "size=1&seed=0&restore=1"])
def test_new_puzzle_gives_another_one_with_an_empty_board(visit, page, query):
    player = visit(query)
    first = player.board
    player.press((0, 0))
    with page.expect_navigation():
        page.click("#btnNew")
    page.wait_for_selector("body.ingame")
    assert player.board != first
    assert player.board.size == first.size
    assert page.locator(".cell.icon-star, .cell.icon-cancel").count() == 0


def test_the_hall_of_fame_form_names_the_puzzle(visit, site, page):
    player = visit("size=0&submit=ajax")
    board = player.board
    play(player, player.solution())
    page.click("#btnHallSubmit")
    page.locator("h1:has-text('Hall of fame')").wait_for()
    assert site.hall == [board.id]


def test_unfinished_game_replaces_the_requested_puzzle(visit):
    player = visit("size=5&seed=0")
    first = player.board
    player.press((7, 7))
    player = visit("size=5&seed=1")
    assert player.board == first
    assert player.mark((7, 7)) == "on"
    player = visit("size=3&seed=0")
    assert player.board.size == 8


def test_unfinished_game_is_judged_as_itself(visit, site):
    player = visit("size=5&seed=0&restore=1")
    restored = player.board
    assert player.mark((5, 5)) == "on"
    assert player.mark((4, 4)) == "x"
    player.done()
    assert site.submissions[0].puzzle == restored.id
    assert restored.id != visit("size=3&seed=0").board.id


def test_a_solved_game_is_not_restored(visit, page):
    player = visit("size=0&seed=0")
    play(player, player.solution())
    page.locator("#btnHallSubmit").wait_for()
    player = visit("size=0&seed=0")
    assert page.locator(".cell.icon-star").count() == 0


def test_the_menu_keeps_a_star_for_a_size_that_was_solved(visit, page):
    player = visit("size=1&submit=ajax")
    play(player, player.solution())
    page.locator("#btnHallSubmit").wait_for()
    visit("size=0")
    assert page.locator("#menuSizes li").evaluate_all("all => all.map(e => e.className)") == [
        "icon-star" if size == 1 else "" for size in range(15)
    ]
