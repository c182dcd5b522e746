"""Start of a browser: the choice among candidates, a fresh page, its profile, and the errors."""

import json
import os
import socket
import sys
import zipfile
from contextlib import nullcontext
from pathlib import Path
from time import time
from unittest.mock import MagicMock

import pytest
from playwright.sync_api import sync_playwright

import autoplay.browser.start
from autoplay.browser.start import (
    GRID,
    BrowserOptions,
    Candidate,
    candidates,
    close_page,
    open_page,
    start_browser,
)
from autoplay.errors import BadBrowserOption, BrowserNotFound, PageUnreachable
from autoplay.practice import serve
from tests.playing import run_all
from tests.systems import SIGNALS

HONEST = """[innerWidth, innerHeight, devicePixelRatio, navigator.language, navigator.webdriver,
    localStorage.getItem('kept')]"""


@pytest.fixture
def ours(playwright, monkeypatch):
    """Open pages with the tests' Playwright: another one takes longer to start than a browser."""
    monkeypatch.setattr(autoplay.browser.start, "sync_playwright", lambda: nullcontext(playwright))


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def program(folder: Path, name: str) -> str:
    path = folder / name
    path.write_text("#!/bin/sh\nexit 1\n")
    path.chmod(0o755)
    return str(path)


@SIGNALS
def test_the_usual_browsers_are_tried_in_order(tmp_path):
    here = [program(tmp_path, name) for name in ("chromium", "google-chrome")]
    assert candidates("auto", {"PATH": str(tmp_path)}) == [
        Candidate("chromium"),
        Candidate("chromium", channel="chrome"),
        Candidate("chromium", channel="msedge"),
        *(Candidate("chromium", executable=path) for path in here),
    ]


def test_what_is_named_goes_before_the_environment(tmp_path):
    path = program(tmp_path, "my-browser")
    environment = {"AUTOPLAY_BROWSER": "firefox", "PATH": str(tmp_path)}
    assert candidates("auto", environment) == [Candidate("firefox")]
    assert candidates(path, environment) == [Candidate("chromium", executable=path)]
    assert candidates("my-browser", environment) == [Candidate("chromium", executable=path)]
    assert candidates("webkit", environment) == [Candidate("webkit")]
    path = program(tmp_path, "firefox-esr")  # its name tells its engine
    assert candidates(path, {}) == [Candidate("firefox", executable=path)]


def test_browser_that_does_not_start_names_the_fix(playwright, tmp_path):
    with pytest.raises(BrowserNotFound, match="broken") as error:
        start_browser(playwright, BrowserOptions(browser=program(tmp_path, "broken")))
    assert error.value.hint == f"{sys.executable} -m playwright install chromium"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no root")
def test_the_sandbox_is_used_where_the_system_allows_it(playwright, monkeypatch):
    tried = []
    launch = playwright.chromium.launch
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(
        type(playwright.chromium), "launch", lambda _, **how: tried.append(how) or launch(**how)
    )
    start_browser(playwright).close()
    assert [how["chromium_sandbox"] for how in tried][:2] == [True, False]


def test_a_grid_that_does_not_answer_is_named(elsewhere, monkeypatch):
    monkeypatch.setenv(GRID, "http://127.0.0.1:1/wd/hub")

    def start():
        with sync_playwright() as playwright:
            start_browser(playwright)

    with pytest.raises(
        BrowserNotFound, match=r"Selenium Grid at http://127\.0\.0\.1:1/wd/hub"
    ) as error:
        elsewhere(start)
    assert GRID in error.value.hint


def test_a_page_is_fresh_and_honest_and_starts_with_its_storage(elsewhere, tmp_path, site):
    state = tmp_path / "state.json"
    kept = {"origin": site.url, "localStorage": [{"name": "kept", "value": "yes"}]}
    state.write_text(json.dumps({"cookies": [], "origins": [kept]}))

    def look():
        options = BrowserOptions(viewport=(900, 700), scale=2, storage_state=state)
        with open_page(options) as page:
            page.goto(f"{site.url}/options")
            return page.evaluate(HONEST)

    assert elsewhere(look) == [900, 700, 2, "en-US", True, "yes"]


@pytest.mark.usefixtures("ours")
def test_a_profile_is_kept_and_a_trace_is_whole(tmp_path, site):
    def visit(*cookies, **options):
        # Storage and cookies of a page's own script reach the browser's process only later.
        with open_page(BrowserOptions(profile=tmp_path / "profile", **options)) as page:
            page.goto(f"{site.url}/options")
            page.context.add_cookies(cookies)
            return page.context.cookies()

    trace = tmp_path / "trace.zip"
    cookie = {"name": "kept", "value": "yes", "url": site.url, "expires": time() + 3600}
    [kept] = visit(cookie, trace=trace)
    assert zipfile.ZipFile(trace).testzip() is None
    assert visit() == [kept]


