"""`autoplay solve`: every input, every output, and every error."""

import json
import re

import pytest

from solvers.errors import SolveTimeout
from solvers.star_battle.search import SolutionSearch
from tests.solvers.boards import PUBLISHED_ANSWER, obeys_rules

ANSWER = (
    "[[0,3],[0,5],[1,1],[1,8],[2,3],[2,5],[3,7],[3,9],[4,0],[4,2],"
    "[5,6],[5,8],[6,1],[6,4],[7,7],[7,9],[8,2],[8,4],[9,0],[9,6]]"
)
SMALL = ["AABB", "CABB", "CCDB", "CDDD"]  # one solution: [0,1] [1,3] [2,0] [3,2]
FIVE = "stars 1\nAAAAB\nCDAAA\nCCAAA\nCEEAA\nCCEAA\n"
SEVERAL = ["AAAAAA", "BBBBBB", "CCCCCC", "DDDDDD", "EEEEEE", "FFFFFF"]


def text(rows, stars=None):
    return "".join(f"{line}\n" for line in ([f"stars {stars}"] if stars else []) + rows)


def stop():
    raise SolveTimeout("too late")


def only_one_in_time():
    yield (0, 1), (1, 3), (2, 0), (3, 2)
    stop()


def line(**fields):
    return json.dumps(fields) + "\n"


def test_a_file_is_answered_with_board_and_coordinates(run, example):
    done = run("solve", example)
    assert done.status == 0
    assert done.out.splitlines()[-1] == ANSWER
    assert "10x10, 2 stars: this is the only solution" in done.err


def test_text_stdin_and_file_give_the_same(run, example):
    whole = example.read_text()
    answers = [run("solve", example), run("solve", whole), run("solve", "-", stdin=whole.encode())]
    assert len({done.out for done in answers}) == 1


def test_of_several_solutions_two_are_shown_and_where_they_differ(run):
    done = run("solve", text(SEVERAL, 1))
    assert done.status == 4
    *board, one, other = done.out.splitlines()
    one, other = ({tuple(cell) for cell in json.loads(cells)} for cells in (one, other))
    assert obeys_rules(SEVERAL, 1, one)
    assert obeys_rules(SEVERAL, 1, other)
    shown = {(row, col): board[2 * row + 1][4 * col + 2] for row in range(6) for col in range(6)}
    for symbol, cells in (("*", one & other), ("1", one - other), ("2", other - one)):
        assert {cell for cell, shows in shown.items() if shows == symbol} == cells
    assert f"two of them differ in {len(one ^ other)} cells" in done.complaint


def test_with_count_several_solutions_are_not_an_error(run):
    done = run("solve", "--solutions", "1000", "--json", text(SEVERAL, 1))
    assert (done.status, done.rows[0]["solutions"]) == (0, 90)  # king's permutations of six rows
    every = done.rows[0]["all"]
    assert len({tuple(map(tuple, cells)) for cells in every}) == 90
    assert all(obeys_rules(SEVERAL, 1, list(map(tuple, cells))) for cells in every)
    done = run("solve", "--all-solutions", text(SEVERAL, 1))
    assert "1 star: 90 solutions\n" in done.err
    assert re.findall(r"^Solution (\d+)$", done.out, re.MULTILINE) == [*map(str, range(1, 91))]
    assert [json.loads(line) for line in done.out.splitlines() if line.startswith("[[")] == every
    done = run("solve", "--solutions", "7", text(SEVERAL, 1))
    assert ("7 solutions or more" in done.err, done.out.count("Solution ")) == (True, 7)


def test_too_many_solutions_to_list_are_still_counted(run, monkeypatch):
    monkeypatch.setattr("autoplay.games.star_battle.adapter.MOST_CELLS_LISTED", 6 * 40)
    done = run("solve", "--all-solutions", "--json", text(SEVERAL, 1))
    (row,) = done.rows
    assert (done.status, len(row["all"]), row["solutions"], row["exact"]) == (4, 40, 90, True)
    said = "90 solutions (6x6, 1 star) are too many: these are only 40 of them"
    assert said in row["cut"]
    assert said in run("solve", "--all-solutions", text(SEVERAL, 1)).complaint


