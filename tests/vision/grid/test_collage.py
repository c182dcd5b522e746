"""Boards that touch each other."""

import cv2
import numpy as np
import pytest

from tests.vision.boards import Look, draw, random_grid
from vision import read_boards

SIDE = 320


def board(size: int, seed: int, colours: bool = True) -> tuple[tuple[str, ...], np.ndarray]:
    """Return a grid and its picture, cropped just outside of its frame and scaled to one side."""
    grid = random_grid(size, seed)
    image = draw(grid, Look(pitch=36, thin=1, thick=3, frame=6, colours=colours, margin=4))
    return grid, cv2.resize(image[1:-1, 1:-1], (SIDE, SIDE), interpolation=cv2.INTER_AREA)


@pytest.mark.parametrize("colours", [True, False])
@pytest.mark.parametrize("sizes", [[[6, 8, 9]], [[6], [8]], [[8, 9], [7, 10]], [[8, 8, 8]] * 2])
def test_boards_that_touch_are_all_read(sizes, colours):
    boards = [
        [board(size, seed=10 * r + c, colours=colours) for c, size in enumerate(row)]
        for r, row in enumerate(sizes)
    ]
    picture = np.vstack([np.hstack([image for _, image in row]) for row in boards])
    found = read_boards(picture)
    assert [reading.grid for reading in found] == [grid for row in boards for grid, _ in row]
