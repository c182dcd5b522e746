"""Choice of the browser: the order of candidates, and the error if none starts."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from autoplay.browser.start import GRID, BrowserOptions, Candidate, candidates, start_browser
from autoplay.errors import BrowserNotFound
from tests.systems import SIGNALS


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


def test_the_engine_of_a_path_is_told_by_its_name(tmp_path):
    path = program(tmp_path, "firefox-esr")
    assert candidates(path, {}) == [Candidate("firefox", executable=path)]


def test_missing_named_browser_is_not_replaced():
    with pytest.raises(BrowserNotFound, match="/no/such/browser"):
        candidates("/no/such/browser", {"AUTOPLAY_BROWSER": "chromium"})


def test_browser_that_does_not_start_names_the_fix(elsewhere, tmp_path):
    def start():
        with sync_playwright() as playwright:
            start_browser(playwright, BrowserOptions(browser=program(tmp_path, "broken")))

    with pytest.raises(BrowserNotFound, match="broken") as error:
        elsewhere(start)
    assert error.value.hint == f"{sys.executable} -m playwright install chromium"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no root")
def test_the_sandbox_is_used_where_the_system_allows_it(playwright, monkeypatch):
    tried = []
    launch = playwright.chromium.launch
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(type(playwright.chromium), "launch", lambda _, **how: tried.append(how) or launch(**how))
    start_browser(playwright).close()
    assert [how["chromium_sandbox"] for how in tried][:2] == [True, False]


def test_a_grid_that_does_not_answer_is_named(elsewhere, monkeypatch):
    monkeypatch.setenv(GRID, "http://127.0.0.1:1/wd/hub")

    def start():
        with sync_playwright() as playwright:
            start_browser(playwright)

    with pytest.raises(BrowserNotFound, match=r"Selenium Grid at http://127\.0\.0\.1:1/wd/hub") as error:
        elsewhere(start)
    assert GRID in error.value.hint
