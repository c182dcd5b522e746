"""Separation of boards that touch: a mesh is cut in the middle of its thickest lines from end to end.

Pieces that are not boards are cut again. This is the recursive X-Y cut of document analysis (Nagy and Seth,
Hierarchical representation of optically scanned documents, 1984), with lines instead of white space.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import numpy as np

from vision.grid.lines import SMALLEST_BOARD_PX, Edges, Runs
from vision.image import Places

END_TO_END: Final = 0.9
"""Minimum visible fraction of an end-to-end line's length; marks and rounded corners hide some of it."""
THICKER: Final = 1.4
"""Minimum ratio of the thickness of lines between boards to that of others: boards side by side have two frames."""
ACROSS: Final = 0.5
"""Minimum visible fraction of an edge across a strip."""
MOST_IN_A_ROW: Final = 12
"""Maximum number of boards in a row: more pieces are cells."""


Span = tuple[int, int]


def cut(mesh: Edges) -> list[Edges]:
    """Return the parts of a mesh between its thickest lines, row by row; an empty list if it has no such lines."""
    x0, y0, x1, y1 = mesh.box
    cols = _spans(mesh.vertical, mesh.horizontal, (x0, x1), (y0, y1))
    rows = _spans(mesh.horizontal, mesh.vertical, (y0, y1), (x0, x1))
    if len(cols) * len(rows) == 1 or max(len(cols), len(rows)) > MOST_IN_A_ROW:
        return []
    return [mesh.within(left, top, right, bottom) for top, bottom in rows for left, right in cols]


def _spans(lines: Runs, across: Runs, along: Span, way: Span) -> list[Span]:
    """Return (start, end) of the parts between the thickest lines that are wide enough for a board."""
    whole = np.flatnonzero(lines.profile() >= END_TO_END * (way[1] - way[0]))
    drawn = _lines(whole, across)
    thickest = max((last - first for first, last in drawn), default=0)
    middles = [(first + last) // 2 for first, last in drawn if last - first > thickest / THICKER]
    spans = pairwise([along[0], *middles, along[1]])
    return [(first, past) for first, past in spans if past - first >= SMALLEST_BOARD_PX]


def _lines(edges: Places, across: Runs) -> list[Span]:
    """Return the first and last edge of each line: at most a frame crosses the space between the edges of one line."""
    if not len(edges):
        return []
    crossing = np.array([_crossing(across, a + 1, b) for a, b in pairwise(edges)])
    parted = np.flatnonzero(crossing > crossing.max(initial=0) / 2) + 1
    return [(int(group[0]), int(group[-1])) for group in np.split(edges, parted)]


def _crossing(across: Runs, low: int, high: int) -> int:
    """Return the number of edges that cross a strip."""
    return int((across.clipped(low, high).profile() > ACROSS * (high - low)).sum())
