"""Which lamps look alike: the states they are in, and how each looks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.blobs.patches import ACROSS
from vision.image import Bools, Floats, Places
from vision.reading import Colour

MOST_STATES: Final = 10
PARTS: Final = (1.0, 0.4)
"""Parts of a lamp's sides, about its middle, whose mean colour may tell its state: a small sign is lost in all."""
TOLD_APART: Final = 4.0
"""Least difference (L*a*b*) of two states' looks; an eye tells 2 apart."""
NOISE: Final = 1.0
"""Differences up to this mean nothing."""
CLEAR_GAP: Final = 2.0
"""Least ratio between the differences of two states' lamps and those of one state's."""
WIDE_GAP: Final = 4.0
"""Ratio above which what lies below is one state: the mouse over a lamp, or a hint, changes it less than a press."""


@dataclass(frozen=True, slots=True)
class States:
    """The state of each lamp, (rows, cols), darkest first, -1 where there is none, and the mean look of each state.

    ``faces`` are what lamps of each usually show, ``part`` of a lamp tells its state. ``gap`` is how many times
    farther apart states are than lamps of one state, ``apart`` the least distance (L*a*b*) of lamps in two states.
    """

    labels: Places
    looks: tuple[Colour, ...]
    faces: tuple[Floats, ...]
    part: float
    gap: float
    apart: float


def mean_looks(faces: Floats, part: float) -> Floats:
    """The mean colours, (rows, cols, 3), of the middle part of faces (rows, cols, ACROSS, ACROSS, 3)."""
    rim = round(ACROSS * (1 - part) / 2)
    middle = faces[:, :, rim : ACROSS - rim, rim : ACROSS - rim]
    return np.asarray(middle.mean(axis=(2, 3)), np.float32)


def tell_states(faces: Floats, there: Bools) -> States | None:
    """The states of lamps by their faces; None where there are more than ten."""
    told = [_states(faces, there, part) for part in PARTS]
    several = [states for states in told if states and len(states.looks) > 1]
    if not several:
        return told[0]
    return several[0] if several[0].gap >= WIDE_GAP else max(several, key=lambda states: states.gap)


def _states(faces: Floats, there: Bools, part: float) -> States | None:
    """Looks are joined nearest first (single linkage), and parted where the next joint is far longer."""
    points = mean_looks(faces, part)[there]
    joints = sorted(joints_between(points))
    lengths = np.array([length for length, *_ in joints])
    longer = lengths[1:] / np.maximum(lengths[:-1], NOISE)
    steps = [i for i, ratio in enumerate(longer) if ratio >= CLEAR_GAP and lengths[i + 1] >= TOLD_APART]
    wide = [i for i in steps if longer[i] >= WIDE_GAP]
    last = wide[-1] if wide else max(steps, key=lambda i: float(longer[i]), default=len(joints) - 1)
    if len(joints) - last > MOST_STATES:
        return None
    groups = joined_by(len(points), [(i, j) for _, i, j in joints[: last + 1]])
    usual = [np.median(faces[there][groups == group], axis=0) for group in range(groups.max() + 1)]
    order = np.argsort([brightness(face).mean() for face in usual])
    labels = np.full(there.shape, -1, np.intp)
    labels[there] = np.argsort(order)[groups]
    looks = tuple(_colour(points[groups == group].mean(axis=0)) for group in order)
    shown = tuple(usual[group] for group in order)
    apart = float(lengths[last + 1]) if last + 1 < len(lengths) else 0.0
    return States(labels, looks, shown, part, max(apart, TOLD_APART) / max(float(lengths[last]), NOISE), apart)


def _colour(mean: Floats) -> Colour:
    return float(mean[0]), float(mean[1]), float(mean[2])


def joints_between(points: Floats) -> list[tuple[float, int, int]]:
    """The edges (length, i, j) of a shortest tree between points (N, 3), by Prim."""
    distance, nearest = np.linalg.norm(points - points[0], axis=1), np.zeros(len(points), np.intp)
    outside = np.ones(len(points), np.bool_)
    joints, new = [], 0
    for _ in range(len(points) - 1):
        outside[new] = False
        new = int(np.where(outside, distance, np.inf).argmin())
        joints.append((float(distance[new]), int(nearest[new]), new))
        to_new = np.linalg.norm(points - points[new], axis=1)
        nearest = np.where(to_new < distance, new, nearest)
        distance = np.minimum(distance, to_new)
    return joints


def joined_by(count: int, pairs: list[tuple[int, int]]) -> Places:
    """Which group, from 0, each of so many points is in, where these pairs are in one."""
    group = np.arange(count)
    for i, j in pairs:
        group[group == group[j]] = group[i]
    return np.asarray(np.unique(group, return_inverse=True)[1], np.intp)


def brightness(colours: Floats) -> Floats:
    """How lit colours (…, 3) look: by their lightness, and what is colourful more than what is grey."""
    chroma = np.minimum(np.hypot(colours[..., 1], colours[..., 2]), MOST_COLOUR)
    return np.asarray(colours[..., 0] + COLOURFUL * chroma, np.float32)


COLOURFUL: Final = 0.7
"""What a unit of chroma counts beside one of lightness: yellow is lit on white, as green is beside light grey."""
MOST_COLOUR: Final = 60.0
"""Chroma above which colours are alike: pure blue, with 134, is no brighter than it looks."""
