"""Even spacings are found between pixels, with gaps and with other edges about."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.boards import PUBLISHED, Look, draw, random_grid
from vision.grid.lattice import find_lattice
from vision.grid.lines import find_combs, find_edges, find_meshes


@given(
    pitch=st.floats(14, 90),
    cells=st.integers(4, 25),
    start=st.integers(0, 200),
    missing=st.integers(1, 3),
)
def test_an_even_spacing_is_the_widest_that_agrees(pitch, cells, start, missing):
    profile = np.zeros(round(start + pitch * cells) + 10, np.float32)
    at = [round(start + i * pitch) for i in range(cells + 1) if i != missing]
    profile[at] = 50
    best = next(comb for comb in find_combs(profile) if comb.fit > 0.9)
    assert best.pitch == pytest.approx(pitch, rel=0.03)
    index = best.index(np.array(at))
    assert np.abs(index - np.rint(index)).max() < 0.25


def test_lines_of_a_lattice_lie_where_they_were_drawn() -> None:
    look = Look(pitch=38.75, thin=1.25, thick=3.75)
    (mesh,) = find_meshes(find_edges(draw(PUBLISHED, look)))[:1]
    lattice = find_lattice(mesh)
    assert lattice is not None
    assert (lattice.rows, lattice.cols) == (10, 10)
    assert lattice.xs == pytest.approx([40 + i * 38.75 for i in range(11)], abs=38.75 * 0.05)
    assert lattice.pitch == pytest.approx(38.75, abs=0.2)


def test_a_mere_frame_is_no_lattice() -> None:
    image = draw(("A" * 8,) * 8, Look(thin=0, thick=3))
    assert [find_lattice(mesh) for mesh in find_meshes(find_edges(image))] == [None]


def test_every_board_of_a_page_full_of_grids_is_found() -> None:
    look = Look(pitch=24, frame=4)
    sizes = [(5, 8, 6), (10, 7, 9)]
    page = np.full((700, 1100, 3), 255, np.uint8)
    for r, row in enumerate(sizes):
        for c, size in enumerate(row):
            board = draw(random_grid(size, seed=10 * r + c), look)
            page[r * 340 : r * 340 + len(board), c * 340 : c * 340 + len(board)] = board
    page[660:690, 20:1080:2] = 0
    page[20:300, 1060:1063] = 0
    found = [find_lattice(mesh) for mesh in find_meshes(find_edges(page))]
    seen = {
        (lattice.rows, lattice.cols, lattice.box[0] // 340, lattice.box[1] // 340)
        for lattice in found
        if lattice
    }
    assert seen == {(size, size, c, r) for r, row in enumerate(sizes) for c, size in enumerate(row)}
