"""Coordinate frames: the directions of text rows and columns on a point lattice, square or
triangular."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, degrees, radians, tan
from typing import Final

import numpy as np

from solvers.peg_solitaire import Cell, Lattice
from vision.image import Places
from vision.peg_solitaire.point_lattices import Doubles, PointLattice

STRAIGHT: Final = cos(radians(86))
"""Maximum cosine of an angle that counts as a right angle; screenshots are off by a pixel or
two."""
SKEW: Final = 1.4
"""Maximum ratio of the horizontal and vertical steps of a square lattice."""
LEVEL_DEG: Final = 2.5
"""Maximum angle between level rows and the horizontal, in degrees."""
LEVEL: Final = tan(radians(LEVEL_DEG))
"""Tangent of that angle."""


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
        return off <= LEVEL_DEG and abs(float(np.dot(self.across, self.down))) <= STRAIGHT * float(
            np.linalg.norm(self.across) * np.linalg.norm(self.down)
        )

    def cells(self, places: Places) -> list[Cell]:
        """Return the (row, col) of places (N, 2) of the lattice; they don't begin at 0."""
        return [(int(row), int(col)) for col, row in places @ self.turn]

    def at(self, row: float, col: float) -> Doubles:
        """Return the (x, y) of a cell's middle in the picture."""
        return np.asarray(self.points.origin + col * self.across + row * self.down, np.float64)

    @property
    def gaps(self) -> Doubles:
        """Steps (x, y) from a site to the middles of the gaps that its neighbours enclose."""
        a, b = self.across, self.down
        if self.kind == "square":
            return np.array([(a * x + b * y) / 2 for x in (-1, 1) for y in (-1, 1)])
        return np.array(
            [a * x + b * y / 3 for x in (-1, 1) for y in (-1, 1)] + [b * y * 2 / 3 for y in (-1, 1)]
        )


def coordinate_frames(points: PointLattice) -> list[CoordinateFrame]:
    """Return the frames that suit a point lattice, those with level rows first."""
    found = [*_square(points), *_triangular(points)]
    if not any(frame.level or frame.kind == "square" for frame in found):
        found.extend(_skewed(points))
    return sorted(found, key=lambda frame: (not frame.level, abs(float(frame.across[1]))))


def _square(points: PointLattice) -> Iterator[CoordinateFrame]:
    first, second = points.basis
    lengths = np.linalg.norm(points.basis, axis=1)
    if (
        abs(np.dot(first, second)) > STRAIGHT * lengths.prod()
        or lengths.max() > SKEW * lengths.min()
    ):
        return
    swap = abs(first[0]) < abs(second[0])
    across, down = (second, first) if swap else (first, second)
    yield _frame(points, "square", across * np.sign(across[0]), down * np.sign(down[1] or 1))


def _triangular(points: PointLattice) -> Iterator[CoordinateFrame]:
    """Yield frames with rows along each of the three short steps that is an axis of symmetry of the
    other two."""
    first, second = points.basis
    third = min((first - second, first + second), key=lambda step: float(np.linalg.norm(step)))
    for along, one, other in (
        (first, second, third),
        (second, first, third),
        (third, first, second),
    ):
        for below in (one + other, one - other):
            upright = abs(np.dot(along, below)) <= STRAIGHT * np.linalg.norm(
                along
            ) * np.linalg.norm(below)
            if upright and np.linalg.norm(below) > 0:
                ahead = along * (
                    np.sign(along[0]) if abs(along[0]) > abs(along[1]) / 50 else -np.sign(along[1])
                )
                turned = below if ahead[0] * below[1] - ahead[1] * below[0] > 0 else -below
                yield _frame(points, "triangular", ahead / 2, turned / 2)


def _skewed(points: PointLattice) -> Iterator[CoordinateFrame]:
    """Yield the frame with level rows in which each site is between two of the row above, as in a
    triangle drawn askew: rows may be shifted by less than half a step."""
    for along, other in (points.basis, points.basis[::-1]):
        if abs(along[1]) > LEVEL * abs(along[0]):
            continue
        ahead = along * np.sign(along[0])
        below = other * np.sign(other[1])
        # Of the two steps to the next row, one leads to the left and one to the right.
        below = below - np.floor(below[0] / ahead[0]) * ahead
        yield _frame(points, "triangular", ahead / 2, below - ahead / 2)


def _frame(points: PointLattice, kind: Lattice, across: Doubles, down: Doubles) -> CoordinateFrame:
    turn = np.rint(points.basis @ np.linalg.inv(np.array([across, down]))).astype(np.intp)
    return CoordinateFrame(points, kind, across, down, turn)


def sheared(frame: CoordinateFrame, *, right: bool) -> CoordinateFrame:
    """Return the triangular frame for a square frame whose rows are aligned at the left, or at the
    ``right``."""
    across = frame.across / 2
    return _frame(frame.points, "triangular", across, frame.down + (-across if right else across))
