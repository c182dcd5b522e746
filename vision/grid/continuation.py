"""Signs that a board extends beyond its grid or the picture: lines that continue, a missing frame, more cells."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import numpy as np

from vision.grid.borders import Borders, inside, label
from vision.grid.lattice import OFF_COMB, Lattice
from vision.grid.lines import Edges, Runs, paint
from vision.grid.measurements import ALONG
from vision.image import Floats, Image, to_lab

BEYOND: Final = (0.22, 0.6)
"""Range searched for lines outside a grid, in pitches from its outermost lines: clear of the thickest frame."""
WHOLE_WAY: Final = 0.8
"""Minimum fraction of that range that a continuing line covers."""
SHORTEST_STRIP_PX: Final = 3
"""Minimum width of a strip; if the picture ends sooner, lines can't be detected."""
MOST_RUN_ON: Final = 0.5
"""Maximum fraction of the inner lines that may continue outside."""


def runs_on(edges: Edges, lattice: Lattice) -> bool:
    """Return True if the lines of a grid continue outside its box, so it is a part of a larger grid."""
    return any(_running(edges, lattice))


def runs_out(edges: Edges, lattice: Lattice) -> bool:
    """Return True if the lines of a grid continue outside its box up to the picture's edge, less than a cell away."""
    near = (space < lattice.pitch for space in _room(edges, lattice))
    return any(on and close for on, close in zip(_running(edges, lattice), near, strict=True))


def at_border(edges: Edges, lattice: Lattice) -> tuple[bool, ...]:
    """Return, for each side (left, top, right, bottom), True if the grid ends at or very near the picture's edge."""
    near = BEYOND[0] * lattice.pitch + SHORTEST_STRIP_PX
    return tuple(space < near for space in _room(edges, lattice))


def _room(edges: Edges, lattice: Lattice) -> tuple[int, int, int, int]:
    """Return the distances in pixels between the box and the picture's edge: left, top, right, bottom."""
    height, width = edges.shape
    x0, y0, x1, y1 = lattice.box
    return x0, y0, width - x1, height - y1


def _running(edges: Edges, lattice: Lattice) -> tuple[bool, bool, bool, bool]:
    """Return, for each side (left, top, right, bottom), True if the lines continue there."""
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
    """Return True if most of the inner lines at these positions continue beyond a side; the picture ends at ``end``."""
    low, high = sorted(min(max(0, round(float(side) + direction * part * pitch)), end) for part in BEYOND)
    if high - low < SHORTEST_STRIP_PX:
        return False
    beyond, inner = runs.clipped(low, high), np.rint(lines[1:-1])
    nearest = np.abs(beyond.at[:, None] - inner).argmin(axis=1)
    near = np.abs(beyond.at - inner[nearest]) <= max(1, round(OFF_COMB * pitch))
    drawn = paint(Runs(nearest[near], beyond.low[near] - low, beyond.high[near] - low), len(inner), high - low)
    return float(np.mean(drawn.mean(axis=1) >= WHOLE_WAY)) > MOST_RUN_ON


DEEP: Final = 0.2
"""Depth, in cells, of the strips outside whose colours are examined; a deeper strip could contain other page content.
"""
SHALLOWEST_PX: Final = 3
"""Minimum depth in pixels: a shallower strip may be the blur of the outermost line."""
ONE_GROUND: Final = 10.0
"""Maximum difference (L*a*b*) along the background at one side: real backgrounds have up to 2, parts of cells 30 and
more."""
FRAME: Final = 1.25
"""Minimum ratio of a frame to the lines inside regions: it is 1.0 if all lines are alike, 1.4 with a frame."""
BORDER: Final = 0.75
"""Minimum ratio of a frame to the lines between regions: the weakest frames have 0.9, boards without a frame 0.6."""
LESS: Final = 0.45
"""Maximum fraction of a frame that remains if the picture cuts a board along a line; cropped frames keep 0.48."""

Sides = tuple[bool, ...]
"""One value for each side: left, top, right, bottom."""


def goes_on(
    image: Image, lattice: Lattice, line: Borders, frame: tuple[float, ...], grid: tuple[str, ...], loose: Sides
) -> bool:
    """Return True if a board of N rows and N columns seems to continue at one of the ``loose`` sides.

    ``line`` is the strength of all borders, ``frame`` that of the four sides at their weakest points. A missing frame
    is a sign only if both rows and columns may be missing: a phone's screen may cut off the frame at two sides.
    """
    left, top, right, bottom = loose
    frameless = (left or right) and (top or bottom) and _frameless(line, frame, grid, loose)
    return frameless or any(_cells_beyond(image, lattice, side) for side, asked in enumerate(loose) if asked)


def _frameless(line: Borders, frame: tuple[float, ...], grid: tuple[str, ...], loose: Sides) -> bool:
    """Return True if other sides have a frame, and this side at most half of it and no more than between cells."""
    strengths, within = line.values(), inside(label(grid))
    thin, thick = float(np.median(strengths[within])), float(np.median(strengths[~within]))
    thickest = max(frame)
    least = min(LESS * thickest, (thin + thick) / 2)
    return thickest >= max(BORDER * thick, FRAME * thin) and any(
        strength < least for strength, asked in zip(frame, loose, strict=True) if asked
    )


def _cells_beyond(image: Image, lattice: Lattice, side: int) -> bool:
    """Return True if colours differ from cell to cell just outside a side (numbered clockwise from the left)."""
    x0, y0, x1, y1 = lattice.box
    ways = (image, lattice.ys, x0, x1), (image.transpose(1, 0, 2), lattice.xs, y0, y1)
    across, lines, first, last = ways[side % 2]
    reach = max(SHALLOWEST_PX, round(DEEP * lattice.pitch))
    strip = across[:, max(0, first - reach) : max(0, first)] if side < 2 else across[:, last : last + reach]
    if strip.shape[1] < SHALLOWEST_PX:
        return False
    colours = np.array([_colour(strip, *ends) for ends in pairwise(lines)])
    return bool(np.linalg.norm(colours - np.median(colours, axis=0), axis=1).max() > ONE_GROUND)


def _colour(strip: Image, start: float, end: float) -> Floats:
    """Return the median colour beside a cell that extends from ``start`` to ``end``."""
    first, last = (round(start + part * (end - start)) for part in ALONG)
    return np.asarray(np.median(to_lab(strip[max(0, first) : max(0, first) + last - first]), axis=(0, 1)), np.float32)
