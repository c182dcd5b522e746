"""Shapes of marks: which of them are stars, and which strokes."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from autoplay.player.board_geometry import find_ground
from vision.image import Bools, Image
from vision.star_battle.marks import CONTRAST, has_five_points

SIDE: Final = 32
"""Side of a cell's picture in pixels: enough for the notches of a star in a small cell."""
PLACES: Final = 48
"""Side in pixels to which a shape is scaled before its points are counted."""
CELL_MARGIN: Final = 0.15
"""Share of a cell's side that is left out at each border: lines, and the frame around a focused
cell."""
DRAWN: Final = 32
"""Difference in levels of a pixel where a mark is certainly drawn: that of most marks is 100 and
more."""
FAINT: Final = 6
"""The same of the faintest mark whose shape matters; the faintest fill that was met has 15."""
WITHOUT_NOTCHES: Final = 0.88
"""Minimum share of its convex hull that a disc, a square or a ring fills; stars, crowns and letters
have notches."""
NARROW: Final = 0.3
"""Maximum ratio of the sides of a stroke, however slanted: a slash has 0.2, the box of a missing
glyph 0.5, crowns and queens 0.7 and more."""


def find_drawn(image: Image) -> Bools:
    """Return where something stands out from the background of a cell (H, W, 3), which its rim
    shows; shape (SIDE, SIDE)."""
    down, along = (round(side * CELL_MARGIN) for side in image.shape[:2])
    inner = image[down : image.shape[0] - down, along : image.shape[1] - along]
    scaled = cv2.resize(inner, (SIDE, SIDE), interpolation=cv2.INTER_AREA).astype(np.float32)
    levels = np.abs(scaled - find_ground(scaled)).max(axis=2)
    # A faint mark is known by its own contrast.
    least = min(DRAWN, max(FAINT, float(levels.max()) / 2))
    return np.asarray(levels >= least, np.bool_)


def is_pointed(mask: Bools) -> bool:
    """Return True if a shape, shape (H, W), is a star with five points."""
    side = max(mask.shape)
    square = np.zeros((side, side), np.float32)
    down, right = ((side - length) // 2 for length in mask.shape)
    square[down : down + mask.shape[0], right : right + mask.shape[1]] = mask
    scaled = cv2.resize(square, (PLACES, PLACES), interpolation=cv2.INTER_AREA) * 2 * CONTRAST
    return bool(has_five_points(np.asarray(scaled, np.float32)[None])[0])


def is_stroke(mask: Bools) -> bool:
    """Return True if a shape is far longer than wide, upright or slanted."""
    sides = cv2.minAreaRect(np.argwhere(mask).astype(np.float32))[1] if mask.any() else (1, 1)
    # A stroke of one row of pixels has no width between their middles.
    return min(sides) + 1 <= NARROW * (max(sides) + 1)


def has_no_notches(mask: Bools) -> bool:
    """Return True if a shape, its holes filled, has no notches."""
    shapes, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not shapes:
        return True
    filled = cv2.drawContours(np.zeros((SIDE, SIDE), np.uint8), shapes, -1, 1, cv2.FILLED)
    hull = cv2.fillConvexPoly(
        np.zeros((SIDE, SIDE), np.uint8), cv2.convexHull(np.concatenate(shapes)), 1
    )
    return bool(filled.sum() >= WITHOUT_NOTCHES * hull.sum())
