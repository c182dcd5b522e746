"""The start of a game, and the places to which it may lead, on simulated pages."""

from pathlib import Path
from typing import Any

import pytest

from autoplay.browser.preparation import Preparation
from autoplay.player import game_starter
from autoplay.player.game_starter import (
    COUNTS_S,
    LINK_S,
    MOST_STARTS,
    BoardlessPage,
    GameStarter,
)
from autoplay.player.play_request import PlayRequest
from autoplay.sites import PageResult
from vision.errors import BoardCutOff, BoardNotFound

HOST = "https://puzzle.test"
EMPTY = BoardlessPage(is_bare=True, is_searched=False, still_s=9.0)
SEARCHED = BoardlessPage(is_bare=True, is_searched=True, still_s=9.0)
DOUBTFUL = BoardlessPage(is_bare=False, is_searched=True, still_s=9.0)
LONG = BoardlessPage(is_bare=True, is_searched=False, goes_on=True, still_s=9.0)
COUNTING = BoardlessPage(is_bare=True, is_searched=True, still_s=COUNTS_S / 2)
SOLVED = PageResult("solved", "Well done!", "words")


class SimulatedTab:
    """Page whose address changes as its site says."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.before: list[str] = []
        self.reloads = 0

    def goto(self, url: str, **_: Any) -> None:
        self.before.append(self.url)
        self.url = url

    def go_back(self, **_: Any) -> None:
        self.url = self.before.pop()

    def reload(self, **_: Any) -> None:
        self.reloads += 1


class SimulatedActivity:
    """Activity of a page that is quiet for ``quiet_s``."""

    def __init__(self, quiet_s: float) -> None:
        self.quiet_s = quiet_s
        self.changes = 0

    def restart(self) -> None:
        self.changes += 1


class StartingSite:
    """Site with controls and links: label → the address to which it leads, if it does."""

    def __init__(self, controls: dict[str, str], links: dict[str, str]) -> None:
        self.controls = controls
        self.links = links
        self.rules: list[Any] = []

    def start(self, page: Any, rules: Any) -> str:
        if rules.shown == "board":
            return "" if rules.pressed else "Begin"
        if not rules.links:
            self.rules.append(rules)
        labels = self.links if rules.links else self.controls
        for label, url in labels.items():
            if label not in rules.pressed:
                if url:
                    page.goto(url)
                return label
        return ""


@pytest.fixture
def prepare():
    """Return a function that returns the starter of an address, with its controls and links."""

    def prepare(path, controls=(), links=(), *, quiet_s=9.0, named=None, **request):
        page: Any = SimulatedTab(f"{HOST}{path}")
        site: Any = StartingSite(dict(controls), dict(links))
        activity: Any = SimulatedActivity(quiet_s)
        asked = PlayRequest(page.url, Path(), **request)
        return GameStarter(page, site, asked, activity, f"{HOST}{named or path}")

    return prepare


def test_nothing_is_pressed_unasked_or_on_a_page_that_is_at_work(prepare):
    for request in ({"dry_run": True}, {"starts": False}, {"quiet_s": -0.1}):
        starter = prepare("/", {"Play": ""}, {"Today": ""}, **request)
        assert not starter.begin(SEARCHED), request
    starter = prepare("/", {str(number): "" for number in range(9)})
    for _ in range(MOST_STARTS + 1):
        starter.begin(EMPTY)
    assert len(starter.started) == MOST_STARTS


def test_an_unchanged_page_is_tried_once_and_no_other_game_begun_meanwhile(prepare):
    starter = prepare("/", {"Play": ""})
    assert starter.begin(EMPTY)
    assert not starter.begin(COUNTING)
    assert not starter.begin(COUNTING)
    assert [rules.new for rules in starter.site.rules] == [True, False]
    assert not starter.begin(EMPTY)
    assert starter.site.rules[-1].new


def test_a_link_is_the_last_resort_and_only_from_the_address_of_a_host(prepare):
    links = {"Today": f"{HOST}/today"}
    clicked = Preparation(clicks=("Menu",))
    for refused in (
        prepare("/play/17", links=links), prepare("/#level-3", links=links),
        prepare("/", links=links, quiet_s=LINK_S - 0.1), prepare("/", links=links, preparation=clicked),
    ):  # fmt: skip
        assert not refused.begin(SEARCHED)
    starter = prepare("/", links={**links, "More": f"{HOST}/more"})
    assert not starter.begin(EMPTY)
    assert not starter.begin(DOUBTFUL)
    assert starter.begin(SEARCHED)
    assert (starter.started, starter.page.url) == (("Today",), f"{HOST}/today")
    assert not starter.begin(SEARCHED)
    assert starter.judge(SOLVED, starter.page.url) == SOLVED


def test_no_other_board_is_asked_for_where_the_address_names_one(prepare):
    for path, may_be_new in (("/", True), ("/app/", True), ("/app/5", False), ("/play/17", False)):
        starter = prepare(path, {"New game": ""})
        starter.start((0, 0, 9, 9), new=True)
        assert starter.site.rules[-1].new is may_be_new, path
        starter.begin(EMPTY)
        assert starter.site.rules[-1].new, path
    # It may be further down on the page.
    starter = prepare("/", {})
    starter.begin(LONG)
    starter.begin(SEARCHED)
    assert [rules.new for rules in starter.site.rules] == [False, True]


def test_a_label_of_the_page_before_is_pressed_again_only_if_nothing_else_is_there(prepare):
    starter = prepare("/", {"Play": f"{HOST}/game"})
    assert starter.begin(EMPTY)
    assert starter.begin(SEARCHED)
    assert not starter.begin(SEARCHED)
    assert starter.started == ("Play", "Play")


def test_what_leads_away_from_the_address_is_taken_back_and_another_puzzle_is_no_success(prepare):
    starter = prepare("/play/17", {"Play": f"{HOST}/today"})
    assert starter.begin(EMPTY)
    other = starter.judge(SOLVED, f"{HOST}/today")
    assert (other.result, other.confirmed_by) == ("other-puzzle", "words")
    assert f"{HOST}/play/17 names another puzzle than {HOST}/today" in other.message
    assert starter.begin(EMPTY)
    assert starter.page.url == f"{HOST}/play/17"
    assert starter.judge(SOLVED, starter.page.url) == SOLVED
    # One press may lead on from the address of a host, the next one may not lead away again.
    starter = prepare("/", {"Play": f"{HOST}/game/5", "Home": f"{HOST}/menu"})
    assert starter.begin(EMPTY)
    assert starter.begin(EMPTY)
    assert starter.begin(EMPTY)
    assert (starter.strayed, starter.page.url) == (("Home",), f"{HOST}/game/5")
    # A page that forgets the path that it was asked for shows another puzzle.
    lost = prepare("/", named="/play/17")
    assert lost.judge(SOLVED, f"{HOST}/").result == "other-puzzle"
    assert lost.judge(PageResult("rejected", ""), f"{HOST}/").result == "rejected"


def test_a_page_that_needs_what_was_refused_is_loaded_again_once(prepare):
    starter = prepare("/", {"Reject all": ""})
    assert starter.begin(SEARCHED)
    assert starter.begin(SEARCHED)
    assert not starter.begin(SEARCHED)
    assert starter.page.reloads == 1


def test_a_refusal_names_what_is_there_and_how_to_come_to_it(prepare, monkeypatch):
    told = "buttons: Go", "--click Play --click Go"
    monkeypatch.setattr(game_starter, "describe_controls", lambda *_: told)
    starter = prepare("/", {"Play": ""})
    starter.begin(EMPTY)
    error = BoardNotFound("no grid", hint="")
    starter.name_controls(error)
    assert error.message == "no grid, after pressing 'Play'; buttons: Go"
    assert error.hint.startswith("--click Play --click Go, if")
    seen = BoardCutOff("cut off", hint="a larger window")
    starter.name_controls(seen)
    assert seen.hint == "a larger window"


def test_parts_of_a_document_are_no_other_pages_unless_the_address_names_one(prepare):
    for path, may_follow in (
        ("/", True),
        ("/app/", True),
        ("/app/#/17", False),
        ("/app/?level=2", False),
    ):
        starter = prepare(path, {"Play": f"{HOST}/app/#/levels"})
        starter.begin(EMPTY)
        assert starter.site.rules[-1].routes is may_follow, path
    for path in ("/", "/app/"):
        starter = prepare(path, {"Play": f"{HOST}{path}#/levels", "1": f"{HOST}{path}#/play/1"})
        assert starter.begin(EMPTY)
        assert starter.begin(EMPTY)
        assert not starter.keep_to_address()
        assert starter.judge(SOLVED, starter.page.url) == SOLVED
        assert (starter.started, starter.strayed) == (("Play", "1"), ())


def test_today_s_puzzle_is_asked_for_at_the_folder_of_a_hobby_page(prepare):
    for path, names_puzzle in (("/app/", False), ("/app/17", True)):
        starter = prepare(path, {"Today": ""})
        starter.begin(EMPTY)
        assert starter.site.rules[-1].names_puzzle is names_puzzle, path
