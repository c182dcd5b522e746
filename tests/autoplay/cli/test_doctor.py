"""`autoplay doctor`: says what is there, and the one command that mends what is not."""

from __future__ import annotations

import os

CHECKS = ["Python", "OpenCV", "search", "browser", "fonts", "display", "data folder", "history"]


def test_a_machine_that_has_everything_needed_is_well(spawn):
    done = spawn("doctor", "--json")
    assert done.status == 0, done.out
    assert [row["check"] for row in done.rows if not row["check"].startswith("extra")] == CHECKS
    assert {"extra dask", "extra notify", "extra pdf", "extra web"} <= {row["check"] for row in done.rows}
    assert all(row["found"] and row["state"] in ("ok", "optional") for row in done.rows)
    assert all(bool(row["mend"]) == (row["state"] == "optional") for row in done.rows)


def test_a_missing_browser_is_status_6_and_the_variable_that_names_it_is_what_is_wrong(spawn):
    done = spawn("doctor", env={**os.environ, "AUTOPLAY_BROWSER": "/nowhere/browser"})
    assert done.status == 6
    assert "missing   browser: /nowhere/browser is no browser that can be started\n" in done.out
    assert "mend it with: unset AUTOPLAY_BROWSER\n" in done.out or "mend it with: set AUTOPLAY_BROWSER=" in done.out
    assert "display" not in done.out


def test_a_folder_that_cannot_be_written_is_told(spawn, tmp_path):
    (tmp_path / "file").write_text("")
    done = spawn("doctor", env={**os.environ, "AUTOPLAY_HOME": str(tmp_path / "file" / "below")})
    assert done.status == 2
    assert "missing   data folder: " in done.out
    assert "AUTOPLAY_HOME=" in done.out
    assert "history" not in done.out


def test_without_opencv_all_the_rest_is_still_looked_at(spawn, tmp_path):
    (tmp_path / "cv2.py").write_text("raise ImportError('libGL.so.1: cannot open shared object file')")
    done = spawn("doctor", env={**os.environ, "PYTHONPATH": str(tmp_path)})
    assert done.status == 1
    assert "missing   OpenCV: libGL.so.1: cannot open shared object file\n" in done.out
    assert "--no-deps opencv-python-headless" in done.out
    assert "ok        browser: " in done.out
    assert "ok        history: " in done.out
