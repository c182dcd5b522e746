"""Coordinate frames: the directions of text rows and columns on a lattice of points."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from math import cos, degrees, radians, tan
from typing import Final

import numpy as np

from solvers.peg_solitaire import Cell, Lattice
from vision.image import Doubles, Places
from vision.point_lattices import PointLattice

STRAIGHT: Final = cos(radians(86))
"""Maximum cosine of a right angle; screenshots are off by a pixel or two."""
SKEW: Final = 1.4
"""Maximum ratio of the horizontal and vertical steps of a square lattice."""
LEVEL_DEG: Final = 2.5
"""Maximum angle between level rows and the horizontal, in degrees."""
LEVEL: Final = tan(radians(LEVEL_DEG))
"""Tangent of that angle."""
SAME_SIDE: Final = 0.05
"""Maximum difference of the diagonals of a square lattice, as a fraction."""
FULLEST: Final = 1.4
"""Maximum number of objects on square steps that may be a triangle, in halves of the rectangle
round them: triangles of 4 to 7 rows have 1.25 to 1.14."""
UPRIGHT: Final = 0.02
"""Maximum ratio of a step across to the same step down for it to point up or down: its direction
across is then noise."""


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
    found = [*_find_square_frame(points)]
    # A triangle with rows that begin at one side has square steps, and fills half of a square.
    if not found or 2 * len(points.places) <= FULLEST * np.prod(np.ptp(points.places, axis=0) + 1):
        found += _find_triangular_frames(points)
    return sorted(found, key=lambda frame: (not frame.level, abs(float(frame.across[1]))))


def _are_at_right_angles(one: Doubles, other: Doubles) -> bool:
    """Return True if the angle between two steps is about a right one."""
    lengths = np.linalg.norm(one) * np.linalg.norm(other)
    return bool(abs(np.dot(one, other)) <= STRAIGHT * lengths)


def _find_square_frame(points: PointLattice) -> Iterator[CoordinateFrame]:
    """Yield the frame of a lattice whose steps are about as long and at right angles, if it is
    one."""
    across, down = points.turn_upright().basis
    lengths = np.linalg.norm(points.basis, axis=1)
    if not _are_at_right_angles(across, down) or lengths.max() > SKEW * lengths.min():
        return
    yield _make_frame(points, "square", across, down)


def _find_triangular_frames(points: PointLattice) -> Iterator[CoordinateFrame]:
    """Yield frames with rows along each of three short steps if it is an axis of symmetry of the
    other two, or level: a triangle may be drawn askew, or with rows that begin at one side."""
    first, second = points.basis
    sides = np.linalg.norm([first - second, first + second], axis=1)
    thirds = []
    for third, side in zip((first - second, first + second), sides, strict=True):
        if side <= (1 + SAME_SIDE) * sides.min():
            thirds.append(third)
    for third in thirds:
        for along, one, other in (
            (first, second, third),
            (second, first, third),
            (third, first, second),
        ):
            # Both lead to the next row, one site apart: the other sum runs along the row.
            below = max((one + other, one - other), key=lambda step: _measure_turn(along, step))
            is_level = abs(along[1]) <= LEVEL * abs(along[0])
            if not is_level and not _are_at_right_angles(along, below):
                continue
            if abs(along[0]) > UPRIGHT * abs(along[1]):
                ahead = along * np.sign(along[0])
            else:
                ahead = along * -np.sign(along[1])
            # Rows go down to the right of the text's direction, however the board is turned.
            is_below = ahead[0] * below[1] - ahead[1] * below[0] > 0
            down = below if is_below else -below
            yield _make_frame(points, "triangular", ahead / 2, down / 2)


def _measure_turn(one: Doubles, other: Doubles) -> float:
    """Return the area that two steps span."""
    return float(abs(one[0] * other[1] - one[1] * other[0]))


def _make_frame(
    points: PointLattice, kind: Lattice, across: Doubles, down: Doubles
) -> CoordinateFrame:
    """Return the frame with these steps from one column or row to the next."""
    turn = np.rint(points.basis @ np.linalg.inv(np.array([across, down]))).astype(np.intp)
    return CoordinateFrame(points, kind, across, down, turn)
