"""The history: one row per run, whole whatever happens."""

import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier

import pytest

from autoplay.errors import BadHistory, PageBlocked, TooSoon
from autoplay.files import new_run_dir
from autoplay.history import History, describe_size
from autoplay.player.play_result import Pictures, PlayResult
from autoplay.sites import PageResult
from solvers.star_battle import Puzzle
from tests.autoplay.outcomes import GRID
from tests.autoplay.outcomes import outcome as make_outcome

PICTURES = Path("pictures")
MINUTES = timedelta(minutes=5)


@pytest.fixture
def outcome(tmp_path: Path) -> PlayResult:
    """Return the result of a play that took 1 s."""
    return make_outcome(0, Pictures(tmp_path))


def test_a_run_is_one_row(outcome, home):
    with History().entry("http://localhost/", Path("pictures")) as entry:
        entry.finish("puzzle-team", outcome)
    (run,) = History().runs()
    assert (run.url, run.site, run.result) == ("http://localhost/", "puzzle-team", "solved")
    assert run.message == "0"
    assert (run.puzzle, run.rows, run.cols, run.stars) == ("star-battle", 5, 5, 1)
    assert run.seconds == 1.0
    assert (run.grid, run.cells) == (GRID, ([0, 1], [1, 4]))
    assert run.to_row()["box"] == (0, 0, 50, 50)
    assert run.to_row()["pictures"] == "pictures"
    assert History().path == home / "history.sqlite"


@pytest.mark.usefixtures("process")
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


def test_a_file_that_is_not_a_history_is_named(home):
    home.mkdir()
    (home / "history.sqlite").write_text("these are not the rows you are looking for" * 50)
    with pytest.raises(BadHistory, match=r"history\.sqlite") as caught:
        History().runs()
    assert caught.value.hint.startswith("move the file away")


@pytest.mark.parametrize(("column", "value"), [
    ("grid", "[["),
    ("cells", "no JSON"),
    ("box", "[" * 9999),
    ("box", 3),
    ("started", "yesterday"),
    ("started", "0001-01-01T00:00:00+23:00"),
    ("seconds", "long"),
    ("rows", "many"),
    ("url", b"\xff"),
    ("pictures", b"\xff"),
])  # fmt: skip
def test_a_damaged_run_is_left_out_and_said(outcome, capsys, column, value):
    for _ in range(3):
        play(outcome)
    path = History().path
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(f"UPDATE runs SET {column} = ? WHERE id = 2", (value,))
    assert [run.id for run in History().runs()] == [1, 3]
    assert History().find_solved("puzzle-team", "6650565").id == 3
    (said,) = capsys.readouterr().err.splitlines()
    assert f"{path}: run 2 is damaged, and left out" in said
    assert said.endswith("Try: autoplay history --forget 2")
    assert History().forget(2)


def test_a_text_that_is_not_utf_8_does_not_hide_the_history(outcome):
    play(outcome)
    with closing(sqlite3.connect(History().path)) as database, database:
        database.execute("UPDATE runs SET message = CAST(x'ff41' AS TEXT)")
    assert [run.message for run in History().runs()] == ["\ufffdA"]


