"""Regular lattices of points, square, oblong or triangular, that the outlines in a picture form."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

import numpy as np

from vision.blobs import LIKE_SIZE_RATIO, groups_of_like_size
from vision.confidence import FEWEST_SITES, MOST_STRANGE_THINGS
from vision.image import Bools, Doubles, Places, find_components
from vision.reading import keep_first

FEWEST: Final = FEWEST_SITES
"""Minimum number of objects on a lattice: fewer are no board, and in any picture a few happen to be
evenly spaced."""
MOST: Final = 500
"""Maximum number of objects of similar size: the largest board of lamps has 400, and a page of text
has thousands of letters."""
MOST_BOXES: Final = 1600
"""Maximum number of their outlines: each may have one on both sides of its rim."""
MOST_APART: Final = 3
"""Maximum number of lattices of objects of similar size: a board, and calendars or buttons beside
it."""
FEWEST_OF_SIZE: Final = 2
"""Minimum number of outlines of each size in a group of two sizes: pegs, and smaller holes."""
SQUARE_PX: Final = 1
"""Maximum difference of the sides of a round object's outline."""
MEDIAN, LARGER = 0.5, 0.75
"""Quantiles of the sides of objects: that of most outlines, and that of the outer ones of rims."""
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
CLOSE: Final = 0.1
"""The same while a lattice grows: the shadows of balls move their outlines."""
CLOSE_PX: Final = 1.5
"""The same in pixels, for small steps."""
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
REACHES: Final = (1, 2, 4, 8, 16, 32)
"""Numbers of steps from the first object up to which a lattice grows at a time: each time its steps
are fitted better."""
FEWEST_STEPS: Final = 3
"""Minimum number of neighbours that are one step apart for the step to be frequent."""
RARE: Final = 0.2
"""Minimum number of them, as a fraction of that of the most frequent step."""


