"""Grids seen in perspective: the straight segments of a photo that are the lines of a grid, and the
grid's tilt.

Lines that are parallel on paper meet in one point of the photo, their vanishing point. The two
vanishing points of a grid straighten it up to a scale along each axis (Hartley and Zisserman,
Multiple View Geometry, chapter 2); the even spacing of its lines then determines all eight numbers
of the homography to a fraction of a pixel.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.grid.lines import Comb, find_combs
from vision.image import Image, components

MOST_PIXELS: Final = 1_000_000
"""Maximum number of pixels in which segments are detected; a larger picture is shrunk, to 20 pixels
a cell if the board fills half of it."""
REACHES: Final = (5, 12)
"""Maximum distances, in pixels, between connected segments: across gaps between cells, but not to
the text."""
MOST_GROUPS: Final = 4
"""Maximum number of groups of segments tried for each reach, largest first."""
LEAST_ANGLE: Final = np.radians(40)
"""Minimum angle between a line and the other vanishing point; a tilt of 40 degrees leaves 60 of the
90."""
POINT_PX: Final = 3
"""Distance between the points that represent a segment."""
NEAR_COMB: Final = (0.2, 0.2, 0.15, 0.15, 0.12, 0.12)
"""Maximum distance of a point from a line of the grid, in cells, round by round: finally a bit more
than half of the thickest line (0.17 of a cell), to exclude a frame beside the board."""
LARGEST_SQUEEZE: Final = 1.5
"""Maximum ratio of a cell's sides as seen in the middle of a board; a tilt of 40 degrees makes it
1.3."""
LONGEST_PX: Final = 10_000
"""Maximum side of a straightened area: it is longer only if the horizon crosses the area."""
LEAST_PITCH_PX: Final = 5
"""Minimum distance between lines, half of the smallest readable cell: lines may be twice as dense
as a board's."""
FEWEST_SIDE, MOST_SIDE = 3.5, 44.5
"""Minimum and maximum number of cells along a side, including anything connected to a board."""
LEAST_FIT: Final = 0.75
"""Minimum fraction of the points within 0.2 cells of the grid's lines: boards in the middle of a
page have 0.8 and more; random points would have 0.4."""
OUTLIERS: Final = 0.5
"""Percentage of the points that may lie outside the box."""


@dataclass(frozen=True, slots=True)
class Plane:
    """A grid seen in perspective.

    ``homography`` maps (column, row, 1), in cells from an arbitrary origin, to pixels of the photo.
    ``box`` is the grid's (x0, y0, x1, y1) in whole cells, and ``fit`` the fraction of its segments
    that lie on its lines.
    """

    homography: Doubles
    box: tuple[int, int, int, int]
    fit: float

    @property
    def corners(self) -> Doubles:
        """Corners (x, y) in the photo, clockwise from the upper left one."""
        x0, y0, x1, y1 = self.box
        return through(
            self.homography, np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], np.float64)
        )

    @property
    def pitch(self) -> float:
        """Side of a cell in pixels, assuming cells of equal area."""
        x0, y0, x1, y1 = self.box
        return math.sqrt(cv2.contourArea(self.corners.astype(np.float32)) / ((x1 - x0) * (y1 - y0)))

    @property
    def squareness(self) -> float:
        """Root of the ratio of a cell's sides in the photo, at most 1; it reveals wrong pairs of
        spacings that fit."""
        a, b, c, d = self.corners
        across = float(np.linalg.norm(b - a) + np.linalg.norm(c - d)) / (self.box[2] - self.box[0])
        down = float(np.linalg.norm(d - a) + np.linalg.norm(c - b)) / (self.box[3] - self.box[1])
        return math.sqrt(min(across, down) / max(across, down))


def through(homography: npt.NDArray[Any], points: Doubles) -> Doubles:
    """Map points (n, 2) by a homography."""
    moved = np.column_stack([points, np.ones(len(points))]) @ homography.T
    return np.asarray(moved[:, :2] / moved[:, 2:])


def reduced(image: Image) -> tuple[Image, float]:
    """Shrink a picture enough for fast line detection; return it and its scale."""
    scale = min(1.0, (MOST_PIXELS / (image.shape[0] * image.shape[1])) ** 0.5)
    small = (
        cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        if scale < 1
        else image
    )
    return np.asarray(small, np.uint8), scale


def find_planes(image: Image) -> list[Plane]:
    """Return the grids of a picture of shape (H, W, 3), dtype uint8, best fit first."""
    small, scale = reduced(image)
    enlarge = np.diag([1 / scale, 1 / scale, 1])
    with np.errstate(all="ignore"):  # points on the horizon are at infinity
        found = [_plane(group) for group in _groups(find_segments(small), small.shape[:2])]
    planes = [replace(plane, homography=enlarge @ plane.homography) for plane in found if plane]
    return sorted(planes, key=lambda plane: -plane.fit)


