"""The result of looking at a picture: a grid, where it lies, what is marked, and how sure that is."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

Colour: TypeAlias = tuple[float, float, float]
"""In L*a*b*."""


class Mark(NamedTuple):
    """Something drawn into a cell: ``kind`` is "star", "cross" or "dot"."""

    row: int
    col: int
    kind: str


class Border(NamedTuple):
    """What was measured between a cell (row, col) and the one at its ``side``, "right" or "below".

    ``drawn`` is whether two regions meet there; ``line`` how much line there is, in pixels of black on white;
    ``colour`` how different the two cells are, in L*a*b*; ``margin`` the ratio by which the border would have to
    change to count as the other kind: 1 where it could be either.
    """

    row: int
    col: int
    side: str
    drawn: bool
    line: float
    colour: float
    margin: float


@dataclass(frozen=True, slots=True)
class Reading:
    """A board read from a picture.

    Attributes
    ----------
    puzzle : "star-battle" or "lights-out"
    grid : rows of letters, one letter a region, named by first appearance; ``#`` is a wall and ``.``
        a cell of a board without regions. Of lamps ``.`` unlit, ``*`` lit, a space where there is none; where they
        have more than two states ``2`` and so on are the others.
    xs, ys : the N + 1 cell boundaries in pixels of the picture, left to right and top to bottom, midway in the gaps
        between lamps; of the straightened picture where there is a ``warp``.
    box : (x0, y0, x1, y1) of the outer edge of the border, or of the outer lamps, in pixels of the picture.
    marks : what is drawn into the cells, row by row.
    confidence : 0…1, how sure the grid is.
    evidence : one line per observation that the confidence rests on.
    borders : what was measured at each border between two cells, the most doubtful first.
    whole : whether the board surely ends where the grid does. Not so where the picture ends there too and
        no frame is seen: a row or a column may be missing.
    stars : per row, column and region, where the picture tells; otherwise None.
    warp : of a photo, the 3x3 homography, row by row, from the straightened picture to the picture; otherwise None.
    looks : of lamps, the mean colour (L*a*b*) of each state; None for one that was not seen yet.
    part : of a lamp's sides, about its middle, over which that is the mean; how much of a step a peg fills across, and
        its looks are told towards the rim.
    """

    puzzle: str
    grid: tuple[str, ...]
    xs: tuple[float, ...]
    ys: tuple[float, ...]
    box: tuple[int, int, int, int]
    marks: tuple[Mark, ...] = ()
    confidence: float = 1.0
    evidence: tuple[str, ...] = ()
    borders: tuple[Border, ...] = ()
    whole: bool = True
    stars: int | None = None
    warp: tuple[float, ...] | None = None
    looks: tuple[Colour | None, ...] = ()
    part: float = 1.0

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self.ys) - 1

    @property
    def cols(self) -> int:
        """Number of columns."""
        return len(self.xs) - 1

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """(x, y) of the board's corners in pixels of the picture, clockwise from the upper left one."""
        if self.warp is None:
            x0, y0, x1, y1 = self.box
            return (x0, y0), (x1, y0), (x1, y1), (x0, y1)
        return tuple(self.place(r, c) for r, c in ((0, 0), (0, self.cols), (self.rows, self.cols), (self.rows, 0)))

    def moved(self, x: float, y: float) -> Reading:
        """The reading of the same board so many pixels further right and down."""
        x0, y0, x1, y1 = self.box
        box = round(x0 + x), round(y0 + y), round(x1 + x), round(y1 + y)
        if self.warp is None:
            xs, ys = tuple(at + x for at in self.xs), tuple(at + y for at in self.ys)
            return replace(self, xs=xs, ys=ys, box=box)
        ways = (x,) * 3 + (y,) * 3 + (0.0,) * 3
        warp = tuple(at + by * depth for at, by, depth in zip(self.warp, ways, self.warp[6:] * 3, strict=True))
        return replace(self, box=box, warp=warp)

    def place(self, row: float, col: float) -> tuple[float, float]:
        """(x, y) in pixels of the picture of a point counted in cells: 0, 0 is the upper left corner of the grid."""
        x, y = _between(self.xs, col), _between(self.ys, row)
        return (x, y) if self.warp is None else warped(self.warp, x, y)

    def centre(self, row: int, col: int) -> tuple[float, float]:
        """(x, y) of the centre of a cell, in pixels of the picture."""
        return self.place(row + 0.5, col + 0.5)

    def cells_marked(self, kind: str) -> frozenset[tuple[int, int]]:
        """The (row, col) of every cell that carries a mark of this kind."""
        return frozenset((m.row, m.col) for m in self.marks if m.kind == kind)


def warped(warp: Sequence[float], x: float, y: float) -> tuple[float, float]:
    """Where a homography, its 3x3 numbers row by row, takes a point."""
    across, down, depth = (a * x + b * y + c for a, b, c in zip(warp[0::3], warp[1::3], warp[2::3], strict=True))
    return across / depth, down / depth


def _between(lines: Sequence[float], at: float) -> float:
    """The position of a point counted in cells; outside of the grid, that of the nearest cell goes on."""
    i = min(max(bisect_right(range(len(lines)), at) - 1, 0), len(lines) - 2)
    return lines[i] + (at - i) * (lines[i + 1] - lines[i])
