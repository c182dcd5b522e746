"""Lights Out on the command line: every input, every output, and every error."""

import json
import re
import shlex
from itertools import count

import pytest

from tests.autoplay.cli.test_solve import line, text
from tests.vision.lights_out.lamp_pictures import drawn_lamps

ALIKE = {"*": (200, 120, 120), ".": (120, 120, 200)}
"""Colours of the same brightness."""


def pressed(rows, cells):
    """Return the rows after these presses, each of which changes a lamp and its four neighbours."""
    lit = [[lamp == "*" for lamp in row] for row in rows]
    for row, col in cells:
        for i, j in ((row, col), (row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            if 0 <= i < len(lit) and 0 <= j < len(lit[0]) and rows[i][j] != " ":
                lit[i][j] = not lit[i][j]
    return [
        "".join(" " if old == " " else ".*"[now] for old, now in zip(row, line, strict=True))
        for row, line in zip(rows, lit, strict=True)
    ]


EASY = pressed(["....."] * 5, [(0, 0), (2, 3), (4, 4)])
LIT = sum(row.count("*") for row in EASY)
SINGLE = ["*...", *["...."] * 3]
"""4x4 boards have 16 solutions if they have any, and this one has none."""


def out(rows):
    """Return True if no lamp is lit."""
    return not any("*" in row for row in rows)


def test_lamp_rows_are_answered_with_presses(run):
    done = run("solve", text(EASY))
    assert done.status == 0
    *board, cells = done.out.splitlines()
    assert out(pressed(EASY, json.loads(cells)))
    pressed_cells = json.loads(cells)
    assert all(board[row][col] == "*" for row, col in pressed_cells)
    assert sum(line.count("*") for line in board) == len(pressed_cells)
    assert done.err.startswith("5x5, ")
    assert "3 presses, the fewest (4 solutions, " in done.err


def test_unsolvable_lamps_give_one_line_with_the_proof(run):
    done = run("solve", text(SINGLE))
    assert (done.status, done.out) == (4, "")
    said = "no solution (4x4, 1 of 16 lit): every press changes an even number of the "
    assert said in done.complaint
    (row,) = run("solve", "--json", text(SINGLE)).rows
    assert (row["solvable"], row["solutions"], row["presses"]) == (False, 0, [])
    assert sum(SINGLE[r][c] == "*" for r, c in row["certificate"]) % 2


@pytest.mark.parametrize(("options", "number"), [
    (("--all-solutions",), 16), (("--solutions", "all"), 16), (("--solutions", 3), 3),
    (("--distinct",), 5), (("--distinct", "--solutions", 2), 2), (("--to", "published"), 16),
    (("--to", "published", "--distinct"), 5),
])  # fmt: skip
def test_solutions_are_listed_as_far_as_requested(run, options, number):
    done, (row,) = run("solve", "4x4", *options), run("solve", "4x4", "--json", *options).rows
    assert done.status == 0
    assert len({tuple(map(tuple, cells)) for cells in row["all"]}) == number
    assert row["all"][0] == row["presses"]
    assert all(pressed(["...."] * 4, cells) == ["****"] * 4 for cells in row["all"])
    assert "cut" not in row
    steps = [len(cells) for cells in row["all"]]
    if "published" in options:
        assert row["written"] == done.out
        return
    assert re.findall(r"Solution (\d+): (\d+) steps", done.out) == [
        (str(place), str(presses)) for place, presses in enumerate(steps, 1)
    ]
    last = "Solutions: 16" if number == 16 else f"Solutions: {number} of 16"
    assert done.out.splitlines()[-1] == last


def test_the_published_form_has_a_table_and_a_total_for_every_solution(run):
    done = run("solve", "2x2", "4x4", "3x5", "--to", "published")
    assert done.status == 0
    parts = re.split(r"^solution for (.*)\n", done.out, flags=re.MULTILINE)[1:]
    assert (parts[::2], parts[1]) == (["2*2", "4*4", "3*5"], "1 1\n1 1\nTotal steps:4\n")
    tables = re.findall(r"((?:[01 ]+\n)+)Total steps:(\d+)\n", parts[3])
    assert len({table for table, _ in tables}) == 16
    assert "".join(f"{table}Total steps:{steps}\n" for table, steps in tables) == parts[3]
    for table, steps in tables:
        values = [[int(value) for value in row.split()] for row in table.splitlines()]
        cells = [(r, c) for r, row in enumerate(values) for c, value in enumerate(row) if value]
        assert len(cells) == int(steps)
        assert pressed(["...."] * 4, cells) == ["****"] * 4
        # A table of presses is a board of lamps again.
        assert run("solve", table, "--json").status in (0, 4)
    done = run("solve", text(SINGLE), "--to", "published")
    assert (done.status, done.out) == (4, "solution for 4*4\n")


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_too_many_solutions_are_cut_and_that_is_said(run, monkeypatch, options):
    for bound in ("MOST_LAMPS_PRINTED", "MOST_LAMPS_IN_ROW"):
        monkeypatch.setattr(f"autoplay.games.lights_out.results.{bound}", 16 * 16 - 1)
    done = run("solve", "--all-solutions", "4x4", *options)
    assert done.status == 4
    said = done.rows[0]["cut"] if options else done.complaint
    assert "16 solutions (4x4, 0 of 16 lit) are too many: these are only 15 of them" in said
    assert options or "Solution 15" in done.out
    assert not options or len(done.rows[0]["all"]) == 15
    assert run("solve", "--solutions", 15, "4x4", *options).status == 0
    monkeypatch.undo()
    assert run("solve", "--all-solutions", "5x5", *options).status == 0


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_timeout_comes_after_the_solutions_found(run, monkeypatch, options):
    ticks = count(0, 2)
    monkeypatch.setattr("autoplay.games.lights_out.results.process_time", lambda: next(ticks))
    done = run("solve", "--all-solutions", "4x4", "--timeout", 5, *options)
    assert done.status == 4
    said = done.rows[0]["cut"] if options else done.complaint
    assert "only 3 of 16 solutions (4x4, 0 of 16 lit) were found within 5 s" in said
    assert options or (done.out.count("Solution "), "Solutions" in done.out) == (3, False)
    assert not options or len(done.rows[0]["all"]) == 3


def test_the_target_is_a_word_or_a_file(run, tmp_path):
    target = tmp_path / "target.txt"
    target.write_text(text(EASY))
    (row,) = run(
        "solve", "--json", "--puzzle", "lights-out", "--target", target, text(["....."] * 5)
    ).rows
    assert pressed(["....."] * 5, row["presses"]) == EASY
    (row,) = run("solve", "--json", "--target", "on", text(EASY)).rows
    assert pressed(EASY, row["presses"]) == ["*****"] * 5


@pytest.mark.parametrize(("target", "words"), [
    ("nowhere", "--target nowhere: no such file. Try: off, on, or a file with rows of lamps"),
    ("..\n..\n", "the target is a board of 2x2, the start of 5x5"),
    ("AB\nCD\n", "unknown state 'A'"),
    ("", "target.txt contains no puzzles"),
])  # fmt: skip
def test_an_invalid_target_is_refused(run, tmp_path, target, words):
    path = tmp_path / "target.txt"
    path.write_text(target)
    done = run("solve", "--target", target if target == "nowhere" else path, text(EASY))
    assert (done.status, done.out) == (2, "")
    assert words in done.complaint


@pytest.mark.parametrize("option", ["--target", "--matrix"])
def test_an_option_s_file_that_is_not_text_is_refused(run, save, tmp_path, option):
    assert "is a picture" in run("solve", option, save(drawn_lamps(EASY)), text(EASY)).complaint
    assert "is a directory" in run("solve", option, tmp_path, text(EASY)).complaint


def test_a_matrix_says_what_each_press_changes(run, tmp_path):
    matrix = tmp_path / "matrix.txt"
    matrix.write_text("1100\n0 1 1 0\n\n0011\n0001\n")
    (row,) = run("solve", "--json", "--matrix", matrix, "2x2").rows
    assert row["presses"] == [[0, 0], [1, 0]]
    done = run("solve", "--matrix", matrix, "3x3")
    assert (done.status, "a press matrix of 4 lines for 9 lamps" in done.complaint) == (2, True)
    matrix.write_text("1100\n011\n0011\n0001\n")
    complaint = run("solve", "--matrix", matrix, "2x2").complaint
    assert "line 2 of the press matrix has 3 characters" in complaint
    complaint = run("solve", "--matrix", matrix, "--wrap", "2x2").complaint
    assert "leave out --rule and --wrap" in complaint


def test_rows_of_json_lines_contain_their_own_rules(run, tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text(
        line(id="a", puzzle="lights-out", grid=["...", "..."])
        + line(id="b", grid=["...", "..."], target="on")
        + line(id="c", grid=["***"], rule="neighbours")
        + line(id="d", puzzle="lights-out", grid=SINGLE)
        + line(id="e", stars=1, grid=["AABB", "CABB", "CCDB", "CDDD"])
        + line(id="f", grid=["*.*"], matrix=["100", "010", "001"])
    )
    done = run("solve", path)
    assert done.status == 4
    assert [row["id"] for row in done.rows] == list("abcdef")
    expected = [*["lights-out"] * 4, "star-battle", "lights-out"]
    assert [row["puzzle"] for row in done.rows] == expected
    assert done.rows[5]["presses"] == [[0, 0], [0, 2]]
    assert done.err == "6 in all: 4 with a solution, 1 without a solution, 1 with one solution\n"


def test_headers_of_a_text_work_like_the_options(run):
    stated = run(
        "solve", "--json", "rule knight\nwrap\nstates 3\ntarget on\n*...\n....\n....\n....\n"
    ).rows[0]
    options = ("--rule", "knight", "--wrap", "--states", 3, "--target", "on")
    asked = run("solve", "--json", *options, "*...\n....\n....\n....\n").rows[0]
    assert stated | {"seconds": 0} == asked | {"seconds": 0}
    complaint = run("solve", "--rule", "square", "rule knight\n*..\n").complaint
    assert "the puzzle and --rule say different things" in complaint


def test_unclear_lit_lamps_name_the_option(run, save):
    path = save(drawn_lamps(EASY, ALIKE))
    done = run("solve", path, "--puzzle", "lights-out")
    assert done.status == 3
    assert "--lit" in done.complaint
    assert "autoplay read" not in done.complaint
    colour = run("solve", path, "--lit", "#7878c8")
    assert colour.status == 0
    assert f"{sum(row.count('*') for row in EASY)} of 25 lit" in colour.err


def test_a_board_of_lamps_is_summed_up_drawn_and_shown_with_its_presses(run, save):
    path = save(drawn_lamps(EASY))
    first, *rows = run("read", path, "--puzzle", "lights-out").out.splitlines()
    assert re.fullmatch(rf"{path}: 5x5 lights-out, {LIT} of 25 lit, \d+% sure \([\d.]+ s\)", first)
    assert rows == EASY
    _, *rows, cells = run("read", "--solve", "--puzzle", "lights-out", path).out.splitlines()
    marked = [re.findall(r"[ \[](.)[ \]] ?", row + " ") for row in rows]
    assert ["".join(row) for row in marked] == EASY
    assert sum(row.count("[") for row in rows) == len(json.loads(cells)) == 3


def test_a_board_without_a_solution_is_read_all_the_same(run, save):
    done = run("read", "--solve", "--puzzle", "lights-out", save(drawn_lamps(SINGLE)))
    assert (done.status, done.out.splitlines()[1:]) == (4, SINGLE)
    assert "no solution (4x4, 1 of 16 lit)" in done.complaint


def test_a_board_is_made_again_from_the_same_files(run, tmp_path):
    target, matrix = tmp_path / "a target.txt", tmp_path / "matrix.txt"
    target.write_text("*.\n")
    matrix.write_text("11\n01\n")
    made = run("make", "--size", "1x2", "--target", target, "--matrix", matrix, "--seed", 3)
    again = re.fullmatch(r"made by: (.*)\n", made.err)[1]
    assert run("make", *shlex.split(again)).out == made.out
    assert str(matrix) in again
