"""Ink: what is drawn sharply in the places of a board, such as figures, compared from place to
place.

A stroke differs sharply from what surrounds it, however thin it is; a shade, a glow or a highlight
does not.
"""

from typing import Final

import cv2
import numpy as np

from vision.image import Bools, Doubles, Floats, Image, to_lab

SHARP: Final = 10.0
"""Minimum difference (L*a*b*) between a pixel of a figure and what surrounds it."""
THICKEST_PX: Final = 15
"""Side of those surroundings, whose median a stroke of up to half of it leaves as it is; thicker
figures change the colour of the whole place."""
INK_PX: Final = 48
"""Samples along each side of a place in which ink is compared."""
OFF_MIDDLE: Final = np.abs(np.arange(INK_PX) + 0.5 - INK_PX / 2)
IN_DISC: Final = np.hypot(OFF_MIDDLE[:, None], OFF_MIDDLE) < 0.9 * INK_PX / 2
"""Samples in which ink counts: a place may be round."""
LEAST_INK: Final = 0.01
"""Minimum share of a place that is drawn on: a hyphen of 6 px in a lamp of 40."""
OTHER_INK: Final = 0.4
"""Minimum difference between two drawings, as a share of the larger one."""
SAME_INK: Final = 0.1
"""Maximum difference between drawings that are surely the same: 1 and 7 of one font may differ by
0.16."""


def find_ink(image: Image, boxes: Doubles) -> Floats:
    """Return, for each box (x0, y0, x1, y1; shape (N, 4), in pixels), the share of ink in each of
    its samples, shape (N, INK_PX * INK_PX)."""
    low = np.floor(boxes[:, :2]).clip(0).astype(int).tolist()
    high = np.ceil(boxes[:, 2:]).astype(int).tolist()
    inks = []
    for (x0, y0), (x1, y1) in zip(low, high, strict=True):
        part = image[y0:y1, x0:x1]
        smooth = cv2.medianBlur(part, THICKEST_PX)
        off = np.linalg.norm(to_lab(part) - to_lab(np.asarray(smooth, np.uint8)), axis=2)
        ink = (off >= SHARP).astype(np.float32)
        shares = cv2.resize(ink, (INK_PX, INK_PX), interpolation=cv2.INTER_AREA)
        inks.append(np.where(IN_DISC, shares, np.float32(0)).ravel())
    return np.stack(inks)


def are_drawn_on(inks: Floats) -> Bools:
    """Return True for each place whose ink (N, samples) is enough for a drawing."""
    return np.asarray(inks.sum(axis=1) >= LEAST_INK * INK_PX**2, np.bool_)


def compare_drawings(inks: Floats) -> Floats:
    """Return the difference of each pair (N, N) of drawings (N, samples), as a share of the larger
    one; 0 for two that are nothing."""
    shared = inks @ inks.T
    own = np.diag(shared)
    most = np.maximum(own[:, None], own)
    return np.asarray((own[:, None] + own - 2 * shared) / np.maximum(most, 1), np.float32)
