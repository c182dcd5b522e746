"""Scheduled puzzles: played once, tried again after a while, and continued."""

import json
import stat
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest

from autoplay.browser.start import BrowserOptions
from autoplay.errors import TooSoon
from autoplay.history import REST, History
from autoplay.run import ScheduledPuzzle

STATE = {"cookies": [], "origins": []}
CONTEXT = SimpleNamespace(storage_state=lambda: STATE)


def left(result, tmp_path, series="daily"):
    """Return a run of a series that ended just now with this result."""
    with History().entry("https://example.org/", tmp_path, series=series) as entry:
        entry.identify("puzzle-team", "123")
        entry._update_run(result=result)


def special(after=timedelta()):
    return ScheduledPuzzle("daily", lambda: datetime.now(UTC) + after)


def test_what_was_never_tried_may_be(tmp_path):
    left("unreachable", tmp_path, "weekly")
    left("not-reached", tmp_path)
    assert special().find_recent_run() is None


@pytest.mark.parametrize("result", ["unreachable", "rejected", "unknown", "unfinished"])
def test_what_was_left_unsolved_is_left_alone_for_some_minutes(result, tmp_path):
    left(result, tmp_path)
    with pytest.raises(TooSoon, match=result) as error:
        special(REST - timedelta(seconds=5)).find_recent_run()
    assert error.value.exit_status == 1
    assert special(REST).find_recent_run() is None


def test_what_was_solved_a_moment_ago_is_said_to_be(tmp_path):
    left("solved", tmp_path, "monthly")
    assert ScheduledPuzzle("monthly").find_recent_run().id == 1
    left("solved-before", tmp_path, "monthly")
    assert ScheduledPuzzle("monthly").find_recent_run().id == 1
    assert ScheduledPuzzle("monthly", lambda: datetime.now(UTC) + REST).find_recent_run() is None


@pytest.mark.parametrize(("series", "is_new"), [("daily", True), ("weekly", False)])
def test_what_was_solved_before_midnight_is_not_what_came_up_then(
    series, is_new, tmp_path, monkeypatch
):
    left("solved", tmp_path, series)
    (run,) = History().runs()
    monkeypatch.setattr(type(run), "start", datetime(2026, 11, 24, 23, 58, tzinfo=UTC))
    known = ScheduledPuzzle(
        series, lambda: datetime(2026, 11, 25, 0, 1, tzinfo=UTC)
    ).find_recent_run()
    assert (known is None) == is_new


def test_storage_is_kept_until_the_puzzle_is_solved():
    options = BrowserOptions()
    assert special().resume_storage(options) == options
    special().store(CONTEXT, options)
    path = special().resume_storage(options).storage_state
    assert json.loads(path.read_text()) == STATE
    special().forget()
    assert special().resume_storage(options) == options


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such permissions")
def test_storage_is_for_nobody_else_from_its_first_byte(monkeypatch):
    modes, replace = [], Path.replace

    def seen(part, path):
        modes.append(stat.S_IMODE(part.stat().st_mode))
        return replace(part, path)

    monkeypatch.setattr(Path, "replace", seen)
    monkeypatch.setattr(Path, "chmod", None)
    special().store(CONTEXT, BrowserOptions())
    assert modes == [0o600]


OWN = [{"cdp": "http://127.0.0.1:1"}, {"profile": "x"}, {"storage_state": "x"}]


@pytest.mark.parametrize("how", OWN)
def test_a_browser_that_keeps_its_own_storage_gets_no_other(how):
    special().store(CONTEXT, BrowserOptions())
    assert special().resume_storage(BrowserOptions(**how)) == BrowserOptions(**how)


@pytest.mark.parametrize("how", OWN)
def test_the_storage_of_a_person_is_not_kept(how, home):
    special().store(CONTEXT, BrowserOptions(**how))
    assert special().resume_storage(BrowserOptions()).storage_state is None
    assert not (home / "unsolved").exists()


def test_invalid_storage_is_not_used():
    special().store(CONTEXT, BrowserOptions())
    special().resume_storage(BrowserOptions()).storage_state.write_text("not json")
    assert special().resume_storage(BrowserOptions()).storage_state is None
