"""`--output FILE --resume` of read and solve: rows in files, whole whenever it is killed, and gone on with."""

from __future__ import annotations

import csv
import json
import shutil
import sqlite3
from pathlib import Path

import pytest

PRACTICE = Path(__file__).parents[3] / "fixtures" / "practice"
SMALL = ["AABB", "CABB", "CCDB", "CDDD"]
ENDINGS = pytest.mark.parametrize("ending", [".jsonl", ".csv", ".sqlite"])


def puzzle(number, grid=SMALL):
    return json.dumps({"id": number, "stars": 1, "grid": grid}) + "\n"


@pytest.fixture
def shots(tmp_path):
    """A folder with a board of Star Battle, one of another size and a file that is no picture."""
    folder = tmp_path / "shots"
    folder.mkdir()
    for name in ("5x5.png", "6x6.png"):
        shutil.copy(PRACTICE / name, folder)
    (folder / "7.png").write_bytes(b"none")
    return folder


def kept(path):
    """The rows in a file, without what is not there and without times; nested values as they were."""
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
    return {key: as_value(value) for key, value in row.items() if value not in (None, "") and key != "seconds"}


def as_value(value):
    try:
        return json.loads(value) if isinstance(value, str) else value
    except ValueError:
        return value


@ENDINGS
def test_what_is_kept_of_pictures_is_what_json_says(run, shots, tmp_path, ending):
    out = tmp_path / f"rows{ending}"
    done = run("read", shots, "--output", out)
    assert (done.status, done.out) == (2, "")
    assert done.err.splitlines() == ["3 pictures: 2 read, 1 not pictures", f"kept: {out}"]
    assert kept(out) == [plain(row) for row in run("read", shots, "--json").rows]


@ENDINGS
def test_what_is_kept_of_puzzles_is_what_json_says_whatever_they_are(run, tmp_path, ending):
    (tmp_path / "in").mkdir()
    texts = {"a.txt": "stars 1\n" + "\n".join(SMALL), "b.jsonl": puzzle(1) + "{broken\n", "c.txt": "*.*\n.*.\n*.*\n"}
    for name, text in (texts | {"d.txt": "   o\n  . o\n o o o\n"}).items():
        (tmp_path / "in" / name).write_text(text)
    shutil.copy(PRACTICE / "5x5.png", tmp_path / "in" / "e.png")
    out = tmp_path / f"rows{ending}"
    done = run("solve", tmp_path / "in", "--output", out)
    assert done.out == ""
    assert done.err.endswith(f"kept: {out}\n")
    wanted = [plain(row) for row in run("solve", tmp_path / "in", "--json").rows]
    assert kept(out) == wanted
    assert [row.get("puzzle") for row in wanted] == ["star-battle"] * 2 + [None, "lights-out", "pegs", "star-battle"]


@ENDINGS
def test_a_file_that_is_there_is_named_and_only_gone_on_with_if_asked(run, shots, tmp_path, ending):
    out = tmp_path / f"rows{ending}"
    run("read", shots / "5x5.png", "--output", out)
    before = out.read_bytes()
    done = run("read", shots, "--output", out)
    assert (done.status, done.complaint) == (
        2,
        f"autoplay: {out} is there already. Try: --resume to go on with it, or another name for --output",
    )
    assert out.read_bytes() == before
    done = run("read", shots, "--output", out, "--resume")
    assert done.err.splitlines()[-1] == f"kept: {out}, 1 done before"
    assert [Path(row["file"]).name for row in kept(out)] == ["5x5.png", "6x6.png", "7.png"]
    assert run("read", shots, "--output", out, "--resume").err == f"kept: {out}, 3 done before\n"


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
def test_a_run_that_is_killed_again_and_again_has_every_row_once_at_last(begin, run, tmp_path, ending):
    rows, out = tmp_path / "rows.jsonl", tmp_path / f"answers{ending}"
    rows.write_text("".join(map(puzzle, range(4000))))
    for least in (1, 20_000):
        solving = begin("solve", rows, "--output", out, "--resume")
        while size(out) <= least and solving.poll() is None:
            pass
        solving.kill()
        solving.wait()
    assert size(out) > 0
    assert run("solve", rows, "--output", out, "--resume", "--jobs", 1).status == 0
    assert [row["id"] for row in kept(out)] == list(range(4000))


def size(path):
    """Bytes in a file and its log."""
    return sum(part.stat().st_size for part in path.parent.glob(f"{path.name}*") if part.exists())


def test_the_file_of_answers_is_no_puzzle_of_its_folder(run, tmp_path):
    (tmp_path / "a.txt").write_text("\n".join(SMALL))
    for _ in range(2):
        assert run("solve", tmp_path, "--output", tmp_path / "answers.jsonl", "--resume").status == 0
    assert len(kept(tmp_path / "answers.jsonl")) == 1


@pytest.mark.parametrize("verb", ["read", "solve"])
@pytest.mark.parametrize(
    ("options", "what"),
    [
        (["--resume"], "--resume goes on with a file"),
        (["--output", "rows.xlsx"], "rows are not kept in such files"),
        (["--output", "nowhere/rows.csv"], "nowhere/rows.csv can't be written"),
        (["--output", "nowhere/rows.db"], "nowhere/rows.db can't be written"),
        (["--dask", "10.0.0.1"], "'10.0.0.1' is neither local nor an address"),
        (["--dask", "tcp://10.0.0.1:8786", "--jobs", "2"], "--jobs is about this machine"),
        (["--dask", "local", "--overlay", "seen.png"], "pictures are drawn here"),
    ],
)
def test_what_can_not_be_kept_or_done_is_one_line(run, shots, monkeypatch, verb, options, what):
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
    assert f"{out} can't be gone on with" in done.complaint
    assert out.read_bytes() == before
