from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from autoplay.practice.options import PegOptions
from autoplay.practice.pegs import find_pegs, kind_of
from solvers.peg_solitaire import solve
from tests.autoplay.practice.conftest import READY
from tests.autoplay.practice.test_lights_out import AJAX
from tests.autoplay.practice.test_routes import request


class Pegs:
    """Open page of theme=symbols, played with raw mouse events; holes have numbers."""

    def __init__(self, page, site, query):
        page.goto(f"{site.url}/pegs?wait=0&animate=0&theme=symbols&{query}")
        page.wait_for_selector(READY)
        self.page = page

    @property
    def board(self):
        return find_pegs(self.page.inner_text("#puzzleID"))

    def centres(self, what):
        """Return the centres of the elements of a class in the window: (x, y) in px."""
        return self.page.locator(f"#stage1 .{what}").evaluate_all(
            """found => found.map(one => one.getBoundingClientRect())
                             .map(box => [box.x + box.width / 2, box.y + box.height / 2])"""
        )

    def shown(self):
        """Return the numbers of the holes that have a peg."""
        holes = self.centres("hole")
        return {
            next(i for i, hole in enumerate(holes) if max(abs(hole[k] - peg[k]) for k in (0, 1)) < 1)
            for peg in self.centres("peg")
        }

    def click(self, *holes):
        for hole in holes:
            self.page.mouse.click(*self.centres("hole")[hole])

    def drag(self, *holes):
        """Drag from one hole to the next."""
        places = self.centres("hole")
        self.page.mouse.move(*places[holes[0]])
        self.page.mouse.down()
        for hole in holes[1:]:
            self.page.mouse.move(*places[hole], steps=3)
        self.page.mouse.up()

    def jumps(self):
        return int(self.page.inner_text("#moves"))


@pytest.fixture
def pegs(site, page):
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield lambda query: Pegs(page, site, query)
    assert not errors


def board_of(**options):
    return find_pegs(f"{kind_of(PegOptions(**options)).name}_1")


def form(board, steps, robot="1"):
    return {"param": f"{board.id}@0", "b": " ".join("-".join(map(str, step)) for step in steps), "robot": robot}


@pytest.mark.parametrize("options", [{}, {"board": "english", "pegs": 9}, {"choose": True}])
def test_the_server_judges_the_jumps_it_was_sent(site, options):
    board = board_of(**options)
    taken = ((0,),) if board.choose else ()
    jumps = (*taken, *solve(board.puzzle).jumps)
    assert 'p class="succ"' in request(site, "POST", "/pegs?submit=post", form(board, jumps))[2]
    _, _, text = request(site, "POST", "/pegs", form(board, jumps[:-1], robot="0"), AJAX)
    assert json.loads(text)["solved"] is False
    first, second = site.submissions
    assert (first.puzzle, first.answer, first.solved, first.robot) == (board.id, jumps, True, True)
    assert (second.answer, second.fault, second.reply, second.robot) == (jumps[:-1], "2 pegs are left", "wrong", False)


@pytest.mark.parametrize("sent", [{"b": "15-1-0"}, {"b": "a"}, {"b": "1 2,3"}, {"param": "practice-5x5-1@0"}])
def test_jumps_that_make_no_sense_are_refused_and_not_judged(site, sent):
    assert request(site, "POST", "/pegs", form(board_of(), ()) | sent)[0] == 400
    assert site.submissions == []


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/pegs?board=square", 400, "give triangle4 or"),
        ("/pegs?end=last", 400, "give any or 0 to 44"),
        ("/pegs?hole=15", 404, "triangle5 has 15 holes, numbered from 0: there is no 15"),
        ("/pegs?pegs=14&end=4&seed=0", 404, "no board of 14 pegs"),
        ("/pegs?none=1&pegs=1", 404, "can be solved from all pegs that were tried"),
        ("/pegs?blank=1", 200, "on holiday"),
        ("/options", 200, "/pegs"),
    ],
)
def test_pages_without_a_board_say_why(site, path, status, words):
    got, _, text = request(site, "GET", path)
    assert (got, words in text) == (status, True)


def test_a_new_puzzle_is_that_of_the_next_seed(site):
    _, _, text = request(site, "POST", "/pegs?seed=4&pegs=5", form(board_of(), ()) | {"new": "1"})
    assert '<span id="puzzleID">triangle5_usual_any_5_0_0_5</span>' in text


