"""Clues of other puzzles beside the rows and columns of a grid."""

from itertools import product
from typing import Final

import numpy as np

from vision.grid.cell_patches import ACROSS, sample_cells
from vision.grid.lattice import Lattice
from vision.image import Floats, Image

WITHIN: Final = slice(round(0.2 * ACROSS), round(0.8 * ACROSS))
"""Samples of a cell beside the grid that its outer line does not reach."""
FIGURE: Final = 15.0
"""Minimum difference (L*a*b*) between a figure beside the grid and the page."""
MOST_CLUES: Final = 0.8
"""Minimum fraction of the rows and of the columns that have a clue beside them: an empty one may be
left out."""
SAME_FIGURE: Final = 0.2
"""Maximum difference between figures that are alike, as a fraction of the largest difference."""
SAME_GROUND: Final = 6.0
"""Maximum difference (L*a*b*) between the grounds of clues and of the corner between them."""


def has_clues_beside(image: Image, lattice: Lattice) -> bool:
    """Return True if a figure is drawn beside every row, at one side, and beside every column, and
    at one of both some figures are alike and others not: the clues of another puzzle, such as
    numbers.

    The names of rows and columns all differ. Unlike buttons, clues have no ground of their own:
    theirs is that of the corner between them, which is empty.
    """
    cells = sample_cells(image, lattice)[:, :, WITHIN, WITHIN]
    ground = np.median(cells, axis=(2, 3), keepdims=True)
    # Nothing is known of cells that the picture cuts off.
    contrast = np.linalg.norm(cells - ground, axis=4).max(axis=(2, 3))
    for row, col in product((0, -1), repeat=2):
        is_on_page = np.linalg.norm(ground - ground[row, col], axis=4)[..., 0, 0] <= SAME_GROUND
        is_drawn = is_on_page & (contrast >= FIGURE)
        rows = is_drawn[1:-1, col]
        cols = is_drawn[row, 1:-1]
        is_bare = contrast[row, col] < FIGURE
        if not is_bare or min(rows.mean(), cols.mean()) < MOST_CLUES:
            continue
        if _repeat(cells[1:-1, col][rows]) or _repeat(cells[row, 1:-1][cols]):
            return True
    return False


def _repeat(cells: Floats) -> bool:
    """Return True if the figures in some of the cells (N, …, …, 3) are alike, and others differ; a
    frame that all cells have is no part of them."""
    off = np.linalg.norm(cells - np.median(cells, axis=0), axis=3)
    off = cells[:, off.max(axis=0) >= FIGURE]
    if off.shape[1] == 0:
        return False
    first, second = np.triu_indices(len(cells), 1)
    apart = np.linalg.norm(off[first] - off[second], axis=2).mean(axis=1)
    alike = apart <= SAME_FIGURE * apart.max()
    return bool(alike.any() and not alike.all())
