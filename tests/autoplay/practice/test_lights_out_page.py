"""Lights Out pages in a browser."""

import pytest
from playwright.sync_api import expect

from autoplay.practice.lights_out import find_lamps
from solvers.lights_out import solve
from tests.autoplay.practice.conftest import READY

CANVAS = (44, 3)
"""Size of a lamp of theme=canvas, and the rim, in px."""


class Lamps:
    """Open page, played with raw mouse events; cells are (row, col)."""

    def __init__(self, page, site, query):
        page.goto(f"{site.url}/lights-out?wait=0&{query}")
        page.wait_for_selector(READY)
        self.page = page

    @property
    def board(self):
        return find_lamps(self.page.inner_text("#puzzleID"))

    def shown(self):
        """Return the states that theme=symbols shows as digits, in rows of text."""
        figures = "".join(self.page.locator("#stage1 [role=button]").all_inner_texts())
        text = figures.translate(str.maketrans("01", ".*"))
        cols = self.board.puzzle.cols
        return tuple(text[start : start + cols] for start in range(0, len(text), cols))

    def press(self, cells):
        lamps = self.page.locator("#stage1 [role=button], #stage1 rect")
        for row, col in cells:
            if lamps.count():
                lamps.nth(row * self.board.puzzle.cols + col).click()
            else:
                size, rim = CANVAS
                place = {"x": rim + (col + 0.5) * size, "y": rim + (row + 0.5) * size}
                self.page.locator("#stage1 canvas").click(position=place)

    def moves(self):
        return int(self.page.inner_text("#moves"))


@pytest.mark.usefixtures("errors")
def test_lamps_are_solved_once_the_server_says_so(site, page):
    for theme in ("glow", "canvas", "svg"):
        game = Lamps(page, site, f"size=3&seed=1&theme={theme}&rename=1")
        assert page.locator("#stage1 [class*=lamp], #stage1 .picture").count() == 0
        presses = solve(game.board.puzzle).presses
        game.press(presses[:-1])
        assert (site.submissions, page.locator("#ajaxResponse p").count()) == ([], 0)
        game.press(presses[-1:])
        expect(page.locator("#ajaxResponse p.succ").first).to_be_visible()
        expect(page.locator("input.clock.solved")).to_be_visible()
        done = site.submissions.pop()
        assert (done.answer, done.solved) == (presses, True)
        game.press([(0, 0)])
        assert game.moves() == len(presses)


@pytest.mark.usefixtures("errors")
def test_a_press_changes_what_the_server_says_and_a_game_goes_on(site, page):
    game = Lamps(page, site, "rows=3&cols=4&states=3&theme=symbols&seed=2&rule=random")
    assert game.shown() == game.board.puzzle.start
    presses = ((0, 0), (2, 1), (2, 1), (1, 3), (0, 2))
    for count, cell in enumerate(presses, 1):
        game.press([cell])
        assert game.shown() == game.board.puzzle.after(presses[:count]).grid
    game = Lamps(page, site, "size=3&seed=3&restore=1&theme=icons")
    left = game.moves()
    page.reload()
    page.wait_for_selector(READY)
    made = tuple(sorted(game.board.effects)[::2])
    assert (left, game.moves()) == (5, 5)
    game.press(solve(game.board.puzzle.after(made)).presses)
    expect(page.locator("#ajaxResponse p.succ").first).to_be_visible()
    assert site.submissions[0].answer[:5] == made
