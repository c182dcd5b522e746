"""Grids of lamps: outlines of similar size on an even lattice of rows and columns, and small
pictures (patches) of the lamps and of the cells beyond the sides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.blobs import LIKE_SIZE_RATIO, connect_places, groups_of_like_size
from vision.grid.lattice import Lattice
from vision.image import Bools, Floats, Image, Places, to_lab

Doubles: TypeAlias = npt.NDArray[np.float64]

FEWEST: Final = 3
"""Minimum number of lamps in a row or a column: most pictures contain pairs or single rows of
similar objects."""
MOST: Final = 20
"""Maximum number of lamps in a row or a column."""
FARTHEST: Final = 3.6
"""Maximum distance between the middles of two neighbours, in lamp sizes."""
LEVEL: Final = 0.15
"""Maximum offset between the middles of two neighbours in a row, in lamp sizes."""
EVEN: Final = 0.08
"""Maximum difference between distances of neighbours, as a fraction of the distance."""
ON_SITE: Final = 0.14
"""Maximum distance between a lamp's middle and its even position, in pitches."""
WIDEST: Final = 2.0
"""Maximum ratio of the horizontal to the vertical pitch, as of wide buttons."""
TALLEST: Final = 1.5
"""Maximum ratio of the vertical to the horizontal pitch: every second row of a triangle gives 1.7
and more."""
MOST_BOXES: Final = 4 * MOST * MOST
"""Maximum number of boxes of similar size that may be lamps: the largest board has 400, each with
up to four outlines of its rim; a texture or a page of text has more."""
LEAST_FILLED: Final = 0.6
"""Minimum fraction of the places with visible lamps; the others are holes."""
FEWEST_PAIRS: Final = FEWEST * (FEWEST - 1)
"""Minimum number of neighbours at one distance: those of ``FEWEST`` rows of ``FEWEST`` lamps."""
CLEAR: Final = 0.7
"""Minimum distance between the middles of two neighbours, in lamp sizes: the outlines of one lamp
and of its rim lie nearer."""
ACROSS: Final = 10
"""Samples along each side of a patch; a sample is the mean of its pixels."""


@dataclass(frozen=True, slots=True)
class LampGrid:
    """Lattice of cells; ``there`` (rows, cols) is True for each cell with a visible lamp."""

    lattice: Lattice
    there: Bools

    @property
    def count(self) -> int:
        """Number of lamps."""
        return int(self.there.sum())

    def change_end(self, axis: int, end: int, there: Bools | None = None) -> LampGrid:
        """Return the grid with a row (axis 0) or column (axis 1) more before the first (end 0) or
        after the last (-1), or without that first or last one if ``there`` is None.

        ``there`` is True for each cell of the new row or column that holds a lamp.
        """
        lines = self.lattice.ys if axis == 0 else self.lattice.xs
        pitch = float(lines[-1] - lines[0]) / (len(lines) - 1)
        if there is None:
            lines = np.delete(lines, end)
            outward = -pitch
            places = np.delete(self.there, end, axis=axis)
        else:
            beyond = lines[end] - pitch if end == 0 else lines[end] + pitch
            lines = np.sort(np.append(lines, beyond)).astype(np.float32)
            outward = pitch
            at = 0 if end == 0 else self.there.shape[axis]
            places = np.insert(self.there, at, there, axis=axis)
        box = list(self.lattice.box)
        side = 1 - axis if end == 0 else 3 - axis
        box[side] = round(box[side] - outward if end == 0 else box[side] + outward)
        left, top, right, bottom = box
        xs = self.lattice.xs if axis == 0 else lines
        ys = lines if axis == 0 else self.lattice.ys
        return LampGrid(Lattice(xs, ys, (left, top, right, bottom)), places)


