"""Textures of the cells of a grid: hatchings, dots and stripes that tell regions apart in black and
white.

A texture is described by its mean brightness and its mean change along four directions. The weights
of these means fall towards the sides of the cell, so that it hardly matters where in a cell the
strokes lie.
"""

from typing import Final, NamedTuple

import cv2
import numpy as np

from vision.grid.cells import choose_clear, place_in_cells, spread, take_quantile
from vision.grid.lattice import Lattice
from vision.image import Bools, Floats, Image, Mask

INSIDE: Final = 0.05
"""Part of a cell at each side, along both axes, that is not described: clear of thin lines."""
DISC: Final = 0.4
"""Radius, in cells, of the disc in a cell's middle that a mark may fill, with what is under it."""
STROKES: Final = 0.1
"""Minimum part of a hatched cell that strokes cover, and that they leave free."""
LEAST_HATCHED: Final = 0.3
"""Minimum fraction of hatched cells: drawn boards have 0.36 and more, since one region is blank."""
TWO_LEVELS: Final = 20
"""Minimum difference of grey, of 255, between strokes and their ground: twice a JPEG's noise."""
L_OF_GREY: Final = 100 / 255
"""Units of L* in one of grey, nearly."""
DIRECTIONS: Final = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Steps (rows, columns) along which the change of brightness is measured."""


class Textures(NamedTuple):
    """Textures of cells, shape (rows, cols, 5), in units of L*.

    ``shown`` are those of whole cells; ``ground`` is the same, but that beside the middle where it
    is more like a neighbour, as beside a mark.
    """

    shown: Floats
    ground: Floats


def describe_textures(image: Image, lattice: Lattice) -> Textures | None:
    """Return the textures of the cells of a lattice, or None if hardly any is hatched."""
    left, right = np.clip(np.rint(lattice.xs[[0, -1]]), 0, image.shape[1]).astype(int).tolist()
    top, bottom = np.clip(np.rint(lattice.ys[[0, -1]]), 0, image.shape[0]).astype(int).tolist()
    part = np.ascontiguousarray(image[top:bottom, left:right])
    grey = np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), np.uint8)
    if _are_hatched(grey, lattice.xs - left, lattice.ys - top).mean() < LEAST_HATCHED:
        return None
    padded = np.pad(grey, 1, mode="edge")
    high, wide = grey.shape
    shown = [grey]
    for down, along in DIRECTIONS:
        ahead = padded[1 + down : 1 + down + high, 1 + along : 1 + along + wide]
        behind = padded[1 - down : 1 - down + high, 1 - along : 1 - along + wide]
        shown.append(np.asarray(cv2.absdiff(ahead, behind), np.uint8))
    rows, down_cell = _place_pixels(lattice.ys - top, high)
    cols, along_cell = _place_pixels(lattice.xs - left, wide)
    weights = np.outer(_weigh_places(down_cell), _weigh_places(along_cell))
    off_middle = (down_cell[:, None] - 0.5) ** 2 + (along_cell - 0.5) ** 2
    whole = _weigh_means(shown, weights, rows, cols)
    rim = _weigh_means(shown, weights * (off_middle > DISC**2), rows, cols)
    return Textures(whole, choose_clear(whole, rim))


def _are_hatched(grey: Mask, xs: Floats, ys: Floats) -> Bools:
    """Return True for cells (rows, cols) with two levels of grey, each in as large a part as strokes
    cover."""
    rows = place_in_cells(ys, spread(ys, INSIDE, 1 - INSIDE))
    cols = place_in_cells(xs, spread(xs, INSIDE, 1 - INSIDE))
    picked = grey[rows.ravel().clip(0, len(grey) - 1)][:, cols.ravel().clip(0, grey.shape[1] - 1)]
    cells = picked.reshape(rows.shape + cols.shape).transpose(0, 2, 1, 3)
    levels = cells.reshape(len(rows), len(cols), -1).astype(np.float32)
    dark = take_quantile(levels, STROKES, axis=2)
    return np.asarray(take_quantile(levels, 1 - STROKES, axis=2) - dark >= TWO_LEVELS)


def _place_pixels(lines: Floats, length: int) -> tuple[Floats, Floats]:
    """Return which of so many pixels along an axis lie in which cell (cells, length), as 1, and the
    place (length,) of each in its cell, 0…1."""
    pixels = np.arange(length, dtype=np.float32) + 0.5
    cell = np.clip(np.searchsorted(lines, pixels) - 1, 0, len(lines) - 2)
    places = (pixels - lines[cell]) / np.diff(lines)[cell]
    return np.eye(len(lines) - 1, dtype=np.float32)[:, cell], places


def _weigh_places(places: Floats) -> Floats:
    """Return the weights of places in a cell, which fall from its middle to its sides."""
    inside = np.clip((places - INSIDE) / (1 - 2 * INSIDE), 0, 1)
    return np.asarray(np.sin(np.pi * inside), np.float32)


def _weigh_means(shown: list[Mask], weights: Floats, rows: Floats, cols: Floats) -> Floats:
    """Return the weighted means (rows, cols, N) of N pictures (H, W) in each cell."""
    sums = np.stack([rows @ (picture * weights) @ cols.T for picture in shown], axis=2)
    whole = rows @ weights @ cols.T
    return np.asarray(sums / whole[..., None] * L_OF_GREY, np.float32)
