"""Boards that touch each other: the parts of a mesh of lines between its thickest lines."""

from __future__ import annotations

from itertools import pairwise, product
from typing import Final

import numpy as np

from vision.grid.lattice import WHOLE_SIDE
from vision.grid.lines import SMALLEST_BOARD_PX, Edges, Runs
from vision.image import Places

THICKER: Final = 1.4
"""Minimum ratio of the thickness of lines between boards to that of others: boards side by side
have two frames."""
ACROSS: Final = 0.5
"""Minimum visible fraction of an edge across a strip."""
MOST_IN_A_ROW: Final = 12
"""Maximum number of boards in a row: more pieces are cells."""


def cut_mesh(mesh: Edges) -> list[Edges]:
    """Return the parts of a mesh between its thickest lines, row by row.

    The list is empty if it has no such lines.
    """
    x0, y0, x1, y1 = mesh.box
    cols = _split_at_thickest(mesh.vertical, mesh.horizontal, (x0, x1), y1 - y0)
    rows = _split_at_thickest(mesh.horizontal, mesh.vertical, (y0, y1), x1 - x0)
    # More pieces are the cells of one board.
    if len(cols) * len(rows) == 1 or max(len(cols), len(rows)) > MOST_IN_A_ROW:
        return []
    parts = product(rows, cols)
    return [mesh.clip_to_box(left, top, right, bottom) for (top, bottom), (left, right) in parts]


def _split_at_thickest(
    lines: Runs, across: Runs, whole: tuple[int, int], length: int
) -> list[tuple[int, int]]:
    """Return (start, end) of the parts between the thickest lines that are wide enough for a board.

    ``whole`` is the range to be split, ``length`` the length of a line from end to end.
    """
    edges = np.flatnonzero(lines.profile() >= WHOLE_SIDE * length)
    drawn = _group_edges(edges, across)
    thickest = max((last - first for first, last in drawn), default=0)
    cuts = [(first + last) // 2 for first, last in drawn if last - first > thickest / THICKER]
    parts = pairwise([whole[0], *cuts, whole[1]])
    return [(start, end) for start, end in parts if end - start >= SMALLEST_BOARD_PX]


def _group_edges(edges: Places, across: Runs) -> list[tuple[int, int]]:
    """Return the first and last edge of each line.

    Between the edges of one line at most a frame crosses, between two lines the lines of the cells.
    """
    if not len(edges):
        return []
    crossing = _count_crossing(across, edges[:-1] + 1, edges[1:])
    # Many edges cross the cells between two lines.
    parted = np.flatnonzero(crossing > crossing.max(initial=0) / 2) + 1
    return [(int(group[0]), int(group[-1])) for group in np.split(edges, parted)]


def _count_crossing(across: Runs, low: Places, high: Places) -> Places:
    """Return the number of edges that cross each strip from ``low`` to ``high``, shape (N,)."""
    at, line = np.unique(across.at, return_inverse=True)
    inside = np.minimum(across.high[:, None], high) - np.maximum(across.low[:, None], low)
    covered = np.zeros((len(at), len(low)), np.intp)
    np.add.at(covered, line, np.maximum(inside, 0))
    return np.asarray((covered > ACROSS * (high - low)).sum(axis=0), np.intp)
