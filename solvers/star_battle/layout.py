"""Layout of a board in one int, the basic operations on such masks, and placements of stars in
them.

Cell (row, col) is bit ``row * stride + col``: a row is a *lane* of ``stride`` bits, of which the
first N are cells, and one operation on ints acts on all rows at once. Columns are the rows of the
transposed board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple

from solvers.cells import WALL, Cell, bits, list_numbers, set_bits

MANY = 60
"""Number of placements beyond which they have almost nothing in common."""

REMEMBERED = 30_000
"""Maximum number of cached results, which bounds the memory: the same part recurs on most boards of
a search.
"""


class Contradiction(Exception):
    """No solution has these stars and these open cells."""


class Layout:
    """Masks of boards with ``size`` rows and columns.

    Each lane has room for ``lane_bits`` more bits.

    ``around`` maps every cell of the board to the result of ``touching``.
    """

    def __init__(self, size: int, lane_bits: int) -> None:
        side = 1 << (size - 1).bit_length()
        self.size = size
        self.stride = max(size + 1, side, lane_bits)
        self.lane = (1 << size) - 1
        self.lanes = set_bits(range(0, size * self.stride, self.stride))
        self.board = self.lanes * self.lane
        self.rows = [self.lane << row * self.stride for row in range(size)]
        self.columns = [self.lanes << col for col in range(size)]
        self.around = {cell: self.touching(cell) for cell in bits(self.board)}
        self._exchanges = list(_list_exchanges(side, self.stride))
        self._tilings = list(_list_tilings(size, self.stride))

    def mask(self, cells: Iterable[Cell]) -> int:
        """Return the mask of these (row, col)."""
        return _mask_cells(cells, self.stride)

    def mask_walls(self, grid: Iterable[str]) -> int:
        """Return the mask of the walls in rows of text."""
        signs = enumerate("".join(grid))
        return self.mask(divmod(place, self.size) for place, sign in signs if sign == WALL)

    def cells(self, mask: int) -> tuple[Cell, ...]:
        """Return the (row, col) of a mask, row by row."""
        return tuple(divmod(number, self.stride) for number in list_numbers(mask))

    def transpose(self, mask: int) -> int:
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

    def count_blocks(self, mask: int) -> int:
        """Return the number of 2x2 blocks that cover these cells, in the tiling of the board that
        takes the fewest.
        """
        hit = mask << self.stride + 1
        hit |= hit >> 1
        hit |= hit >> self.stride
        return min((hit & tiling).bit_count() for tiling in self._tilings)


def _mask_cells(cells: Iterable[Cell], stride: int) -> int:
    return set_bits(row * stride + col for row, col in cells)


def _list_exchanges(side: int, stride: int) -> Iterator[tuple[int, int]]:
    """Yield (distance, mask) of the steps that transpose a board: exchange its quarters, then
    theirs, …
    """
    step = side // 2
    while step:
        corner = [place for place in range(side) if not place & step]
        yield step * (stride - 1), _mask_cells(product(corner, corner), stride) << step
        step //= 2


def _list_tilings(size: int, stride: int) -> Iterator[int]:
    """Yield the four tilings of the plane with 2x2 blocks, as upper left corners, shifted by one
    row and column.
    """
    places = range(size + 1)
    for rows, cols in product((places[::2], places[1::2]), repeat=2):
        yield _mask_cells(product(rows, cols), stride)


class Common(NamedTuple):
    """Common parts of all placements: their ``number``, counted up to MANY + 1, and masks.

    ``stars`` are in every placement, ``used`` are the cells in any, ``blocked`` touch a star in
    every one.
    """

    number: int
    stars: int
    used: int
    blocked: int


class Placements:
    """Cached placements of a given number of stars in parts of boards of one layout."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._known: dict[tuple[int, int, int], Common | None] = {}

    def narrow(self, cells: int, known: int, count: int, open_: int, stars: int) -> tuple[int, int]:
        """Return the open cells and the stars of a board with ``count`` stars in these cells, the
        known ones included.

        Raises Contradiction if these cells have no room for them.
        """
        common = self.common(cells, known, count)
        return open_ & ~(cells & ~common.used | common.blocked), stars | common.stars

    def common(self, cells: int, stars: int, count: int) -> Common:
        """Return the common parts of all placements of ``count`` stars in these cells that include
        ``stars``.

        Raises Contradiction if there are none.
        """
        key = cells, stars, count
        try:
            found = self._known[key]
        except KeyError:
            # Starting anew is simpler than forgetting the oldest.
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            found = self._known[key] = self._find_common(cells, stars, count)
        if found is None:
            raise Contradiction
        return found

    def _find_common(self, cells: int, stars: int, count: int) -> Common | None:
        count -= stars.bit_count()
        if not count:
            return Common(1, stars, stars, 0)
        number = used = 0
        always = blocked = -1
        for way, last in self._list_ways(cells & ~stars, count):
            number += last.bit_count()
            # Beyond that nothing in common is to be expected, and counting takes time.
            if number > MANY:
                return Common(MANY + 1, stars, cells, 0)
            always &= way if last & last - 1 else way | last
            used |= way | last
            if blocked:
                blocked &= self._layout.touching(way) | self._blocked_by_each(last)
        return Common(number, stars | always, stars | used, blocked) if number else None

    def _list_ways(self, cells: int, count: int) -> Iterator[tuple[int, int]]:
        """Yield every set of ``count`` of these cells that do not touch: all but the last cell, and
        its candidates.
        """
        around = self._layout.around
        todo = [(0, cells, count)] if count > 0 else []
        while todo:
            way, cells, count = todo.pop()
            # The last star may be on any cell left: all these ways are one result.
            if count == 1:
                if cells:
                    yield way, cells
            elif cells.bit_count() >= count:
                cell = cells & -cells
                cells ^= cell
                todo.append((way, cells, count))
                todo.append((way | cell, cells & ~around[cell], count - 1))

    def _blocked_by_each(self, cells: int) -> int:
        around = self._layout.around
        blocked = -1
        for cell in bits(cells):
            blocked &= around[cell]
            if not blocked:
                break
        return blocked
