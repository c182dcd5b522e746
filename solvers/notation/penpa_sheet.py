"""How Penpa+ numbers the cells and corners of a square sheet, and where on it a board lies.

Cells are numbered row by row, with two unused ones beyond each side; corners follow, in the same order, each by
the cell at whose lower right it lies. A line is named by the corners at its ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from solvers.errors import BadNotation
from solvers.notation.regions import check_size

BEYOND = 2
Line = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of width x height cells, the unused ones included, with an N by N board from (top, left) on."""

    width: int
    height: int
    top: int
    left: int
    size: int

    @classmethod
    def round(cls, size: int, margin: int) -> Sheet:
        """The sheet for a board with so many empty cells on each side of it."""
        side = size + 2 * (margin + BEYOND)
        return cls(side, side, margin + BEYOND, margin + BEYOND, size)

    @classmethod
    def around(cls, width: int, height: int, cells: Sequence[int]) -> Sheet:
        """The sheet whose board has these cells; raises BadNotation unless they are a square on it."""
        places = {divmod(cell, width) for cell in cells}
        rows, cols = sorted({row for row, _ in places}), sorted({col for _, col in places})
        size = check_size(len(rows), len(cols))
        top, left = rows[0], cols[0]
        if places != set(product(range(top, top + size), range(left, left + size))) or rows[-1] >= height or top < 0:
            raise BadNotation("the cells in use are no whole square", hint="a board without gaps")
        return cls(width, height, top, left, size)

    @property
    def cells(self) -> list[int]:
        """The numbers of the board's cells, row by row."""
        return [self.cell(row, col) for row, col in product(range(self.size), repeat=2)]

    @property
    def middle(self) -> int:
        """The cell, or the corner, in the middle of the board."""
        half = (self.size - 1) // 2
        return self.cell(half, half) + (0 if self.size % 2 else self.width * self.height)

    def cell(self, row: int, col: int) -> int:
        """The number of a cell of the board, or beside it."""
        return (self.top + row) * self.width + self.left + col

    def right(self, row: int, col: int) -> Line:
        """The line on the right of a cell."""
        lower = self.width * self.height + self.cell(row, col)
        return lower - self.width, lower

    def below(self, row: int, col: int) -> Line:
        """The line below a cell."""
        lower = self.width * self.height + self.cell(row, col)
        return lower - 1, lower

    def parts(self, start: int, end: int) -> Iterator[Line]:
        """The lines from corner to neighbouring corner that a straight line is made of."""
        corners = range(self.width * self.height, 2 * self.width * self.height)
        if start not in corners or end not in corners:
            return
        if start // self.width == end // self.width:
            yield from ((corner, corner + 1) for corner in range(start, end))
        elif start % self.width == end % self.width:
            yield from ((corner, corner + self.width) for corner in range(start, end, self.width))
