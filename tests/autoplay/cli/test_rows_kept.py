"""`--output FILE --resume` of read and solve: files are whole whenever the command is killed, and are resumed."""

from __future__ import annotations

import csv
import json
import os
import shutil
import sqlite3
import sys
from base64 import b64encode
from contextlib import closing, suppress
from pathlib import Path
from threading import Event

import pytest

from autoplay.batch.result_files.database import SqliteRows

PRACTICE = Path(__file__).parents[3] / "fixtures" / "practice"
SMALL = ["AABB", "CABB", "CCDB", "CDDD"]
ENDINGS = pytest.mark.parametrize("ending", [".jsonl", ".csv", ".sqlite"])


def puzzle(number, grid=SMALL):
    return json.dumps({"id": number, "stars": 1, "grid": grid}) + "\n"


@pytest.fixture
def shots(tmp_path):
    """Return a folder with a Star Battle board, one of another size, and a file that is not a picture."""
    folder = tmp_path / "shots"
    folder.mkdir()
    for name in ("5x5.png", "6x6.png"):
        shutil.copy(PRACTICE / name, folder)
    (folder / "7.png").write_bytes(b"none")
    return folder


def kept(path):
    """Return the rows in a file without missing values and without times, and with nested values decoded."""
    if path.suffix == ".jsonl":
        found = [json.loads(line) for line in path.open()]
    elif path.suffix == ".csv":
        with path.open(newline="") as file:
            found = [dict(row) for row in csv.DictReader(file)]
    else:
        db = sqlite3.connect(path)
        db.row_factory = sqlite3.Row
        (name,) = db.execute("SELECT name FROM sqlite_master").fetchone()
        found = [dict(row) for row in db.execute(f"SELECT * FROM {name}")]
        db.close()
    return [plain(row) for row in found]


def plain(row):
    return {
        key: as_value(value) for key, value in row.items() if value not in (None, "") and key not in ("item", "seconds")
    }


def as_value(value):
    try:
        return json.loads(value) if isinstance(value, str) else value
    except ValueError:
        return value


@ENDINGS
def test_rows_of_pictures_in_a_file_are_those_of_json(run, shots, tmp_path, ending):
    out = tmp_path / f"rows{ending}"
    done = run("read", shots, "--output", out)
    assert (done.status, done.out) == (2, "")
    assert done.err.splitlines() == ["3 pictures: 2 read, 1 not pictures", f"saved: {out}"]
    assert kept(out) == [plain(row) for row in run("read", shots, "--json").rows]


@pytest.mark.usefixtures("process")
@ENDINGS
def test_stored_rows_equal_the_json(run, tmp_path, ending):
    (tmp_path / "in").mkdir()
    texts = {"a.txt": "stars 1\n" + "\n".join(SMALL), "b.jsonl": puzzle(1) + "{broken\n", "c.txt": "*.*\n.*.\n*.*\n"}
    for name, text in (texts | {"d.txt": "   o\n  . o\n o o o\n"}).items():
        (tmp_path / "in" / name).write_text(text)
    shutil.copy(PRACTICE / "5x5.png", tmp_path / "in" / "e.png")
    out = tmp_path / f"rows{ending}"
    done = run("solve", tmp_path / "in", "--output", out)
    assert done.out == ""
    assert done.err.endswith(f"saved: {out}\n")
    wanted = [plain(row) for row in run("solve", tmp_path / "in", "--json").rows]
    found = kept(out)
    assert [row.pop("file") for row in found if "id" in row] == [str(tmp_path / "in" / "b.jsonl")]
    assert found == wanted
    assert [row.get("puzzle") for row in wanted] == ["star-battle"] * 2 + [None, "lights-out", "pegs", "star-battle"]


@ENDINGS
def test_existing_file_is_continued_only_if_asked(run, shots, tmp_path, ending):
    out = tmp_path / f"rows{ending}"
    run("read", shots / "5x5.png", "--output", out)
    before = out.read_bytes()
    done = run("read", shots, "--output", out)
    assert (done.status, done.complaint) == (
        2,
        f"autoplay: {out} exists already. Try: --resume to continue it, or another name for --output",
    )
    assert out.read_bytes() == before
    done = run("read", shots, "--output", out, "--resume")
    assert done.err.splitlines()[-1] == f"saved: {out}, 1 done before"
    assert [Path(row["file"]).name for row in kept(out)] == ["5x5.png", "6x6.png", "7.png"]
    assert run("read", shots, "--output", out, "--resume").err == f"saved: {out}, 3 done before\n"


