"""What lies just outside a grid of lamps: the page, more lamps, or lamps that something cuts off."""

from __future__ import annotations

from math import ceil
from typing import Final

import numpy as np

from vision.blobs.patches import ACROSS, cell_faces, insets, lattice_pitches
from vision.blobs.states import States
from vision.errors import CROP_HINT, WHOLE_HINT, AmbiguousBoard, BoardCutOff
from vision.grid.board import Lattice
from vision.image import Bools, Floats, Image, to_lab
from vision.lights_out.lamp_grid import MOST, Sites

LIKE: Final = 0.35
"""Largest difference of a cell from a lamp's, as part of how a lamp stands out from what parts it from others."""
LEAST_DISTINCT: Final = 6.0
"""Least difference (L*a*b*) by which lamps stand out for a cell to be told from the bare page."""
MARKED: Final = 0.9
"""How far up among the differences at the places of a cell: a tenth may be all that a thin rim fills."""
NEAR: Final = 0.2
"""Part of a cell from where its lamp begins that has to be like a lamp's where the rest is hidden."""
LEAST_SEEN: Final = 0.5
"""Least part of these places that the picture shows."""
STRIP: Final = (0.1, 0.25)
"""From where to where outside the lamps, in pitches, the page's colour is looked for."""


def ground_colour(image: Image, lattice: Lattice) -> Floats:
    """The usual colour around a grid of lamps, in L*a*b*, shape (3,)."""
    inner, outer = (max(1, round(part * min(lattice_pitches(lattice)))) for part in STRIP)
    x0, y0, x1, y1 = lattice.box
    top, left = max(0, y0 - outer), max(0, x0 - outer)
    part = image[top : y1 + outer, left : x1 + outer]
    around = np.ones(part.shape[:2], np.bool_)
    around[max(0, y0 - inner - top) : y1 + inner - top, max(0, x0 - inner - left) : x1 + inner - left] = False
    pixels = part[around] if around.any() else part.reshape(-1, 3)
    return np.asarray(np.median(to_lab(pixels.reshape(-1, 1, 3)), axis=0)[0], np.float32)


def goes_beyond(what: str, image: Image, sites: Sites, states: States) -> tuple[int, int, Bools] | None:
    """The side (axis, and 0 or -1) where another row or column of lamps stands, and which of its cells are lamps.

    Raises BoardCutOff if they are seen only in part, AmbiguousBoard if only some of the cells are like lamps.
    """
    faces, ground = cell_faces(image, sites.lattice), ground_colour(image, sites.lattice)
    inside = faces[1:-1, 1:-1]
    usual = [_usual(inside[states.labels == state]) for state in range(len(states.looks))]
    across, down = insets(sites.lattice)
    for axis, inset in ((0, down), (1, across)):
        for end in (0, -1):
            beside = np.asarray(sites.there.take(end, axis), np.bool_)
            outer = np.moveaxis(faces, axis, 0)[end, 1:-1][beside]
            if not _alike(outer, usual, ground, _near(axis, end, inset)).mean() > 0.5:
                continue
            whole = _alike(outer, usual, ground, (slice(None), slice(None)))
            if np.isnan(outer).any() or not whole.mean() > 0.5:
                raise BoardCutOff(f"{what} go on where they are cut off or covered", hint=WHOLE_HINT)
            if not whole.all() or sites.there.shape[axis] == MOST:
                raise AmbiguousBoard(f"{what} may go on, and only some cells there are like lamps", hint=CROP_HINT)
            return axis, end, beside
    return None


def _usual(cells: Floats) -> Floats:
    return np.asarray(np.nanmedian(cells, axis=0), np.float32)


def _near(axis: int, end: int, inset: float) -> tuple[slice, slice]:
    """The places of a cell beyond a side, with lamps that begin so far inside, that are nearest to it."""
    depth = ceil((2 * inset + NEAR) / (1 + 2 * inset) * ACROSS)
    near = slice(None, depth) if end == -1 else slice(-depth, None)
    return (near, slice(None)) if axis == 0 else (slice(None), near)


def _alike(cells: Floats, usual: list[Floats], ground: Floats, part: tuple[slice, slice]) -> Bools:
    """Which cells (N, places, places, 3) look, in a part, like one of the usual ones, and not like the bare page."""
    found = np.zeros(len(cells), np.bool_)
    seen = np.where(np.isnan(cells[:, *part]), np.nan, np.float32(0))
    for face in usual:
        distinct = _largest(seen + (face[part] - ground))
        found |= (distinct >= LEAST_DISTINCT) & (_largest(cells[:, *part] - face[part]) <= LIKE * distinct)
    return found


def _largest(difference: Floats) -> Floats:
    """How large differences (N, places, places, 3) are where they are largest; NaN where little is seen."""
    off = np.linalg.norm(difference, axis=3).reshape(len(difference), -1)
    seen = np.isfinite(off).mean(axis=1) >= LEAST_SEEN
    largest = np.full(len(off), np.nan, np.float32)
    largest[seen] = np.nanquantile(off[seen], MARKED, axis=1)
    return largest
