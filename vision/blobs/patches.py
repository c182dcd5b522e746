"""How each cell of a lattice looks: small pictures of all of them, and of those that would be next beyond its sides."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.grid.board import Lattice
from vision.image import Floats, Image, Places, to_lab

ACROSS: Final = 10
"""Places along a lamp or a cell at which it is looked at, each the mean of the pixels there."""


def lamp_faces(image: Image, lattice: Lattice) -> Floats:
    """The lamps in L*a*b*, shape (rows, cols, ACROSS, ACROSS, 3); NaN outside the picture.

    A lamp is as large as the outer ones, which the box of the lattice tells.
    """
    across, down = insets(lattice)
    return _faces(image, lattice, (across, down), 0)


def cell_faces(image: Image, lattice: Lattice) -> Floats:
    """As ``lamp_faces``, of lamps with what parts them from others, and of what would be next beyond each side."""
    across, down = insets(lattice)
    return _faces(image, lattice, (-across, -down), 1)


def insets(lattice: Lattice) -> tuple[float, float]:
    """How far inside its cell a lamp begins, in cells, across and down."""
    across, down = lattice_pitches(lattice)
    return max(0.0, lattice.box[0] - float(lattice.xs[0])) / across, max(
        0.0, lattice.box[1] - float(lattice.ys[0])
    ) / down


def lattice_pitches(lattice: Lattice) -> tuple[float, float]:
    """From one cell to the next, across and down."""
    return float(lattice.xs[-1] - lattice.xs[0]) / lattice.cols, float(lattice.ys[-1] - lattice.ys[0]) / lattice.rows


def _faces(image: Image, lattice: Lattice, inset: tuple[float, float], beyond: int) -> Floats:
    """What is seen of each cell less an inset to all sides, in cells, across and down."""
    across, down = lattice_pitches(lattice)
    cols = _places(float(lattice.xs[0]), across, lattice.cols, inset[0], beyond)
    rows = _places(float(lattice.ys[0]), down, lattice.rows, inset[1], beyond)
    means = _means(image, rows, cols)
    outside = np.isnan(means)
    pixels = np.where(outside, 0, np.rint(means)).astype(np.uint8)
    faces = to_lab(pixels.reshape(-1, ACROSS, 3)).reshape(pixels.shape)
    return np.asarray(np.where(outside, np.nan, faces).transpose(0, 2, 1, 3, 4), np.float32)


def _places(first: float, pitch: float, count: int, inset: float, beyond: int) -> Floats:
    """Where the places of each cell begin and end along an axis, (cells, ACROSS + 1)."""
    cells = np.arange(-beyond, count + beyond)[:, None] + np.linspace(inset, 1 - inset, ACROSS + 1)
    return np.asarray(first + pitch * cells, np.float32)


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
