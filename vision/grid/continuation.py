"""Lines of a grid that continue outside it, and the sides where the picture ends too soon to see
any."""

from __future__ import annotations

from itertools import pairwise
from typing import Final, TypeAlias

import numpy as np

from vision.grid.lattice import Lattice
from vision.grid.lines import SMALLEST_BOARD_PX, Edges, Runs
from vision.image import Floats, Places

Sides: TypeAlias = tuple[bool, bool, bool, bool]
"""One value for each side: left, top, right, bottom."""

BEYOND: Final = (0.22, 0.6)
"""Range searched for lines outside a grid, in pitches from its outermost lines: clear of the
thickest frame."""
WHOLE_WAY: Final = 0.8
"""Minimum fraction of that range that a continuing line covers."""
OFF_LINE: Final = 0.09
"""Maximum distance, in pitches, between a line and an edge that continues it: half of the thickest
border is 0.085."""
SHORTEST_STRIP_PX: Final = 3
"""Minimum width of a strip; if the picture ends sooner, lines can't be detected."""
MOST_RUN_ON: Final = 0.5
"""Maximum fraction of the inner lines that may continue outside, and of the edges outside that may
lie at lines."""


def runs_on(edges: Edges, lattice: Lattice) -> bool:
    """Return True if the lines of a grid continue outside its box, so it is a part of a larger
    grid."""
    return any(_running(edges, lattice))


def runs_out(edges: Edges, lattice: Lattice) -> bool:
    """Return True if the lines of a grid continue outside its box up to the picture's edge, less
    than a cell away."""
    near = (space < lattice.pitch for space in _room(edges, lattice))
    return any(on and close for on, close in zip(_running(edges, lattice), near, strict=True))


def at_border(edges: Edges, lattice: Lattice) -> Sides:
    """Return True for each side where the grid ends at or very near the picture's edge."""
    near = BEYOND[0] * lattice.pitch + SHORTEST_STRIP_PX
    left, top, right, bottom = (space < near for space in _room(edges, lattice))
    return left, top, right, bottom


def _room(edges: Edges, lattice: Lattice) -> tuple[int, int, int, int]:
    """Return the distances in pixels between the box and the picture's edge: left, top, right,
    bottom."""
    height, width = edges.shape
    x0, y0, x1, y1 = lattice.box
    return x0, y0, width - x1, height - y1


def _running(edges: Edges, lattice: Lattice) -> Sides:
    """Return True for each side where the lines continue."""
    height, width = edges.shape
    across = edges.horizontal, lattice.ys, lattice.pitch, width
    down = edges.vertical, lattice.xs, lattice.pitch, height
    return (
        _run_on(*across, lattice.xs[0], -1),
        _run_on(*down, lattice.ys[0], -1),
        _run_on(*across, lattice.xs[-1], 1),
        _run_on(*down, lattice.ys[-1], 1),
    )


def _run_on(runs: Runs, lines: Floats, pitch: float, end: int, side: float, direction: int) -> bool:
    """Return True if most of the inner lines at these positions continue beyond a side; the picture
    ends at ``end``."""
    low, high = sorted(
        min(max(0, round(float(side) + direction * part * pitch)), end) for part in BEYOND
    )
    if high - low < SHORTEST_STRIP_PX:
        return False
    beyond = runs.clipped(low, high)
    # One straight edge must cover the way: text and noise have many short ones near each line.
    whole = beyond.at[beyond.lengths >= WHOLE_WAY * (high - low)]
    if not len(whole):
        return False
    near = np.abs(np.rint(lines)[:, None] - whole) <= max(1, round(OFF_LINE * pitch))
    # Strokes of large letters lie anywhere, not only at the lines.
    at_lines = float(near.any(axis=0).mean())
    return min(at_lines, float(near[1:-1].any(axis=1).mean())) > MOST_RUN_ON


END_TO_END: Final = 0.9
"""Minimum visible fraction of an end-to-end line's length; marks and rounded corners hide some of
it."""
THICKER: Final = 1.4
"""Minimum ratio of the thickness of lines between boards to that of others: boards side by side
have two frames."""
ACROSS: Final = 0.5
"""Minimum visible fraction of an edge across a strip."""
MOST_IN_A_ROW: Final = 12
"""Maximum number of boards in a row: more pieces are cells."""


Span = tuple[int, int]


def cut(mesh: Edges) -> list[Edges]:
    """Return the parts of a mesh between its thickest lines, row by row; an empty list if it has no
    such lines."""
    x0, y0, x1, y1 = mesh.box
    cols = _spans(mesh.vertical, mesh.horizontal, (x0, x1), (y0, y1))
    rows = _spans(mesh.horizontal, mesh.vertical, (y0, y1), (x0, x1))
    if len(cols) * len(rows) == 1 or max(len(cols), len(rows)) > MOST_IN_A_ROW:
        return []
    return [mesh.within(left, top, right, bottom) for top, bottom in rows for left, right in cols]


def _spans(lines: Runs, across: Runs, along: Span, way: Span) -> list[Span]:
    """Return (start, end) of the parts between the thickest lines that are wide enough for a
    board."""
    whole = np.flatnonzero(lines.profile() >= END_TO_END * (way[1] - way[0]))
    drawn = _lines(whole, across)
    thickest = max((last - first for first, last in drawn), default=0)
    middles = [(first + last) // 2 for first, last in drawn if last - first > thickest / THICKER]
    spans = pairwise([along[0], *middles, along[1]])
    return [(first, past) for first, past in spans if past - first >= SMALLEST_BOARD_PX]


def _lines(edges: Places, across: Runs) -> list[Span]:
    """Return the first and last edge of each line: at most a frame crosses the space between the
    edges of one line."""
    if not len(edges):
        return []
    crossing = np.array([_crossing(across, a + 1, b) for a, b in pairwise(edges)])
    parted = np.flatnonzero(crossing > crossing.max(initial=0) / 2) + 1
    return [(int(group[0]), int(group[-1])) for group in np.split(edges, parted)]


def _crossing(across: Runs, low: int, high: int) -> int:
    """Return the number of edges that cross a strip."""
    return int((across.clipped(low, high).profile() > ACROSS * (high - low)).sum())
