"""Division of a board into regions in progress: every cell belongs to a region, or is still open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from solvers.cells import LETTERS, WALL
from solvers.star_battle.model import Puzzle, beside

OPEN = -1
"""Region of a cell that does not belong to one yet."""

StarCells = tuple[int, ...]
"""Cells of the stars, numbered row by row, in order."""


class _Alternative:
    """Stars that obey all rules except the regions'; ``faults`` counts the missing and surplus stars in regions."""

    __slots__ = ("counts", "faults", "stars")

    def __init__(self, stars: StarCells, counts: list[int], faults: int) -> None:
        self.stars, self.counts, self.faults = stars, counts, faults


class Alternatives:
    """All known alternatives of an answer on a board of ``size`` regions, updated when cells change regions."""

    def __init__(self, size: int, stars: int) -> None:
        self._size, self._stars = size, stars
        self._with_star: list[list[_Alternative]] = [[] for _ in range(size * size)]
        self._known: set[StarCells] = set()

    def add(self, stars: StarCells, region_of: Sequence[int]) -> None:
        """Remember an alternative."""
        if stars in self._known:
            return
        self._known.add(stars)
        counts = [0] * self._size
        for cell in stars:
            if region_of[cell] != OPEN:
                counts[region_of[cell]] += 1
        alternative = _Alternative(stars, counts, sum(abs(count - self._stars) for count in counts))
        for cell in stars:
            self._with_star[cell].append(alternative)

    def change(self, cell: int, old: int, new: int) -> None:
        """Update the alternatives after a cell has moved from one region to another."""
        for alternative in self._with_star[cell]:
            counts = alternative.counts
            if old != OPEN:
                alternative.faults += 1 if counts[old] <= self._stars else -1
                counts[old] -= 1
            if new != OPEN:
                alternative.faults -= 1 if counts[new] < self._stars else -1
                counts[new] += 1

    def forbid(self, cell: int, region: int) -> bool:
        """Return True if giving this open cell to the region turns an alternative into a solution."""
        missing = self._stars - 1
        return any(
            alternative.faults == 1 and alternative.counts[region] == missing for alternative in self._with_star[cell]
        )

    def solutions(self, cell: int) -> list[StarCells]:
        """Return those with a star here that are solutions now."""
        return [alternative.stars for alternative in self._with_star[cell] if not alternative.faults]


class RegionPartition:
    """Regions of a square board and the answer they are made for; cells are numbered row by row.

    Attributes
    ----------
    answer : the cells of the stars.
    region_of : for each cell the number of its region, or OPEN.
    sizes : for each region the number of its cells.
    beside : for each cell those that share an edge with it.
    alternatives : other answers seen so far.
    """

    def __init__(self, size: int, stars: int, answer: StarCells) -> None:
        self.size, self.stars, self.answer = size, stars, answer
        self.region_of = [OPEN] * size**2
        self.sizes = [0] * size
        self.alternatives = Alternatives(size, stars)
        places = range(size)
        self.beside = [
            tuple(r * size + c for r, c in beside((row, col)) if r in places and c in places)
            for row, col in product(places, repeat=2)
        ]
        self._is_star = [cell in answer for cell in range(size**2)]

    def give(self, cell: int, region: int) -> None:
        """Give a cell to a region, or open it."""
        old = self.region_of[cell]
        if old == region:
            return
        self.region_of[cell] = region
        if old != OPEN:
            self.sizes[old] -= 1
        if region != OPEN:
            self.sizes[region] += 1
        self.alternatives.change(cell, old, region)

    def give_all(self, region_of: Sequence[int]) -> None:
        """Give every cell to the region in this list."""
        for cell, region in enumerate(region_of):
            self.give(cell, region)

    def open_cells(self) -> list[int]:
        """Return the cells without a region."""
        return [cell for cell, region in enumerate(self.region_of) if region == OPEN]

    def around(self, cell: int) -> list[int]:
        """Return the regions to which an open cell can be given."""
        return sorted({self.region_of[other] for other in self.beside[cell]} - {OPEN})

    def loss(self, cell: int) -> list[int] | None:
        """Return the cells that a region loses with one of its cells, itself included; None if stars are among them."""
        region = self.region_of[cell]
        stars = [star for star in self.answer if self.region_of[star] == region]
        if self._is_star[cell]:
            return None
        reached, todo = {stars[0]}, [stars[0]]
        while todo:
            for other in self.beside[todo.pop()]:
                if self.region_of[other] == region and other != cell and other not in reached:
                    reached.add(other)
                    todo.append(other)
        if not reached.issuperset(stars):
            return None
        return [other for other, number in enumerate(self.region_of) if number == region and other not in reached]

    def puzzle(self, given: Iterable[int] = ()) -> Puzzle:
        """Return the puzzle with these regions, lettered by first appearance; open cells are walls."""
        letters: dict[int, str] = {OPEN: WALL}
        for region in self.region_of:
            letters.setdefault(region, LETTERS[len(letters) - 1])
        line = "".join(letters[region] for region in self.region_of)
        grid = tuple(line[start : start + self.size] for start in range(0, len(line), self.size))
        return Puzzle(grid, self.stars, frozenset(divmod(cell, self.size) for cell in given))
