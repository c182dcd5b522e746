"""How each cell of a lattice looks: small pictures of all of them, and of those that would be next beyond its sides."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.board import Lattice
from vision.image import Floats, Image, Places, to_lab

ACROSS: Final = 10
"""Places along a lamp at which it is looked at, each the mean of the pixels there."""


def lamp_faces(image: Image, lattice: Lattice, beyond: int = 0) -> Floats:
    """The lamps in L*a*b*, shape (rows, cols, ACROSS, ACROSS, 3), with ``beyond`` more rows and columns on each side.

    A lamp is as large as the outer ones, which the box of the lattice tells. What lies outside the picture is NaN.
    """
    x0, y0, x1, y1 = lattice.box
    left, right = _parts(lattice.xs, x0, x1, beyond)
    top, bottom = _parts(lattice.ys, y0, y1, beyond)
    means = _means(image, np.linspace(top, bottom, ACROSS + 1, axis=1), np.linspace(left, right, ACROSS + 1, axis=1))
    outside = np.isnan(means)
    pixels = np.where(outside, 0, np.rint(means)).astype(np.uint8)
    faces = to_lab(pixels.reshape(-1, ACROSS, 3)).reshape(pixels.shape)
    return np.asarray(np.where(outside, np.nan, faces).transpose(0, 2, 1, 3, 4), np.float32)


def _parts(lines: Floats, first: int, last: int, beyond: int) -> tuple[Floats, Floats]:
    """Where each lamp begins and ends along an axis, from its cells' lines and the outer ends of the outer lamps."""
    count = len(lines) - 1
    pitch = float(lines[-1] - lines[0]) / count
    side = last - first - pitch * (count - 1)
    begin = first + pitch * np.arange(-beyond, count + beyond)
    return np.asarray(begin, np.float32), np.asarray(begin + side, np.float32)


def _means(image: Image, rows: Floats, cols: Floats) -> Floats:
    """The mean colour between each two of these lines, (rows, places, cols, places, 3); NaN outside the picture."""
    (y0, y1, ys), (x0, x1, xs) = _inside(rows, image.shape[0]), _inside(cols, image.shape[1])
    if y0 >= y1 or x0 >= x1:
        return np.full((len(rows), ACROSS, len(cols), ACROSS, 3), np.nan, np.float32)
    sums = cv2.integral(image[y0:y1, x0:x1], sdepth=cv2.CV_64F)
    (top, bottom), (left, right) = (_ends(at) for at in (ys - y0, xs - x0))
    total = sums[bottom][:, right] - sums[top][:, right] - sums[bottom][:, left] + sums[top][:, left]
    area = (bottom - top)[:, None] * (right - left)[None]
    with np.errstate(invalid="ignore", divide="ignore"):
        means = np.where(area[..., None] > 0, total / area[..., None], np.nan)
    return np.asarray(means.reshape(len(rows), ACROSS, len(cols), ACROSS, 3), np.float32)


def _inside(lines: Floats, end: int) -> tuple[int, int, Places]:
    """From where to where lines lie in a picture that long, and the pixel of each."""
    at = np.clip(np.rint(lines), 0, end).astype(np.intp)
    return int(at.min()), int(at.max()), at


def _ends(lines: Places) -> tuple[Places, Places]:
    """Where each place begins and ends; one less than a pixel wide has that pixel, unless it lies outside."""
    low, high = lines[:, :-1].ravel(), lines[:, 1:].ravel()
    inside = (low < lines.max()) & (high > 0)
    return low, np.where((low == high) & inside, low + 1, high)
