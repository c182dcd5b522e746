"""What lies just outside a grid of cells: does it end there, or is it a piece of something larger?"""

from __future__ import annotations

from typing import Final

import numpy as np

from vision.board import OFF_COMB, Lattice
from vision.image import Floats, Mask
from vision.lines import Edges

BEYOND: Final = (0.22, 0.6)
"""Where lines are looked for outside of a grid, in pitches from its outermost lines: clear of the thickest frame."""
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
    """Does the grid end at the border of the picture at the left, the top, the right and the bottom?"""
    return tuple(space < OFF_COMB * lattice.pitch for space in _room(edges, lattice))


def _room(edges: Edges, lattice: Lattice) -> tuple[int, int, int, int]:
    """Pixels between the box and the border of the picture at the left, the top, the right and the bottom."""
    height, width = edges.vertical.shape
    x0, y0, x1, y1 = lattice.box
    return x0, y0, width - x1, height - y1


def _running(edges: Edges, lattice: Lattice) -> tuple[bool, bool, bool, bool]:
    """Do the lines run on at the left, the top, the right and the bottom?"""
    across = edges.horizontal, lattice.ys, lattice.pitch
    down = edges.vertical.T, lattice.xs, lattice.pitch
    return (
        _run_on(*across, lattice.xs[0], -1),
        _run_on(*down, lattice.ys[0], -1),
        _run_on(*across, lattice.xs[-1], 1),
        _run_on(*down, lattice.ys[-1], 1),
    )


def _run_on(mask: Mask, lines: Floats, pitch: float, side: float, direction: int) -> bool:
    """Whether most inner lines (at these rows of the mask) are seen beyond a side (a column of the mask)."""
    low, high = sorted(float(side) + direction * part * pitch for part in BEYOND)
    strip = mask[:, max(0, round(low)) : max(0, round(high))]
    if strip.shape[1] < 3:
        return False
    reach = max(1, round(OFF_COMB * pitch))
    seen = [
        strip[max(0, round(float(y)) - reach) : round(float(y)) + reach + 1].any(axis=0).mean() for y in lines[1:-1]
    ]
    return float(np.mean([part >= 0.8 for part in seen])) > MOST_RUN_ON
