"""What is drawn into the cells: stars (also crowns, queens, discs), crosses, dots; all cells are looked at at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from vision.grid.lattice import Lattice
from vision.image import Bools, Floats, Image, Places, to_lab
from vision.reading import Mark
from vision.star_battle.shapes import CONTRAST, Boxes, crossed, figures, pointed

MARGIN: Final = 0.15
"""Part of a cell's side that is left out at each border, for lines and their shadow."""
GLANCE: Final = 24
"""Places along a side at which every larger cell is looked at; a dot of a twelfth of the cell covers four of them."""
MOST_PLACES: Final = 64
"""Places along a side at which a cell with a mark is looked at again: the notches of a small x take as many."""
RIM: Final = 0.18
"""Part of the looked-at area that the blur of a border may reach; no mark stays within, hollow letters reach 0.2."""
MOST_TEXTURED: Final = 0.25
"""Largest part of the cells with something that runs out of the looked-at area: more is a hatching, and no marks.

Stars fill a cell at times, but stand in no more than a quarter of them without touching.
"""
NUMBER: Final = (0.12, 0.38)
"""Where a crossword's numbers stand, in cells from the upper line and clear of it; marks reach as far down as up."""
PLAIN: Final = 8
"""Least difference of any channel (of 255) within a cell with a mark: that of a ``CONTRAST`` is twice as much."""
OFF_CENTRE: Final = 0.13
"""Most that a mark may lie off the middle of its cell, in cells, as a pointer over the board does: real ones have up to
0.12, pointers up to 0.28."""
LEAST_AREA: Final = 0.012
"""Least part of the looked-at area that a mark covers: a dot of a twelfth of the cell."""
STAR_SIZE: Final = 0.26
"""Least larger side of a star, in cells. The discs of solved boards have 0.3, dots and dashes up to 0.2."""
LARGE_PX: Final = 40
"""Pixels that are enough for a mark in a large cell, where they are less than ``LEAST_AREA``: a star of 12 px."""

Part: TypeAlias = tuple[float, float]
"""From where to where in each cell, in cells."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of a board, row by row.

    ``figures`` numbers the figure of each star, alike ones with one number; ``numbered`` is how many cells have
    something in their upper part and not in their lower one.
    """

    found: tuple[Mark, ...]
    figures: tuple[int, ...] = ()
    numbered: int = 0


def find_marks(image: Image, lattice: Lattice, colours: Floats) -> Marks:
    """Look for marks in a picture; ``colours`` is the ground of each cell, shape (rows, cols, 3)."""
    pixels = int(min(np.diff(lattice.xs).min(), np.diff(lattice.ys).min()) * (1 - 2 * MARGIN))
    inner = (MARGIN, 1 - MARGIN)
    every = np.argwhere(~_plain(image, lattice, min(GLANCE, pixels), inner))
    if not len(every):
        return Marks(())
    numbered = _numbered(image, lattice, colours, every)
    places, most = (pixels if pixels < 2 * GLANCE else GLANCE), min(MOST_PLACES, pixels)
    contrast = _contrast(image, lattice, colours, every, places, inner, inner)
    marked = _marked(contrast, pixels)
    cells, contrast = every[marked], contrast[marked]
    if not len(cells):
        return Marks((), (), numbered)
    if places < most:
        contrast = _contrast(image, lattice, colours, cells, most, inner, inner)
    kinds = _kinds(contrast)
    running_out = Boxes.of(contrast > CONTRAST).at_rim(contrast.shape[1]) & (kinds != "cross")
    if running_out.sum() > MOST_TEXTURED * colours[..., 0].size:
        cells, contrast, kinds = cells[~running_out], contrast[~running_out], kinds[~running_out]
    own = ~_pointer(cells, contrast)
    cells, contrast, kinds = cells[own], contrast[own], kinds[own]
    found = tuple(Mark(int(r), int(c), str(kind)) for (r, c), kind in zip(cells, kinds, strict=True))
    return Marks(found, figures(_firm(contrast[kinds == "star"])), numbered)


def _pointer(cells: Places, contrast: Floats) -> Bools:
    """Which marks in K cells are the mouse pointer: all that are off the middle, if they are in touching cells."""
    boxes = Boxes.of(contrast > CONTRAST)
    middles = np.stack([boxes.top + boxes.bottom + 1, boxes.left + boxes.right + 1]) / (2 * contrast.shape[1])
    far = (abs(middles - 0.5) * (1 - 2 * MARGIN) > OFF_CENTRE).any(axis=0)
    return np.asarray(far & bool(far.any() and (np.ptp(cells[far], axis=0) <= 1).all()))


