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

NOTCH: Final = 0.12
"""Least depth of the notches of an x, in its own size: a thick small one on anti-aliased edges has 0.18."""


def find_marks(lab: Floats, lattice: Lattice, colours: Floats) -> tuple[Mark, ...]:
    """The marks of a board, row by row; ``colours`` is the ground of each cell, shape (rows, cols, 3)."""
    found = []
    for r in range(lattice.rows):
        for c in range(lattice.cols):
            kind = _kind(_drawn(lab, lattice, r, c, colours[r, c]))
            if kind:
                found.append(Mark(r, c, kind))
    return tuple(found)


def _drawn(lab: Floats, lattice: Lattice, row: int, col: int, ground: Floats) -> npt.NDArray[np.bool_]:
    """The pixels in the inner part of a cell that differ from its ground."""
    x0, x1 = (float(v) for v in lattice.xs[col : col + 2])
    y0, y1 = (float(v) for v in lattice.ys[row : row + 2])
    dx, dy = MARGIN * (x1 - x0), MARGIN * (y1 - y0)
    inner = lab[round(y0 + dy) : round(y1 - dy), round(x0 + dx) : round(x1 - dx)]
    return np.asarray(np.linalg.norm(inner - ground, axis=2) > CONTRAST)


def _kind(drawn: npt.NDArray[np.bool_]) -> str:
    """The kind of mark that these pixels of a cell's inner part show; "" for none."""
    if not drawn.size or drawn.mean() < LEAST_AREA:
        return ""
    rows, cols = np.flatnonzero(drawn.any(axis=1)), np.flatnonzero(drawn.any(axis=0))
    shape = drawn[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]
    if _crossed(shape):
        return "cross"
    cell = np.array(drawn.shape) / (1 - 2 * MARGIN)
    return "star" if max(shape.shape / cell) >= STAR_SIZE and min(shape.shape / cell) >= STAR_SIZE / 2 else "dot"


def _crossed(shape: npt.NDArray[np.bool_]) -> bool:
    """Whether a shape is notched in the middle of every side: an x. Stars, crowns and discs have a side that is not."""
    height, width = shape.shape
    if not 0.6 < height / width < 1.67:
        return False
    column, row = shape[:, width // 2], shape[height // 2]
    notches = (np.argmax(line) / line.size for line in (column, column[::-1], row, row[::-1]))
    return bool(min(notches) >= NOTCH)
