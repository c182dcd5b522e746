"""What is drawn into the cells: stars (also crowns, queens, discs), crosses, dots."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from vision.board import Lattice
from vision.image import Floats
from vision.reading import Mark

MARGIN: Final = 0.15
"""Part of a cell's side that is left out at each border, for lines and their shadow."""
CONTRAST: Final = 12.0
"""Least distance in L*a*b* between a mark and its cell; a JPEG's noise stays below 8, a pale grey cross has 20."""
LEAST_AREA: Final = 0.012
"""Least part of the looked-at area that a mark covers: a dot of a twelfth of the cell."""
STAR_SIZE: Final = 0.26
"""Least larger side of a star, in cells. The discs of solved boards have 0.3, dots and dashes up to 0.2."""
OBLONG: Final = 1.67
"""Largest ratio of the sides of an x; a dash has 3 and more."""
NOTCH: Final = 0.12
"""Least depth of the notches of an x, in its own size: a thick one of 6 pixels has 0.17, a star up to 0.09."""


def find_marks(lab: Floats, lattice: Lattice, colours: Floats) -> tuple[Mark, ...]:
    """The marks of a board, row by row; ``colours`` is the ground of each cell, shape (rows, cols, 3)."""
    found = []
    for r in range(lattice.rows):
        for c in range(lattice.cols):
            kind = _kind(_contrast(lab, lattice, r, c, colours[r, c]))
            if kind:
                found.append(Mark(r, c, kind))
    return tuple(found)


def _contrast(lab: Floats, lattice: Lattice, row: int, col: int, ground: Floats) -> Floats:
    """How far each pixel in the inner part of a cell is from its ground, in L*a*b*."""
    x0, x1 = (float(v) for v in lattice.xs[col : col + 2])
    y0, y1 = (float(v) for v in lattice.ys[row : row + 2])
    dx, dy = MARGIN * (x1 - x0), MARGIN * (y1 - y0)
    inner = lab[round(y0 + dy) : round(y1 - dy), round(x0 + dx) : round(x1 - dx)]
    return np.asarray(np.linalg.norm(inner - ground, axis=2), np.float32)


def _kind(contrast: Floats) -> str:
    """The kind of mark that a cell's inner part shows; "" for none."""
    drawn = contrast > CONTRAST
    if not drawn.size or drawn.mean() < LEAST_AREA or not _middle(drawn).any():
        return ""
    # The soft edges of strokes would fill the notches of a small x.
    if _crossed(_cut_out(contrast > max(CONTRAST, contrast.max() / 2))):
        return "cross"
    sides = _cut_out(drawn).shape / (np.array(drawn.shape) / (1 - 2 * MARGIN))
    return "star" if max(sides) >= STAR_SIZE and min(sides) >= STAR_SIZE / 2 else "dot"


def _middle(drawn: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """The middle ninth of a mask: every mark reaches it, the blur of a border does not."""
    height, width = drawn.shape
    return drawn[height // 3 : -(height // 3) or None, width // 3 : -(width // 3) or None]


def _cut_out(drawn: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """The smallest part of a mask that holds all that is drawn."""
    rows, cols = np.flatnonzero(drawn.any(axis=1)), np.flatnonzero(drawn.any(axis=0))
    return drawn[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]


def _crossed(shape: npt.NDArray[np.bool_]) -> bool:
    """Whether a shape is notched in the middle of every side: an x. Stars, crowns and discs have a side that is not."""
    height, width = shape.shape
    return bool(1 / OBLONG < height / width < OBLONG and min(_notch(shape), _notch(shape.T)) >= NOTCH)


def _notch(shape: npt.NDArray[np.bool_]) -> float:
    """How deep both ends of a shape's middle row are notched, of its width; the better one of two middle rows."""
    height, width = shape.shape
    middle = shape[(height - 1) // 2 : height // 2 + 1]
    deepest = max(min(np.argmax(row), np.argmax(row[::-1])) for row in middle)
    return float(deepest / width)
