"""`autoplay doctor`: says what is there, and the one command that mends what is not."""

from __future__ import annotations

import os
from importlib.metadata import PackageNotFoundError


def test_a_machine_that_has_everything_is_ok(spawn):
    done = spawn("doctor")
    assert done.status == 0
    assert [line.split()[0] for line in done.out.splitlines()] == ["ok"] * 7


def test_a_missing_browser_is_status_6_and_says_what_to_do(spawn):
    done = spawn("doctor", env={**os.environ, "AUTOPLAY_BROWSER": "/nowhere/browser"})
    assert done.status == 6
    assert "missing  browser: /nowhere/browser" in done.out
    assert "mend it with:" in done.out


def test_a_folder_that_cannot_be_written_is_told(spawn, tmp_path):
    (tmp_path / "file").write_text("")
    done = spawn("doctor", env={**os.environ, "AUTOPLAY_HOME": str(tmp_path / "file" / "below")})
    assert done.status == 2
    assert "missing  data folder:" in done.out
    assert "AUTOPLAY_HOME=" in done.out


def test_a_broken_history_is_told_and_notifications_need_not_be_installed(run, home, monkeypatch):
    def version(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr("autoplay.cli.doctor._browser", lambda: "not looked at")
    monkeypatch.setattr("importlib.metadata.version", version)
    home.mkdir()
    (home / "history.sqlite").write_text("no history" * 100)
    told = run("doctor").out
    assert f"missing  history: {home / 'history.sqlite'}: " in told
    assert "mend it with: move the file away" in told
    assert "ok       notify: not installed, and only --notify needs it" in told