def _groups(segments: Doubles, shape: tuple[int, ...]) -> Iterator[Doubles]:
    """Yield groups of connected segments, largest first, each group once."""
    seen = set()
    for reach in REACHES:
        drawn = np.zeros(shape, np.uint8)
        for x0, y0, x1, y1 in np.rint(segments).astype(int).tolist():
            cv2.line(drawn, (x0, y0), (x1, y1), 1, 2 * reach + 1)
        labels, stats = components(drawn)
        x, y = np.rint((segments[:, :2] + segments[:, 2:]) / 2).astype(int).T
        group = labels[np.clip(y, 0, shape[0] - 1), np.clip(x, 0, shape[1] - 1)]
        for label in np.argsort(-stats[1:, 2] * stats[1:, 3], kind="stable")[:MOST_GROUPS] + 1:
            some = segments[group == label]
            if (
                len(some) >= 2 * FEWEST_SEGMENTS
                and (key := (len(some), float(some.sum()))) not in seen
            ):
                seen.add(key)
                yield some


def _plane(segments: Doubles) -> Plane | None:
    """Return the grid that segments form, or None."""
    try:
        return _grid(segments)
    except np.linalg.LinAlgError:  # lines through one point, or a plane seen from its edge
        return None


def _grid(segments: Doubles) -> Plane | None:
    first = vanishing_point(segments, segments)
    second = (
        None
        if first is None
        else vanishing_point(segments[turn(segments, first) > LEAST_ANGLE], segments)
    )
    if first is None or second is None:
        return None
    middle, _ = middle_of(segments)
    level, upright = sorted((first, second), key=lambda point: -abs(way(point, middle)[0]))
    square = np.column_stack([axis_to(level, middle, 0), axis_to(upright, middle, 1), [*middle, 1]])
    ups, levels = (_points(segments[turn(segments, point) < TOWARDS]) for point in (upright, level))
    fitted = [
        _fitted(cells, ups, levels) for cells in _spacings(np.linalg.inv(square), ups, levels)
    ]
    return max(
        (plane for plane in fitted if plane),
        key=lambda plane: plane.fit * plane.squareness,
        default=None,
    )


def _points(segments: Doubles) -> Doubles:
    """Return points (n, 2) along segments."""
    number = np.maximum(2, lengths(segments) / POINT_PX).astype(int)
    which = np.repeat(np.arange(len(segments)), number)
    step = np.arange(len(which)) - (np.cumsum(number) - number)[which]
    part = ((step + 0.5) / number[which])[:, None]
    return np.asarray(segments[which, :2] * (1 - part) + segments[which, 2:] * part)


def _spacings(back: Doubles, ups: Doubles, levels: Doubles) -> Iterator[Doubles]:
    """Yield homographies from pixels to cells, likeliest first, for the even spacings of
    straightened lines."""
    pairs = [
        (x, y)
        for x in _combs(through(back, ups)[:, 0])
        for y in _combs(through(back, levels)[:, 1])
    ]
    fitting = [
        (x, y) for x, y in pairs if 1 / LARGEST_SQUEEZE < x.pitch / y.pitch < LARGEST_SQUEEZE
    ]
    for x, y in sorted(fitting, key=lambda pair: -pair[0].fit * pair[1].fit)[:3]:
        cells = [
            [1 / x.pitch, 0, -x.phase / x.pitch],
            [0, 1 / y.pitch, -y.phase / y.pitch],
            [0, 0, 1],
        ]
        yield np.array(cells) @ back


def _combs(at: Doubles) -> list[Comb]:
    """Return the even spacings of positions; outliers are left out, as they only lengthen the
    profile."""
    low, high = np.percentile(at, (OUTLIERS, 100 - OUTLIERS)) if len(at) else (0, 0)
    if not high - low < LONGEST_PX:
        return []
    inside = np.rint(at[(at >= low) & (at <= high)] - low).astype(int)
    combs = find_combs(np.bincount(inside).astype(np.float32))
    return [replace(comb, phase=comb.phase + float(low)) for comb in combs]


