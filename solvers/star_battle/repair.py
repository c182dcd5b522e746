"""The last open cells: those that no region may have as things stand are given away at the expense of others."""

from __future__ import annotations

import random
from collections.abc import Iterator

from solvers.star_battle.growth import RIVALS_A_LOOK, Growth
from solvers.star_battle.partition import Partition
from solvers.star_battle.rivals import OPEN, Stars

PATIENCE = 15
"""Attempts without gain after which regions are given up: those that can be completed are so after fewer."""


class Repair:
    """Changes to a grown partition, each of which leaves the answer the only solution."""

    def __init__(self, partition: Partition, growth: Growth, rng: random.Random) -> None:
        self._partition, self._growth, self._rng = partition, growth, rng

    def complete(self) -> bool:
        """Whether the last open cell was given away."""
        best, vain = self._partition.region_of[:], 0
        while OPEN in best and vain < PATIENCE:
            vain += 1
            if self._lead() or self._force():
                self._growth.grow(len(best))
                gain = best.count(OPEN) - self._partition.region_of.count(OPEN)
                if gain >= 0:
                    best, vain = self._partition.region_of[:], 0 if gain else vain
            self._partition.give_all(best)
        return OPEN not in best

    def _lead(self) -> bool:
        """Leads a region to an open cell through a cell beside it that another had; False where none may come."""
        ways = list(self._ways())
        if not ways or self._rng.random() < 0.5:
            return False
        cell, between, region = self._rng.choice(ways)
        self._growth.open_again([between])
        self._partition.give(between, region)
        self._partition.give(cell, region)
        self._growth.clear([between, cell])
        return True

    def _ways(self) -> Iterator[tuple[int, int, int]]:
        """Open cells, cells beside them that their regions can spare, and regions that may have both."""
        partition = self._partition
        for cell in partition.open_cells():
            for between in partition.beside[cell]:
                owner = partition.region_of[between]
                if owner == OPEN or partition.loss(between) != [between]:
                    continue
                partition.give(between, OPEN)
                for region in partition.around(between):
                    if region != owner and self._may_have(region, between, cell):
                        yield cell, between, region
                partition.give(between, owner)

    def _may_have(self, region: int, between: int, cell: int) -> bool:
        rivals = self._partition.rivals
        if rivals.forbid(between, region):
            return False
        self._partition.give(between, region)
        forbidden = rivals.forbid(cell, region)
        self._partition.give(between, OPEN)
        return not forbidden

    def _force(self) -> bool:
        """Gives an open cell to a region, opens cells of the rivals that this lets in, and others about them."""
        partition = self._partition
        cell = self._rng.choice(partition.open_cells())
        regions = partition.around(cell)
        if not regions:
            return False
        partition.give(cell, self._rng.choice(regions))
        while rivals := partition.rivals.solutions(cell) or self._growth.look(RIVALS_A_LOOK, (cell,)):
            while rivals:
                lost = self._sacrifice(rivals, cell)
                if not lost:
                    return False
                self._growth.open_again(lost)
                rivals = self._growth.still_solutions(rivals)
        self._loosen(cell)
        return True

    def _sacrifice(self, rivals: list[Stars], kept: int) -> list[int]:
        """Cells to open so that many of these rivals fall, but not this one; none where there are no such cells."""
        hits = {
            cell: sum(cell in stars for stars in rivals) + 2 * self._rng.random()
            for cell in self._growth.apart(rivals)
            if cell != kept
        }
        for cell in sorted(hits, key=lambda cell: -hits[cell]):
            lost = self._partition.loss(cell)
            if lost and kept not in lost:
                return lost
        return []

    def _loosen(self, kept: int) -> None:
        """Opens the cells beside an open one, as far as little hangs on them."""
        open_cells = self._partition.open_cells()
        if not open_cells or self._rng.random() < 0.5:
            return
        for cell in self._partition.beside[self._rng.choice(open_cells)]:
            lost = self._partition.loss(cell) if self._partition.region_of[cell] != OPEN else None
            if lost and kept not in lost and len(lost) < 4:
                self._growth.open_again(lost)
