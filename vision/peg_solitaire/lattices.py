"""Regular point lattices, square or triangular, formed by the outlines in a picture, and coordinate
frames: the directions of text rows and columns on such a lattice."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import cos, degrees, hypot, radians, tan
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from solvers.peg_solitaire import Cell, Lattice
from vision.blobs import LIKE_SIZE_RATIO, connect_places, groups_of_like_size
from vision.confidence import FEWEST_SITES, MOST_STRANGE_THINGS
from vision.image import Bools, Places

Doubles: TypeAlias = npt.NDArray[np.float64]

DOT_PX: Final = 5
"""Minimum side of a dot that is a hole."""
LARGEST_PEG: Final = 1.1
"""Maximum side of an object on a site, in steps: a cell between lines fills a whole step."""
FEWEST: Final = FEWEST_SITES
"""Minimum number of objects on a lattice: fewer are no board, and in any picture a few happen to be
evenly spaced."""
MOST: Final = 400
"""Maximum number of objects of similar size that are considered: a page of text has thousands of
letters."""
MOST_APART: Final = 3
"""Maximum number of lattices of objects of similar size: a board, and calendars or buttons beside
it."""
FEWEST_OF_SIZE: Final = 2
"""Minimum number of outlines of each size in a group of two sizes: pegs, and smaller holes."""
SQUARE_PX: Final = 1
"""Maximum difference of the sides of a round object's outline."""
LARGER: Final = 0.75
"""Quantile of the sides of objects in two sizes that is used as their side: that of pegs, not of
dots."""
NEAREST: Final = 8
"""Number of neighbours considered for each object: as many as surround a site of a square
lattice."""
FARTHEST: Final = 4.0
"""Maximum distance between the middles of two neighbours, in multiples of their side."""
EVEN: Final = 0.1
"""Maximum error of a step from one object to the next, as a fraction of the step."""
ON_SITE: Final = 0.16
"""Maximum distance between an object's middle and its lattice point, as a fraction of the shortest
step."""
LEAST_TURN: Final = 0.5
"""Minimum sine of the angle between two steps: on a triangular lattice it is 0.87."""
MOST_STEPS: Final = 5
"""Number of frequent steps from which the pair that spans a lattice is chosen."""
BIN_ROW: Final = 1000
"""Number of bins in a row of bins of steps, more than there are within ``FARTHEST``."""
HALF: Final = 0.5 + 1e-9
"""Maximum projection of the long step onto the short one, as a fraction of the short one, in a
reduced basis.

On a triangular lattice it is exactly half, which may be rounded up: without a margin, the reduction
would not end.
"""
FEWEST_STEPS: Final = 3
"""Minimum number of neighbours that are one step apart for the step to be frequent."""
RARE: Final = 0.2
"""Minimum number of them, as a fraction of that of the most frequent step."""
STRAIGHT: Final = cos(radians(86))
"""Maximum cosine of a right angle; screenshots are off by a pixel or two."""
SKEW: Final = 1.4
"""Maximum ratio of the horizontal and vertical steps of a square lattice."""
LEVEL_DEG: Final = 2.5
"""Maximum angle between level rows and the horizontal, in degrees."""
LEVEL: Final = tan(radians(LEVEL_DEG))
"""Tangent of that angle."""
UPRIGHT: Final = 0.02
"""Maximum ratio of a step across to the same step down for it to point up or down: its direction
across is then noise."""


