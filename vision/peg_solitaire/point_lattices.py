"""Regular point lattices, square or triangular, formed by the outlines in a picture."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import hypot
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from vision.blobs.outlines import LIKE_SIZE_RATIO, connected_places, groups_of_like_size, size_steps
from vision.confidence import FEWEST_SITES
from vision.image import Bools, Places

Doubles: TypeAlias = npt.NDArray[np.float64]

FEWEST: Final = FEWEST_SITES
"""Minimum number of objects on a lattice: fewer are no board, and in any picture a few happen to be
evenly spaced."""
MOST: Final = 400
"""Maximum number of objects of similar size that are considered: a page of text has thousands of
letters."""
MIXED: Final = 8
"""Maximum number of size steps, each a factor of the root of ``LIKE_SIZE_RATIO``, between objects of two
sizes."""
FEWEST_OF_SIZE: Final = 2
"""Minimum number of outlines of each size in a group of two very different sizes: pegs, and small
dots for holes."""
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

    def at(self, places: Places) -> Doubles:
        """Return the (x, y) of places (N, 2) in the picture."""
        return np.asarray(self.origin + places @ self.basis, np.float64)

    def nearest(self, points: Doubles) -> tuple[Places, Bools]:
        """Return the place nearest to each point (N, 2), and a mask of the points that lie on their
        place."""
        places = np.rint((points - self.origin) @ np.linalg.inv(self.basis)).astype(np.intp)
        off = np.linalg.norm(self.at(places) - points, axis=1)
        return places, np.asarray(off <= ON_SITE * self.step, np.bool_)


def find_point_lattices(boxes: Places) -> list[PointLattice]:
    """Return the lattices that boxes (N, 4) of similar size form, those with the most boxes
    first."""
    lattices = [
        lattice for group in _groups(boxes) if (lattice := _lattice_of(group, _side(group)))
    ]
    return sorted(
        [*lattices, *_lattices_of_two_sizes(boxes)],
        key=lambda lattice: (-len(lattice.places), -lattice.side),
    )


def _groups(boxes: Places) -> Iterator[Places]:
    """Yield groups of boxes of similar size, then groups of several sizes, such as pegs with dots
    for holes."""
    yield from (group for group in groups_of_like_size(boxes) if FEWEST <= len(group) <= MOST)
    step = size_steps(boxes)
    for least in range(step.min(initial=0), step.max(initial=0), MIXED // 2):
        group = boxes[np.all((step >= least) & (step < least + MIXED), axis=1)]
        if FEWEST <= len(group) <= MOST:
            yield group


def _lattices_of_two_sizes(boxes: Places) -> Iterator[PointLattice]:
    """Yield the lattices of square boxes of two very different sizes, the small ones beside the
    large ones."""
    sides = boxes[:, 2:] - boxes[:, :2]
    squares = np.unique(boxes[np.abs(sides[:, 0] - sides[:, 1]) <= SQUARE_PX], axis=0)
    squares = squares[np.argsort(squares[:, 2] - squares[:, 0], kind="stable")]
    widths = squares[:, 2] - squares[:, 0]
    kinds = np.split(squares, np.flatnonzero(widths[1:] > LIKE_SIZE_RATIO**0.5 * widths[:-1]) + 1)
    for small, large in combinations(kinds, 2):
        side = _side(large)
        if side > _side(small) * LIKE_SIZE_RATIO ** (MIXED / 2):
            low, high = (
                large[:, :2].min(axis=0) - FARTHEST * side,
                large[:, 2:].max(axis=0) + FARTHEST * side,
            )
            near = small[np.all((small[:, :2] >= low) & (small[:, 2:] <= high), axis=1)]
            if (
                min(len(near), len(large)) >= FEWEST_OF_SIZE
                and FEWEST <= len(near) + len(large) <= MOST
            ):
                lattice = _lattice_of(np.concatenate([near, large]), side)
                if lattice and _number_alone(lattice, near, large) >= FEWEST_OF_SIZE:
                    yield lattice


def _number_alone(lattice: PointLattice, *kinds: Places) -> int:
    """Return the number of sites with boxes of one kind (N, 4) alone, for the kind with the
    fewest."""
    own = {tuple(place) for place in lattice.places.tolist()}
    sites = []
    for kind in kinds:
        places, on = lattice.nearest((kind[:, :2] + kind[:, 2:]) / 2)
        sites.append(own & {tuple(place) for place in places[on].tolist()})
    return min(
        len(of_kind.difference(*(other for other in sites if other is not of_kind)))
        for of_kind in sites
    )


def _side(group: Places) -> float:
    return float(np.quantile(group[:, 2:] - group[:, :2], LARGER))


def _lattice_of(group: Places, side: float) -> PointLattice | None:
    """Return the lattice that most of a group form."""
    middles = _without_overlaps((group[:, :2] + group[:, 2:]) / 2, side)
    if len(middles) < FEWEST:
        return None
    best: PointLattice | None = None
    for first, second in combinations(_frequent_steps(middles, side), 2):
        basis = np.array([first, second])
        if abs(np.linalg.det(basis)) < LEAST_TURN * np.prod(np.linalg.norm(basis, axis=1)):
            continue
        lattice = _fit(middles, basis, side)
        if lattice and (best is None or len(lattice.places) > len(best.places)):
            best = lattice
        if best is not None and len(best.places) == len(middles):
            return best
    return best


def _without_overlaps(middles: Doubles, side: float) -> Doubles:
    """Return the middles without those of overlapping objects, such as the inner and outer edges of
    a rim."""
    cells: defaultdict[tuple[int, int], list[tuple[float, float]]] = defaultdict(list)
    apart: list[tuple[float, float]] = []
    for x, y in middles.tolist():
        col, row = int(x // side), int(y // side)
        near = (
            other
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            for other in cells.get((col + dx, row + dy), ())
        )
        if all(hypot(x - left, y - top) > side / 2 for left, top in near):
            apart.append((x, y))
            cells[col, row].append((x, y))
    return np.array(apart, np.float64).reshape(-1, 2)


def _frequent_steps(middles: Doubles, side: float) -> list[Doubles]:
    """Return the most frequent steps (x, y) to a neighbour, each in one direction only."""
    away = middles[None] - middles[:, None]
    distance = np.hypot(away[..., 0], away[..., 1])
    distance[(distance < side / 2) | (distance > FARTHEST * side)] = np.inf
    near = np.argsort(distance, axis=1)[:, :NEAREST]
    rows = np.repeat(np.arange(len(middles)), near.shape[1])
    steps = away[rows, near.ravel()][np.isfinite(distance[rows, near.ravel()])]
    steps[(steps[:, 0] < -side / 4) | ((np.abs(steps[:, 0]) <= side / 4) & (steps[:, 1] < 0))] *= -1
    found: list[tuple[int, Doubles]] = []
    while len(steps) and len(found) < MOST_STEPS:
        # One number a bin: unique rows take ten times as long.
        across, down = np.floor(steps / (EVEN * side)).astype(np.intp).T
        bins = across * BIN_ROW + down
        _, number, count = np.unique(bins, return_inverse=True, return_counts=True)
        middle = np.median(steps[number == count.argmax()], axis=0)
        like = np.linalg.norm(steps - middle, axis=1) <= EVEN * np.linalg.norm(middle)
        found.append((int(like.sum()), np.median(steps[like], axis=0)))
        steps = steps[~like]
    return [step for count, step in found if count >= max(3, found[0][0] / 5)]


def _fit(middles: Doubles, basis: Doubles, side: float) -> PointLattice | None:
    """Return the lattice of these two steps through the largest connected set of middles."""
    numbers, places = _largest_connected(middles, basis)
    if len(numbers) < FEWEST or min(np.ptp(places, axis=0)) == 0:
        return None
    ones = np.column_stack([np.ones(len(places)), places])
    solved = np.linalg.lstsq(ones, middles[numbers], rcond=None)[0]
    off = np.linalg.norm(ones @ solved - middles[numbers], axis=1)
    turn = _shortest(np.asarray(solved[1:], np.float64))
    lattice = PointLattice(
        solved[0], turn @ solved[1:], np.rint(places @ np.linalg.inv(turn)).astype(np.intp), side
    )
    return lattice if off.max() <= ON_SITE * lattice.step else None


def _largest_connected(middles: Doubles, basis: Doubles) -> tuple[Places, Places]:
    """Return the indices of the largest set of middles that the steps connect, and the position of
    each (N, 2)."""
    slack = EVEN * np.linalg.norm(basis, axis=1).max()
    links: list[list[tuple[int, int, int]]] = [[] for _ in middles]
    for axis, step in enumerate(basis):
        off = np.hypot(*(middles.T[:, None] - middles.T[..., None] - step[:, None, None]))
        for i, j in enumerate(off.argmin(axis=1).tolist()):
            if off[i, j] <= slack:
                links[i].append((j, 1 - axis, axis))
                links[j].append((i, axis - 1, -axis))
    best = max(connected_places(links), key=len)
    return np.array(list(best), np.intp), np.array(list(best.values()), np.intp).reshape(-1, 2)


def _shortest(basis: Doubles) -> Doubles:
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