def test_a_locked_history_is_not_to_be_moved_away(outcome, monkeypatch):
    play(outcome)
    monkeypatch.setattr("autoplay.history.WAIT_S", 0.1)
    with closing(sqlite3.connect(History().path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(BadHistory, match="locked") as caught:
            play(outcome)
    assert caught.value.hint == "the same again once the other program has ended"


@pytest.mark.parametrize(("number", "age", "hint"), [
    (0, "an older", "move the file away"),
    (2, "an older", "move the file away"),
    (99, "a newer", "that version"),
])  # fmt: skip
def test_a_history_of_another_version_stays_as_it_is(home, number, age, hint):
    home.mkdir()
    path = home / "history.sqlite"
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE runs (id INTEGER PRIMARY KEY, url TEXT)")
        database.execute(f"PRAGMA user_version = {number}")
    before = path.read_bytes()
    for use in (History().runs, History().entry("http://localhost/", PICTURES).__enter__):
        with pytest.raises(
            BadHistory, match=rf"history\.sqlite was made by {age} version"
        ) as caught:
            use()
        assert caught.value.hint == f"{hint}, or AUTOPLAY_HOME=FOLDER"
    assert path.read_bytes() == before


def play(outcome, *, result="solved", puzzle_id="6650565", series=None):
    with History().entry("http://localhost/", PICTURES, series=series) as entry:
        entry.identify("puzzle-team", puzzle_id)
        entry.finish("puzzle-team", replace(outcome, verdict=PageResult(result, "")))


def rejected(puzzle, solution, url="http://localhost/"):
    return History().find_rejected(url, puzzle, solution)


def test_a_password_in_an_address_is_not_stored(home):
    url = "http://user:secret@puzzle.example/?size=5"
    with pytest.raises(PageBlocked), History().entry(url, new_run_dir(url)):
        raise PageBlocked(f"{url} asks whether you are human")
    (run,) = History().runs()
    assert run.url == "http://puzzle.example/?size=5"
    assert run.message == f"{run.url} asks whether you are human"
    kept = b"".join(path.read_bytes() for path in home.rglob("*") if path.is_file())
    assert b"secret" not in kept
    assert not list(home.rglob("*secret*"))


def test_a_solved_puzzle_is_known_by_its_id(outcome):
    play(outcome, result="rejected")
    assert History().find_solved("puzzle-team", "6650565") is None
    play(outcome, series="daily")
    assert History().find_solved("puzzle-team", "6650565").id == 2
    assert History().find_solved("puzzle-team", "6650565", series="daily").id == 2
    assert History().find_solved("puzzle-team", "6650565", series="weekly") is None
    assert History().find_solved("puzzle-team", "1") is None
    assert History().find_solved("generic", "6650565") is None


def test_an_answer_that_was_rejected_is_known_by_board_and_stars(outcome):
    play(outcome, result="rejected", puzzle_id=None)
    puzzle, solution = outcome.puzzle, outcome.solution
    assert rejected(puzzle, solution).id == 1
    assert rejected(puzzle, replace(solution, cells=solution.cells[::-1])).id == 1
    assert rejected(puzzle, replace(solution, cells=solution.cells[1:])) is None
    assert rejected(Puzzle((GRID[0], "CDABB", "CDDBB", "CDDEE", "CCEEE"), 1), solution) is None
    play(outcome)
    assert rejected(puzzle, solution) is None


def test_an_answer_is_rejected_for_its_host_only(outcome):
    play(outcome, result="rejected")
    assert rejected(outcome.puzzle, outcome.solution, "http://localhost:8080/another").id == 1
    assert rejected(outcome.puzzle, outcome.solution, "http://elsewhere/") is None


def test_of_runs_that_start_together_one_plays():
    def begin(number):
        together.wait()
        try:
            with History().entry("http://localhost/", PICTURES, series="daily", alone=MINUTES):
                return number
        except TooSoon:
            return None

    together = Barrier(4)
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(begin, range(4))).count(None) == 3
    with History().entry("http://localhost/", PICTURES, series="weekly", alone=MINUTES):
        pass
    assert [run.series for run in History().runs()] == ["daily", "weekly"]


def test_the_last_try_of_a_series_is_one_that_went_to_the_page(outcome):
    history = History()
    assert history.find_last_try("daily") is None
    play(outcome, series="daily")
    age = datetime.now(UTC) - history.find_last_try("daily").start
    assert timedelta(0) <= age < timedelta(minutes=1)
    play(outcome, series="weekly")
    assert history.find_last_try("daily").id == 1
    with history.entry("http://localhost/", PICTURES, series="daily") as entry:
        entry.repeat(history.find_solved("puzzle-team", "6650565", series="daily"))
    last = history.find_last_try("daily")
    assert (last.id, last.result) == (3, "solved-before")
    assert last.message == f"solved by run 1 ({history.runs()[0].started})"


def test_many_at_once_make_one_history():
    together = Barrier(8)

    def begin(_):
        together.wait()
        with History().entry("http://localhost/", PICTURES):
            pass
        return len(History().runs())

    with ThreadPoolExecutor(8) as pool:
        counts = list(pool.map(begin, range(8)))
    assert max(counts) == len(History().runs()) == 8


@pytest.mark.parametrize(("rows", "cols", "puzzle", "size"), [
    (5, 9, "pegs", "triangle of 15 holes"),
    (7, 7, "pegs", "7x7"),
    (5, 9, "lights-out", "5x9"),
])  # fmt: skip
def test_a_triangle_is_no_rectangle(rows, cols, puzzle, size):
    assert describe_size(rows, cols, puzzle) == size
