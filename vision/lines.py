"""Where are lines? Edges of the picture that run straight for a while, and the even spacing that a board's lines have.

An edge is a change of colour between neighbouring pixels: a drawn line has two of them, a border between two
colours has one. ``vertical[y, x]`` stands for the border between the pixels (y, x - 1) and (y, x), so a position
``x`` of an edge is a coordinate between pixels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np

from vision.image import Floats, Image, Mask, components, morph

EDGE_CONTRAST: Final = 9
"""Least change of any colour channel (of 255) at an edge; the faintest thin grid in real pictures changes by 14."""
GRAIN: Final = 4
"""Least change at an edge, in medians of all changes: above nearly all of a photo's grain."""
SHORTEST_RUN_PX: Final = 9
"""Edges that run straight for less are taken for text and texture; two thirds of the smallest cell that is read."""
LONGEST_DASH_GAP_PX: Final = 5
"""Gaps up to this length inside a run are closed: dashed grids, and lines that cross."""
REACHES: Final = (2, 5, 9, 16)
"""How far apart, in pixels, edges may lie that hang together: half of the thickest lines and gaps, at several zooms."""
MOST_MESHES: Final = 12
"""How many parts of a picture are looked at for each reach, largest first."""
CLEAR_PEAK: Final = 0.6
"""Least agreement of a spacing, compared to the best; a board's own has 0.8 and more, its multiples 0.5 and less."""
SMALLEST_BOARD_PX: Final = 48
SHORTEST_PITCH_PX: Final = 11
FEWEST_PITCHES: Final = 3.4
"""Pitches along the least board of 4 cells, less the slack of its ends."""


@dataclass(frozen=True, slots=True)
class Edges:
    """The straight edges of a picture or of a part of it, as two masks of 0 and 1."""

    vertical: Mask
    horizontal: Mask


def find_edges(image: Image) -> Edges:
    """Straight edges of a picture of shape (H, W, 3), dtype uint8."""
    vertical = np.zeros(image.shape[:2], np.uint8)
    horizontal = np.zeros(image.shape[:2], np.uint8)
    vertical[:, 1:] = _edges(image[:, 1:], image[:, :-1])
    horizontal[1:] = _edges(image[1:], image[:-1])
    gap, run = LONGEST_DASH_GAP_PX, SHORTEST_RUN_PX
    return Edges(
        upright_runs(morph(vertical, cv2.MORPH_CLOSE, (1, gap)), run),
        morph(morph(horizontal, cv2.MORPH_CLOSE, (gap, 1)), cv2.MORPH_OPEN, (run, 1)),
    )


def _edges(here: Image, before: Image) -> Mask:
    """1 where the largest change of any channel is that of an edge."""
    blue, green, red = cv2.split(cv2.absdiff(here, before))
    contrast = np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)
    # The median of a screenshot is 0, that of a photo its grain.
    least = max(EDGE_CONTRAST, GRAIN * float(np.median(contrast)))
    return np.asarray(contrast >= least, np.uint8)


def upright_runs(mask: Mask, length: int) -> Mask:
    """The pixels of a mask that stand in upright runs of at least this length."""
    return morph(mask, cv2.MORPH_OPEN, (1, length))


@dataclass(frozen=True, slots=True)
class Mesh:
    """Edges that hang together, cut out of the picture at (x, y)."""

    edges: Edges
    x: int
    y: int

    def alone(self, image: Image) -> Edges:
        """These edges where they are in the picture, and no others."""
        height, width = self.edges.vertical.shape
        here = slice(self.y, self.y + height), slice(self.x, self.x + width)
        vertical, horizontal = np.zeros(image.shape[:2], np.uint8), np.zeros(image.shape[:2], np.uint8)
        vertical[here], horizontal[here] = self.edges.vertical, self.edges.horizontal
        return Edges(vertical, horizontal)


def find_meshes(edges: Edges) -> list[Mesh]:
    """The parts of the picture whose edges hang together, each once, for every reach."""
    found: dict[tuple[int, ...], Mesh] = {}
    drawn = np.asarray(edges.vertical | edges.horizontal, np.uint8)
    for reach in REACHES:
        labels, stats = components(morph(drawn, cv2.MORPH_DILATE, (2 * reach + 1, 2 * reach + 1)))
        largest = np.argsort(-stats[1:, 2] * stats[1:, 3], kind="stable")[:MOST_MESHES] + 1
        for label in (int(k) for k in largest):
            x, y, width, height = (int(v) for v in stats[label, :4])
            if min(width, height) >= SMALLEST_BOARD_PX:
                here = slice(y, y + height), slice(x, x + width)
                part = (labels[here] == label).astype(np.uint8)
                cut = Edges(edges.vertical[here] * part, edges.horizontal[here] * part)
                # The same edges have the same box, less the reach, and the same number of pixels.
                key = (x + reach, y + reach, int(cut.vertical.sum()), int(cut.horizontal.sum()))
                found.setdefault(key, Mesh(cut, x, y))
    return list(found.values())


@dataclass(frozen=True, slots=True)
class Comb:
    """Evenly spaced lines along one axis: positions ``phase + i * pitch``; ``fit`` 0…1 is how well the edges agree."""

    pitch: float
    phase: float
    fit: float

    def index(self, position: Any) -> Any:
        """The position, or an array of them, counted in pitches from the phase."""
        return (position - self.phase) / self.pitch


def find_combs(profile: Floats, most: int = 8) -> list[Comb]:
    """The even spacings that a profile of edges (length W, how many edge pixels at each x) agrees with, widest first.

    The agreement of a pitch is the length of the mean of unit vectors that turn once a pitch (the Rayleigh
    statistic of directional data): 1 where all edges lie on the comb. A Fourier transform gives it for all pitches.
    """
    at = np.flatnonzero(profile)
    span = int(at[-1] - at[0]) if len(at) else 0
    if span < SMALLEST_BOARD_PX:
        return []
    # Padded so far that the last line moves by a twentieth of a pitch from one frequency to the next.
    length = 20 * span
    turns = np.fft.rfft(profile, length) / profile.sum()
    first, last = int(np.ceil(length / (span / FEWEST_PITCHES))), int(length / SHORTEST_PITCH_PX)
    fits = np.abs(turns)
    inner = np.arange(first, min(last, len(fits) - 1))
    peaks = inner[(fits[inner] >= fits[inner - 1]) & (fits[inner] >= fits[inner + 1])]
    clear = peaks[fits[peaks] >= CLEAR_PEAK * fits[inner].max(initial=0)]
    return [_comb(length / int(k), complex(turns[k])) for k in clear[:most]]


def _comb(pitch: float, turn: complex) -> Comb:
    return Comb(pitch, -float(np.angle(turn)) / (2 * np.pi) * pitch, abs(turn))
