"""Watch over a page during play: what may be pressed on it besides its board."""

from types import SimpleNamespace
from typing import Any

import pytest

from autoplay.player.play_result import PlayResult
from autoplay.sites import PageResult
from autoplay.sites.base import BOARD_IS_COMPLETE
from tests.autoplay.player.simulated_boards import SimulatedSite, SimulatedStars, monitor_of


@pytest.fixture
def prepare(clock):
    """Return a function that returns the monitor of a page, and its site."""

    def prepare(**request):
        site = SimulatedSite()
        return monitor_of(SimulatedStars({}, clock), site, **request), site

    return prepare


def test_a_dry_run_presses_nothing_on_the_page(prepare):
    monitor, site = prepare(dry_run=True)
    assert not monitor.make_way()
    assert site.pressed == []


def test_a_board_that_is_disabled_is_solved_unless_the_page_says_more(prepare):
    monitor, site = prepare()
    for is_off, text, chats, result in (
        (False, [], False, "played"), (True, [], False, "solved"),
        (True, ["Time is up"], False, "played"), (True, ["Ann won"], True, "solved"),
    ):  # fmt: skip
        with monitor.watching():
            monitor.watch.is_off = is_off
            monitor.watch.is_chatting = chats
            site.new_text = lambda _, text=text: text
            verdict = monitor.confirm(BOARD_IS_COMPLETE)
            assert monitor.has_spoken() == (bool(text) and not chats)
        assert verdict.result == result
        assert verdict.confirmed_by == ("state" if result == "solved" else "board")


@pytest.mark.parametrize(("lines", "has_spoken"), [(1, True), (2, True), (3, False)])
def test_a_page_that_brings_more_and_more_news_has_not_spoken(lines, has_spoken, prepare, clock):
    monitor, site = prepare()

    def find_news(watch):
        watch.news = min(lines, int(clock() / 2))
        watch.is_chatting = watch.news == 3
        return ["Ann: hi"]

    site.new_text = find_news
    with monitor.watching():
        assert monitor.has_spoken() is has_spoken


@pytest.mark.parametrize(("result", "is_strict", "status"), [
    ("solved", True, 0), ("played", False, 0), ("played", True, 1), ("unknown", False, 1),
    ("rejected", False, 1), ("other-puzzle", False, 1),
])  # fmt: skip
def test_a_strict_request_fails_without_the_page_s_word(result, is_strict, status):
    nothing: Any = SimpleNamespace()
    verdict = PageResult(result, "")
    outcome = PlayResult(verdict, nothing, nothing, nothing, 0, 0.0, nothing, is_strict=is_strict)
    assert outcome.exit_status == status
