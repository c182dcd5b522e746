"""The specials: played once, tried again after a while, gone on with where they were left."""

from __future__ import annotations

import json
import stat
import sys
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from autoplay.browser import BrowserOptions
from autoplay.errors import PageUnreachable, TooSoon
from autoplay.history import History
from autoplay.special import REST, Special

NOW = datetime.now(UTC)
STATE = {"cookies": [], "origins": []}
CONTEXT = SimpleNamespace(storage_state=lambda: STATE)


def left(result, tmp_path, series="daily"):
    """A run of a series that ended so a moment ago."""
    with History().entry("https://example.org/", tmp_path, series=series) as entry:
        entry.identify("puzzle-team", "123")
        entry._set(result=result)


def special(after=timedelta()):
    return Special("daily", lambda: datetime.now(UTC) + after)


def test_what_was_never_tried_may_be(tmp_path):
    left("unreachable", tmp_path, "weekly")
    assert special().solved_just_now() is None


@pytest.mark.parametrize("result", ["unreachable", "rejected", "unknown", "unfinished"])
def test_what_was_left_unsolved_is_left_alone_for_some_minutes(result, tmp_path):
    left(result, tmp_path)
    with pytest.raises(TooSoon, match=result) as error:
        special(REST - timedelta(seconds=5)).solved_just_now()
    assert error.value.exit_status == 1
    assert special(REST).solved_just_now() is None


def test_what_was_solved_a_moment_ago_is_said_to_be(tmp_path):
    left("solved", tmp_path)
    assert special().solved_just_now().id == 1
    left("solved-before", tmp_path)
    assert special().solved_just_now().id == 1
    assert special(REST).solved_just_now() is None


def test_a_clock_that_was_set_back_stops_nothing(tmp_path):
    left("unknown", tmp_path)
    assert special(-timedelta(days=1)).solved_just_now() is None


def test_the_storage_of_an_unsolved_puzzle_is_kept_until_it_is_solved():
    options = BrowserOptions()
    assert special().resumed(options) == options
    special().store(CONTEXT)
    path = special().resumed(options).storage_state
    assert json.loads(path.read_text()) == STATE
    if sys.platform != "win32":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    special().forget()
    assert special().resumed(options) == options


@pytest.mark.parametrize("how", [{"cdp": "http://127.0.0.1:1"}, {"profile": "x"}, {"storage_state": "x"}])
def test_a_browser_that_keeps_its_own_storage_gets_no_other(how):
    special().store(CONTEXT)
    assert special().resumed(BrowserOptions(**how)) == BrowserOptions(**how)


def test_storage_that_is_none_is_not_used():
    special().store(CONTEXT)
    special().resumed(BrowserOptions()).storage_state.write_text("not json")
    assert special().resumed(BrowserOptions()).storage_state is None


def test_the_error_of_a_try_is_its_result(tmp_path):
    with pytest.raises(PageUnreachable), History().entry("https://example.org/", tmp_path, series="daily"):
        raise PageUnreachable("gone")
    with pytest.raises(TooSoon, match="unreachable"):
        special().solved_just_now()
