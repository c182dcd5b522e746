"""Lamps in rows and columns: which of a picture's outlines are alike in size and stand on an even lattice."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from vision.blobs.outlines import ALIKE, alike
from vision.blobs.patches import lattice_pitches
from vision.grid.board import Lattice
from vision.image import Bools, Floats, Places

Doubles: TypeAlias = npt.NDArray[np.float64]

FEWEST, MOST = 3, 20
"""Lamps in a row or a column: of two, or of one row, there is too much in any picture."""
FARTHEST: Final = 3.6
"""Largest distance of two neighbours' middles, in lamps."""
LEVEL: Final = 0.15
"""How far off, in lamps, the middles of one row may lie from each other."""
EVEN: Final = 0.08
"""How far the distances of neighbours may differ, as part of one."""
ON_SITE: Final = 0.14
"""How far from its even place the middle of a lamp may lie, in pitches."""
SKEW: Final = 2.0
"""Largest ratio of the pitches across and down."""
LEAST_FILLED: Final = 0.6
"""Least part of the places in which lamps are seen; the others are holes."""
FLUSH: Final = 0.06
"""How far, in pitches, the sides of a lamp that is cut short may be from where those of a whole one are."""
FEWEST_CUT: Final = 2
"""Lamps cut short beyond a side by which more of the board is known to be there."""


@dataclass(frozen=True, slots=True)
class Sites:
    """A lattice of cells, and in which of them, ``there`` (rows, cols), a lamp is seen."""

    lattice: Lattice
    there: Bools

    @property
    def lamps(self) -> int:
        """How many there are."""
        return int(self.there.sum())


def find_sites(boxes: Places) -> list[Sites]:
    """The lattices on which boxes (N, 4) stand, the one with most lamps first; of those in one place the largest."""
    return distinct_sites([sites for group in _groups(boxes) for sites in _lattices(group, boxes)])


def distinct_sites(found: list[Sites]) -> list[Sites]:
    """The lattices with most lamps first, and of those in one place only that with most, or with the largest lamps."""
    kept: list[Sites] = []
    for sites in sorted(found, key=lambda s: (-s.lamps, -s.lattice.area)):
        if not any(_same_place(sites.lattice, other.lattice) for other in kept):
            kept.append(sites)
    return kept


def grown(sites: Sites, axis: int, end: int, alike: Bools) -> Sites:
    """With another row (axis 0) or column (axis 1) before the first (end 0) or after the last (end -1)."""
    lines = [sites.lattice.ys, sites.lattice.xs]
    pitch = float(lines[axis][-1] - lines[axis][0]) / (len(lines[axis]) - 1)
    by = -pitch if end == 0 else pitch
    at = 0 if end == 0 else len(lines[axis])
    lines[axis] = np.insert(lines[axis], at, lines[axis][end] + by).astype(np.float32)
    box = list(sites.lattice.box)
    side = (1 - axis) + (0 if end == 0 else 2)
    box[side] = round(box[side] + by)
    there = np.insert(sites.there, 0 if end == 0 else sites.there.shape[axis], alike, axis=axis)
    return Sites(Lattice(lines[1], lines[0], (box[0], box[1], box[2], box[3])), there)


def seen_at(boxes: Places, lattice: Lattice) -> Bools:
    """In which cells (rows, cols) of a lattice a box of about a cell's size stands in the middle."""
    col, row, off = _placed(boxes, lattice)
    sizes = (boxes[:, 2:] - boxes[:, :2]) / lattice_pitches(lattice)
    near = (off <= ON_SITE) & (sizes.min(axis=1) > 1 / FARTHEST / ALIKE) & (sizes.max(axis=1) < 1 + EVEN)
    near &= (row >= 0) & (row < lattice.rows) & (col >= 0) & (col < lattice.cols)
    there = np.zeros((lattice.rows, lattice.cols), np.bool_)
    there[row[near], col[near]] = True
    return there


