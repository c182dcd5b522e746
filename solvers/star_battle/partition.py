"""A board cut into connected regions that share out the stars of one answer, and how its borders can move."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from solvers.star_battle.model import LETTERS, Cell, Puzzle, beside, connected

Graph = dict[Cell, list[Cell]]
Move = tuple[Cell, int, int]
"""A cell, the region it leaves and the one it joins."""

CUT_ATTEMPTS = 50


class Partition:
    """Regions of a square board, each connected and with ``stars`` stars of the answer."""

    def __init__(self, size: int, stars: int, answer: Iterable[Cell], rng: random.Random) -> None:
        self.size, self.stars = size, stars
        self.answer = frozenset(answer)
        group_of = None
        while group_of is None:
            territories = _territories(size, sorted(self.answer), rng)
            group_of = _groups(_contacts(territories), stars, rng)
        self.region_of = {cell: group_of[star] for cell, star in territories.items()}

    def puzzle(self) -> Puzzle:
        """The puzzle with these regions, lettered by first appearance."""
        letters: dict[int, str] = {}
        for cell in sorted(self.region_of):
            letters.setdefault(self.region_of[cell], LETTERS[len(letters)])
        rows = range(self.size)
        grid = ("".join(letters[self.region_of[row, col]] for col in rows) for row in rows)
        return Puzzle(tuple(grid), self.stars)

    def moves(self, cells: Iterable[Cell]) -> Iterator[Move]:
        """Every way to give one of these cells, if it is no star of the answer, to a region beside it."""
        for cell in cells:
            if cell not in self.answer:
                source = self.region_of[cell]
                targets = {self.region_of[other] for other in beside(cell) if other in self.region_of}
                if self._can_lose(cell, source):
                    yield from ((cell, source, target) for target in sorted(targets - {source}))

    def move(self, move: Move) -> None:
        """Gives a cell to another region."""
        cell, _, target = move
        self.region_of[cell] = target

    def counts(self, cells: Iterable[Cell]) -> list[int]:
        """How many of these cells lie in each region."""
        counts = [0] * self.size
        for cell in cells:
            counts[self.region_of[cell]] += 1
        return counts

    def _can_lose(self, cell: Cell, region: int) -> bool:
        rest = {other for other, number in self.region_of.items() if number == region and other != cell}
        return connected(rest, min(rest)) == rest


def _territories(size: int, answer: list[Cell], rng: random.Random) -> dict[Cell, Cell]:
    """Cell → the star it was won for, by growing all stars' territories at random."""
    owner = {star: star for star in answer}
    frontier = list(answer)
    while frontier:
        place = rng.randrange(len(frontier))
        cell = frontier[place]
        open_ = [c for c in beside(cell) if 0 <= c[0] < size and 0 <= c[1] < size and c not in owner]
        if not open_:
            frontier[place] = frontier[-1]
            frontier.pop()
            continue
        grown = rng.choice(open_)
        owner[grown] = owner[cell]
        frontier.append(grown)
    return owner


def _contacts(territories: dict[Cell, Cell]) -> Graph:
    """Star → the stars whose territories share an edge with its own."""
    contacts: dict[Cell, set[Cell]] = {star: set() for star in territories.values()}
    for cell, star in territories.items():
        for other in beside(cell):
            if territories.get(other, star) != star:
                contacts[star].add(territories[other])
    return {star: sorted(others) for star, others in sorted(contacts.items())}


def _groups(contacts: Graph, stars: int, rng: random.Random) -> dict[Cell, int] | None:
    """Star → number of its group, each connected and of ``stars`` stars; None where no such groups are found.

    Spanning trees are cut in two, and the parts again, wherever both parts are multiples of a group.
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


def _cut(part: list[Cell], contacts: Graph, stars: int, rng: random.Random) -> list[list[Cell]] | None:
    for _ in range(CUT_ATTEMPTS):
        branches = [b for b in _branches(part, contacts, rng) if len(b) % stars == 0 and len(b) < len(part)]
        if branches:
            branch = set(rng.choice(branches))
            return [sorted(branch), [star for star in part if star not in branch]]
    return None


def _branches(part: list[Cell], contacts: Graph, rng: random.Random) -> list[list[Cell]]:
    """All branches of a random spanning tree of these stars."""
    inside = set(part)
    root = rng.choice(part)
    parent: dict[Cell, Cell] = {root: root}
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
