"""Capacity of a few cells: the most stars they have room for if no two may touch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from solvers.star_battle.layout import Layout, bits

EXACT = 30
"""Maximum number of cells whose capacity is computed exactly; for more, the 2x2 blocks that cover them bound it."""

REMEMBERED = 100_000
"""Maximum number of cached results, which bounds the memory: most parts of a board recur in many positions."""

SPARE = 2
"""Spare capacity beyond which no single star takes too much of it, except in the rarest of shapes."""


class Forced(NamedTuple):
    """Consequences of a number of stars in a few cells: masks of stars, and of cells anywhere without one."""

    stars: int
    crossed: int


NOTHING = Forced(0, 0)


class StarCapacity:
    """Cached capacities of parts of boards of one layout."""

    def __init__(self, layout: Layout, touching: Mapping[int, int]) -> None:
        self._layout, self._touching = layout, touching
        self._most: dict[int, int] = {}
        self._forced: dict[tuple[int, int], Forced] = {}

    def most(self, cells: int) -> int:
        """Return the most stars these cells can hold, or for many cells an upper bound."""
        found = self._most.get(cells)
        if found is None:
            if len(self._most) >= REMEMBERED:
                self._most.clear()
            found = self._layout.blocks(cells)
            if cells.bit_count() <= EXACT and self._in_order(cells) < found:
                found = self._exact(cells)
            self._most[cells] = found
        return found

    def forced(self, cells: int, count: int) -> Forced:
        """Return the consequences of ``count`` stars, for which there is room, in these cells."""
        found = self._forced.get((cells, count))
        if found is None:
            if len(self._forced) >= REMEMBERED:
                self._forced.clear()
            found = self._forced[cells, count] = self._work_out(cells, count)
        return found

    def without(self, cells: int, star: int) -> int:
        """Return the most other stars in these cells if there is one on ``star``."""
        return self.most(cells & ~(star | self._touching[star]))

    def blocks(self, cells: int, count: int) -> list[tuple[int, ...]]:
        """Return every cover of the cells with this many 2x2 blocks, each given as its part of the cells."""
        return list(self._covers(cells, cells, count))

    def _covers(self, cells: int, left: int, count: int) -> list[tuple[int, ...]]:
        if not left or not count:
            return [] if left or count else [()]
        lowest, covers = left & -left, []
        pair_below = lowest << self._layout.stride | lowest
        for block in {cells & (pair_below | pair_below << 1), cells & (pair_below | pair_below >> 1)}:
            covers += [(block, *others) for others in self._covers(cells, left & ~block, count - 1)]
        return covers

    def _work_out(self, cells: int, count: int) -> Forced:
        spare = self.most(cells) - count
        if not count:
            return Forced(0, cells)
        if spare > SPARE:
            return NOTHING
        near = (cells | self._layout.touching(cells)) & self._layout.board
        crossed = 0
        for cell in bits(near):
            if cell in self._touching and self.without(cells, cell) < count - bool(cell & cells):
                crossed |= cell
        stars = 0 if spare else sum(cell for cell in bits(cells) if self.most(cells & ~cell) < count)
        return Forced(stars, crossed)

    def _in_order(self, cells: int) -> int:
        """Return a lower bound: the stars placed row by row, each as soon as possible."""
        placed = 0
        while cells:
            lowest = cells & -cells
            cells &= ~(lowest | self._touching[lowest])
            placed += 1
        return placed

    def _exact(self, cells: int) -> int:
        known: dict[int, int] = {0: 0}
        touching = self._touching

        def most(cells: int) -> int:
            found = known.get(cells)
            if found is None:
                lowest = cells & -cells
                near = touching[lowest] & cells
                found = 1 + most(cells & ~(lowest | near))
                if any(near & ~(touching[cell] | cell) for cell in bits(near)):
                    found = max(found, most(cells & ~lowest))
                known[cells] = found
            return found

        return most(cells)
