"""Division of a board into regions in progress: every cell belongs to a region, or is still open.

A region starts as its *core*: its stars, and paths that connect them.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import product

from solvers.cells import LETTERS, WALL, Cell, beside, find_connected, split_evenly
from solvers.star_battle.model import Puzzle

OPEN = -1
"""Region of a cell that does not belong to one yet."""

CUT_ATTEMPTS = 50
"""Random spanning trees to try until one can be cut in two."""

StarCells = tuple[int, ...]
"""Cells of the stars, numbered row by row, in order."""

Graph = dict[int, list[int]]


def number_cells(cells: Iterable[Cell], size: int) -> StarCells:
    """Return the numbers of these (row, col)."""
    return tuple(row * size + col for row, col in cells)


@dataclass(eq=False, slots=True)
class _Alternative:
    """Stars that obey all rules except the regions'.

    ``faults`` counts the missing and surplus stars in regions.
    """

    stars: StarCells
    counts: list[int]
    faults: int


class Alternatives:
    """All known alternatives of an answer on a board of ``size`` regions, updated when cells change
    regions.
    """

    def __init__(self, size: int, stars: int) -> None:
        self._size = size
        self._stars = stars
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
        """Return True if this open cell in the region would turn an alternative into a solution."""
        missing = self._stars - 1
        for alternative in self._with_star[cell]:
            if alternative.faults == 1 and alternative.counts[region] == missing:
                return True
        return False

    def solutions(self, cell: int) -> list[StarCells]:
        """Return those with a star here that are solutions now."""
        return [found.stars for found in self._with_star[cell] if not found.faults]


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
        self.size = size
        self.stars = stars
        self.answer = answer
        self.region_of = [OPEN] * size**2
        self.sizes = [0] * size
        self.alternatives = Alternatives(size, stars)
        self.beside: list[list[int]] = []
        places = range(size)
        for cell in product(places, places):
            self.beside.append(
                [row * size + col for row, col in beside(cell) if row in places and col in places]
            )
        self._star_cells = frozenset(answer)

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

    def regions_around(self, cell: int) -> list[int]:
        """Return the regions to which an open cell can be given."""
        return sorted({self.region_of[other] for other in self.beside[cell]} - {OPEN})

    def find_loss(self, cell: int) -> list[int] | None:
        """Return the cells that a region loses with one of its cells, itself included.

        None if stars are among them.
        """
        # A region keeps its stars, and all cells that connect them.
        if cell in self._star_cells:
            return None
        region = self.region_of[cell]
        stars = [star for star in self.answer if self.region_of[star] == region]

        def list_neighbours(at: int) -> Iterator[int]:
            for other in self.beside[at]:
                if self.region_of[other] == region and other != cell:
                    yield other

        reached = find_connected(stars[0], list_neighbours)
        if not reached.issuperset(stars):
            return None
        return [
            other
            for other, number in enumerate(self.region_of)
            if number == region and other not in reached
        ]

    def puzzle(self, given: Iterable[int] = ()) -> Puzzle:
        """Return the puzzle with these regions, lettered by first appearance.

        Open cells are walls.
        """
        letters: dict[int, str] = {OPEN: WALL}
        for region in self.region_of:
            letters.setdefault(region, LETTERS[len(letters) - 1])
        line = "".join(map(letters.__getitem__, self.region_of))
        return Puzzle(
            tuple(split_evenly(line, self.size)),
            self.stars,
            frozenset(divmod(cell, self.size) for cell in given),
        )


class RegionCores:
    """Cores of a partition, each within the territory of its region.

    ``lay_all`` gives it their cells.
    """

    def __init__(self, partition: RegionPartition, rng: random.Random) -> None:
        self._partition = partition
        self._rng = rng
        groups = None
        while groups is None:
            owner = _grow_territories(partition, rng)
            groups = _group_stars(_find_contacts(owner, partition), partition.stars, rng)
        self._territory_of = [groups[star] for star in owner]
        self._barred: set[int] = set()

    def lay_all(self) -> None:
        """Reduce all regions to their cores."""
        self._partition.give_all([OPEN] * self._partition.size**2)
        for region in range(self._partition.size):
            self._lay_core(region)

    def avoid(self, cell: int) -> bool:
        """Reroute the core of this cell around it, for all later cores too.

        Return False if that is impossible.
        """
        region = self._partition.region_of[cell]
        self._barred.add(cell)
        if self._lay_core(region):
            return True
        self._barred.remove(cell)
        return False

    def _lay_core(self, region: int) -> bool:
        stars = [star for star in self._partition.answer if self._territory_of[star] == region]
        core = {stars[0]}
        while not core.issuperset(stars):
            path = self._find_path(core, set(stars) - core, region)
            if not path:
                return False
            core |= path
        for cell, number in enumerate(self._territory_of):
            if number == region:
                self._partition.give(cell, region if cell in core else OPEN)
        return True

    def _find_path(self, core: Set[int], goals: Set[int], region: int) -> set[int]:
        """Return the cells of a shortest path from a core to one of the goals.

        Empty if there is none.
        """
        edge = sorted(core)
        came_from = dict(zip(edge, edge, strict=True))
        while edge:
            self._rng.shuffle(edge)
            reached = []
            for cell in edge:
                for other in self._partition.beside[cell]:
                    if (
                        other in came_from
                        or other in self._barred
                        or self._territory_of[other] != region
                    ):
                        continue
                    came_from[other] = cell
                    reached.append(other)
                    if other in goals:
                        return _follow_back(other, came_from)
            edge = reached
        return set()


def _follow_back(cell: int, came_from: dict[int, int]) -> set[int]:
    path = {cell}
    while came_from[cell] != cell:
        cell = came_from[cell]
        path.add(cell)
    return path


def _grow_territories(partition: RegionPartition, rng: random.Random) -> list[int]:
    """Return the star to whose territory each cell belongs after random growth of all."""
    frontier = list(partition.answer)
    owner = dict(zip(frontier, frontier, strict=True))
    while frontier:
        place = rng.randrange(len(frontier))
        cell = frontier[place]
        open_ = [other for other in partition.beside[cell] if other not in owner]
        # The last cell takes the place of a surrounded one, which is quicker than a deletion.
        if not open_:
            frontier[place] = frontier[-1]
            frontier.pop()
            continue
        grown = rng.choice(open_)
        owner[grown] = owner[cell]
        frontier.append(grown)
    return [owner[cell] for cell in range(len(owner))]


def _find_contacts(owner: list[int], partition: RegionPartition) -> Graph:
    """Return star → the stars whose territories share an edge with its own."""
    contacts: dict[int, set[int]] = {star: set() for star in partition.answer}
    for cell, star in enumerate(owner):
        contacts[star].update(owner[other] for other in partition.beside[cell])
    return {star: sorted(others - {star}) for star, others in contacts.items()}


def _group_stars(contacts: Graph, stars: int, rng: random.Random) -> dict[int, int] | None:
    """Return star → number of its group, each connected and of ``stars`` stars.

    None if no such groups are found.

    Spanning trees are cut in two, and the parts again, at places that leave multiples of a group on
    both sides.
    """
    group_of: dict[int, int] = {}
    groups = 0
    parts = [list(contacts)]
    while parts:
        part = parts.pop()
        # A part of one group is done; larger ones are cut again.
        if len(part) == stars:
            group_of |= dict.fromkeys(part, groups)
            groups += 1
            continue
        halves = _cut_in_two(part, contacts, stars, rng)
        if halves is None:
            return None
        parts += halves
    return group_of


def _cut_in_two(
    part: list[int], contacts: Graph, stars: int, rng: random.Random
) -> list[list[int]] | None:
    for _ in range(CUT_ATTEMPTS):
        fitting: list[list[int]] = []
        for branch in _list_branches(part, contacts, rng):
            if len(branch) % stars == 0 and len(branch) < len(part):
                fitting.append(branch)
        if fitting:
            chosen = set(rng.choice(fitting))
            return [sorted(chosen), [star for star in part if star not in chosen]]
    return None


def _list_branches(part: list[int], contacts: Graph, rng: random.Random) -> list[list[int]]:
    """Return all branches of a random spanning tree of these stars."""
    inside = set(part)
    root = rng.choice(part)
    parent: dict[int, int] = {root: root}
    order = [root]
    edges = list(product([root], contacts[root]))
    while edges:
        place = rng.randrange(len(edges))
        edges[place], edges[-1] = edges[-1], edges[place]
        star, other = edges.pop()
        if other in inside and other not in parent:
            parent[other] = star
            order.append(other)
            edges += product([other], contacts[other])
    branches = {star: [star] for star in order}
    for star in reversed(order[1:]):
        branches[parent[star]] += branches[star]
    return list(branches.values())
