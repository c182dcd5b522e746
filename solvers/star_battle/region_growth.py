"""Growth of regions from their cores until no cell is left, without ever allowing a second solution.

Every other solution that the solver finds is remembered as an alternative: a cell is not given to a region if that
makes a known alternative a solution. So the solver runs rarely, for many cells at once, and cells that allow an
alternative are opened again.
"""

from __future__ import annotations

import random
from itertools import islice

from solvers.deadline import Deadline
from solvers.star_battle.region_cores import RegionCores
from solvers.star_battle.region_partition import OPEN, RegionPartition, StarCells
from solvers.star_battle.search import SolutionSearch

NODES_A_CELL = 3
"""Boards per cell that a search for another solution may visit; after that, the puzzle is given up."""

ALTERNATIVES_PER_SEARCH = 8
"""Number of alternatives to search for at once: together they show which cells allow most of them."""

FEW = 3
"""Maximum number of cells to check one by one, as stars: that settles most of the board."""

COMPACT, CHANCE = 0.25, 0.4
"""Weights of a cell's neighbours in the region, and of chance, against the region's share of the board."""


class RegionGrowth:
    """Growth of one partition; SolveTimeout ends it if a board is too hard, or the time is up.

    ``variety`` from 0 to 1 is the variety of the regions' sizes.
    """

    def __init__(self, partition: RegionPartition, rng: random.Random, variety: float, deadline: Deadline) -> None:
        self._partition, self._rng, self._deadline = partition, rng, deadline
        self._full_size = [partition.size * (1 + variety * (2 * rng.random() - 1)) for _ in range(partition.size)]

    def start(self) -> bool:
        """Lay cores until they have one solution, and grow the regions; return False if that is impossible."""
        if not self._lay_cores():
            return False
        self.grow(self._partition.size)
        return True

    def _lay_cores(self) -> bool:
        cores = RegionCores(self._partition, self._rng)
        cores.lay()
        while alternatives := self.find_alternatives(1):
            cells = self.cells_apart(alternatives)
            self._rng.shuffle(cells)
            if not any(cores.avoid(cell) for cell in cells):
                return False
        return True

    def find_alternatives(self, limit: int, given: tuple[int, ...] = ()) -> list[StarCells]:
        """Return up to ``limit`` solutions beside the answer that include these stars, and remember them."""
        partition = self._partition
        boards = NODES_A_CELL * partition.size**2
        search = SolutionSearch(
            partition.puzzle(given), rng=self._rng, max_nodes=boards, timeout_s=self._deadline.left_s
        )
        found = (tuple(row * partition.size + col for row, col in stars) for stars in search)
        alternatives = list(islice((stars for stars in found if stars != partition.answer), limit))
        for stars in alternatives:
            partition.alternatives.add(stars, partition.region_of)
        return alternatives

    def cells_apart(self, alternatives: list[StarCells]) -> list[int]:
        """Return the cells of these alternatives in which the answer has no star."""
        return sorted(set().union(*alternatives).difference(self._partition.answer))

    def grow(self, batch: int) -> None:
        """Give cells to regions, ``batch`` at a time, until no region may have any of the remaining ones."""
        while given := self._give(batch):
            self.clear(given)

    def clear(self, given: list[int]) -> None:
        """Open some of the cells given to regions last, until the answer is the only solution."""
        region_of = self._partition.region_of
        stars = [(cell,) for cell in given] if len(given) <= FEW else [()]
        for star in stars:
            while OPEN not in map(region_of.__getitem__, star) and (
                alternatives := self.find_alternatives(ALTERNATIVES_PER_SEARCH, star)
            ):
                while alternatives:
                    cell = max(given, key=lambda cell: sum(cell in stars for stars in alternatives))
                    lost = self._partition.loss(cell) or [cell]
                    self.open_again(lost)
                    given = [cell for cell in given if cell not in lost]
                    alternatives = self.still_solutions(alternatives)

    def open_again(self, cells: list[int]) -> None:
        """Remove cells from their regions."""
        for cell in cells:
            self._partition.give(cell, OPEN)

    def still_solutions(self, alternatives: list[StarCells]) -> list[StarCells]:
        """Return those of some solutions in which every star still has a region."""
        return [stars for stars in alternatives if all(self._partition.region_of[cell] != OPEN for cell in stars)]

    def _give(self, batch: int) -> list[int]:
        """Give up to ``batch`` cells to regions that may have them as far as known, and return the cells."""
        partition = self._partition
        candidates = dict.fromkeys(
            (cell, region) for cell in partition.open_cells() for region in partition.around(cell)
        )
        refused, given = set(), list[int]()
        while candidates and len(given) < batch:
            candidate = min(candidates, key=self._reluctance)
            cell, region = candidate
            if partition.alternatives.forbid(cell, region):
                refused.add(candidate)
                del candidates[candidate]
                continue
            partition.give(cell, region)
            given.append(cell)
            candidates = dict.fromkeys(candidate for candidate in candidates if candidate[0] != cell)
            for other in partition.beside[cell]:
                if partition.region_of[other] == OPEN and (other, region) not in refused:
                    candidates[other, region] = None
        return given

    def _reluctance(self, candidate: tuple[int, int]) -> float:
        """Return a cost that is low for a cell that keeps a small region compact."""
        cell, region = candidate
        region_of = self._partition.region_of
        near = sum(region_of[other] == region for other in self._partition.beside[cell])
        return self._partition.sizes[region] / self._full_size[region] - COMPACT * near + CHANCE * self._rng.random()
