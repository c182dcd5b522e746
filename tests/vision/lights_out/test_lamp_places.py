"""Lamps that no outline shows, holes that lines outline, and boards that something cuts off."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import inspect, load_image, read_board
from vision.errors import AmbiguousBoard, BoardCutOff, ReadingError

WHITE, BLACK, YELLOW, NIGHT = (255, 255, 255), (0, 0, 0), (40, 200, 250), (42, 27, 17)
GRID = ("*.*..", ".**.*", "..*..", "*...*", ".*.*.")


def ruled(grid, colours, line=BLACK, page=WHITE, pitch=40, width=2):
    """Cells that touch but for lines round each; a space is left in the colour of the page."""
    rows, cols = len(grid), len(grid[0])
    image = np.full((rows * pitch + 120, cols * pitch + 140, 3), page, np.uint8)
    for (r, row), c in product(enumerate(grid), range(cols)):
        x, y = 70 + c * pitch, 60 + r * pitch
        if row[c] != " ":
            cv2.rectangle(image, (x - width, y - width), (x + pitch - 1, y + pitch - 1), line, -1)
    for (r, row), c in product(enumerate(grid), range(cols)):
        x, y = 70 + c * pitch, 60 + r * pitch
        if row[c] != " ":
            cv2.rectangle(image, (x, y), (x + pitch - width - 1, y + pitch - width - 1), colours[row[c]], -1)
    return image


def grids(image, puzzle="lights-out", **options):
    return [reading.grid for reading in inspect(image, puzzle=puzzle, **options).readings]


@pytest.mark.parametrize("seed", range(6))
def test_lamps_in_the_colour_of_the_lines_are_no_holes(seed):
    states = np.random.default_rng(seed).random((9, 9)) < (0.2, 0.35, 0.5)[seed % 3]
    grid = tuple("".join(".*"[int(not dark)] for dark in row) for row in states)
    assert set(grids(ruled(grid, {"*": WHITE, ".": BLACK}, width=1))) <= {grid}


def test_a_person_may_say_that_lamps_of_one_state_have_holes_among_them():
    grid = (" ... ", ".....", ".. ..", ".....", " ... ")
    image = ruled(grid, {".": (60, 60, 60)}, line=(90, 90, 90))
    with pytest.raises(AmbiguousBoard, match="page's colour"):
        read_board(image, puzzle="lights-out")
    assert grids(image, lit="none") == [grid]


def test_a_hole_that_lamps_outline_is_no_state():
    grid = ("*. .*", "..*..", " * *.", "*...*", ".*.* ")
    assert grids(ruled(grid, {"*": YELLOW, ".": NIGHT}, line=(90, 70, 60))) == [grid]


def test_lamps_with_holes_are_found_without_being_told_that_there_are_any():
    grid = ("  *.. ", " *.*.*", "*..*..", ".*.*.*", " .*.* ", "  ..  ")
    image = ruled(grid, {"*": YELLOW, ".": (94, 73, 52)}, line=(80, 62, 44), page=(80, 62, 44), width=3)
    assert grids(image, "auto") == [grid]


def test_lamps_whose_last_row_is_cut_short_beside_a_glow_are_refused():
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


def test_lamps_under_a_dialog_are_no_board_of_walls():
    image = ruled(
        ("**..", "**.*", "*.**", "**..", "...."),
        {"*": (45, 108, 124), ".": (46, 32, 24)},
        line=(32, 22, 16),
        page=(130, 125, 122),
        pitch=52,
    )
    cv2.rectangle(image, (5, 60 + 3 * 52 + 42), (342, 350), WHITE, -1)
    with pytest.raises(ReadingError):
        read_board(image)


def test_cells_with_lines_of_two_widths_between_them_are_regions():
    solved = Path(__file__).parents[3] / "fixtures/practice/5x5-solved.png"
    assert grids(load_image(solved)) == []
