"""`autoplay batch …`: rows as those of --json, resumed after kills, exported and merged."""

import csv
import json
import os
import shutil
import signal
from base64 import b64encode
from pathlib import Path
from threading import Event

import pytest

from autoplay.extras.batch.rows import read_rows
from tests.autoplay.cli.processes import is_running, workers
from tests.autoplay.extras.batch.conftest import PRACTICE, SMALL
from tests.systems import PROC

ENDINGS = pytest.mark.parametrize("ending", [".jsonl", ".sqlite"])


def plain(row):
    """Return a row without missing values, times and what only rows of files have."""
    missing = (None, "")
    return {
        key: json.loads(value) if isinstance(value, str) and value[:1] == "[" else value
        for key, value in row.items()
        if value not in missing and key not in ("item", "command", "seconds")
    }


def kept(path):
    return [plain(row) for row in read_rows(path)]


@pytest.mark.usefixtures("process")
@ENDINGS
def test_rows_of_pictures_are_those_of_json(run, shots, tmp_path, ending):
    out = tmp_path / f"rows{ending}"
    done = run("batch", "read", shots, "--output", out, "--jobs", 2)
    assert (done.status, done.out) == (2, "")
    assert done.err.splitlines() == ["3 in all: 2 read, 1 bad-image", f"saved: {out}"]
    assert kept(out) == [plain(row) for row in run("read", shots, "--json").rows]


@ENDINGS
def test_rows_of_puzzles_are_those_of_json(run, tmp_path, ending):
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.txt").write_text("stars 1\n" + "\n".join(SMALL))
    (folder / "b.jsonl").write_text(
        json.dumps({"id": 1, "stars": 1, "grid": SMALL}) + "\n{broken\n"
    )
    (folder / "c.txt").write_text("*.*\n.*.\n*.*\n")
    (folder / "d.txt").write_text("   o\n  . o\n o o o\n")
    shutil.copy(PRACTICE / "5x5.png", folder / "e.png")
    out = tmp_path / f"rows{ending}"
    assert run("batch", "solve", folder, "--output", out, "--jobs", 1).out == ""
    wanted = [plain(row) for row in run("solve", folder, "--json").rows]
    found = kept(out)
    assert [row.pop("file") for row in found if "id" in row] == [str(folder / "b.jsonl")]
    assert found == wanted
    assert [row.get("id") for row in found] == [None, 1, None, None, None, None]


def test_fixtures_are_checked_as_by_check(run, tmp_path):
    for name in ("5x5.png", "5x5.json", "6x6.png", "6x6.json", "6x6.grid.txt"):
        shutil.copy(PRACTICE / name, tmp_path)
    (tmp_path / "5x5.grid.txt").write_text(
        (PRACTICE / "5x5.grid.txt").read_text().replace("A", "B", 1)
    )
    out = tmp_path / "rows.jsonl"
    done = run("batch", "check", tmp_path, "--output", out, "--jobs", 1)
    assert done.status == 1
    assert "2 in all: 1 differs, 1 as-expected" in done.err
    shown = [plain(row) for row in run("check", tmp_path, "--json").rows]
    assert kept(out) == shown
    done = run("batch", "check", tmp_path, "--output", out, "--resume", "--jobs", 1)
    assert done.err == f"saved: {out}, 2 done before\n"


@ENDINGS
def test_a_file_is_continued_only_if_asked(run, shots, tmp_path, ending):
    out = tmp_path / f"rows{ending}"
    run("batch", "read", shots / "5x5.png", "--output", out, "--jobs", 1)
    done = run("batch", "read", shots, "--output", out, "--jobs", 1)
    assert done.status == 2
    assert done.complaint.startswith(f"autoplay: {out} exists already. Try: --resume")
    done = run("batch", "read", shots, "--output", out, "--resume", "--jobs", 1)
    assert done.err.splitlines()[-1] == f"saved: {out}, 1 done before"
    assert [Path(row["file"]).name for row in kept(out)] == ["5x5.png", "6x6.png", "7.png"]
    done = run("batch", "read", shots, "--output", out, "--resume", "--jobs", 1)
    assert done.err == f"saved: {out}, 3 done before\n"
    if ending == ".jsonl":
        out.write_bytes(out.read_bytes()[:-9])
        done = run("batch", "read", shots, "--output", out, "--resume", "--jobs", 1)
        assert "was torn: it was cut off" in done.err


