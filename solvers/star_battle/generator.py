"""New puzzles: stars first, then regions around them, then borders moved until no other solution is left."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress

from solvers.errors import SolveTimeout
from solvers.star_battle.model import PLAIN, WALL, Cell, Puzzle
from solvers.star_battle.partition import Move, Partition
from solvers.star_battle.search import Search

Stars = frozenset[Cell]

MAX_NODES = 5000
"""A board on which it takes so long to find out whether there is another solution is given up."""


def generate(size: int, stars: int, seed: int) -> Puzzle:
    """A puzzle with connected regions and exactly one solution; the same for the same arguments.

    Raises
    ------
    BadNotation
        So many stars do not fit on a board of this size.
    """
    rng = random.Random(seed)
    while True:
        partition = Partition(size, stars, _random_answer(size, stars, rng), rng)
        with suppress(SolveTimeout):
            if _make_unique(partition, rng):
                return partition.puzzle()


def generate_shapeless(size: int, stars: int, seed: int) -> Puzzle:
    """A board of cells and walls with exactly one solution; the same for the same arguments.

    Raises
    ------
    BadNotation
        So many stars do not fit on a board of this size.
    """
    rng = random.Random(seed)
    while True:
        with suppress(SolveTimeout):
            return _walled(size, stars, _random_answer(size, stars, rng), rng)


def _walled(size: int, stars: int, answer: Stars, rng: random.Random) -> Puzzle:
    rows = [[PLAIN] * size for _ in range(size)]
    while True:
        puzzle = Puzzle(tuple(map("".join, rows)), stars)
        other = _other_answer(puzzle, answer, rng)
        if other is None:
            return puzzle
        row, col = rng.choice(sorted(other - answer))
        rows[row][col] = WALL


def _random_answer(size: int, stars: int, rng: random.Random) -> Stars:
    everywhere = Puzzle((PLAIN * size,) * size, stars)
    return frozenset(next(iter(Search(everywhere, rng=rng))))


def _other_answer(puzzle: Puzzle, answer: Stars, rng: random.Random) -> Stars | None:
    found = map(frozenset, Search(puzzle, rng=rng, max_nodes=MAX_NODES))
    return next((other for other in found if other != answer), None)


def _make_unique(partition: Partition, rng: random.Random) -> bool:
    """Moves border cells until the puzzle has one solution; False where that stalls.

    A cell that another solution needs is moved out of its region, which rules that solution out. Of all such
    moves, one is taken that brings back the fewest solutions ruled out before. Regions that become unique do so
    after far fewer moves than are allowed here; others wander for ever.
    """
    seen: list[Stars] = []
    for _ in range(partition.size**2 // 2):
        other = _other_answer(partition.puzzle(), partition.answer, rng)
        if other is None:
            return True
        moves = list(partition.moves(sorted(other)))
        if not moves:
            return False
        seen.append(other)
        near = _one_cell_away(partition, seen)
        rng.shuffle(moves)
        partition.move(min(moves, key=near.__getitem__))
    return False


def _one_cell_away(partition: Partition, seen: list[Stars]) -> Counter[Move]:
    """Move → how many of these sets of stars it would turn into solutions."""
    near: Counter[Move] = Counter()
    for answer in seen:
        counts = partition.counts(answer)
        rich = [region for region, count in enumerate(counts) if count == partition.stars + 1]
        poor = [region for region, count in enumerate(counts) if count == partition.stars - 1]
        balanced = counts.count(partition.stars)
        if len(rich) == len(poor) == 1 and balanced == partition.size - 2:
            near.update((cell, rich[0], poor[0]) for cell in answer)
    return near