def test_the_published_form_is_that_of_the_article(run, example):
    done = run("solve", example, "--stars", 2, "--to", "published")
    first, blank, *board, last = done.out.splitlines()
    assert (done.status, first, blank) == (0, str(PUBLISHED_ANSWER), "")
    lines = ["+-+-+-+-+-+-+-+-+-+-+"] * 21
    for row in range(10):
        stars = ["*" if [row, col] in PUBLISHED_ANSWER else " " for col in range(10)]
        lines[2 * row + 1] = f"|{'|'.join(stars)}|"
    assert board == lines
    assert lines[1] == "| | | |*| |*| | | | |"
    assert re.fullmatch(r"search time : \d+\.\d{3}s", last)
    done = run("solve", text(SEVERAL, 1), "--to", "published")
    assert (done.status, done.out.count("[["), "differ in" in done.complaint) == (4, 2, True)
    assert "(* is in both" not in done.complaint
    done = run("solve", text(SEVERAL, 1), "--to", "published", "--all-solutions")
    assert (done.status, done.out.count("[["), done.out.count("search time")) == (0, 90, 1)


def test_json_marks_a_count_that_was_cut_off(run, monkeypatch):
    def count(limit):
        (row,) = run("solve", "--json", "--solutions", limit, text(SEVERAL, 1)).rows
        return row["solutions"], row["exact"]

    assert count(91) == (90, True)
    assert count(90) == (90, False)
    assert "exact" not in run("solve", "--json", text(SMALL, 1)).rows[0]
    checks = iter([False] * 2)
    monkeypatch.setattr(SolutionSearch, "_check_limits", lambda _: next(checks, True) and stop())
    number, exact = count(91)
    assert 0 < number < 90
    assert not exact


@pytest.mark.parametrize("options", [(), ("--to", "pzprv3")])
def test_uncounted_solutions_are_not_called_unique(run, monkeypatch, options):
    monkeypatch.setattr(SolutionSearch, "__iter__", lambda _: only_one_in_time())
    done = run("solve", "--solutions", "9", *options, text(SMALL, 1))
    assert done.status == 4
    assert "at least 1 solution (4x4, 1 star); not all counted within 60 s" in done.complaint
    assert "#" not in done.out
    row = line(id=1, stars=1, grid=SMALL).encode()
    expected = "1 in all: 1 not all counted\n"
    assert run("solve", "--solutions", "9", *options, "-", stdin=row).err == expected


def test_the_time_limit_holds_while_the_stars_are_found_out(run, monkeypatch):
    def never(_grid, timeout_s, **_limits):
        raise SolveTimeout(f"not inferred within {timeout_s:g} s")

    monkeypatch.setattr("solvers.notation.boards.infer_stars", never)
    nine = [9 * letter for letter in "ABCDEFGHI"]
    assert "not inferred within 10 s" in run("solve", text(nine)).complaint
    assert "not inferred within 10 s" in run("solve", "--timeout", "0", text(nine)).complaint
    done = run("solve", "--timeout", "4", text(nine))
    assert (done.status, done.out) == (2, "")
    assert "not inferred within 2 s" in done.complaint
    assert "--stars K" in done.complaint


def test_a_long_argument_is_not_repeated_in_full(run):
    done = run("solve", "A" * 5000)
    assert done.status == 2
    assert len(done.complaint) < 300


def test_a_link_that_holds_a_puzzle_is_solved(run):
    link = run("solve", "--to", "puzz.link", FIVE).out.strip()
    assert link.startswith("https://puzz.link/p?starbattle/5/5/1/")
    assert run("solve", link).out == run("solve", FIVE).out
