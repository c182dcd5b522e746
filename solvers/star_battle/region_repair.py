"""Repair of a grown partition: the last open cells, which no region may have yet, are traded for others."""

from __future__ import annotations

import random
from collections.abc import Iterator

from solvers.star_battle.region_growth import ALTERNATIVES_PER_SEARCH, RegionGrowth
from solvers.star_battle.region_partition import OPEN, RegionPartition, StarCells

PATIENCE = 15
"""Attempts without gain after which the regions are given up: completable regions need fewer."""


class RegionRepair:
    """Changes to a grown partition after each of which the answer is still the only solution."""

    def __init__(self, partition: RegionPartition, growth: RegionGrowth, rng: random.Random) -> None:
        self._partition, self._growth, self._rng = partition, growth, rng

    def complete(self) -> bool:
        """Give the open cells to regions, and return True if none is left."""
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
        """Extend a region to an open cell through a neighbouring cell of another; return False if none may have it."""
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
        """Yield (open cell, neighbour that its region can spare, region that may have both)."""
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
        alternatives = self._partition.alternatives
        if alternatives.forbid(between, region):
            return False
        self._partition.give(between, region)
        forbidden = alternatives.forbid(cell, region)
        self._partition.give(between, OPEN)
        return not forbidden

    def _force(self) -> bool:
        """Give an open cell to a region, and open cells of the alternatives that this allows, and others near them.

        Return False if that is not possible.
        """
        partition = self._partition
        cell = self._rng.choice(partition.open_cells())
        regions = partition.around(cell)
        if not regions:
            return False
        partition.give(cell, self._rng.choice(regions))
        while alternatives := partition.alternatives.solutions(cell) or self._growth.find_alternatives(
            ALTERNATIVES_PER_SEARCH, (cell,)
        ):
            while alternatives:
                lost = self._sacrifice(alternatives, cell)
                if not lost:
                    return False
                self._growth.open_again(lost)
                alternatives = self._growth.still_solutions(alternatives)
        self._loosen(cell)
        return True

    def _sacrifice(self, alternatives: list[StarCells], kept: int) -> list[int]:
        """Return cells other than ``kept`` whose opening rules out many of these alternatives; [] if there are none."""
        hits = {
            cell: sum(cell in stars for stars in alternatives) + 2 * self._rng.random()
            for cell in self._growth.cells_apart(alternatives)
            if cell != kept
        }
        for cell in sorted(hits, key=lambda cell: -hits[cell]):
            lost = self._partition.loss(cell)
            if lost and kept not in lost:
                return lost
        return []

    def _loosen(self, kept: int) -> None:
        """Open the cells beside an open one if their regions lose little with them."""
        open_cells = self._partition.open_cells()
        if not open_cells or self._rng.random() < 0.5:
            return
        for cell in self._partition.beside[self._rng.choice(open_cells)]:
            lost = self._partition.loss(cell) if self._partition.region_of[cell] != OPEN else None
            if lost and kept not in lost and len(lost) < 4:
                self._growth.open_again(lost)
