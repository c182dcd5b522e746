"""Clues of other puzzles and names of other things beside the rows and columns of a grid."""

from itertools import product
from typing import Final, TypeAlias

import numpy as np

from vision.grid.cell_patches import ACROSS
from vision.image import Bools, Floats

Sides: TypeAlias = tuple[Floats, Floats, Floats, Floats]
"""Cells beyond each side of a grid, as ``sample_sides`` returns them."""

WITHIN: Final = slice(round(0.2 * ACROSS), round(0.8 * ACROSS))
"""Samples of a cell beside the grid that its outer line does not reach."""
FIGURE: Final = 15.0
"""Minimum difference (L*a*b*) between a figure beside the grid and the page."""
BETWEEN: Final = (0, -1)
"""Samples of such a cell that lie between two rows."""
MOST_CLUES: Final = 0.8
"""Minimum fraction of the rows and of the columns that have a clue beside them: an empty one may be
left out."""
FEW_NAMES: Final = 0.5
"""Maximum fraction of the columns with a figure beside them that are not named: a heading reaches
over some of them."""
SAME_FIGURE: Final = 0.2
"""Maximum difference between figures that are alike, as a fraction of the largest difference."""
DIFFERENT: Final = 0.25
"""Minimum difference between names, as a fraction of their contrast to the page: one figure between
pixels differs less from itself."""
SAME_GROUND: Final = 6.0
"""Maximum difference (L*a*b*) between the grounds of clues and of the corner between them."""


def has_clues_beside(sides: Sides) -> bool:
    """Return True if a figure is drawn beside every row, at one side, and beside every column, and
    at one of both some figures are alike and others not: the clues of another puzzle, such as
    numbers.

    The names of rows and columns all differ. Unlike buttons, clues have no ground of their own:
    theirs is that of the corner between them, which is empty.
    """
    left, top, right, bottom = sides
    for beside_rows, (beside_cols, corner) in product((left, right), ((top, 0), (bottom, -1))):
        rows = beside_rows[:, WITHIN, WITHIN]
        cols = beside_cols[1:-1, WITHIN, WITHIN]
        page = np.median(rows[corner], axis=(0, 1))
        is_bare = _measure_contrast(rows[corner]) < FIGURE
        if not is_bare:
            continue
        beside = rows[1:-1], cols
        have = [_have_figures(cells, page) for cells in beside]
        if min(figures.mean() for figures in have) < MOST_CLUES:
            continue
        if any(_repeat(cells[figures]) for cells, figures in zip(beside, have, strict=True)):
            return True
    return False


def has_names_beside_rows_alone(sides: Sides) -> bool:
    """Return True if a figure is drawn beside every row, at one side, but not beside the columns:
    the names of tracks, or the numbers of questions. Boards name their columns too.

    Names differ, unlike buttons, and none reaches into the next row, as text beside a grid does.
    """
    left, top, right, bottom = sides
    for beside_rows in (left[1:-1], right[1:-1]):
        between = beside_rows[:, BETWEEN]
        page = np.median(between, axis=(0, 1, 2))
        names = beside_rows[:, WITHIN, WITHIN]
        if _measure_contrast(between).max() < FIGURE and _have_figures(names, page).all():
            beside_cols = (side[1:-1, WITHIN, WITHIN] for side in (top, bottom))
            named = max(_have_figures(cells, page).mean() for cells in beside_cols)
            off = np.linalg.norm(names - np.median(names, axis=0), axis=3)
            are_different = off.max() >= DIFFERENT * _measure_contrast(names).max()
            return bool(named <= FEW_NAMES and are_different)
    return False


def _have_figures(cells: Floats, page: Floats) -> Bools:
    """Return True for the cells (N, …, …, 3) with a figure on the page's ground; nothing is known of
    those that the picture cuts off."""
    off_page = np.linalg.norm(np.median(cells, axis=(1, 2)) - page, axis=1)
    return np.asarray((off_page <= SAME_GROUND) & (_measure_contrast(cells) >= FIGURE), np.bool_)


def _measure_contrast(cells: Floats) -> Floats:
    """Return the largest difference (L*a*b*) of cells (…, N, N, 3) from their usual colour; NaN
    where the picture cuts them off."""
    ground = np.median(cells, axis=(-3, -2), keepdims=True)
    off = np.linalg.norm(cells - ground, axis=-1)
    return np.asarray(off.max(axis=(-2, -1)), np.float32)


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
