"""The page itself: the engine draws our boards, takes raw clicks and checks answers."""

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


def test_the_engine_reads_the_regions_that_were_written(page, pzpr_url):
    for board in (EXAMPLE, pick(5, 2)):
        open_board(page, pzpr_url(board))
        lines = page.evaluate("ui.puzzle.getFileData()").splitlines()
        size = str(board.size)
        assert lines[1:6] == ["starbattle", size, size, str(board.stars), size]
        numbers = " ".join(lines[6 : 6 + board.size]).split()
        pairs = set(zip(numbers, "".join(board.grid), strict=True))
        assert len(pairs) == board.size == len(set(numbers))


def test_raw_clicks_solve_a_board_and_the_engine_says_when_it_is_complete(page, pzpr_url):
    board = pick(0, 0)
    open_board(page, pzpr_url(board))
    notice = page.locator("#notification")
    (solution,) = solution_cells(board.grid, board.stars, limit=2)
    first, *others = sorted(solution)
    press(page, first)
    page.click("#btncheck")
    expect(notice).to_be_visible()
    assert "star" in notice.inner_text().lower()
    assert page.evaluate("ui.puzzle.check(false).complete") is False
    page.click("#btnok")
    for cell in others:
        expect(notice).to_be_hidden()
        press(page, cell)
    expect(notice).to_have_text("Complete!")
    assert page.evaluate("ui.puzzle.check(false).complete") is True
