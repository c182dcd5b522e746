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
SHORTEST_RUN_PX: Final = 9
"""Edges that run straight for less are taken for text and texture; two thirds of the smallest cell that is read."""
LONGEST_DASH_GAP_PX: Final = 5
"""Gaps up to this length inside a run are closed: dashed grids, and lines that cross."""
SMALLEST_BOARD_PX: Final = 48


@dataclass(frozen=True, slots=True)
class Edges:
    """The straight edges of a picture or of a part of it, as two masks of 0 and 1."""

    vertical: Mask
    horizontal: Mask

    def mesh(self) -> Mask:
        """Both masks in one."""
        return np.asarray(self.vertical | self.horizontal, np.uint8)


def find_edges(image: Image) -> Edges:
    """Straight edges of a picture of shape (H, W, 3), dtype uint8."""
    vertical = np.zeros(image.shape[:2], np.uint8)
    horizontal = np.zeros(image.shape[:2], np.uint8)
    vertical[:, 1:] = cv2.absdiff(image[:, 1:], image[:, :-1]).max(axis=2) >= EDGE_CONTRAST
    horizontal[1:] = cv2.absdiff(image[1:], image[:-1]).max(axis=2) >= EDGE_CONTRAST
    gap, run = LONGEST_DASH_GAP_PX, SHORTEST_RUN_PX
    return Edges(
        upright_runs(morph(vertical, cv2.MORPH_CLOSE, (1, gap)), run),
        morph(morph(horizontal, cv2.MORPH_CLOSE, (gap, 1)), cv2.MORPH_OPEN, (run, 1)),
    )


def upright_runs(mask: Mask, length: int) -> Mask:
    """The pixels of a mask that stand in upright runs of at least this length."""
    return morph(mask, cv2.MORPH_OPEN, (1, length))


def find_meshes(edges: Edges, reach: int) -> list[tuple[tuple[int, int, int, int], Mask]]:
    """The parts of the picture whose edges hang together, largest first.

    ``reach`` is how many pixels apart two edges may lie to hang together. Each part is its
    (x0, y0, x1, y1) and the mask of its pixels there.
    """
    joined = morph(edges.mesh(), cv2.MORPH_DILATE, (2 * reach + 1, 2 * reach + 1))
    labels, stats = components(joined)
    found = []
    for label in range(1, len(stats)):
        x, y, width, height, _ = (int(v) for v in stats[label])
        if min(width, height) >= SMALLEST_BOARD_PX:
            part = labels[y : y + height, x : x + width] == label
            found.append(((x, y, x + width, y + height), part.astype(np.uint8)))
    return sorted(found, key=lambda item: -(item[0][2] - item[0][0]) * (item[0][3] - item[0][1]))


@dataclass(frozen=True, slots=True)
class Comb:
    """Evenly spaced lines along one axis: positions ``phase + i * pitch``; ``fit`` 0…1 is how well the edges agree."""

    pitch: float
    phase: float
    fit: float

    def index(self, position: Any) -> Any:
        """The position, or an array of them, counted in pitches from the phase."""
        return (position - self.phase) / self.pitch


def find_combs(profile: Floats, most: int = 6) -> list[Comb]:
    """The even spacings that a profile of edges (length W, how many edge pixels at each x) agrees with, best first.

    The agreement of a pitch is the length of the mean of unit vectors that turn once a pitch (the Rayleigh
    statistic of directional data): 1 where all edges lie on the comb.
    """
    at = np.flatnonzero(profile)
    if len(at) < 2:
        return []
    weight = profile[at].astype(np.float64)
    weight /= weight.sum()
    span = float(at[-1] - at[0])
    longest, shortest = span / 3.4, SHORTEST_RUN_PX * 1.2
    if longest <= shortest:
        return []
    # Steps fine enough that the last line of the board moves by a twentieth of a pitch from one to the next.
    pitches = 1 / np.arange(1 / longest, 1 / shortest, 0.05 / span)
    turns = np.exp(2j * np.pi * np.outer(1 / pitches, at)) @ weight
    fits = np.abs(turns)
    peaks = [
        i for i in range(len(fits)) if fits[i] >= fits[max(0, i - 1)] and fits[i] >= fits[min(len(fits) - 1, i + 1)]
    ]
    peaks.sort(key=lambda i: -fits[i])
    return [
        Comb(float(pitches[i]), float(np.angle(turns[i]) / (2 * np.pi) * pitches[i]), float(fits[i]))
        for i in peaks[:most]
    ]
