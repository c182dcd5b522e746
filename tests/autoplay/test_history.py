"""One row a run, whole whatever happens."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from autoplay.errors import BadHistory, PageBlocked
from autoplay.history import History
from autoplay.player import Outcome, Pictures
from autoplay.sites import Verdict
from solvers.star_battle import Puzzle, Solution
from vision import Reading

EDGES = tuple(range(0, 60, 10))
GRID = ("AAABB", "CDABB", "CDDBB", "CDDEB", "CCEEE")


@pytest.fixture
def outcome(tmp_path: Path) -> Outcome:
    reading = Reading("star-battle", GRID, EDGES, EDGES, (0, 0, 50, 50))
    solution = Solution((), 1, 0, 0.0)
    return Outcome(Verdict("solved", "Well done"), reading, Puzzle(GRID, 1), solution, 5, 1.25, Pictures(tmp_path))


def test_a_run_is_one_row(outcome, home):
    with History().entry("http://localhost/", Path("pictures")) as entry:
        entry.finish("puzzle-team", outcome)
    (run,) = History().runs()
    assert (run.url, run.site, run.result, run.message) == ("http://localhost/", "puzzle-team", "solved", "Well done")
    assert (run.puzzle, run.rows, run.cols, run.stars, run.seconds) == ("star-battle", 5, 5, 1, 1.25)
    assert run.row()["pictures"] == "pictures"
    assert History().path == home / "history.sqlite"


def test_an_error_is_the_result_of_its_run():
    with pytest.raises(PageBlocked), History().entry("http://localhost/", Path("pictures")):
        raise PageBlocked("a challenge")
    (run,) = History().runs()
    assert (run.result, run.message, run.rows) == ("blocked", "a challenge", None)


def test_runs_are_listed_in_their_order(outcome):
    for url in ("http://a/", "http://b/", "http://c/"):
        with History().entry(url, Path("pictures")) as entry:
            entry.finish("generic", outcome)
    assert [run.url for run in History().runs()] == ["http://a/", "http://b/", "http://c/"]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_run_that_is_killed_leaves_a_whole_file_that_says_so():
    script = (
        "import os, signal, pathlib; from autoplay.history import History\n"
        "with History().entry('http://localhost/', pathlib.Path('pictures')): os.kill(os.getpid(), signal.SIGKILL)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == -signal.SIGKILL
    with History().entry("http://localhost/again", Path("pictures")):
        pass
    assert [run.result for run in History().runs()] == ["unfinished", "unfinished"]


def test_a_file_that_is_no_history_is_named(home):
    home.mkdir()
    (home / "history.sqlite").write_text("these are not the rows you are looking for" * 50)
    with pytest.raises(BadHistory, match=r"history\.sqlite"):
        History().runs()