def cut_short(boxes: Places, lattice: Lattice) -> bool:
    """Whether lamps of an outer row or column, or of one more, end too soon: boxes as wide begin in their place."""
    return any(
        len(_short(boxes, lattice, axis, end, at)) >= FEWEST_CUT for axis, end, at in product((0, 1), (0, 1), (0, 1))
    )


def _short(boxes: Places, lattice: Lattice, axis: int, end: int, at: int) -> set[int]:
    """Where, along a side (axis, end), a lamp of the outer row or column (at 0) or of the next (1) ends too soon."""
    pitch, count = lattice_pitches(lattice)[axis], (lattice.cols, lattice.rows)[axis]
    sides, onward = (lattice.box[axis], lattice.box[axis + 2]), pitch if end else -pitch
    slots = _slots(boxes[:, 1 - axis :: 2], lattice, 1 - axis)
    begins = np.abs(boxes[:, axis + 2 * (1 - end)] - sides[1 - end] - onward * (count - 1 + at)) <= FLUSH * pitch
    lacking = (sides[end] + onward * at - boxes[:, axis + 2 * end]) * np.sign(onward) / pitch
    short, whole = begins & (lacking > FLUSH), begins & (lacking <= FLUSH)
    return set(slots[short].tolist()) - set(slots[whole].tolist()) - {-1}


def goes_on(boxes: Places, lattice: Lattice) -> bool:
    """Whether boxes as large as lamps stand in the next row or column beyond a side, in at least half of its places."""
    col, row, off = _placed(boxes, lattice)
    pitch, counts = np.array(lattice_pitches(lattice)), (lattice.cols, lattice.rows)
    side = np.array(lattice.box[2:]) - lattice.box[:2] - pitch * (np.array(counts) - 1)
    sizes = np.maximum(boxes[:, 2:] - boxes[:, :2], 1)
    fits = (off <= ON_SITE) & (np.maximum(sizes / side, side / sizes).max(axis=1) <= ALIKE)
    for along, across, count, places in ((col, row, *counts), (row, col, *counts[::-1])):
        inside = fits & (across >= 0) & (across < places)
        for beyond in (-1, count):
            if 2 * len(np.unique(across[inside & (along == beyond)])) >= places:
                return True
    return False


def _slots(spans: Places, lattice: Lattice, axis: int) -> Places:
    """The column (axis 0) or row whose lamps reach from where to where spans (N, 2) do, -1 where there is none."""
    pitch = lattice_pitches(lattice)[axis]
    begin, count = lattice.box[axis], (lattice.cols, lattice.rows)[axis]
    side = lattice.box[axis + 2] - begin - pitch * (count - 1)
    slot = np.rint((spans[:, 0] - begin) / pitch).astype(np.intp)
    off = np.abs(spans - (begin + slot * pitch)[:, None] - (0, side)).max(axis=1)
    return np.where((off <= FLUSH * pitch) & (slot >= 0) & (slot < count), slot, -1)


def _same_place(one: Lattice, other: Lattice) -> bool:
    """Whether the middle of one lies in the other."""
    x, y = (one.box[0] + one.box[2]) / 2, (one.box[1] + one.box[3]) / 2
    return other.box[0] < x < other.box[2] and other.box[1] < y < other.box[3]


def _placed(boxes: Places, lattice: Lattice) -> tuple[Places, Places, Floats]:
    """The column and row of each box, and how far from the middle of that cell its middle is, in pitches."""
    across, down = lattice_pitches(lattice)
    col = ((boxes[:, 0] + boxes[:, 2]) / 2 - lattice.xs[0]) / across - 0.5
    row = ((boxes[:, 1] + boxes[:, 3]) / 2 - lattice.ys[0]) / down - 0.5
    off = np.maximum(np.abs(col - np.rint(col)), np.abs(row - np.rint(row)))
    return np.rint(col).astype(np.intp), np.rint(row).astype(np.intp), np.asarray(off, np.float32)


