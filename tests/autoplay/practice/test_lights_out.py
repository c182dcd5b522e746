from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from autoplay.practice.lamps import find_lamps, kind_of
from autoplay.practice.options import THEMES, LampOptions
from solvers.lights_out import solve
from tests.autoplay.practice.conftest import READY
from tests.autoplay.practice.test_routes import request

AJAX = {"X-Requested-With": "XMLHttpRequest", "Content-Type": "application/x-www-form-urlencoded"}
CANVAS = (44, 0, 3)
"""Size of a lamp of theme=canvas, the gap and the rim, in px."""


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
        figures = self.page.locator(".lamp").all_inner_texts()
        cols = self.board.puzzle.cols
        rows = ("".join(figures[start : start + cols]) for start in range(0, len(figures), cols))
        return tuple(row.translate(str.maketrans("01", ".*")) for row in rows)

    def press(self, *cells):
        for row, col in cells:
            lamps = self.page.locator("#stage1 [role=button], #stage1 rect")
            if lamps.count():
                lamps.nth(row * self.board.puzzle.cols + col).click()
            else:
                cell, gap, rim = CANVAS
                x, y = (rim + at * (cell + gap) + cell / 2 for at in (col, row))
                self.page.locator("#stage1 canvas").click(position={"x": x, "y": y})

    def moves(self):
        return int(self.page.inner_text("#moves"))


@pytest.fixture
def lamps(site, page):
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield lambda query: Lamps(page, site, query)
    assert not errors


def board_of(**options):
    return find_lamps(f"{kind_of(LampOptions(**options)).name}_1")


def form(board, presses, robot="1"):
    cols = board.puzzle.cols
    return {"param": f"{board.id}@0", "b": " ".join(str(r * cols + c) for r, c in presses), "robot": robot}


@pytest.mark.parametrize("options", [{}, {"rows": 3, "cols": 7, "rule": "random", "states": 3, "target": "on"}])
def test_the_server_judges_the_presses_it_was_sent(site, options):
    board = board_of(**options)
    presses = solve(board.puzzle).presses
    assert 'p class="succ"' in request(site, "POST", "/lights-out?submit=post", form(board, presses[::-1]))[2]
    _, _, text = request(site, "POST", "/lights-out", form(board, presses[1:], robot="0"), AJAX)
    assert json.loads(text)["solved"] is False
    first, second = site.submissions
    assert (first.puzzle, first.answer, first.solved, first.robot) == (board.id, presses[::-1], True, True)
    assert (second.answer, second.solved, second.reply, second.robot) == (presses[1:], False, "wrong", False)
    assert second.fault.startswith("the lamp at row ")


def test_the_answer_may_be_kept_from_being_the_truth(site):
    board = board_of()
    presses = solve(board.puzzle).presses
    assert request(site, "POST", "/lights-out?fail=1", form(board, presses))[0] == 500
    request(site, "POST", "/lights-out?deny=1", form(board, presses))
    assert [(done.reply, done.solved) for done in site.submissions] == [("error", True), ("wrong", True)]


@pytest.mark.parametrize("sent", [{"b": "25"}, {"b": "a"}, {"param": "practice-5x5-1@0"}, {"param": "5x5_plus@0"}])
def test_presses_that_make_no_sense_are_refused_and_not_judged(site, sent):
    assert request(site, "POST", "/lights-out", form(board_of(), ()) | sent)[0] == 400
    assert site.submissions == []


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/lights-out?size=21", 400, "give 1 to 20"),
        ("/lights-out?skin=queens", 400, "unknown option"),
        ("/lights-out?size=3&none=1", 404, "always has a solution"),
        ("/lights-out?size=4&seed=1&rule=random&none=1", 200, "4x4_random"),
        ("/lights-out?blank=1", 200, "on holiday"),
        ("/lights-out?challenge=1", 403, "challenge-form"),
        ("/options", 200, "/lights-out"),
    ],
)
def test_special_pages_and_those_without_a_board_say_why(site, path, status, words):
    got, _, text = request(site, "GET", path)
    assert (got, words in text) == (status, True)


def test_a_new_puzzle_is_that_of_the_next_seed(site):
    _, _, text = request(site, "POST", "/lights-out?seed=4", form(board_of(), ()) | {"new": "1"})
    assert '<span id="puzzleID">5x5_plus_0_2_off_0_0_5</span>' in text


@pytest.mark.parametrize("theme", ["glow", "canvas", "svg"])
def test_page_is_solved_once_the_server_says_so(lamps, site, page, theme):
    game = lamps(f"size=3&seed=1&theme={theme}")
    presses = solve(game.board.puzzle).presses
    game.press(*presses[:-1])
    assert (site.submissions, page.locator("#ajaxResponse p").count(), game.moves()) == ([], 0, len(presses) - 1)
    game.press(presses[-1])
    expect(page.locator("#ajaxResponse p.succ").first).to_be_visible()
    expect(page.locator("input.clock.solved")).to_be_visible()
    (done,) = site.submissions
    assert (done.answer, done.solved) == (presses, True)
    game.press((0, 0))
    assert game.moves() == len(presses)


@pytest.mark.parametrize("rule", ["random", "knight&wrap=1"])
def test_a_press_changes_on_the_page_what_it_changes_for_the_judge(lamps, rule):
    game = lamps(f"rows=3&cols=4&states=3&theme=symbols&seed=2&rule={rule}")
    assert game.shown() == game.board.puzzle.start
    presses = ((0, 0), (2, 1), (2, 1), (1, 3), (0, 2))
    for count, cell in enumerate(presses, 1):
        game.press(cell)
        assert game.shown() == game.board.puzzle.after(presses[:count]).grid


@pytest.mark.parametrize(
    ("query", "counted"),
    [("swallow=2", 2), ("doubled=2", 6), ("ignore=1", 0), ("rerender=1&wander=40", 4), ("shuffle=4", 0)],
)
def test_a_press_may_be_lost_count_twice_or_shuffle_the_lamps(lamps, query, counted):
    game = lamps(f"size=3&seed=2&theme=symbols&states=3&{query}")
    before = game.board.id
    game.press((0, 0), (1, 1), (2, 2), (0, 1))
    assert game.moves() == counted
    assert (game.board.id != before) == ("shuffle" in query)


def test_continued_game_is_judged_from_its_first_press(lamps, site, page):
    game = lamps("size=3&seed=3&restore=1&theme=flat")
    left = game.moves()
    page.reload()
    page.wait_for_selector(READY)
    pressed = tuple(sorted(game.board.effects)[::2])
    assert (left, game.moves()) == (5, 5)
    game.press(*solve(game.board.puzzle.after(pressed)).presses)
    expect(page.locator("#ajaxResponse p.succ").first).to_be_visible()
    assert site.submissions[0].answer[:5] == pressed


def test_every_style_shows_two_kinds_of_lamps(lamps, page):
    for theme in THEMES:
        game = lamps(f"seed=1&theme={theme}&rename=1")
        assert page.locator("#stage1 [class*=lamp], #stage1 .picture").count() == 0
        if page.locator("#stage1 [role=button]").count():
            classes = page.locator("#stage1 [role=button]").evaluate_all("lamps => lamps.map(lamp => lamp.className)")
            shown = "".join("*" if " " in name.strip() else "." for name in classes)
            assert shown == "".join(game.board.puzzle.start)
