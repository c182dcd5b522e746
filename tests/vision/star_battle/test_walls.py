"""Walls of a board without regions: cells of two colours, one of them that of the lines."""

import numpy as np
import pytest

from vision.grid.borders import Borders
from vision.star_battle.classify import find_walls

WALLS = ((0, 0, 0, 0, 1), (0, 1, 0, 0, 0), (0, 0, 0, 1, 0), (1, 0, 0, 0, 0), (0, 0, 1, 0, 0))


@pytest.mark.parametrize(("others", "found"), [(1, True), (6, False)])
def test_cells_of_several_colours_are_not_open_cells_and_walls(others, found):
    wall = np.array(WALLS, bool)
    colours = np.zeros((5, 5, 3), np.float32)
    colours[..., 0] = np.where(wall, 10, 95)
    grey = np.flatnonzero(~wall)[:others]
    colours.reshape(25, 3)[grey, 0] = 75
    right, below = ~(wall[:, 1:] | wall[:, :-1]), ~(wall[1:] | wall[:-1])
    walls = find_walls(colours, Borders(right.astype(np.float32), below.astype(np.float32)))
    assert (walls is not None) == found
