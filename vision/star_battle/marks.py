"""Marks in the cells: stars (also crowns, queens, discs), crosses and dots; all cells are examined
at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from vision.grid.lattice import Lattice
from vision.image import Bools, Floats, Image, Places, to_lab
from vision.reading import Mark
from vision.star_battle.shapes import (
    CONTRAST,
    SAME_DRAWING_OVERLAP,
    Boxes,
    crossed,
    figures,
    pointed,
)

CELL_MARGIN: Final = 0.15
"""Fraction of a cell's side left out at each border, to exclude lines and their shadows."""
GLANCE: Final = 24
"""Samples along a side of a larger cell in the first pass; a dot of a twelfth of the cell covers
four of them."""
MOST_PLACES: Final = 64
"""Maximum samples along a side of a cell with a mark: the notches of a small x need that many."""
BORDER_BLUR: Final = 0.18
"""Fraction of the examined area that the blur of a border may reach; all marks extend further in,
hollow letters to 0.2."""
MOST_TEXTURED: Final = 0.25
"""Maximum fraction of cells whose content extends beyond the examined area: more is hatching, not
marks.

Stars may fill a cell, but stars that don't touch are in at most a quarter of the cells.
"""
NUMBER: Final = (0.12, 0.38)
"""Position of a crossword's numbers, in cells below the upper line; marks extend as far down as
up."""
PLAIN: Final = 8
"""Minimum difference of any channel (of 255) within a cell with a mark: a ``CONTRAST`` is twice as
much."""
OFF_CENTRE: Final = 0.13
"""Maximum distance of a mark from the middle of its cell, in cells: real ones have up to 0.12,
mouse pointers over the board up to 0.28."""
LEAST_AREA: Final = 0.012
"""Minimum fraction of the examined area that a mark covers: a dot of a twelfth of the cell."""
STAR_SIZE: Final = 0.26
"""Minimum larger side of a star, in cells. The discs of solved boards have 0.3, dots and dashes up
to 0.2."""
LARGE_PX: Final = 40
"""Number of pixels that make a mark in a large cell, even if they are below ``LEAST_AREA``: a star
of 12 px."""

Part: TypeAlias = tuple[float, float]
"""Start and end of a part of each cell, in cells."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Marks of a board, row by row.

    ``figures`` numbers the figure of each star; similar figures have the same number. ``drawings``
    numbers them more finely: only copies of one drawing have the same number. ``numbered`` is the
    number of cells with something in their upper part and nothing in their lower part.
    """

    found: tuple[Mark, ...]
    figures: tuple[int, ...] = ()
    drawings: tuple[int, ...] = ()
    numbered: int = 0


def find_marks(image: Image, lattice: Lattice, colours: Floats) -> Marks:
    """Find the marks in a picture; ``colours`` are the background colours of the cells, shape
    (rows, cols, 3)."""
    pixels = int(min(np.diff(lattice.xs).min(), np.diff(lattice.ys).min()) * (1 - 2 * CELL_MARGIN))
    inner = (CELL_MARGIN, 1 - CELL_MARGIN)
    every = np.argwhere(~_plain(image, lattice, min(GLANCE, pixels), inner))
    if not len(every):
        return Marks(())
    numbered = _numbered(image, lattice, colours, every)
    places, most = (pixels if pixels < 2 * GLANCE else GLANCE), min(MOST_PLACES, pixels)
    contrast = _contrast(image, lattice, colours, every, places, inner, inner)
    marked = _marked(contrast, pixels)
    cells, contrast = every[marked], contrast[marked]
    if not len(cells):
        return Marks((), numbered=numbered)
    if places < most:
        contrast = _contrast(image, lattice, colours, cells, most, inner, inner)
    kinds = _kinds(contrast)
    running_out = Boxes.of(contrast > CONTRAST).at_rim(contrast.shape[1]) & (kinds != "cross")
    if running_out.sum() > MOST_TEXTURED * colours[..., 0].size:
        cells, contrast, kinds = cells[~running_out], contrast[~running_out], kinds[~running_out]
    own = ~_pointer(cells, contrast)
    cells, contrast, kinds = cells[own], contrast[own], kinds[own]
    found = tuple(
        Mark(int(r), int(c), str(kind)) for (r, c), kind in zip(cells, kinds, strict=True)
    )
    stars = _firm(contrast[kinds == "star"])
    return Marks(found, figures(stars), figures(stars, SAME_DRAWING_OVERLAP), numbered)


