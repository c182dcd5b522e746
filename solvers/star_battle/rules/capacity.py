"""How many stars a few cells have room for, when no two may touch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from solvers.star_battle.layout import Layout, bits

EXACT = 30
"""Cells up to which the room is worked out exactly; beyond, the 2x2 blocks that cover them bound it."""

REMEMBERED = 100_000
"""Results kept: most parts of a board are looked at in many positions. Bounds the memory."""

SPARE = 2
"""StarCapacity to spare beyond which no single star takes too much of it, but in the rarest of shapes."""


class Forced(NamedTuple):
    """What follows where so many stars are in a few cells: masks of stars, and of cells anywhere without one."""

    stars: int
    crossed: int


NOTHING = Forced(0, 0)


class StarCapacity:
    """The room of parts of boards of one layout; each is worked out once."""

    def __init__(self, layout: Layout, touching: Mapping[int, int]) -> None:
        self._layout, self._touching = layout, touching
        self._most: dict[int, int] = {}
        self._forced: dict[tuple[int, int], Forced] = {}

    def most(self, cells: int) -> int:
        """The most stars these cells hold, or for many cells a number that is not exceeded."""
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
        """What follows where ``count`` stars, for which there is room, are in these cells."""
        found = self._forced.get((cells, count))
        if found is None:
            if len(self._forced) >= REMEMBERED:
                self._forced.clear()
            found = self._forced[cells, count] = self._work_out(cells, count)
        return found

    def without(self, cells: int, star: int) -> int:
        """The most stars in these cells when there is one on ``star``, that one not counted."""
        return self.most(cells & ~(star | self._touching[star]))

    def blocks(self, cells: int, count: int) -> list[tuple[int, ...]]:
        """Every way to cover the cells with so many 2x2 blocks, each given as its part of the cells."""
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
        """A number of stars that do fit: row by row, each as soon as it can be placed."""
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