def _groups(boxes: Places) -> Iterator[Places]:
    """Boxes alike in size, if they are enough for a board."""
    return (group for group in alike(boxes) if len(group) >= FEWEST * FEWEST)


def _lattices(group: Places, boxes: Places) -> Iterator[Sites]:
    size = np.median(group[:, 2:] - group[:, :2], axis=0)
    middles = (group[:, :2] + group[:, 2:]) / 2
    right, down = (_neighbours(middles, size, axis) for axis in (0, 1))
    for across, below in product(_modes(middles, right, 0), _modes(middles, down, 1)):
        if 1 / SKEW <= across / below <= SKEW:
            links = _links(middles, right, 0, across), _links(middles, down, 1, below)
            for members, places in _hanging_together(len(group), *links):
                if sites := _fit(group[members], places, boxes):
                    yield sites


def _neighbours(middles: Doubles, size: Doubles, axis: int) -> Places:
    """The nearest box to the right of (axis 0) or below each, -1 where there is none."""
    along = middles[None, :, axis] - middles[:, None, axis]
    aside = np.abs(middles[None, :, 1 - axis] - middles[:, None, 1 - axis])
    far = np.where(
        (along > 0.7 * size[axis]) & (along < FARTHEST * size[axis]) & (aside <= LEVEL * size[1 - axis]), along, np.inf
    )
    nearest = far.argmin(axis=1)
    return np.where(np.isfinite(far[np.arange(len(far)), nearest]), nearest, -1)


def _modes(middles: Doubles, neighbours: Places, axis: int) -> list[float]:
    """The distances at which many neighbours stand."""
    have = neighbours >= 0
    distances = np.sort((middles[neighbours, axis] - middles[:, axis])[have])
    modes: list[float] = []
    while len(distances) >= FEWEST * (FEWEST - 1):
        counts = np.searchsorted(distances, distances * (1 + EVEN), "right") - np.arange(len(distances))
        best = int(counts.argmax())
        if counts[best] < FEWEST * (FEWEST - 1):
            break
        modes.append(float(np.median(distances[best : best + counts[best]])))
        distances = np.delete(distances, np.s_[best : best + counts[best]])
    return modes


def _links(middles: Doubles, neighbours: Places, axis: int, pitch: float) -> list[tuple[int, int]]:
    """Pairs of neighbours that stand a pitch apart."""
    off = np.abs(middles[neighbours, axis] - middles[:, axis] - pitch)
    return [(int(i), int(neighbours[i])) for i in np.flatnonzero((neighbours >= 0) & (off <= EVEN * pitch))]


def _hanging_together(
    count: int, right: Iterable[tuple[int, int]], down: Iterable[tuple[int, int]]
) -> Iterator[tuple[list[int], Places]]:
    """Boxes that links lead to from one another, with their (col, row), counted from any of them."""
    steps: list[list[tuple[int, int, int]]] = [[] for _ in range(count)]
    for links, (dx, dy) in ((right, (1, 0)), (down, (0, 1))):
        for i, j in links:
            steps[i].append((j, dx, dy))
            steps[j].append((i, -dx, -dy))
    unseen = set(range(count))
    while unseen:
        start = unseen.pop()
        places, queue = {start: (0, 0)}, deque([start])
        while queue:
            here = queue.popleft()
            for there, dx, dy in steps[here]:
                if there in unseen:
                    unseen.remove(there)
                    places[there] = places[here][0] + dx, places[here][1] + dy
                    queue.append(there)
        if len(places) >= FEWEST * FEWEST:
            yield list(places), np.array(list(places.values()), np.intp)


def _fit(members: Places, places: Places, boxes: Places) -> Sites | None:
    """The lattice of boxes at these (col, row), if they stand evenly on it and fill it."""
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
    there = seen_at(boxes, lattice)
    return Sites(lattice, there) if there.mean() >= LEAST_FILLED else None