@dataclass(frozen=True, slots=True)
class PointLattice:
    """Regular lattice of points in a picture, and the objects of similar size on it.

    Attributes
    ----------
    origin : (x, y) of the point at which both numbers of steps are 0, in pixels.
    basis : the two shortest steps, shape (2, 2), rows (x, y), in pixels.
    places : positions of the objects in whole steps, shape (N, 2).
    sizes : median width and height of the objects, and those of the outer outlines of their rims,
        shape (2, 2), in pixels.
    """

    origin: Doubles
    basis: Doubles
    places: Places
    sizes: Doubles

    @property
    def side(self) -> float:
        """Usual longer side of the objects with their rims, in pixels."""
        return float(self.sizes[1].max())

    @property
    def step(self) -> float:
        """Length of the shortest step, in pixels."""
        return float(np.linalg.norm(self.basis, axis=1).min())

    def turn_upright(self) -> PointLattice:
        """Return the same lattice with the steps in another order or direction: the one that is
        more level first, to the right, then the other one, down."""
        basis = self.basis
        places = self.places
        if abs(basis[0, 0]) < abs(basis[1, 0]):
            basis = basis[::-1]
            places = places[:, ::-1]
        ahead = np.where(np.diag(basis) < 0, -1, 1)
        return replace(self, basis=basis * ahead[:, None], places=places * ahead)

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
    first; each once, though groups of several sizes may form it."""
    found = list(_find_lattices_of_two_sizes(boxes))
    found += find_lattices_of_one_size(boxes, CLOSE)
    found.sort(key=lambda lattice: (-len(lattice.places), -lattice.side))
    return keep_first(found, _is_part_of)


def _is_part_of(part: PointLattice, larger: PointLattice) -> bool:
    """Return True if the objects of a lattice are as large as those of another one, with the same
    step, and most of them are the same objects."""
    unlike = abs(part.step - larger.step) > EVEN * larger.step
    sizes = np.log(part.sizes[0] / larger.sizes[0])
    if unlike or np.abs(sizes).max() > np.log(LIKE_SIZE_RATIO):
        return False
    places, on = larger.find_nearest_places(part.locate_places(part.places))
    are_same = (places[:, None] == larger.places).all(axis=2).any(axis=1)
    return bool(on.all() and 2 * are_same.sum() > len(places))


def find_lattices_of_one_size(boxes: Places, close: float) -> Iterator[PointLattice]:
    """Yield the lattices that boxes (N, 4) of about one size form; while they grow, the boxes are
    as ``close`` to their points, in steps."""
    # Groups of adjacent sizes overlap, and many are the same.
    groups = {group.tobytes(): group for group in groups_of_like_size(boxes)}
    for group in groups.values():
        yield from _find_lattices(group, _measure_sizes(group), close)


def _find_lattices_of_two_sizes(boxes: Places) -> Iterator[PointLattice]:
    """Yield the lattices of square boxes of two sizes, the small ones beside the large ones."""
    sides = boxes[:, 2:] - boxes[:, :2]
    squares = np.unique(boxes[np.abs(sides[:, 0] - sides[:, 1]) <= SQUARE_PX], axis=0)
    squares = squares[np.argsort(squares[:, 2] - squares[:, 0], kind="stable")]
    widths = squares[:, 2] - squares[:, 0]
    # A new kind begins where the next larger box is much larger.
    jumps = np.flatnonzero(widths[1:] > LIKE_SIZE_RATIO**0.5 * widths[:-1])
    for small, large in combinations(np.split(squares, jumps + 1), 2):
        sizes = _measure_sizes(large)
        low = large[:, :2].min(axis=0) - FARTHEST * sizes[1]
        high = large[:, 2:].max(axis=0) + FARTHEST * sizes[1]
        is_near = np.all((small[:, :2] >= low) & (small[:, 2:] <= high), axis=1)
        near = small[is_near]
        if min(len(near), len(large)) < FEWEST_OF_SIZE:
            continue
        for lattice in _find_lattices(np.concatenate([large, near]), sizes, CLOSE):
            # Buttons beside a board may be larger than its pegs, and not on their lattice.
            with_large = _find_occupied(lattice, large)
            with_small = _find_occupied(lattice, near) - with_large
            if min(len(with_large), len(with_small)) >= FEWEST_OF_SIZE:
                yield lattice


def _find_occupied(lattice: PointLattice, boxes: Places) -> set[tuple[int, ...]]:
    """Return the places of a lattice's objects on which there is one of these boxes (N, 4)."""
    places, on = lattice.find_nearest_places((boxes[:, :2] + boxes[:, 2:]) / 2)
    occupied = set(map(tuple, places[on].tolist()))
    return occupied.intersection(map(tuple, lattice.places.tolist()))


def _measure_sizes(group: Places) -> Doubles:
    """Return the usual widths and heights of boxes (N, 4), as in ``PointLattice``."""
    return np.asarray(np.quantile(group[:, 2:] - group[:, :2], (MEDIAN, LARGER), axis=0))


def _find_lattices(group: Places, sizes: Doubles, close: float) -> Iterator[PointLattice]:
    """Yield the lattices that boxes (N, 4) of a group form, apart from each other, the largest
    first."""
    if not FEWEST <= len(group) <= MOST_BOXES:
        return
    middles = _remove_overlapping((group[:, :2] + group[:, 2:]) / 2, float(sizes[1].max()))
    for _ in range(MOST_APART):
        if not FEWEST <= len(middles) <= MOST:
            return
        lattice = _find_largest_lattice(middles, sizes, close)
        if lattice is None:
            return
        _, on = lattice.find_nearest_places(middles)
        points = lattice.locate_places(lattice.places)
        reach = lattice.side / 2
        is_among = (middles > points.min(axis=0) - reach) & (middles < points.max(axis=0) + reach)
        among = is_among.all(axis=1)
        # In a text, a few letters happen to be evenly spaced, and most others between them are not.
        if np.sum(among & ~on) <= MOST_STRANGE_THINGS * len(points):
            yield lattice
        middles = middles[~among]


def _remove_overlapping(middles: Doubles, side: float) -> Doubles:
    """Return the middles without those of overlapping objects, such as the inner and outer edges of
    a rim; the first of them stays."""
    kept = []
    while len(middles):
        kept.append(middles[0])
        middles = middles[np.linalg.norm(middles - middles[0], axis=1) > side / 2]
    return np.array(kept)