def find_lamp_grids(boxes: Places) -> list[LampGrid]:
    """Return the grids that boxes (N, 4) form, one per place in the picture, those with the most
    lamps first.

    If several grids overlap, the grid with the most lamps is returned, or the one with the largest
    lamps.
    """
    found: list[LampGrid] = []
    for group in groups_of_like_size(boxes):
        if FEWEST * FEWEST <= len(group) <= MOST_BOXES:
            found.extend(_form_grids(group, boxes))
    # Rims, signs and gaps form grids too, in the place of the lamps, but of fewer boxes.
    distinct: list[LampGrid] = []
    for grid in sorted(found, key=lambda grid: (-grid.count, -grid.lattice.area)):
        if not any(_overlap(grid.lattice, other.lattice) for other in distinct):
            distinct.append(grid)
    return distinct


def _overlap(one: Lattice, other: Lattice) -> bool:
    """Return True if the middle of one lattice lies in the other."""
    x = (one.box[0] + one.box[2]) / 2
    y = (one.box[1] + one.box[3]) / 2
    left, top, right, bottom = other.box
    return left < x < right and top < y < bottom


def locate_lamps(boxes: Places, lattice: Lattice) -> Bools:
    """Return True for each cell (rows, cols) of a lattice with a box of about a cell's size in its
    middle."""
    cols, rows, off = find_nearest_cells(boxes, lattice)
    sizes = (boxes[:, 2:] - boxes[:, :2]) / measure_pitches(lattice)
    # A smaller box is a sign on a lamp, and a larger one is a frame.
    fits = (sizes.min(axis=1) > 1 / FARTHEST / LIKE_SIZE_RATIO) & (sizes.max(axis=1) < 1 + EVEN)
    inside = (rows >= 0) & (rows < lattice.rows) & (cols >= 0) & (cols < lattice.cols)
    seen = fits & inside & (off <= ON_SITE)
    there = np.zeros((lattice.rows, lattice.cols), np.bool_)
    there[rows[seen], cols[seen]] = True
    return there


def find_nearest_cells(boxes: Places, lattice: Lattice) -> tuple[Places, Places, Floats]:
    """Return the column and row of each box (N, 4), and its distance from that cell's middle, in
    pitches."""
    across, down = measure_pitches(lattice)
    col = ((boxes[:, 0] + boxes[:, 2]) / 2 - lattice.xs[0]) / across - 0.5
    row = ((boxes[:, 1] + boxes[:, 3]) / 2 - lattice.ys[0]) / down - 0.5
    off = np.maximum(np.abs(col - np.rint(col)), np.abs(row - np.rint(row)))
    return np.rint(col).astype(np.intp), np.rint(row).astype(np.intp), np.asarray(off, np.float32)


def _form_grids(group: Places, boxes: Places) -> Iterator[LampGrid]:
    """Yield the grids that a group of similar boxes forms; any of the ``boxes`` may fill a
    place."""
    size = np.median(group[:, 2:] - group[:, :2], axis=0)
    middles = (group[:, :2] + group[:, 2:]) / 2
    right = _find_neighbours(middles, size, 0)
    below = _find_neighbours(middles, size, 1)
    columns = _find_pitches(middles, right, 0)
    rows = _find_pitches(middles, below, 1)
    # A group may hold several boards, and columns may be spaced unlike rows.
    for across, down in product(columns, rows):
        if not 1 / TALLEST <= across / down <= WIDEST:
            continue
        right_steps = np.where(_are_apart(middles, right, 0, across), right, -1)
        below_steps = np.where(_are_apart(middles, below, 1, down), below, -1)
        for members, places in _connect_boxes(right_steps, below_steps):
            grid = _fit_grid(group[members], places, boxes)
            if grid is not None:
                yield grid


def _find_neighbours(middles: Doubles, size: Doubles, axis: int) -> Places:
    """Return the nearest box to the right of each (axis 0) or below it (axis 1); -1 if there is
    none."""
    # Boxes in the order of their rows, or columns: only those of nearly one row are compared.
    order = np.argsort(middles[:, 1 - axis], kind="stable")
    along = middles[order, axis]
    aside = middles[order, 1 - axis]
    level = LEVEL * size[1 - axis]
    first = np.searchsorted(aside, aside - level, "left")
    last = np.searchsorted(aside, aside + level, "right")
    nearest = np.full(len(middles), -1, np.intp)
    for here in range(len(middles)):
        away = along[first[here] : last[here]] - along[here]
        away[(away <= CLEAR * size[axis]) | (away >= FARTHEST * size[axis])] = np.inf
        there = int(away.argmin())
        if np.isfinite(away[there]):
            nearest[order[here]] = order[first[here] + there]
    return nearest


