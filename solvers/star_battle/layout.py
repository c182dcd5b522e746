"""Layout of a board in one int, and the basic operations on such masks.

Cell (row, col) is bit ``row * stride + col``: a row is a *lane* of ``stride`` bits, of which the first N are
cells, and one operation on ints acts on all rows at once. Columns are the rows of the transposed board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from solvers.cells import Cell


class Contradiction(Exception):
    """No solution has these stars and these open cells."""


class Layout:
    """Masks of boards with ``size`` rows and columns; each lane has room for ``lane_bits`` more bits.

    ``around`` maps every cell of the board to the result of ``touching``.
    """

    def __init__(self, size: int, lane_bits: int) -> None:
        side = 1 << (size - 1).bit_length()
        self.size = size
        self.stride = max(size + 1, side, lane_bits)
        self.lane = (1 << size) - 1
        self.lanes = sum(1 << row * self.stride for row in range(size))
        self.board = self.lanes * self.lane
        self.rows = [self.lane << row * self.stride for row in range(size)]
        self.columns = [self.lanes << col for col in range(size)]
        self.around = {cell: self.touching(cell) for cell in bits(self.board)}
        self._exchanges = list(_exchanges(side, self.stride))
        self._tilings = list(_tilings(size, self.stride))

    def mask(self, cells: Iterable[Cell]) -> int:
        """Return the mask of these (row, col)."""
        return sum(1 << row * self.stride + col for row, col in cells)

    def cells(self, mask: int) -> tuple[Cell, ...]:
        """Return the (row, col) of a mask, row by row."""
        return tuple(divmod(bit.bit_length() - 1, self.stride) for bit in bits(mask))

    def transposed(self, mask: int) -> int:
        """Return the mask with rows and columns exchanged."""
        for distance, upper in self._exchanges:
            moved = (mask ^ (mask >> distance)) & upper
            mask ^= moved ^ (moved << distance)
        return mask

    def touching(self, mask: int) -> int:
        """Return the cells that touch one of these; some lie outside the board."""
        beside = mask << 1 | mask >> 1
        three = beside | mask
        return beside | three << self.stride | three >> self.stride

    def blocks(self, mask: int) -> int:
        """Return the number of 2x2 blocks that cover these cells, in the tiling of the board that takes the fewest."""
        hit = mask << self.stride + 1
        hit |= hit >> 1
        hit |= hit >> self.stride
        return min((hit & tiling).bit_count() for tiling in self._tilings)


def bits(mask: int) -> Iterator[int]:
    """Yield the set bits of a mask, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest


def _exchanges(side: int, stride: int) -> Iterator[tuple[int, int]]:
    """Yield (distance, mask) of the steps that transpose a board: exchange its quarters, then theirs, …"""
    step = side // 2
    while step:
        corner = [place for place in range(side) if not place & step]
        yield step * (stride - 1), sum(1 << row * stride + col + step for row in corner for col in corner)
        step //= 2


def _tilings(size: int, stride: int) -> Iterator[int]:
    """Yield the four tilings of the plane with 2x2 blocks, as upper left corners, shifted by one row and column."""
    places = range(size + 1)
    for rows, cols in product((places[::2], places[1::2]), repeat=2):
        yield sum(1 << row * stride + col for row in rows for col in cols)