@ENDINGS
@pytest.mark.parametrize(
    ("before", "now", "difference"),
    [
        ([], ["--solve"], "without --solve"),
        (["--solve"], [], "with --solve"),
        (["--size", 5], ["--size", 6, "--solve"], "with --size 5"),
    ],
)
def test_other_options_are_not_mixed_into_a_file(run, shots, tmp_path, ending, before, now, difference):
    out = tmp_path / f"rows{ending}"
    run("read", shots / "5x5.png", "--output", out, *before)
    rows = kept(out)
    assert [row.get("options", "").lstrip("'") for row in rows] == [" ".join(map(str, before))]
    done = run("read", shots, "--output", out, "--resume", *now)
    assert (done.status, done.complaint) == (
        2,
        f"autoplay: {out} can't be continued: its rows were made {difference}. "
        "Try: the same options as before, or another name for --output",
    )
    assert kept(out) == rows
    done = run("read", shots, "--output", out, "--resume", "--puzzle", "auto", "--jobs", 1, *before)
    assert done.err.splitlines()[-1] == f"saved: {out}, 1 done before"


def test_several_boards_of_a_picture_are_numbered(run, shots, tmp_path):
    import cv2

    both = cv2.vconcat([cv2.imread(str(PRACTICE / name)) for name in ("5x5.png", "8x8.png")])
    cv2.imwrite(str(shots / "5x5.png"), both)
    out = tmp_path / "rows.csv"
    run("read", "--all", shots / "5x5.png", "--output", out)
    assert [(row["board"], row["rows"]) for row in kept(out)] == [(1, 5), (2, 8)]
    whole = out.read_bytes()
    out.write_bytes(whole[: -whole.rindex(b"\n", 0, -1) // 2])
    assert run("read", "--all", shots / "5x5.png", "--output", out, "--resume").status == 0
    assert [(row["board"], row["rows"]) for row in kept(out)] == [(1, 5), (2, 8)]


@ENDINGS
def test_repeatedly_killed_run_has_every_row_once(begin, run, tmp_path, ending):
    rows, out = tmp_path / "rows.jsonl", tmp_path / f"answers{ending}"
    rows.write_text("".join(map(puzzle, range(4000))))
    before = 0
    for _ in range(2):
        solving = begin("solve", rows, "--output", out, "--resume", "--jobs", 1)
        poll = Event()
        while number_of_rows(out) <= before and solving.poll() is None:
            poll.wait(0.01)
        solving.kill()
        solving.wait()
        assert before < number_of_rows(out) < 4000
        before = number_of_rows(out)
    assert run("solve", rows, "--output", out, "--resume", "--jobs", 1).status == 0
    assert [row["id"] for row in kept(out)] == list(range(4000))


def number_of_rows(path):
    """Return the number of rows in a file that another process may be writing."""
    if not path.exists():
        return 0
    if path.suffix != ".sqlite":
        return max(0, path.read_bytes().count(b"\n") - (path.suffix == ".csv"))
    with closing(sqlite3.connect(path)) as db, suppress(sqlite3.OperationalError):  # no table yet
        return db.execute("SELECT count(*) FROM solutions").fetchone()[0]
    return 0


@pytest.mark.usefixtures("process")
def test_only_what_was_met_is_skipped(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, grid in (("a", SMALL), ("b", SMALL[::-1])):
        (tmp_path / f"{name}.jsonl").write_text(puzzle(1, grid))
    lamps, pegs = "*.*\n.*.\n*.*", "   o\n  . o\n o o o"
    asked = [("a.jsonl",), ("b.jsonl",), ("5x5",), ("triangle4",), (lamps,), (pegs,)]
    asked += [("-", puzzle(1)), ("-", puzzle(1, SMALL[::-1])), ("-", lamps), ("-", pegs)]
    for argument, *piped in asked:
        done = run("solve", argument, "--output", "out.jsonl", "--resume", stdin="".join(piped).encode())
        assert done.err.endswith("saved: out.jsonl\n"), argument
    for argument, *piped in asked:
        done = run("solve", argument, "--output", "out.jsonl", "--resume", stdin="".join(piped).encode())
        assert done.err == "saved: out.jsonl, 1 done before\n", argument
    assert len(kept(tmp_path / "out.jsonl")) == len(asked)
    assert kept(tmp_path / "out.jsonl")[0]["file"] == "a.jsonl"


@pytest.mark.parametrize("verb", ["read", "solve"])
def test_a_picture_that_was_changed_is_none_that_was_met(run, shots, tmp_path, verb):
    out, shot = tmp_path / "rows.jsonl", shots / "5x5.png"
    for number, name in enumerate(("5x5.png", "6x6.png")):
        shutil.copy(PRACTICE / name, shot)
        assert run(verb, shot, "--output", out, "--resume").err.endswith(f"saved: {out}\n")
        assert run(verb, shot, "--output", out, "--resume").err == f"saved: {out}, 1 done before\n"
        assert len(kept(out)) == number + 1
    piped = (PRACTICE / "8x8.png").read_bytes()
    assert run(verb, "-", "--output", out, "--resume", stdin=piped).status == 0
    assert run(verb, "-", "--output", out, "--resume", stdin=piped).err == f"saved: {out}, 1 done before\n"
    assert run(verb, "-", "--output", out, "--resume", stdin=shot.read_bytes()).err.endswith(f"saved: {out}\n")


def test_addresses_that_begin_alike_are_two_items(run, tmp_path):
    out, shot = tmp_path / "rows.jsonl", (PRACTICE / "5x5.png").read_bytes()
    for end in (b"abc", b"def"):
        address = f"data:image/png;base64,{b64encode(shot + end).decode()}"
        assert run("read", address, "--output", out, "--resume").err.endswith(f"saved: {out}\n")
        assert run("read", address, "--output", out, "--resume").err == f"saved: {out}, 1 done before\n"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names are UTF-8")
@ENDINGS
@pytest.mark.parametrize("verb", ["read", "solve"])
def test_a_name_that_is_not_utf_8_does_not_end_a_batch(run, tmp_path, verb, ending):
    folder = tmp_path / "shots"
    folder.mkdir()
    shutil.copy(PRACTICE / "5x5.png", folder / os.fsdecode(b"caf\xe9.png"))
    (folder / os.fsdecode(b"\xff.png")).write_bytes(b"none")
    assert run(verb, folder, "--output", tmp_path / f"rows{ending}").status == 2
    assert [Path(row["file"]).name for row in kept(tmp_path / f"rows{ending}")] == [r"caf\xe9.png", r"\xff.png"]
    assert [Path(row["file"]).name for row in run(verb, folder, "--json").rows] == [r"caf\xe9.png", r"\xff.png"]
    assert run(verb, folder).status == 2


def test_unwritable_answer_ends_the_run(run, tmp_path, monkeypatch):
    monkeypatch.setattr("autoplay.batch.result_files.database.LOCKED_S", 0.1)
    rows, out = tmp_path / "rows.jsonl", tmp_path / "out.db"
    rows.write_text("".join(map(puzzle, range(3))))
    run("solve", puzzle(9), "--output", out)
    with closing(sqlite3.connect(out, isolation_level=None)) as other:
        open_table = SqliteRows.__init__

        def lock_then(*arguments):
            open_table(*arguments)
            other.execute("BEGIN IMMEDIATE")

        with monkeypatch.context() as patch:
            patch.setattr(SqliteRows, "__init__", lock_then)
            done = run("solve", rows, "--output", out, "--resume", "--jobs", 1)
        assert (done.status, "database is locked" in done.complaint) == (2, True)
    assert len(kept(out)) == 1
    assert run("solve", rows, "--output", out, "--resume", "--jobs", 1).status == 0
    assert [row["id"] for row in kept(out)] == [9, 0, 1, 2]


def test_the_file_of_answers_is_not_a_puzzle_of_its_folder(run, tmp_path):
    (tmp_path / "a.txt").write_text("\n".join(SMALL))
    for _ in range(2):
        assert run("solve", tmp_path, "--output", tmp_path / "answers.jsonl", "--resume").status == 0
    assert len(kept(tmp_path / "answers.jsonl")) == 1


@pytest.mark.parametrize("verb", ["read", "solve"])
@pytest.mark.parametrize(
    ("options", "what"),
    [
        (["--resume"], "--resume continues a file"),
        (["--output", "rows.xlsx"], "results can't be written to such files"),
        (["--output", "nowhere/rows.csv"], "nowhere/rows.csv can't be written"),
        (["--output", "nowhere/rows.db"], "nowhere/rows.db can't be written"),
        (["--dask", "10.0.0.1"], "'10.0.0.1' is neither local nor an address"),
        (["--dask", "tcp://10.0.0.1:8786", "--jobs", "2"], "--jobs is for this machine only"),
        (["--dask", "local", "--overlay", "seen.png"], "can't be used together with pictures"),
    ],
)
def test_a_file_or_option_that_cannot_be_used_is_one_line(run, shots, monkeypatch, verb, options, what):
    monkeypatch.chdir(shots.parent)
    done = run(verb, shots / "5x5.png", *options)
    assert (done.status, done.out) == (2, "")
    assert what in done.complaint


def test_a_table_of_another_verb_is_left_alone(run, shots, tmp_path):
    out = tmp_path / "rows.csv"
    run("read", shots / "5x5.png", "--output", out)
    before = out.read_bytes()
    done = run("solve", shots / "5x5.png", "--output", out, "--resume")
    assert done.status == 2
    assert f"{out} can't be continued" in done.complaint
    assert out.read_bytes() == before
