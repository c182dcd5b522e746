"""Grids of lamps among outlines."""

import tracemalloc

import numpy as np

from vision.lights_out.lamp_grid import find_lamp_grids


def test_every_second_row_of_a_triangle_is_no_grid():
    places = np.array([(col - row / 2, row) for row in range(6) for col in range(row + 1)])
    corners = places * 44 + (200, 20)
    assert not find_lamp_grids(np.concatenate([corners, corners + 40], axis=1).astype(np.intp))


def test_a_texture_of_small_cells_takes_little_memory():
    corners = np.stack(np.meshgrid(np.arange(140), np.arange(140)), axis=-1).reshape(-1, 2) * 12
    tracemalloc.start()
    grids = find_lamp_grids(np.concatenate([corners, corners + 10], axis=1).astype(np.intp))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert not grids
    assert peak < 50_000_000
