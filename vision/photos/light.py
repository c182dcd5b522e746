"""Correction of the light in a straightened photo: slow changes without hue are light, the rest is ink and colour.

This is the Retinex of Horn (Determining Lightness from an Image, 1974), with the cells of a grid as its samples.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.image import Image

LARGEST_STEP: Final = 0.2
"""Maximum change of light from one cell to the next, in natural logarithms: half of a soft shadow's edge."""
LARGEST_TINT: Final = 0.06
"""Maximum change of hue, in the same unit: noise stays below 0.02, nearly equal colours of screens differ by 0.1."""
DOUBT: Final = 0.01
"""Weight of assuming even light at places where something else changes too, relative to 1 elsewhere."""
PLACES: Final = 12
"""Samples across a cell for its background."""
RING: Final = (0.2, 0.34)
"""Inner and outer radius of the ring that shows a cell's background, in cells."""
DARKEST: Final = 4
"""Offset added to colours of 0 to 255 before taking the logarithm, to keep black finite."""
GROUND, BRIGHT = 235, 95
"""Target brightness, and the percentile of the cells that is set to it."""

Doubles = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]


def evened(image: Image, rows: int, cols: int) -> Image:
    """Return a picture that shows exactly this many square cells, corrected to even light."""
    ground = _ground(image, rows, cols)
    light = _light(np.log(ground + DARKEST))
    gain = GROUND / np.percentile(ground.max(axis=2) / light, BRIGHT)
    over = cv2.resize((light / gain).astype(np.float32), image.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.minimum(image / over[..., None], 255), np.uint8)


def _ground(image: Image, rows: int, cols: int) -> Doubles:
    """Return the colour (rows, cols, 3) of each cell in a ring that is clear of its lines and mostly of its marks."""
    small = np.asarray(cv2.resize(image, (cols * PLACES, rows * PLACES), interpolation=cv2.INTER_AREA))
    cells = small.reshape(rows, PLACES, cols, PLACES, 3).swapaxes(1, 2)
    from_middle = np.abs(np.arange(PLACES) - (PLACES - 1) / 2) / PLACES
    ring = np.maximum(from_middle[:, None], from_middle[None])
    return np.asarray(np.median(cells[:, :, (RING[0] < ring) & (ring < RING[1])], axis=2), np.float64)


def _light(ground: Doubles) -> Doubles:
    """Return the light on each cell, up to a factor, from the logarithm of its background (rows, cols, 3)."""
    cell = np.arange(ground.shape[0] * ground.shape[1]).reshape(ground.shape[:2])
    before = np.concatenate([cell[:, :-1].ravel(), cell[:-1].ravel()])
    after = np.concatenate([cell[:, 1:].ravel(), cell[1:].ravel()])
    change = ground.reshape(-1, 3)[after] - ground.reshape(-1, 3)[before]
    step = change.mean(axis=1)
    tint = np.abs(change - step[:, None]).max(axis=1)
    lit = (np.abs(step) < LARGEST_STEP) & (tint < LARGEST_TINT)
    steps = _integrated(before, after, np.where(lit, step, 0), np.where(lit, 1, DOUBT))
    return np.asarray(np.exp(steps.reshape(cell.shape)))


def _integrated(before: Ints, after: Ints, step: Doubles, weight: Doubles) -> Doubles:
    """Return values with these differences, by weighted least squares; the first value is 0."""
    count = int(after.max()) + 1
    normal = np.zeros((count, count))
    normal[before, after] = normal[after, before] = -weight
    np.fill_diagonal(normal, -normal.sum(axis=1))
    right = np.bincount(after, weight * step, count) - np.bincount(before, weight * step, count)
    return np.concatenate([[0.0], np.linalg.solve(normal[1:, 1:], right[1:])])
