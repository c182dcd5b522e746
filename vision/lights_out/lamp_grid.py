"""Grids of lamps: outlines of similar size on an even lattice of rows and columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from vision.blobs.outlines import LIKE_SIZE_RATIO, connected_places, groups_of_like_size
from vision.grid.lattice import Lattice
from vision.image import Bools, Floats, Places
from vision.lights_out.lamp_patches import lattice_pitches

Doubles: TypeAlias = npt.NDArray[np.float64]
Links: TypeAlias = Iterable[tuple[int, int]]
"""Pairs of neighbours, given by the numbers of their boxes."""

FEWEST, MOST = 3, 20
"""Minimum and maximum number of lamps in a row or a column: most pictures contain pairs or single
rows of similar objects."""
FARTHEST: Final = 3.6
"""Maximum distance between the middles of two neighbours, in lamp sizes."""
LEVEL: Final = 0.15
"""Maximum offset between the middles of two neighbours in a row, in lamp sizes."""
EVEN: Final = 0.08
"""Maximum difference between distances of neighbours, as a fraction of the distance."""
ON_SITE: Final = 0.14
"""Maximum distance between a lamp's middle and its even position, in pitches."""
WIDEST, TALLEST = 2.0, 1.5
"""Maximum ratio of the horizontal to the vertical pitch, as of wide buttons, and of the vertical to
the horizontal one: every second row of a triangle gives 1.7 and more."""
MOST_BOXES: Final = 4 * MOST * MOST
"""Maximum number of boxes of similar size that may be lamps: the largest board has 400, each with
up to four outlines of its rim; a texture or a page of text has more."""
LEAST_FILLED: Final = 0.6
"""Minimum fraction of the places with visible lamps; the others are holes."""


@dataclass(frozen=True, slots=True)
class LampGrid:
    """Lattice of cells; ``there`` (rows, cols) is True for each cell with a visible lamp."""

    lattice: Lattice
    there: Bools

    @property
    def count(self) -> int:
        """Number of lamps."""
        return int(self.there.sum())

    def extended(self, axis: int, end: int, there: Bools) -> LampGrid:
        """Return the grid with a row (axis 0) or column (axis 1) added before the first (end 0) or
        after the last (-1).

        ``there`` is True for each cell of the new row or column that holds a lamp.
        """
        lines = [self.lattice.ys, self.lattice.xs]
        pitch = float(lines[axis][-1] - lines[axis][0]) / (len(lines[axis]) - 1)
        by = -pitch if end == 0 else pitch
        at = 0 if end == 0 else len(lines[axis])
        lines[axis] = np.insert(lines[axis], at, lines[axis][end] + by).astype(np.float32)
        box = list(self.lattice.box)
        side = (1 - axis) + (0 if end == 0 else 2)
        box[side] = round(box[side] + by)
        more = np.insert(self.there, 0 if end == 0 else self.there.shape[axis], there, axis=axis)
        return LampGrid(Lattice(lines[1], lines[0], (box[0], box[1], box[2], box[3])), more)

    def reduced(self, axis: int, end: int) -> LampGrid:
        """Return the grid without its first (end 0) or last (-1) row (axis 0) or column (axis 1)."""
        lines = [self.lattice.ys, self.lattice.xs]
        by = float(lines[axis][1] - lines[axis][0])
        lines[axis] = np.delete(lines[axis], end)
        box = list(self.lattice.box)
        if end == 0:
            box[1 - axis] = round(box[1 - axis] + by)
        else:
            box[3 - axis] = round(box[3 - axis] - by)
        fewer = np.delete(self.there, end, axis=axis)
        return LampGrid(Lattice(lines[1], lines[0], (box[0], box[1], box[2], box[3])), fewer)


def find_lamp_grids(boxes: Places) -> list[LampGrid]:
    """Return the grids that boxes (N, 4) form, in the order of ``distinct_grids``."""
    found: list[LampGrid] = []
    for group in groups_of_like_size(boxes):
        if FEWEST * FEWEST <= len(group) <= MOST_BOXES:
            found.extend(_grids_of(group, boxes))
    return distinct_grids(found)


def distinct_grids(grids: list[LampGrid]) -> list[LampGrid]:
    """Return one grid per place in the picture, those with the most lamps first.

    If several grids overlap, the grid with the most lamps is returned, or the one with the largest
    lamps.
    """
    distinct: list[LampGrid] = []
    for grid in sorted(grids, key=lambda g: (-g.count, -g.lattice.area)):
        if not any(_overlap(grid.lattice, other.lattice) for other in distinct):
            distinct.append(grid)
    return distinct


def _overlap(one: Lattice, other: Lattice) -> bool:
    """Return True if the middle of one lattice lies in the other."""
    x, y = (one.box[0] + one.box[2]) / 2, (one.box[1] + one.box[3]) / 2
    return other.box[0] < x < other.box[2] and other.box[1] < y < other.box[3]


