"""Peg solitaire pages in a browser."""

import pytest
from playwright.sync_api import expect

from autoplay.practice.peg_solitaire import find_pegs
from solvers.peg_solitaire import solve
from tests.autoplay.practice.conftest import BOARD, READY

pytestmark = pytest.mark.usefixtures("errors")
SUCCESS = "#ajaxResponse p.succ"
CENTRES = """found => found.map((one) => one.getBoundingClientRect())
    .map((box) => [box.x + box.width / 2, box.y + box.height / 2])"""


class Pegs:
    """Open page of theme=symbols, played with raw mouse events; holes have numbers."""

    def __init__(self, page, site, query):
        page.goto(f"{site.url}/pegs?wait=0&animate=0&theme=symbols&{query}")
        page.wait_for_selector(READY)
        self.page = page
        self.board = find_pegs(page.inner_text("#puzzleID"))

    def centres(self, what):
        """Return the centres of the elements of a class in the window: (x, y) in px."""
        return self.page.locator(f"#stage1 .{what}").evaluate_all(CENTRES)

    def shown(self):
        """Return the numbers of the holes that have a peg."""
        holes = [(round(x), round(y)) for x, y in self.centres("hole")]
        return {holes.index((round(x), round(y))) for x, y in self.centres("peg")}

    def click(self, *holes):
        for hole in holes:
            self.page.mouse.click(*self.centres("hole")[hole])

    def drag(self, start, end):
        places = self.centres("hole")
        self.page.mouse.move(*places[start])
        self.page.mouse.down()
        self.page.mouse.move(*places[end], steps=3)
        self.page.mouse.up()

    def jumps(self):
        return int(self.page.inner_text("#moves"))


def test_pegs_are_solved_by_the_gesture_of_the_page_once_the_server_says_so(site, page):
    for how, other in (("click", "drag"), ("drag", "click")):
        game = Pegs(page, site, f"pegs=5&seed=1&gesture={how}")
        jumps = solve(game.board.puzzle).jumps
        start, _, to = jumps[0]
        getattr(game, other)(start, to)
        assert game.jumps() == 0
        for start, _, to in jumps:
            assert (site.submissions, page.locator("#ajaxResponse p").count()) == ([], 0)
            getattr(game, how)(start, to)
        expect(page.locator(SUCCESS).first).to_be_visible()
        expect(page.locator("input.clock.solved")).to_be_visible()
        done = site.submissions.pop()
        assert (done.answer, done.solved, game.shown()) == (jumps, True, {to})
    game = Pegs(page, site, "board=triangle4&choose=1")
    assert game.shown() == set(range(10))
    game.click(1)
    assert (game.shown(), game.jumps()) == (set(range(10)) - {1}, 0)
    for start, _, to in solve(game.board.puzzle).jumps:
        game.click(start, to)
    expect(page.locator(SUCCESS).first).to_be_visible()
    assert site.submissions[0].answer[0] == (1,)


def test_a_game_goes_on_and_every_kind_of_drawing_takes_drags(site, page):
    game = Pegs(page, site, "pegs=5&seed=3&restore=1")
    page.reload()
    page.wait_for_selector(READY)
    assert game.jumps() == 1
    first, *others = solve(find_pegs(page.inner_text("#puzzleID")).puzzle).jumps
    for start, _, to in others:
        game.click(start, to)
    expect(page.locator(SUCCESS).first).to_be_visible()
    assert site.submissions[0].answer == (first, *others)
    named = page.locator("#stage1 [class*=peg], #stage1 .picture, #stage1 .board")
    for theme, pitch, rim in (("canvas", 50, 12), ("svg", 52, 26)):
        options = "board=english&rename=1&zoom=1.25&animate=100&rerender=1&doubled=2"
        game = Pegs(page, site, f"{options}&theme={theme}")
        assert named.count() == 0
        box = page.locator(BOARD).bounding_box()
        for row, act in ((1.5, page.mouse.down), (3.5, page.mouse.up)):
            x = box["x"] + 1.25 * (rim + pitch * 3.5)
            page.mouse.move(x, box["y"] + 1.25 * (rim + pitch * row), steps=3)
            act()
        assert game.jumps() == 1
        page.evaluate("localStorage.clear()")
