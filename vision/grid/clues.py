"""Clues of other puzzles and names of other things beside the rows and columns of a grid."""

from itertools import combinations, pairwise, product
from typing import Final, NamedTuple, TypeAlias

import cv2
import numpy as np

from vision.grid.cell_patches import ACROSS
from vision.grid.lattice import Lattice
from vision.image import Bools, Floats, Image, to_lab

Sides: TypeAlias = tuple[Floats, Floats, Floats, Floats]
"""Cells beyond each side of a grid, as ``sample_sides`` returns them."""

WITHIN: Final = slice(round(0.2 * ACROSS), round(0.8 * ACROSS))
"""Samples of a cell beside the grid that its outer line does not reach."""
FIGURE: Final = 15.0
"""Minimum difference (L*a*b*) between a figure beside the grid and the page."""
MOST_CLUES: Final = 0.8
"""Minimum fraction of the rows and of the columns that have a clue beside them: an empty one may be
left out."""
FEW_NAMES: Final = 0.5
"""Minimum fraction of the columns with a figure beside them that are named: a heading reaches over
some of them."""
WORDS: Final = 3.0
"""Depth beside a grid, in cells, in which the names of rows begin."""
WORD: Final = 1.6
"""Minimum ratio of the sides of a word; 10 has 1.2 to 1.5."""
SAME_FIGURE: Final = 0.2
"""Maximum difference between figures that are alike, as a fraction of the largest difference."""
SAME_GROUND: Final = 6.0
"""Maximum difference (L*a*b*) between the grounds of clues and of the corner between them."""

NEAREST: Final = 0.5
"""Part of a cell next to the grid in which small clues are drawn; headings are farther away."""
EDGE_PX, EDGE = 3, 0.05
"""Distance from the grid up to which its outer line or the rims of its lamps may be, in pixels and
in cells; clues are a twelfth of a cell away."""
THICKEST_PX: Final = 15
"""Side of the surroundings from which a small figure differs, and a glow does not."""
FRAME: Final = 0.8
"""Minimum part of a side along which the line round a grid goes on."""
CLEAR: Final = 0.1
"""Part of a cell at its ends into which the lines between rows may go on."""
FEWEST_INK_PX: Final = 5
"""Minimum number of pixels of a figure: a 1 of 8 px has 8."""
SAME_DRAWING: Final = 0.1
"""Maximum difference between two drawings of one figure, as a fraction of the larger: 3 and 8 of one
font differ by 0.2."""


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


def has_names_beside_rows(image: Image, lattice: Lattice) -> bool:
    """Return True if something is written beside every row, at one side: the names of tracks or
    habits, or the numbers of questions. Boards have coordinates, beside their columns too.

    Names differ, unlike buttons, and none reaches into the next row, as text beside a grid does.
    """
    for end in (0, -1):
        beside = _find_ink_beside(image, lattice, end, WORDS)
        names = beside.figures[1:-1]
        if beside.reaches_between or not _draw_figures(beside.figures, 1.0):
            continue
        are_words = any(name.shape[1] >= WORD * name.shape[0] for name in names)
        if not _are_any_same(names) and (are_words or not _are_columns_named(image, lattice)):
            return True
    return False


def _are_columns_named(image: Image, lattice: Lattice) -> bool:
    """Return True if figures are drawn beside half of the columns, at one side."""
    turned = image.transpose(1, 0, 2)
    swapped = _swap_axes(lattice)
    sides = (_find_ink_beside(turned, swapped, end, NEAREST) for end in (0, -1))
    return any(_draw_figures(beside.figures, FEW_NAMES) for beside in sides)


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


