"""Boards of pegs in drawn pictures: found on both lattices, read, and drawn into an overlay."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from solvers.peg_solitaire import BOARDS, named_board
from tests.vision.boards import disc
from tests.vision.peg_solitaire.peg_pictures import (
    ENGLISH,
    PAGE,
    TRIANGLE,
    drawn_pegs,
    read_pegs,
    rows,
    start,
)
from vision import draw_overlay, inspect, load_image, read_board, update_reading
from vision.errors import AmbiguousBoard, BoardCutOff, BoardNotFound, ReadingError
from vision.peg_solitaire.reader import PegSolitaireReader


@pytest.mark.parametrize("name", BOARDS)
def test_every_usual_board_is_read_without_the_puzzle(name):
    grid = start(name, 0)
    assert read_board(drawn_pegs(grid, dot=0.5)).grid == grid


def test_squares_in_a_cross_are_pegs_without_the_puzzle():
    image = drawn_pegs(ENGLISH, dot=0.3)
    for row, col in np.argwhere(np.array([list(line) for line in ENGLISH]) == "o").tolist():
        x, y = 60 + 40 * col, 60 + 40 * row
        cv2.rectangle(image, (x - 15, y - 15), (x + 15, y + 15), (60, 60, 220), -1)
    assert read_board(image).grid == ENGLISH


@pytest.mark.parametrize("pegs", [2, 6, 9, 13])
@pytest.mark.parametrize("dot", [0.25, 0.36])
def test_holes_may_be_dots_much_smaller_than_pegs(pegs, dot):
    board = named_board("triangle5")
    holes = set(sorted(board.sites, key=lambda site: (7 * site[0] + 3 * site[1]) % 11)[pegs:])
    assert read_board(drawn_pegs(rows(board, holes), step=48, dot=dot)).grid == rows(board, holes)


@pytest.mark.parametrize("squeeze", [0.65, 1.2])
def test_the_middle_of_each_character_is_that_of_its_site(squeeze):
    reading = read_pegs(drawn_pegs(TRIANGLE, squeeze=squeeze))
    assert reading.grid == TRIANGLE
    down = 40 * 0.866 * squeeze
    assert reading.centre(0, 4) == pytest.approx((60 + 80, 60), abs=1)
    assert reading.centre(4, 8) == pytest.approx((60 + 160, 60 + 4 * down), abs=1)


def test_a_triangle_upside_down_is_read():
    assert read_pegs(drawn_pegs(TRIANGLE[::-1])).grid == TRIANGLE[::-1]


def test_rows_that_begin_at_the_left_are_a_triangle():
    stairs = tuple(row.replace(" ", "").ljust(5) for row in TRIANGLE)
    reading = read_pegs(drawn_pegs(stairs))
    assert reading.grid == TRIANGLE
    assert reading.centre(2, 6) == pytest.approx((60 + 2 * 40, 60 + 2 * 40), abs=1.5)
    assert update_reading(drawn_pegs(stairs), reading).grid == TRIANGLE


def test_a_triangle_drawn_askew_is_read_and_updated():
    image = cv2.copyMakeBorder(drawn_pegs(TRIANGLE), 0, 0, 0, 60, cv2.BORDER_CONSTANT, value=PAGE)
    skew = np.array([[1, -0.12, 40], [0, 1, 0]])
    leaning = cv2.warpAffine(image, skew, image.shape[1::-1], borderValue=PAGE)
    reading = read_pegs(leaning)
    assert reading.grid == TRIANGLE
    assert update_reading(leaning, reading).grid == TRIANGLE


def test_discs_that_touch_are_read_if_holes_are_not_drawn():
    grid = ("  ooo  ", "  o.o  ", "o..oooo", "..o..oo", "ooooooo", "  ooo  ", "  ooo  ")
    image = np.full((400, 400, 3), 255, np.uint8)
    for r, row in enumerate(grid):
        for c in (c for c, site in enumerate(row) if site == "o"):
            cv2.circle(image, (80 + 40 * c, 80 + 40 * r), 20, (0, 0, 0), -1)
    assert read_pegs(image).grid == grid


class ApartOnly(PegSolitaireReader):
    """Reader that sees only a part of the sites, as long as objects are not taken apart."""

    def attempts(self, image, hints):
        refusal = AmbiguousBoard if hints.is_told else BoardNotFound
        part = replace(self.attempts_apart(image, hints)[0], signs=(), reading=None)
        return [replace(part, refusal=refusal("some sites are not visible"))]

    def attempts_apart(self, image, hints):
        return super().attempts(image, hints)


@pytest.mark.parametrize("puzzle", ["auto", "pegs"])
def test_objects_are_taken_apart_whether_or_not_the_puzzle_is_given(puzzle):
    result = inspect(drawn_pegs(TRIANGLE), puzzle=puzzle, readers=[ApartOnly()])
    assert [reading.grid for reading in result.readings] == [TRIANGLE]


def test_a_board_that_stands_on_its_corner_is_read():
    image = cv2.copyMakeBorder(drawn_pegs(ENGLISH), 80, 80, 80, 80, cv2.BORDER_CONSTANT, value=PAGE)
    turn = cv2.getRotationMatrix2D((image.shape[1] / 2, image.shape[0] / 2), 45, 1)
    turned = cv2.warpAffine(
        image, turn, image.shape[1::-1], flags=cv2.INTER_CUBIC, borderValue=PAGE
    )
    reading = read_pegs(turned)
    quarters = [
        tuple("".join(row) for row in np.rot90([list(r) for r in ENGLISH], k)) for k in range(4)
    ]
    assert reading.grid in quarters
    assert reading.warp is not None


@pytest.mark.parametrize("image", [np.full((200, 200, 3), 255, np.uint8), drawn_pegs(("ooo",))])
def test_a_bare_page_and_a_single_row_are_refused(image):
    with pytest.raises(BoardNotFound):
        read_pegs(image)


def test_the_overlay_rings_pegs_and_draws_jumps():
    image = drawn_pegs(TRIANGLE)
    seen = draw_overlay(image, read_pegs(image), [(2, 2), (0, 4)])
    changed = (seen[: image.shape[0], : image.shape[1]] != image).any(axis=2)
    assert changed[60:130, 100:140].mean() > 0.1  # the jump
    assert changed[180:215, 45:75].mean() > 0.1  # a ring


@pytest.mark.parametrize("hidden", [2, 26], ids=["half of a row", "a whole row"])
def test_a_triangle_that_breaks_off_at_its_last_row_is_refused(hidden):
    image = np.full((400, 480, 3), 20, np.uint8)
    for r in range(7):
        for c in range(r + 1):
            middle = 240 + 60 * c - 30 * r, 40 + 52 * r
            peg = 1 < r < 6 and (r + c) % 3 == 0
            disc(image, middle, 20, (130, 220, 75) if peg else (75, 65, 60), -1 if peg else 2)
    image[40 + 6 * 52 - hidden :] = 128
    with pytest.raises(BoardCutOff):
        read_pegs(image)


def test_a_star_battle_board_is_no_board_of_pegs():
    picture = Path(__file__).parents[3] / "fixtures/practice/5x5-solved.png"
    with pytest.raises(ReadingError):
        read_pegs(load_image(picture))


def test_a_board_of_its_own_shape_is_read_only_where_pegs_were_asked_for():
    grid = ("oooo  ", "oo.oo ", "oooooo", "oo.ooo")
    image = drawn_pegs(grid)
    assert read_pegs(image).grid == grid
    seen = inspect(image)
    assert not seen.readings
    hints = [attempt.refusal.hint for attempt in seen.attempts if attempt.puzzle == "pegs"]
    assert hints == ["if they are pegs: --puzzle pegs"]
