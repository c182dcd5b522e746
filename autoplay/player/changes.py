"""What has changed in a part of a board since the last look: pictures (H, W, 3) before and now."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from autoplay.browser.panorama import SAME_LEVELS, differs, part
from autoplay.browser.screen import Box
from vision import Reading
from vision.image import Bools, Image

MOVED: Final = 0.08
"""Share of the line pixels that differ once the board has moved; a highlighted cell changes far fewer."""
SHADE: Final = 100
"""Most levels by which a cell under the mouse is darker or lighter than it was."""
VEIL: Final = 0.2
"""Least part of the other cells that has changed where it is not the mouse that shades."""


def has_moved(before: Image, now: Image, lines: Bools) -> bool:
    """Whether the ``lines`` (H, W) of a board are no longer where they were."""
    return now.shape != before.shape or bool(differs(now, before)[lines].mean() > MOVED)


def has_changed(before: Image, now: Image, place: Box) -> bool:
    """Whether a place in the pictures is not as it was."""
    return now.shape != before.shape or bool(differs(part(now, place), part(before, place)).any())


def is_shaded(before: Image, now: Image, place: Box) -> bool:
    """Whether a place alone has become evenly darker or lighter, as a cell under the mouse; a veil covers all cells."""
    changed = differs(now, before)
    if changed.sum() - part(changed, place).sum() > VEIL * changed.size:
        return False
    shift = part(now, place).astype(np.int16) - part(before, place)
    shade = np.median(shift, axis=(0, 1))
    return bool(np.abs(shade).max() <= SHADE and (np.abs(shift - shade) <= SAME_LEVELS).all())


def followed(reading: Reading, picture: Image, before: Image) -> Reading:
    """The reading where its board, as it looked ``before``, fits best into a picture."""
    if any(small > large for small, large in zip(before.shape, picture.shape, strict=True)):
        return reading
    fits = cv2.matchTemplate(picture[..., 1], np.ascontiguousarray(before[..., 1]), cv2.TM_SQDIFF)
    x, y = cv2.minMaxLoc(fits)[2]
    return reading.moved(x - reading.box[0], y - reading.box[1])
