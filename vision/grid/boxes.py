"""Boxes of boards in a picture, and plates: patches under stars that hide a cell's own colour."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Final, TypeAlias

import numpy as np

from vision.grid.lattice import Lattice
from vision.image import Bools, Floats, Image, Places, to_lab
from vision.reading import Reading

Box: TypeAlias = tuple[int, int, int, int]
"""(x0, y0, x1, y1) in pixels."""


def distinct(found: list[Reading]) -> list[Reading]:
    """Return the readings without those that lie inside or overlap a larger one."""
    kept: list[Reading] = []
    for reading in sorted(found, key=lambda reading: -area(reading.box)):
        if not hidden(reading.box, (other.box for other in kept)):
            kept.append(reading)
    return kept


def hidden(box: Box, others: Iterable[Box]) -> bool:
    """Return True if at least half of a box lies in one of the others."""
    half = 0.5 * area(box)
    return any(shared(box, other) >= half for other in others)


def in_reading_order(found: list[Reading]) -> list[Reading]:
    """Sort readings from top to bottom, and boards side by side from left to right."""
    ordered: list[Reading] = []
    left = sorted(found, key=lambda reading: reading.box[1])
    while left:
        # A board whose middle is above the bottom of the topmost one is in its row.
        bottom = left[0].box[3]
        row = [reading for reading in left if (reading.box[1] + reading.box[3]) / 2 < bottom]
        ordered += sorted(row, key=lambda reading: reading.box[0])
        left = [reading for reading in left if reading not in row]
    return ordered


def area(box: Box) -> int:
    """Return the area of a box, in square pixels."""
    x0, y0, x1, y1 = box
    return (x1 - x0) * (y1 - y0)


def shared(a: Box, b: Box) -> int:
    """Return the area that two boxes have in common, in square pixels."""
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    return max(0, width) * max(0, height)


EDGES: Final = (0.12, 0.1, 0.08, 0.06, 0.045, 0.035)
"""Depths, in cells, at which a cell with a plate under its star may show its own colour."""
EDGE_PX: Final = 1.5
"""Minimum depth in pixels: nearer to the line its blur and the neighbour show."""
SAME: Final = 4.0
"""Maximum difference (L*a*b*) between cells of one region, and between plates."""
ALONG: Final = (0.22, 0.78)
"""Measured part of a cell's side, in cells."""
PLACES: Final = 8
"""Number of samples along a side."""
FEWEST_ALIKE: Final = 3
"""Minimum number of cells with the same plate: two regions of one cell may have the same colour by
chance."""


def without_plates(image: Image, lattice: Lattice, colours: Floats) -> tuple[Floats, Bools]:
    """Return the cells' own colours (rows, cols, 3) in L*a*b*, and a mask of the cells with plates.

    A plate is unlike all neighbours of its cell, but between it and the lines the cell is like one
    of them. ``colours`` are those measured in the cells, with the plates.
    """
    beside = stack_neighbours(colours, axis=2)
    least = np.linalg.norm(beside - colours[:, :, None], axis=3).min(axis=2)
    alone = np.argwhere(least > 2 * SAME)
    own = colours.copy()
    plates = np.zeros(colours.shape[:2], np.bool_)
    for row, col in alone.tolist():
        off = np.linalg.norm(colours[alone[:, 0], alone[:, 1]] - colours[row, col], axis=1)
        recurs = _are_apart(alone[off <= 2 * SAME])
        colour = _find_own_colour(image, lattice, row, col, beside[row, col], recurs=recurs)
        if colour is not None:
            own[row, col] = colour
            plates[row, col] = True
    return own, plates


def stack_neighbours(colours: Floats, axis: int) -> Floats:
    """Return the colours (rows, cols, 3) of the cells above, below, left and right of each cell.

    They are stacked along a new axis of length 4; infinity stands outside the board.
    """
    padded = np.pad(colours, ((1, 1), (1, 1), (0, 0)), constant_values=np.inf)
    above = padded[:-2, 1:-1]
    below = padded[2:, 1:-1]
    left = padded[1:-1, :-2]
    right = padded[1:-1, 2:]
    return np.stack([above, below, left, right], axis=axis)


def _are_apart(cells: Places) -> bool:
    """Return True for several cells (N, 2) that don't touch.

    Cells with stars never touch, those of a pattern do.
    """
    if len(cells) < FEWEST_ALIKE:
        return False
    steps = np.abs(cells[:, None] - cells[None]).max(axis=2)
    np.fill_diagonal(steps, len(cells) + 1)
    return int(steps.min()) > 1


def _find_own_colour(
    image: Image, lattice: Lattice, row: int, col: int, beside: Floats, *, recurs: bool
) -> Floats | None:
    """Return the colour at the sides of a cell that is most like one of its neighbours' (4, 3).

    Return None if none is like one. Beside a plate that ``recurs``, two free sides are enough.
    """
    closest = None
    least = SAME
    for depth in EDGES:
        if depth * lattice.pitch < EDGE_PX:
            continue
        sides = _sample_sides(image, lattice, row, col, depth)
        found = [np.median(sides.reshape(-1, 3), axis=0)]
        if recurs:
            for one, other in combinations(np.median(sides, axis=1), 2):
                if np.linalg.norm(one - other) < SAME:
                    found.append((one + other) / 2)
        for colour in found:
            off = float(np.linalg.norm(colour - beside, axis=1).min())
            if off < least:
                closest = colour
                least = off
    return closest


def _sample_sides(image: Image, lattice: Lattice, row: int, col: int, depth: float) -> Floats:
    """Return the colours (4, PLACES, 3) along the four sides of a cell, at a depth in cells."""
    x0, x1 = lattice.xs[col : col + 2]
    y0, y1 = lattice.ys[row : row + 2]
    along = np.linspace(ALONG[0], ALONG[1], PLACES)
    near = np.full(PLACES, depth)
    far = 1 - near
    # Top, bottom, left and right.
    x = x0 + np.stack([along, along, near, far]) * (x1 - x0)
    y = y0 + np.stack([near, far, along, along]) * (y1 - y0)
    height, width = image.shape[:2]
    cols = np.clip(x, 0, width - 1).astype(np.intp)
    rows = np.clip(y, 0, height - 1).astype(np.intp)
    return to_lab(image[rows, cols])
