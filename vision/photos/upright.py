"""Detection of boards that were read as upright but are slanted, with their cells in other places."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.image import Floats, Image
from vision.reading import Reading

REACH: Final = 0.25
"""Maximum distance between a line and its expected position, in cells."""
SLANTED: Final = 0.1
"""Minimum drift of lines from one end of a slanted board to the other, in cells: a degree in a board of 6 cells.
With less drift, presses still land in their cells."""
LEAST_PX: Final = 2.0
"""Minimum drift in pixels; rounding causes less."""


def stands_upright(image: Image, reading: Reading) -> bool:
    """Return True if a board's lines are vertical and horizontal in the picture (H, W, 3) that it was read from."""
    x0, y0, x1, y1 = reading.box
    beside = round(REACH * (x1 - x0) / reading.cols)
    left, top = max(0, x0 - beside), max(0, y0 - beside)
    grey = cv2.cvtColor(image[top : y1 + beside, left : x1 + beside], cv2.COLOR_BGR2GRAY)
    xs, ys = [x - left for x in reading.xs], [y - top for y in reading.ys]
    down = _aside(np.abs(cv2.Sobel(grey, cv2.CV_32F, 1, 0)), xs, ys)
    across = _aside(np.abs(cv2.Sobel(grey, cv2.CV_32F, 0, 1)).T, ys, xs)
    return max(down, across) <= 1


def _aside(slopes: Floats, places: list[float], ends: list[float]) -> float:
    """Return the drift of lines between the first and the last cell they pass, as a fraction of the maximum drift.

    ``slopes`` (along, across) is the strength of edges; the first and the last line are measured.
    """
    pitch = (places[-1] - places[0]) / (len(places) - 1)
    ways = []
    for place in (places[0], places[-1]):
        x0, x1 = max(0, round(place - REACH * pitch)), round(place + REACH * pitch) + 1
        bands = [slopes[round(a) : round(b), x0:x1].sum(axis=0) for a, b in (ends[:2], ends[-2:])]
        ways.append(abs(_middle(bands[0]) - _middle(bands[1])))
    return max(ways) / max(LEAST_PX, SLANTED * pitch)


def _middle(profile: Floats) -> float:
    """Return the centre of mass of a profile; an outer line is a single peak without anything beside it."""
    total = float(profile.sum())
    return float(profile @ np.arange(len(profile))) / total if total else 0.0
