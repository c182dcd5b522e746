"""Pairs of neighbouring rows: they hold 2k stars, at most one in every two columns, which is tight on usual sizes.

All pairs are swept from left to right at once. The lane of a pair holds the set of its reachable states
(stars in the upper row, stars in the lower row) as bits; a sweep from right to left then shows which cells can be
filled, and which columns of a pair cannot be left empty. This covers all rules but the regions'.
"""

from __future__ import annotations

from solvers.star_battle.layout import Contradiction, Layout

_Column = tuple[int, int, int]
"""Possible states after a column with a star in the upper row, in the lower row, or without a star."""


def lane_bits(stars: int) -> int:
    """Return the bits that a pair needs in its lane: one per state, and a spare one for testing a whole lane."""
    return (stars + 1) ** 2 + 1


class RowPairs:
    """All pairs of neighbouring rows for one size and number of stars."""

    def __init__(self, layout: Layout, stars: int) -> None:
        states = range((stars + 1) ** 2)
        self._size, self._stride = layout.size, layout.stride
        self._down = stars + 1
        self._lanes = layout.lanes & ~layout.rows[-1]
        self._any = sum(1 << state for state in states)
        self._upper_placed = sum(1 << state for state in states if state % self._down)
        self._lower_placed = sum(1 << state for state in states if state >= self._down)
        self._goal = self._lanes << states[-1]
        self._top = self._lanes << self._stride - 1
        self._carry = self._top - self._lanes
        self._first_row, self._last_row = layout.rows[0], layout.rows[-1]

    def narrow(self, open_: int, stars: int) -> tuple[int, int]:
        """Return the open cells used by any placement in each pair, and the stars common to all placements."""
        columns = self._columns(open_, stars)
        goal, down = self._goal, self._down
        empty, filled = self._lanes, 0
        reached = []
        for upper, lower, none in columns:
            reached.append((empty, filled))
            empty, filled = (empty | filled) & none, (empty << 1) & upper | (empty << down) & lower
        if (empty | filled) & goal != goal:
            raise Contradiction
        uppers, lowers, empties = self._usable(columns, reached)
        open_ &= (uppers | self._last_row) & (lowers << self._stride | self._first_row)
        stars |= uppers & ~lowers & ~empties | (lowers & ~uppers & ~empties) << self._stride
        return open_, stars

    def _columns(self, open_: int, stars: int) -> list[_Column]:
        lanes = self._lanes
        open_below, vacant = open_ >> self._stride, ~(stars | stars >> self._stride)
        return [
            (
                ((open_ >> col) & lanes) * self._upper_placed,
                ((open_below >> col) & lanes) * self._lower_placed,
                ((vacant >> col) & lanes) * self._any,
            )
            for col in range(self._size)
        ]

    def _usable(self, columns: list[_Column], reached: list[tuple[int, int]]) -> tuple[int, int, int]:
        """Return masks of the columns, at the upper cells, whose upper cell, lower cell or neither can be filled."""
        down, carry, top, shift = self._down, self._carry, self._top, self._stride - 1
        after_empty = after_filled = self._goal
        uppers = lowers = empties = 0
        for col in range(self._size - 1, -1, -1):
            (upper, lower, none), (empty, filled) = columns[col], reached[col]
            by_upper, by_lower, by_none = after_filled & upper, after_filled & lower, after_empty & none
            # Adding the carry sets a lane's top bit where any other bit of the lane is set.
            uppers |= ((((empty << 1) & by_upper) + carry) & top) >> shift - col
            lowers |= ((((empty << down) & by_lower) + carry) & top) >> shift - col
            empties |= ((((empty | filled) & by_none) + carry) & top) >> shift - col
            after_empty, after_filled = by_none | by_upper >> 1 | by_lower >> down, by_none
        return uppers, lowers, empties
