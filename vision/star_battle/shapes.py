"""Shapes of marks: crosses, stars with five points, and similar figures.

The functions take the contrast of K cells at once, shape (K, places, places): the distance of each
sample from the background.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.image import Bools, Floats, Places

CONTRAST: Final = 12.0
"""Minimum distance (L*a*b*) between a mark and its cell; a JPEG's noise stays below 8, a pale grey
cross has 20."""
POINTED_PX: Final = 7
"""Minimum side, in samples, of a star to be recognized by its five points: smaller dots may have
any shape."""
POINTED: Final = 0.5
"""Minimum fifth harmonic of a small star, 1 if everything lies on five rays: drawn stars of 7 px
and more have 0.59 and more, discs, squares, dashes and small crosses up to 0.5."""
POINTS: Final = 1.5
"""Minimum ratio of the fifth to the second, third and fourth harmonic: stars have 1.8 and more,
letters and digits up to 1.25."""
DIAGONAL: Final = -0.5
"""Maximum fourth harmonic of an x, -1 if everything lies on the diagonals: real crosses have -0.74
and less, stars, discs and crowns -0.32 and more."""
OBLONG: Final = 0.5
"""Maximum second harmonic of an x, 1 for a stroke: real crosses have up to 0.28."""
FIGURE: Final = 16
"""Rows and columns to which a figure is scaled for comparison."""
SAME_FIGURE_OVERLAP: Final = 0.55
"""Minimum overlap of two equal figures, as a fraction of their joint area."""

SAME_DRAWING_OVERLAP: Final = 0.8
"""Minimum overlap of one drawing in two cells: marks of one kind have 0.97 and more, a crown and a
disc 0.58."""


@dataclass(frozen=True, slots=True)
class Boxes:
    """First and last row and column of the drawing in each of K masks; shapes (K,)."""

    top: Places
    bottom: Places
    left: Places
    right: Places

    @classmethod
    def of(cls, masks: Bools) -> Boxes:
        """Return the boxes of masks (K, places, places)."""
        return cls(*_ends(np.asarray(masks.any(axis=2))), *_ends(np.asarray(masks.any(axis=1))))

    @property
    def sides(self) -> Places:
        """Height and width of each box, shape (2, K)."""
        return np.stack([self.bottom - self.top + 1, self.right - self.left + 1])

    def at_rim(self, places: int) -> Bools:
        """Return True for the boxes that touch a side of their masks."""
        first, last = np.minimum(self.top, self.left), np.maximum(self.bottom, self.right)
        return np.asarray((first == 0) | (last == places - 1))


def _ends(lines: Bools) -> tuple[Places, Places]:
    """Return the first and the last True of each line (K, places), or the line's ends if all its
    values are False."""
    return lines.argmax(axis=1), lines.shape[1] - 1 - lines[:, ::-1].argmax(axis=1)


def crossed(contrast: Floats) -> Bools:
    """Return True for each of K shapes that is an x: its fourth harmonic about the middle points
    along the diagonals.

    Blur does not change harmonic moments.
    """
    weight, z = _weight(contrast), _plane(contrast.shape[1])[:, None]
    round_z = (z * z.conj()).real
    powers = np.hstack([z, z**2, z**3, z**4, round_z, round_z * z, round_z**2])
    m, z2, z3, z4, r2, r2z, r4 = (weight.astype(np.complex64) @ powers).T
    # Shift the moments to the middle of each shape by the binomial theorem: one matrix product does
    # all shapes at once.
    off, back = abs(m) ** 2, m.conj()
    second, fourth = z2 - m**2, (z4 - 4 * m * z3 + 6 * m**2 * z2 - 3 * m**4).real
    square, spread = (
        r2.real - off,
        (r4 - 4 * back * r2z + 2 * back**2 * z2 + 4 * off * r2).real - 3 * off**2,
    )
    # A sample is a square, not a point, which matters for a dot of a few samples.
    spread += square * (2 / 3) * (2 / (contrast.shape[1] - 1)) ** 2
    return np.asarray((fourth <= DIAGONAL * spread) & (abs(second) <= OBLONG * square))


def _brought_to_size(masks: Bools) -> Bools:
    """Return the shapes in K masks, each cut out and scaled to one size."""
    boxes, parts = Boxes.of(masks), (np.arange(FIGURE) + 0.5) / FIGURE
    rows = (boxes.top[:, None] + parts * boxes.sides[0][:, None]).astype(np.intp)
    cols = (boxes.left[:, None] + parts * boxes.sides[1][:, None]).astype(np.intp)
    return np.asarray(masks[np.arange(len(masks))[:, None, None], rows[:, :, None], cols[:, None]])


def figures(masks: Bools, overlap: float = SAME_FIGURE_OVERLAP) -> tuple[int, ...]:
    """Return the number of each shape's figure, from 0; shapes with this overlap have the same
    number."""
    shapes, numbers = (
        _brought_to_size(masks).reshape(len(masks), FIGURE**2),
        np.full(len(masks), -1),
    )
    while (numbers < 0).any():
        left = numbers < 0
        first = shapes[left.argmax()]
        both, either = (shapes & first).sum(axis=1), (shapes | first).sum(axis=1)
        numbers[left & (both >= overlap * either)] = numbers.max() + 1
    return tuple(int(number) for number in numbers)


def pointed(contrast: Floats) -> Bools:
    """Return True for each of K shapes with five points, whatever its size: its fifth harmonic
    dominates."""
    weight, z = _weight(contrast), _plane(contrast.shape[1])
    off = z - (weight @ z)[:, None]
    powers = (weight * off**n for n in (2, 3, 4, 5))
    *others, fifth = (
        abs(part.sum(axis=1)) / np.maximum(abs(part).sum(axis=1), 1e-6) for part in powers
    )
    sides = Boxes.of(contrast > CONTRAST).sides.min(axis=0)
    return np.asarray(
        (sides >= POINTED_PX) & (fifth >= np.maximum(POINTED, POINTS * np.max(others, axis=0)))
    )


def _weight(contrast: Floats) -> Floats:
    """Return the weights of K masks, (K, places²), each with the sum 1; pale parts are JPEG noise
    and get 0."""
    pale = np.maximum(CONTRAST, contrast.max(axis=(1, 2), keepdims=True, initial=0) / 4)
    weight = np.maximum(contrast - pale, 0).reshape(len(contrast), contrast.shape[1] ** 2)
    weight /= np.maximum(weight.sum(axis=1, keepdims=True), 1e-6)
    return np.asarray(weight, np.float32)


def _plane(places: int) -> npt.NDArray[np.complex64]:
    """Return the samples of a mask, (places²,), as complex numbers from -1-1j to 1+1j."""
    steps = np.linspace(-1, 1, places, dtype=np.float32)
    return np.asarray(steps + 1j * steps[:, None], np.complex64).ravel()
