"""Grids of separate boxes, such as lamps or cells with gaps between them: outlines of similar size
on an even lattice of rows and columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.blobs import LIKE_SIZE_RATIO, find_all_outlines
from vision.grid.lattice import Lattice
from vision.image import Bools, Floats, Image, Places, cache_per_image
from vision.point_lattices import PointLattice, find_lattices_of_one_size
from vision.reading import keep_first

CLOSE: Final = 0.06
"""Maximum distance of a box's middle from its place while a grid grows, in pitches: a row of buttons
beside a board may be nearly in line with its cells."""
FEWEST: Final = 3
"""Minimum number of boxes in a row or a column: most pictures contain pairs or single rows of
similar objects."""
MOST: Final = 20
"""Maximum number of boxes in a row or a column."""
FARTHEST: Final = 3.6
"""Maximum pitch, in sizes of the usual box: a smaller one is a sign in a cell."""
EVEN: Final = 0.08
"""Maximum difference between pitches that are the same, and between a box that fills its place and
that place, as a fraction."""
ON_SITE: Final = 0.14
"""Maximum distance between a box's middle and its even position, in pitches."""
WIDEST: Final = 2.0
"""Maximum ratio of the horizontal to the vertical pitch, as of wide buttons."""
TALLEST: Final = 1.5
"""Maximum ratio of the vertical to the horizontal pitch: every second row of a triangle gives 1.7
and more."""
LEAST_FILLED: Final = 0.5
"""Minimum fraction of the places with visible boxes; the others are holes."""
WIDE: Final = 0.02
"""Minimum space between a box and its cell's border for a gap, in cells; half of a thin line is
less."""


@dataclass(frozen=True, slots=True)
class BoxGrid:
    """Lattice of cells; ``there`` (rows, cols) is True for each cell with a visible box."""

    lattice: Lattice
    there: Bools

    @property
    def count(self) -> int:
        """Number of boxes."""
        return int(self.there.sum())

    def change_end(self, axis: int, end: int, there: Bools | None = None) -> BoxGrid:
        """Return the grid with a row (axis 0) or column (axis 1) more before the first (end 0) or
        after the last (-1), or without that first or last one if ``there`` is None.

        ``there`` is True for each cell of the new row or column that holds a box.
        """
        if there is None:
            more = -1
            places = np.delete(self.there, end, axis=axis)
        else:
            more = 1
            at = 0 if end == 0 else self.there.shape[axis]
            places = np.insert(self.there, at, there, axis=axis)
        pitch = self.lattice.pitches[1 - axis]
        # Outwards is to smaller coordinates before the first row or column.
        shift = -more * pitch if end == 0 else more * pitch
        lines = [self.lattice.ys, self.lattice.xs]
        first = float(lines[axis][0]) + (shift if end == 0 else 0)
        lines[axis] = (first + pitch * np.arange(len(lines[axis]) + more)).astype(np.float32)
        x0, y0, x1, y1 = self.lattice.box
        sides = [[y0, y1], [x0, x1]]
        sides[axis][end] = round(sides[axis][end] + shift)
        (top, bottom), (left, right) = sides
        return BoxGrid(Lattice(lines[1], lines[0], (left, top, right, bottom)), places)


@cache_per_image
def find_picture_grids(image: Image) -> list[BoxGrid]:
    """Return the grids that the outlines in a picture form; see ``find_box_grids``."""
    return find_box_grids(find_all_outlines(image))


def find_box_grids(boxes: Places) -> list[BoxGrid]:
    """Return the grids that boxes (N, 4) form, one per place in the picture, those with the most
    boxes first.

    If several grids overlap, the grid with the most boxes is returned, or the one with the largest
    boxes.
    """
    found = [_fit_grid(lattice, boxes) for lattice in find_lattices_of_one_size(boxes, CLOSE)]
    grids = [grid for grid in found if grid is not None]
    # Rims, signs and gaps form grids too, in the same place, but of fewer boxes.
    grids.sort(key=lambda grid: (-grid.count, -grid.lattice.area))
    distinct = keep_first(grids, _overlap)
    # In the place of a grid with too many holes, cells of one colour may form another one.
    return [grid for grid in distinct if grid.there.mean() >= LEAST_FILLED]


