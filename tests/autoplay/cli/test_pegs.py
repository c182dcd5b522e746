"""Peg solitaire on the command line: every input, every output, and every error."""

import ast
import json
import re
import tomllib
from itertools import pairwise
from pathlib import Path

import cv2
import pytest

from tests.autoplay.cli.pegs import ALIKE, TRIANGLE, left
from tests.autoplay.cli.test_solve import line, text
from tests.vision.peg_solitaire.peg_pictures import drawn_pegs


def solved(run, *arguments):
    done = run("solve", "--json", *arguments)
    assert done.status == 0, done
    (row,) = done.rows
    return row


def test_a_move_is_a_chain_of_jumps_by_one_peg(run):
    done = run("solve", text(TRIANGLE))
    moves = re.findall(r"^ *\d+\. ([\d-]+)$", done.out, re.MULTILINE)
    jumps = json.loads(done.out.splitlines()[-1])
    pairs = [(a, b) for move in moves for a, b in pairwise(move.split("-"))]
    assert pairs == [(str(start), str(to)) for start, _, to in jumps]
    assert all(one.split("-")[-1] != other.split("-")[0] for one, other in pairwise(moves))
    assert f"14 pegs on 15 holes: 13 jumps in {len(moves)} moves" in done.err
    assert solved(run, text(TRIANGLE))["moves"] == len(moves)


@pytest.mark.parametrize(
    "options", [("--end", 12), ("--end", "any"), ("--hole", 4), ("--hole", 13, "--end", 1)]
)
def test_options_set_the_start_and_the_end(run, options):
    given = dict(zip(options[::2], options[1::2], strict=True))
    row = solved(run, "triangle5", *options)
    hole = given.get("--hole", 0)
    assert "".join(row["grid"]).replace(" ", "").index(".") == hole
    last = left(row["grid"], row["jumps"], triangular=True)
    assert len(last) == 1
    assert given.get("--end", "any") in ("any", *last)


def test_last_hole_may_stand_above_the_rows_or_in_json(run):
    jumps = solved(run, text(["end 12", *TRIANGLE]))["jumps"]
    assert left(TRIANGLE, jumps, triangular=True) == {12}
    assert solved(run, line(puzzle="pegs", grid=TRIANGLE, end=12))["jumps"] == jumps
    assert solved(run, line(grid=TRIANGLE), "--end", 12)["jumps"] == jumps
    pattern = solved(run, line(grid=["oo.oo."], end=[2, 5]))
    assert left(["oo.oo."], pattern["jumps"]) == {2, 5}
    assert solved(run, "o o .", "--lattice", "square")["lattice"] == "square"


TABLES = tomllib.loads(Path(__file__).with_name("moves.toml").read_text("utf-8"))
ARTICLE = TABLES["article"]
"""A solution as it was published, from hole 0."""


def check_published(lines, hole):
    """Check the lines of a solution of the triangle with 15 holes by its article's own rules."""
    pegs = set(range(15)) - {hole}
    assert len(lines) == 13
    for made in lines:
        found = re.fullmatch(r"remove (\d+), append (\[.*\]), NodesUnoccupied: (\[.*\])", made)
        to, pair, left = (ast.literal_eval(part) for part in found.groups())
        assert to not in pegs
        assert pair == sorted(pair)
        assert set(pair) <= pegs
        pegs -= set(pair)
        assert left == [*sorted(pegs), to]
        pegs.add(to)
    return pegs


@pytest.mark.parametrize("hole", [0, 1, 3, 4, 12])
def test_the_published_form_is_that_of_the_article(run, tmp_path, hole):
    done = run("solve", "triangle5", "--hole", hole, "--to", "published")
    success, blank, *lines = done.out.splitlines()
    assert (done.status, success, blank) == (0, "Success.", "")
    assert len(check_published(lines, hole)) == 1
    # The form of a line is that of the article, whose list is in another order.
    form = re.sub(r"\d+", "0", ARTICLE).splitlines()
    assert [re.sub(r"\d+", "0", line) for line in lines] == form
    if hole == 0:
        assert lines[0] == ARTICLE.splitlines()[0]
    path = tmp_path / "moves.txt"
    path.write_text(done.out)
    assert run("solve", "triangle5", "--moves", path).status == 0
    row = solved(run, "triangle5", "--hole", hole, "--to", "published")
    assert row["written"] == done.out