def _kinds(contrast: Floats) -> npt.NDArray[np.str_]:
    """The kind of mark in each of K cells."""
    sides = Boxes.of(contrast > CONTRAST).sides / contrast.shape[1] * (1 - 2 * MARGIN)
    large = (sides.max(axis=0) >= STAR_SIZE) & (sides.min(axis=0) >= STAR_SIZE / 2)
    kinds = np.where(crossed(contrast), "cross", np.where(large, "star", "dot"))
    small = kinds == "dot"
    kinds[small] = np.where(pointed(contrast[small]), "star", "dot")
    return kinds


def _firm(contrast: Floats) -> Bools:
    """What is drawn without the soft edges of strokes, which would fill the notches of a small x."""
    return np.asarray(contrast > np.maximum(CONTRAST, contrast.max(axis=(1, 2), keepdims=True, initial=0) / 2))


def _numbered(image: Image, lattice: Lattice, colours: Floats, cells: Places) -> int:
    """In how many cells something is drawn in the upper part and not in the lower one."""
    across, (near, far) = (NUMBER[0], 1 - NUMBER[0]), NUMBER
    for down, drawn in ((NUMBER, True), ((1 - far, 1 - near), False)):
        contrast = _contrast(image, lattice, colours, cells, GLANCE // 2, down, across)
        cells = cells[(contrast > CONTRAST).any(axis=(1, 2)) == drawn]
    return len(cells)


def _plain(image: Image, lattice: Lattice, number: int, part: Part) -> Bools:
    """Which cells (rows, cols) have one colour all over this part of them: nothing is drawn there."""
    y, x = _places(lattice.ys, number, part), _places(lattice.xs, number, part)
    y, x = np.clip(y, 0, image.shape[0] - 1), np.clip(x, 0, image.shape[1] - 1)
    left, right = int(x.min()), int(x.max()) + 1
    # Down the whole rows first: much faster to reduce than the places alone.
    rows = image[y.ravel(), left:right].reshape(*y.shape, -1)
    most, least = (extreme.reshape(len(y), -1, 3)[:, x - left] for extreme in (rows.max(axis=1), rows.min(axis=1)))
    return np.asarray((most.max(axis=2) - least.min(axis=2) < PLAIN).all(axis=2))


def _contrast(
    image: Image, lattice: Lattice, colours: Floats, cells: Places, number: int, down: Part, along: Part
) -> Floats:
    """How far from its cell's ground, in L*a*b*, each of ``number`` by ``number`` places in a part of K cells is."""
    rows, cols = cells.T
    y, x = _places(lattice.ys, number, down)[rows], _places(lattice.xs, number, along)[cols]
    y, x = np.clip(y, 0, image.shape[0] - 1), np.clip(x, 0, image.shape[1] - 1)
    # Taken from one long row of pixels, and added channel by channel: several times as fast.
    pixels = image.reshape(-1, 3).take(y[:, :, None] * image.shape[1] + x[:, None], axis=0)
    off = to_lab(pixels.reshape(-1, number, 3)).reshape(pixels.shape)
    off -= colours[rows, cols][:, None, None]
    off *= off
    return np.asarray(np.sqrt(off[..., 0] + off[..., 1] + off[..., 2]), np.float32)


def _marked(contrast: Floats, pixels: int) -> Bools:
    """Which cells, of so many pixels a side, have a mark: all come clear of the rim, the blur of a border does not."""
    drawn, rim = contrast > CONTRAST, round(RIM * contrast.shape[1])
    middle = slice(rim, contrast.shape[1] - rim)
    least = min(LEAST_AREA, LARGE_PX / pixels**2)
    return np.asarray((drawn.mean(axis=(1, 2)) >= least) & drawn[:, middle, middle].any(axis=(1, 2)))


def _places(lines: Floats, number: int, part: Part) -> Places:
    """Pixels (cells, places) in a part of each cell along an axis, evenly apart."""
    sides = np.diff(lines)
    width = float(sides.min()) * (part[1] - part[0])
    apart = 1.0 if int(width) == number else width / number
    steps = ((np.arange(number) + 0.5) * apart).astype(np.intp)
    return np.asarray(np.rint(lines[:-1] + part[0] * sides)[:, None].astype(np.intp) + steps)
