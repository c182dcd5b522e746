"""Drawings in cells: whether two are the same whatever their colours, and what their shape is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from cv2.typing import MatLike

from autoplay.player.board_geometry import find_ground
from vision.image import Bools, Floats, Image
from vision.star_battle.mark_shapes import CONTRAST, classify_marks, has_five_points

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
SOFT: Final = (0.3, 0.7)
"""Shares of the largest change of a cell between which a sample belongs to the drawing in part:
less is the shade of a cell that is chosen, or of its row."""
SOLID: Final = 0.85
"""Minimum share of a shape within its outline that is drawn, unless it is hollow."""
FILLED: Final = 0.8
"""Minimum share of a cell that a fill covers."""


@dataclass(frozen=True, slots=True)
class CellDrawing:
    """Drawing in a cell.

    ``shares`` (side, side) is how far each sample belongs to it, moved to the middle. ``colour``
    (3,) is the mean change of the cell in L*a*b*, and ``ink`` the mean amount of it. It ``is_fill``
    if it covers the cell.
    """

    shares: Floats
    colour: Floats
    ink: float
    is_fill: bool

    def measure_from(self, other: CellDrawing) -> float:
        """Return the distance of two drawings: 0 if they are equal, 1 if they have nothing in
        common; fills differ by their colours."""
        if self.is_fill != other.is_fill:
            return 1.0
        one = self.colour if self.is_fill else self.shares
        two = other.colour if self.is_fill else other.shares
        either = float(np.abs(one).sum() + np.abs(two).sum())
        return float(np.abs(one - two).sum()) / either if either else 0.0


def find_drawing(patch: Floats, ground: Floats) -> CellDrawing:
    """Return what differs in a patch from its ground, both (side, side, 3) in L*a*b*."""
    change = patch - ground
    away = np.linalg.norm(change, axis=-1)
    least, most = (share * max(float(away.max()), 1e-6) for share in SOFT)
    shares = np.clip((away - least) / (most - least), 0, 1)
    # A mark is not in the middle of its cell beside a thick border, or between two pixels.
    side = len(shares)
    places = np.arange(side) - (side - 1) / 2
    weight = max(float(shares.sum()), 1e-6)
    right = float(shares.sum(axis=0) @ places) / weight
    down = float(shares.sum(axis=1) @ places) / weight
    shift = np.array([[1, 0, -right], [0, 1, -down]], np.float32)
    moved = cv2.warpAffine(shares, shift, (side, side), borderMode=cv2.BORDER_REPLICATE)
    colour = np.asarray(change.mean(axis=(0, 1)), np.float32)
    return CellDrawing(
        shares=np.asarray(moved, np.float32),
        colour=colour,
        ink=float(away.mean()),
        is_fill=bool((shares > 0).mean() >= FILLED),
    )


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


def classify_faint(mask: Bools) -> str:
    """Return the kind of mark that a shape, shape (SIDE, SIDE), has for the reader if it is drawn
    clearly."""
    clear = mask.astype(np.float32) * 2 * CONTRAST
    return str(classify_marks(clear[None])[0])


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
    shapes = _find_shapes(mask)
    if not shapes:
        return True
    filled = _fill_shapes(shapes)
    hull = cv2.fillConvexPoly(
        np.zeros((SIDE, SIDE), np.uint8), cv2.convexHull(np.concatenate(shapes)), 1
    )
    return bool(filled.sum() >= WITHOUT_NOTCHES * hull.sum())


def is_hollow(mask: Bools) -> bool:
    """Return True if a shape is an outline: such a star may be a note beside the real one."""
    return bool(mask.sum() < SOLID * _fill_shapes(_find_shapes(mask)).sum())


def _fill_shapes(shapes: Sequence[MatLike]) -> MatLike:
    """Return a mask with 1 in the shapes of these contours, their holes filled."""
    return cv2.drawContours(np.zeros((SIDE, SIDE), np.uint8), shapes, -1, 1, cv2.FILLED)


def _find_shapes(mask: Bools) -> Sequence[MatLike]:
    """Return the outer contours of what is drawn."""
    whole = mask.astype(np.uint8)
    return cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
