"""Grids of lamps that continue beyond the visible part."""

from itertools import product
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.lights_out.lamp_pictures import (
    GRID,
    NIGHT,
    WHITE,
    YELLOW,
    drawn_lamps,
    read_lamps,
)
from vision import inspect, load_image, read_board
from vision.confidence import FILLING_CONFIDENCE
from vision.errors import BoardCutOff

FIXTURES = Path(__file__).parents[3] / "fixtures"


def test_a_row_cut_short_beside_a_glow_is_refused():
    image = np.full((300, 320, 3), 20, np.uint8)
    for (r, row), c in product(enumerate((*GRID[:4], "*.*..", ".....")), range(5)):
        x, y = 30 + c * 50, 30 + r * 50
        if row[c] == "*":
            glow = np.zeros_like(image)
            cv2.rectangle(glow, (x - 4, y - 4), (x + 39, y + 39), (150, 150, 20), -1)
            image = cv2.max(image, cv2.GaussianBlur(glow, (0, 0), 7))
    for (r, row), c in product(enumerate((*GRID[:4], "*.*..", ".....")), range(5)):
        x, y = 30 + c * 50, 30 + r * 50
        colour = (250, 240, 120) if row[c] == "*" else (46, 38, 38)
        cv2.rectangle(image, (x, y), (x + 35, y + 35), colour, -1)
    with pytest.raises(BoardCutOff):
        read_board(image[:250], puzzle="lights-out")


def test_discs_of_which_the_next_row_shows_only_the_tops_are_refused():
    image = np.full((330, 320, 3), (60, 50, 46), np.uint8)
    for (r, row), c in product(enumerate((*GRID[:4], "....*")), range(5)):
        colour = (70, 180, 255) if row[c] == "*" else (105, 96, 92)
        cv2.circle(image, (45 + c * 57, 45 + r * 57), 24, colour, -1, cv2.LINE_AA)
    for row in (45 + 4 * 57 - 11, 45 + 4 * 57 - 27):
        image[row:] = 250
        with pytest.raises(BoardCutOff):
            read_board(image, puzzle="lights-out")


def test_lamps_in_the_glow_of_their_neighbours_are_read_without_the_puzzle():
    image = np.full((300, 320, 3), 40, np.uint8)
    cells = list(product(range(5), range(5)))
    for r, c in cells:
        colour = (240, 220, 60) if GRID[r][c] == "*" else (95, 80, 75)
        cv2.rectangle(image, (30 + c * 50, 30 + r * 50), (69 + c * 50, 69 + r * 50), colour, -1)
    for r, c in (cell for cell in cells if GRID[cell[0]][cell[1]] == "*"):
        glow = np.zeros_like(image)
        x, y = 30 + c * 50, 30 + r * 50
        cv2.rectangle(glow, (x, y), (x + 39, y + 39), (120, 110, 30), -1)
        image = cv2.max(image, cv2.GaussianBlur(glow, (0, 0), 9))
    assert read_board(image).grid == GRID


def test_glow_that_reaches_far_into_unlit_lamps_is_no_difference_between_them():
    image = drawn_lamps(GRID, gap=4, pitch=60, size=(380, 380)).astype(np.float32)
    lit = np.all(image == YELLOW, axis=2)
    glow = cv2.GaussianBlur(lit.astype(np.float32), (0, 0), 9)[..., None] * ~lit[..., None]
    found = read_board((image + glow * (np.array(YELLOW) - image)).round().astype(np.uint8)).grid
    assert found == GRID


def test_a_column_whose_unlit_lamps_have_no_glow_beside_them_is_part_of_the_board():
    grid = (".**.", "**.*", "*...", "**..")
    image = np.zeros((230, 230, 3), np.float32)
    cv2.rectangle(image, (30, 30), (199, 199), (58, 46, 42), -1)
    lit = np.zeros(image.shape[:2], np.float32)
    for r, c in product(range(4), range(4)):
        x, y = 40 + c * 38, 40 + r * 38
        for down in range(34):  # a dark bevel from grey to nearly black
            image[y + down, x : x + 34] = (60 - down, 60 - down, 75 - down)
        lit[y : y + 34, x : x + 34] = grid[r][c] == "*"
    red = np.float32((20, 20, 255))
    glow = np.clip(cv2.GaussianBlur(lit, (0, 0), 6) * 1.2, 0, 1)[..., None]
    image += glow * (red - image)
    image[lit > 0] = red
    assert read_board(image.round().astype(np.uint8)).grid == grid


def test_the_rim_of_a_panel_is_no_row_of_unlit_lamps():
    grid, grey, rim = ("....", "....", "...*", "*..."), (160, 160, 160), (40, 40, 36)
    image = np.full((330, 330, 3), 245, np.uint8)
    cv2.rectangle(image, (22, 32), (283, 293), rim, -1)
    for r, c in product(range(4), range(4)):
        colour = YELLOW if grid[r][c] == "*" else grey
        cv2.rectangle(image, (34 + c * 62, 44 + r * 62), (89 + c * 62, 99 + r * 62), colour, -1)
    assert read_board(image).grid == grid


