"""Small pictures (patches) of the cells of a grid, of what is inside their gaps, and of the cells
beyond its sides."""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from vision.grid.lattice import Lattice
from vision.image import Doubles, Floats, Image, to_lab

ACROSS: Final = 10
"""Samples along each side of a patch; a sample is the mean of its pixels."""


def sample_lamps(image: Image, lattice: Lattice) -> Floats:
    """Return the lamps in L*a*b*, shape (rows, cols, ACROSS, ACROSS, 3); NaN outside the picture.

    All lamps are assumed to be as large as the outer ones, whose sides touch the lattice's box.
    """
    across, down = measure_insets(lattice)
    return _sample_patches(image, lattice, across, down, beyond=0)


def sample_cells(image: Image, lattice: Lattice) -> Floats:
    """Return patches like ``sample_lamps``, but including the gaps round each lamp and the cells
    beyond each side.

    The shape is (rows + 2, cols + 2, ACROSS, ACROSS, 3).
    """
    across, down = measure_insets(lattice)
    return _sample_patches(image, lattice, -across, -down, beyond=1)


def measure_mean_colours(patches: Floats, part: float) -> Floats:
    """Return the mean colours, (rows, cols, 3), of the middle part of patches (rows, cols, ACROSS,
    ACROSS, 3)."""
    rim = round(ACROSS * (1 - part) / 2)
    middle = patches[:, :, rim : ACROSS - rim, rim : ACROSS - rim]
    return np.asarray(middle.mean(axis=(2, 3)), np.float32)


def measure_insets(lattice: Lattice) -> tuple[float, float]:
    """Return the horizontal and vertical distance from a cell's border to its lamp, in cells."""
    across, down = lattice.pitches
    left = max(0.0, lattice.box[0] - float(lattice.xs[0]))
    top = max(0.0, lattice.box[1] - float(lattice.ys[0]))
    return left / across, top / down


def sample_sides(image: Image, lattice: Lattice) -> tuple[Floats, Floats, Floats, Floats]:
    """Return the patches of ``sample_cells`` beyond each side, with their corners: left, top, right,
    bottom.

    The shape is (rows + 2, ACROSS, ACROSS, 3), or (cols + 2, …) for the top and the bottom.
    """
    across, down = measure_insets(lattice)
    rows, cols = _place_samples(lattice, -across, -down, beyond=1)
    left = _average_patches(image, rows, cols[:1])
    right = _average_patches(image, rows, cols[-1:])
    top = _average_patches(image, rows[:1], cols)
    bottom = _average_patches(image, rows[-1:], cols)
    return left[:, 0], top[0], right[:, 0], bottom[0]


def measure_lamp(lattice: Lattice) -> Doubles:
    """Return the width and height of the lamp in each cell, in pixels."""
    return np.asarray((1 - 2 * np.array(measure_insets(lattice))) * lattice.pitches)


def _sample_patches(
    image: Image, lattice: Lattice, inset_x: float, inset_y: float, beyond: int
) -> Floats:
    """Return the patches of all cells and ``beyond`` more at each side, without an inset, in
    cells."""
    rows, cols = _place_samples(lattice, inset_x, inset_y, beyond)
    return _average_patches(image, rows, cols)


def _place_samples(
    lattice: Lattice, inset_x: float, inset_y: float, beyond: int
) -> tuple[Doubles, Doubles]:
    """Return the lines between the samples of all rows and of all columns, as ``_place_lines``."""
    across, down = lattice.pitches
    rows = _place_lines(float(lattice.ys[0]), down, lattice.rows, inset_y, beyond)
    return rows, _place_lines(float(lattice.xs[0]), across, lattice.cols, inset_x, beyond)


def _average_patches(image: Image, rows: Doubles, cols: Doubles) -> Floats:
    """Return the patches (rows, cols, ACROSS, ACROSS, 3) between these lines."""
    left, right = np.clip([cols.min(), cols.max() + 1], 0, image.shape[1]).astype(int).tolist()
    top, bottom = np.clip([rows.min(), rows.max() + 1], 0, image.shape[0]).astype(int).tolist()
    part = image[top:bottom, left:right]
    if not part.size:
        return np.full((len(rows), len(cols), ACROSS, ACROSS, 3), np.nan, np.float32)
    # Samples along both axes: (columns, ACROSS, rows, ACROSS, 3).
    means = _average_between(_average_between(part, rows - top).transpose(2, 0, 1, 3), cols - left)
    outside = np.isnan(means)
    pixels = np.where(outside, 0, np.rint(means)).astype(np.uint8)
    patches = to_lab(pixels.reshape(-1, ACROSS, 3)).reshape(pixels.shape)
    patches[outside] = np.nan
    return patches.transpose(2, 0, 3, 1, 4)


def _place_lines(first: float, pitch: float, count: int, inset: float, beyond: int) -> Doubles:
    """Return the lines between the samples of each cell along an axis, shape (cells, ACROSS + 1),
    in pixels."""
    cells = np.arange(-beyond, count + beyond)[:, None] + np.linspace(inset, 1 - inset, ACROSS + 1)
    return np.asarray(first + pitch * cells, np.float64)


def _average_between(values: npt.NDArray[Any], lines: Doubles) -> Doubles:
    """Return the means of values (N, …) between lines (cells, M) along the first axis, shape
    (cells, M - 1, …); NaN beyond the values."""
    at = np.clip(lines, 0, len(values))
    sums = np.concatenate([np.zeros_like(values[:1], np.float64), np.cumsum(values, 0, np.float64)])
    whole = np.minimum(at.astype(np.intp), len(values) - 1)
    shape = at.shape + (1,) * (values.ndim - 1)
    up_to = sums[whole] + (at - whole).reshape(shape) * values[whole]
    with np.errstate(invalid="ignore"):
        return np.asarray(np.diff(up_to, axis=1) / np.diff(at.reshape(shape), axis=1))
