"""Hover shade of the cell under the mouse, which must not be mistaken for a region's colour."""

from __future__ import annotations

from typing import Final

import numpy as np

from vision.image import Floats, to_bgr

SHADE: Final = (0.5, 0.97)
"""Range of a shaded cell's brightness, or its distance from white, relative to its region's; pages use 0.8 to 0.9."""
EVEN: Final = 0.04
"""Maximum difference of that factor between channels; regions of two colours differ by 0.1 and more."""
LEAST_CHANNEL: Final = 0.1
"""Minimum value of a channel, 0…1, for its factor to be used: that of a smaller value is mostly rounding."""
DIFFERENT: Final = 4.0
"""Minimum difference (L*a*b*) between an isolated cell and each neighbour: twice what the eye can see."""


def without_shade(colours: Floats) -> list[Floats]:
    """Return the possible colours of cells (rows, cols, 3), in L*a*b*, without a shade; empty if no cell is shaded.

    There is one mouse, so at most one cell may look like a darker or a lighter neighbour. For each neighbour that it
    may be a shade of, one result gives it that neighbour's colour.
    """
    shaded = {cell: grounds for cell in _alone(colours) if (grounds := _grounds(colours, *cell))}
    if len(shaded) != 1:
        return []
    ((cell, grounds),) = shaded.items()
    return [_with(colours, cell, ground) for ground in grounds]


def _with(colours: Floats, cell: tuple[int, int], colour: Floats) -> Floats:
    repaired = colours.copy()
    repaired[cell] = colour
    return repaired


def _grounds(colours: Floats, row: int, col: int) -> list[Floats]:
    """Return the different neighbouring colours that a cell may be a shade of."""
    found: list[Floats] = []
    for colour in _neighbours(colours, row, col):
        known = any(np.linalg.norm(colour - other) <= DIFFERENT for other in found)
        if not known and _is_shade(colours[row, col], colour):
            found.append(colour)
    return found


def _alone(colours: Floats) -> list[tuple[int, int]]:
    """Return the (row, col) of cells that differ from all their neighbours."""
    rows, cols = colours.shape[:2]
    padded = np.pad(colours, ((1, 1), (1, 1), (0, 0)), constant_values=np.inf)
    beside = (padded[:-2, 1:-1], padded[2:, 1:-1], padded[1:-1, :-2], padded[1:-1, 2:])
    least = np.min([np.linalg.norm(colours - other, axis=2) for other in beside], axis=0)
    return [(int(r), int(c)) for r, c in np.argwhere(least.reshape(rows, cols) > DIFFERENT)]


def _neighbours(colours: Floats, row: int, col: int) -> Floats:
    rows, cols = colours.shape[:2]
    places = ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
    return np.array([colours[r, c] for r, c in places if 0 <= r < rows and 0 <= c < cols], np.float32)


def _is_shade(colour: Floats, ground: Floats) -> bool:
    """Return True if a colour is another one moved towards black or white by the same factor in each channel."""
    shade, own = to_bgr(colour), to_bgr(ground)
    return any(_dimmed(*pair) for pair in ((shade, own), (1 - shade, 1 - own)))


def _dimmed(shade: Floats, own: Floats) -> bool:
    telling = own >= LEAST_CHANNEL
    part = shade[telling] / own[telling]
    return bool(len(part) and np.ptp(part) <= EVEN and SHADE[0] <= part.min() and part.max() <= SHADE[1])
