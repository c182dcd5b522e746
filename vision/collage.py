"""Boards that touch: a mesh is cut in the middle of its thickest lines from end to end.

With the pieces cut again where they are no board, this is the recursive X-Y cut of document analysis (Nagy and Seth,
Hierarchical representation of optically scanned documents, 1984), with lines in place of white space.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.image import Mask
from vision.lines import SMALLEST_BOARD_PX, Edges, Mesh

END_TO_END: Final = 0.9
"""Least part of its way over which a line from end to end is seen; marks and rounded corners hide some of it."""
THICKER: Final = 1.4
"""Least ratio between the thickness of lines between boards and of others: boards put side by side have two frames."""
ACROSS: Final = 0.5
"""Least part of a strip over which an edge that runs across it is seen."""
MOST_IN_A_ROW: Final = 12
"""More pieces than that in a row are cells, not boards."""


def cut(mesh: Mesh) -> list[Mesh]:
    """The parts of a mesh between its thickest lines, row by row; none where there are no such lines."""
    upright = _spans(mesh.edges.vertical, mesh.edges.horizontal)
    level = _spans(mesh.edges.horizontal.T, mesh.edges.vertical.T)
    if len(upright) * len(level) == 1 or max(len(upright), len(level)) > MOST_IN_A_ROW:
        return []
    parts = (slice(*rows) for rows in level), [slice(*cols) for cols in upright]
    return [_part(mesh, rows, cols) for rows in parts[0] for cols in parts[1]]


def _part(mesh: Mesh, rows: slice, cols: slice) -> Mesh:
    edges = Edges(mesh.edges.vertical[rows, cols], mesh.edges.horizontal[rows, cols])
    return Mesh(edges, mesh.x + cols.start, mesh.y + rows.start)


def _spans(upright: Mask, level: Mask) -> list[tuple[int, int]]:
    """(first, past the last) column of the parts between the thickest upright lines; what is no board's width is left
    out."""
    lines = _lines(np.flatnonzero(upright.mean(axis=0) >= END_TO_END), level)
    thickest = max((last - first for first, last in lines), default=0)
    middles = [(first + last) // 2 for first, last in lines if last - first > thickest / THICKER]
    spans = pairwise([0, *middles, upright.shape[1]])
    return [(first, past) for first, past in spans if past - first >= SMALLEST_BOARD_PX]


def _lines(columns: npt.NDArray[np.intp], level: Mask) -> list[tuple[int, int]]:
    """The first and last column of each line: between the edges of one line, no more than a frame runs across."""
    if not len(columns):
        return []
    crossing = np.array([_crossing(level[:, a + 1 : b]) for a, b in pairwise(columns)])
    parted = np.flatnonzero(crossing > crossing.max(initial=0) / 2) + 1
    return [(int(group[0]), int(group[-1])) for group in np.split(columns, parted)]


def _crossing(strip: Mask) -> int:
    """How many level edges run across a strip."""
    return int((strip.mean(axis=1) > ACROSS).sum()) if strip.shape[1] else 0
