"""SIGKILL at any moment leaves history, pictures and fixtures whole."""

from __future__ import annotations

import json
import multiprocessing
import random
import sqlite3
import sys
from contextlib import closing, suppress
from time import monotonic

import numpy as np
import pytest

from autoplay.run.history import History
from autoplay.testing import expected_reading, fixtures
from autoplay.testing.fixtures import EXPECTED, ORIGIN, PICTURE, BadFixture
from tests.autoplay.testing.killed import grid, image, play_on
from vision import load_image

KILLS = 40
ROUNDS = 1.5
"""Latest moment of a kill, in rounds of the program that is killed."""
LATER = 1.05
"""Delay of the next kill if nothing was completed: half of the kills come before and half after that,
whatever the speed and load of the machine."""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")


@pytest.fixture(scope="module")
def server():
    """Start processes that have imported everything, in a few milliseconds each."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.autoplay.testing.killed"])
    return context


def kill_after(server, seconds, *arguments):
    """Let a program play, and kill it this many seconds after it began; return the durations of its rounds."""
    rounds, other_end = server.Pipe(duplex=False)
    process = server.Process(target=play_on, args=(*arguments, other_end))
    process.start()
    other_end.close()
    assert rounds.poll(60)
    begun = monotonic()
    process.join(seconds)
    process.kill()
    process.join()
    assert process.exitcode == -9
    return (monotonic() - begun) / played(rounds)


def played(rounds):
    """Return the number of rounds that were begun."""
    number = 0
    with suppress(EOFError):
        while rounds.poll():
            rounds.recv()
            number += 1
    return number


def check_history(folder):
    """Check that every row is complete or absent, and return the number of rows."""
    history = History(folder / "history.sqlite")
    runs = history.runs()
    for run in runs:
        if run.result == "unfinished":
            assert (run.grid is None, run.seconds) == (run.cells is None, None)
            assert run.grid in (None, grid(int(run.puzzle_id or 0)))
        else:
            assert (run.result, run.message, run.grid) == ("solved", run.puzzle_id, grid(int(run.puzzle_id)))
    with closing(sqlite3.connect(history.path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    return len(runs)


def check_pictures(folder):
    for path in folder.glob("runs/*/*.png"):
        assert load_image(path).shape == (60, 80, 3)


def check_fixtures(folder):
    """Check that the parts of each fixture belong together, and return the number of the last one."""
    try:
        found = fixtures.find(folder)
    except BadFixture:
        return -1
    numbers = [json.loads(fixture.path(ORIGIN).read_bytes())["number"] for fixture in found]
    for fixture, number in zip(found, numbers, strict=True):
        assert expected_reading.parse(fixture.path(EXPECTED).read_text()).grid == grid(number)
        assert np.array_equal(load_image(fixture.path(PICTURE)), image(number))
    return max(numbers)


@pytest.mark.usefixtures("process")
def test_whatever_the_moment_of_the_kill_all_is_whole(server, tmp_path):
    moments, runs, last = random.Random(6), 0, -1
    round_s = kill_after(server, 0.2, tmp_path, 0)
    for _ in range(KILLS):
        kill_after(server, moments.uniform(0, ROUNDS * round_s), tmp_path, last + 1)
        now = check_history(tmp_path)
        assert now >= runs
        check_pictures(tmp_path)
        before, runs, last = last, now, max(last, check_fixtures(tmp_path / "fixtures"))
        round_s *= LATER if last == before else 1 / LATER
    assert last > KILLS / 4  # or it was killed before it did anything
    left = {path.name.split(".")[1] for path in tmp_path.rglob(".*")}
    assert left <= {"name-0", "name-1", "name-2", "before"}
    assert list(tmp_path.rglob(".*.whole")) == []
