"""Growth of regions from their cores until no cell is left, without ever allowing a second
solution.

Every other solution that the solver finds is remembered as an alternative: a cell is not given to a
region if that makes a known alternative a solution. So the solver runs rarely, for many cells at
once, and cells that allow an alternative are opened again. The last open cells, which no region may
have yet, are traded for others.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, filterfalse, product

from solvers.deadline import Deadline
from solvers.star_battle.region_partition import (
    OPEN,
    RegionCores,
    RegionPartition,
    StarCells,
    number_cells,
)
from solvers.star_battle.search import SolutionSearch

NODES_A_CELL = 3
"""Boards per cell that a search for another solution may visit.

After that, the puzzle is given up.
"""

ALTERNATIVES_PER_SEARCH = 8
"""Alternatives to search for at once: together they show which cells allow most of them."""

FEW = 3
"""Maximum number of cells to check one by one, as stars: that settles most of the board."""

COMPACT = 0.25
CHANCE = 0.4
"""Weights of a cell's neighbours in the region, and of chance, against the region's share of the
board.
"""

PATIENCE = 15
"""Attempts without gain after which the regions are given up: completable regions need fewer."""

SMALL_LOSS = 3
"""Most cells that a region may lose when cells beside an open one are opened too."""


class RegionGrowth:
    """Growth of one partition; SolveTimeout ends it if a board is too hard, or the time is up.

    ``variety`` from 0 to 1 is the variety of the regions' sizes.
    """

    def __init__(
        self, partition: RegionPartition, rng: random.Random, variety: float, deadline: Deadline
    ) -> None:
        self._partition = partition
        self._rng = rng
        self._deadline = deadline
        self._full_size = [
            partition.size * (1 + variety * (2 * rng.random() - 1)) for _ in range(partition.size)
        ]

    def start(self) -> bool:
        """Lay cores until they have one solution, and grow the regions.

        Return False if that is impossible.
        """
        cores = RegionCores(self._partition, self._rng)
        cores.lay_all()
        while alternatives := self.find_alternatives(1):
            cells = self.cells_apart(alternatives)
            self._rng.shuffle(cells)
            if not any(map(cores.avoid, cells)):
                return False
        self.grow(self._partition.size)
        return True

    def find_alternatives(self, limit: int, given: tuple[int, ...] = ()) -> list[StarCells]:
        """Return up to ``limit`` solutions beside the answer that include these stars, and remember
        them.
        """
        partition = self._partition
        search = SolutionSearch(
            partition.puzzle(given),
            rng=self._rng,
            max_nodes=NODES_A_CELL * partition.size**2,
            timeout_s=self._deadline.left_s,
        )
        alternatives: list[StarCells] = []
        for found in search:
            stars = number_cells(found, partition.size)
            if stars != partition.answer:
                alternatives.append(stars)
                partition.alternatives.add(stars, partition.region_of)
            if len(alternatives) == limit:
                break
        return alternatives

    def cells_apart(self, alternatives: list[StarCells]) -> list[int]:
        """Return the cells of these alternatives in which the answer has no star."""
        return sorted(set(chain.from_iterable(alternatives)).difference(self._partition.answer))

    def grow(self, batch: int) -> None:
        """Give cells to regions, ``batch`` at a time, until no region may have any of the remaining
        ones.
        """
        while given := self._give_cells(batch):
            self.clear_alternatives(given)

    def clear_alternatives(self, given: list[int]) -> None:
        """Open some of the cells given to regions last, until the answer is the only solution."""
        if len(given) > FEW:
            self._clear_with_star(given, ())
            return
        for cell in list(given):
            given = self._clear_with_star(given, (cell,))

    def _clear_with_star(self, given: list[int], star: tuple[int, ...]) -> list[int]:
        """Open given cells until no alternative has this star; return the cells that are left."""
        while not self._is_open(star):
            alternatives = self.find_alternatives(ALTERNATIVES_PER_SEARCH, star)
            if not alternatives:
                break
            while alternatives:
                # The cell that most alternatives use, with all that it cuts off.
                cell = max(given, key=Counter(chain.from_iterable(alternatives)).__getitem__)
                lost = self._partition.find_loss(cell) or [cell]
                self.open_again(lost)
                given = [cell for cell in given if cell not in lost]
                alternatives = self.still_solutions(alternatives)
        return given

    def open_again(self, cells: Iterable[int]) -> None:
        """Remove cells from their regions."""
        for cell in cells:
            self._partition.give(cell, OPEN)

    def still_solutions(self, alternatives: list[StarCells]) -> list[StarCells]:
        """Return those of some solutions in which every star still has a region."""
        return list(filterfalse(self._is_open, alternatives))

    def _is_open(self, cells: StarCells) -> bool:
        """Return True if one of these cells has no region."""
        return any(self._partition.region_of[cell] == OPEN for cell in cells)

    def _give_cells(self, batch: int) -> list[int]:
        """Give up to ``batch`` cells to regions that may have them as far as known, and return the
        cells.
        """
        partition = self._partition
        # A dictionary keeps the order, on which the puzzle of a seed depends.
        candidates: dict[tuple[int, int], None] = {}
        for cell in partition.open_cells():
            candidates |= dict.fromkeys(product([cell], partition.regions_around(cell)))
        refused: set[tuple[int, int]] = set()
        given: list[int] = []
        while candidates and len(given) < batch:
            candidate = min(candidates, key=self._rate_reluctance)
            cell, region = candidate
            # A refused candidate stays refused until the next batch.
            if partition.alternatives.forbid(cell, region):
                refused.add(candidate)
                del candidates[candidate]
                continue
            partition.give(cell, region)
            given.append(cell)
            candidates = {key: None for key in candidates if key[0] != cell}
            for other in partition.beside[cell]:
                if partition.region_of[other] == OPEN and (other, region) not in refused:
                    candidates[other, region] = None
        return given

    def _rate_reluctance(self, candidate: tuple[int, int]) -> float:
        """Return a cost that is low for a cell that keeps a small region compact."""
        cell, region = candidate
        around = self._partition.beside[cell]
        near = sum(self._partition.region_of[other] == region for other in around)
        share = self._partition.sizes[region] / self._full_size[region]
        return share - COMPACT * near + CHANCE * self._rng.random()


class RegionRepair:
    """Changes to a grown partition after each of which the answer is still the only solution."""

    def __init__(
        self, partition: RegionPartition, growth: RegionGrowth, rng: random.Random
    ) -> None:
        self._partition = partition
        self._growth = growth
        self._rng = rng

    def complete(self) -> bool:
        """Give the open cells to regions, and return True if none is left."""
        partition = self._partition
        best = partition.region_of[:]
        vain = 0
        while OPEN in best and vain < PATIENCE:
            vain += 1
            if self._extend_region() or self._force_cell():
                self._growth.grow(len(best))
                gain = best.count(OPEN) - partition.region_of.count(OPEN)
                # An equal board is kept too: it may lead further.
                if gain >= 0:
                    best = partition.region_of[:]
                if gain > 0:
                    vain = 0
            partition.give_all(best)
        return OPEN not in best

    def _extend_region(self) -> bool:
        """Extend a region to an open cell through a neighbouring cell of another.

        Return False if none may have it.
        """
        ways = list(self._list_ways())
        # Half of the time a cell is forced instead, which gets out of dead ends.
        if not ways or self._rng.random() < 0.5:
            return False
        cell, between, region = self._rng.choice(ways)
        self._growth.open_again([between])
        self._partition.give(between, region)
        self._partition.give(cell, region)
        self._growth.clear_alternatives([between, cell])
        return True

    def _list_ways(self) -> Iterator[tuple[int, int, int]]:
        """Yield (open cell, neighbour that its region can spare, region that may have both)."""
        partition = self._partition
        for cell in partition.open_cells():
            for between in partition.beside[cell]:
                owner = partition.region_of[between]
                if owner == OPEN or partition.find_loss(between) != [between]:
                    continue
                partition.give(between, OPEN)
                for region in partition.regions_around(between):
                    if region != owner and self._may_have_both(region, between, cell):
                        yield cell, between, region
                partition.give(between, owner)

    def _may_have_both(self, region: int, between: int, cell: int) -> bool:
        alternatives = self._partition.alternatives
        if alternatives.forbid(between, region):
            return False
        self._partition.give(between, region)
        is_forbidden = alternatives.forbid(cell, region)
        self._partition.give(between, OPEN)
        return not is_forbidden

    def _force_cell(self) -> bool:
        """Give an open cell to a region, and open cells of the alternatives that this allows, and
        others near them.

        Return False if that is not possible.
        """
        partition = self._partition
        cell = self._rng.choice(partition.open_cells())
        regions = partition.regions_around(cell)
        if not regions:
            return False
        partition.give(cell, self._rng.choice(regions))
        while alternatives := self._find_alternatives_with(cell):
            while alternatives:
                lost = self._choose_sacrifice(alternatives, cell)
                if not lost:
                    return False
                self._growth.open_again(lost)
                alternatives = self._growth.still_solutions(alternatives)
        self._loosen_neighbours(cell)
        return True

    def _find_alternatives_with(self, cell: int) -> list[StarCells]:
        """Return solutions with a star here: those known by now, otherwise those that a search
        finds.
        """
        known = self._partition.alternatives.solutions(cell)
        return known or self._growth.find_alternatives(ALTERNATIVES_PER_SEARCH, (cell,))

    def _choose_sacrifice(self, alternatives: list[StarCells], kept: int) -> list[int]:
        """Return cells other than ``kept`` whose opening rules out many of these alternatives.

        [] if there are none.
        """
        uses = Counter(chain.from_iterable(alternatives))
        hits: dict[int, float] = {}
        for cell in self._growth.cells_apart(alternatives):
            if cell != kept:
                hits[cell] = uses[cell] + 2 * self._rng.random()
        for cell in sorted(hits, key=lambda cell: -hits[cell]):
            lost = self._partition.find_loss(cell)
            if lost and kept not in lost:
                return lost
        return []

    def _loosen_neighbours(self, kept: int) -> None:
        """Open the cells beside an open one if their regions lose little with them."""
        partition = self._partition
        open_cells = partition.open_cells()
        if not open_cells or self._rng.random() < 0.5:
            return
        for cell in partition.beside[self._rng.choice(open_cells)]:
            if partition.region_of[cell] != OPEN:
                lost = partition.find_loss(cell)
                if lost and kept not in lost and len(lost) <= SMALL_LOSS:
                    self._growth.open_again(lost)
