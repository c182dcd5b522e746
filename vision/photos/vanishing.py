"""Vanishing points of a photo: the points that most of its straight segments point to."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.image import Image

SHORTEST_SEGMENT_PX: Final = 8
"""Minimum length of a segment: two thirds of the smallest readable cell. Shorter segments are text and grain."""
FEWEST_SEGMENTS: Final = 5
"""Minimum number of segments that point to a vanishing point: a board with 4 cells a side has 5 lines."""
TOWARDS: Final = np.radians(2.0)
"""Maximum angle between a segment and the direction to its vanishing point; a segment of 8 pixels is off by up to half
of that, noise has all angles."""
GUESSES: Final = 400
"""Number of pairs of segments tried for a vanishing point: even if only a tenth of all segments point to it, one pair
in a hundred is right."""
MOST_VOTERS: Final = 300
"""Maximum number of segments, the longest ones, that vote for a vanishing point: most others belong to text."""

Doubles = npt.NDArray[np.float64]


def find_segments(image: Image) -> Doubles:
    """Return straight segments as rows of (x0, y0, x1, y1), by the detector of Grompone von Gioi et al. (LSD, 2010)."""
    found = cv2.createLineSegmentDetector(cv2.LSD_REFINE_NONE).detect(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))[0]
    segments = np.zeros((0, 4)) if found is None else found.reshape(-1, 4).astype(np.float64) + 0.5
    return np.asarray(segments[lengths(segments) >= SHORTEST_SEGMENT_PX])


def lengths(segments: Doubles) -> Doubles:
    """Return the lengths of segments, in their unit."""
    return np.asarray(np.hypot(segments[:, 2] - segments[:, 0], segments[:, 3] - segments[:, 1]))


def middle_of(segments: Doubles) -> tuple[Doubles, float]:
    """Return the middle of a group of segments, and its larger side."""
    ends = segments.reshape(-1, 2)
    return (ends.min(axis=0) + ends.max(axis=0)) / 2, float(np.ptp(ends, axis=0).max())


def vanishing_point(some: Doubles, group: Doubles) -> Doubles | None:
    """Return the point that most of some segments point to, homogeneous, by RANSAC and least squares."""
    if len(some) < FEWEST_SEGMENTS:
        return None
    middle, size = middle_of(group)
    unit = (some - np.tile(middle, 2)) / size
    lines = np.cross(np.insert(unit[:, :2], 2, 1, axis=1), np.insert(unit[:, 2:], 2, 1, axis=1))
    lines /= np.linalg.norm(lines[:, :2], axis=1, keepdims=True)
    length = lengths(unit)
    pairs = np.random.default_rng(0).choice(len(some), (GUESSES, 2), p=length / length.sum())
    guesses = np.cross(lines[pairs[:, 0]], lines[pairs[:, 1]])
    # The lines of a board don't meet on the board or near it.
    guesses = guesses[np.linalg.norm(guesses[:, :2], axis=1) > np.abs(guesses[:, 2])]
    if not len(guesses):
        return None
    voters = np.argsort(-length)[:MOST_VOTERS]
    best = guesses[((turn(unit[voters], guesses) < TOWARDS) * length[voters]).sum(axis=1).argmax()]
    for _ in range(3):
        on = turn(unit, best) < TOWARDS
        if on.sum() < FEWEST_SEGMENTS:
            return None
        away = np.linalg.norm(_to(unit, best), axis=-1)
        best = np.linalg.svd(lines[on] * (length / away)[on, None], full_matrices=False)[2][-1]
    return np.array([*(best[:2] * size + best[2] * middle), best[2]])


def _to(segments: Doubles, points: Doubles) -> Doubles:
    """Return the direction from the middle of each segment to homogeneous points (..., 3), up to a factor."""
    return np.asarray(points[..., None, :2] - points[..., None, 2:] * (segments[:, :2] + segments[:, 2:]) / 2)


def turn(segments: Doubles, points: Doubles) -> Doubles:
    """Return the angle between each segment and its direction to homogeneous points (..., 3), in radians."""
    to, along = _to(segments, points), segments[:, 2:] - segments[:, :2]
    across = np.abs(to[..., 0] * along[:, 1] - to[..., 1] * along[:, 0])
    return np.asarray(np.arctan2(across, np.abs((to * along).sum(axis=-1))))


def way(point: Doubles, middle: Doubles) -> Doubles:
    """Return the direction from the middle to a vanishing point, up to its sign; its length is 1."""
    step = point[:2] - point[2] * middle
    return np.asarray(step / np.linalg.norm(step))


def axis_to(point: Doubles, middle: Doubles, axis: int) -> Doubles:
    """Return the vanishing point, scaled so that one step along its axis is one pixel in the middle, right or down."""
    step = point[:2] - point[2] * middle
    return np.asarray(point / np.linalg.norm(step) * np.sign(step[axis]))