@dataclass(frozen=True, slots=True)
class PointLattice:
    """Regular lattice of points in a picture, and the objects of similar size on it.

    Attributes
    ----------
    origin : (x, y) of the point at which both numbers of steps are 0, in pixels.
    basis : the two shortest steps, shape (2, 2), rows (x, y), in pixels.
    places : positions of the objects in whole steps, shape (N, 2).
    side : usual side of the objects, in pixels.
    """

    origin: Doubles
    basis: Doubles
    places: Places
    side: float

    @property
    def step(self) -> float:
        """Length of the shortest step, in pixels."""
        return float(np.linalg.norm(self.basis, axis=1).min())

    def locate_places(self, places: Places) -> Doubles:
        """Return the (x, y) of places (N, 2) in the picture."""
        return np.asarray(self.origin + places @ self.basis, np.float64)

    def find_nearest_places(self, points: Doubles) -> tuple[Places, Bools]:
        """Return the place nearest to each point (N, 2), and a mask of the points that lie on their
        place."""
        places = np.rint((points - self.origin) @ np.linalg.inv(self.basis)).astype(np.intp)
        off = np.linalg.norm(self.locate_places(places) - points, axis=1)
        return places, np.asarray(off <= ON_SITE * self.step, np.bool_)


def find_point_lattices(boxes: Places) -> list[PointLattice]:
    """Return the lattices that boxes (N, 4) of one size, or of two, form, those with the most boxes
    first."""
    found = list(_find_lattices_of_two_sizes(boxes))
    # Groups of adjacent sizes overlap, and many are the same.
    groups = {group.tobytes(): group for group in groups_of_like_size(boxes)}
    for group in groups.values():
        if FEWEST <= len(group) <= MOST:
            found.extend(_find_lattices(group, _measure_side(group)))
    return sorted(found, key=lambda lattice: (-len(lattice.places), -lattice.side))


def _find_lattices_of_two_sizes(boxes: Places) -> Iterator[PointLattice]:
    """Yield the lattices of square boxes of two sizes, the small ones beside the large ones."""
    sides = boxes[:, 2:] - boxes[:, :2]
    squares = np.unique(boxes[np.abs(sides[:, 0] - sides[:, 1]) <= SQUARE_PX], axis=0)
    squares = squares[np.argsort(squares[:, 2] - squares[:, 0], kind="stable")]
    widths = squares[:, 2] - squares[:, 0]
    # A new kind begins where the next larger box is much larger.
    jumps = np.flatnonzero(widths[1:] > LIKE_SIZE_RATIO**0.5 * widths[:-1])
    for small, large in combinations(np.split(squares, jumps + 1), 2):
        side = _measure_side(large)
        low = large[:, :2].min(axis=0) - FARTHEST * side
        high = large[:, 2:].max(axis=0) + FARTHEST * side
        is_near = np.all((small[:, :2] >= low) & (small[:, 2:] <= high), axis=1)
        near = small[is_near]
        if min(len(near), len(large)) < FEWEST_OF_SIZE:
            continue
        if not FEWEST <= len(near) + len(large) <= MOST:
            continue
        # A peg may have something of the smaller size on it, such as a highlight.
        for lattice in _find_lattices(np.concatenate([large, near]), side):
            with_large = _find_occupied(lattice, large)
            others = _find_occupied(lattice, near) - with_large
            if min(len(others), len(with_large)) >= FEWEST_OF_SIZE:
                yield lattice


def _find_occupied(lattice: PointLattice, boxes: Places) -> set[tuple[int, int]]:
    """Return the places of a lattice's objects on which there is one of these boxes (N, 4)."""
    places, on = lattice.find_nearest_places((boxes[:, :2] + boxes[:, 2:]) / 2)
    occupied = {(across, down) for across, down in places[on].tolist()}
    return occupied.intersection(map(tuple, lattice.places.tolist()))


def _measure_side(group: Places) -> float:
    """Return the usual side of the boxes (N, 4) of a group."""
    return float(np.quantile(group[:, 2:] - group[:, :2], LARGER))


def _find_lattices(group: Places, side: float) -> Iterator[PointLattice]:
    """Yield the lattices that boxes (N, 4) of a group form, apart from each other, the largest
    first."""
    middles = _remove_overlapping((group[:, :2] + group[:, 2:]) / 2, side)
    for _ in range(MOST_APART):
        lattice = _find_largest_lattice(middles, side)
        if lattice is None:
            return
        _, on = lattice.find_nearest_places(middles)
        points = lattice.locate_places(lattice.places)
        reach = lattice.step / 2
        is_among = (middles > points.min(axis=0) - reach) & (middles < points.max(axis=0) + reach)
        among = is_among.all(axis=1)
        # In a text, a few letters happen to be evenly spaced, and most others between them are not.
        if np.sum(among & ~on) <= MOST_STRANGE_THINGS * len(points):
            yield lattice
        middles = middles[~among]


