"""The page itself: the engine draws our boards, takes raw clicks and checks answers."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from autoplay.practice.puzzles import StarBoard, pick, solution_cells

EXAMPLE = StarBoard("example", 1, ("AAAAA", "ABBBA", "ACCBD", "CCEDD", "EEEED"))


def open_board(page, url):
    page.goto(url)
    page.wait_for_selector("#divques svg")
    page.wait_for_function("ui.puzzle.ready")


def press(page, cell):
    """Click in the middle of a cell, at the place that the engine names."""
    x, y = page.evaluate(
        """([r, c]) => {
            const box = document.querySelector('#divques svg').getBoundingClientRect();
            const { x0, y0, cw, ch } = ui.puzzle.painter;
            return [box.x + x0 + (c + 0.5) * cw, box.y + y0 + (r + 0.5) * ch];
        }""",
        list(cell),
    )
    page.mouse.click(x, y)


@pytest.mark.parametrize("board", [EXAMPLE, pick(0, 0), pick(3, 1), pick(5, 2)], ids=lambda board: board.id)
def test_the_engine_reads_the_regions_that_were_written(page, pzpr_url, board):
    open_board(page, pzpr_url(board))
    _, kind, rows, cols, stars, count, *lines = page.evaluate("ui.puzzle.getFileData()").splitlines()
    numbers = [number for line in lines[: board.size] for number in line.split()]
    letters = [letter for row in board.grid for letter in row]
    assert (kind, rows, cols, count) == ("starbattle", *3 * [str(board.size)])
    assert int(stars) == board.stars
    assert len(set(zip(numbers, letters, strict=True))) == board.size == len(set(numbers))


@pytest.mark.parametrize("size", [0, 5])
def test_raw_clicks_solve_a_board_and_the_engine_says_complete(page, pzpr_url, size):
    board = pick(size, 0)
    open_board(page, pzpr_url(board))
    (solution,) = solution_cells(board.grid, board.stars, limit=2)
    for cell in sorted(solution):
        expect(page.locator("#notification")).to_be_hidden()
        press(page, cell)
    expect(page.locator("#notification")).to_be_visible()
    expect(page.locator("#notification")).to_have_text("Complete!")
    assert page.evaluate("ui.puzzle.check(false).complete") is True


def test_the_engine_says_what_is_wrong_when_asked(page, pzpr_url):
    open_board(page, pzpr_url(pick(0, 0)))
    press(page, (0, 0))
    page.click("#btncheck")
    expect(page.locator("#notification")).to_be_visible()
    assert page.evaluate("ui.puzzle.check(false).complete") is False
    assert "star" in page.inner_text("#notification").lower()
