"""Updates of a known board of lamps or pegs from a new picture."""

import cv2
import numpy as np
import pytest

from tests.vision.lights_out.lamp_pictures import GRID, YELLOW, drawn_lamps, read_lamps
from tests.vision.peg_solitaire.peg_pictures import ENGLISH, TRIANGLE, drawn_pegs, read_pegs
from vision import update_reading
from vision.errors import AmbiguousBoard, BoardNotFound


def test_an_update_sees_changed_lamps_and_a_moved_board():
    before, other = read_lamps(drawn_lamps(GRID)), (".****", *GRID[1:])
    assert update_reading(drawn_lamps(other), before).grid == other
    moved = update_reading(drawn_lamps(other, at=(50, 70)), before)
    assert (moved.grid, moved.box) == (other, (50, 70, 244, 264))
    with pytest.raises(BoardNotFound):
        update_reading(np.full((300, 320, 3), 30, np.uint8), before)


def test_an_unknown_colour_is_refused_or_learned():
    before = read_lamps(drawn_lamps(GRID))
    image = drawn_lamps(
        ("2" + GRID[0][1:], *GRID[1:]), {"*": YELLOW, ".": (90, 80, 80), "2": (60, 60, 230)}
    )
    with pytest.raises(AmbiguousBoard, match="row 1, column 1"):
        update_reading(image, before)
    learned = update_reading(image, before, learn=True)
    assert learned.grid == ("2" + GRID[0][1:], *GRID[1:])
    assert (len(learned.looks), learned.looks[:2]) == (3, before.looks)


def test_a_board_of_one_state_learns_the_other():
    before = read_lamps(drawn_lamps(("****",) * 4))
    assert before.looks[0] is None
    now = update_reading(drawn_lamps(("..**", *("****",) * 3)), before, learn=True)
    assert now.grid == ("..**", *("****",) * 3)


def test_touching_lamps_are_read_and_updated():
    image = drawn_lamps(GRID, gap=0)
    reading = read_lamps(image)
    assert (reading.grid, reading.box) == (GRID, (30, 40, 230, 240))
    dark = tuple("." * len(row) for row in GRID)
    assert update_reading(drawn_lamps(dark, gap=0), reading).grid == dark
    with pytest.raises(BoardNotFound, match="no longer there"):
        update_reading(drawn_lamps(GRID, gap=0, at=(50, 60)), reading)


def test_an_update_sees_the_jump_and_a_moved_board():
    before = read_pegs(drawn_pegs(TRIANGLE))
    after = ("    o    ", "   . o   ", "  . . o  ", *TRIANGLE[3:])
    assert update_reading(drawn_pegs(after), before).grid == after
    assert update_reading(drawn_pegs(after, at=(70, 81)), before).grid == after
    expected = pytest.approx((140, 77), abs=1)
    assert update_reading(drawn_pegs(after, at=(60, 77)), before).centre(0, 4) == expected
    with pytest.raises(BoardNotFound):
        update_reading(np.full((300, 300, 3), 240, np.uint8), before)


def test_the_colour_of_a_chosen_peg_is_refused_or_learned():
    before, image = read_pegs(drawn_pegs(ENGLISH)), drawn_pegs(ENGLISH)
    cv2.circle(image, (60 + 2 * 40, 60), 14, (200, 120, 20), -1, cv2.LINE_AA)
    with pytest.raises(AmbiguousBoard, match="row 1, column 3"):
        update_reading(image, before)
    learned = update_reading(image, before, learn=True)
    assert (learned.grid, len(learned.looks)) == (ENGLISH, len(before.looks) + 1)
    assert update_reading(image, learned).grid == ENGLISH


def test_a_hint_in_a_hole_in_the_chosen_pegs_colour_is_not_a_peg():
    image, blue = drawn_pegs(ENGLISH), (255, 0, 0)
    before = read_pegs(image)
    cv2.circle(image, (60 + 3 * 40, 60), 14, blue, -1, cv2.LINE_AA)
    learned = update_reading(image, before, learn=True)
    cv2.circle(image, (60 + 3 * 40, 60 + 40), 8, blue, -1, cv2.LINE_AA)
    assert update_reading(image, learned).grid == ENGLISH
