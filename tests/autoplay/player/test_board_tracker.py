"""Boards that are looked at where they are, whatever their marks look like."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from autoplay.browser.panorama import part
from autoplay.browser.timeline import Timeline
from autoplay.games import GAMES
from autoplay.player.appearances import CellAppearances
from autoplay.player.board_tracker import BoardTracker
from tests.autoplay.player.simulated_boards import LINES, PITCH, SIDE, drawn_mark
from vision import Mark, Reading
from vision.errors import BoardNotFound, UnsupportedPuzzle

BOX = (0, 0, PITCH * SIDE, PITCH * SIDE)
EVERY = [(row, col) for row in range(SIDE) for col in range(SIDE)]


def draw(shades):
    """Draw a board with lines, (H, W, 3), and cells filled with levels: (row, col) → level."""
    picture = np.vstack([np.hstack([drawn_mark("empty")] * SIDE)] * SIDE)
    for (row, col), level in shades.items():
        picture[row * PITCH : (row + 1) * PITCH, col * PITCH : (col + 1) * PITCH] = level
    picture[::PITCH] = picture[:, ::PITCH] = 0
    return picture


def track(game, reading, picture):
    """Return a tracker of a board, whose screen shows ``picture``."""
    screen: Any = SimpleNamespace(
        timeline=Timeline(), rest=(0, 0), shown=picture, park=lambda: None, page=None
    )
    screen.capture = lambda box: part(screen.shown, box)
    screen.wait_until_still = lambda box, **_: (part(screen.shown, box), True)
    screen.take_screenshot = lambda: screen.shown
    tracker = BoardTracker(screen, GAMES[game])
    tracker.picture = picture
    tracker.update(reading)
    return tracker


def test_marks_that_mislead_the_reader_leave_the_board_where_it_is(monkeypatch):
    def refuse(*_):
        raise UnsupportedPuzzle("one region too many")

    monkeypatch.setattr("autoplay.player.board_tracker.update_reading", refuse)
    reading = Reading("star-battle", ("A" * SIDE,) * SIDE, LINES, LINES, BOX)
    tracker = track("star-battle", reading, draw({}))
    tracker.screen.shown = draw({(1, 2): 90})
    for panorama in (None, SimpleNamespace(retake=lambda _: tracker.screen.shown)):
        tracker.panorama = panorama
        tracker.look()
        assert (tracker.reading, tracker.cell_image((1, 2)).max()) == (reading, 90)
    tracker.panorama = None
    tracker.screen.shown = draw(dict.fromkeys(EVERY, 90))
    with pytest.raises(UnsupportedPuzzle):
        tracker.look()


def test_what_comes_up_with_the_last_press_leaves_the_cells_below_it_as_they_were(monkeypatch):
    def read(picture, reading):
        if (picture[:PITCH, 4 * PITCH :] == 20).all():
            raise UnsupportedPuzzle("a mark that is none")
        return replace(reading, marks=(Mark(4, 0, "star"),))

    monkeypatch.setattr("autoplay.player.board_tracker.update_reading", read)
    reading = Reading("star-battle", ("A" * SIDE,) * SIDE, LINES, LINES, BOX)
    covered = draw({(4, 0): 90})
    covered[: PITCH + 6, 4 * PITCH - 6 :] = 20
    for pressed, is_last, is_seen in (
        ((4, 0), True, True), ((4, 0), False, False), ((0, 4), True, False),
    ):  # fmt: skip
        tracker = track("star-battle", reading, draw({}))
        tracker.first = reading, tracker.picture
        tracker.screen.shown = covered
        tracker.screen.pressed_at = 0
        if is_seen:
            tracker.look(pressed=pressed, is_last=is_last)
            assert tracker.marks == {(4, 0): "star"}
            continue
        with pytest.raises(UnsupportedPuzzle):
            tracker.look(pressed=pressed, is_last=is_last)


def test_what_lies_beyond_a_scrolled_board_is_not_at_its_place_in_the_window():
    reading = Reading("star-battle", ("A" * SIDE,) * SIDE, LINES, LINES, BOX)
    tracker = track("star-battle", reading, draw({}))
    assert tracker.box_in_window(BOX) == BOX
    scrolled: Any = SimpleNamespace(at=(0, 30), visible_part=lambda box: (box[0], 50, *box[2:]))
    tracker.panorama = scrolled
    assert tracker.box_in_window(BOX) == (0, 20, BOX[2], BOX[3] - 30)


def test_what_every_cell_shows_at_the_start_is_no_mark():
    boxes = tuple(Mark(row, col, "dot") for row, col in EVERY)
    reading = Reading("star-battle", ("A" * SIDE,) * SIDE, LINES, LINES, BOX, boxes)
    tracker = track("star-battle", reading, draw({}))
    tracker.first = reading, tracker.picture
    tracker.update(replace(reading, marks=(Mark(0, 0, "star"), *boxes[1:])))
    assert tracker.marks == {(0, 0): "star"}


@pytest.mark.parametrize(("beyond", "is_card"), [(0, False), (12, True)])
def test_a_fill_ends_with_its_cell_and_a_card_goes_on(beyond, is_card):
    picture = draw({})
    # A border between regions, of the colour of the fill, is on all sides of the cell.
    for line in (PITCH, 2 * PITCH):
        picture[:, line - 2 : line + 2] = picture[line - 2 : line + 2] = 20
    reading = Reading("star-battle", ("A" * SIDE,) * SIDE, LINES, LINES, BOX)
    tracker = track("star-battle", reading, picture)
    tracker.first = reading, picture
    now = picture.copy()
    filled = slice(PITCH - beyond, 2 * PITCH + beyond)
    now[filled, filled] = 20
    assert tracker.is_covered((1, 1), now, BOX) is is_card


def test_a_peg_of_another_colour_is_known_by_the_jump():
    grid = ("ooooo", *(".....",) * 4)
    reading = Reading("pegs", grid, LINES, LINES, BOX, part=0.5)
    first = draw({cell: 200 if cell[0] else 20 for cell in EVERY})
    tracker = track("pegs", reading, first)
    appearances = CellAppearances(reading, first)
    now = draw({cell: 200 if cell[0] else 20 for cell in EVERY} | {(2, 2): 110})
    expected = ("ooooo", ".....", "..o..", ".....", ".....")
    assert tracker._name_cells(appearances, now, reading, expected).grid == expected


def test_a_cell_that_has_grown_is_no_control_over_the_board(monkeypatch):
    name = "autoplay.player.board_view.find_wide_control"
    monkeypatch.setattr(
        name, lambda _page, _x, _y, most: ("", "") if most > 3 * PITCH else ("a", "")
    )
    ys = (0, *(3 * PITCH + line for line in LINES[:-1]))
    tracker = track(
        "star-battle", Reading("star-battle", ("A" * SIDE,) * SIDE, LINES, ys, BOX), draw({})
    )
    tracker._refuse_other_control((0, 0))
    with pytest.raises(BoardNotFound, match="a control covers row 2"):
        tracker._refuse_other_control((1, 0))