def _find_largest_lattice(middles: Doubles, side: float) -> PointLattice | None:
    """Return the lattice that most of the middles (N, 2) of objects form."""
    if len(middles) < FEWEST:
        return None
    best: PointLattice | None = None
    steps = [_find_links(middles, step) for step in _find_frequent_steps(middles, side)]
    for first, second in combinations(steps, 2):
        area = abs(first.right * second.down - first.down * second.right)
        # Two steps in about one direction span no lattice.
        if area < LEAST_TURN * first.length * second.length:
            continue
        lattice = _fit_lattice(middles, first, second, side)
        if lattice is not None and (best is None or len(lattice.places) > len(best.places)):
            best = lattice
            if len(best.places) == len(middles):
                break
    return best


def _remove_overlapping(middles: Doubles, side: float) -> Doubles:
    """Return the middles without those of overlapping objects, such as the inner and outer edges of
    a rim; the first of them stays."""
    away = middles[None] - middles[:, None]
    overlap = np.hypot(away[..., 0], away[..., 1]) <= side / 2
    kept = np.ones(len(middles), np.bool_)
    for number in range(len(middles)):
        if kept[number]:
            kept[number + 1 :] &= ~overlap[number, number + 1 :]
    return middles[kept]


def _find_frequent_steps(middles: Doubles, side: float) -> list[Doubles]:
    """Return the most frequent steps (x, y) to a neighbour, each in one direction only."""
    away = middles[None] - middles[:, None]
    distance = np.hypot(away[..., 0], away[..., 1])
    distance[(distance < side / 2) | (distance > FARTHEST * side)] = np.inf
    near = np.argsort(distance, axis=1)[:, :NEAREST]
    rows = np.arange(len(middles))[:, None]
    steps = away[rows, near][np.isfinite(distance[rows, near])]
    # Of two opposite steps, the one to the right counts, or the one down.
    is_level = np.abs(steps[:, 0]) <= side / 4
    steps[(steps[:, 0] < -side / 4) | (is_level & (steps[:, 1] < 0))] *= -1
    counts: list[int] = []
    found: list[Doubles] = []
    while len(steps) and len(found) < MOST_STEPS:
        # One number a bin: unique rows take ten times as long.
        across, down = np.floor(steps / (EVEN * side)).astype(np.intp).T
        _, number, count = np.unique(
            across * BIN_ROW + down, return_inverse=True, return_counts=True
        )
        middle = np.median(steps[number == count.argmax()], axis=0)
        like = np.linalg.norm(steps - middle, axis=1) <= EVEN * np.linalg.norm(middle)
        if not like.any():
            # The bin of short steps is wider than what counts as one step: it has no common one.
            break
        counts.append(int(like.sum()))
        found.append(np.median(steps[like], axis=0))
        steps = steps[~like]
    least = max(FEWEST_STEPS, RARE * counts[0]) if counts else FEWEST_STEPS
    return [step for step, count in zip(found, counts, strict=True) if count >= least]


class _Links(NamedTuple):
    """Step (right, down) in pixels, for each middle the number of the one nearest to a step away,
    and the square of its distance from there."""

    right: float
    down: float
    nearest: Places
    squares: Doubles

    @property
    def length(self) -> float:
        return hypot(self.right, self.down)


def _find_links(middles: Doubles, step: Doubles) -> _Links:
    right, down = step.tolist()
    xs, ys = middles.T
    off_x = xs[None] - xs[:, None] - right
    off_y = ys[None] - ys[:, None] - down
    # Squares are quicker than `numpy.hypot`, which takes half of the time to find a lattice.
    squares = off_x * off_x + off_y * off_y
    nearest = squares.argmin(axis=1)
    return _Links(right, down, nearest, squares[np.arange(len(xs)), nearest])