def test_every_start_is_answered(run):
    done = run("solve", "triangle5", "--all-starts")
    assert done.status == 0
    heads = re.findall(r"^start (\d+)(?: \(and so ([\d, ]+)\))?$", done.out, re.MULTILINE)
    found = sorted(int(hole) for head in heads for hole in re.findall(r"\d+", ",".join(head)))
    assert found == list(range(15))
    for part in done.out.split("start ")[1:]:
        check_published(part.splitlines()[1:], int(part.split(maxsplit=1)[0]))
    done = run("solve", "triangle5", "--all-starts", "--to", "published")
    games = done.out.split("Success.\n\n")[1:]
    for hole, game in zip([0, 1, 3, 4], games, strict=True):
        check_published(game.strip().splitlines(), hole)
    done = run("solve", "triangle5", "--all-starts", "--solutions", 2)
    assert (done.status, done.out.count("Solution 2: 13 jumps")) == (0, 4)
    assert "none: " in run("solve", "triangle4", "--all-starts").out
    done = run("solve", "triangle4", "--all-starts", "--to", "published")
    assert done.out.startswith("Success.\n\nremove 1,")


def test_all_solutions_are_listed_and_counted(run):
    row = solved(run, "triangle4", "--all-starts", "--all-solutions")
    assert [start["sequences"] for start in row["starts"]] == [0, 14, 0]
    assert row["sequences"] == 6 * 14  # hole 1 stands for six
    done = run("solve", "triangle5", "--hole", 4, "--all-solutions")
    assert "1550 sequences" in done.err
    listed = re.findall(r"^Solution (\d+): 13 jumps in \d+ moves\n(.*)$", done.out, re.MULTILINE)
    assert [int(number) for number, _ in listed] == [*range(1, 1551)]
    assert len({jumps for _, jumps in listed}) == 1550
    start = ["    o", "   o o", "  o . o", " o o o o", "o o o o o"]
    for _, jumps in listed[::50]:
        assert len(left(start, json.loads(jumps), triangular=True)) == 1
    done = run("solve", "english", "--solutions", 3)
    assert (done.status, "3 sequences or more" in done.err) == (0, True)
    assert done.out.count("Solution ") == 3
    done = run("solve", "triangle5", "--solutions", 2, "--to", "published")
    assert done.out.count("Success.") == 2


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_too_many_solutions_are_cut_and_that_is_said(run, monkeypatch, options):
    monkeypatch.setattr("autoplay.games.peg_solitaire.adapter.MOST_JUMPS_LISTED", 13 * 40)
    done = run("solve", "triangle5", "--all-solutions", *options)
    assert done.status == 4
    said = done.rows[0]["cut"] if options else done.complaint
    assert "more than 40 solutions (14 pegs on 15 holes) are too many" in said
    assert not options or (len(done.rows[0]["all"]), done.rows[0]["sequences"]) == (40, 29760)


MOVES = TABLES["moves"]


@pytest.mark.parametrize("made", [ARTICLE, re.sub(", Nodes.*", "", ARTICLE), MOVES, "-q", "--json"])
def test_moves_in_every_form_are_checked(run, tmp_path, made):
    # The output is a file of moves too.
    if made.startswith("-"):
        made = run("solve", "triangle5", made).out
    path = tmp_path / "moves.txt"
    path.write_text(made)
    done = run("solve", "triangle5", "--moves", path)
    assert done.status == 0
    said = "all moves are legal (solved): 13 jumps from 14 pegs on 15 holes; 1 peg is left: "
    assert done.out.startswith(said)
    row = solved(run, text(TRIANGLE), "--moves", path)
    assert (row["legal"], row["solved"], len(row["left"])) == (True, True, 1)
    assert left(TRIANGLE, row["jumps"], triangular=True) == set(row["left"])
    path.write_text("3-0\n8-1\n")
    done = run("solve", "triangle5", "--moves", path)
    assert (done.status, "(not solved): 2 jumps" in done.out) == (0, True)
    assert "12 pegs are left: 0, 1, 2, 5, 6" in done.out


