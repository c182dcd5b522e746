"""How lamps look, which of them look alike, and which look is that of a lit one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.board import Lattice
from vision.image import Bools, Floats, Image, Places, to_bgr, to_lab
from vision.reading import Colour

MOST_STATES: Final = 10
ACROSS: Final = 12
"""Places along a cell at which it is looked at, each the mean of the pixels round it."""
TOLD_APART: Final = 4.0
"""Least difference (L*a*b*) of two states' looks; an eye tells 2 apart."""
CLEAR_GAP: Final = 2.0
"""Least ratio between the differences of two states' lamps and those of one state's."""


@dataclass(frozen=True, slots=True)
class States:
    """The state of each lamp, (rows, cols), -1 where there is none; the mean look of each; and how clear that is.

    ``gap`` is how many times farther apart states are than lamps of one state.
    """

    labels: Places
    looks: tuple[Colour, ...]
    gap: float


def lamp_looks(image: Image, lattice: Lattice) -> Floats:
    """The mean colour of each cell, (rows, cols, 3), in L*a*b*."""
    return np.asarray(patches(image, lattice).mean(axis=(2, 3)), np.float32)


def patches(image: Image, lattice: Lattice) -> Floats:
    """Each cell reduced to ``ACROSS`` by ``ACROSS`` colours in L*a*b*, shape (rows, cols, ACROSS, ACROSS, 3)."""
    x0, x1 = (int(np.clip(round(float(x)), 0, image.shape[1])) for x in lattice.xs[[0, -1]])
    y0, y1 = (int(np.clip(round(float(y)), 0, image.shape[0])) for y in lattice.ys[[0, -1]])
    size = lattice.cols * ACROSS, lattice.rows * ACROSS
    small = np.asarray(cv2.resize(image[y0:y1, x0:x1], size, interpolation=cv2.INTER_AREA), np.uint8)
    return to_lab(small).reshape(lattice.rows, ACROSS, lattice.cols, ACROSS, 3).transpose(0, 2, 1, 3, 4)


def tell_states(looks: Floats, there: Bools) -> States | None:
    """The states of lamps by their looks (rows, cols, 3), darkest first; None where there are more than ten.

    Looks are joined nearest first (single linkage); they are parted at the widest relative gap of these joints.
    """
    points = looks[there]
    joints = _joints(points)
    wide = np.sort([length for length, _, _ in joints])
    ratios = wide[1:] / np.maximum(wide[:-1], 1.0)
    apart = np.flatnonzero((ratios >= CLEAR_GAP) & (wide[1:] >= TOLD_APART))
    apart = apart[apart >= len(wide) - MOST_STATES]
    cut = int(apart[ratios[apart].argmax()]) if len(apart) else len(wide) - 1
    most = float(wide[cut])
    groups = _groups(len(points), [(i, j) for length, i, j in joints if length <= most])
    means = np.array([points[groups == group].mean(axis=0) for group in range(groups.max() + 1)])
    order = np.argsort([brightness(mean) for mean in means])
    labels = np.full(there.shape, -1, np.intp)
    labels[there] = np.argsort(order)[groups]
    gap = float(wide[cut + 1] / max(most, 1.0)) if len(apart) else float(TOLD_APART / max(most, 1.0))
    return States(labels, tuple((float(m[0]), float(m[1]), float(m[2])) for m in means[order]), gap)


def _joints(points: Floats) -> list[tuple[float, int, int]]:
    """The edges (length, i, j) of a shortest tree between points (N, 3), by Prim."""
    nearest = np.zeros(len(points), np.intp)
    distance = np.linalg.norm(points - points[0], axis=1)
    inside = np.zeros(len(points), np.bool_)
    inside[0] = True
    joints = []
    for _ in range(len(points) - 1):
        j = int(np.where(inside, np.inf, distance).argmin())
        joints.append((float(distance[j]), int(nearest[j]), j))
        inside[j] = True
        of_j = np.linalg.norm(points - points[j], axis=1)
        nearest = np.where(of_j < distance, j, nearest)
        distance = np.minimum(distance, of_j)
    return joints


def _groups(count: int, joined: list[tuple[int, int]]) -> Places:
    """Which group, from 0, each of so many points is in, where these pairs are in one."""
    group = np.arange(count)
    for i, j in joined:
        group[group == group[j]] = group[i]
    return np.unique(group, return_inverse=True)[1]


def brightness(look: Floats | Colour) -> float:
    """How lit a look is: its lightness, and colourful is more lit than grey."""
    return float(look[0] + COLOURFUL * min(float(np.hypot(look[1], look[2])), MOST_COLOUR))


COLOURFUL: Final = 0.7
"""What a unit of chroma counts beside one of lightness: yellow is lit on white, as green is beside light grey."""
MOST_COLOUR: Final = 60.0
"""Chroma above which colours are alike: pure blue, with 134, is no brighter than it looks."""


def in_bgr(look: Colour) -> tuple[int, int, int]:
    """The look as blue, green and red."""
    blue, green, red = np.clip(np.rint(to_bgr(np.array(look, np.float32)) * 255), 0, 255)
    return int(blue), int(green), int(red)
