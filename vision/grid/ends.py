"""Does a board go on beyond the picture? What its frame and the colours at its sides tell where both end together."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import numpy as np

from vision.grid.board import Lattice
from vision.grid.borders import Borders, inside, label
from vision.grid.cells import ALONG
from vision.image import Floats, Image, to_lab

DEEP: Final = 0.2
"""How far outside, in cells, the colours there are looked at; more would take a neighbouring thing for the ground."""
SHALLOWEST_PX: Final = 3
"""Where the picture ends sooner, what is there may be the blur of the outermost line."""
ONE_GROUND: Final = 10.0
"""Most difference (L*a*b*) along the ground at one side: real ones have up to 2, pieces of cells 30 and more."""
FRAME: Final = 1.25
"""How many times as strong as lines inside regions a frame is at least: 1.0 where all lines are alike, 1.4 with one."""
BORDER: Final = 0.75
"""How strong a frame is at least, of lines between regions: it has 0.9, where it is weakest, and boards without 0.6."""
LESS: Final = 0.45
"""What is left of a frame where the picture cuts a board along a line, at most; a cropped frames keep 0.48."""

Sides = tuple[bool, ...]
"""Of the left, the top, the right and the bottom."""


def goes_on(
    image: Image, lattice: Lattice, line: Borders, frame: tuple[float, ...], grid: tuple[str, ...], loose: Sides
) -> bool:
    """Return True if a board of N rows and N columns seems to go on at one of the ``loose`` sides.

    ``line`` is the strength of all borders, ``frame`` that of the four sides where it is weakest. A missing frame is a
    sign only if both rows and columns may be missing: a phone's screen may end at two sides.
    """
    left, top, right, bottom = loose
    frameless = (left or right) and (top or bottom) and _frameless(line, frame, grid, loose)
    return frameless or any(_cells_beyond(image, lattice, side) for side, asked in enumerate(loose) if asked)


def _frameless(line: Borders, frame: tuple[float, ...], grid: tuple[str, ...], loose: Sides) -> bool:
    """Return True if a frame is drawn elsewhere, and here half of it or less, no more than between cells."""
    strengths, within = line.values(), inside(label(grid))
    thin, thick = float(np.median(strengths[within])), float(np.median(strengths[~within]))
    thickest = max(frame)
    least = min(LESS * thickest, (thin + thick) / 2)
    return thickest >= max(BORDER * thick, FRAME * thin) and any(
        strength < least for strength, asked in zip(frame, loose, strict=True) if asked
    )


def _cells_beyond(image: Image, lattice: Lattice, side: int) -> bool:
    """Whether colours differ from cell to cell just outside of a side, counted from the left clockwise."""
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
    """The colour beside a cell that goes from start to end."""
    first, last = (round(start + part * (end - start)) for part in ALONG)
    return np.asarray(np.median(to_lab(strip[max(0, first) : max(0, first) + last - first]), axis=(0, 1)), np.float32)
