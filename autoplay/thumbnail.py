"""The board of a run as it was left, cut out of its pictures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.errors import BadImage
from vision.image import Image, load_image

if TYPE_CHECKING:
    from autoplay.history import Run

COARSE: Final = 0.25
"""Scale at which the board is looked for: a quarter of its side places it to within four pixels."""
ALIKE: Final = 0.68
"""Least correlation of a board before and after it was played, but for the cells of its stars; on the practice site it
is 0.74 to 0.98, and at most 0.61 of different boards."""
MARGIN: Final = 0.02
"""Of the board's side, kept around it."""


def thumbnail(run: Run) -> Image | None:
    """The board in after.png, all of that picture where it is not found there, None without such a picture."""
    after, before = _loaded(run, "after"), _loaded(run, "before")
    if after is None or before is None or not run.box:
        return after
    x0, y0, x1, y1 = run.box
    place = _place(before[y0:y1, x0:x1], _unchanged(run, x1 - x0, y1 - y0), after)
    if place is None:
        return after
    (x, y), margin = place, round(MARGIN * (x1 - x0))
    return after[max(0, y - margin) : y + y1 - y0 + margin, max(0, x - margin) : x + x1 - x0 + margin]


def _loaded(run: Run, name: str) -> Image | None:
    try:
        return load_image(Path(run.pictures) / f"{name}.png")
    except (BadImage, OSError):
        return None


def _unchanged(run: Run, width: int, height: int) -> Image:
    """A mask of the board: 0 in the cells that got a star, else 1."""
    mask = np.ones((run.rows or 1, run.cols or 1), np.uint8)
    for row, col in run.cells or ():
        mask[row, col] = 0
    return np.asarray(cv2.resize(mask, (width, height), interpolation=cv2.INTER_NEAREST), np.uint8)


def _place(board: Image, mask: Image, window: Image) -> tuple[int, int] | None:
    """The (x, y) in the window where the board is now, since advertisements move it; None where it is not."""
    small, room = (_coarse(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)) for image in (board, window))
    if small.shape[0] > room.shape[0] or small.shape[1] > room.shape[1]:
        return None
    alike = cv2.matchTemplate(room, small, cv2.TM_CCOEFF_NORMED, mask=_coarse(mask))
    _, best, _, (x, y) = cv2.minMaxLoc(np.where(np.isfinite(alike), alike, -1))
    return (round(x / COARSE), round(y / COARSE)) if best >= ALIKE else None


def _coarse(image: cv2.typing.MatLike) -> Image:
    height, width = (max(1, round(side * COARSE)) for side in image.shape[:2])
    return np.asarray(cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