def _fit_lattice(
    middles: Doubles, first: _Links, second: _Links, side: float
) -> PointLattice | None:
    """Return the lattice of these two steps through the largest connected set of middles."""
    numbers, places = _find_largest_connected(first, second)
    if len(numbers) < FEWEST or min(np.ptp(places, axis=0)) == 0:
        return None
    # All points are fitted together, so that the errors of single steps cancel.
    ones = np.column_stack([np.ones(len(places)), places])
    solved = np.linalg.lstsq(ones, middles[numbers], rcond=None)[0]
    off = np.linalg.norm(ones @ solved - middles[numbers], axis=1)
    turn = _reduce_basis(np.asarray(solved[1:], np.float64))
    turned = np.rint(places @ np.linalg.inv(turn)).astype(np.intp)
    lattice = PointLattice(solved[0], turn @ solved[1:], turned, side)
    return lattice if off.max() <= ON_SITE * lattice.step else None


def _find_largest_connected(first: _Links, second: _Links) -> tuple[Places, Places]:
    """Return the indices of the largest set of middles that the steps connect, and the position of
    each (N, 2)."""
    slack = EVEN * max(first.length, second.length)
    links: list[list[tuple[int, int, int]]] = [[] for _ in first.nearest]
    for axis, step in enumerate((first, second)):
        for here in np.flatnonzero(step.squares <= slack**2).tolist():
            there = int(step.nearest[here])
            links[here].append((there, 1 - axis, axis))
            links[there].append((here, axis - 1, -axis))
    best = max(connect_places(links), key=len)
    return np.array(list(best), np.intp), np.array(list(best.values()), np.intp).reshape(-1, 2)


def _reduce_basis(basis: Doubles) -> Doubles:
    """Return the integer matrix (2, 2) that reduces a basis to its two shortest steps (Lagrange and
    Gauss)."""
    turn = np.eye(2)
    while True:
        if np.linalg.norm(turn[0] @ basis) > np.linalg.norm(turn[1] @ basis):
            turn = turn[::-1].copy()
        short, long = turn @ basis
        times = np.dot(short, long) / np.dot(short, short)
        if abs(times) <= HALF:
            return turn
        turn[1] -= np.rint(times) * turn[0]


@dataclass(frozen=True, slots=True)
class CoordinateFrame:
    """Text columns and rows on a point lattice.

    ``across`` and ``down`` are the steps (x, y) from one column or row to the next, in pixels.
    ``turn`` (2, 2) are the whole numbers of text columns and rows in each step of the lattice.
    """

    points: PointLattice
    kind: Lattice
    across: Doubles
    down: Doubles
    turn: Places

    @property
    def level(self) -> bool:
        """True if rows are level and columns upright."""
        off = abs(degrees(np.arctan2(self.across[1], self.across[0])))
        return off <= LEVEL_DEG and _are_at_right_angles(self.across, self.down)

    def convert_places(self, places: Places) -> list[Cell]:
        """Return the (row, col) of places (N, 2) of the lattice; they don't begin at 0."""
        return [(row, col) for col, row in (places @ self.turn).tolist()]

    def locate_cell(self, row: float, col: float) -> Doubles:
        """Return the (x, y) of a cell's middle in the picture."""
        return np.asarray(self.points.origin + col * self.across + row * self.down, np.float64)

    def locate_cells(self, cells: Collection[Cell]) -> Doubles:
        """Return the (x, y) of the middles of cells in the picture, shape (N, 2)."""
        steps = np.stack([self.down, self.across])
        return np.asarray(self.points.origin + np.array(list(cells)) @ steps)

    @property
    def gaps(self) -> Doubles:
        """Steps (x, y) from a site to the middles of the gaps that its neighbours enclose."""
        if self.kind == "square":
            falling = (self.across + self.down) / 2
            rising = (self.across - self.down) / 2
            return np.array([-falling, -rising, rising, falling])
        third = self.down / 3
        left = -self.across
        right = self.across
        return np.array(
            [left - third, left + third, right - third, right + third, -2 * third, 2 * third]
        )