def _overlap(one: BoxGrid, other: BoxGrid) -> bool:
    """Return True if the middle of one grid lies in the other."""
    return bool(are_within(np.array([one.lattice.box]), other.lattice)[0])


def are_within(boxes: Places, lattice: Lattice) -> Bools:
    """Return True for the boxes (N, 4) whose middles are in a lattice."""
    x0, y0, x1, y1 = lattice.box
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    inside = ((x0, y0) < middles) & (middles < (x1, y1))
    return np.asarray(inside.all(axis=1), np.bool_)


def locate_boxes(boxes: Places, lattice: Lattice, beyond: int = 0) -> Bools:
    """Return True for each cell (rows, cols) of a lattice, and of so many more ``beyond`` each side,
    with a box of about a cell's size in its middle."""
    cols, rows, off = find_nearest_cells(boxes, lattice)
    sizes = (boxes[:, 2:] - boxes[:, :2]) / lattice.pitches
    # A larger box is a frame.
    fits = (sizes.min(axis=1) > 1 / FARTHEST / LIKE_SIZE_RATIO) & (sizes.max(axis=1) < 1 + EVEN)
    there = np.zeros((lattice.rows + 2 * beyond, lattice.cols + 2 * beyond), np.bool_)
    cells = np.column_stack([rows, cols]) + beyond
    inside = np.all((cells >= 0) & (cells < there.shape), axis=1)
    there[tuple(cells[fits & inside & (off <= ON_SITE)].T)] = True
    return there


def find_nearest_cells(boxes: Places, lattice: Lattice) -> tuple[Places, Places, Floats]:
    """Return the column and row of each box (N, 4), and its distance from that cell's middle, in
    pitches."""
    across, down = lattice.pitches
    col = ((boxes[:, 0] + boxes[:, 2]) / 2 - lattice.xs[0]) / across - 0.5
    row = ((boxes[:, 1] + boxes[:, 3]) / 2 - lattice.ys[0]) / down - 0.5
    off = np.maximum(np.abs(col - np.rint(col)), np.abs(row - np.rint(row)))
    return np.rint(col).astype(np.intp), np.rint(row).astype(np.intp), np.asarray(off, np.float32)


def _fit_grid(points: PointLattice, boxes: Places) -> BoxGrid | None:
    """Return the grid of boxes on a lattice of points; None if its rows are not level, its columns
    not upright. Any of the ``boxes`` (N, 4) may fill a place."""
    if len(points.places) < FEWEST * FEWEST:
        return None
    # Columns are counted to the right, and rows down.
    points = points.turn_upright()
    places = points.places
    slant = np.abs(points.basis[[0, 1], [1, 0]]) * np.ptp(places, axis=0)
    pitch = np.diag(points.basis)
    if (slant > 2 * ON_SITE * pitch[::-1]).any():
        return None
    if not 1 / TALLEST <= pitch[0] / pitch[1] <= WIDEST:
        return None
    counts = np.ptp(places, axis=0) + 1
    if counts.min() < FEWEST or counts.max() > MOST:
        return None
    middles = points.locate_places(places)
    # The first middle on each axis, from the usual distance of all.
    first = np.median(middles - pitch * (places - places.min(axis=0)), axis=0)
    lines = [first[axis] + pitch[axis] * (np.arange(counts[axis] + 1) - 0.5) for axis in (0, 1)]
    left, top = np.rint(first - points.sizes[0] / 2).astype(int).tolist()
    right, bottom = np.rint(first + pitch * (counts - 1) + points.sizes[0] / 2).astype(int).tolist()
    xs, ys = (line.astype(np.float32) for line in lines)
    lattice = Lattice(xs, ys, (left, top, right, bottom))
    # A glow changes the size of an outline: a box counts even if it is not in the group.
    return BoxGrid(lattice, locate_boxes(boxes, lattice))
