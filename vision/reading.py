"""The result of looking at a picture: a grid, where it lies, what is marked, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Mark(NamedTuple):
    """Something drawn into a cell: ``kind`` is "star", "cross" or "dot"."""

    row: int
    col: int
    kind: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A board read from a picture.

    Attributes
    ----------
    puzzle : "star-battle"
    grid : rows of letters, one letter a region, named by first appearance; ``#`` is a wall and ``.``
        a cell of a board without regions.
    xs, ys : the N + 1 cell boundaries in pixels of the picture, left to right and top to bottom.
    box : (x0, y0, x1, y1) of the outer edge of the border, in pixels.
    marks : what is drawn into the cells, row by row.
    confidence : 0…1, how sure the grid is.
    evidence : one line per observation that the confidence rests on.
    whole : whether the board surely ends where the grid does. Not so where the picture ends there too and
        no frame is seen: a row or a column may be missing.
    stars : per row, column and region, where the picture tells; otherwise None.
    """

    puzzle: str
    grid: tuple[str, ...]
    xs: tuple[float, ...]
    ys: tuple[float, ...]
    box: tuple[int, int, int, int]
    marks: tuple[Mark, ...] = ()
    confidence: float = 1.0
    evidence: tuple[str, ...] = ()
    whole: bool = True
    stars: int | None = None

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self.ys) - 1

    @property
    def cols(self) -> int:
        """Number of columns."""
        return len(self.xs) - 1

    def centre(self, row: int, col: int) -> tuple[float, float]:
        """(x, y) of the centre of a cell, in pixels of the picture."""
        return (self.xs[col] + self.xs[col + 1]) / 2, (self.ys[row] + self.ys[row + 1]) / 2

    def cells_marked(self, kind: str) -> frozenset[tuple[int, int]]:
        """The (row, col) of every cell that carries a mark of this kind."""
        return frozenset((m.row, m.col) for m in self.marks if m.kind == kind)