def _find_pitches(middles: Doubles, neighbours: Places, axis: int) -> list[float]:
    """Return the frequent distances between neighbours, the most frequent first."""
    away = middles[neighbours, axis] - middles[:, axis]
    distances = np.sort(away[neighbours >= 0])
    pitches: list[float] = []
    while len(distances) >= FEWEST_PAIRS:
        # Of each distance and those up to ``EVEN`` larger, the largest set counts.
        ends = np.searchsorted(distances, distances * (1 + EVEN), "right")
        counts = ends - np.arange(len(distances))
        first = int(counts.argmax())
        last = int(ends[first])
        if last - first < FEWEST_PAIRS:
            break
        # The rest may show another pitch, as that of a board beside this one.
        pitches.append(float(np.median(distances[first:last])))
        distances = np.delete(distances, np.s_[first:last])
    return pitches


def _are_apart(middles: Doubles, neighbours: Places, axis: int, pitch: float) -> Bools:
    """Return True for the boxes that have a neighbour one pitch away."""
    off = np.abs(middles[neighbours, axis] - middles[:, axis] - pitch)
    return np.asarray((neighbours >= 0) & (off <= EVEN * pitch))


def _connect_boxes(right: Places, below: Places) -> Iterator[tuple[list[int], Places]]:
    """Yield each set of boxes that steps connect, with the (col, row) of each, relative to one of
    them.

    ``right`` and ``below`` are the numbers of each box's neighbours, -1 if there is none.
    """
    steps: list[list[tuple[int, int, int]]] = [[] for _ in right]
    for axis, neighbours in enumerate((right, below)):
        for box, other in enumerate(neighbours.tolist()):
            if other >= 0:
                steps[box].append((other, 1 - axis, axis))
                steps[other].append((box, axis - 1, -axis))
    for places in connect_places(steps):
        if len(places) >= FEWEST * FEWEST:
            yield list(places), np.array(list(places.values()), np.intp)


def _fit_grid(members: Places, places: Places, boxes: Places) -> LampGrid | None:
    """Return the grid of boxes at these (col, row); None if they are uneven or leave too many
    places empty."""
    places = places - places.min(axis=0)
    if places.max() >= MOST or places.max(axis=0).min() < FEWEST - 1:
        return None
    columns = _fit_lines(members[:, 0::2], places[:, 0])
    rows = _fit_lines(members[:, 1::2], places[:, 1])
    if columns is None or rows is None:
        return None
    xs, left, right = columns
    ys, top, bottom = rows
    lattice = Lattice(xs, ys, (left, top, right, bottom))
    # A glow changes the size of an outline: a lamp counts even if it is not in the group.
    there = locate_lamps(boxes, lattice)
    return LampGrid(lattice, there) if there.mean() >= LEAST_FILLED else None


def _fit_lines(spans: Places, places: Places) -> tuple[Floats, int, int] | None:
    """Return the lines along an axis for boxes that begin and end there (N, 2), and the outer sides
    of the first and the last lamp; None if the boxes are uneven.

    ``places`` (N,) are the columns, or the rows, of the boxes.
    """
    middles = spans.sum(axis=1) / 2
    side = float(np.median(spans[:, 1] - spans[:, 0]))
    pitch, first = np.polyfit(places, middles, 1)
    if np.abs(first + pitch * places - middles).max() > ON_SITE * pitch:
        return None
    last = int(places.max())
    lines = first + pitch * (np.arange(last + 2) - 0.5)
    begin = round(first - side / 2)
    end = round(first + pitch * last + side / 2)
    return lines.astype(np.float32), begin, end


def sample_lamps(image: Image, lattice: Lattice) -> Floats:
    """Return the lamps in L*a*b*, shape (rows, cols, ACROSS, ACROSS, 3); NaN outside the picture.

    All lamps are assumed to be as large as the outer ones, whose sides touch the lattice's box.
    """
    across, down = measure_insets(lattice)
    return _sample_patches(image, lattice, across, down, beyond=0)


