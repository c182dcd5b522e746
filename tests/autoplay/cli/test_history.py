"""`autoplay history`: the list, its filters, and what is removed."""

import sqlite3
from contextlib import closing

import pytest

from autoplay.errors import PageBlocked
from autoplay.files import new_run_dir
from autoplay.history import History
from autoplay.player.play_result import Pictures
from tests.autoplay.outcomes import outcome


@pytest.fixture
def played(tmp_path):
    """Record three daily puzzles and a weekly one that were solved, and a page that was blocked."""
    for number, series in enumerate(("daily", "daily", "weekly", "daily")):
        with History().entry("http://localhost/a-long-address", tmp_path, series=series) as entry:
            entry.identify("practice", f"{number}")
            entry.finish("practice", outcome(number, Pictures(tmp_path)))
    with pytest.raises(PageBlocked), History().entry("http://localhost/a-long-address", tmp_path):
        raise PageBlocked("a challenge")


@pytest.mark.usefixtures("played")
def test_each_run_is_a_line(run):
    runs = run("history").out.splitlines()
    assert [line.split()[2:6] for line in runs[:4]] == [["5x5/1★", "1.0", "s", "solved"]] * 4
    assert runs[-1].split()[2:] == ["-", "-", "blocked", "http://localhost/a-long-address"]
    assert len(runs) == 5


@pytest.mark.usefixtures("played")
def test_json_is_an_object_a_run_and_nothing_else(run):
    rows = run("history", "--json", "--series", "daily", "--last", "2").rows
    expected = [("daily", "1", "practice"), ("daily", "3", "practice")]
    assert [(row["series"], row["puzzle_id"], row["site"]) for row in rows] == expected
    assert (len(rows[0]["grid"]), rows[0]["cells"][0]) == (5, [0, 1])
    assert rows[0]["box"] == [0, 0, 50, 50]
    assert run("history", "--json", "--last", "99").out.count("\n") == 5


def test_pictures_of_old_runs_are_removed_and_the_runs_stay(run, tmp_path):
    folders = [new_run_dir("demo") for _ in range(3)]
    kept = [folders[1] / "2", folders[2], tmp_path / "elsewhere"]
    for folder in (folders[0], folders[1] / "1", *kept):
        folder.mkdir(exist_ok=True)
        (folder / "after.png").touch()
        with History().entry("http://localhost/", folder):
            pass
    with closing(sqlite3.connect(History().path)) as database, database:
        old = [folders[0], folders[1] / "1", tmp_path / "elsewhere", tmp_path / "gone"]
        update = "UPDATE runs SET started = '2026-01-01T00:00:00+00:00' WHERE pictures = ?"
        database.executemany(update, [(str(folder),) for folder in old])
    assert run("history", "--prune", "30").err == "pictures removed: 2 runs\n"
    assert [folder.exists() for folder in folders] == [False, True, True]
    assert [(folder / "after.png").exists() for folder in kept] == [True] * 3
    assert len(run("history", "--json").rows) == 5


@pytest.mark.usefixtures("played")
def test_a_run_is_forgotten_by_its_number(run):
    assert run("history", "--forget", "2").err == "run 2 is removed\n"
    assert [row["id"] for row in run("history", "--json").rows] == [1, 3, 4, 5]
    again = run("history", "--forget", "2")
    assert (again.status, "no such run" in again.complaint) == (2, True)


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize(
    ("answer", "options", "left"), [("n\n", [], 5), ("", ["-y"], 4), ("y\n", [], 4)]
)
def test_a_person_is_asked_before_a_run_is_removed(answer, options, left, run, monkeypatch):
    monkeypatch.setattr("autoplay.cli.history.is_person_there", lambda: True)
    done = run("history", "--forget", "2", *options, stdin=answer.encode())
    assert ("Remove run" in done.err) is (not options)
    assert len(list(History().runs())) == left
