"""Drawings in cells, which are the same whatever the colours of mark and ground."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.image import Floats

SOFT: Final = (0.3, 0.7)
"""Shares of the largest change of a cell between which a sample belongs to the drawing in part:
less is the shade of a cell that is chosen, or of its row."""
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
