"""Sign that a JPEG lost data: its decoder fills in grey at the end."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

BLOCK: Final = 8
"""Width of a block in pixels."""
UNITS: Final = (BLOCK, 2 * BLOCK)
"""Possible heights, in pixels, of the units in which blocks are stored."""
MISSING: Final = 128
"""Level of all channels where data is missing."""
STEP_ROWS: Final = 2
"""Number of rows of units in which missing data may begin: data that is not understood may end in grey too."""


def ends_in_grey(image: npt.NDArray[np.uint8]) -> bool:
    """Return True if a decoded JPEG, shape (H, W, 3), ends in the colour of missing data.

    It is not the colour of the page, which would also be beside what the picture shows.
    """
    return any(_ends_in_grey(image, tall) for tall in UNITS)


def _ends_in_grey(image: npt.NDArray[np.uint8], tall: int) -> bool:
    rows, cols = image.shape[0] // tall, image.shape[1] // BLOCK
    if (image[max(0, rows * tall - 1), cols * BLOCK - 1] != MISSING).any():
        return False
    grey = (image[: rows * tall, : cols * BLOCK] == MISSING).all(axis=2)
    units = grey.reshape(rows, tall, cols, BLOCK).all(axis=(1, 3)).ravel()
    last = int(np.flatnonzero(~units).max(initial=-1)) + 1
    return 0 < last < len(units) and not units[: max(0, last - STEP_ROWS * cols)].any()
