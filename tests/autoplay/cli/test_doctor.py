"""`autoplay doctor`: what is installed, and how to get what is missing or broken."""

import os
import re
import shlex
import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest
from playwright.sync_api import Error as PlaywrightError

from autoplay import doctor
from autoplay.errors import BrowserNotFound

CHECKS = ["Python", "OpenCV", "search", "browser", "fonts", "display", "data folder", "history"]


def test_a_machine_that_has_everything_needed_is_well(run, elsewhere):
    done = elsewhere(run, "doctor", "--json")
    assert done.status == 0, done.out
    assert [row["check"] for row in done.rows if not row["check"].startswith("extra")] == CHECKS
    assert {"extra dask", "extra notify", "extra pdf", "extra web"} <= {
        row["check"] for row in done.rows
    }
    assert all(row["found"] and row["state"] in ("ok", "optional") for row in done.rows)
    assert all(bool(row["mend"]) == (row["state"] == "optional") for row in done.rows)


@pytest.mark.skipif(sys.platform == "win32", reason="its shell joins commands otherwise")
def test_what_is_said_to_mend_it_mends_it(spawn, home, tmp_path):
    home.mkdir()
    (home / "history.sqlite").write_text("no history" * 100)
    (tmp_path / "cv2.py").write_text(
        "raise ImportError('libGL.so.1: cannot open shared object file')"
    )
    environment = {**os.environ, "AUTOPLAY_BROWSER": "/nowhere/browser"}
    paths = [str(tmp_path), os.environ.get("PYTHONPATH", "")]
    ill = spawn("doctor", env={**environment, "PYTHONPATH": os.pathsep.join(paths)})
    assert ill.status == 6
    assert "missing   OpenCV: libGL.so.1: cannot open shared object file\n" in ill.out
    assert "missing   browser: /nowhere/browser is not a browser that can be started\n" in ill.out
    assert f"missing   history: {home / 'history.sqlite'}: " in ill.out
    opencv, *mends = re.findall("fix it with: (.*)", ill.out)
    assert opencv.endswith("--no-deps opencv-python-headless")
    assert len(mends) == 2
    line = " && ".join([*mends, shlex.join([sys.executable, "-m", "autoplay", "doctor"])])
    assert subprocess.run(line, shell=True, env=environment, capture_output=True).returncode == 0
    assert (home / "history.sqlite.broken").read_text().startswith("no history")


def test_a_character_without_a_glyph_is_reported(browser, monkeypatch):
    assert doctor.check_fonts(browser).state in ("ok", "optional")
    monkeypatch.setattr(doctor, "GLYPHS", "-\U0010fffc")
    finding = doctor.check_fonts(browser)
    assert finding.state == "optional"
    assert finding.found == "\U0010fffc can't be drawn on pages that use them"
    assert finding.mend.startswith("https://")


@pytest.mark.parametrize(("environment", "mend"), [
    ({"AUTOPLAY_BROWSER": "/nowhere"}, "unset AUTOPLAY_BROWSER"),
    ({"AUTOPLAY_BROWSER": "firefox"}, "playwright install --with-deps firefox"),
    ({"AUTOPLAY_BROWSER": "auto"}, "playwright install --with-deps chromium"),
    ({"AUTOPLAY_BROWSER": "auto", "SELENIUM_REMOTE_URL": "http://127.0.0.1:9"}, "unset SELENIUM_REMOTE_URL"),
], ids=lambda value: value if isinstance(value, str) else "")  # fmt: skip
@pytest.mark.skipif(sys.platform == "win32", reason="variables are unset otherwise")
def test_browser_repair_depends_on_what_chose_it(monkeypatch, environment, mend):
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert doctor.mend_browser().endswith(mend)


class StartedBrowser:
    """Browser that starts, and whose pages crash."""

    def __enter__(self):
        raise PlaywrightError("Target crashed")

    def __exit__(self, *_):
        pass

    def close(self):
        pass


def test_a_browser_that_has_no_page_to_show_is_missing(monkeypatch):
    monkeypatch.setattr("autoplay.doctor.start_browser", lambda *_: StartedBrowser())
    (finding,) = doctor.check_browser(None)
    assert (finding.state, finding.found, finding.exit_status) == ("missing", "Target crashed", 6)


@pytest.mark.parametrize(
    ("tool", "expected"),
    [("/usr/bin/xvfb-run", "xvfb-run can be used"), (None, "only --headed needs")],
)
def test_without_a_display_xvfb_run_is_suggested(monkeypatch, tool, expected):
    def refuse(*_):
        raise BrowserNotFound("there is no display")

    monkeypatch.setattr("autoplay.doctor.start_browser", refuse)
    monkeypatch.setattr("shutil.which", lambda _: tool)
    finding = doctor.check_display(None)
    assert finding.state == "optional"
    assert expected in finding.found


def test_another_folder_is_one_that_can_be_written_to(home, tmp_path, monkeypatch):
    home.write_text("a file where the folder would be")
    monkeypatch.setattr("os.access", lambda path, _: path != Path.home())
    monkeypatch.chdir(tmp_path)
    (folder,) = doctor.check_data()
    assert (folder.state, folder.exit_status) == ("missing", 2)
    assert folder.mend.endswith(f"AUTOPLAY_HOME={tmp_path / 'puzzle-autoplay'}")


def test_an_uncompiled_search_is_not_a_fault(monkeypatch):
    monkeypatch.setitem(sys.modules, "solvers.star_battle._kernel", None)
    finding = doctor.check_search()
    assert (finding.state, finding.exit_status) == ("optional", 0)
    assert "--force-reinstall" in finding.mend
    monkeypatch.setattr("shutil.which", lambda _: None)
    assert doctor.check_search().mend.startswith("a C compiler (https://")


def test_extras_match_the_packaging_and_name_what_is_missing(monkeypatch):
    def version(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr("autoplay.doctor.version", version)
    findings = {finding.check: finding for finding in doctor.check_extras()}
    assert {"extra web", "extra dask", "extra pdf", "extra notify"} <= set(findings)
    assert "extra dev" not in findings
    assert findings["extra web"].found == "starlette is not installed"
    assert re.search(r"install .*starlette>=.*uvicorn>=", findings["extra web"].mend)
    assert {finding.exit_status for finding in findings.values()} == {0}
