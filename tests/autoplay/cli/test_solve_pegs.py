"""`autoplay solve` for peg solitaire: every input, every output, and every error."""

import ast
import json
import re
from itertools import pairwise

import pytest

from tests.autoplay.cli.pegs import ENGLISH, TRIANGLE, left


def text(rows):
    return "".join(f"{row}\n" for row in rows)


def line(**fields):
    return json.dumps(fields) + "\n"


def solved(run, *arguments):
    done = run("solve", "--json", *arguments)
    assert done.status == 0, done
    (row,) = done.rows
    return row


def test_json_has_the_documented_fields(run):
    row = solved(run, "triangle5", "--solutions", "all")
    assert left(TRIANGLE, row["jumps"], triangular=True) == {row["jumps"][-1][2]}
    assert (row["puzzle"], row["sequences"], row["solvable"]) == ("pegs", 29760, True)
    assert len(row["jumps"]) == 13
    assert (row["rows"], row["cols"], row["lattice"]) == (5, 9, "triangular")
    assert [line.rstrip() for line in row["grid"]] == TRIANGLE
    assert row["seconds"] >= 0
    assert row["nodes"] > 0
    assert "reason" not in row


def test_a_move_is_a_chain_of_jumps_by_one_peg(run):
    done = run("solve", text(TRIANGLE))
    moves = re.findall(r"^ *\d+\. ([\d-]+)$", done.out, re.MULTILINE)
    jumps = json.loads(done.out.splitlines()[-1])
    pairs = [(a, b) for move in moves for a, b in pairwise(move.split("-"))]
    assert pairs == [(str(start), str(to)) for start, _, to in jumps]
    assert all(one.split("-")[-1] != other.split("-")[0] for one, other in pairwise(moves))
    assert f"14 pegs on 15 holes: 13 jumps in {len(moves)} moves" in done.err
    assert solved(run, text(TRIANGLE))["moves"] == len(moves)


def test_the_holes_are_shown_with_their_numbers(run):
    first, second, *_, last = run("solve", "triangle5").out.splitlines()[:5]
    assert (first.split(), second.split()) == (["0"], ["1", "2"])
    assert last.split() == ["10", "11", "12", "13", "14"]
    assert first.index("0") > second.index("1") > last.index("10")


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


def test_every_start_is_answered_in_the_published_form(run):
    done = run("solve", "triangle5", "--all-starts", "--solutions", "all")
    assert done.status == 0
    heads = re.findall(r"^start (\d+)(?: \(and so ([\d, ]+)\))?$", done.out, re.MULTILINE)
    found = sorted(int(hole) for head in heads for hole in re.findall(r"\d+", ",".join(head)))
    assert found == list(range(15))
    for part in done.out.split("start ")[1:]:
        holes = [int(part.split(maxsplit=1)[0])]
        for jump in part.splitlines()[1:]:
            to, added, now = re.fullmatch(
                r"remove (\d+), append (\[.*\]), NodesUnoccupied: (\[.*\])", jump
            ).groups()
            holes.remove(int(to))
            holes += ast.literal_eval(added)
            assert holes == ast.literal_eval(now)
        assert len(holes) == 14
    assert "triangle5: solutions from 15 of 15 holes, 438984 sequences in all" in done.err
    row = solved(run, "triangle5", "--all-starts", "--solutions", "all")
    assert row["sequences"] == 438984
    expected = [(0, 29760), (1, 14880), (3, 85258), (4, 1550)]
    assert [(start["hole"], start["sequences"]) for start in row["starts"]] == expected


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


def test_another_start_is_named_if_there_is_one(run):
    done = run("solve", "triangle4")
    assert done.status == 4
    hole = int(
        re.search(r"Try: another hole empty at the start, such as (\d+)$", done.complaint)[1]
    )
    assert solved(run, "triangle4", "--hole", hole)["solvable"]


def test_out_of_memory_search_does_not_blame_the_time(run, monkeypatch):
    monkeypatch.setattr("solvers.peg_solitaire.solving.ROOM", 100)
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
    done = run("solve", "english", "--solutions", "all", "--timeout", 0.5, "--json")
    (row,) = done.rows
    assert done.status == 4
    if "error" not in row:  # the first solution took less time
        assert len(left(ENGLISH, row["jumps"])) == 1
        assert re.search(r"not counted within 0\.5 s: .*\d", row["uncounted"])


@pytest.mark.parametrize(("arguments", "words"), [
    (("...\n...\n",), "this board could be star-battle, lights-out or pegs"),
    (("...",), "this board could be lights-out or pegs. Try: --puzzle lights-out|pegs"),
    (("...\n...\n", "--puzzle", "pegs"), "without pegs"),
    (("triangle5", "--hole", 15), "--hole 15: this board has the holes 0 to 14"),
    (("triangle5", "--end", 15), "--end 15: this board has the holes 0 to 14"),
    (("triangle5", "--end", "middle"), "'middle' is neither any nor the number of a hole"),
    (("triangle5", "--lattice", "square"), "this board is triangular"),
    (("triangle5", "--all-starts", "--hole", 3), "--all-starts takes every hole in turn"),
    (("oo.\n", "--hole", 2), "a hole number is only for a named board"),
    (("oo.\n", "--all-starts"), "--all-starts is only for a named board"),
    (("end 2\noo.\n", "--end", 1), "the puzzle has a different end than --end"),
    (("englsh", "--puzzle", "pegs"), "there is no board 'englsh'. Try: one of triangle4, triangle5"),
    (("oo.txt", "--puzzle", "pegs"), "oo.txt: no such file"),
    (("oo.\n", "--stars", 1), "pegs"),
    (("triangle5", "--puzzle", "lights-out"), "--puzzle says lights-out, but this is pegs. Try: leave out --puzzle"),
    (("5x5", "--hole", 1), "--hole is for pegs, but this is lights-out. Try: leave out --hole"),
    (("triangle5", "--solutions", "1"), "'1' is neither all nor a number of at least 2"),
    (("oo.\n", "--overlay", "x.png"), "--overlay draws on a picture"),
])  # fmt: skip
def test_bad_input_is_refused_in_one_line(run, arguments, words):
    done = run("solve", *arguments)
    assert (done.status, done.out) == (2, "")
    assert words in done.complaint


@pytest.mark.parametrize(("fields", "words"), [
    ({"grid": ["oo.", "..."], "end": 9}, '"end" 9: this board has the holes 0 to 5'),
    ({"grid": ["end 2", "oo."], "end": 1}, 'the puzzle has a different end than "end"'),
    ({"grid": ["oo."], "hole": 2, "end": 2}, "a hole number is only for a named board"),
    ({"grid": "oo."}, "grid"),
    ({"puzzle": "pegs"}, "grid"),
])  # fmt: skip
def test_a_bad_row_is_answered_with_an_error_in_its_place(run, fields, words):
    done = run(
        "solve", "-", stdin=(line(**fields, id="bad") + line(id="good", grid=["oo."])).encode()
    )
    assert done.status == 2
    bad, good = done.rows
    assert (bad["id"], bad["error"]) == ("bad", "bad-notation")
    assert words in bad["message"] + bad["try"]
    assert (good["id"], good["jumps"]) == ("good", [[0, 1, 2]])
