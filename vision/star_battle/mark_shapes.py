"""Shapes of marks: the kind of each mark, and which figures and drawings are alike.

Marks are told by the contrast of K cells, shape (K, places, places): the distance of each sample
(L*a*b*) from the background.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.image import Bools, Floats, Places

CELL_MARGIN: Final = 0.15
"""Fraction of a cell's side left out at each border, to exclude lines and their shadows."""
STAR_SIZE: Final = 0.26
"""Minimum larger side of a star, in cells. The discs of solved boards have 0.3, dots and dashes up
to 0.2."""
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
OBLONG: Final = 0.75
"""Maximum second harmonic of an x, 1 for a stroke: most crosses have up to 0.28, a ballot x with a
long stroke 0.61."""
FIGURE: Final = 16
"""Rows and columns to which a figure is scaled for comparison."""
INKED: Final = 16
"""Rows and columns of samples of which the colours are compared, at least."""
SAME_FIGURE_OVERLAP: Final = 0.55
"""Minimum overlap of two equal figures, as a fraction of their joint area."""
SAME_DRAWING: Final = 0.8
"""Minimum overlap of one drawing in two cells, or part of their joint area in the same colours:
marks of one kind have an overlap of 0.97 and more, a crown and a disc 0.58."""


def classify_marks(contrast: Floats) -> npt.NDArray[np.str_]:
    """Return the kind of mark in each of K cells."""
    first, end = measure_boxes(contrast > CONTRAST)
    sides = (end - first) / contrast.shape[1] * (1 - 2 * CELL_MARGIN)
    # A dash is long but thin.
    large = (sides.max(axis=0) >= STAR_SIZE) & (sides.min(axis=0) >= STAR_SIZE / 2)
    kinds = np.where(is_cross(contrast), "cross", np.where(large, "star", "dot"))
    small = kinds == "dot"
    kinds[small] = np.where(has_five_points(contrast[small]), "star", "dot")
    return kinds


def measure_boxes(masks: Bools) -> tuple[Places, Places]:
    """Return the first row and column of the drawing in each of K masks, shape (2, K), and the row
    and column after the last; an empty mask is taken for a full one."""
    lines = np.stack([masks.any(axis=2), masks.any(axis=1)])
    first = lines.argmax(axis=2)
    end = lines.shape[2] - lines[:, :, ::-1].argmax(axis=2)
    return first, end


def is_cross(contrast: Floats) -> Bools:
    """Return True for each of K shapes that is an x: its fourth harmonic about the middle points
    along the diagonals.

    Blur does not change harmonic moments.
    """
    weight, off = _weigh_samples(contrast)
    square = (off * off.conj()).real
    second = (weight * off**2).sum(axis=1)
    fourth = (weight * off**4).real.sum(axis=1)
    size = (weight * square).sum(axis=1)
    spread = (weight * square**2).sum(axis=1)
    # A sample is a square, not a point, which matters for a dot of a few samples.
    spread += size * (2 / 3) * (2 / (contrast.shape[1] - 1)) ** 2
    return np.asarray((fourth <= DIAGONAL * spread) & (abs(second) <= OBLONG * size))


def has_five_points(contrast: Floats) -> Bools:
    """Return True for each of K shapes with five points, whatever its size: its fifth harmonic
    dominates."""
    weight, off = _weigh_samples(contrast)
    others = [_measure_harmonic(weight, off, power) for power in (2, 3, 4)]
    fifth = _measure_harmonic(weight, off, 5)
    first, end = measure_boxes(contrast > CONTRAST)
    is_large = (end - first).min(axis=0) >= POINTED_PX
    is_star = fifth >= np.maximum(POINTED, POINTS * np.max(others, axis=0))
    return np.asarray(is_large & is_star)


def _measure_harmonic(weight: Floats, off: npt.NDArray[np.complex64], power: int) -> Floats:
    """Return a harmonic of each of K shapes, 1 if all of it lies on that many rays."""
    parts = weight * off**power
    whole = np.maximum(abs(parts).sum(axis=1), 1e-6)
    return np.asarray(abs(parts.sum(axis=1)) / whole, np.float32)


def number_figures(masks: Bools) -> tuple[int, ...]:
    """Return the number of the figure in each of K masks, from 0; similar ones have the same
    number."""
    shapes = _scale_figures(masks).reshape(len(masks), FIGURE**2)
    return _number_alike(
        len(masks), lambda first: _measure_overlap(shapes, first) >= SAME_FIGURE_OVERLAP
    )


def number_drawings(masks: Bools, inks: Floats) -> tuple[int, ...]:
    """Return the number of the drawing in each of K masks, from 0; only copies have the same
    number.

    ``inks`` (K, places, places, 3) are their colours: on some grounds more of a drawing stands
    out.
    """
    shapes = _scale_figures(masks).reshape(len(masks), FIGURE**2)
    step = max(1, masks.shape[1] // INKED)
    few = masks[:, ::step, ::step]
    colours = inks[:, ::step, ::step]

    def are_copies(first: int) -> Bools:
        joint = few | few[first]
        off = colours - colours[first]
        differs = joint & (np.einsum("kyxc,kyxc->kyx", off, off) > CONTRAST**2)
        is_inked_alike = differs.sum(axis=(1, 2)) <= (1 - SAME_DRAWING) * joint.sum(axis=(1, 2))
        return np.asarray(is_inked_alike | (_measure_overlap(shapes, first) >= SAME_DRAWING))

    return _number_alike(len(masks), are_copies)


def _number_alike(count: int, are_like: Callable[[int], Bools]) -> tuple[int, ...]:
    """Return numbers from 0 for so many things, the same for all that are like the first without
    one."""
    numbers = np.full(count, -1)
    while (numbers < 0).any():
        left = numbers < 0
        numbers[left & are_like(int(left.argmax()))] = numbers.max() + 1
    return tuple(numbers.tolist())


def _measure_overlap(shapes: Bools, first: int) -> Floats:
    """Return the overlap of K shapes (K, samples) with one of them, as a fraction of the joint
    area."""
    both = (shapes & shapes[first]).sum(axis=1)
    either = (shapes | shapes[first]).sum(axis=1)
    return np.asarray(both / np.maximum(either, 1), np.float32)


def _scale_figures(masks: Bools) -> Bools:
    """Return the shapes in K masks, each cut out and scaled to ``FIGURE`` by ``FIGURE`` samples."""
    first, end = measure_boxes(masks)
    parts = (np.arange(FIGURE) + 0.5) / FIGURE
    rows, cols = (first[..., None] + parts * (end - first)[..., None]).astype(np.intp)
    shapes = np.arange(len(masks))
    return np.asarray(masks[shapes[:, None, None], rows[:, :, None], cols[:, None]])


def _weigh_samples(contrast: Floats) -> tuple[Floats, npt.NDArray[np.complex64]]:
    """Return the weights of K masks, (K, places²), each with the sum 1, and the places of the
    samples beside the middle, as complex numbers; pale parts are JPEG noise and weigh 0."""
    pale = np.maximum(CONTRAST, contrast.max(axis=(1, 2), keepdims=True, initial=0) / 4)
    weight = np.maximum(contrast - pale, 0).reshape(len(contrast), contrast.shape[1] ** 2)
    weight /= np.maximum(weight.sum(axis=1, keepdims=True), 1e-6)
    # From -1-1j to 1+1j.
    steps = np.linspace(-1, 1, contrast.shape[1], dtype=np.float32)
    samples = np.asarray(steps + 1j * steps[:, None], np.complex64).ravel()
    return np.asarray(weight, np.float32), samples - (weight @ samples)[:, None]
