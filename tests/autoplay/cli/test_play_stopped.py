"""`autoplay play` if it is stopped, killed, or loses one of its processes."""

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

import pytest

from autoplay.history import History
from autoplay.practice import serve
from tests.autoplay.cli.processes import rest, workers
from tests.systems import PROC
from vision import load_image

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no signals")
NEVER = "size=0&wait=60000"


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


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_ends_it_at_once_in_one_line(jobs, begin):
    with serve() as site:
        process = begin("play", *[f"{site.url}/?{NEVER}"] * jobs, "--jobs", jobs)
        until(lambda: len(History().runs()) == jobs)
        os.killpg(process.pid, signal.SIGINT)
        out, err = rest(process)
    assert (process.returncode, out, err.strip()) == (130, "", "autoplay: stopped.")
    assert [run.result for run in History().runs()] == ["unfinished"] * jobs


@pytest.mark.usefixtures("process")
def test_ctrl_c_while_it_is_being_imported_is_one_line_too(tmp_path):
    (tmp_path / "rich_click.py").write_text("raise KeyboardInterrupt")
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "autoplay"], env=environment, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "\nautoplay: stopped.\n")


@PROC
def test_a_process_that_is_killed_loses_its_puzzle_only(begin):
    with serve() as site:
        slow, quick = f"{site.url}/?{NEVER}", f"{site.url}/?size=0&wait=0"
        process = begin("play", slow, quick, "--jobs", "2", "--json")
        played = json.loads(process.stdout.readline())
        assert (played["url"], played["result"]) == (quick, "solved")
        for number in workers(process):
            # The process without further puzzles may end by itself.
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        out, err = rest(process)
    lost = json.loads(out)
    assert (lost["url"], lost["error"], process.returncode, err) == (slow, "process-lost", 1, "")


@PROC
def test_killed_game_leaves_whole_evidence_and_no_browser(begin, run, home):
    process = begin("play", "demo", "--variant", "0")
    until(lambda: list(home.glob("runs/*/before.png")))
    process.kill()
    process.wait()
    results = [row["result"] for row in run("history", "--json").rows]
    assert results in (["unfinished"], ["solved"])
    for path in home.glob("runs/*/*.png"):
        assert load_image(path).shape == (1000, 1280, 3)
    until(lambda: not left_running(home))
