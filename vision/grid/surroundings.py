"""What lies just outside a grid of cells: does it end there, or is it a piece of something larger?"""

from __future__ import annotations

from typing import Final

import numpy as np

from vision.grid.board import OFF_COMB, Lattice
from vision.grid.lines import Edges, Runs, paint
from vision.image import Floats

BEYOND: Final = (0.22, 0.6)
"""Where lines are looked for outside of a grid, in pitches from its outermost lines: clear of the thickest frame."""
WHOLE_WAY: Final = 0.8
"""Least part of its way there over which a line is seen that runs on."""
SHORTEST_STRIP_PX: Final = 3
"""Where the picture ends sooner, nothing can be said."""
MOST_RUN_ON: Final = 0.5
"""Largest part of the inner lines that may run on outside."""


def runs_on(edges: Edges, lattice: Lattice) -> bool:
    """Whether the lines of a grid run on outside of its box: it is a piece of a larger one."""
    return any(_running(edges, lattice))


def runs_out(edges: Edges, lattice: Lattice) -> bool:
    """Whether the lines of a grid run on outside of its box up to the border of the picture, less than a cell away."""
    near = (space < lattice.pitch for space in _room(edges, lattice))
    return any(on and close for on, close in zip(_running(edges, lattice), near, strict=True))


def at_border(edges: Edges, lattice: Lattice) -> tuple[bool, ...]:
    """Does the grid end at the left, the top, the right and the bottom where the picture does, or too near to tell?"""
    near = BEYOND[0] * lattice.pitch + SHORTEST_STRIP_PX
    return tuple(space < near for space in _room(edges, lattice))


def _room(edges: Edges, lattice: Lattice) -> tuple[int, int, int, int]:
    """Pixels between the box and the border of the picture at the left, the top, the right and the bottom."""
    height, width = edges.shape
    x0, y0, x1, y1 = lattice.box
    return x0, y0, width - x1, height - y1


def _running(edges: Edges, lattice: Lattice) -> tuple[bool, bool, bool, bool]:
    """Do the lines run on at the left, the top, the right and the bottom?"""
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
    """Whether most inner lines, at these positions, are seen beyond a side of the grid, in a picture that long."""
    low, high = sorted(min(max(0, round(float(side) + direction * part * pitch)), end) for part in BEYOND)
    if high - low < SHORTEST_STRIP_PX:
        return False
    beyond, inner = runs.clipped(low, high), np.rint(lines[1:-1])
    nearest = np.abs(beyond.at[:, None] - inner).argmin(axis=1)
    near = np.abs(beyond.at - inner[nearest]) <= max(1, round(OFF_COMB * pitch))
    drawn = paint(Runs(nearest[near], beyond.low[near] - low, beyond.high[near] - low), len(inner), high - low)
    return float(np.mean(drawn.mean(axis=1) >= WHOLE_WAY)) > MOST_RUN_ON
