"""Point lattices through things of similar size."""

import numpy as np
import pytest

from vision.peg_solitaire.lattices import find_point_lattices


@pytest.mark.parametrize("turn", np.linspace(0, 60, 16))
def test_the_steps_of_an_even_triangular_lattice_are_found(turn):
    angles = np.radians([turn, turn + 60])
    steps = 40 * np.column_stack([np.cos(angles), np.sin(angles)])
    places = np.array([(i, j) for i in range(5) for j in range(5 - i)])
    middles = np.rint(300 + places @ steps).astype(np.intp)
    lattice = find_point_lattices(np.hstack([middles - 12, middles + 12]))[0]
    assert len(lattice.places) == 15
    assert np.linalg.norm(lattice.basis, axis=1) == pytest.approx([40, 40], abs=1)


@pytest.mark.filterwarnings("error")
def test_pairs_without_a_common_step_form_no_lattice():
    first = 1000 * np.arange(10)[:, None] * (1, 0)
    away = np.where(np.arange(10)[:, None] % 2, (51, 0), (59, 9))
    corners = np.concatenate([first, first + away])
    assert find_point_lattices(np.hstack([corners, corners + 100])) == []
