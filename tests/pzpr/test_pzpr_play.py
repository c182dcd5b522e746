"""The player on a page that we did not write: it reads the engine's drawing and clicks on it."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from autoplay.practice.puzzles import pick, solution_cells
from autoplay.sites import GENERIC, site_for
from tests.playing import QUICK, play

BOARDS = {"5x5": (0, 0), "6x6": (1, 1), "8x8": (3, 0), "10x10": (5, 1)}


def engine_says(page):
    """Return True if the engine calls the board complete, and the (row, col) of its stars."""
    lines = page.evaluate("ui.puzzle.getFileData()").splitlines()
    rows = lines[-int(lines[2]) :]
    stars = {(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row.split()) if mark == "#"}
    return page.evaluate("ui.puzzle.check(false).complete"), stars


@pytest.mark.parametrize(("size", "seed"), BOARDS.values(), ids=BOARDS)
def test_the_player_solves_the_board_and_the_engine_says_complete(page, pzpr_url, tmp_path, size, seed):
    board = pick(size, seed)
    page.goto(pzpr_url(board))
    outcome = play(page, site_for(page), tmp_path, pace_ms=QUICK)
    assert (outcome.verdict.result, outcome.verdict.message) == ("solved", "Complete!")
    (solution,) = solution_cells(board.grid, board.stars, limit=2)
    assert engine_says(page) == (True, solution)
    assert outcome.puzzle.stars == board.stars


def test_the_board_alone_is_enough_if_the_page_says_nothing(page, pzpr_url, tmp_path):
    page.goto(f"{pzpr_url(pick(3, 2))}#quiet")
    outcome = play(page, GENERIC, tmp_path, pace_ms=QUICK, checks=False)
    assert outcome.verdict.result == "played"
    assert engine_says(page)[0]


def test_notice_over_the_board_is_not_a_failed_click(page, pzpr_url, tmp_path):
    page.goto(pzpr_url(pick(3, 2)))
    outcome = play(page, GENERIC, tmp_path, pace_ms=QUICK, patience_s=1)
    assert (outcome.verdict.result, outcome.verdict.confirmed_by) == ("solved", "words")
    assert engine_says(page)[0]


def test_button_is_pressed_on_a_silent_page(page, pzpr_url, tmp_path):
    page.goto(f"{pzpr_url(pick(0, 2))}#quiet")
    outcome = play(page, site_for(page), tmp_path, pace_ms=QUICK)
    assert (outcome.verdict.result, outcome.verdict.message) == ("solved", "Complete!")


def test_the_engine_rejects_what_is_not_finished(page, pzpr_url):
    page.goto(pzpr_url(pick(0, 0)))
    page.wait_for_function("ui.puzzle.ready")
    site = site_for(page)
    with site.watch(page) as watch:
        verdict = site.confirm(page, watch)
    assert verdict.result == "rejected"
    assert "star" in verdict.message


@pytest.mark.usefixtures("process")
def test_the_command_solves_the_board_of_an_address(pzpr_url, tmp_path):
    board = pick(5, 3)
    command = [sys.executable, "-m", "autoplay", "play", pzpr_url(board), "--json", "--output", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    (solution,) = solution_cells(board.grid, board.stars, limit=2)
    row = json.loads(done.stdout)
    assert (row["result"], row["message"], row["stars"]) == ("solved", "Complete!", 2)
    assert {tuple(cell) for cell in row["cells"]} == solution
    assert sorted(path.name for path in tmp_path.glob("*.png")) == ["after.png", "before.png", "overlay.png"]