def lamps_seen(boxes: Places, lattice: Lattice) -> Bools:
    """Return True for each cell (rows, cols) of a lattice with a box of about a cell's size in its
    middle."""
    col, row, off = nearest_cells(boxes, lattice)
    sizes = (boxes[:, 2:] - boxes[:, :2]) / lattice_pitches(lattice)
    near = (
        (off <= ON_SITE)
        & (sizes.min(axis=1) > 1 / FARTHEST / LIKE_SIZE_RATIO)
        & (sizes.max(axis=1) < 1 + EVEN)
    )
    near &= (row >= 0) & (row < lattice.rows) & (col >= 0) & (col < lattice.cols)
    there = np.zeros((lattice.rows, lattice.cols), np.bool_)
    there[row[near], col[near]] = True
    return there


def nearest_cells(boxes: Places, lattice: Lattice) -> tuple[Places, Places, Floats]:
    """Return the column and row of each box (N, 4), and its distance from that cell's middle, in
    pitches."""
    across, down = lattice_pitches(lattice)
    col = ((boxes[:, 0] + boxes[:, 2]) / 2 - lattice.xs[0]) / across - 0.5
    row = ((boxes[:, 1] + boxes[:, 3]) / 2 - lattice.ys[0]) / down - 0.5
    off = np.maximum(np.abs(col - np.rint(col)), np.abs(row - np.rint(row)))
    return np.rint(col).astype(np.intp), np.rint(row).astype(np.intp), np.asarray(off, np.float32)


def _grids_of(group: Places, boxes: Places) -> Iterator[LampGrid]:
    """Yield the grids that a group of similar boxes forms; any of the ``boxes`` may fill a
    place."""
    size = np.median(group[:, 2:] - group[:, :2], axis=0)
    middles = (group[:, :2] + group[:, 2:]) / 2
    right, below = (_neighbours(middles, size, axis) for axis in (0, 1))
    for across, down in product(_pitches(middles, right, 0), _pitches(middles, below, 1)):
        if 1 / TALLEST <= across / down <= WIDEST:
            links = _links(middles, right, 0, across), _links(middles, below, 1, down)
            for members, places in _connected(len(group), *links):
                if grid := _fit(group[members], places, boxes):
                    yield grid


def _neighbours(middles: Doubles, size: Doubles, axis: int) -> Places:
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
        away[(away <= 0.7 * size[axis]) | (away >= FARTHEST * size[axis])] = np.inf
        there = int(away.argmin())
        if np.isfinite(away[there]):
            nearest[order[here]] = order[first[here] + there]
    return nearest


def _pitches(middles: Doubles, neighbours: Places, axis: int) -> list[float]:
    """Return the frequent distances between neighbours, the most frequent first."""
    have = neighbours >= 0
    distances = np.sort((middles[neighbours, axis] - middles[:, axis])[have])
    pitches: list[float] = []
    while len(distances) >= FEWEST * (FEWEST - 1):
        counts = np.searchsorted(distances, distances * (1 + EVEN), "right") - np.arange(
            len(distances)
        )
        best = int(counts.argmax())
        if counts[best] < FEWEST * (FEWEST - 1):
            break
        pitches.append(float(np.median(distances[best : best + counts[best]])))
        distances = np.delete(distances, np.s_[best : best + counts[best]])
    return pitches


def _links(middles: Doubles, neighbours: Places, axis: int, pitch: float) -> list[tuple[int, int]]:
    """Return the pairs of neighbours that are one pitch apart."""
    off = np.abs(middles[neighbours, axis] - middles[:, axis] - pitch)
    return [
        (int(i), int(neighbours[i]))
        for i in np.flatnonzero((neighbours >= 0) & (off <= EVEN * pitch))
    ]


def _connected(count: int, right: Links, below: Links) -> Iterator[tuple[list[int], Places]]:
    """Yield each set of boxes that links connect, with the (col, row) of each, relative to one of
    them."""
    steps: list[list[tuple[int, int, int]]] = [[] for _ in range(count)]
    for links, (dx, dy) in ((right, (1, 0)), (below, (0, 1))):
        for i, j in links:
            steps[i].append((j, dx, dy))
            steps[j].append((i, -dx, -dy))
    for places in connected_places(steps):
        if len(places) >= FEWEST * FEWEST:
            yield list(places), np.array(list(places.values()), np.intp)


def _fit(members: Places, places: Places, boxes: Places) -> LampGrid | None:
    """Return the grid of boxes at these (col, row); None if they are uneven or leave too many
    places empty."""
    places = places - places.min(axis=0)
    cols, rows = (int(n) for n in places.max(axis=0) + 1)
    if not (FEWEST <= cols <= MOST and FEWEST <= rows <= MOST):
        return None
    middles = (members[:, :2] + members[:, 2:]) / 2
    width, height = (float(side) for side in np.median(members[:, 2:] - members[:, :2], axis=0))
    lines, ends = [], []
    for axis, (count, side) in enumerate(((cols, width), (rows, height))):
        pitch, first = np.polyfit(places[:, axis], middles[:, axis], 1)
        if np.abs(first + pitch * places[:, axis] - middles[:, axis]).max() > ON_SITE * pitch:
            return None
        lines.append((first + pitch * (np.arange(count + 1) - 0.5)).astype(np.float32))
        ends.append((round(first - side / 2), round(first + pitch * (count - 1) + side / 2)))
    (x0, x1), (y0, y1) = ends
    lattice = Lattice(lines[0], lines[1], (x0, y0, x1, y1))
    there = lamps_seen(boxes, lattice)
    return LampGrid(lattice, there) if there.mean() >= LEAST_FILLED else None
