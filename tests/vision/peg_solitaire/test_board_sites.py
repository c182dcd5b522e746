"""Sites of boards: usual boards, boards of their own shape, and boards that are cut off."""

import cv2
import numpy as np
import pytest

from tests.vision.peg_solitaire.peg_pictures import (
    APPEARANCES,
    ENGLISH,
    PAGE,
    TRIANGLE,
    drawn_pegs,
    read_pegs,
    site_middles,
    start,
)
from vision import read_board
from vision.errors import AmbiguousBoard, BoardNotFound, ReadingError
from vision.peg_solitaire.board_sites import find_board
from vision.peg_solitaire.frames import find_frames
from vision.point_lattices import PointLattice, find_point_lattices


def test_discs_in_blank_cells_form_no_board_of_their_own_shape():
    with pytest.raises(BoardNotFound, match="no discs"):
        read_pegs(ruled_pegs((".o..o", "..o..", "o...o", ".o...", "..o.o")))


def test_a_button_on_the_lattice_beside_the_board_is_not_a_site():
    image = drawn_pegs(ENGLISH)
    cv2.rectangle(image, (60 - 14, 100 - 14), (60 + 14, 100 + 14), (120, 60, 20), 2)
    assert read_pegs(image).grid == ENGLISH


def test_a_peg_that_is_drawn_two_rows_below_the_board_does_not_continue_it():
    image = drawn_pegs((*start("triangle5", 0), "         ", "o       o"))
    assert read_board(image).grid == start("triangle5", 0)


@pytest.mark.parametrize(
    "grid", [start("english", 16), start("triangle5", 0)], ids=["english", "triangle5"]
)
def test_a_part_of_a_board_is_refused(grid):
    image = drawn_pegs(grid)
    for part in (image[: -(60 + 20)], image[80:], image[:, 80:]):
        with pytest.raises(ReadingError):
            read_pegs(part)


@pytest.mark.parametrize("count", [2, 3])
def test_pegs_beside_all_places_are_those_of_a_board_that_is_tilted(count):
    grid = ("o.ooo", "oo.oo", "ooooo", ".oo.o", "ooooo")
    image = drawn_pegs(grid, margin=120)
    for row in range(count):
        middle = (80 + 40 * row, 60 + 40 * 5 - 8)
        cv2.circle(image, middle, 14, (60, 60, 220), -1, cv2.LINE_AA)
    if count < 3:
        assert read_pegs(image).grid == grid
        return
    with pytest.raises(AmbiguousBoard, match="between and beside"):
        read_pegs(image)


def ruled_pegs(grid, outside=(255, 255, 255)):
    """Draw discs in cells with lines round them; cells that are no sites have a colour."""
    image = np.full((40 * len(grid) + 80, 40 * len(grid[0]) + 80, 3), PAGE, np.uint8)
    for r, row in enumerate(grid):
        for c, site in enumerate(row):
            corner, opposite = (40 + 40 * c, 40 + 40 * r), (80 + 40 * c, 80 + 40 * r)
            cv2.rectangle(image, corner, opposite, outside if site == " " else (255, 255, 255), -1)
            cv2.rectangle(image, corner, opposite, (150, 130, 120), 1)
            if site == "o":
                cv2.circle(image, (60 + 40 * c, 60 + 40 * r), 11, (50, 40, 190), -1, cv2.LINE_AA)
    return image


def test_the_asymmetrical_cross_is_a_usual_board():
    grid = ("  ooo   ",) * 3 + ("oooooooo", "ooo.oooo", "oooooooo") + ("  ooo   ",) * 2
    assert read_board(drawn_pegs(grid, dot=0.5)).grid == grid


def test_a_hole_too_faint_for_an_outline_does_not_make_the_board_a_larger_one():
    image = drawn_pegs(start("english", 16), (PAGE, PAGE, (60, 60, 220)), step=24, at=(40, 40))
    cv2.circle(image, (40 + 3 * 24, 40 + 3 * 24), 3, (200, 200, 200), -1)
    image = cv2.GaussianBlur(image, (5, 5), 0)
    assert read_pegs(image).grid == start("english", 16)


