"""`autoplay play` if it is stopped or loses one of its processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from time import sleep

import pytest

from autoplay.practice import serve
from autoplay.run.history import History
from tests.autoplay.cli.processes import rest, workers
from tests.systems import PROC

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no signals")
NEVER = "size=0&wait=60000"


def until_runs(number, process):
    """Wait until this many pages are being played."""
    while len(History().runs()) < number:
        assert process.poll() is None
        sleep(0.05)


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_ends_it_at_once_in_one_line(jobs, begin):
    with serve() as site:
        process = begin("play", *[f"{site.url}/?{NEVER}"] * jobs, "--jobs", jobs)
        until_runs(jobs, process)
        os.killpg(process.pid, signal.SIGINT)
        out, err = rest(process)
    assert (process.returncode, out, err.strip()) == (130, "", "autoplay: stopped.")
    assert [run.result for run in History().runs()] == ["unfinished"] * jobs


@pytest.mark.usefixtures("process")
def test_ctrl_c_while_it_is_being_imported_is_one_line_too(tmp_path):
    (tmp_path / "rich_click.py").write_text("raise KeyboardInterrupt")
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-m", "autoplay"], env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "\nautoplay: stopped.\n")


@PROC
def test_a_process_that_is_killed_loses_its_puzzle_only(begin):
    with serve() as site:
        slow, quick = f"{site.url}/?{NEVER}", f"{site.url}/?size=0&wait=0"
        process = begin("play", slow, quick, "--jobs", "2", "--json")
        played = json.loads(process.stdout.readline())
        assert (played["url"], played["result"]) == (quick, "solved")
        for number in workers(process):
            with suppress(ProcessLookupError):  # the process without further puzzles may end by itself
                os.kill(number, signal.SIGKILL)
        out, err = rest(process)
    lost = json.loads(out)
    assert (lost["url"], lost["error"], process.returncode, err) == (slow, "process-lost", 1, "")
