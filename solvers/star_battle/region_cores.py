"""The core of each region: its stars, and paths that connect them."""

from __future__ import annotations

import random
from collections.abc import Set

from solvers.star_battle.region_partition import OPEN, RegionPartition

CUT_ATTEMPTS = 50

Graph = dict[int, list[int]]


class RegionCores:
    """Cores of a partition, each within the territory of its region; ``lay`` gives it their cells."""

    def __init__(self, partition: RegionPartition, rng: random.Random) -> None:
        self._partition, self._rng = partition, rng
        groups = None
        while groups is None:
            owner = _territories(partition, rng)
            groups = _groups(_contacts(owner, partition), partition.stars, rng)
        self._territory_of = [groups[star] for star in owner]
        self._barred: set[int] = set()

    def lay(self) -> None:
        """Reduce all regions to their cores."""
        self._partition.give_all([OPEN] * self._partition.size**2)
        for region in range(self._partition.size):
            self._lay(region)

    def avoid(self, cell: int) -> bool:
        """Reroute the core of this cell around it, for all later cores too; return False if that is impossible."""
        region = self._partition.region_of[cell]
        self._barred.add(cell)
        if self._lay(region):
            return True
        self._barred.remove(cell)
        return False

    def _lay(self, region: int) -> bool:
        stars = [star for star in self._partition.answer if self._territory_of[star] == region]
        core = {stars[0]}
        while not core.issuperset(stars):
            path = self._path(core, set(stars) - core, region)
            if not path:
                return False
            core |= path
        for cell, number in enumerate(self._territory_of):
            if number == region:
                self._partition.give(cell, region if cell in core else OPEN)
        return True

    def _path(self, core: Set[int], goals: Set[int], region: int) -> set[int]:
        """Return the cells of a shortest path from a core to one of the goals; empty if there is none."""
        came_from = {cell: cell for cell in sorted(core)}
        edge = list(came_from)
        while edge:
            self._rng.shuffle(edge)
            reached = []
            for cell in edge:
                for other in self._partition.beside[cell]:
                    if other in came_from or other in self._barred or self._territory_of[other] != region:
                        continue
                    came_from[other] = cell
                    reached.append(other)
                    if other in goals:
                        return _way_back(other, came_from)
            edge = reached
        return set()


def _way_back(cell: int, came_from: dict[int, int]) -> set[int]:
    path = {cell}
    while came_from[cell] != cell:
        cell = came_from[cell]
        path.add(cell)
    return path


def _territories(partition: RegionPartition, rng: random.Random) -> list[int]:
    """Return the star to whose territory each cell belongs after random growth of all territories."""
    owner = {star: star for star in partition.answer}
    frontier = list(partition.answer)
    while frontier:
        place = rng.randrange(len(frontier))
        cell = frontier[place]
        open_ = [other for other in partition.beside[cell] if other not in owner]
        if not open_:
            frontier[place] = frontier[-1]
            frontier.pop()
            continue
        grown = rng.choice(open_)
        owner[grown] = owner[cell]
        frontier.append(grown)
    return [star for _, star in sorted(owner.items())]


def _contacts(owner: list[int], partition: RegionPartition) -> Graph:
    """Return star → the stars whose territories share an edge with its own."""
    contacts: dict[int, set[int]] = {star: set() for star in partition.answer}
    for cell, star in enumerate(owner):
        contacts[star].update(owner[other] for other in partition.beside[cell])
    return {star: sorted(others - {star}) for star, others in contacts.items()}


def _groups(contacts: Graph, stars: int, rng: random.Random) -> dict[int, int] | None:
    """Return star → number of its group, each connected and of ``stars`` stars; None if no such groups are found.

    Spanning trees are cut in two, and the parts again, at places that leave multiples of a group on both sides.
    """
    parts, groups = [list(contacts)], []
    while parts:
        part = parts.pop()
        if len(part) == stars:
            groups.append(part)
            continue
        halves = _cut(part, contacts, stars, rng)
        if halves is None:
            return None
        parts += halves
    return {star: number for number, group in enumerate(groups) for star in group}


def _cut(part: list[int], contacts: Graph, stars: int, rng: random.Random) -> list[list[int]] | None:
    for _ in range(CUT_ATTEMPTS):
        branches = [b for b in _branches(part, contacts, rng) if len(b) % stars == 0 and len(b) < len(part)]
        if branches:
            branch = set(rng.choice(branches))
            return [sorted(branch), [star for star in part if star not in branch]]
    return None


def _branches(part: list[int], contacts: Graph, rng: random.Random) -> list[list[int]]:
    """Return all branches of a random spanning tree of these stars."""
    inside = set(part)
    root = rng.choice(part)
    parent: dict[int, int] = {root: root}
    order, edges = [root], [(root, other) for other in contacts[root]]
    while edges:
        place = rng.randrange(len(edges))
        edges[place], edges[-1] = edges[-1], edges[place]
        star, other = edges.pop()
        if other in inside and other not in parent:
            parent[other] = star
            order.append(other)
            edges += [(other, next_) for next_ in contacts[other]]
    branch = {star: [star] for star in order}
    for star in reversed(order[1:]):
        branch[parent[star]] += branch[star]
    return list(branch.values())
