"""`kill -9` of the whole program in the middle of a game."""

from __future__ import annotations

import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from vision import load_image

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc tells what is left running")


def until(condition):
    """Wait for a condition."""
    end = monotonic() + 60
    while not condition():
        assert monotonic() < end
        sleep(0.005)


def left_running(home):
    """Return the processes that were started with this home folder."""
    found = []
    for environment in Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"AUTOPLAY_HOME={home}\0".encode() in environment.read_bytes():
                found.append(int(environment.parent.name))
        except OSError:  # it ended in between, or belongs to another user
            continue
    return found


@pytest.mark.parametrize("moment", ["history.sqlite", "runs/*/after.png"])
def test_killed_game_leaves_whole_evidence_and_no_browser(moment, begin, run, home):
    process = begin("play", "demo", "--variant", "0")
    until(lambda: list(home.glob(moment)))
    process.kill()
    process.wait()
    results = [row["result"] for row in run("history", "--json").rows]
    assert results in ([], ["unfinished"], ["solved"])
    for path in home.glob("runs/*/*.png"):
        assert load_image(path).shape == (1000, 1280, 3)
    until(lambda: not left_running(home))
