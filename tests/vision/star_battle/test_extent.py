"""Extent of boards in larger grids."""

import numpy as np
import pytest

from vision.grid.lattice import Lattice
from vision.star_battle.extent import has_same_colours_beside

RED, BLUE, WHITE = (50, 70, 50), (40, 10, -60), (100, 0, 0)


def lattice(cells, first=0):
    lines = np.arange(first, first + cells + 1, dtype=np.float32) * 40
    return Lattice(
        lines, lines, (round(lines[0]), round(lines[0]), round(lines[-1]), round(lines[-1]))
    )


@pytest.mark.parametrize(
    ("beside", "expected"),
    [((RED, BLUE), True), ((WHITE, WHITE), False), ((RED, RED), False)],
    ids=["the board's colours", "another colour", "headings"],
)
def test_colours_of_a_part_show_beside_it_if_the_board_continues(beside, expected):
    colours = np.empty((8, 8, 3), np.float32)
    colours[0::2], colours[1::2] = beside
    colours[2:7, 2:7] = np.where(np.arange(5)[:, None, None] % 2, RED, BLUE)
    assert has_same_colours_beside(lattice(8), colours, lattice(5, first=2)) == expected


def test_unknown_colours_show_nothing():
    assert not has_same_colours_beside(lattice(8), None, lattice(5, first=2))
