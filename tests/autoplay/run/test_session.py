"""A session: from the start of the browser to the notification."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta

import pytest

from autoplay.browser.start import BrowserOptions
from autoplay.errors import PageUnreachable, TooSoon
from autoplay.player.play_request import PlayRequest
from autoplay.run import notify, session
from autoplay.run.history import History, SolvedBefore
from autoplay.run.session import play_request

QUICK = {"pace_ms": (0, 0), "patience_s": 0}


@pytest.fixture
def sent(monkeypatch):
    """Return the notifications that were sent: (urls, title, body, names of files)."""
    sent = []
    monkeypatch.setattr(
        notify,
        "send",
        lambda urls, title, body, files=(): sent.append((urls, title, body, [path.name for path in files])),
    )
    return sent


@pytest.fixture
def play(elsewhere, site, tmp_path):
    """Play a page of the practice site as a request; return the results."""

    def play(query, **options):
        request = PlayRequest(f"{site.url}/?wait=0&{query}", tmp_path / "run", **QUICK, **options)
        return elsewhere(lambda: list(play_request(request)))

    return play


def test_a_special_is_tried_again_after_a_rest_and_played_once(play, site, home, sent, tmp_path, monkeypatch):
    run = {"series": "daily", "notify": ("json://here",), "tracing": "retain-on-failure"}
    (tmp_path / "run" / "sub").mkdir(parents=True)
    for name in (".key", "tax.pdf", "after.png", "sub/trace.zip"):
        (tmp_path / "run" / name).write_text("a person's own, or of an earlier run")
    [error] = play("size=0&blank=1", **run)
    assert error.code == "no-board"
    kept = home / "unsolved" / "daily.json"
    assert json.loads(kept.read_text())["cookies"] == []
    assert sent[0][1:] == ("daily: not solved", sent[0][2], ["before.png", "trace.zip"])
    [error] = play("size=0", **run)
    assert isinstance(error, TooSoon)
    assert len(sent) == 1
    with monkeypatch.context() as patch:
        patch.setattr("autoplay.run.scheduled_puzzle.REST", timedelta(0))
        [played] = play("size=0&seed=1", **run)
        [again] = play("size=0&seed=1", series="daily")
    assert (played.verdict.result, len(site.submissions)) == ("solved", 1)
    assert [line[1] for line in sent] == ["daily: not solved", "daily: solved"]
    assert not kept.exists()
    assert not (tmp_path / "run" / "trace.zip").exists()
    assert (type(again), again.record.puzzle_id) == (SolvedBefore, played.puzzle_id)
    assert [run.result for run in History().runs()] == ["no-board", "solved", "solved-before"]


@pytest.mark.usefixtures("sent")
def test_a_trace_of_an_earlier_run_is_not_sent(play, tmp_path):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "trace.zip").write_text("of an earlier run")
    browser = BrowserOptions(browser="/no/such/browser")
    [error] = play("size=0", notify=("json://here",), tracing="on", browser=browser)
    assert error.code == "no-browser"
    assert not (tmp_path / "run" / "trace.zip").exists()


def test_of_several_puzzles_the_worst_is_notified(sent, tmp_path):
    lost, unsure = PageUnreachable("the page went away", hint="again"), TooSoon("tried a minute ago")
    request = PlayRequest("http://127.0.0.1/", tmp_path, count=2, notify=("json://here",))
    session.finish(request, [unsure, lost, unsure])
    assert [line[2] for line in sent] == ["the page went away. Try: again"]


def test_a_notification_that_fails_changes_nothing(monkeypatch, capfd, tmp_path):
    lost = PageUnreachable("the page went away")

    def refuse(*_):
        raise notify.NotNotified("not notified: json refused it", hint="look")

    monkeypatch.setattr(notify, "send", refuse)
    session.finish(PlayRequest("http://127.0.0.1/", tmp_path, notify=("json://here",)), [lost])
    assert capfd.readouterr().err == "autoplay: not notified: json refused it. Try: look\n"


GIVE_UP = """
import sys, pathlib
from autoplay.player.play_request import PlayRequest
from autoplay.run import session
session.LIMIT_S = 3.0
list(session.play_request(PlayRequest(sys.argv[1], pathlib.Path(sys.argv[2]), series="daily")))
"""


def test_a_page_whose_script_never_ends_is_given_up(tmp_path):
    (tmp_path / "page.html").write_text("<script>onload = () => { for (;;); }</script>")
    page = (tmp_path / "page.html").as_uri()
    command = [sys.executable, "-c", GIVE_UP, page, str(tmp_path / "run")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert f"{page} has not come to an end" in done.stderr
    assert not (tmp_path / "run" / "before.png").exists()


def test_this_machine_has_no_host_to_wait_for(tmp_path):
    request = PlayRequest("http://127.0.0.1:80/", tmp_path)
    assert (request.host, replace(request, url="https://puzzle.example/?x").host) == ("", "puzzle.example")
