"""Cells of a grid: lamps without a visible outline, and holes outlined by lines."""

import numpy as np
import pytest

from tests.vision.lights_out.lamp_pictures import BLACK, NIGHT, WHITE, YELLOW, ruled_lamps
from vision import inspect, read_board
from vision.errors import AmbiguousBoard


def grids(image, puzzle="lights-out", **options):
    return [reading.grid for reading in inspect(image, puzzle=puzzle, **options).readings]


@pytest.mark.parametrize("seed", range(6))
def test_lamps_in_the_colour_of_the_lines_are_not_holes(seed):
    states = np.random.default_rng(seed).random((9, 9)) < (0.2, 0.35, 0.5)[seed % 3]
    grid = tuple("".join(".*"[int(not dark)] for dark in row) for row in states)
    assert set(grids(ruled_lamps(grid, {"*": WHITE, ".": BLACK}, width=1))) <= {grid}


def test_the_lit_keyword_decides_on_holes_among_one_state():
    grid = (" ... ", ".....", ".. ..", ".....", " ... ")
    image = ruled_lamps(grid, {".": (60, 60, 60)}, line=(90, 90, 90))
    with pytest.raises(AmbiguousBoard, match="page's colour"):
        read_board(image, puzzle="lights-out")
    assert grids(image, lit="none") == [grid]


def test_a_hole_that_lamps_outline_is_not_a_state():
    grid = ("*. .*", "..*..", " * *.", "*...*", ".*.* ")
    assert grids(ruled_lamps(grid, {"*": YELLOW, ".": NIGHT}, line=(90, 70, 60))) == [grid]


def test_lamps_with_holes_are_found_without_the_puzzle():
    grid = ("  *.. ", " *.*.*", "*..*..", ".*.*.*", " .*.* ", "  ..  ")
    image = ruled_lamps(
        grid, {"*": YELLOW, ".": (94, 73, 52)}, line=(80, 62, 44), page=(80, 62, 44), width=3
    )
    assert grids(image, "auto") == [grid]
