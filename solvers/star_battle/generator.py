"""New puzzles: stars first, then regions grown around them, or walls, until no other solution is left."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

from solvers.errors import BadNotation, NotMade, SolveTimeout
from solvers.star_battle.growth import MAX_NODES, Growth
from solvers.star_battle.model import PLAIN, WALL, Cell, Puzzle
from solvers.star_battle.partition import Partition
from solvers.star_battle.repair import Repair
from solvers.star_battle.search import Search

VARIETY = 0.6
"""How much the regions differ in size, about as those of published puzzles do."""

ATTEMPTS = 200
"""Puzzles among which one of the difficulty asked for is looked for."""

LUCKY_NODES = 300
"""A random way to place the stars is found within so few boards or, once in a while, hardly ever."""


def generate(size: int, stars: int, seed: int, *, difficulty: str | None = None, shapeless: bool = False) -> Puzzle:
    """A puzzle with exactly one solution and connected regions, or walls; the same for the same arguments.

    With ``difficulty``, one of DIFFICULTIES of the explanation, it is the first that is explained as such.

    Raises
    ------
    BadNotation
        So many stars do not fit on a board of this size, or there is no such difficulty.
    NotMade
        None of the first ATTEMPTS puzzles has this difficulty.
    """
    puzzles = _puzzles(size, stars, random.Random(seed), shapeless)
    return next(puzzles) if difficulty is None else _first(puzzles, difficulty)


def _first(puzzles: Iterator[Puzzle], difficulty: str) -> Puzzle:
    from solvers.star_battle.explanation import DIFFICULTIES, explain

    if difficulty not in DIFFICULTIES:
        raise BadNotation(f"no difficulty {difficulty!r}", hint=", ".join(DIFFICULTIES))
    met = Counter[str]()
    for puzzle in islice(puzzles, ATTEMPTS):
        found = explain(puzzle).difficulty
        if found == difficulty:
            return puzzle
        met[found] += 1
    others = ", ".join(f"{number} {name}" for name, number in met.items())
    raise NotMade(f"no {difficulty} puzzle among {ATTEMPTS}: {others}", hint="another seed, size or difficulty")


def _puzzles(size: int, stars: int, rng: random.Random, shapeless: bool) -> Iterator[Puzzle]:
    make = _walled if shapeless else _divided
    while True:
        answer = _random_answer(size, stars, rng)
        with suppress(SolveTimeout):
            puzzle = make(size, stars, answer, rng)
            if puzzle:
                yield puzzle


def _random_answer(size: int, stars: int, rng: random.Random) -> tuple[Cell, ...]:
    everywhere = Puzzle((PLAIN * size,) * size, stars)
    while True:
        with suppress(SolveTimeout):
            return next(iter(Search(everywhere, rng=rng, max_nodes=LUCKY_NODES)))


def _divided(size: int, stars: int, answer: tuple[Cell, ...], rng: random.Random) -> Puzzle | None:
    partition = Partition(size, stars, tuple(row * size + col for row, col in answer))
    growth = Growth(partition, rng, VARIETY)
    done = growth.start() and Repair(partition, growth, rng).complete()
    return partition.puzzle() if done else None


def _walled(size: int, stars: int, answer: tuple[Cell, ...], rng: random.Random) -> Puzzle:
    rows = [[PLAIN] * size for _ in range(size)]
    while True:
        puzzle = Puzzle(tuple(map("".join, rows)), stars)
        found = Search(puzzle, rng=rng, max_nodes=MAX_NODES)
        other = next((other for other in found if other != answer), None)
        if other is None:
            return puzzle
        row, col = rng.choice(sorted(set(other).difference(answer)))
        rows[row][col] = WALL
