"""Peg solitaire in `autoplay read`, `make`, `record`, `check` and `history`."""

import json

import cv2

from tests.autoplay.cli.pegs import ALIKE, TRIANGLE, left
from tests.vision.peg_solitaire.peg_pictures import drawn_pegs

BOARD = ["  ...", "  .o.", "..ooo..", "...o...", "...o...", "  ...", "  ..."]


def rows_of(text):
    return [line.rstrip() for line in text]


def test_what_is_read_as_json_is_what_solve_takes(run, save):
    done = run("read", "--json", "--puzzle", "pegs", save(drawn_pegs(TRIANGLE)))
    (row,) = done.rows
    assert {"file", "box", "confidence", "seconds"} <= set(row)
    assert (row["puzzle"], row["lattice"], row["stars"]) == ("pegs", "triangular", None)
    assert row["marks"] == []
    assert (row["rows"], row["cols"], rows_of(row["grid"])) == (5, 9, TRIANGLE)
    (answer,) = run("solve", "-", "--end", 12, stdin=done.out.encode()).rows
    assert left(TRIANGLE, answer["jumps"], triangular=True) == {12}


def test_a_picture_is_solved_and_the_jumps_drawn_on_it(run, save, tmp_path):
    drawn = tmp_path / "drawn.png"
    path = save(drawn_pegs(BOARD))
    done = run("solve", path, "--puzzle", "pegs", "--end", 16, "--overlay", drawn)
    assert done.status == 0, done.err
    lines = done.out.splitlines()
    assert lines[:7] == BOARD
    assert left(BOARD, json.loads(lines[-1])) == {16}
    assert f"overlay: {drawn}" in done.err
    before, overlay = cv2.imread(str(path)), cv2.imread(str(drawn))
    assert (overlay[: before.shape[0], : before.shape[1]] != before).any()
    assert len(overlay) > len(before)  # the moves are below it
    (row,) = run("read", "--json", "--solve", "--puzzle", "pegs", path).rows
    assert len(left(BOARD, row["jumps"])) == 1
    assert (row["solvable"], rows_of(row["grid"])) == (True, BOARD)


def test_an_option_decides_which_colour_is_a_peg(run, save):
    path = save(drawn_pegs(TRIANGLE, ALIKE))
    (row,) = run("read", "--json", "--peg", "#7878c8", path).rows
    assert rows_of(row["grid"]) == TRIANGLE
    (row,) = run("read", "--json", "--peg", "#c87878", path).rows
    assert rows_of(row["grid"]) == [line.translate(str.maketrans("o.", ".o")) for line in TRIANGLE]


def test_recorded_pegs_are_read_again_the_same_way(run, save, tmp_path):
    root = tmp_path / "fixtures"
    options = ("--puzzle", "pegs", "--site", "mine", "--name", "pegs")
    done = run("record", save(drawn_pegs(TRIANGLE)), "--output", root, *options)
    assert done.status == 0, done.err
    kept = root / "mine" / "pegs.grid.txt"
    assert rows_of(kept.read_text().splitlines()) == TRIANGLE
    assert json.loads(kept.with_name("pegs.json").read_text())["puzzle"] == "pegs"
    assert run("check", root).out == "1 of 1 fixtures are as expected; 1 unreviewed\n"
    kept.write_text("".join(f"{row}\n" for row in [*TRIANGLE[:4], "o o . o o"]))
    report = tmp_path / "report.html"
    done = run("check", root, "--report", report)
    assert done.status == 1
    assert "1 of 45 cells differ: row 5 column 5" in done.out
    html = report.read_text()
    assert (html.count('class="peg"'), html.count('class="hole"')) == (13 + 14, 2 + 1)
    assert html.count('class="framed"') == 2
