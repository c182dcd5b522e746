"""Reading of a refused picture at other sizes."""

from dataclasses import replace
from itertools import product

import cv2
import numpy as np
import pytest

from tests.vision.lights_out.lamp_pictures import GRID, drawn_lamps
from vision.errors import BoardNotFound, ReadingError
from vision.game_reader import Hints
from vision.inspection import inspect
from vision.lights_out.reader import LightsOutReader
from vision.rescaling import read_rescaled


class AtOtherSizesOnly(LightsOutReader):
    """Reader that refuses a picture in its own size, and may see another board in a small one."""

    def __init__(self, *, turned: bool) -> None:
        self.turned = turned

    def attempts(self, image, hints):
        if image.shape[0] == 420:
            return super().attempts(image, replace(hints, size=9))
        if self.turned and image.shape[0] < 420:
            image = np.ascontiguousarray(image[::-1])
        return super().attempts(image, hints)


def picture():
    return drawn_lamps(GRID, at=(60, 60), pitch=60, gap=10, size=(420, 420))


def test_a_refused_board_is_read_at_other_sizes_in_the_pictures_own_coordinates():
    usual = inspect(picture(), puzzle="lights-out").best()
    found = inspect(picture(), puzzle="lights-out", readers=[AtOtherSizesOnly(turned=False)]).best()
    assert found.grid == GRID
    assert found.confidence == pytest.approx(0.9)
    assert found.box == pytest.approx(usual.box, abs=2)
    assert found.centre(2, 3) == pytest.approx(usual.centre(2, 3), abs=1.5)


def test_sizes_that_show_different_boards_settle_nothing():
    reader = AtOtherSizesOnly(turned=True)
    assert read_rescaled(reader, picture(), Hints(is_told=True)) == []


def test_other_sizes_are_tried_only_if_the_puzzle_is_given():
    with pytest.raises(ReadingError):
        inspect(picture(), readers=[AtOtherSizesOnly(turned=False)]).best()


def draw_dashed(grid, pitch=66, dash=8, gap=7):
    """Draw bright borders between regions on black, and dashes between the other cells."""
    size = len(grid)
    image = np.zeros((pitch * size + 120,) * 2 + (3,), np.uint8)
    at = 60 + pitch * np.arange(size + 1)
    for line in at[1:-1]:
        for start in range(at[0], at[-1] - dash, dash + gap):
            image[start : start + dash, line] = image[line, start : start + dash] = 150
    for row, col in product(range(size), repeat=2):
        y, x = at[row], at[col]
        if row == 0 or grid[row][col] != grid[row - 1][col]:
            image[y - 3 : y + 3, x - 3 : x + pitch + 3] = (0, 255, 255)
        if col == 0 or grid[row][col] != grid[row][col - 1]:
            image[y - 3 : y + pitch + 3, x - 3 : x + 3] = (0, 255, 255)
    image[at[-1] - 3 : at[-1] + 3, at[0] - 3 : at[-1] + 3] = (0, 255, 255)
    image[at[0] - 3 : at[-1] + 3, at[-1] - 3 : at[-1] + 3] = (0, 255, 255)
    return image


def test_a_board_is_read_whose_dashes_join_only_at_another_size():
    grid = (
        "AAAABBAA",
        "AAAAAAAC",
        "ADAAAAAA",
        "AAEEAAAA",
        "AAAAAAAA",
        "FFAAAAAA",
        "AAAAAGAA",
        "AAHHAAAA",
    )
    image = draw_dashed(grid)
    with pytest.raises(BoardNotFound):
        inspect(image).best()
    assert inspect(image, puzzle="star-battle").best().grid == grid
    # Signs against it count more than in the picture's own size.
    for row, col in ((4, 4), (4, 5), (5, 4), (5, 5)):
        cv2.circle(image, (93 + 66 * col, 93 + 66 * row), 16, (255, 255, 255), -1, cv2.LINE_AA)
    with pytest.raises(ReadingError):
        inspect(image, puzzle="star-battle").best()
