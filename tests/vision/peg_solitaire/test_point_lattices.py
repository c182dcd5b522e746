"""Point lattices through things of similar size."""

import numpy as np
import pytest

from vision.peg_solitaire.point_lattices import find_point_lattices


@pytest.mark.parametrize("turn", np.linspace(0, 60, 16))
def test_the_steps_of_an_even_triangular_lattice_are_found(turn):
    angles = np.radians([turn, turn + 60])
    steps = 40 * np.column_stack([np.cos(angles), np.sin(angles)])
    places = np.array([(i, j) for i in range(5) for j in range(5 - i)])
    middles = np.rint(300 + places @ steps).astype(np.intp)
    lattice = find_point_lattices(np.hstack([middles - 12, middles + 12]))[0]
    assert len(lattice.places) == 15
    assert np.linalg.norm(lattice.basis, axis=1) == pytest.approx([40, 40], abs=1)
