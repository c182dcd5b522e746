"""Small pictures (patches) of the cells of a lattice, and of the next cells beyond its sides."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.grid.lattice import Lattice
from vision.image import Floats, Image, Places, to_lab

ACROSS: Final = 10
"""Samples along each side of a patch; a sample is the mean of its pixels."""


def lamp_patches(image: Image, lattice: Lattice) -> Floats:
    """Return the lamps in L*a*b*, shape (rows, cols, ACROSS, ACROSS, 3); NaN outside the picture.

    All lamps are assumed to be as large as the outer ones, whose sides touch the lattice's box.
    """
    across, down = insets(lattice)
    return _patches(image, lattice, (across, down), 0)


def cell_patches(image: Image, lattice: Lattice) -> Floats:
    """Return patches like ``lamp_patches``, but including the gaps round each lamp and the cells
    beyond each side.

    The shape is (rows + 2, cols + 2, ACROSS, ACROSS, 3).
    """
    across, down = insets(lattice)
    return _patches(image, lattice, (-across, -down), 1)


def insets(lattice: Lattice) -> tuple[float, float]:
    """Return the horizontal and vertical distance from a cell's border to its lamp, in cells."""
    across, down = lattice_pitches(lattice)
    return max(0.0, lattice.box[0] - float(lattice.xs[0])) / across, max(
        0.0, lattice.box[1] - float(lattice.ys[0])
    ) / down


def lattice_pitches(lattice: Lattice) -> tuple[float, float]:
    """Return the horizontal and vertical distance from one cell to the next, in pixels."""
    return float(lattice.xs[-1] - lattice.xs[0]) / lattice.cols, float(
        lattice.ys[-1] - lattice.ys[0]
    ) / lattice.rows


def _patches(image: Image, lattice: Lattice, inset: tuple[float, float], beyond: int) -> Floats:
    """Return the patches of all cells and ``beyond`` more at each side, without an inset (across,
    down, in cells)."""
    across, down = lattice_pitches(lattice)
    cols = _sample_lines(float(lattice.xs[0]), across, lattice.cols, inset[0], beyond)
    rows = _sample_lines(float(lattice.ys[0]), down, lattice.rows, inset[1], beyond)
    means = _means(image, rows, cols)
    outside = np.isnan(means)
    pixels = np.where(outside, 0, np.rint(means)).astype(np.uint8)
    patches = to_lab(pixels.reshape(-1, ACROSS, 3)).reshape(pixels.shape)
    return np.asarray(np.where(outside, np.nan, patches).transpose(0, 2, 1, 3, 4), np.float32)


def _sample_lines(first: float, pitch: float, count: int, inset: float, beyond: int) -> Floats:
    """Return the lines between the samples of each cell along an axis, shape (cells, ACROSS + 1),
    in pixels."""
    cells = np.arange(-beyond, count + beyond)[:, None] + np.linspace(inset, 1 - inset, ACROSS + 1)
    return np.asarray(first + pitch * cells, np.float32)


def _means(image: Image, rows: Floats, cols: Floats) -> Floats:
    """Return the mean colour of each sample, shape (rows, ACROSS, cols, ACROSS, 3); NaN outside the
    picture."""
    (y0, y1, ys), (x0, x1, xs) = _clipped(rows, image.shape[0]), _clipped(cols, image.shape[1])
    if y0 >= y1 or x0 >= x1:
        return np.full((len(rows), ACROSS, len(cols), ACROSS, 3), np.nan, np.float32)
    sums = cv2.integral(image[y0:y1, x0:x1], sdepth=cv2.CV_64F)
    (top, bottom), (left, right) = (_ends(at) for at in (ys - y0, xs - x0))
    total = (
        sums[bottom][:, right] - sums[top][:, right] - sums[bottom][:, left] + sums[top][:, left]
    )
    area = (bottom - top)[:, None] * (right - left)[None]
    with np.errstate(invalid="ignore", divide="ignore"):
        means = np.where(area[..., None] > 0, total / area[..., None], np.nan)
    return np.asarray(means.reshape(len(rows), ACROSS, len(cols), ACROSS, 3), np.float32)


def _clipped(lines: Floats, end: int) -> tuple[int, int, Places]:
    """Return the first and the last pixel of lines clipped to 0…end, and the pixel of each line."""
    at = np.clip(np.rint(lines), 0, end).astype(np.intp)
    return int(at.min()), int(at.max()), at


def _ends(lines: Places) -> tuple[Places, Places]:
    """Return the start and the end of each sample.

    A sample narrower than a pixel is extended to that pixel, unless it lies outside the picture.
    """
    low, high = lines[:, :-1].ravel(), lines[:, 1:].ravel()
    inside = (low < lines.max()) & (high > 0)
    return low, np.where((low == high) & inside, low + 1, high)
