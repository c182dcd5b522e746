"""Cells are joined across the weakest borders first; the gap between inside and between is what counts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.boards import PUBLISHED, random_grid
from vision.grid.borders import Borders, number
from vision.star_battle.border_evidence import measure_groups, natural_groups, partition


def _borders(grid: tuple[str, ...], weak: tuple[float, float], strong: tuple[float, float], seed: int = 0) -> Borders:
    """Borders of a grid: strengths drawn from ``weak`` inside regions and from ``strong`` between them."""
    rng = np.random.default_rng(seed)
    cells = np.array([list(row) for row in grid])

    def strengths(differs: np.ndarray) -> np.ndarray:
        return np.where(differs, rng.uniform(*strong, differs.shape), rng.uniform(*weak, differs.shape)).astype(
            np.float32
        )

    return Borders(strengths(cells[:, 1:] != cells[:, :-1]), strengths(cells[1:] != cells[:-1]))


@given(size=st.integers(4, 12), seed=st.integers(0, 999))
def test_two_kinds_of_border_give_the_regions_back(size: int, seed: int) -> None:
    grid = random_grid(size, seed)
    found = partition(_borders(grid, (0.9, 1.1), (1.3, 5), seed), size)
    assert found.rows() == grid
    assert found.separate
    assert found.inside <= 1.1 < 1.3 <= found.between


@given(size=st.integers(5, 10), seed=st.integers(0, 999))
def test_one_kind_of_border_separates_nothing(size: int, seed: int) -> None:
    found = partition(_borders(("A" * size,) * size, (1, 1.2), (1, 1), seed), size)
    assert found.between / found.inside < 1.2
    assert natural_groups(_borders(("A" * size,) * size, (1, 1.2), (1, 1), seed), 0.1) is None


def test_a_border_drawn_inside_a_region_is_noticed() -> None:
    borders = _borders(PUBLISHED, (1, 1), (3, 3))
    borders.right[8, 8] = 3
    found = partition(borders, 10)
    assert not found.separate


@pytest.mark.parametrize("size", [6, 9])
def test_natural_counts_the_regions_that_are_there(size: int) -> None:
    grid = random_grid(size, 7)
    wider = tuple(row + row[-1] for row in grid)
    found = natural_groups(_borders(wider, (1, 1.1), (3, 3.2)), 0.1)
    assert found is not None
    assert found.regions == size


def test_measure_tells_the_gap_of_given_labels() -> None:
    labels = number(np.array([[5, 5], [2, 2]]))
    assert labels.tolist() == [[0, 0], [1, 1]]
    found = measure_groups(Borders(np.array([[1.0], [2.0]], np.float32), np.array([[4.0, 3.0]], np.float32)), labels)
    assert (found.inside, found.between) == (2.0, 3.0)
