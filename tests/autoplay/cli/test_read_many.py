"""`autoplay read` with folders, addresses and many pictures: order, closed pipes, Ctrl-C."""

import json
import os
import shutil
import signal
from functools import partial
from pathlib import Path

import cv2
import pytest

from tests.autoplay.cli.conftest import read_terminal
from tests.autoplay.cli.processes import rest
from tests.systems import SIGNALS

PRACTICE = Path(__file__).parents[3] / "fixtures" / "practice"


@pytest.fixture
def folder(tmp_path):
    """Return a folder with two boards, a file that is not a picture and a text."""
    shots = tmp_path / "shots"
    (shots / "more").mkdir(parents=True)
    shutil.copy(PRACTICE / "5x5.png", shots / "1.png")
    shutil.copy(PRACTICE / "6x6.png", shots / "more" / "1.png")
    (shots / "2.png").write_bytes(b"no picture")
    (shots / "notes.txt").write_text("mine")
    return shots


@pytest.fixture
def start(begin):
    """Start `autoplay read …`."""
    return partial(begin, "read")


def test_each_picture_of_several_has_an_overlay_in_a_folder(run, folder, tmp_path):
    out = tmp_path / "seen"
    done = run("read", "--overlay", out, folder)
    assert sorted(path.name for path in out.iterdir()) == ["1-2.png", "1.png"]
    expected = cv2.imread(str(folder / "more" / "1.png")).shape
    assert cv2.imread(str(out / "1-2.png")).shape == expected
    assert f"overlay: {out / '1-2.png'}\n" in done.err


def test_a_folder_becomes_a_folder_of_grids_and_a_list_of_those_refused(run, folder, tmp_path):
    out = tmp_path / "grids"
    done = run("read", folder, "--output", out)
    assert (done.status, done.out) == (2, "")
    assert done.err.splitlines() == [
        f"new folder: {out}",
        f"autoplay: {folder / '2.png'}: this is text, not a supported picture. "
        "Try: if it is a puzzle: autoplay solve FILE",
        "3 pictures: 2 read, 1 not pictures",
        f"output: {out}, 2 files",
        f"refused: {out / 'refused.csv'}",
    ]
    for name, known in (("1", "5x5"), ("more/1", "6x6")):
        assert (out / f"{name}.grid.txt").read_text() == (
            PRACTICE / f"{known}.grid.txt"
        ).read_text()
    (_, row) = (out / "refused.csv").read_text().splitlines()
    assert row.startswith(f'{folder / "2.png"},bad-image,"this is text, not a supported picture')
    # The folder is solved as it is, and a corrected file stays.
    assert run("solve", out).status == 0
    (out / "1.grid.txt").write_text("mine")
    again = run("read", folder, "--output", out)
    assert again.status == 2
    assert f"{out / '1.grid.txt'} exists already and has other contents" in again.err
    assert (out / "1.grid.txt").read_text() == "mine"


def test_what_a_folder_prints_is_solved_with_the_names_of_the_pictures(run, folder):
    stream = run("read", folder, "--to", "grid").out
    first, second, third = stream.rstrip().split("\n\n")
    assert first.startswith(f"# {folder / '1.png'}\nstars 1\n")
    assert second.startswith(
        f"# {folder / '2.png'}: refused: this is text, not a supported picture"
    )
    assert third.startswith(f"# {folder / 'more' / '1.png'}\n")
    done = run("solve", "-", stdin=stream.encode())
    names = [line for line in done.out.splitlines() if line.startswith("#")]
    assert (done.status, names) == (0, [f"# {folder / name}" for name in ("1.png", "more/1.png")])
    rows = run("solve", "--json", "-", stdin=stream.encode()).rows
    assert [(row["board"], row["name"]) for row in rows] == [
        (1, str(folder / "1.png")),
        (2, str(folder / "more" / "1.png")),
    ]


def test_pictures_come_from_addresses_too(run, web):
    done = run("read", "--json", f"{web}/5x5.png", f"{web}/queens", f"{web}/8x8.png")
    expected = [f"{web}/5x5.png", f"{web}/queens", f"{web}/8x8.png"]
    assert [row["file"] for row in done.rows] == expected
    assert [row.get("rows", row.get("error")) for row in done.rows] == [5, "bad-image", 8]
    assert done.rows[1]["try"] == f"autoplay play {web}/queens"


def test_the_picture_that_was_copied_is_read(run, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    done = run("read", "clipboard")
    assert done.status == 2
    assert done.complaint.startswith("autoplay: clipboard: no program to read the clipboard")
    monkeypatch.setattr(
        "autoplay.sources.pictures.copied_picture", (PRACTICE / "5x5.png").read_bytes
    )
    (row,) = run("read", "--json", "clipboard").rows
    assert (row["file"], row["rows"]) == ("clipboard", 5)


@SIGNALS
def test_an_interrupt_ends_it_with_one_line_and_whole_answers(start, folder):
    reading = start("--json", *[folder / "1.png"] * 400)
    reading.stdout.readline()
    os.killpg(reading.pid, signal.SIGINT)
    out, err = rest(reading)
    assert (reading.returncode, err.strip()) == (130, "autoplay: stopped.")
    assert {json.loads(line)["rows"] for line in out.splitlines()} <= {5}


@SIGNALS
def test_a_reader_that_goes_away_ends_it_quietly(start, folder):
    reading = start("--json", *[folder / "1.png"] * 40)
    reading.stdout.readline()
    reading.stdout.close()
    assert reading.stderr.read() == ""
    assert reading.wait(60) == 141


def test_stdout_stays_data_beside_a_terminal(start, folder):
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    reading = start("--json", folder, stderr=theirs)
    os.close(theirs)
    seen = read_terminal(ours)
    rows = [json.loads(line) for line in reading.stdout]
    assert [row.get("rows", row.get("error")) for row in rows] == [5, "bad-image", 6]
    assert seen.rstrip().endswith("3 pictures: 2 read, 1 not pictures")
