"""Checks of the doctor, with things that are missing, broken or only needed for some uses."""

from __future__ import annotations

import re
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest
from playwright.sync_api import Error as PlaywrightError

from autoplay.doctor import checks
from autoplay.errors import BrowserNotFound
from autoplay.install_hints import HostSystem, this_system


@pytest.fixture
def system():
    return this_system()


@pytest.mark.parametrize(("glyphs", "state"), [("-+", "ok"), ("-\U0010fffc", "optional")])
def test_a_character_without_a_glyph_is_reported(browser, system, monkeypatch, glyphs, state):
    monkeypatch.setattr(checks, "GLYPHS", glyphs)
    finding = checks._fonts(browser, system)
    assert finding.state == state
    assert (finding.found == "\U0010fffc can't be drawn on pages that use them") == (state == "optional")
    assert bool(finding.mend) == (state == "optional" and bool(system.package("fonts")))


@pytest.mark.parametrize(
    ("environment", "mend"),
    [
        ({"AUTOPLAY_BROWSER": "/nowhere"}, "unset AUTOPLAY_BROWSER"),
        ({"AUTOPLAY_BROWSER": "firefox"}, "playwright install --with-deps firefox"),
        ({"AUTOPLAY_BROWSER": "auto"}, "apt-get install -y chromium"),
        ({"AUTOPLAY_BROWSER": "auto", "SELENIUM_REMOTE_URL": "http://127.0.0.1:9"}, "unset SELENIUM_REMOTE_URL"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_browser_repair_depends_on_what_chose_it(monkeypatch, environment, mend):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    debian = HostSystem(is_windows=False, is_root=True, manager="apt-get", distribution="debian", installer="pip")
    assert checks._mend_browser(debian).endswith(mend)


def test_a_browser_that_has_no_page_to_show_is_missing(playwright, system, monkeypatch):
    def crash(*_):
        raise PlaywrightError("Target crashed")

    monkeypatch.setattr(checks, "_fonts", crash)
    (finding,) = checks._started(playwright, system)
    assert (finding.state, finding.found, finding.exit_status) == ("missing", "Target crashed", 6)


def test_a_window_that_opens_is_a_display(playwright, system, monkeypatch):
    class Opened:
        def close(self): ...

    monkeypatch.setattr("autoplay.doctor.checks.start_browser", lambda *_: Opened())
    assert checks._display(playwright, system).state == "ok"


@pytest.mark.parametrize(
    ("tool", "expected"), [("/usr/bin/xvfb-run", "xvfb-run can be used"), (None, "only --headed needs")]
)
def test_without_a_display_xvfb_run_is_suggested(playwright, system, monkeypatch, tool, expected):
    def refuse(*_):
        raise BrowserNotFound("there is no display")

    monkeypatch.setattr("autoplay.doctor.checks.start_browser", refuse)
    monkeypatch.setattr("shutil.which", lambda _: tool)
    finding = checks._display(playwright, system)
    assert finding.state == "optional"
    assert expected in finding.found


def test_a_broken_history_is_moved_away_and_not_removed(system, home):
    home.mkdir()
    (home / "history.sqlite").write_text("no history" * 100)
    folder, history = checks._check_data(system)
    assert folder.state == "ok"
    assert (history.state, history.exit_status) == ("missing", 2)
    assert history.mend.split()[1:] == [str(home / "history.sqlite"), str(home / "history.sqlite.broken")]


def test_another_folder_is_one_that_can_be_written_to(system, home, tmp_path, monkeypatch):
    home.write_text("a file where the folder would be")
    monkeypatch.setattr("os.access", lambda path, _: path != Path.home())
    monkeypatch.chdir(tmp_path)
    (folder,) = checks._check_data(system)
    assert (folder.state, folder.exit_status) == ("missing", 2)
    assert folder.mend.endswith(f"AUTOPLAY_HOME={tmp_path / 'puzzle-autoplay'}")


def test_an_uncompiled_search_is_not_a_fault(system, monkeypatch):
    monkeypatch.setitem(sys.modules, "solvers.star_battle.compiled", None)
    finding = checks._search(system)
    assert (finding.state, finding.exit_status) == ("optional", 0)
    assert "--force-reinstall" in finding.mend


def test_extras_match_the_packaging_and_name_what_is_missing(system, monkeypatch):
    def version(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr(checks, "version", version)
    findings = {finding.check: finding for finding in checks._extras(system)}
    assert {"extra web", "extra dask", "extra pdf", "extra notify"} <= set(findings)
    assert "extra dev" not in findings
    assert findings["extra web"].found == "starlette is not installed"
    assert re.search(r"install .*starlette>=.*uvicorn>=", findings["extra web"].mend)
    assert {finding.exit_status for finding in findings.values()} == {0}
