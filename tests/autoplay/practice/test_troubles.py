"""Faults of the server: no response, a wrong one, another page in front, and scheduled puzzles."""

from __future__ import annotations

from datetime import timedelta

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import expect

from autoplay.practice.star_battle import special_days, special_seed, today


def solve(player):
    for cell in player.solution():
        player.press(cell)


@pytest.mark.parametrize("submit", ["post", "ajax"])
def test_a_submission_may_end_in_an_error(visit, site, page, submit):
    player = visit(f"size=0&submit={submit}&fail=1")
    with page.expect_response(lambda reply: reply.request.method == "POST") as seen:
        solve(player)
    assert seen.value.status == 500
    if submit == "post":
        page.locator("h1:has-text('500')").wait_for()
        player = visit(f"size=0&submit={submit}&fail=1")
        assert page.locator(".cell.icon-star").count() == 5
    page.click("#btnReady")
    page.locator("p.succ:visible").wait_for()
    assert [(s.reply, s.fault) for s in site.submissions] == [("error", ""), ("right", "")]


def test_a_right_answer_may_be_called_wrong(visit, site, page):
    solve(visit("size=0&deny=1"))
    page.locator("p.err:visible").wait_for()
    assert [(s.reply, s.solved) for s in site.submissions] == [("wrong", True)]


def test_the_network_may_be_cut_after_some_requests(visit, site, page):
    player = visit("size=0&cut=1")
    solve(player)
    page.locator("#puzzleForm").wait_for(state="detached")
    with pytest.raises(PlaywrightError, match="ERR_EMPTY_RESPONSE"):
        page.goto(f"{site.url}/?wait=0&size=0&cut=1")
    assert site.submissions == []


def test_a_challenge_lets_pass_who_ticks_its_box(page, site):
    page.goto(f"{site.url}/?challenge=1&size=0")
    page.click("[name=human]")
    page.wait_for_selector("body.ingame")


def test_a_challenge_may_let_everybody_pass_after_some_time(page, site):
    page.clock.install()
    page.goto(f"{site.url}/?challenge=1&size=0&passes=60000")
    page.clock.fast_forward(60_000)
    page.wait_for_selector("#puzzleForm")


def test_the_consent_box_may_come_late_and_in_a_frame(page, site):
    page.clock.install()
    page.goto(f"{site.url}/?size=5&consent=frame&consentdelay=60000")
    box = page.locator("#sp_message_container_1061")
    expect(box).to_be_hidden()
    page.clock.fast_forward(60_000)
    expect(box).to_be_visible()
    page.frame_locator("#sp_message_iframe_1061").locator("button.sp_choice_type_11").click()
    expect(box).to_be_hidden()


def test_the_special_is_the_same_all_day(visit):
    assert visit("size=9").board == visit("size=9").board
    assert visit(f"size=9&date={today()}").board == visit("size=9").board


def test_specials_of_earlier_days_can_be_chosen(visit, page):
    player = visit("size=9")
    assert page.locator("#puzzleID").count() == 0
    first, yesterday = player.board, str(today() - timedelta(days=1))
    with page.expect_navigation():
        page.select_option(".puzzleInfo select[name=date]", yesterday)
    page.wait_for_selector("body.ingame")
    assert f"date={yesterday}" in page.url
    assert page.input_value(".puzzleInfo select[name=date]") == yesterday
    page.evaluate("localStorage.clear()")
    assert visit(f"size=9&date={yesterday}").board != first


@pytest.mark.parametrize(("size", "least"), [(5, 0), (9, 31), (10, 5), (11, 2)])
def test_a_day_of_each_period_is_offered(size, least):
    days = special_days(size)
    seeds = {special_seed(size, str(day)) for day in days}
    assert least <= len(days) <= least + 1
    assert len(seeds) == len(days)
    assert not days or days[0] == today()


def test_a_puzzle_is_shown_by_its_number(visit, page, site):
    player = visit("size=5&seed=3")
    number = page.inner_text("#puzzleID")
    assert visit(f"specific=1&size=5&specid={number}").board == player.board
    assert page.inner_text("#puzzleID") == number
    assert page.goto(f"{site.url}/?specific=1&size=4&specid={number}").status == 404
    assert page.goto(f"{site.url}/?specific=1&size=5").status == 404
