"""Boards on a page that does not stand still, and the moment at which they are read."""

from contextlib import nullcontext
from itertools import cycle
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from autoplay.games import GAMES
from autoplay.player import board_finder
from autoplay.player.board_finder import BoardFinder, goes_on
from autoplay.player.board_reader import BoardReader
from tests.autoplay.player.simulated_boards import Clock
from vision.errors import AmbiguousBoard, BoardNotFound

LAMP, SIDE = 60, 5
LIT, DARK = (0, 220, 255), (70, 60, 60)
BLINKS_S = 0.2


def draw_lamps(lit, spinner=0):
    """Draw a page of lamps with something that turns beside them, (H, W, 3)."""
    page = np.full((480, 640, 3), 255, np.uint8)
    for row in range(SIDE):
        for col in range(SIDE):
            x, y = 60 + col * LAMP, 60 + row * LAMP
            colour = LIT if (row, col) in lit else DARK
            cv2.rectangle(page, (x, y), (x + LAMP - 8, y + LAMP - 8), colour, cv2.FILLED)
    cv2.ellipse(page, (520, 200), (70, 70), 0, spinner, spinner + 90, (200, 80, 40), 30)
    return page


class FilmedScreen:
    """Screen whose page shows what ``draw`` makes of the time in seconds."""

    def __init__(self, draw, clock):
        self.draw = draw
        self.clock = clock
        self.page: Any = SimpleNamespace(wait_for_timeout=lambda ms: clock.advance(ms / 1000))
        self.timeline = SimpleNamespace(measure=lambda _: nullcontext())
        self.page.viewport_size = None

    def take_screenshot(self, **_):
        self.clock.advance(0.03)
        return self.draw(self.clock())

    def scrolling_parts(self, **_):
        return []


@pytest.mark.parametrize("spins", [False, True])
def test_a_board_is_read_once_its_lamps_stand_still(spins, monkeypatch):
    clock = Clock()
    monkeypatch.setattr(board_finder, "monotonic", clock)
    game = {(1, 1), (1, 2), (2, 1), (3, 3), (0, 4)}

    def draw(now):
        turned = int(now * 300) if spins else 0
        if now >= 4:
            return draw_lamps(game, turned)
        return draw_lamps({(1, 0)} if now // BLINKS_S % 2 else set(), turned)

    finder = BoardFinder(FilmedScreen(draw, clock), BoardReader([GAMES["lights-out"]], "any"))
    found = finder.find(8.0, lambda: False)
    assert clock() >= 4
    lit = {
        (r, c) for r, row in enumerate(found.reading.grid) for c, s in enumerate(row) if s == "*"
    }
    assert lit == game


def test_a_board_that_trembles_by_a_pixel_stands_still(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(board_finder, "monotonic", clock)
    page = draw_lamps({(1, 1)})
    shifts = cycle((0, 1))
    screen = FilmedScreen(lambda _: np.roll(page, next(shifts), axis=0), clock)
    finder = BoardFinder(screen, BoardReader([GAMES["lights-out"]], "any"))
    assert finder.find(8.0, lambda: False).reading.grid[1] == ".*..."


class DoubtfulReader:
    """Reader that refuses every picture with one error."""

    has_doubtful = accepts_doubtful = False

    def __init__(self, error):
        self.error = error

    def read(self, *_):
        raise self.error

    read_in_doubt = read_anyhow = read_slanted = read


class QuietStart:
    """Start that presses when it is due, and keeps what it is told of the page."""

    quiet_s = 0.0

    def __init__(self, is_due=lambda: False):
        self.seen = []
        self.is_due = is_due

    def begin(self, seen):
        self.seen.append(seen)
        return self.is_due()


@pytest.mark.parametrize(
    ("error", "is_bare"),
    [(BoardNotFound("no grid", hint=""), True), (AmbiguousBoard("alike", hint=""), False)],
)
def test_what_may_be_a_board_is_not_a_page_without_one(error, is_bare, monkeypatch):
    clock = Clock()
    monkeypatch.setattr(board_finder, "monotonic", clock)
    start = QuietStart()
    finder = BoardFinder(FilmedScreen(lambda _: draw_lamps(set()), clock), DoubtfulReader(error))
    with pytest.raises(type(error)):
        finder.find(8.0, lambda: False, start)
    assert start.seen[-1].is_searched
    assert start.seen[-1].is_bare is is_bare


def test_a_page_that_moves_for_ever_is_refused_in_time(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(board_finder, "monotonic", clock)
    screen = FilmedScreen(lambda now: draw_lamps(set(), int(now * 300)), clock)
    reader = DoubtfulReader(BoardNotFound("no grid", hint=""))
    starts = iter([6.0, 99.0])
    due = [next(starts)]

    def is_due():
        if clock() < due[0]:
            return False
        due[0] = next(starts)
        return True

    began_at = clock()
    with pytest.raises(BoardNotFound):
        BoardFinder(screen, reader).find(8.0, lambda: False, QuietStart(is_due))
    assert due == [99.0]
    assert clock() - began_at <= 12


@pytest.mark.parametrize(
    ("box", "is_cut"), [((10, 10, 250, 290), True), ((100, 100, 200, 200), False)]
)
def test_a_board_near_the_edge_of_what_scrolls_may_go_on(box, is_cut):
    assert goes_on(box, part=(0, 0, 300, 300), cells=5) is is_cut
