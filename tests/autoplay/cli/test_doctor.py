"""`autoplay doctor`: shows what is installed, and the one command that installs what is missing."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys

import pytest

CHECKS = ["Python", "OpenCV", "search", "browser", "fonts", "display", "data folder", "history"]


def test_a_machine_that_has_everything_needed_is_well(spawn):
    done = spawn("doctor", "--json")
    assert done.status == 0, done.out
    assert [row["check"] for row in done.rows if not row["check"].startswith("extra")] == CHECKS
    assert {"extra dask", "extra notify", "extra pdf", "extra web"} <= {row["check"] for row in done.rows}
    assert all(row["found"] and row["state"] in ("ok", "optional") for row in done.rows)
    assert all(bool(row["mend"]) == (row["state"] == "optional") for row in done.rows)


@pytest.mark.skipif(sys.platform == "win32", reason="its shell joins commands otherwise")
def test_what_is_said_to_mend_it_mends_it(spawn, home):
    home.mkdir()
    (home / "history.sqlite").write_text("no history" * 100)
    environment = {**os.environ, "AUTOPLAY_BROWSER": "/nowhere/browser"}
    ill = spawn("doctor", env=environment)
    assert ill.status == 6
    assert "missing   browser: /nowhere/browser is not a browser that can be started\n" in ill.out
    assert f"missing   history: {home / 'history.sqlite'}: " in ill.out
    mends = re.findall("fix it with: (.*)", ill.out)
    assert len(mends) == 2
    line = " && ".join([*mends, shlex.join([sys.executable, "-m", "autoplay", "doctor"])])
    assert subprocess.run(line, shell=True, env=environment, capture_output=True).returncode == 0
    assert (home / "history.sqlite.broken").read_text().startswith("no history")


def test_without_opencv_all_the_rest_is_still_looked_at(spawn, tmp_path):
    (tmp_path / "cv2.py").write_text("raise ImportError('libGL.so.1: cannot open shared object file')")
    done = spawn("doctor", env={**os.environ, "PYTHONPATH": str(tmp_path)})
    assert done.status == 1
    assert "missing   OpenCV: libGL.so.1: cannot open shared object file\n" in done.out
    assert "--no-deps opencv-python-headless" in done.out
    assert "ok        browser: " in done.out
    assert "ok        history: " in done.out
