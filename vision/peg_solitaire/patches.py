"""How the sites of a board look: a small picture of each, and the page between them."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from solvers.peg_solitaire import NO_SITE, Cell
from vision.image import Bools, Floats, Image, to_lab
from vision.peg_solitaire.nets import Doubles
from vision.reading import Reading

ACROSS: Final = 24
"""Places along the picture of a site, each the mean of the pixels there."""
REACH: Final = 0.5
"""From the middle of a site to the end of its picture, in steps to the next: where that one's begins."""
_OFF: Final = (np.arange(ACROSS) - (ACROSS - 1) / 2) * 2 * REACH / ACROSS
RADIUS: Final = np.hypot(_OFF[:, None], _OFF[None])
"""How far each place (ACROSS, ACROSS) is from the middle, in steps."""


LIKE: Final = 0.4
"""Largest difference of a face from a site's, as part of how that one stands out from the page."""
STANDS_OUT: Final = 12.0
"""Least by which a site stands out (L*a*b*) where a part of one can be told from the page."""


def sites_of(reading: Reading) -> tuple[list[Cell], Doubles, float]:
    """The (row, col) of what stands on a board of pegs or lamps, the (x, y) of each, and the shortest step."""
    cells = [(r, c) for r, row in enumerate(reading.grid) for c, site in enumerate(row) if site != NO_SITE]
    middles = np.array([reading.centre(*cell) for cell in cells])
    away = np.linalg.norm(middles[None] - middles[:, None], axis=2)
    return cells, middles, float(away[away > 0].min())


def site_faces(image: Image, middles: Doubles, step: float) -> Floats:
    """The sites at (x, y), in L*a*b*, shape (N, ACROSS, ACROSS, 3), each place the mean of its pixels."""
    small, scale, corner = _scaled(image, middles, step, ACROSS / (2 * REACH))
    points = (middles - corner + 0.5) * scale - 0.5
    patches = [cv2.getRectSubPix(small, (ACROSS, ACROSS), (float(x), float(y))) for x, y in points]
    strip = np.asarray(np.concatenate(patches), np.uint8)
    return to_lab(strip).reshape(len(patches), ACROSS, ACROSS, 3)


def colours_at(image: Image, points: Doubles, step: float) -> Floats:
    """The mean colour (N, 3) in L*a*b* about each of these (x, y), a tenth of a step across."""
    small, scale, corner = _scaled(image, points, step, 10)
    at = np.rint((points - corner + 0.5) * scale - 0.5).astype(np.intp)
    xs, ys = np.clip(at[:, 0], 0, small.shape[1] - 1), np.clip(at[:, 1], 0, small.shape[0] - 1)
    return np.asarray(to_lab(small[ys, xs][None])[0], np.float32)


def _scaled(image: Image, points: Doubles, step: float, wanted: float) -> tuple[Image, float, Doubles]:
    """The part of a picture round some points so large that a step has so many pixels, its scale, where it begins."""
    low = np.maximum(np.floor(points.min(axis=0) - step), 0).astype(np.intp)
    high = np.ceil(points.max(axis=0) + step).astype(np.intp) + 1
    part = image[low[1] : high[1], low[0] : high[0]]
    scale = wanted / step
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    size = max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale))
    return np.asarray(cv2.resize(part, size, interpolation=way), np.uint8), scale, low.astype(np.float64)


def roundness(face: Floats) -> float:
    """How much of what varies in a face, 0 to 1, varies with the distance from its middle alone, as in a disc."""
    ring = (RADIUS * ACROSS / (2 * REACH)).astype(np.intp)
    seen = within(0.42)
    means = {at: face[seen & (ring == at)].mean(axis=0) for at in set(ring[seen].tolist())}
    off = face[seen] - np.stack([means[at] for at in ring[seen].tolist()])
    whole = face[seen] - face[seen].mean(axis=0)
    return 1 - float((off**2).sum() / max((whole**2).sum(), 1e-9))


def resembles(faces: Floats, sites: Floats, grounds: Floats) -> Bools:
    """Which faces (N, …) look like one of the sites (M, …) in one half; round these are the ``grounds`` (M, 3)."""
    found = np.zeros(len(faces), np.bool_)
    for half in HALVES:
        theirs, own = faces[:, half], sites[:, half]
        inner = sites[:, half & within(0.4)]
        out = np.sqrt(((inner - grounds[:, None]) ** 2).sum(axis=2).mean(axis=1))
        off = _apart(theirs, own)
        drawn = _spread(theirs)[:, None] >= LIKE * _spread(own)
        found |= ((off < LIKE * out) & (out > STANDS_OUT) & drawn).any(axis=1)
    return found


def _apart(parts: Floats, others: Floats) -> Floats:
    """How far each part (N, places, 3) is from each other one (M, places, 3), place by place: the root mean square."""
    ones, twos = (part.reshape(len(part), -1).astype(np.float64) for part in (parts, others))
    squares = (ones**2).sum(axis=1)[:, None] + (twos**2).sum(axis=1) - 2 * ones @ twos.T
    return np.asarray(np.sqrt(np.maximum(squares, 0) / parts.shape[1]), np.float32)


def _spread(parts: Floats) -> Floats:
    """How much the colours in each part (N, places, 3) vary."""
    return np.asarray(np.linalg.norm(parts.std(axis=1), axis=1), np.float32)


def within(radius: float, beyond: float = -1.0) -> Bools:
    """The places of a site's picture up to a radius, in steps, and outside of another one."""
    return np.asarray((radius >= RADIUS) & (beyond < RADIUS), np.bool_)


HALVES: Final = tuple(
    within(0.56) & half
    for half in (
        _OFF[:, None] + 0 * _OFF < 0,
        _OFF[:, None] + 0 * _OFF > 0,
        0 * _OFF[:, None] + _OFF < 0,
        0 * _OFF[:, None] + _OFF > 0,
    )
)
"""The upper, the lower, the left and the right half of a face: what is cut off shows one of them."""