@ENDINGS
def test_a_batch_killed_twice_has_every_row_once(begin, run, puzzles, tmp_path, ending):
    out = tmp_path / f"answers{ending}"
    words = ("batch", "solve", puzzles(2000), "--output", out, "--resume", "--jobs", 1)
    poll = Event()
    before = 0
    for _ in range(2):
        solving = begin(*words)
        while count_rows(out) <= before and solving.poll() is None:
            poll.wait(0.01)
        solving.kill()
        solving.wait()
        assert before < count_rows(out) < 2000
        before = count_rows(out)
    assert run(*words).status == 0
    assert [row["id"] for row in kept(out)] == list(range(2000))


def count_rows(path):
    """Return the number of rows in a file that another process may be writing."""
    if not path.exists():
        return 0
    if path.suffix == ".jsonl":
        return path.read_bytes().count(b"\n")
    try:
        return sum(1 for _ in read_rows(path))
    except Exception:  # no table yet
        return 0


def test_only_items_that_were_met_are_skipped(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, grid in (("a", SMALL), ("b", SMALL[::-1])):
        Path(f"{name}.jsonl").write_text(json.dumps({"id": 1, "grid": grid}) + "\n")
    shutil.copy(PRACTICE / "5x5.png", "c.png")
    lamps, pegs = "*.*\n.*.\n*.*", "   o\n  . o\n o o o"
    asked = [("a.jsonl",), ("b.jsonl",), ("c.png",), ("5x5",), (lamps,), (pegs,)]
    asked += [("-", lamps), ("-", pegs)]
    words = ("--output", "out.jsonl", "--resume", "--jobs", 1)
    for before in ("", ", 1 done before"):
        for argument, *piped in asked:
            done = run("batch", "solve", argument, *words, stdin="".join(piped).encode())
            assert done.err.endswith(f"saved: out.jsonl{before}\n"), argument
    shutil.copy(PRACTICE / "6x6.png", "c.png")
    assert run("batch", "solve", "c.png", *words).err.endswith("saved: out.jsonl\n")
    assert len(kept(tmp_path / "out.jsonl")) == len(asked) + 1


def test_addresses_that_begin_alike_are_two_items(run, tmp_path):
    out, shot = tmp_path / "rows.jsonl", (PRACTICE / "5x5.png").read_bytes()
    for end in (b"abc", b"def"):
        address = f"data:image/png;base64,{b64encode(shot + end).decode()}"
        words = ("batch", "read", address, "--output", out, "--resume", "--jobs", 1)
        assert run(*words).err.endswith(f"saved: {out}\n")
        assert run(*words).err == f"saved: {out}, 1 done before\n"


def test_rows_are_exported_and_shards_merged(run, puzzles, tmp_path):
    rows = puzzles(20)
    parts = [tmp_path / f"{number}.jsonl" for number in (1, 2, 3, 4)]
    for number, part in enumerate(parts, 1):
        words = ("batch", "solve", rows, "--shard", f"{number}/4", "--output", part, "--jobs", 1)
        run(*words)
        assert run(*words, "--resume").err.endswith("done before\n")
    whole, merged = tmp_path / "whole.jsonl", tmp_path / "merged.jsonl"
    run("batch", "solve", rows, "--output", whole, "--jobs", 1)
    assert run("batch", "merge", *parts, "--output", merged).err == f"saved: {merged}, 20 rows\n"
    assert sorted(kept(merged), key=str) == sorted(kept(whole), key=str)
    twice = run("batch", "merge", parts[0], merged, "--output", tmp_path / "twice.jsonl")
    assert (twice.status, "is in" in twice.complaint) == (2, True)
    assert run("batch", "export", merged, tmp_path / "all.csv").status == 0
    with (tmp_path / "all.csv").open(newline="") as file:
        assert len(list(csv.DictReader(file))) == 20


@PROC
def test_ctrl_c_ends_all_processes_and_keeps_complete_rows(begin, puzzles, tmp_path):
    out = tmp_path / "rows.jsonl"
    solving = begin("batch", "solve", puzzles(20_000), "--output", out, "--jobs", 2)
    poll = Event()
    while not count_rows(out):
        assert solving.poll() is None, solving.stderr.read()
        poll.wait(0.01)
    helpers = workers(solving)
    assert len(helpers) == 2
    os.killpg(solving.pid, signal.SIGINT)
    assert solving.wait(60) == 130
    assert solving.stderr.read().strip() == "autoplay: stopped."
    ids = [row["id"] for row in kept(out)]
    assert ids == list(range(len(ids)))
    assert not any(map(is_running, helpers))