def find_frames(points: PointLattice) -> list[CoordinateFrame]:
    """Return the frames that suit a point lattice, those with level rows first."""
    found = list(_find_square_frame(points)) + list(_find_triangular_frames(points))
    # What is neither may be a triangle drawn askew.
    if not any(frame.level or frame.kind == "square" for frame in found):
        found.extend(_find_skewed_frames(points))
    return sorted(found, key=lambda frame: (not frame.level, abs(float(frame.across[1]))))


def _are_at_right_angles(one: Doubles, other: Doubles) -> bool:
    """Return True if the angle between two steps is about a right one."""
    lengths = np.linalg.norm(one) * np.linalg.norm(other)
    return bool(abs(np.dot(one, other)) <= STRAIGHT * lengths)


def _find_square_frame(points: PointLattice) -> Iterator[CoordinateFrame]:
    """Yield the frame of a lattice whose steps are about as long and at right angles, if it is
    one."""
    across, down = points.basis
    lengths = np.linalg.norm(points.basis, axis=1)
    if not _are_at_right_angles(across, down) or lengths.max() > SKEW * lengths.min():
        return
    if abs(across[0]) < abs(down[0]):
        across, down = down, across
    across = across * np.sign(across[0])
    down = down * np.sign(down[1] or 1)
    yield _make_frame(points, "square", across, down)


def _find_triangular_frames(points: PointLattice) -> Iterator[CoordinateFrame]:
    """Yield frames with rows along each of the three short steps that is an axis of symmetry of the
    other two."""
    first, second = points.basis
    third = min(first - second, first + second, key=lambda step: float(np.linalg.norm(step)))
    for along, one, other in (
        (first, second, third),
        (second, first, third),
        (third, first, second),
    ):
        for below in (one + other, one - other):
            if not below.any() or not _are_at_right_angles(along, below):
                continue
            if abs(along[0]) > UPRIGHT * abs(along[1]):
                ahead = along * np.sign(along[0])
            else:
                ahead = along * -np.sign(along[1])
            # Rows go down to the right of the text's direction, however the board is turned.
            is_below = ahead[0] * below[1] - ahead[1] * below[0] > 0
            down = below if is_below else -below
            yield _make_frame(points, "triangular", ahead / 2, down / 2)


def _find_skewed_frames(points: PointLattice) -> Iterator[CoordinateFrame]:
    """Yield the frame with level rows in which each site is between two of the row above, as in a
    triangle drawn askew: rows may be shifted by less than half a step."""
    for along, other in (points.basis, points.basis[::-1]):
        if abs(along[1]) > LEVEL * abs(along[0]):
            continue
        ahead = along * np.sign(along[0])
        below = other * np.sign(other[1])
        # Of the two steps to the next row, one leads to the left and one to the right.
        below = below - np.floor(below[0] / ahead[0]) * ahead
        yield _make_frame(points, "triangular", ahead / 2, below - ahead / 2)


def _make_frame(
    points: PointLattice, kind: Lattice, across: Doubles, down: Doubles
) -> CoordinateFrame:
    """Return the frame with these steps from one column or row to the next."""
    turn = np.rint(points.basis @ np.linalg.inv(np.array([across, down]))).astype(np.intp)
    return CoordinateFrame(points, kind, across, down, turn)


def shear_frame(frame: CoordinateFrame, *, right: bool) -> CoordinateFrame:
    """Return the triangular frame for a square frame whose rows are aligned at the left, or at the
    ``right``."""
    across = frame.across / 2
    down = frame.down - across if right else frame.down + across
    return _make_frame(frame.points, "triangular", across, down)