def sample_cells(image: Image, lattice: Lattice) -> Floats:
    """Return patches like ``sample_lamps``, but including the gaps round each lamp and the cells
    beyond each side.

    The shape is (rows + 2, cols + 2, ACROSS, ACROSS, 3).
    """
    across, down = measure_insets(lattice)
    return _sample_patches(image, lattice, -across, -down, beyond=1)


def measure_insets(lattice: Lattice) -> tuple[float, float]:
    """Return the horizontal and vertical distance from a cell's border to its lamp, in cells."""
    across, down = measure_pitches(lattice)
    left = max(0.0, lattice.box[0] - float(lattice.xs[0]))
    top = max(0.0, lattice.box[1] - float(lattice.ys[0]))
    return left / across, top / down


def measure_pitches(lattice: Lattice) -> tuple[float, float]:
    """Return the horizontal and vertical distance from one cell to the next, in pixels."""
    across = float(lattice.xs[-1] - lattice.xs[0]) / lattice.cols
    down = float(lattice.ys[-1] - lattice.ys[0]) / lattice.rows
    return across, down


def _sample_patches(
    image: Image, lattice: Lattice, inset_x: float, inset_y: float, beyond: int
) -> Floats:
    """Return the patches of all cells and ``beyond`` more at each side, without an inset, in
    cells."""
    across, down = measure_pitches(lattice)
    cols = _sample_lines(float(lattice.xs[0]), across, lattice.cols, inset_x, beyond)
    rows = _sample_lines(float(lattice.ys[0]), down, lattice.rows, inset_y, beyond)
    means = _measure_means(image, rows, cols)
    outside = np.isnan(means)
    pixels = np.where(outside, 0, np.rint(means)).astype(np.uint8)
    patches = to_lab(pixels.reshape(-1, ACROSS, 3)).reshape(pixels.shape)
    patches[outside] = np.nan
    return patches.transpose(0, 2, 1, 3, 4)


def _sample_lines(first: float, pitch: float, count: int, inset: float, beyond: int) -> Floats:
    """Return the lines between the samples of each cell along an axis, shape (cells, ACROSS + 1),
    in pixels."""
    cells = np.arange(-beyond, count + beyond)[:, None] + np.linspace(inset, 1 - inset, ACROSS + 1)
    return np.asarray(first + pitch * cells, np.float32)


def _measure_means(image: Image, rows: Floats, cols: Floats) -> Floats:
    """Return the mean colour of each sample, shape (rows, ACROSS, cols, ACROSS, 3); NaN outside the
    picture."""
    shape = (len(rows), ACROSS, len(cols), ACROSS, 3)
    ys = np.clip(np.rint(rows), 0, image.shape[0]).astype(np.intp)
    xs = np.clip(np.rint(cols), 0, image.shape[1]).astype(np.intp)
    part = image[ys.min() : ys.max(), xs.min() : xs.max()]
    if not part.size:
        return np.full(shape, np.nan, np.float32)
    # A sample's sum is that of four corners in the table of sums, whatever its size.
    sums = cv2.integral(part, sdepth=cv2.CV_64F)
    top, bottom = _find_ends(ys - ys.min())
    left, right = _find_ends(xs - xs.min())
    upper = sums[top]
    lower = sums[bottom]
    total = lower[:, right] - upper[:, right] - lower[:, left] + upper[:, left]
    area = (bottom - top)[:, None] * (right - left)[None]
    with np.errstate(invalid="ignore", divide="ignore"):
        means = np.where(area[..., None] > 0, total / area[..., None], np.nan)
    return np.asarray(means.reshape(shape), np.float32)


def _find_ends(lines: Places) -> tuple[Places, Places]:
    """Return the start and the end of each sample.

    A sample narrower than a pixel is extended to that pixel, unless it lies outside the picture.
    """
    low = lines[:, :-1].ravel()
    high = lines[:, 1:].ravel()
    inside = (low < lines.max()) & (high > 0)
    return low, np.where((low == high) & inside, low + 1, high)