@pytest.mark.parametrize("appearance", ["flat discs", "dark page"])
@pytest.mark.parametrize("margin", [5, 40])
def test_a_board_cut_out_of_its_page_is_read_on_any_margin(appearance, margin):
    grid = ("  .o.  ", "  oo.  ", ".....oo", "oo.oooo", "..oooo.", "  .oo  ", "  ooo  ")
    image = drawn_pegs(grid, APPEARANCES[appearance], dot=0.3)
    x0, y0, x1, y1 = read_pegs(image).box
    around = (margin, margin, margin, margin)
    for colour in ((0, 0, 0), (96, 80, 64), (255, 255, 255)):
        cut = image[y0:y1, x0:x1]
        cut = cv2.copyMakeBorder(cut, *around, cv2.BORDER_CONSTANT, value=colour)
        assert read_pegs(cut).grid == grid


def test_blank_cells_of_another_ground_are_outside():
    grid = ("  ooo  ", "  .o.  ", "oo..ooo", "o.o.ooo", "ooo..oo", "  .oo  ", "  ooo  ")
    assert read_board(ruled_pegs(grid, outside=(192, 192, 192))).grid == grid


def test_a_usual_board_that_fills_the_picture_is_not_part_of_a_larger_one():
    grid = start("english", 16)
    image = ruled_pegs(grid, (190, 190, 190))[30:-30, 30:-30]
    cells = np.array([(col, row) for row in range(7) for col in range(7)])
    points = PointLattice(np.array([30.0, 30.0]), 40.0 * np.eye(2), cells, np.full((2, 2), 38.0))
    frame = find_frames(points)[0]
    seen = frozenset(frame.convert_places(cells))
    assert len(find_board("the pegs", image, frame, seen, seen).cells) == 33


@pytest.mark.filterwarnings("error")
def test_pairs_without_a_common_step_form_no_lattice():
    first = 1000 * np.arange(10)[:, None] * (1, 0)
    away = np.where(np.arange(10)[:, None] % 2, (51, 0), (59, 9))
    corners = np.concatenate([first, first + away])
    assert find_point_lattices(np.hstack([corners, corners + 100])) == []


def test_holes_may_be_drawn_below_the_middles_of_their_sites():
    image = drawn_pegs(TRIANGLE, step=60, dot=0, margin=80)
    for site, (x, y) in site_middles(TRIANGLE, step=60):
        if site == ".":
            cv2.circle(image, (x, y), 4, PAGE, -1)
            cv2.ellipse(image, (x, y + 14), (18, 6), 0, 0, 360, (90, 110, 140), -1, cv2.LINE_AA)
    assert read_pegs(image).grid == TRIANGLE


def test_square_buttons_in_centred_rows_are_not_their_own_ground():
    image = np.full((300, 340, 3), 255, np.uint8)
    for site, (x, y) in site_middles(TRIANGLE, step=58):
        corner, opposite = (x - 26, y - 22), (x + 25, y + 21)
        fill = (144, 188, 143) if site == "o" else (239, 239, 239)
        cv2.rectangle(image, corner, opposite, fill, -1)
        cv2.rectangle(image, corner, opposite, (118, 118, 118), 1)
        if site == "o":
            cv2.putText(image, "O", (x - 7, y + 7), 0, 0.6, (0, 0, 0), 2, cv2.LINE_AA)
    assert read_pegs(image).grid == TRIANGLE


def test_words_round_a_board_do_not_hide_its_lattice():
    image = drawn_pegs(TRIANGLE, step=80, dot=0.3, margin=80)
    text = "LEAVE ONLY ONE YOU ARE A GENIUS"
    cv2.putText(image, text, (60, 376), 0, 0.55, (0, 0, 60), 1, cv2.LINE_AA)
    assert read_pegs(image).grid == TRIANGLE