def has_small_clues_beside(image: Image, lattice: Lattice) -> bool:
    """Return True for clues as in ``has_clues_beside`` that are small beside their cells: the mean
    of a sample hides their strokes."""
    turned = image.transpose(1, 0, 2)
    swapped = _swap_axes(lattice)
    left, right = (_find_ink_beside(image, lattice, end, NEAREST).figures for end in (0, -1))
    top, bottom = (_find_ink_beside(turned, swapped, end, NEAREST).figures for end in (0, -1))
    for beside_rows, (beside_cols, corner) in product((left, right), ((top, 0), (bottom, -1))):
        is_bare = beside_rows[corner].size == 0
        have = [_draw_figures(figures, MOST_CLUES) for figures in (beside_rows, beside_cols)]
        if is_bare and all(have) and (_repeat_exactly(beside_rows) or _repeat_exactly(beside_cols)):
            return True
    return False


class _Beside(NamedTuple):
    """Figures beside the rows of a grid, cut out, and True if ink reaches from row to row. The first
    and the last figure are those beside the corners."""

    figures: list[Bools]
    reaches_between: bool


def _swap_axes(lattice: Lattice) -> Lattice:
    """Return the lattice of a picture whose rows and columns are swapped."""
    x0, y0, x1, y1 = lattice.box
    return Lattice(lattice.ys, lattice.xs, (y0, x0, y1, x1))


def _find_ink_beside(image: Image, lattice: Lattice, end: int, depth: float) -> _Beside:
    """Return what is drawn up to a depth, in cells, at the left of a grid (end 0) or at the right
    (-1): pixels that differ sharply from the page."""
    pitch, down = lattice.pitches
    edge = max(EDGE_PX, round(EDGE * pitch))
    near = lattice.box[0] - edge if end == 0 else lattice.box[2] + edge
    first = near - round(depth * pitch) if end == 0 else near
    part = np.ascontiguousarray(image[:, max(first, 0) : max(first + round(depth * pitch), 0)])
    rows = lattice.ys.tolist()
    lines = [rows[0] - NEAREST * down, *rows, rows[-1] + NEAREST * down]
    if not part.size:
        return _Beside([np.zeros((0, 0), np.bool_)] * (len(lines) - 1), reaches_between=False)
    smooth = np.asarray(cv2.medianBlur(part, THICKEST_PX), np.uint8)
    ink = np.linalg.norm(to_lab(part) - to_lab(smooth), axis=2) >= FIGURE
    along = ink[max(round(lines[1]), 0) : round(lines[-2])]
    ink[:, along.mean(axis=0) >= FRAME] = False
    figures = []
    for start, stop in pairwise(lines):
        low = max(round(start + CLEAR * down), 0)
        high = max(round(stop - CLEAR * down), 0)
        figures.append(_cut_out(ink[low:high]))
    between = ink[np.rint(lattice.ys[1:-1]).astype(np.intp)]
    return _Beside(figures, bool(between.any()))


def _cut_out(ink: Bools) -> Bools:
    """Return the part of a mask round its True pixels; empty if they are too few for a figure."""
    if ink.sum() < FEWEST_INK_PX:
        return np.zeros((0, 0), np.bool_)
    rows = np.flatnonzero(ink.any(axis=1))
    cols = np.flatnonzero(ink.any(axis=0))
    return ink[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]


def _draw_figures(figures: list[Bools], least: float) -> bool:
    """Return True if this part of the places beside a grid, or more, have a figure; without its
    corners."""
    drawn = np.array([figure.size > 0 for figure in figures[1:-1]])
    return bool(drawn.mean() >= least)


def _repeat_exactly(figures: list[Bools]) -> bool:
    """Return True if some of the figures are the same, and others differ."""
    drawn = [figure for figure in figures[1:-1] if figure.size > 0]
    same = [_are_same(one, other) for one, other in combinations(drawn, 2)]
    return any(same) and not all(same)


def _are_any_same(figures: list[Bools]) -> bool:
    """Return True if two of the figures are the same."""
    return any(_are_same(one, other) for one, other in combinations(figures, 2))


def _are_same(one: Bools, other: Bools) -> bool:
    """Return True if two figures that are cut out are one drawing."""
    if one.shape != other.shape:
        return False
    return bool((one ^ other).sum() <= SAME_DRAWING * max(one.sum(), other.sum()))
