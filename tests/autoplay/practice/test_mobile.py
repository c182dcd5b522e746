"""Page for phones: what it lacks, its wheel, its menu and its dialog."""

import re

import pytest
from playwright.sync_api import expect

OTHERS = "#puzzleForm, #ajaxResponse, #btnReady, #puzzleID, input.clock, #robot"
CHECK = "puzzle-button[caption='Check']"
SMALLER = "old => document.querySelector('.board-back').getBoundingClientRect().width < old"


def test_a_page_for_phones_has_a_wheel_a_menu_alerts_and_a_dialog(visit, site, page):
    player = visit("skin=mobile&size=1&seed=1&auto=0")
    assert page.locator(OTHERS).count() == 0
    expect(page.locator("header")).to_have_text(re.compile(r"6x6 / 1★ Normal"))
    board = page.locator(".board-back")
    before = board.bounding_box()["width"]
    page.mouse.move(600, 500)
    page.mouse.wheel(0, 24)
    page.wait_for_function(SMALLER, arg=before)
    assert board.bounding_box()["width"] == pytest.approx(before / 1.1, abs=0.1)
    first, *others = player.solution()
    for cells in ([first], others):
        for cell in cells:
            player.cell(cell).click()  # a cross
            player.cell(cell).click()
        expect(page.locator(CHECK)).to_be_hidden()
        page.click("#additional-menu")
        page.click(CHECK)
        if cells == [first]:
            alert = page.locator(".global-alert-error .message")
            expect(alert).to_have_text(re.compile("Not there yet"))
            expect(page.locator("#dialog")).to_be_hidden()
    expect(page.locator("#dialog .dialog-title")).to_have_text("Congratulations!")
    expect(page.locator("body.has-dialog-active")).to_be_visible()
    assert [submission.solved for submission in site.submissions] == [False, True]
    with page.expect_navigation():
        page.click(".new-puzzle")
    page.wait_for_selector("body.ingame")
    expect(page.locator("#dialogOverlay")).to_be_hidden()