def _pointer(cells: Places, contrast: Floats) -> Bools:
    """Return True for marks in K cells that are the mouse pointer: all off-centre marks, if their
    cells touch.

    A star with five points is a mark wherever it is: a page may draw it off-centre, and the first
    one is alone.
    """
    boxes = Boxes.of(contrast > CONTRAST)
    middles = np.stack([boxes.top + boxes.bottom + 1, boxes.left + boxes.right + 1]) / (
        2 * contrast.shape[1]
    )
    far = (abs(middles - 0.5) * (1 - 2 * CELL_MARGIN) > OFF_CENTRE).any(axis=0)
    if not far.any() or (np.ptp(cells[far], axis=0) > 1).any():
        return np.zeros(len(cells), np.bool_)
    far[far] = ~pointed(contrast[far])
    return np.asarray(far)


def _kinds(contrast: Floats) -> npt.NDArray[np.str_]:
    """Return the kind of mark in each of K cells."""
    sides = Boxes.of(contrast > CONTRAST).sides / contrast.shape[1] * (1 - 2 * CELL_MARGIN)
    large = (sides.max(axis=0) >= STAR_SIZE) & (sides.min(axis=0) >= STAR_SIZE / 2)
    kinds = np.where(crossed(contrast), "cross", np.where(large, "star", "dot"))
    small = kinds == "dot"
    kinds[small] = np.where(pointed(contrast[small]), "star", "dot")
    return kinds


def _firm(contrast: Floats) -> Bools:
    """Return masks without the soft edges of strokes, which would fill the notches of a small x."""
    return np.asarray(
        contrast > np.maximum(CONTRAST, contrast.max(axis=(1, 2), keepdims=True, initial=0) / 2)
    )


def _numbered(image: Image, lattice: Lattice, colours: Floats, cells: Places) -> int:
    """Return the number of cells with something in their upper part and nothing in their lower
    part."""
    across, (near, far) = (NUMBER[0], 1 - NUMBER[0]), NUMBER
    for down, drawn in ((NUMBER, True), ((1 - far, 1 - near), False)):
        contrast = _contrast(image, lattice, colours, cells, GLANCE // 2, down, across)
        cells = cells[(contrast > CONTRAST).any(axis=(1, 2)) == drawn]
    return len(cells)


def _plain(image: Image, lattice: Lattice, number: int, part: Part) -> Bools:
    """Return True for the cells (rows, cols) with a single colour in this part, so with nothing
    drawn there."""
    y, x = _places(lattice.ys, number, part), _places(lattice.xs, number, part)
    y, x = np.clip(y, 0, image.shape[0] - 1), np.clip(x, 0, image.shape[1] - 1)
    left, right = int(x.min()), int(x.max()) + 1
    # Reduce whole rows first: this is much faster than picking the places alone.
    rows = image[y.ravel(), left:right].reshape(*y.shape, -1)
    most, least = (
        extreme.reshape(len(y), -1, 3)[:, x - left]
        for extreme in (rows.max(axis=1), rows.min(axis=1))
    )
    return np.asarray((most.max(axis=2) - least.min(axis=2) < PLAIN).all(axis=2))


def _contrast(
    image: Image,
    lattice: Lattice,
    colours: Floats,
    cells: Places,
    number: int,
    down: Part,
    along: Part,
) -> Floats:
    """Return the distance (L*a*b*) from the ground of ``number`` by ``number`` samples in a part of
    each of K cells."""
    rows, cols = cells.T
    y, x = _places(lattice.ys, number, down)[rows], _places(lattice.xs, number, along)[cols]
    y, x = np.clip(y, 0, image.shape[0] - 1), np.clip(x, 0, image.shape[1] - 1)
    # Indexing one long row of pixels and adding channel by channel is several times as fast.
    pixels = image.reshape(-1, 3).take(y[:, :, None] * image.shape[1] + x[:, None], axis=0)
    off = to_lab(pixels.reshape(-1, number, 3)).reshape(pixels.shape)
    off -= colours[rows, cols][:, None, None]
    off *= off
    return np.asarray(np.sqrt(off[..., 0] + off[..., 1] + off[..., 2]), np.float32)


def _marked(contrast: Floats, pixels: int) -> Bools:
    """Return True for the cells with a mark: marks extend beyond the rim, the blur of a border does
    not."""
    drawn, rim = contrast > CONTRAST, round(BORDER_BLUR * contrast.shape[1])
    middle = slice(rim, contrast.shape[1] - rim)
    least = min(LEAST_AREA, LARGE_PX / pixels**2)
    return np.asarray(
        (drawn.mean(axis=(1, 2)) >= least) & drawn[:, middle, middle].any(axis=(1, 2))
    )


def _places(lines: Floats, number: int, part: Part) -> Places:
    """Return pixels (cells, places) in a part of each cell along an axis, evenly spaced."""
    sides = np.diff(lines)
    width = float(sides.min()) * (part[1] - part[0])
    apart = 1.0 if int(width) == number else width / number
    steps = ((np.arange(number) + 0.5) * apart).astype(np.intp)
    return np.asarray(np.rint(lines[:-1] + part[0] * sides)[:, None].astype(np.intp) + steps)
