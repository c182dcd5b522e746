"""Lights Out in `autoplay read`, `make`, `record`, `check` and `history`."""

from __future__ import annotations

import json
import re
import shlex
import sqlite3

import cv2
import pytest

from autoplay.fixtures import expected_reading
from autoplay.run.history import MIGRATIONS
from tests.autoplay.cli.lamps import ALIKE, picture, pressed

DARK = ["....."] * 5
BOARD = pressed(DARK, [(0, 0), (2, 3), (4, 4)])
LIT = sum(row.count("*") for row in BOARD)


def test_a_board_of_lamps_is_summed_up_and_drawn(run, save):
    path = save(picture(BOARD))
    done = run("read", path, "--puzzle", "lights-out")
    assert done.status == 0
    first, *rows = done.out.splitlines()
    assert re.fullmatch(rf"{path}: 5x5 lights-out, {LIT} of 25 lit, \d+% sure \([\d.]+ s\)", first)
    assert rows == BOARD


def test_what_is_read_can_be_solved_and_the_presses_drawn_on_it(run, save, tmp_path):
    drawn = tmp_path / "drawn.png"
    path = save(picture(BOARD))
    done = run("read", "--solve", "--puzzle", "lights-out", path, "--overlay", drawn)
    assert done.status == 0
    assert not any("*" in row for row in pressed(BOARD, json.loads(done.out.splitlines()[-1])))
    assert (cv2.imread(str(drawn)) != cv2.imread(str(path))).any()
    (row,) = run("read", "--json", "--solve", "--puzzle", "lights-out", path).rows
    assert (row["solvable"], row["solutions"], row["fewest"]) == (True, 4, True)


def test_the_lamps_that_were_read_are_shown_with_the_presses(run, save):
    _, *rows, cells = run(
        "read", "--solve", "--puzzle", "lights-out", save(picture(BOARD))
    ).out.splitlines()
    marked = [re.findall(r"[ \[](.)[ \]] ?", row + " ") for row in rows]
    assert ["".join(row) for row in marked] == BOARD
    assert sum(row.count("[") for row in rows) == len(json.loads(cells)) == 3


def test_a_board_without_a_solution_is_read_all_the_same(run, save):
    path = save(picture(["*...", *["...."] * 3]))
    done = run("read", "--solve", "--puzzle", "lights-out", path)
    assert done.status == 4
    assert done.out.splitlines()[1:] == ["*...", *["...."] * 3]
    assert "no solution (4x4, 1 of 16 lit)" in done.complaint


def test_lamps_that_all_look_alike_are_reported_as_such(run, save):
    path = save(picture(DARK))
    done = run("read", "--puzzle", "lights-out", "--lit", "all", path)
    assert "5x5 lights-out, 25 of 25 lit, all alike, " in done.out
    (row,) = run("read", "--json", "--puzzle", "lights-out", "--lit", "none", path).rows
    assert (row["grid"], row["states"]) == (DARK, 1)


def test_an_ambiguous_board_asks_for_the_option_lit(run, save):
    path = save(picture(BOARD, ALIKE))
    (row,) = run("read", "--json", "--puzzle", "lights-out", path).rows
    assert (row["error"], "--lit" in row["try"]) == ("ambiguous", True)
    (row,) = run("read", "--json", "--lit", "#7878c8", path).rows
    assert row["grid"] == BOARD


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            ("--puzzle", "lights-out", "--stars", 2),
            "--stars is only for star-battle, but this is lights-out",
        ),
        (
            ("--lit", "dark", "--fix", "1,1=A"),
            "--lit is only for lights-out, but this is star-battle",
        ),
    ],
)
def test_options_of_the_other_game_are_refused_in_one_line(run, save, options, words):
    done = run("read", save(picture(BOARD)), *options)
    assert (done.status, done.out) == (2, "")
    assert words in done.complaint


@pytest.mark.parametrize(
    "arguments",
    [
        "--size 5",
        "--size 3x7 --rule knight",
        "--size 4 --wrap --states 3",
        "--target on",
        "--size 1",
    ],
)
def test_a_board_that_is_made_can_be_solved_and_made_again(run, arguments):
    made = run("make", "--puzzle", "lights-out", *arguments.split(), "--json")
    again = re.fullmatch(r"made by: (.*)\n", made.err)[1]
    assert run("make", *shlex.split(again), "--json").out == made.out
    written = run("make", *shlex.split(again)).out
    (row,) = run("solve", "-", stdin=made.out.encode()).rows
    assert run("solve", "--json", "-", stdin=written.encode()).rows[0]["presses"] == row["presses"]
    assert (row["id"], row["solvable"]) == (made.rows[0]["id"], True)
    assert row["presses"]


