"""What has come up over a cell, and hides the lines round it."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.image import Floats, Image

SIDE: Final = 32
"""Places along a side of a cell that is compared, whatever its size."""
RIM: Final = 5
"""How many of them at each side hold the line there: 6 of 40 px."""
STANDS_OUT: Final = 16.0
"""Least contrast, in levels, of a line that is to be seen; the palest of boards have 30."""
LEFT: Final = 0.4
"""Least part of its contrast that a line keeps in any shade."""
MOST_HIDDEN: Final = 1
"""How many sides may lose their lines: a page may erase one, and a card over the middle of a cell hides more."""


def is_covered(before: Image, now: Image) -> bool:
    """Whether sides of a cell (H, W, 3), its lines included, that stood out before do no longer."""
    first, last = _contrasts(before), _contrasts(now)
    return int(((first >= STANDS_OUT) & (last < LEFT * first)).sum()) > MOST_HIDDEN


def _contrasts(cell: Image) -> Floats:
    """How much the line along each of the four sides stands out from what is beside it, in levels."""
    square = cv2.resize(cell, (SIDE, SIDE), interpolation=cv2.INTER_AREA).astype(np.float32)
    middle = slice(SIDE // 4, -SIDE // 4)
    across, down = square[middle].mean(axis=0), square[:, middle].mean(axis=1)
    sides = [profile[part] for profile in (across, down) for part in (slice(RIM), slice(-RIM, None))]
    return np.asarray([np.ptp(side, axis=0).max() for side in sides], np.float32)
