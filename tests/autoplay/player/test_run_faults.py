"""Puzzle runs on pages with challenges, rejected answers and lost connections."""

import os
import signal
import zipfile
from pathlib import Path

import pytest

from autoplay.browser.navigation import wait_for_person
from autoplay.browser.start import BrowserOptions, open_page
from autoplay.errors import AnswerRejected, PageBlocked, PageUnreachable
from autoplay.history import History
from autoplay.player.run import PuzzleRun
from tests.playing import run_all
from tests.systems import SIGNALS

QUICK = {"pace_ms": (0, 0), "patience_s": 1.0}
CHALLENGE = "document.body.innerHTML = '<form id=challenge-form>Are you human?</form>'"
AFTER_PRESSES = (
    "addEventListener('mousedown', () => { if (++window.n === 3) { %s } }, true); window.n = 0"
)

pytestmark = pytest.mark.usefixtures("brisk")


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
    page.add_init_script(
        f"if (!sessionStorage.n) {AFTER_PRESSES % ('sessionStorage.n = 1; ' + CHALLENGE)}"
    )
    [played] = visit(f"{site.url}/?size=0&seed=1&wait=0&auto=0")
    assert played.verdict.result == "solved"
    assert len(lines) == 1
    assert "a person is needed" in lines[0]
    assert [submission.solved for submission in site.submissions] == [True]
    assert results() == ["solved"]


def test_a_challenge_blocks_if_nobody_is_there_in_time(visit, site, page, tmp_path):
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


def crash(page):
    page.context.new_cdp_session(page).send("Page.crash")


def kill_browser(page):
    processes = page.context.browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")[
        "processInfo"
    ]
    os.kill(
        next(process["id"] for process in processes if process["type"] == "browser"), signal.SIGKILL
    )


NUISANCES = (
    "alert('Won a prize!')",
    "confirm('Leave?')",
    "window.open('about:blank')",
    "Object.assign(document.createElement('a'), {href: '/static/page.js', download: 'x'}).click()",
    "setTimeout(() => { throw new Error('an advertisement failed') })",
)


@SIGNALS
@pytest.mark.parametrize("kill", [crash, kill_browser])
def test_broken_page_leaves_pictures_and_trace_nuisances_do_not(kill, elsewhere, site, tmp_path):
    """In a browser of its own, which plays a first puzzle beside what the page does besides."""
    found = []

    def play():
        with open_page(BrowserOptions(trace=tmp_path / "trace.zip")) as page:
            if kill is crash:
                page.add_init_script(AFTER_PRESSES % "; ".join(NUISANCES))
                found.extend(run_all(page, f"{site.url}/?size=0&wait=0", tmp_path / "run", **QUICK))
                page.wait_for_timeout(0)
                found.append(len(page.context.pages))
            page.add_init_script(
                AFTER_PRESSES.replace("window.n", "window.presses") % "console.log('now')"
            )
            page.on("console", lambda message: message.text == "now" and kill(page))
            run_all(page, f"{site.url}/?size=0&wait=0&auto=0", tmp_path / "run", **QUICK)

    with pytest.raises(PageUnreachable) as error:
        elsewhere(play)
    assert Path(error.value.picture).name == "overlay.png"
    if kill is crash:
        assert zipfile.ZipFile(tmp_path / "trace.zip").testzip() is None
        played, pages = found
        assert (played.verdict.result, pages) == ("solved", 1)
    assert results() == (["solved"] if kill is crash else []) + ["unreachable"]
