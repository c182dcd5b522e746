"""Lights Out in `autoplay read`, `make`, `record`, `check` and `history`."""

import json
import re
import shlex

from autoplay.fixtures import expected_reading
from tests.autoplay.cli.lamps import pressed
from tests.vision.lights_out.lamp_pictures import drawn_lamps

DARK = ["....."] * 5
BOARD = pressed(DARK, [(0, 0), (2, 3), (4, 4)])
LIT = sum(row.count("*") for row in BOARD)


def test_a_board_of_lamps_is_summed_up_and_drawn(run, save):
    path = save(drawn_lamps(BOARD))
    done = run("read", path, "--puzzle", "lights-out")
    assert done.status == 0
    first, *rows = done.out.splitlines()
    assert re.fullmatch(rf"{path}: 5x5 lights-out, {LIT} of 25 lit, \d+% sure \([\d.]+ s\)", first)
    assert rows == BOARD


def test_the_lamps_that_were_read_are_shown_with_the_presses(run, save):
    _, *rows, cells = run(
        "read", "--solve", "--puzzle", "lights-out", save(drawn_lamps(BOARD))
    ).out.splitlines()
    marked = [re.findall(r"[ \[](.)[ \]] ?", row + " ") for row in rows]
    assert ["".join(row) for row in marked] == BOARD
    assert sum(row.count("[") for row in rows) == len(json.loads(cells)) == 3


def test_a_board_without_a_solution_is_read_all_the_same(run, save):
    path = save(drawn_lamps(["*...", *["...."] * 3]))
    done = run("read", "--solve", "--puzzle", "lights-out", path)
    assert done.status == 4
    assert done.out.splitlines()[1:] == ["*...", *["...."] * 3]
    assert "no solution (4x4, 1 of 16 lit)" in done.complaint


def test_a_board_is_made_again_from_the_same_files(run, tmp_path):
    target, matrix = tmp_path / "a target.txt", tmp_path / "matrix.txt"
    target.write_text("*.\n")
    matrix.write_text("11\n01\n")
    made = run("make", "--size", "1x2", "--target", target, "--matrix", matrix, "--seed", 3)
    again = re.fullmatch(r"made by: (.*)\n", made.err)[1]
    assert run("make", *shlex.split(again)).out == made.out
    assert str(matrix) in again


def test_a_board_that_no_press_changes_is_not_made(run):
    done = run(
        "make", *["--puzzle", "lights-out", "--size", "1", "--rule", "neighbours", "--seed", "3"]
    )
    assert (done.status, done.out) == (4, "")
    assert "seed 3: no presses change such a board" in done.complaint


def test_expected_lamps_keep_their_characters_and_spaces():
    rows = ("  *  ", " *.* ", "2.3 *", "  .  ")
    text = expected_reading.format(expected_reading.ExpectedReading(rows))
    assert text == "".join(f"{row}\n" for row in rows)
    assert expected_reading.parse(text).grid == rows
    stripped = "".join(f"{row.rstrip()}\n" for row in rows)
    assert expected_reading.parse(stripped).grid == rows
    other = expected_reading.ExpectedReading((*rows[:2], "2*3 *", rows[3]))
    assert expected_reading.differing(expected_reading.ExpectedReading(rows), other) == {(2, 1)}
