"""Regions that grow from their cores until no cell is left, and never let a second solution in.

Every solution that the solver finds beside the answer is a rival to remember: a cell is given to no region where
a known rival would become a solution. So the solver is asked rarely, about many cells at once, and cells that let
a rival in are opened again. A cell that no region may have is forced on one, at the expense of other cells of its
rivals, and the regions grow again.
"""

from __future__ import annotations

import random
from itertools import islice

from solvers.star_battle.cores import Cores
from solvers.star_battle.partition import Partition
from solvers.star_battle.rivals import OPEN, Stars
from solvers.star_battle.search import Search

MAX_NODES = 20_000
"""A board on which it takes so long to find out whether there is another solution is given up."""

RIVALS_A_LOOK = 8
"""Solutions asked for at once: they show which cells let in most of them."""

PATIENCE = 15
"""Cells forced in vain after which regions are given up: those that can be completed are so after fewer."""

COMPACT, WHIM = 0.25, 0.4
"""Weights of a cell's neighbours in the region, and of chance, against the region's share of the board."""


class Growth:
    """The growth of one partition; SolveTimeout ends it when a board is too hard.

    ``variety`` from 0 to 1 tells how much the regions differ in size.
    """

    def __init__(self, partition: Partition, rng: random.Random, variety: float) -> None:
        self._partition, self._rng = partition, rng
        self._full_size = [partition.size * (1 + variety * (2 * rng.random() - 1)) for _ in range(partition.size)]

    def complete(self) -> bool:
        """Whether all cells were given away so that the answer is the only solution."""
        if not self._lay_cores():
            return False
        self._grow(self._partition.size)
        best, vain = self._partition.region_of[:], 0
        while OPEN in best and vain < PATIENCE:
            vain += 1
            if self._force(self._rng.choice(self._partition.open_cells())):
                self._grow(len(best))
                gain = best.count(OPEN) - self._partition.region_of.count(OPEN)
                if gain >= 0:
                    best, vain = self._partition.region_of[:], 0 if gain else vain
            self._partition.give_all(best)
        return OPEN not in best

    def _lay_cores(self) -> bool:
        """Lays cores until they have one solution; False where that cannot be."""
        cores = Cores(self._partition, self._rng)
        cores.lay()
        while rivals := self._look(1):
            cells = self._apart(rivals)
            self._rng.shuffle(cells)
            if not any(cores.avoid(cell) for cell in cells):
                return False
        return True

    def _look(self, limit: int, given: tuple[int, ...] = ()) -> list[Stars]:
        """Up to ``limit`` solutions beside the answer, remembered from now on."""
        partition = self._partition
        search = Search(partition.puzzle(given), rng=self._rng, max_nodes=MAX_NODES)
        found = (tuple(row * partition.size + col for row, col in stars) for stars in search)
        rivals = list(islice((stars for stars in found if stars != partition.answer), limit))
        for stars in rivals:
            partition.rivals.add(stars, partition.region_of)
        return rivals

    def _apart(self, rivals: list[Stars]) -> list[int]:
        """The cells of these rivals where the answer has no star."""
        return sorted(set().union(*rivals).difference(self._partition.answer))

    def _grow(self, batch: int) -> None:
        """Gives cells away, ``batch`` at a time, until no region may have any of those left."""
        while given := self._give(batch):
            while rivals := self._look(RIVALS_A_LOOK):
                while rivals:
                    cell = max(given, key=lambda cell: sum(cell in stars for stars in rivals))
                    lost = self._partition.loss(cell) or []
                    self._open(lost)
                    given = [cell for cell in given if cell not in lost]
                    rivals = self._still_solutions(rivals)

    def _open(self, cells: list[int]) -> None:
        for cell in cells:
            self._partition.give(cell, OPEN)

    def _still_solutions(self, rivals: list[Stars]) -> list[Stars]:
        return [stars for stars in rivals if all(self._partition.region_of[cell] != OPEN for cell in stars)]

    def _give(self, batch: int) -> list[int]:
        """Gives up to ``batch`` cells to regions that may have them, as far as known; the cells."""
        partition = self._partition
        wishes = {(cell, region): 0.0 for cell in partition.open_cells() for region in partition.around(cell)}
        refused, given = set(), list[int]()
        while wishes and len(given) < batch:
            wish = min(wishes, key=self._reluctance)
            cell, region = wish
            if partition.rivals.forbid(cell, region):
                refused.add(wish)
                del wishes[wish]
                continue
            partition.give(cell, region)
            given.append(cell)
            wishes = {wish: 0.0 for wish in wishes if wish[0] != cell}
            for other in partition.beside[cell]:
                if partition.region_of[other] == OPEN and (other, region) not in refused:
                    wishes[other, region] = 0.0
        return given

    def _reluctance(self, wish: tuple[int, int]) -> float:
        """Small for a cell that makes a small region compact."""
        cell, region = wish
        region_of = self._partition.region_of
        near = sum(region_of[other] == region for other in self._partition.beside[cell])
        return self._partition.sizes[region] / self._full_size[region] - COMPACT * near + WHIM * self._rng.random()

    def _force(self, cell: int) -> bool:
        """Gives an open cell to a region, and opens cells of the rivals that this lets in; whether that worked."""
        partition = self._partition
        regions = partition.around(cell)
        if not regions:
            return False
        partition.give(cell, self._rng.choice(regions))
        while rivals := partition.rivals.solutions(cell) or self._look(RIVALS_A_LOOK, (cell,)):
            while rivals:
                lost = self._sacrifice(rivals, cell)
                if not lost:
                    return False
                self._open(lost)
                rivals = self._still_solutions(rivals)
        return True

    def _sacrifice(self, rivals: list[Stars], kept: int) -> list[int]:
        """Cells to open so that many of these rivals fall, but not this one; none where there are no such cells."""
        hits = {
            cell: sum(cell in stars for stars in rivals) + 2 * self._rng.random()
            for cell in self._apart(rivals)
            if cell != kept
        }
        for cell in sorted(hits, key=lambda cell: -hits[cell]):
            lost = self._partition.loss(cell)
            if lost and kept not in lost:
                return lost
        return []
