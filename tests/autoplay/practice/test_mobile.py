"""Page for phones: what it lacks, its wheel, its menu and its dialog."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect


@pytest.fixture
def phone(visit, page):
    """Open the page for phones with a small board; return a function that presses the cells of the answer."""
    player = visit("skin=mobile&size=1&seed=1&auto=0")

    def play(cells):
        for row, col in cells:
            for _ in range(2):  # a cross, then a star
                page.locator(".cell").nth(row * player.board.size + col).click()

    play.solution = player.solution()
    return play


@pytest.mark.usefixtures("phone")
def test_it_has_none_of_the_elements_of_the_other_page(page):
    for name in ("#puzzleForm", "#ajaxResponse", "#btnReady", "#puzzleID", "input.clock", "#robot"):
        assert page.locator(name).count() == 0
    expect(page.locator("header")).to_have_text(re.compile(r"6x6 / 1★ Normal"))
    assert page.locator("#stage").evaluate("e => e.style.transform").startswith("matrix(")


@pytest.mark.usefixtures("phone")
def test_the_wheel_zooms_the_board(page):
    before = page.locator(".board-back").bounding_box()["width"]
    page.mouse.move(600, 500)
    page.mouse.wheel(0, 24)
    page.wait_for_function(
        "old => document.querySelector('.board-back').getBoundingClientRect().width < old", arg=before
    )
    assert page.locator(".board-back").bounding_box()["width"] == pytest.approx(before / 1.1, abs=0.1)
    assert page.evaluate("[scrollX, scrollY]") == [0, 0]


def test_check_in_the_menu_hands_in_and_a_dialog_congratulates(phone, site, page):
    phone(phone.solution)
    assert site.submissions == []
    expect(page.locator("puzzle-button[caption='Check']")).to_be_hidden()
    page.click("#additional-menu")
    page.click("puzzle-button[caption='Check']")
    expect(page.locator("#dialog .dialog-title")).to_have_text("Congratulations!")
    expect(page.locator("body.has-dialog-active")).to_be_visible()
    assert site.submissions[0].solved
    with page.expect_navigation():
        page.click(".new-puzzle")
    page.wait_for_selector("body.ingame")
    expect(page.locator("#dialogOverlay")).to_be_hidden()


def test_a_wrong_answer_shows_an_alert(phone, site, page):
    phone(phone.solution[:1])
    page.click("#additional-menu")
    page.click("puzzle-button[caption='Check']")
    expect(page.locator(".global-alert-error .message")).to_have_text(re.compile("Not there yet"))
    expect(page.locator("#dialog")).to_be_hidden()
    assert not site.submissions[0].solved
