"""How a net is held: in which direction the rows of its text run, and whether it is square or triangular."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, degrees, radians
from typing import Final

import numpy as np

from solvers.peg_solitaire import Cell, Lattice
from vision.image import Places
from vision.peg_solitaire.nets import Doubles, Net

STRAIGHT: Final = cos(radians(86))
"""Largest cosine of an angle that counts as right; a screenshot's is off by a pixel or two."""
SKEW: Final = 1.4
"""Largest ratio of the steps of a square lattice, across and down."""
LEVEL_DEG: Final = 2.5
"""Largest angle by which rows that count as level are off it."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Text columns and rows on a net: ``across`` and ``down`` are the steps (x, y) from one to the next, in pixels.

    ``turn`` (2, 2) are the whole numbers of text columns and rows in each step of the net.
    """

    net: Net
    kind: Lattice
    across: Doubles
    down: Doubles
    turn: Places

    @property
    def level(self) -> bool:
        """Whether rows are level and columns upright."""
        off = abs(degrees(np.arctan2(self.across[1], self.across[0])))
        return off <= LEVEL_DEG and abs(float(np.dot(self.across, self.down))) <= STRAIGHT * float(
            np.linalg.norm(self.across) * np.linalg.norm(self.down)
        )

    def cells(self, places: Places) -> list[Cell]:
        """The (row, col) of places (N, 2) of the net; not from 0 yet."""
        return [(int(row), int(col)) for col, row in places @ self.turn]

    def places(self, cells: list[Cell]) -> Places:
        """The places (N, 2) of the net of cells."""
        cols_rows = np.array([(col, row) for row, col in cells], np.float64).reshape(-1, 2)
        return np.rint(cols_rows @ np.linalg.inv(self.turn)).astype(np.intp)

    def at(self, row: float, col: float) -> Doubles:
        """Where (x, y) the middle of a cell lies in the picture."""
        return np.asarray(self.net.origin + col * self.across + row * self.down, np.float64)

    @property
    def gaps(self) -> Doubles:
        """From a site to the middles (x, y) of what its neighbours enclose."""
        a, b = self.across, self.down
        if self.kind == "square":
            return np.array([(a * x + b * y) / 2 for x in (-1, 1) for y in (-1, 1)])
        return np.array([a * x + b * y / 3 for x in (-1, 1) for y in (-1, 1)] + [b * y * 2 / 3 for y in (-1, 1)])


def frames(net: Net) -> list[Frame]:
    """The ways to hold a net, those with level rows first."""
    found = [*_squares(net), *_triangular(net)]
    return sorted(found, key=lambda frame: (not frame.level, abs(float(frame.across[1]))))


def _squares(net: Net) -> Iterator[Frame]:
    first, second = net.basis
    lengths = np.linalg.norm(net.basis, axis=1)
    if abs(np.dot(first, second)) > STRAIGHT * lengths.prod() or lengths.max() > SKEW * lengths.min():
        return
    swap = abs(first[0]) < abs(second[0])
    across, down = (second, first) if swap else (first, second)
    yield _frame(net, "square", across * np.sign(across[0]), down * np.sign(down[1] or 1))


def _triangular(net: Net) -> Iterator[Frame]:
    """Rows along each of the three short steps about which the other two mirror each other."""
    first, second = net.basis
    third = min((first - second, first + second), key=lambda step: float(np.linalg.norm(step)))
    for along, one, other in ((first, second, third), (second, first, third), (third, first, second)):
        for below in (one + other, one - other):
            upright = abs(np.dot(along, below)) <= STRAIGHT * np.linalg.norm(along) * np.linalg.norm(below)
            if upright and np.linalg.norm(below) > 0:
                ahead = along * (np.sign(along[0]) if abs(along[0]) > abs(along[1]) / 50 else -np.sign(along[1]))
                turned = below if ahead[0] * below[1] - ahead[1] * below[0] > 0 else -below
                yield _frame(net, "triangular", ahead / 2, turned / 2)


def _frame(net: Net, kind: Lattice, across: Doubles, down: Doubles) -> Frame:
    turn = np.rint(net.basis @ np.linalg.inv(np.array([across, down]))).astype(np.intp)
    return Frame(net, kind, across, down, turn)


def sheared(frame: Frame, *, right: bool) -> Frame:
    """A square frame held as the triangular one whose rows were pushed to the left, or to the ``right``."""
    across = frame.across / 2
    return _frame(frame.net, "triangular", across, frame.down + (-across if right else across))
