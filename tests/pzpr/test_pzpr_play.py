"""The player on a page that we did not write: it reads the engine's drawing and clicks on it."""

from autoplay.practice.puzzles import pick, solution_cells
from autoplay.sites import GENERIC, site_for
from tests.playing import QUICK, play


def engine_says(page):
    """Return True if the engine calls the board complete, and the (row, col) of its stars."""
    lines = page.evaluate("ui.puzzle.getFileData()").splitlines()
    rows = [line.split() for line in lines[-int(lines[2]) :]]
    stars = {(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#"}
    return page.evaluate("ui.puzzle.check(false).complete"), stars


def test_the_player_solves_the_board_and_the_engine_says_complete(page, pzpr_url, tmp_path):
    board = pick(5, 1)
    page.goto(pzpr_url(board))
    outcome = play(page, site_for(page), tmp_path, pace_ms=QUICK)
    assert (outcome.verdict.result, outcome.verdict.message) == ("solved", "Complete!")
    (solution,) = solution_cells(board.grid, board.stars, limit=2)
    assert engine_says(page) == (True, solution)
    assert outcome.puzzle.stars == board.stars


def test_a_silent_page_is_asked_by_its_button(page, pzpr_url, tmp_path):
    page.goto(f"{pzpr_url(pick(0, 2))}#quiet")
    page.wait_for_function("ui.puzzle.ready")
    site = site_for(page)
    with site.watch(page) as watch:
        verdict = site.confirm(page, watch)
    assert (verdict.result, "star" in verdict.message) == ("rejected", True)
    page.click("#btnok")
    outcome = play(page, site, tmp_path, pace_ms=QUICK)
    assert (outcome.verdict.result, outcome.verdict.message) == ("solved", "Complete!")


def test_the_board_and_a_notice_over_it_are_enough_for_an_unknown_page(page, pzpr_url, tmp_path):
    page.goto(f"{pzpr_url(pick(0, 1))}#quiet")
    outcome = play(page, GENERIC, tmp_path, pace_ms=QUICK, checks=False)
    assert (outcome.verdict.result, engine_says(page)[0]) == ("played", True)
    page.goto("about:blank")
    page.goto(pzpr_url(pick(0, 1)))
    outcome = play(page, GENERIC, tmp_path, pace_ms=QUICK, patience_s=1)
    assert (outcome.verdict.result, outcome.verdict.confirmed_by) == ("solved", "words")
    assert engine_says(page)[0]