def _find_largest_lattice(middles: Doubles, sizes: Doubles, close: float) -> PointLattice | None:
    """Return the lattice that most of the middles (N, 2) of objects form."""
    best: PointLattice | None = None
    steps = _find_steps(middles, float(sizes[1].max()))
    frequent = _find_frequent_steps(steps, float(sizes[1].max()))
    counts = [_count_neighbours(steps, step) for step in frequent]
    for one, other in combinations(range(len(frequent)), 2):
        basis = np.stack([frequent[one], frequent[other]])
        # Two steps in about one direction span no lattice.
        if abs(np.linalg.det(basis)) < LEAST_TURN * np.prod(np.linalg.norm(basis, axis=1)):
            continue
        neighbours = counts[one] + counts[other]
        if best is not None and np.count_nonzero(neighbours) <= len(best.places):
            continue
        lattice = _grow_lattice(middles, int(neighbours.argmax()), basis, sizes, close)
        if lattice is not None and (best is None or len(lattice.places) > len(best.places)):
            best = lattice
    return best


def _count_neighbours(steps: Doubles, step: Doubles) -> Places:
    """Return the number of neighbours of each object, to which the ``steps`` (N, ``NEAREST``, 2)
    lead, that are this step away, ahead or back."""
    off = np.linalg.norm(steps[:, :, None] - np.stack([step, -step]), axis=3)
    return np.asarray((off <= EVEN * np.linalg.norm(step)).sum(axis=(1, 2)), np.intp)


def _find_steps(middles: Doubles, side: float) -> Doubles:
    """Return the steps (N, ``NEAREST``, 2) from each of the middles (N, 2) to its neighbours; NaN
    if it has fewer."""
    away = middles[None] - middles[:, None]
    distance = np.linalg.norm(away, axis=2)
    away[(distance < side / 2) | (distance > FARTHEST * side)] = np.nan
    # NaN comes last.
    near = np.argsort(np.where(np.isnan(away[..., 0]), np.nan, distance), axis=1)[:, :NEAREST]
    return np.asarray(np.take_along_axis(away, near[..., None], axis=1))


def _find_frequent_steps(every: Doubles, side: float) -> list[Doubles]:
    """Return the most frequent of the steps (N, ``NEAREST``, 2), each in one direction only."""
    steps = every[np.isfinite(every[..., 0])]
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


def _grow_lattice(
    middles: Doubles, first: int, basis: Doubles, sizes: Doubles, close: float
) -> PointLattice | None:
    """Return the lattice of two steps (2, 2) that grows from the ``first`` of the middles
    (N, 2)."""
    origin = middles[first]
    places = np.zeros(middles.shape, np.intp)
    on = np.zeros(len(middles), np.bool_)
    # All points are fitted together, so that the errors of single steps cancel.
    for reach in REACHES:
        before = on
        places = np.rint((middles - origin) @ np.linalg.inv(basis)).astype(np.intp)
        off = np.linalg.norm(origin + places @ basis - middles, axis=1)
        on = off <= max(close * np.linalg.norm(basis, axis=1).min(), CLOSE_PX)
        on &= np.abs(places).max(axis=1) <= reach
        if np.array_equal(on, before):
            break
        terms = np.column_stack([np.ones(on.sum()), places[on]])
        solved, _, rank, _ = np.linalg.lstsq(terms, middles[on], rcond=None)
        if rank < len(solved):
            return None
        origin = solved[0]
        basis = solved[1:]
    connected = _select_connected(places[on])
    if len(connected) < FEWEST or min(np.ptp(connected, axis=0)) == 0:
        return None
    turn = _reduce_basis(basis)
    turned = np.rint(connected @ np.linalg.inv(turn)).astype(np.intp)
    return PointLattice(origin, turn @ basis, turned, sizes)


def _select_connected(places: Places) -> Places:
    """Return those of the places (N, 2) that steps from one to the next connect with (0, 0), each
    once."""
    low = np.minimum(places.min(axis=0), 0)
    taken = np.zeros(places.max(axis=0) - low + 1, np.uint8)
    taken[tuple((places - low).T)] = 1
    labels, _ = find_components(taken, connectivity=4)
    is_connected = (labels == labels[tuple(-low)]) & (taken > 0)
    return np.asarray(np.argwhere(is_connected) + low, np.intp)


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