@pytest.mark.parametrize("how", ["click", "drag", "both"])
def test_page_is_solved_once_the_server_says_so(pegs, site, page, how):
    game = pegs(f"pegs=5&seed=1&gesture={how}")
    jumps = solve(game.board.puzzle).jumps
    for start, _, to in jumps[:-1]:
        (game.click if how == "click" else game.drag)(start, to)
    assert (site.submissions, page.locator("#ajaxResponse p").count(), game.jumps()) == ([], 0, 3)
    start, _, to = jumps[-1]
    (game.drag if how == "drag" else game.click)(start, to)
    expect(page.locator("#ajaxResponse p.succ").first).to_be_visible()
    expect(page.locator("input.clock.solved")).to_be_visible()
    (done,) = site.submissions
    assert (done.answer, done.solved) == (jumps, True)
    assert game.shown() == {to}


def test_page_and_server_agree_on_every_jump(pegs):
    game = pegs("hole=12&turn=90")
    assert game.shown() == game.board.start
    jumps = solve(game.board.puzzle).jumps[:6]
    for count, (start, _, to) in enumerate(jumps, 1):
        game.click(start, to)
        assert game.shown() == game.board.puzzle.after(jumps[:count]).pegs


def test_a_wrong_move_changes_nothing_and_lets_the_peg_go(pegs, page):
    game = pegs("hole=0")
    for act, holes in ((game.click, (4, 0)), (game.drag, (4, 0)), (game.drag, (3, 1)), (game.click, (0, 3, 3))):
        act(*holes)
        expect(page.locator(".chosen")).to_have_count(0)
        expect(page.locator(".peg")).to_have_count(14)
        assert game.jumps() == 0


def test_a_gesture_that_the_page_does_not_know_does_nothing(pegs):
    game = pegs("gesture=drag")
    game.click(3, 0)
    assert game.jumps() == 0
    game = pegs("gesture=click")
    game.drag(3, 0)
    assert game.jumps() == 0


def test_the_player_takes_the_first_peg_of_a_full_board(pegs, site, page):
    game = pegs("board=triangle4&choose=1")
    assert game.shown() == set(range(10))
    game.click(1)
    assert (game.shown(), game.jumps()) == (set(range(10)) - {1}, 0)
    for start, _, to in solve(game.board.puzzle).jumps:
        game.click(start, to)
    expect(page.locator("#ajaxResponse p.succ").first).to_be_visible()
    assert site.submissions[0].answer[0] == (1,)


@pytest.mark.parametrize(
    ("query", "made"),
    [("swallow=2", 0), ("doubled=1", 0), ("doubled=2", 1), ("ignore=1", 0), ("rerender=1&wander=40", 1)],
)
def test_a_click_may_be_lost_or_count_twice(pegs, query, made):
    game = pegs(f"hole=0&{query}")
    game.click(3, 0)
    assert game.jumps() == made


def test_continued_game_is_judged_from_its_first_jump(pegs, site, page):
    game = pegs("pegs=5&seed=3&restore=1")
    page.reload()
    page.wait_for_selector(READY)
    assert game.jumps() == 1
    first, *others = solve(game.board.puzzle).jumps
    for start, _, to in others:
        game.click(start, to)
    expect(page.locator("#ajaxResponse p.succ").first).to_be_visible()
    assert site.submissions[0].answer == (first, *others)


def test_a_page_says_when_no_jump_is_left(pegs, page):
    game = pegs("board=triangle4&hole=1&gesture=drag")
    puzzle = game.board.puzzle
    while jump := next(
        (jump for jump in puzzle.board.jumps if [hole in puzzle.pegs for hole in jump] == [1, 1, 0]), None
    ):
        assert page.inner_text("#stuck") == ""
        game.drag(jump[0], jump[2])
        puzzle = puzzle.after([jump])
    assert len(puzzle.pegs) > 1
    assert page.inner_text("#stuck") == "No jump is left."


@pytest.mark.parametrize(("theme", "pitch", "rim"), [("marbles", 56, 26), ("canvas", 50, 12), ("svg", 52, 26)])
def test_all_styles_accept_drags_at_their_holes(pegs, page, theme, pitch, rim):
    game = pegs(f"board=english&theme={theme}&rename=1&zoom=1.25&animate=100")
    assert page.locator("#stage1 [class*=peg], #stage1 .picture, #stage1 .board").count() == 0
    box = page.locator("#stage1 > * > :first-child").bounding_box()
    for (x, y), act in (((3.5, 1.5), page.mouse.down), ((3.5, 3.5), page.mouse.up)):
        page.mouse.move(box["x"] + 1.25 * (rim + pitch * x), box["y"] + 1.25 * (rim + pitch * y), steps=3)
        act()
    assert game.jumps() == 1
