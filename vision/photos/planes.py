"""Grids seen in perspective, found by the straight segments of a photo that are their lines.

Lines that are parallel on paper meet in one point of the photo, their vanishing point. The two
vanishing points of a grid straighten it up to a scale along each axis (Hartley and Zisserman,
Multiple View Geometry, chapter 2); the even spacing of its lines then determines all eight numbers
of the homography to a fraction of a pixel.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.grid.lines import Comb, find_combs
from vision.image import Doubles, Image, find_components

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
FEWEST_SIDE: Final = 3.5
"""Minimum number of cells along a side, including anything connected to a board."""
MOST_SIDE: Final = 44.5
"""Maximum number of cells along a side, including anything connected to a board."""
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
        around = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], np.float64)
        return map_points(self.homography, around)

    @property
    def rows(self) -> int:
        """Number of rows of cells."""
        return self.box[3] - self.box[1]

    @property
    def cols(self) -> int:
        """Number of columns of cells."""
        return self.box[2] - self.box[0]

    @property
    def pitch(self) -> float:
        """Side of a cell in pixels, assuming cells of equal area."""
        area = cv2.contourArea(self.corners.astype(np.float32))
        return math.sqrt(area / (self.rows * self.cols))

    @property
    def squareness(self) -> float:
        """Root of the ratio of a cell's sides in the photo, at most 1.

        It reveals wrong pairs of spacings that fit.
        """
        a, b, c, d = self.corners
        across = float(np.linalg.norm(b - a) + np.linalg.norm(c - d)) / self.cols
        down = float(np.linalg.norm(d - a) + np.linalg.norm(c - b)) / self.rows
        return math.sqrt(min(across, down) / max(across, down))

    def scale_by(self, factor: float) -> Plane:
        """Return the same grid in a picture scaled by a factor."""
        scale = np.diag([factor, factor, 1])
        return replace(self, homography=scale @ self.homography)


def map_points(homography: npt.NDArray[Any], points: Doubles) -> Doubles:
    """Map points (n, 2) by a homography."""
    moved = np.column_stack([points, np.ones(len(points))]) @ homography.T
    return np.asarray(moved[:, :2] / moved[:, 2:])


def shrink_picture(image: Image) -> tuple[Image, float]:
    """Shrink a picture enough for fast line detection; return it and its scale."""
    scale = min(1.0, (MOST_PIXELS / (image.shape[0] * image.shape[1])) ** 0.5)
    return scale_picture(image, scale), scale


def scale_picture(image: Image, scale: float) -> Image:
    """Shrink a picture by a factor up to 1."""
    if scale == 1:
        return image
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def find_planes(image: Image) -> list[Plane]:
    """Return the grids of a picture of shape (H, W, 3), dtype uint8, best fit first."""
    small, scale = shrink_picture(image)
    planes: list[Plane] = []
    with np.errstate(all="ignore"):  # points on the horizon are at infinity
        for segments in _group_segments(find_segments(small), small.shape[:2]):
            # Lines may meet in one point, or the plane be seen from its edge.
            with suppress(np.linalg.LinAlgError):
                planes += _fit_planes(segments)
    planes.sort(key=lambda plane: -plane.fit)
    return [plane.scale_by(1 / scale) for plane in planes]


def _group_segments(segments: Doubles, shape: tuple[int, ...]) -> Iterator[Doubles]:
    """Yield groups of connected segments, largest first, each group once."""
    seen = set()
    height, width = shape
    for reach in REACHES:
        # Segments are connected if they touch when drawn as wide as the reach.
        drawn = np.zeros(shape, np.uint8)
        for x0, y0, x1, y1 in np.rint(segments).astype(int).tolist():
            cv2.line(drawn, (x0, y0), (x1, y1), 1, 2 * reach + 1)
        labels, stats = find_components(drawn)
        x, y = np.rint((segments[:, :2] + segments[:, 2:]) / 2).astype(int).T
        group = labels[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)]
        areas = stats[1:, 2] * stats[1:, 3]
        for label in np.argsort(-areas, kind="stable")[:MOST_GROUPS] + 1:
            some = segments[group == label]
            key = (len(some), float(some.sum()))
            if len(some) >= 2 * FEWEST_SEGMENTS and key not in seen:
                seen.add(key)
                yield some


def _fit_planes(segments: Doubles) -> list[Plane]:
    """Return the best grid that segments form, if there is one."""
    first = find_vanishing_point(segments, segments)
    if first is None:
        return []
    others = segments[measure_angles(segments, first) > LEAST_ANGLE]
    second = find_vanishing_point(others, segments)
    if second is None:
        return []
    middle, _ = measure_extent(segments)
    axes = [_scale_axis(point, middle) for point in (first, second)]
    # Level lines point to the right or to the left.
    if abs(axes[0][1][0]) < abs(axes[1][1][0]):
        axes.reverse()
    (level, right), (upright, down) = axes
    # The square of a pixel in the middle of the grid, as the two vanishing points see it.
    square = np.column_stack(
        [level * np.sign(right[0]), upright * np.sign(down[1]), np.append(middle, 1)]
    )
    ups = _sample_points(segments[measure_angles(segments, upright) < TOWARDS])
    levels = _sample_points(segments[measure_angles(segments, level) < TOWARDS])
    spacings = _find_spacings(np.linalg.inv(square), ups, levels)
    fitted = [_fit_homography(cells, ups, levels) for cells in spacings]
    planes = [plane for plane in fitted if plane]
    return sorted(planes, key=lambda plane: -plane.fit * plane.squareness)[:1]


def _sample_points(segments: Doubles) -> Doubles:
    """Return points (n, 2) along segments."""
    number = np.maximum(2, measure_lengths(segments) / POINT_PX).astype(int)
    which = np.repeat(np.arange(len(segments)), number)
    # The number of each point in its own segment.
    nth = np.arange(len(which)) - (np.cumsum(number) - number)[which]
    part = ((nth + 0.5) / number[which])[:, None]
    return np.asarray(segments[which, :2] * (1 - part) + segments[which, 2:] * part)


def _find_spacings(back: Doubles, ups: Doubles, levels: Doubles) -> Iterator[Doubles]:
    """Yield homographies from pixels to cells, likeliest first, for the even spacings of
    straightened lines.

    ``back`` straightens the points on upright lines (``ups``) and on level ones.
    """
    across = _find_combs(map_points(back, ups)[:, 0])
    down = _find_combs(map_points(back, levels)[:, 1])
    pairs = [
        (x, y)
        for x, y in product(across, down)
        if 1 / LARGEST_SQUEEZE < x.pitch / y.pitch < LARGEST_SQUEEZE
    ]
    for x, y in sorted(pairs, key=lambda pair: -pair[0].fit * pair[1].fit)[:3]:
        to_columns = [1 / x.pitch, 0, -x.phase / x.pitch]
        to_rows = [0, 1 / y.pitch, -y.phase / y.pitch]
        yield np.array([to_columns, to_rows, [0, 0, 1]]) @ back


def _find_combs(at: Doubles) -> list[Comb]:
    """Return the even spacings of positions; outliers are left out, as they only lengthen the
    profile."""
    if not len(at):
        return []
    low, high = np.percentile(at, (OUTLIERS, 100 - OUTLIERS))
    if not high - low < LONGEST_PX:
        return []
    inside = np.rint(at[(at >= low) & (at <= high)] - low).astype(int)
    combs = find_combs(np.bincount(inside).astype(np.float32))
    return [replace(comb, phase=comb.phase + float(low)) for comb in combs]


def _fit_homography(cells: Doubles, ups: Doubles, levels: Doubles) -> Plane | None:
    """Fit a grid by the points on its upright and level lines, starting from a homography from
    pixels to cells."""
    middle, size = measure_extent(ups)
    # Coordinates of about 1 keep the equations well conditioned.
    unit = np.array([[1 / size, 0, -middle[0] / size], [0, 1 / size, -middle[1] / size], [0, 0, 1]])
    ups = map_points(unit, ups)
    levels = map_points(unit, levels)
    cells = cells @ np.linalg.inv(unit)
    for near in NEAR_COMB:
        x = map_points(cells, ups)[:, 0]
        y = map_points(cells, levels)[:, 1]
        on_x = _is_near_line(x, near)
        on_y = _is_near_line(y, near)
        columns = np.rint(x[on_x])
        rows = np.rint(y[on_y])
        if len(np.unique(columns)) < 3 or len(np.unique(rows)) < 3:
            return None
        cells = _solve_homography(ups[on_x], columns, levels[on_y], rows)
    inside = map_points(cells, np.concatenate([ups[on_x], levels[on_y]]))
    ends = np.percentile(inside, (OUTLIERS, 100 - OUTLIERS), axis=0)
    (x0, y0), (x1, y1) = np.rint(ends).astype(int).tolist()
    shorter, longer = sorted((x1 - x0, y1 - y0))
    on_lines = np.concatenate([_is_near_line(x, NEAR_COMB[0]), _is_near_line(y, NEAR_COMB[0])])
    fit = float(np.mean(on_lines))
    if shorter <= FEWEST_SIDE or longer >= MOST_SIDE or fit < LEAST_FIT:
        return None
    plane = Plane(np.linalg.inv(cells @ unit), (x0, y0, x1, y1), fit)
    return plane if plane.pitch > LEAST_PITCH_PX else None


def _is_near_line(at: Doubles, near: float) -> npt.NDArray[np.bool_]:
    """Return True for the positions, in cells, within ``near`` of a whole number."""
    return np.asarray(np.abs(at - np.rint(at)) < near)


def _solve_homography(ups: Doubles, xs: Doubles, levels: Doubles, ys: Doubles) -> Doubles:
    """Return the homography (last number 1) that best maps ``ups`` to the columns ``xs`` and
    ``levels`` to the rows ``ys``."""
    no_y = np.zeros((len(ups), 3))
    no_x = np.zeros((len(levels), 3))
    # A point on an upright line gives an equation for its column only, a level one for its row.
    of_ups = np.column_stack([ups, np.ones(len(ups)), no_y, -xs[:, None] * ups])
    of_levels = np.column_stack([no_x, levels, np.ones(len(levels)), -ys[:, None] * levels])
    equations = np.concatenate([of_ups, of_levels])
    values = np.concatenate([xs, ys])
    numbers = np.linalg.solve(equations.T @ equations, equations.T @ values)
    return np.append(numbers, 1).reshape(3, 3)


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


def find_segments(image: Image) -> Doubles:
    """Return straight segments as rows of (x0, y0, x1, y1), by the detector of Grompone von Gioi et
    al. (LSD, 2010)."""
    detector = cv2.createLineSegmentDetector(cv2.LSD_REFINE_NONE)
    found = detector.detect(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))[0]
    if found is None:
        return np.zeros((0, 4))
    segments = found.reshape(-1, 4).astype(np.float64) + 0.5
    return np.asarray(segments[measure_lengths(segments) >= SHORTEST_SEGMENT_PX])


def measure_lengths(segments: Doubles) -> Doubles:
    """Return the lengths of segments, in their unit."""
    return np.asarray(np.hypot(segments[:, 2] - segments[:, 0], segments[:, 3] - segments[:, 1]))


def measure_extent(segments: Doubles) -> tuple[Doubles, float]:
    """Return the middle of a group of segments or points, and its larger side."""
    ends = segments.reshape(-1, 2)
    middle = (ends.min(axis=0) + ends.max(axis=0)) / 2
    return middle, float(np.ptp(ends, axis=0).max())


def find_vanishing_point(some: Doubles, group: Doubles) -> Doubles | None:
    """Return the point that most of some segments point to, homogeneous, by RANSAC and least
    squares."""
    if len(some) < FEWEST_SEGMENTS:
        return None
    middle, size = measure_extent(group)
    unit = (some - np.tile(middle, 2)) / size
    starts = np.insert(unit[:, :2], 2, 1, axis=1)
    ends = np.insert(unit[:, 2:], 2, 1, axis=1)
    lines = np.cross(starts, ends)
    lines /= np.linalg.norm(lines[:, :2], axis=1, keepdims=True)
    # Two segments meet in a point; longer ones, of more exact direction, are drawn more often.
    length = measure_lengths(unit)
    pairs = np.random.default_rng(0).choice(len(some), (GUESSES, 2), p=length / length.sum())
    guesses = np.cross(lines[pairs[:, 0]], lines[pairs[:, 1]])
    # The lines of a board don't meet on the board or near it.
    guesses = guesses[np.linalg.norm(guesses[:, :2], axis=1) > np.abs(guesses[:, 2])]
    if not len(guesses):
        return None
    voters = np.argsort(-length)[:MOST_VOTERS]
    votes = (measure_angles(unit[voters], guesses) < TOWARDS) * length[voters]
    best = guesses[votes.sum(axis=1).argmax()]
    for _ in range(3):
        on = measure_angles(unit, best) < TOWARDS
        if on.sum() < FEWEST_SEGMENTS:
            return None
        away = np.linalg.norm(_point_from_middles(unit, best), axis=-1)
        weighted = lines[on] * (length / away)[on, None]
        best = np.linalg.svd(weighted, full_matrices=False)[2][-1]
    return np.append(best[:2] * size + best[2] * middle, best[2])


def _point_from_middles(segments: Doubles, points: Doubles) -> Doubles:
    """Return the direction from the middle of each segment to homogeneous points (..., 3), up to a
    factor."""
    doubled_middles = segments[:, :2] + segments[:, 2:]
    return np.asarray(points[..., None, :2] - points[..., None, 2:] * doubled_middles / 2)


def measure_angles(segments: Doubles, points: Doubles) -> Doubles:
    """Return the angle between each segment and its direction to homogeneous points (..., 3), in
    radians."""
    to = _point_from_middles(segments, points)
    along = segments[:, 2:] - segments[:, :2]
    across = np.abs(to[..., 0] * along[:, 1] - to[..., 1] * along[:, 0])
    return np.asarray(np.arctan2(across, np.abs((to * along).sum(axis=-1))))


def _scale_axis(point: Doubles, middle: Doubles) -> tuple[Doubles, Doubles]:
    """Return a vanishing point, scaled so that a step along its axis is one pixel in the middle, and
    that step."""
    step = point[:2] - point[2] * middle
    length = np.linalg.norm(step)
    return point / length, step / length
