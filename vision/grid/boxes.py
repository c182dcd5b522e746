"""Positions of readings in a picture: overlaps and reading order."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Final

import numpy as np

from vision.grid.lattice import Lattice
from vision.image import Bools, Floats, Image, Places, to_lab
from vision.reading import Reading

Box = tuple[int, int, int, int]


def distinct(found: list[Reading]) -> list[Reading]:
    """Return the readings without those that lie inside or overlap a larger one."""
    kept: list[Reading] = []
    for reading in sorted(found, key=lambda r: -area(r.box)):
        if not hidden(reading.box, (other.box for other in kept)):
            kept.append(reading)
    return kept


def hidden(box: Box, others: Iterable[Box]) -> bool:
    """Return True if at least half of a box lies in one of the others."""
    return any(shared(box, other) >= 0.5 * area(box) for other in others)


def in_reading_order(found: list[Reading]) -> list[Reading]:
    """Sort readings from top to bottom, and boards side by side from left to right."""
    ordered: list[Reading] = []
    left = sorted(found, key=lambda r: r.box[1])
    while left:
        bottom = left[0].box[3]
        row = [reading for reading in left if (reading.box[1] + reading.box[3]) / 2 < bottom]
        ordered += sorted(row, key=lambda r: r.box[0])
        left = [reading for reading in left if reading not in row]
    return ordered


def area(box: Box) -> int:
    """Return the area of a box (x0, y0, x1, y1), in square pixels."""
    return (box[2] - box[0]) * (box[3] - box[1])


def shared(a: Box, b: Box) -> int:
    """Return the area that two boxes have in common."""
    return max(0, min(a[2], b[2]) - max(a[0], b[0])) * max(0, min(a[3], b[3]) - max(a[1], b[1]))


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
    """Return the colours (rows, cols, 3) of the cells, with those beside plates, and a mask of the
    cells with plates.

    A plate is unlike all neighbours of its cell, but between it and the lines the cell is like one
    of them.
    """
    padded = np.pad(colours, ((1, 1), (1, 1), (0, 0)), constant_values=np.inf)
    beside = np.stack(
        [padded[:-2, 1:-1], padded[2:, 1:-1], padded[1:-1, :-2], padded[1:-1, 2:]], axis=2
    )
    alone = np.argwhere(np.linalg.norm(beside - colours[:, :, None], axis=3).min(axis=2) > 2 * SAME)
    found, plates = colours.copy(), np.zeros(colours.shape[:2], np.bool_)
    for row, col in alone.tolist():
        alike = np.linalg.norm(colours[*alone.T] - colours[row, col], axis=1) <= 2 * SAME
        colour = _own_colour(
            image, lattice, row, col, beside[row, col], recurs=_are_apart(alone[alike])
        )
        if colour is not None:
            found[row, col], plates[row, col] = colour, True
    return found, plates


def _are_apart(cells: Places) -> bool:
    """Return True for several cells (N, 2) that don't touch, as cells with stars never do, but
    those of a pattern."""
    steps = np.abs(cells[:, None] - cells[None]).max(axis=2)
    return len(cells) >= FEWEST_ALIKE and int(steps[~np.eye(len(cells), dtype=np.bool_)].min()) > 1


def _own_colour(
    image: Image, lattice: Lattice, row: int, col: int, beside: Floats, *, recurs: bool
) -> Floats | None:
    """Return the colour at the sides of a cell that is most like one of its neighbours' (4, 3);
    None if none is.

    Beside a plate that ``recurs``, two free sides are enough.
    """
    found: list[Floats] = []
    for depth in (depth for depth in EDGES if depth * lattice.pitch >= EDGE_PX):
        sides = _sides(image, lattice, row, col, depth)
        found.append(np.median(sides.reshape(-1, 3), axis=0))
        if recurs:
            pairs = combinations(np.median(sides, axis=1), 2)
            found += [
                (one + other) / 2 for one, other in pairs if np.linalg.norm(one - other) < SAME
            ]
    off = [float(np.linalg.norm(colour - beside, axis=1).min()) for colour in found]
    return found[int(np.argmin(off))] if off and min(off) < SAME else None


def _sides(image: Image, lattice: Lattice, row: int, col: int, depth: float) -> Floats:
    """Return the colours (4, PLACES, 3) along the four sides of a cell, at a depth in cells."""
    x0, x1, y0, y1 = *lattice.xs[col : col + 2], *lattice.ys[row : row + 2]
    along, beside = np.linspace(*ALONG, PLACES), np.full(PLACES, depth)
    x = x0 + np.stack([along, along, beside, 1 - beside]) * (x1 - x0)
    y = y0 + np.stack([beside, 1 - beside, along, along]) * (y1 - y0)
    height, width = image.shape[:2]
    pixels = image[
        np.clip(y, 0, height - 1).astype(np.intp), np.clip(x, 0, width - 1).astype(np.intp)
    ]
    return to_lab(pixels)