@pytest.mark.parametrize(("line", "options", "words"), [
    ("remove 6, append [1, 4]", (), "line 5: holes 1, 4 and 6 are not three in a line"),
    ("remove 6, append [1, 3], NodesUnoccupied: [0, 2]", (), "wrong about 4, 5, 6, 9, 12, 13, 14"),
    ("10-3", (), "line 5: there is no peg in hole 10"),
    ("1-0", (), "line 5: no jump leads from hole 1 to hole 0"),
    ("[[9,8,7]]", (), "line 5: there is no peg in hole 8"),
    ("2-9", (), "line 5: hole 9 is not empty. Try: pegs are in 0, 1, 2, 3, 4, 5, 9"),
    ("3-15", (), "line 5: there is no hole 15. Try: holes are 0 to 14"),
    ("", ("--hole", 4), "line 1: hole 0 is not empty"),
])  # fmt: skip
def test_an_illegal_move_is_told_with_its_line_and_reason(run, tmp_path, line, options, words):
    path = tmp_path / "moves.txt"
    path.write_text("".join([*ARTICLE.splitlines(keepends=True)[:4], line]))
    done = run("solve", "triangle5", "--moves", path, *options)
    assert (done.status, done.out) == (1, "")
    assert words in done.complaint
    (row,) = run("solve", "triangle5", "--moves", path, *options, "--json").rows
    assert (row["legal"], row["solved"], row["line"]) == (False, False, 1 if options else 5)
    assert len(row["jumps"]) == (0 if options else 4)


@pytest.mark.parametrize(("made", "options", "words"), [
    ("", (), "moves.txt: no moves. Try: lines such as"), ("Success.\n", (), "no moves"),
    ("3-0\nfoo\n", (), "moves.txt: line 2: 'foo' is not a move"), ("[[3,1]]", (), "line 1 is not a list of"),
    ("3-0\nSuccess.\n3-0", (), "line 2: 'Success.' begins another game"), ("[[3,1", (), "not valid JSON"),
    ("3-0", ("--all-starts",), "--moves checks a single game"), ("3-0", ("--to", "published"), "--moves only"),
])  # fmt: skip
def test_a_file_that_holds_no_moves_is_refused(run, tmp_path, made, options, words):
    path = tmp_path / "moves.txt"
    path.write_text(made)
    done = run("solve", "triangle5", "--moves", path, *options)
    assert (done.status, done.out) == (2, "")
    assert words in done.complaint


def test_an_unsolvable_board_is_answered_with_the_reason(run):
    done = run("solve", text(["oo.oo"]), "--end", 0)
    assert (done.status, done.out) == (4, "")
    assert re.search(r"no solution \(4 pegs on 5 holes, to end in hole 0\): \w+", done.complaint)
    done = run("solve", "--json", text(["oo.oo"]), "--end", 0)
    assert done.status == 4
    (row,) = done.rows
    assert (row["solvable"], row["jumps"], row["moves"], row["fewest"]) == (False, [], 0, False)
    assert row["reason"]
    (row,) = run("solve", "--json", "--solutions", "all", text(["oo.oo"]), "--end", 0).rows
    assert row["sequences"] == 0


@pytest.mark.parametrize("board", [["o" * 100 for _ in range(100)], ["." + "o" * 5000]])
def test_a_board_that_is_too_large_to_be_searched_is_refused(run, board):
    done = run("solve", text(board))
    assert done.status == 2
    assert "a board of at most 1000 sites" in done.complaint


def test_out_of_memory_search_does_not_blame_the_time(run, monkeypatch):
    monkeypatch.setattr("solvers.peg_solitaire.solving.ROOM", 100)
    monkeypatch.setattr("autoplay.games.peg_solitaire.adapter.MOST_JUMPS_LISTED", 13)
    done = run("solve", "triangle5", "--solutions", "all", "--timeout", 0)
    assert done.status == 4
    assert re.search(r"nothing was counted: \d+ positions of \d+ pegs", done.err)


def test_one_peg_is_the_end_already(run):
    done = run("solve", "..o\n...\n")
    assert (done.status, done.out) == (0, "[]\n")
    assert "1 peg on 6 holes: this is the end already" in done.err
    assert run("solve", "..o\n...\n", "--end", 0).status == 4


def test_a_search_without_an_end_says_how_far_it_came(run):
    done = run("solve", "english", "--timeout", 0.0001)
    assert done.status == 4
    assert re.search(r"not solved within 0\.0001 s: .*\d", done.complaint)


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
