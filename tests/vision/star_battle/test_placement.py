import pytest

from vision.reading import Mark
from vision.star_battle.evidence import crosses_as_stars, is_solution, may_be_stars
from vision.star_battle.marks import Marks

GRID = ("AABBBB", "AABBBB", "CCDDDD", "CCDDEE", "CFFFEE", "FFFFEE")
SOLUTION = [(0, 1), (1, 3), (2, 5), (3, 0), (4, 4), (5, 2)]


def test_cells_that_solve_the_board_are_a_solution():
    assert is_solution(GRID, SOLUTION)
    assert not is_solution(GRID, SOLUTION[:-1])
    assert not is_solution(GRID, [*SOLUTION[:-1], (5, 3)])


@pytest.mark.parametrize("cells", [SOLUTION[:3], [], [(0, 0), (2, 1)]])
def test_stars_apart_may_be_stars(cells):
    assert may_be_stars(GRID, cells)


@pytest.mark.parametrize(
    "cells", [[(0, 0), (1, 1)], [(0, 0), (0, 4)], [(0, 0), (3, 0)], [(0, 2), (1, 5)]]
)
def test_cells_that_touch_or_share_a_unit_are_no_stars(cells):
    assert not may_be_stars(GRID, cells)


def test_crosses_that_solve_the_board_are_its_stars():
    crosses = tuple(Mark(r, c, "cross") for r, c in SOLUTION)
    assert {mark.kind for mark in crosses_as_stars(GRID, Marks(crosses)).found} == {"star"}
    assert crosses_as_stars(GRID, Marks(crosses[:-1])).found == crosses[:-1]
    with_a_dot = (*crosses, Mark(0, 0, "dot"))
    assert crosses_as_stars(GRID, Marks(with_a_dot)).found == with_a_dot