def _fitted(cells: Doubles, ups: Doubles, levels: Doubles) -> Plane | None:
    """Fit a grid by the points on its upright and level lines, starting from a homography from
    pixels to cells."""
    middle, size = middle_of(ups)
    unit = np.array([[1 / size, 0, -middle[0] / size], [0, 1 / size, -middle[1] / size], [0, 0, 1]])
    ups, levels, cells = through(unit, ups), through(unit, levels), cells @ np.linalg.inv(unit)
    for near in NEAR_COMB:
        x, y = through(cells, ups)[:, 0], through(cells, levels)[:, 1]
        on_x, on_y = _near(x, near), _near(y, near)
        if len(np.unique(np.rint(x[on_x]))) < 3 or len(np.unique(np.rint(y[on_y]))) < 3:
            return None
        cells = _homography(ups[on_x], np.rint(x[on_x]), levels[on_y], np.rint(y[on_y]))
    inside = through(cells, np.concatenate([ups[on_x], levels[on_y]]))
    (x0, y0), (x1, y1) = (
        np.rint(np.percentile(inside, (OUTLIERS, 100 - OUTLIERS), axis=0)).astype(int).tolist()
    )
    fit = float(np.mean([*_near(x, NEAR_COMB[0]), *_near(y, NEAR_COMB[0])]))
    sides = sorted((x1 - x0, y1 - y0))
    if not FEWEST_SIDE < sides[0] <= sides[1] < MOST_SIDE or fit < LEAST_FIT:
        return None
    plane = Plane(np.linalg.inv(cells @ unit), (x0, y0, x1, y1), fit)
    return plane if plane.pitch > LEAST_PITCH_PX else None


def _near(at: Doubles, near: float) -> npt.NDArray[np.bool_]:
    """Return True for the positions, in cells, within ``near`` of a whole number."""
    return np.asarray(np.abs(at - np.rint(at)) < near)


def _homography(ups: Doubles, xs: Doubles, levels: Doubles, ys: Doubles) -> Doubles:
    """Return the homography (last number 1) that best maps ``ups`` to the columns ``xs`` and
    ``levels`` to the rows."""
    no_y, no_x = np.zeros((len(ups), 3)), np.zeros((len(levels), 3))
    one = np.column_stack([ups, np.ones(len(ups)), no_y, -xs[:, None] * ups])
    other = np.column_stack([no_x, levels, np.ones(len(levels)), -ys[:, None] * levels])
    both, at = np.concatenate([one, other]), np.concatenate([xs, ys])
    return np.append(np.linalg.solve(both.T @ both, both.T @ at), 1).reshape(3, 3)


SHORTEST_SEGMENT_PX: Final = 8
"""Minimum length of a segment: two thirds of the smallest readable cell. Shorter segments are text
and grain."""
FEWEST_SEGMENTS: Final = 5
"""Minimum number of segments that point to a vanishing point: a board with 4 cells a side has 5
lines."""
TOWARDS: Final = np.radians(2.0)
"""Maximum angle between a segment and the direction to its vanishing point; a segment of 8 pixels
is off by up to half of that, noise has all angles."""
GUESSES: Final = 400
"""Number of pairs of segments tried for a vanishing point: even if only a tenth of all segments
point to it, one pair in a hundred is right."""
MOST_VOTERS: Final = 300
"""Maximum number of segments, the longest ones, that vote for a vanishing point: most others belong
to text."""

Doubles = npt.NDArray[np.float64]


def find_segments(image: Image) -> Doubles:
    """Return straight segments as rows of (x0, y0, x1, y1), by the detector of Grompone von Gioi et
    al. (LSD, 2010)."""
    found = cv2.createLineSegmentDetector(cv2.LSD_REFINE_NONE).detect(
        cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    )[0]
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
    """Return the point that most of some segments point to, homogeneous, by RANSAC and least
    squares."""
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
    """Return the direction from the middle of each segment to homogeneous points (..., 3), up to a
    factor."""
    return np.asarray(
        points[..., None, :2] - points[..., None, 2:] * (segments[:, :2] + segments[:, 2:]) / 2
    )


def turn(segments: Doubles, points: Doubles) -> Doubles:
    """Return the angle between each segment and its direction to homogeneous points (..., 3), in
    radians."""
    to, along = _to(segments, points), segments[:, 2:] - segments[:, :2]
    across = np.abs(to[..., 0] * along[:, 1] - to[..., 1] * along[:, 0])
    return np.asarray(np.arctan2(across, np.abs((to * along).sum(axis=-1))))


def way(point: Doubles, middle: Doubles) -> Doubles:
    """Return the direction from the middle to a vanishing point, up to its sign; its length is
    1."""
    step = point[:2] - point[2] * middle
    return np.asarray(step / np.linalg.norm(step))


def axis_to(point: Doubles, middle: Doubles, axis: int) -> Doubles:
    """Return the vanishing point, scaled so that one step along its axis is one pixel in the
    middle, right or down."""
    step = point[:2] - point[2] * middle
    return np.asarray(point / np.linalg.norm(step) * np.sign(step[axis]))
