"""Surroundings of a grid: lines that continue, the picture's edge, and boards that touch."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product
from typing import Final

import numpy as np

from vision.grid.lattice import WHOLE_SIDE, Lattice
from vision.grid.lines import SMALLEST_BOARD_PX, Edges, Runs
from vision.image import Bools, Places

BEYOND: Final = (0.22, 0.6)
"""Range searched for lines outside a grid, in pitches from its outermost lines: clear of the
thickest frame."""
FROM_LINE: Final = (0.0, 0.6)
BEFORE_LINE: Final = (-0.6, 0.0)
"""The same range from the outermost line itself, and as far inside: a line that reaches it inside
but not outside belongs to buttons in line with the board, beside which there is a gap."""
ANOTHER_CELL: Final = (-0.5, 1.75)
"""Range along which an outer line continues, in pitches: it begins inside the grid, unlike the edge
of a button beside it, and a frame that ends sooner has no room for another cell."""
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


def find_continuation(edges: Edges, lattice: Lattice) -> tuple[bool, bool]:
    """Return True if the lines of a grid continue outside its box, so that it is a part of a larger
    grid, and True if they do so up to the picture's edge, less than a cell away."""
    continues = _find_continuing_sides(edges, lattice)
    is_close = _measure_room(edges, lattice) < lattice.pitch
    return bool(continues.any()), bool((continues & is_close).any())


def is_corner_of_frame(edges: Edges, lattice: Lattice) -> bool:
    """Return True if outer lines of a grid continue outside its box on both axes: they are the
    frame of a larger board, of which the grid fills a corner.

    On one axis alone they may frame a bar of buttons too.
    """
    near = [lines[[0, -1]].any() for lines in _match_lines(edges, lattice, ANOTHER_CELL)]
    has_room = _measure_room(edges, lattice) >= lattice.pitch
    left, top, right, bottom = np.array(near) & has_room
    return bool((left | right) & (top | bottom))


def at_border(edges: Edges, lattice: Lattice) -> Bools:
    """Return True for each side (left, top, right, bottom) at which the grid ends at or very near
    the picture's edge."""
    return _measure_room(edges, lattice) < BEYOND[0] * lattice.pitch + SHORTEST_STRIP_PX


def _measure_room(edges: Edges, lattice: Lattice) -> Places:
    """Return the distances in pixels between the box and the picture's edge: left, top, right,
    bottom."""
    height, width = edges.shape
    x0, y0, x1, y1 = lattice.box
    return np.array([x0, y0, width - x1, height - y1])


def _find_continuing_sides(edges: Edges, lattice: Lattice) -> Bools:
    """Return True for each side at which most of the inner lines continue."""
    continues = _find_sides_with_lines(edges, lattice, BEYOND)
    if continues.any():
        reaches = _find_sides_with_lines(edges, lattice, FROM_LINE)
        reaches_inside = _find_sides_with_lines(edges, lattice, BEFORE_LINE)
        continues &= reaches | ~reaches_inside
    return continues


def _find_sides_with_lines(edges: Edges, lattice: Lattice, reach: tuple[float, float]) -> Bools:
    """Return True for each side at which most of the lines but the outermost have an edge in this
    range, and most of the edges there a line: strokes of large letters lie anywhere."""
    found = []
    for near in _match_lines(edges, lattice, reach):
        shares = (0.0, 0.0)
        if near.size:
            shares = (near.any(axis=0).mean(), near[1:-1].any(axis=1).mean())
        found.append(min(shares) > MOST_RUN_ON)
    return np.array(found)


def _match_lines(edges: Edges, lattice: Lattice, beyond: tuple[float, float]) -> Iterator[Bools]:
    """Yield for each side an array ``[i, k]`` that is True if line i of those that end there is
    continued by edge k outside.

    ``beyond`` is the range searched, in pitches from the outermost lines.
    """
    height, width = edges.shape
    x, y = (edges.horizontal, lattice.ys), (edges.vertical, lattice.xs)
    for side, step, end, (runs, lines) in (
        (lattice.xs[0], -lattice.pitch, width, x),
        (lattice.ys[0], -lattice.pitch, height, y),
        (lattice.xs[-1], lattice.pitch, width, x),
        (lattice.ys[-1], lattice.pitch, height, y),
    ):
        low, high = _find_strip(float(side), step, end, beyond)
        if high - low < SHORTEST_STRIP_PX:
            yield np.zeros((len(lines), 0), np.bool_)
            continue
        outside = runs.clip(low, high)
        # One straight edge must cover the way: text and noise have many short ones near each line.
        whole = outside.at[outside.lengths >= WHOLE_WAY * (high - low)]
        slack = max(1, round(OFF_LINE * lattice.pitch))
        yield np.abs(np.rint(lines)[:, None] - whole) <= slack


def _find_strip(side: float, step: float, end: int, beyond: tuple[float, float]) -> tuple[int, int]:
    """Return the pixels beside a side of a grid in which lines are looked for.

    ``step`` is a pitch, negative if the outside has smaller coordinates; the picture ends at
    ``end``.
    """
    # The strip ends with the picture.
    ends = np.clip([round(side + place * step) for place in beyond], 0, end)
    return int(ends.min()), int(ends.max())


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
    crossing = np.array([_count_crossing(across, a + 1, b) for a, b in pairwise(edges)])
    # Many edges cross the cells between two lines.
    parted = np.flatnonzero(crossing > crossing.max(initial=0) / 2) + 1
    return [(int(group[0]), int(group[-1])) for group in np.split(edges, parted)]


def _count_crossing(across: Runs, low: int, high: int) -> int:
    """Return the number of edges that cross a strip."""
    return int((across.clip(low, high).profile() > ACROSS * (high - low)).sum())
