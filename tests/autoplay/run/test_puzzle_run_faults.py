"""Puzzle runs on pages with challenges, rejected answers and lost connections."""

from __future__ import annotations

import os
import signal
import zipfile
from pathlib import Path

import pytest

from autoplay.browser.navigation import wait_for_person
from autoplay.browser.start import BrowserOptions, open_page
from autoplay.errors import AnswerRejected, PageBlocked, PageUnreachable
from autoplay.run.history import History
from autoplay.run.puzzle_run import PuzzleRun
from tests.playing import run_all
from tests.systems import SIGNALS

QUICK = {"pace_ms": (0, 0), "patience_s": 1.0}
CHALLENGE = "document.body.innerHTML = '<form id=challenge-form>Are you human?</form>'"
AFTER_PRESSES = "addEventListener('mousedown', () => { if (++window.n === 3) { %s } }, true); window.n = 0"


@pytest.fixture
def visit(page, tmp_path):
    def visit(url):
        return run_all(page, url, tmp_path / "run", **QUICK)

    return visit


def results():
    return [run.result for run in History().runs()]


def test_a_person_is_called_to_pass_a_challenge_in_mid_game(visit, site, page, monkeypatch):
    lines = []

    def pass_it(_, line):
        lines.append(line)
        page.reload()
        return True

    monkeypatch.setattr(PuzzleRun, "call_person", pass_it)
    page.add_init_script(f"if (!sessionStorage.n) {AFTER_PRESSES % ('sessionStorage.n = 1; ' + CHALLENGE)}")
    [played] = visit(f"{site.url}/?size=0&seed=1&wait=0&auto=0")
    assert played.verdict.result == "solved"
    assert len(lines) == 1
    assert "a person is needed" in lines[0]
    assert [submission.solved for submission in site.submissions] == [True]
    assert results() == ["solved"]


def test_a_challenge_blocks_if_nobody_is_there_and_nobody_is_waited_for_for_good(visit, site, page, tmp_path):
    page.add_init_script(AFTER_PRESSES % CHALLENGE)
    with pytest.raises(PageBlocked, match="human") as error:
        visit(f"{site.url}/?size=0&wait=0&auto=0")
    assert Path(error.value.picture).parent == tmp_path / "run"
    assert (results(), site.submissions) == (["blocked"], [])
    assert not wait_for_person(page, 0.1)
    page.set_content("<p>Hello")
    assert wait_for_person(page, 0)


def test_an_answer_that_was_rejected_is_not_handed_in_again(visit, site, tmp_path):
    url = f"{site.url}/?size=0&seed=1&wait=0&deny=1"
    [played] = visit(url)
    assert played.verdict.result == "rejected"
    with pytest.raises(AnswerRejected, match="not submitted again") as error:
        visit(url)
    assert str(tmp_path / "run") in error.value.hint
    assert "--forget 1" in error.value.hint
    assert len(site.submissions) == 1
    assert results() == ["rejected", "rejected-before"]


@pytest.fixture
def lose(elsewhere, site, tmp_path):
    """Play in another browser that breaks after a press; return the error, and the trace."""

    def play(script, kill):
        trace = tmp_path / "trace.zip"
        with open_page(BrowserOptions(trace=trace)) as page:
            page.add_init_script(AFTER_PRESSES % script)
            page.on("console", lambda message: message.text == "now" and kill(page))
            run_all(page, f"{site.url}/?size=0&wait=0&auto=0", tmp_path / "run", **QUICK)

    def lose(script, kill):
        with pytest.raises(PageUnreachable) as error:
            elsewhere(play, script, kill)
        return error.value

    return lose


def crash(page):
    page.context.new_cdp_session(page).send("Page.crash")


def kill_browser(page):
    processes = page.context.browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    os.kill(next(process["id"] for process in processes if process["type"] == "browser"), signal.SIGKILL)


@SIGNALS
@pytest.mark.parametrize("kill", [crash, kill_browser])
def test_a_page_or_browser_that_breaks_leaves_pictures_and_trace(kill, lose, tmp_path):
    error = lose("console.log('now')", kill)
    assert Path(error.picture).name == "overlay.png"
    assert results() == ["unreachable"]
    if kill is crash:
        assert zipfile.ZipFile(tmp_path / "trace.zip").testzip() is None


NUISANCES = (
    "alert('Won a prize!')",
    "confirm('Leave?')",
    "window.open('about:blank')",
    "Object.assign(document.createElement('a'), {href: '/static/page.js', download: 'x'}).click()",
    "setTimeout(() => { throw new Error('an advertisement failed') })",
)


def test_what_a_page_does_besides_does_not_stop_the_game(elsewhere, site, tmp_path):
    def play():
        with open_page() as page:
            page.add_init_script(AFTER_PRESSES % "; ".join(NUISANCES))
            found = run_all(page, f"{site.url}/?size=0&wait=0", tmp_path / "run", **QUICK)
            page.wait_for_timeout(0)
            return [one.verdict.result for one in found], len(page.context.pages)

    assert elsewhere(play) == (["solved"], 1)
