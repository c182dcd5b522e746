"""Grids of lamps among outlines."""

import numpy as np

from vision.lights_out.lamp_grid import find_lamp_grids


def test_every_second_row_of_a_triangle_is_no_grid():
    places = np.array([(col - row / 2, row) for row in range(6) for col in range(row + 1)])
    corners = places * 44 + (200, 20)
    assert not find_lamp_grids(np.concatenate([corners, corners + 40], axis=1).astype(np.intp))