def test_lamps_of_which_a_row_is_hidden_are_no_two_boards():
    image = drawn_lamps((*GRID[:3], GRID[3], *GRID[2:]), size=(380, 320))
    assert read_board(image).rows == 7
    image[30 + 3 * 40 + 6 : 30 + 4 * 40 + 10] = image[5, 5]
    assert inspect(image).readings == []


def test_two_boards_side_by_side_are_read_even_if_the_lamps_of_one_are_all_alike():
    image = np.hstack([drawn_lamps(GRID), drawn_lamps(GRID[::-1], pitch=34, size=(300, 320))])
    assert [reading.grid for reading in inspect(image).readings] == [GRID, GRID[::-1]]
    off = (".....",) * 5
    alike = drawn_lamps(off)
    cv2.circle(alike, (117, 160), 4, (84, 84, 84), -1)  # a pointer over a rim is no state
    image = np.hstack([drawn_lamps(GRID), alike])
    for puzzle in ("auto", "lights-out"):
        found = inspect(image, puzzle=puzzle).readings
        assert [reading.grid for reading in found] == [GRID, off]


def test_lamps_at_the_edge_of_the_picture_are_less_certain():
    image = drawn_lamps(GRID)
    assert read_board(image).confidence > 0.95
    cut = read_board(image[:, : 30 + 4 * 40 - 2])
    assert (cut.cols, cut.confidence) == (4, FILLING_CONFIDENCE)
    assert any("ends at the outer lamps" in reason for reason in cut.evidence)


@pytest.mark.parametrize("name", ["5x5-dark", "5x5-three-states"])
def test_a_margin_like_unlit_lamps_with_narrow_gaps_is_no_further_row(name):
    image = load_image(FIXTURES / f"lights-out-practice/{name}.png")
    reading = read_board(image, puzzle="lights-out")
    x0, y0, x1, y1 = reading.box
    colour = (96, 80, 64)
    cut = cv2.copyMakeBorder(image[y0:y1, x0:x1], 5, 5, 5, 5, cv2.BORDER_CONSTANT, value=colour)
    assert read_board(cut, puzzle="lights-out").grid == reading.grid


@pytest.mark.parametrize("things", ["  g gg", "ggggg"])
def test_things_beside_the_board_that_look_like_none_of_its_lamps_are_no_column(things):
    grid = tuple(row + end for row, end in zip(GRID, things, strict=False))
    colours = {"*": YELLOW, ".": (90, 80, 80), "g": (160, 40, 160)}
    image = drawn_lamps(grid, colours, size=(300, 320))
    assert read_board(image, puzzle="lights-out").grid == GRID


@pytest.mark.parametrize("distance", [12, 22])
def test_buttons_as_large_as_lamps_are_no_further_row(distance):
    image = drawn_lamps(GRID, at=(30, 90), size=(340, 320))
    for col in range(5):
        x, y = 33 + 40 * col, 90 - distance - 34
        cv2.rectangle(image, (x, y), (x + 33, y + 33), (240, 240, 240), -1)
        cv2.circle(image, (x + 16, y + 16), 3 + col, (0, 0, 0), 1)
    assert read_board(image).grid == GRID


def test_lamps_far_apart_have_no_lines_between_them():
    colours = {"*": (150, 70, 240), ".": (90, 60, 80)}
    image = drawn_lamps(GRID, colours, pitch=70, gap=28, size=(420, 420))
    assert read_board(image).grid == GRID


def test_a_glowing_heading_over_lamps_in_the_pages_colour_is_no_row():
    image = drawn_lamps(GRID, {"*": (180, 60, 200), ".": NIGHT}, at=(30, 80), size=(320, 320))
    for row, col in np.argwhere(np.array(list(map(list, GRID))) == "."):
        cv2.rectangle(
            image, (30 + 40 * col, 80 + 40 * row), (63 + 40 * col, 113 + 40 * row), (90, 50, 90)
        )
    image[45:70, 70:190] = (180, 60, 200)
    assert read_lamps(image).grid == GRID


def test_lamps_that_are_alike_show_their_states_by_what_is_above_them():
    def draw(cells):
        image = drawn_lamps(GRID, {"*": WHITE, ".": WHITE}, pitch=50, gap=34)
        for r, c in cells:
            cv2.circle(image, (38 + c * 50, 30 + r * 50), 7, YELLOW, -1, cv2.LINE_AA)
        return image

    lit = [cell for cell in product(range(5), range(5)) if GRID[cell[0]][cell[1]] == "*"]
    assert read_lamps(draw(lit)).grid == GRID
    # A heading above the board is none of its lamps' light.
    assert read_lamps(draw(product([0], range(5)))).grid == ("*****",) * 5