@pytest.mark.usefixtures("ours")
def test_a_browser_that_runs_already_is_played_in_and_left_running(playwright, monkeypatch):
    port = free_port()
    flags = (f"--remote-debugging-port={port}",)
    monkeypatch.setattr(autoplay.browser.start, "QUIET_FLAGS", flags)
    stars = "data:text/html,<title>Stars of today</title>"

    def visit(url="", **options):
        with open_page(BrowserOptions(cdp=f"http://127.0.0.1:{port}", **options), url) as page:
            before, title = page.url, page.title()
            page.goto(stars)
            return len(page.context.pages), before, title

    with start_browser(playwright) as running:
        pages, address, _ = visit("http://puzzles.test/")
        assert address == "about:blank"
        assert visit("http://puzzles.test/", keep=True)[0] == pages
        assert visit()[2] == "Stars of today"  # the last tab is taken up, and stays open
        assert visit(tab="STARS")[2] == "Stars of today"
        assert visit(f"{stars}#x")[2] == "Stars of today"
        assert visit("http://puzzles.test/")[0] == pages + 1
        with pytest.raises(PageUnreachable, match="no tab has 'Moon'"):
            visit(tab="Moon")
        assert running.is_connected()
        running.new_page()


def test_a_page_closes_whatever_it_does(context, site):
    """Without a second request to close, Playwright waits for one of the first pages for ever."""
    with serve() as other:
        for _ in range(6):
            page = context.new_page()
            page.goto(f"{site.url}/options")
            with page.expect_request(f"{other.url}/options"):
                page.evaluate("address => { location.href = address }", f"{other.url}/options")
            close_page(page)
            assert page.is_closed()
    page = context.new_page()
    page.set_content("<script>onbeforeunload = (event) => event.preventDefault()</script><p>text")
    page.click("p")
    close_page(page)
    assert page.is_closed()


def visit_blank(**options):
    with open_page(BrowserOptions(**options)) as page:
        page.goto("about:blank")


@pytest.mark.usefixtures("ours")
def test_an_address_where_no_browser_answers_is_named():
    for way, scheme in (("cdp", "http"), ("ws", "ws")):
        address = f"{scheme}://127.0.0.1:{free_port()}"
        with pytest.raises(PageUnreachable, match=address):
            visit_blank(**{way: address})


@pytest.mark.usefixtures("ours")
def test_a_video_is_kept(tmp_path):
    try:
        visit_blank(video=tmp_path)
    except BrowserNotFound as error:
        pytest.skip(error.message)
    assert [path.suffix for path in tmp_path.iterdir()] == [".webm"]


def test_a_video_without_its_encoder_says_how_to_get_it(
    elsewhere, playwright, tmp_path, monkeypatch
):
    own = playwright.chromium.executable_path
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "none"))
    with pytest.raises(BrowserNotFound, match="ffmpeg") as error:
        elsewhere(visit_blank, video=tmp_path, browser=own if Path(own).exists() else "auto")
    assert error.value.hint == f"{sys.executable} -m playwright install ffmpeg"


@pytest.mark.usefixtures("ours")
def test_a_storage_state_and_a_profile_that_are_none_are_named(browser, tmp_path):
    state = tmp_path / "state.json"
    for text in ("not json", "[]", '{"cookies": 3}'):
        state.write_text(text)
        with pytest.raises(BadBrowserOption, match="is not a storage state"):
            autoplay.browser.start._new_context(browser, BrowserOptions(storage_state=state))
    (tmp_path / "file").touch()
    with pytest.raises(BadBrowserOption, match="profile") as error:
        visit_blank(profile=tmp_path / "file" / "profile")
    assert "close the browser" in error.value.hint


@pytest.mark.parametrize("other", ["storage_state", "video", "profile"])
def test_a_browser_that_runs_already_keeps_what_it_keeps(other, tmp_path):
    with pytest.raises(BadBrowserOption, match=f"--cdp and --{other.replace('_', '-')} exclude"):
        visit_blank(cdp="http://127.0.0.1:1", **{other: tmp_path})


@pytest.mark.usefixtures("ours")
def test_a_browser_that_runs_already_without_a_window_is_said_to(monkeypatch):
    running = MagicMock(contexts=[])
    running.__enter__.return_value = running
    running.__exit__.return_value = None
    monkeypatch.setattr(autoplay.browser.start, "_connect", lambda *_: running)
    with pytest.raises(PageUnreachable, match="has no window"):
        visit_blank(cdp="http://127.0.0.1:1")


@pytest.mark.usefixtures("ours")
@pytest.mark.parametrize("engine", ["firefox", "webkit"])
def test_other_engines_play_where_playwright_has_them(engine, site, tmp_path):
    try:
        with open_page(BrowserOptions(browser=engine)) as page:
            (played,) = run_all(page, f"{site.url}/?size=0", tmp_path)
    except BrowserNotFound as error:
        pytest.skip(error.message)
    assert played.verdict.result == "solved"


def test_a_window_that_is_kept_stays_until_somebody_closes_it():
    waits = []
    window = MagicMock(wait_for_timeout=waits.append, is_closed=lambda: len(waits) == 3)
    autoplay.browser.start._leave(window, BrowserOptions(keep=True, headed=True))
    assert len(waits) == 3
