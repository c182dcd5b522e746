"""Scheduled plays from outside: a program that plays is started, and its result is notified."""

import os
import sys
from datetime import UTC, datetime, timedelta

import pytest

from autoplay.errors import PageUnreachable
from autoplay.extras.calendar import scheduled_run
from autoplay.extras.calendar.scheduled_run import describe_result, play_series
from autoplay.history import History, RunRecord

PLAY = """
import pathlib, sys, time
from autoplay.errors import PageBlocked
from autoplay.history import History

what, folder = sys.argv[-1], pathlib.Path(sys.argv[-2])
assert sys.argv[1:5] == ["play", "daily", "--patience", "0.05"]
if what == "unusable":
    sys.exit("autoplay: no browser was found. Try: autoplay doctor")
with History().entry("http://localhost/", folder, series="daily") as entry:
    if what == "blocked":
        for name in ("before.png", "trace.zip", "tax.pdf"):
            (folder / name).write_text(name)
        entry.fail(PageBlocked("a challenge"))
        sys.stderr.write("a remark\\nautoplay: a challenge. Try: --headed\\n")
        sys.exit(5)
    if what == "hangs":
        sys.stderr.write("no network; next try at 09:37:10\\n")
        sys.stderr.flush()
        time.sleep(600)
    entry._update_run(result="solved", message="the page says so")
"""
"""Program in the place of autoplay: it leaves rows in the history as `play` does."""


@pytest.fixture
def sent(monkeypatch):
    """Return the notifications that were sent: (title, body, names of files)."""
    sent = []

    def send(urls, title, body, files):
        assert urls == ["json://here"]
        sent.append((title, body, [path.name for path in files]))

    monkeypatch.setattr(scheduled_run, "send", send)
    return sent


@pytest.fixture
def play(process, monkeypatch, tmp_path):  # noqa: ARG001 (the layer of tests)
    """Play with the program above; return the exit status."""
    monkeypatch.setattr(scheduled_run, "PROGRAM", (sys.executable, "-c", PLAY))
    usual = {"notify": ["json://here"], "patience_min": 0.05}
    return lambda what, **more: play_series("daily", [str(tmp_path), what], **usual, **more)


def test_a_solved_puzzle_is_notified_in_a_line(play, sent):
    assert play("solves") == 0
    assert sent == [("daily: solved", "the page says so", [])]


def test_a_failure_is_notified_with_its_pictures_and_trace(play, sent, capfd):
    assert play("blocked") == 5
    expected = [("daily: not solved", "a challenge. Try: --headed", ["before.png", "trace.zip"])]
    assert sent == expected
    assert capfd.readouterr().err == "a remark\nautoplay: a challenge. Try: --headed\n"


@pytest.mark.usefixtures("sent")
def test_a_trace_of_an_earlier_run_is_not_sent(play, tmp_path):
    play("blocked")
    run = History().find_last_try("daily")
    old = (datetime.now(UTC) - timedelta(days=1)).timestamp()
    os.utime(tmp_path / "trace.zip", (old, old))
    message = describe_result("daily", 5, run, "")
    assert [path.name for path in message.files] == ["before.png"]
    assert message.body == "a challenge"


def test_what_never_came_to_the_page_is_notified_too(play, sent):
    assert play("unusable") == 1
    assert sent == []  # status 1 without a run: it was tried a moment ago
    expected = "no browser. Try: this"
    assert describe_result("daily", 6, None, "autoplay: no browser. Try: this\n").body == expected


def test_a_puzzle_that_was_solved_before_is_not_notified():
    unknown = [None] * 5
    run = RunRecord(1, "2026-01-01T00:00:00+00:00", "", *unknown, "solved-before", "", None, "")
    assert describe_result("daily", 0, run, "") is None
    assert describe_result("daily", 0, None, "") is None


def test_a_page_that_never_ends_is_given_up(play, sent, capfd, monkeypatch):
    monkeypatch.setattr(scheduled_run, "LIMIT_S", 0.5)
    assert play("hangs") == PageUnreachable.exit_status
    ((title, body, _),) = sent
    assert title == "daily: not solved"
    assert "the daily puzzle has not come to an end in 0 minutes" in body
    first, last = capfd.readouterr().err.splitlines()
    assert first == "no network; next try at 09:37:10"
    assert last.startswith("autoplay: the daily puzzle has not come to an end")


def test_a_notification_that_fails_changes_nothing(play, capfd, monkeypatch):
    def refuse(*_):
        raise scheduled_run.NotNotified("not notified: json refused it", hint="look")

    monkeypatch.setattr(scheduled_run, "send", refuse)
    assert play("solves") == 0
    assert capfd.readouterr().err == "autoplay: not notified: json refused it. Try: look\n"
