"""Sites of a known board of lamps or pegs in a new picture: their places, whether something is
still drawn there, and which known colour each has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from solvers.peg_solitaire import NO_SITE, Cell
from vision.blobs import CONTRASTS, find_outlines
from vision.image import Doubles, Floats, Image, Places
from vision.reading import Colour, Reading

STILL_THERE: Final = 0.6
"""Minimum fraction of sites with outlines, or with known colours, if the board has not moved."""
DOT_PX: Final = 5
"""Minimum side of an outline on a site: a hole may be a dot."""
LARGEST: Final = 1.1
"""Maximum side of an outline on a site, in steps: a cell between lines fills a whole step, and a
larger one is a frame."""
ON_SITE: Final = 0.15
"""Maximum distance between the middles of an outline and of its site, in steps."""
STRANGE: Final = 0.38
"""Maximum distance of a colour from a known one, as a fraction of that to the nearest colour of
another kind."""
STRANGE_ALONE: Final = 12.0
"""Maximum distance (L*a*b*) of a colour from those of the only known kind."""


def locate_sites(reading: Reading) -> tuple[list[Cell], Doubles, float]:
    """Return the (row, col) and the (x, y) of each site of a board of pegs or lamps, and the
    shortest step."""
    cells: list[Cell] = []
    for row, sites in enumerate(reading.grid):
        cells += [(row, col) for col, site in enumerate(sites) if site != NO_SITE]
    middles = np.array([reading.centre(row, col) for row, col in cells])
    away = np.linalg.norm(middles[None] - middles[:, None], axis=2)
    return cells, middles, float(away[away > 0].min())


def are_in_picture(image: Image, middles: Doubles) -> bool:
    """Return True if all sites with these middles (N, 2) are in the picture."""
    return bool((middles >= 0).all() and (middles < (image.shape[1], image.shape[0])).all())


def have_outlines(image: Image, middles: Doubles, step: float) -> bool:
    """Return True if most of the sites with these middles (N, 2) have outlines; edges hidden by a
    glow need a higher contrast."""
    if not len(middles):
        return False
    low = np.maximum(middles.min(axis=0) - step, 0).astype(np.intp)
    high = np.ceil(middles.max(axis=0) + step).astype(np.intp)
    part = image[low[1] : high[1], low[0] : high[0]]
    seen = np.zeros(len(middles), np.bool_)
    for contrast in CONTRASTS:
        boxes = find_outlines(part, contrast, DOT_PX, largest=1.0)
        boxes = boxes[(boxes[:, 2:] - boxes[:, :2]).min(axis=1) <= LARGEST * step]
        points = (boxes[:, :2] + boxes[:, 2:]) / 2 + low
        off = np.linalg.norm(points[None] - middles[:, None], axis=2)
        seen |= (off <= ON_SITE * step).any(axis=1)
        if seen.mean() >= STILL_THERE:
            return True
    return False


def find_kinds(colours: Floats, known: Sequence[Colour | None], kinds: int) -> Places:
    """Return the kind of site that each of these colours (N, 3) shows; -1 for an unknown colour.

    Of the ``known`` colours the first are those of the kinds 0, 1, …; the last of so many ``kinds``
    has all further ones. None stands for a colour that is not known.
    """
    missing = (np.inf, np.inf, np.inf)
    looks = np.array([colour or missing for colour in known])
    off = np.linalg.norm(colours[:, None] - looks, axis=2)
    last = off[:, kinds - 1 :].min(axis=1, initial=np.inf)
    off = np.column_stack([off[:, : kinds - 1], last, np.full(len(colours), np.inf)])
    nearest, second = np.sort(off, axis=1)[:, :2].T
    most = np.where(np.isfinite(second), STRANGE * second, STRANGE_ALONE)
    return np.where(nearest <= most, off.argmin(axis=1), -1)
