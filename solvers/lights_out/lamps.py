"""The lamps of a board, and the characters of a grid of lamps."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import Final, cast

from solvers.cells import Cell

STATES: Final = ".*23456789"
"""Characters of the states of a lamp: unlit, lit, and then the next brighter ones."""

NO_LAMP: Final = " "
"""Character of a cell without a lamp."""


class Lamps(Set[Cell]):
    """Set of the (row, col) of all cells with a lamp, row by row.

    It reads the board's text on demand, so a million lamps take no additional memory.
    """

    __slots__ = ("_grid", "cols", "rows")

    def __init__(self, grid: tuple[str, ...]) -> None:
        self._grid = grid
        self.rows = len(grid)
        self.cols = len(grid[0]) if grid else 0

    def __contains__(self, cell: object) -> bool:
        row, col = cast(Cell, cell)
        return 0 <= row < self.rows and 0 <= col < self.cols and self._grid[row][col] != NO_LAMP

    def __iter__(self) -> Iterator[Cell]:
        for row, line in enumerate(self._grid):
            for col, character in enumerate(line):
                if character != NO_LAMP:
                    yield row, col

    def __len__(self) -> int:
        return sum(len(line) - line.count(NO_LAMP) for line in self._grid)

    @classmethod
    def _from_iterable(cls, it: Iterator[Cell]) -> Set[Cell]:  # type: ignore[override]
        return frozenset(it)