def test_a_board_is_made_again_from_the_same_files(run, tmp_path):
    target, matrix = tmp_path / "a target.txt", tmp_path / "matrix.txt"
    target.write_text("*.\n")
    matrix.write_text("11\n01\n")
    made = run("make", "--size", "1x2", "--target", target, "--matrix", matrix, "--seed", 3)
    again = re.fullmatch(r"made by: (.*)\n", made.err)[1]
    assert run("make", *shlex.split(again)).out == made.out
    assert str(matrix) in again


def test_a_board_that_is_made_is_rows_of_lamps(run):
    arguments = ("make", "--puzzle", "lights-out", "--size", "3x4", "--seed", 7)
    done = run(*arguments)
    assert re.fullmatch(r"([.*]{4}\n){3}", done.out)
    assert "*" in done.out
    (row,) = run(*arguments, "--json").rows
    assert row == {"id": "lights-out-3x4-7", "puzzle": "lights-out", "grid": done.out.split()}
    assert run("solve", "-", stdin=done.out.encode()).status == 0


@pytest.mark.parametrize(
    ("arguments", "words", "status"),
    [
        ("--size 0", "--size 0x0: not a possible size. Try: numbers from 1 to", 2),
        ("--size 1 --rule neighbours --seed 3", "seed 3: no presses change such a board", 4),
        ("--difficulty hard", "--difficulty is only for star-battle, but this is lights-out", 2),
    ],
)
def test_a_board_that_cannot_be_made_is_refused_in_one_line(run, arguments, words, status):
    done = run("make", "--puzzle", "lights-out", *arguments.split())
    assert (done.status, done.out) == (status, "")
    assert words in done.complaint


def test_recorded_lamps_are_read_again_the_same_way(run, save, tmp_path):
    root = tmp_path / "f"
    path = save(picture(BOARD, ALIKE))
    assert run("record", path, "--output", root, "--puzzle", "lights-out").status == 3
    assert not root.exists()
    done = run("record", path, "--output", root, "--puzzle", "lights-out", "--lit", "#7878c8")
    assert (done.status, done.err) == (0, done.err)
    assert f"read: 5x5 lights-out, {LIT} of 25 lit, " in done.err
    kept = root / "screenshots" / "picture.grid.txt"
    assert kept.read_text() == "".join(f"{row}\n" for row in BOARD)
    origin = json.loads(kept.with_name("picture.json").read_text())
    assert (origin["puzzle"], origin["lit"]) == ("lights-out", "#7878c8")
    assert run("check", root).out == "1 of 1 fixtures are as expected\n"


def test_expected_lamps_keep_their_characters_and_spaces():
    rows = ("  *  ", " *.* ", "2.3 *", "  .  ")
    text = expected_reading.format(expected_reading.ExpectedReading(rows))
    assert text == "".join(f"{row}\n" for row in rows)
    assert expected_reading.parse(text).grid == rows
    stripped = "".join(f"{row.rstrip()}\n" for row in rows)
    assert expected_reading.parse(stripped).grid == rows
    other = expected_reading.ExpectedReading((*rows[:2], "2*3 *", rows[3]))
    assert expected_reading.differing(expected_reading.ExpectedReading(rows), other) == {(2, 1)}


def test_runs_of_lamps_are_listed_and_timed_by_their_size(run, monkeypatch, tmp_path):
    monkeypatch.setenv("AUTOPLAY_HOME", str(tmp_path))
    with sqlite3.connect(tmp_path / "history.sqlite") as database:
        for step in MIGRATIONS:
            database.execute(step)
        database.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        for puzzle, stars, seconds in (
            ("lights-out", None, 3.0),
            ("star-battle", 1, 2.0),
            ("lights-out", None, 1.0),
        ):
            database.execute(
                "INSERT INTO runs (started, url, site, puzzle, rows, cols, stars, result, message, seconds, pictures) "
                "VALUES ('2026-03-01T08:00:00+00:00', 'http://x', 'generic', ?, 5, 5, ?, 'solved', '', ?, '')",
                (puzzle, stars, seconds),
            )
    lines = run("history").out.splitlines()
    assert [line.split("  ")[1].strip() for line in lines[:3]] == [
        "5x5 lights-out",
        "5x5/1★",
        "5x5 lights-out",
    ]
    assert lines[-2:] == [
        "5x5 lights-out      2     1.0 s     2.0 s",
        "5x5/1★              1     2.0 s     2.0 s",
    ]
    page = tmp_path / "days.html"
    run("history", "--html", page)
    assert "Lights Out 5×5</th>" in page.read_text()
    assert "Star Battle 5×5 1★</th>" in page.read_text()
