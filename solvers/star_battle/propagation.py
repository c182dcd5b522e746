"""What follows from a partly filled board: cells that cannot hold a star, cells that must.

A board is one int. Cell (row, col) is bit ``row * stride + col``, so that a row is a *lane* of ``stride``
bits, and one operation on ints acts on all rows at once. Two such ints say all that is known: ``open``, the
cells not yet excluded, and ``stars``, those of them that are sure.

Strips
    Two neighbouring rows have at most one star in every two columns, yet must hold 2k: that is tight on every
    usual size. All strips are swept from left to right at once, the lane of a strip holding the set of its
    reachable (stars in upper row, stars in lower row) as bits; a sweep from right to left then tells which
    cells can be filled.
Regions
    All ways to fill a region are listed where they are few.
Bands
    n neighbouring rows that wholly contain n regions leave no room for another; n rows that reach into only n
    regions use them up.

Columns are rows of the transposed board.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from solvers.star_battle.model import WALL, Cell, Puzzle

PATTERNS_PER_REGION = 200
"""Beyond so many ways to fill a region, what they have in common is next to nothing."""


class Board(NamedTuple):
    """What is known: cells that may hold a star (with those that do), and cells that do."""

    open: int
    stars: int


class Contradiction(Exception):
    """The board has no solution."""


class Propagator:
    """The consequences of one puzzle's rules, for any of its boards."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.size = size = puzzle.size
        self.per_line = k = puzzle.stars
        side = 1 << (size - 1).bit_length()
        self.stride = stride = max(size + 1, side, (k + 1) ** 2 + 1)
        self._lanes = sum(1 << row * stride for row in range(size))
        self._cells = self._lanes * ((1 << size) - 1)
        self._swaps = list(_transposing_swaps(side, stride))
        self._strips = _Strips(size, k, stride)
        self.rows = [((1 << size) - 1) << row * stride for row in range(size)]
        self.columns = [self._lanes << col for col in range(size)]
        self.regions = [self.mask(cells) for cells in puzzle.regions.values()]
        self._turned_regions = [self.transposed(region) for region in self.regions]
        self._patterns: dict[tuple[int, int], tuple[int, int, int]] = {}
        walls = self.mask(
            (r, c) for r, row in enumerate(puzzle.grid) for c, ch in enumerate(row) if ch == WALL
        )
        given = self.mask(puzzle.given)
        self.start = Board(self._cells & ~walls & ~self.mask(puzzle.crossed), given)

    def mask(self, cells: Iterator[Cell] | frozenset[Cell] | list[Cell]) -> int:
        """The int whose bits are these (row, col)."""
        return sum(1 << row * self.stride + col for row, col in cells)

    def cells(self, mask: int) -> tuple[Cell, ...]:
        """The (row, col) of the bits of a mask, row by row."""
        return tuple(divmod(bit.bit_length() - 1, self.stride) for bit in bits(mask))

    def transposed(self, mask: int) -> int:
        """The mask with rows and columns exchanged."""
        for distance, upper in self._swaps:
            moved = (mask ^ (mask >> distance)) & upper
            mask ^= moved ^ (moved << distance)
        return mask

    def around(self, mask: int) -> int:
        """The cells that touch one of these, or are one, possibly out of the board."""
        wide = mask | mask << 1 | mask >> 1
        return wide | wide << self.stride | wide >> self.stride

    def touching(self, stars: int) -> int:
        """The cells that touch a star."""
        wide = stars << 1 | stars >> 1
        high = wide | stars
        return wide | high << self.stride | high >> self.stride

    def settle(self, board: Board) -> Board:
        """The board with every consequence that is found; raises Contradiction where there is no solution."""
        before = None
        while before != board:
            before = board
            board = self._rules(board)
        return board

    def _rules(self, board: Board) -> Board:
        open_, stars = board
        open_ &= ~self.touching(stars)
        open_, stars = self._strips.narrow(open_, stars)
        open_, stars = self._turned(open_), self._turned(stars)
        open_, stars = self._strips.narrow(open_, stars)
        open_ = self._bands(open_, self._turned_regions)
        open_, stars = self._turned(open_), self._turned(stars)
        open_ = self._bands(open_, self.regions)
        return self._fill_regions(open_, stars)

    _turned = transposed

    def _bands(self, open_: int, regions: list[int]) -> int:
        stride = self.stride
        spans = []
        for region in regions:
            region &= open_
            if not region:
                raise Contradiction
            top = ((region & -region).bit_length() - 1) // stride
            spans.append((top, (region.bit_length() - 1) // stride, region))
        spans.sort(key=lambda span: span[1])
        removed = 0
        for first in {top for top, _, _ in spans}:
            count = union = 0
            for top, bottom, region in spans:
                if top < first:
                    continue
                count += 1
                union |= region
                height = bottom - first + 1
                if count >= height:
                    if count > height:
                        raise Contradiction
                    band = ((1 << height * stride) - 1) << first * stride
                    removed |= band & ~union
        return open_ & ~removed

    def _fill_regions(self, open_: int, stars: int) -> Board:
        for region in self.regions:
            inside = region & open_
            forced, possible, blocked = self._region(inside, stars & region)
            stars |= forced
            open_ &= ~(inside & ~possible) & ~blocked
        return Board(open_, stars)

    def _region(self, inside: int, stars: int) -> tuple[int, int, int]:
        """What the ways to fill a region share: stars of all, cells of any, cells that all touch."""
        known = self._patterns.get((inside, stars))
        if known is None:
            known = self._patterns[inside, stars] = self._common(inside, stars)
        if known[0] < 0:
            raise Contradiction
        return known

    def _common(self, inside: int, stars: int) -> tuple[int, int, int]:
        need = self.per_line - stars.bit_count()
        free = inside & ~stars
        if need < 0:
            return -1, 0, 0
        forced, possible, blocked, count = -1, 0, -1, 0
        for pattern in self._ways(free, need):
            count += 1
            if count > PATTERNS_PER_REGION:
                return 0, inside, 0
            forced &= pattern
            possible |= pattern
            blocked &= self.touching(pattern)
        return (forced, possible | stars, blocked) if count else (-1, 0, 0)

    def _ways(self, free: int, need: int) -> Iterator[int]:
        """Every set of so many of these cells that do not touch."""
        todo = [(0, free, need)]
        while todo:
            chosen, free, need = todo.pop()
            if not need:
                yield chosen
                continue
            if free.bit_count() < need:
                continue
            cell = free & -free
            todo.append((chosen, free ^ cell, need))
            todo.append((chosen | cell, free & ~self.around(cell), need - 1))


class _Strips:
    """Sweeps over all pairs of neighbouring rows at once."""

    def __init__(self, size: int, stars: int, stride: int) -> None:
        self._size, self._stride = size, stride
        self._lower = stars + 1
        states = range((stars + 1) ** 2)
        self._lanes = sum(1 << row * stride for row in range(size - 1))
        self._full = sum(1 << state for state in states)
        self._upper_placed = sum(1 << state for state in states if state % (stars + 1))
        self._lower_placed = self._full & ~((1 << stars + 1) - 1)
        self._goal = self._lanes << (stars + 1) ** 2 - 1
        self._pad = self._lanes * ((1 << stride - 1) - 1)
        self._top = self._lanes << stride - 1
        self._last_row = ((1 << size) - 1) << (size - 1) * stride
        self._first_row = (1 << size) - 1

    def narrow(self, open_: int, stars: int) -> Board:
        """Excludes the cells that no filling of a strip uses, and takes those that all of them use."""
        lanes, stride, lower, size = self._lanes, self._stride, self._lower, self._size
        upper_placed, lower_placed, full = self._upper_placed, self._lower_placed, self._full
        open_below, starred = open_ >> stride, stars | stars >> stride
        columns = [
            (
                ((open_ >> col) & lanes) * upper_placed,
                ((open_below >> col) & lanes) * lower_placed,
                ((~starred >> col) & lanes) * full,
            )
            for col in range(size)
        ]
        empty, filled = lanes, 0
        reached = []
        for upper_open, lower_open, may_be_empty in columns:
            reached.append((empty, filled))
            either = empty | filled
            filled = (empty << 1) & upper_open | (empty << lower) & lower_open
            empty = either & may_be_empty
        goal = self._goal
        if (empty | filled) & goal != goal:
            raise Contradiction
        return self._backwards(columns, reached, open_, stars)

    def _backwards(
        self, columns: list[tuple[int, int, int]], reached: list[tuple[int, int]], open_: int, stars: int
    ) -> Board:
        lower, pad, top, shift = self._lower, self._pad, self._top, self._stride - 1
        after_empty = after_filled = self._goal
        uppers = lowers = empties = 0
        for col in range(self._size - 1, -1, -1):
            upper_open, lower_open, may_be_empty = columns[col]
            empty, filled = reached[col]
            from_upper = after_filled & upper_open
            from_lower = after_filled & lower_open
            from_empty = after_empty & may_be_empty
            up = ((((empty << 1) & from_upper) + pad) & top) >> shift
            low = ((((empty << lower) & from_lower) + pad) & top) >> shift
            none = ((((empty | filled) & from_empty) + pad) & top) >> shift
            uppers |= up << col
            lowers |= low << col
            empties |= none << col
            after_filled = from_empty
            after_empty = from_empty | from_upper >> 1 | from_lower >> lower
        stride = self._stride
        open_ &= (uppers | self._last_row) & (lowers << stride | self._first_row)
        stars |= uppers & ~lowers & ~empties | (lowers & ~uppers & ~empties) << stride
        return Board(open_, stars)


def bits(mask: int) -> Iterator[int]:
    """The set bits of a mask, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest


def _transposing_swaps(side: int, stride: int) -> Iterator[tuple[int, int]]:
    """(distance, mask) of the exchanges that transpose a board: halves, then quarters, …"""
    step = side // 2
    while step:
        upper = sum(
            1 << row * stride + col + step
            for row in range(side)
            for col in range(side)
            if not row & step and not col & step
        )
        yield step * (stride - 1), upper
        step //= 2
