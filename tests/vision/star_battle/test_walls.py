"""Boards of walls and open cells: between lines that go on through walls, and under the tint of the
selected row and column."""

from itertools import product

import numpy as np
import pytest

from tests.vision.boards import WALLED
from vision import read_board
from vision.errors import AmbiguousBoard
from vision.image import Image

SIDE = 30
MARGIN = 40
LARGE = (
    "###.####",
    "##...#.#",
    "..#..#..",
    "..##..#.",
    ".##.##.#",
    "...#...#",
    "...#.#.#",
    "#...#..#",
)
"""A larger one; few boards of as many rows have one if their walls are at random."""
TINT = np.array((120, 200, 255))


def draw_walls(
    grid: tuple[str, ...], grey: int, tinted: tuple[int | None, int | None] = (None, None)
) -> Image:
    """Draw walls and open cells between lines of a grey, the open cells of a row and a column with a
    tint."""
    end = MARGIN + len(grid) * SIDE
    image = np.full((end + MARGIN + 1, end + MARGIN + 1, 3), 255, np.uint8)
    for row, col in product(range(len(grid)), repeat=2):
        cell = image[MARGIN + row * SIDE :, MARGIN + col * SIDE :][:SIDE, :SIDE]
        if grid[row][col] == "#":
            cell[:] = 0
        elif row == tinted[0] or col == tinted[1]:
            cell[:] = (0.7 * 255 + 0.3 * TINT).astype(np.uint8)
    for line in range(MARGIN, end + 1, SIDE):
        image[line, MARGIN : end + 1] = grey
        image[MARGIN : end + 1, line] = grey
    return image


@pytest.mark.parametrize("grey", [0, 120, 190])
@pytest.mark.parametrize("tinted", [(None, None), (2, None), (None, 0), (2, 4)])
def test_walls_are_read_under_a_tint_and_between_lines(
    grey: int, tinted: tuple[int | None, int | None]
) -> None:
    assert read_board(draw_walls(LARGE, grey, tinted)).grid == LARGE


def test_few_rows_between_lines_may_be_lamps() -> None:
    with pytest.raises(AmbiguousBoard, match="may be Star Battle or Lights Out"):
        read_board(draw_walls(WALLED, 120))
    assert read_board(draw_walls(WALLED, 120), puzzle="star-battle").grid == WALLED
    lamps = read_board(draw_walls(WALLED, 120), puzzle="lights-out", lit="bright")
    assert lamps.puzzle == "lights-out"


def test_without_one_solution_they_are_lamps() -> None:
    grid = (".#......", *LARGE[1:])
    assert read_board(draw_walls(grid, 120), lit="bright").puzzle == "lights-out"
