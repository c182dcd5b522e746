"""`autoplay solve` with many rows: order, bad rows, closed pipes and Ctrl-C."""

import json
import os
import signal
from functools import partial

import pytest

from autoplay.games.puzzle_text import LONGEST_TEXT
from tests.autoplay.cli.processes import rest
from tests.systems import SIGNALS

SMALL = ["AABB", "CABB", "CCDB", "CDDD"]
CELLS = [[0, 1], [1, 3], [2, 0], [3, 2]]


def row(number, grid=SMALL):
    return json.dumps({"id": number, "stars": 1, "grid": grid}) + "\n"


@pytest.fixture
def write(tmp_path):
    def write(*rows):
        path = tmp_path / "rows.jsonl"
        path.write_text("".join(rows))
        return path

    return write


@pytest.fixture
def start(begin):
    """Start `autoplay solve …` in its own process group, as a shell does."""
    return partial(begin, "solve")


def test_rows_are_answered_in_order_and_bad_ones_in_their_place(run, write):
    rows = [row(number) for number in range(30)]
    rows[7], rows[8], rows[20] = "{broken\n", "\n", row(20, ["AB"])
    done = run("solve", write(*rows))
    assert done.status == 2
    assert done.err == "29 in all: 27 with one solution, 2 bad-notation\n"
    expected = [*range(7), 8, *range(9, 30)]
    assert [found.get("id", found.get("line")) for found in done.rows] == expected
    assert [found["error"] for found in done.rows if "error" in found] == ["bad-notation"] * 2
    assert all(found["cells"] == CELLS for found in done.rows if "error" not in found)


def test_a_bad_row_without_an_id_is_named_by_file_and_line(run, write):
    path = write(row(1), "[1]\n")
    expected = {"file": str(path), "line": 2}
    assert {key: run("solve", path).rows[1][key] for key in ("file", "line")} == expected


@pytest.mark.parametrize("bad", [
    '{"id": 2, "grid": "' + "A" * 3 * LONGEST_TEXT + '"}\n',
    "A" * (LONGEST_TEXT + 1) + "\n",
    '{"id": ' + "[" * 100_000 + "\n",
    '{"id": "\\ud800"}\n',
    '{"id": 1e999}\n',
    "\x00\ufffd\n",
    "null\n",
], ids=["huge-row", "one-too-long", "deep", "half-a-character", "no-number", "binary", "null"])  # fmt: skip
def test_the_worst_row_spoils_no_other(run, write, bad):
    done = run("solve", write(row(1), bad, row(3)))
    assert done.status == 2
    assert [found.get("id", found.get("line")) for found in done.rows] == [1, 2, 3]
    assert done.rows[1]["error"] == "bad-notation"
    assert len(json.dumps(done.rows[1])) < 1000


@pytest.mark.parametrize(("fields", "words"), [
    ({"grid": ["...", "..."]}, "could be star-battle, lights-out or pegs"),
    ({"puzzle": "chess", "grid": ["*."]}, "\"puzzle\" is 'chess'"),
    ({"puzzle": "lights-out"}, "missing required field `grid`"),
    ({"puzzle": "lights-out", "grid": ["*."], "states": "2"}, "Expected `int"),
    ({"puzzle": "lights-out", "grid": ["*."], "rule": "cross"}, "there is no rule 'cross'"),
    ({"puzzle": "lights-out", "grid": ["*."], "target": ["*"]}, "the target is a board of 1x1, the start of 1x2"),
    ({"grid": ["oo.", "..."], "end": 9}, '"end" 9: this board has the holes 0 to 5'),
    ({"grid": ["end 2", "oo."], "end": 1}, 'the puzzle has a different end than "end"'),
    ({"grid": ["oo."], "hole": 2, "end": 2}, "a hole number is only for a named board"),
    ({"grid": "oo."}, "grid"),
])  # fmt: skip
def test_a_row_that_is_no_puzzle_is_an_error_in_its_place(run, write, fields, words):
    bad, good = json.dumps({"id": "bad"} | fields), json.dumps({"id": "good", "grid": ["oo."]})
    done = run("solve", write(f"{bad}\n{good}\n"))
    assert done.status == 2
    bad, good = done.rows
    assert (bad["id"], bad["error"]) == ("bad", "bad-notation")
    assert words in bad["message"] + bad["try"]
    assert (good["id"], good["jumps"]) == ("good", [[0, 1, 2]])


def test_a_defect_is_reported_for_its_row_and_the_rest_goes_on(run, write, monkeypatch):
    from autoplay.games.star_battle import adapter as answer

    def fail(puzzle, **_):
        raise ZeroDivisionError(puzzle.size)

    with monkeypatch.context() as patch:
        patch.setattr(answer, "solve", fail)
        done = run("solve", write(row(1), "{}\n"))
    assert done.status == 70
    assert [found["error"] for found in done.rows] == ["defect", "bad-notation"]
    assert "ZeroDivisionError: 4" in done.rows[0]["message"]


def test_sources_are_answered_in_the_given_order(run, write, example):
    done = run("solve", "--json", "-", write(row("b"), row("c")), example, stdin=row("a").encode())
    expected = ["a", "b", "c", str(example)]
    assert [found.get("id", found.get("file")) for found in done.rows] == expected


def test_rows_of_a_live_pipe_are_answered_one_by_one(start):
    solving = start("-")
    for number in range(3):
        solving.stdin.write(row(number))
        assert json.loads(solving.stdout.readline())["id"] == number
    out, err = rest(solving)
    assert (solving.returncode, out, err) == (0, "", "3 in all: 3 with one solution\n")


@SIGNALS
def test_interrupted_output_has_whole_lines(start, write):
    solving = start(write(*map(row, range(20_000))))
    begun = solving.stdout.readline()
    os.killpg(solving.pid, signal.SIGINT)
    out, err = rest(solving)
    assert (solving.returncode, err.strip()) == (130, "autoplay: stopped.")
    ids = [json.loads(line)["id"] for line in (begun + out).splitlines()]
    assert ids == list(range(len(ids)))
    assert len(ids) < 20_000


@SIGNALS
def test_a_reader_that_goes_away_ends_it_quietly(start, write):
    solving = start(write(*map(row, range(20_000))))
    solving.stdout.readline()
    solving.stdout.close()
    assert solving.stderr.read() == ""
    assert solving.wait(60) == 141
