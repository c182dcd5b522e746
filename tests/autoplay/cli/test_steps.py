"""`autoplay hint` and `autoplay explain`: the steps as text, as JSON and as pictures."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from autoplay.games.star_battle.steps import draw_board
from solvers.errors import SolveTimeout
from solvers.names import DIFFICULTIES
from solvers.star_battle import Puzzle, explain, hint
from tests.autoplay.cli.conftest import BOARD

TEXT = "stars 1\nAAAAB\nCDAAA\nCCAAA\nCEEAA\nCCEAA\n"
GRID = TEXT.split()[2:]
CELLS = [[0, 4], [1, 1], [2, 3], [3, 0], [4, 2]]
FIXTURES = Path(__file__).resolve().parents[3] / "fixtures"
PICTURE = FIXTURES / "practice" / "5x5.png"
NONE = "stars 1\nABBBB\nCCDDD\nCCDDD\nEEEDD\nEEEDD\n"
"""Region A is one cell in a corner, so that regions C and E cannot hold their stars."""


def test_the_steps_stand_numbered_before_the_board(run):
    done = run("explain", TEXT)
    steps = explain(Puzzle(GRID, 1)).steps
    assert done.status == 0
    lines = done.out.splitlines()
    numbered = [line.strip() for line in lines if re.match(r" *\d+\.", line)]
    assert numbered == [f"{n}. {step.text}" for n, step in enumerate(steps, 1)]
    assert "regions: A has row 1, column 1; B has row 1, column 5" in done.out
    assert json.loads(lines[-1]) == CELLS
    assert any(
        f"5x5, 1 star, {level}: this is the only solution" in done.err for level in DIFFICULTIES
    )


def test_a_hint_is_the_next_step_and_betrays_no_other_star(run):
    step = hint(Puzzle(GRID, 1))
    done = run("hint", TEXT)
    lines = done.out.splitlines()
    assert (done.status, lines[0], lines[-1]) == (0, step.text, "regions: B has row 1, column 5")
    assert lines[1:-1] == draw_board(GRID, {(0, 4): "new star"}).splitlines()
    (row,) = run("hint", "--json", TEXT).rows
    assert [found["text"] for found in row["steps"]] == [step.text]
    assert not {"cells", "difficulty"} & set(row)
    written = run("hint", "--to", "grid", TEXT).out
    assert written == "\n".join([lines[0], TEXT, "....*", *["....."] * 4, lines[-1], ""])


@pytest.mark.parametrize("crossed", [set(), {(0, 0)}])
def test_a_solved_board_needs_no_hint(run, crossed):
    from solvers.notation import write

    solved = Puzzle(GRID, 1, given={(row, col) for row, col in CELLS}, crossed=crossed)
    done = run("hint", write(solved, "pzprv3"))
    assert (done.status, done.out) == (0, "")
    assert "solved: every star is in its place" in done.err


def test_steps_that_take_too_long_are_given_up(run, monkeypatch):
    def never(_, timeout_s):
        raise SolveTimeout(f"not within {timeout_s} s")

    monkeypatch.setattr("autoplay.games.star_battle.adapter.explain", never)
    done = run("explain", "--timeout", "9", TEXT)
    assert (done.status, done.out) == (4, run("solve", TEXT).out)
    assert "solved, but not explained within 9 s. Try: a longer --timeout" in done.complaint
    (row,) = run("explain", "--timeout", "9", "--json", TEXT).rows
    assert (row["solutions"], row["unexplained"]) == (1, "solved, but not explained within 9 s")


@pytest.mark.parametrize("verb", ["explain", "hint"])
def test_there_are_no_steps_to_no_solution(run, verb):
    done = run(verb, NONE)
    assert (done.status, done.out) == (4, "")
    assert "no solution (5x5, 1 star): " in done.complaint


def test_marks_on_a_picture_count_for_steps_only(run, tmp_path):
    marked = FIXTURES / "practice" / "8x8-mistakes.png"
    assert run("solve", marked).status == 0
    done = run("hint", marked, "--overlay", tmp_path / "out.png")
    assert done.status == 4
    said = "3 marks are wrong: the star at row 3, column 3, the star at row 3, column 4 and the"
    assert said in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["out.png"]


def test_a_picture_comes_from_stdin_too(run, tmp_path):
    data = PICTURE.read_bytes()
    assert run("solve", "-", stdin=data).out == run("solve", PICTURE).out
    done = run("solve", "-", "--json", "--overlay", tmp_path / "out.png", stdin=data)
    assert (done.status, done.rows[0]["file"], done.rows[0]["cells"]) == (0, "-", CELLS)
    run("solve", PICTURE, "--overlay", tmp_path / "other.png")
    assert (tmp_path / "out.png").read_bytes() == (tmp_path / "other.png").read_bytes()


@pytest.mark.parametrize(
    ("name", "stars", "status"),
    [("5x5", "1", 0), ("5x5-solved", "1", 0), ("10x10", "1", 4)],
    ids=str,
)
def test_a_hint_has_one_picture(run, tmp_path, name, stars, status):
    """The picture shows the step; on a solved board, or one with several solutions, the stars."""
    picture = FIXTURES / "practice" / f"{name}.png"
    done = run("hint", picture, "--stars", stars, "--overlay", tmp_path / "out.png")
    assert done.status == status
    assert [path.name for path in tmp_path.iterdir()] == ["out.png"]


def test_options_that_only_read_has_are_proposed_with_read(run, save, board, tmp_path):
    two = save(np.vstack([board[0], board[0]]), "two.png")
    words = f"Try: autoplay read --solve {two}, which has more options: use --all"
    assert words in run("solve", two).complaint
    assert "--grid FILE" in run("record", two, "--output", tmp_path / "f").complaint


LAMPS = FIXTURES / "lights-out-practice" / "5x5-circles.png"
PEGS = FIXTURES / "pegs-practice" / "triangle5.png"
ANSWERS = {"star-battle": "cells", "lights-out": "presses", "pegs": "jumps"}
"""Key of the answer in the JSON object of each game."""


@pytest.mark.parametrize("puzzle", ["5x5", LAMPS, "triangle5", PEGS, TEXT], ids=str)
def test_every_game_has_a_hint_that_betrays_no_other_step(run, puzzle):
    (row,) = run("hint", puzzle, "--json").rows
    assert ANSWERS[row["puzzle"]] not in row
    (explained,) = run("explain", puzzle, "--json").rows
    assert explained[ANSWERS[row["puzzle"]]]
    (step,) = row["steps"]
    assert step["text"] == explained["steps"][0]["text"]
    assert ("levels" in row, "levels" in explained) == (True, False)
    assert step["text"].lower().startswith(row["levels"][-1]) or row["puzzle"] == "star-battle"
    done = run("hint", puzzle)
    assert (done.status, done.out.splitlines()[0]) == (0, step["text"])
    lines = run("explain", puzzle).out.splitlines()
    numbered = [line for line in lines if re.match(r" *\d+\. [A-Z]", line)]
    assert len(numbered) == len(explained["steps"])


def test_a_step_shows_the_board_before_it(run, tmp_path):
    """The pictures are read back as the lamps and pegs that are left."""
    for picture in (LAMPS, PEGS):
        (row,) = run("explain", picture, "--json", "--overlay", tmp_path / "out.png").rows
        assert len(row["pictures"]) == 1 + len(row["steps"])
        (last,) = run("explain", row["pictures"][-1], "--json").rows
        assert [step["left"] for step in last["steps"]] == [0]
        assert last["steps"][0]["text"] == row["steps"][-1]["text"]


def test_a_board_that_is_done_needs_no_step(run):
    assert "every lamp shows the target already" in run("hint", "...\n...", "--target", "off").err
    assert "this is the end already" in run("hint", "  o\n . .\n. . .").err


@pytest.mark.parametrize("verb", ["solve", "explain", "hint", "draw"])
def test_a_picture_can_be_cropped_and_corrected(run, verb, board, save):
    picture, (left, top, right, bottom) = board
    two = save(np.vstack([picture, picture]), "two.png")
    assert run(verb, two).status == 3
    crop = ("--crop", f"{left - 5},{top - 5},{right - left + 10},{bottom - top + 10}")
    done = run(verb, two, *crop, "--size", "10")
    assert (done.status, done.out) == (0, run(verb, BOARD).out)
    assert run(verb, two, *crop, "--size", "9").status == 3
    assert run(verb, two, *crop, "--fix", "0,0=Z").status != 0


@pytest.mark.parametrize("verb", ["solve", "hint", "draw"])
def test_the_address_of_a_picture_is_a_picture(run, verb, web):
    assert run(verb, f"{web}/5x5.png?size=5").out == run(verb, PICTURE).out
    missing = run(verb, f"{web}/missing.png")
    assert missing.status == 2
    assert "answers HTTP 404" in missing.complaint


def test_a_hint_gives_away_as_much_as_was_asked_for(run):
    lines = run("hint", TEXT, "--level", "2").out.splitlines()
    assert lines == ["1. Look at region B.", "2. Row 1, column 5."]
    (row,) = run("hint", TEXT, "--level", "3", "--json").rows
    assert (len(row["levels"]), "steps" in row) == (3, False)
    assert run("hint", TEXT, "--level", "5").status == 2


@pytest.mark.parametrize(("arguments", "words"), [
    ([], "nothing to give a hint for"),
    (["https://puzzles.example/1", TEXT], "one page at a time"),
    ([TEXT, "--watch"], "--watch is for a page"),
    (["https://puzzles.example/1", "--tab", "Queens"], "--tab names a tab"),
    (["https://www.linkedin.com/games/queens"], "terms forbid automation"),
    (["https://www.linkedin.com/games/queens", "--watch"], "terms forbid automation"),
])  # fmt: skip
def test_pages_that_get_no_hint_are_one_line_and_status_2(run, arguments, words):
    done = run("hint", *arguments)
    assert (done.status, done.out) == (2, "")
    assert words in done.complaint


def test_a_page_is_looked_at_and_not_pressed(run, elsewhere, monkeypatch):
    from playwright.sync_api import Mouse

    from autoplay.practice import serve

    for name in ("down", "click"):
        monkeypatch.setattr(Mouse, name, None)
    with serve() as site:
        for path, game in (("?size=0", "star-battle"), ("pegs?board=triangle4", "pegs")):
            (row,) = elsewhere(run, "hint", f"{site.url}/{path}", "--json").rows
            assert (row["puzzle"], len(row["levels"])) == (game, 4)
