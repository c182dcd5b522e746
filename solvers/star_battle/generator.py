"""New puzzles: stars first, then regions grown around them, or walls, until no other solution is left."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice
from types import MappingProxyType

from solvers.errors import BadNotation, NotMade, SolveTimeout
from solvers.star_battle.growth import NODES_A_CELL, Growth
from solvers.star_battle.model import PLAIN, WALL, Cell, Puzzle
from solvers.star_battle.partition import Partition
from solvers.star_battle.repair import Repair
from solvers.star_battle.search import Search, solve

VARIETY: Mapping[str | None, float] = MappingProxyType(
    {None: 0.6, "easy": 0.9, "normal": 0.9, "hard": 0.8, "expert": 0.3}
)
"""Difficulty → how much the regions differ in size: by themselves about as in print; small ones make it easier."""

WIDER = 0.01
"""What each failure adds to that: the largest boards with few stars for their size hardly come out otherwise."""

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
    if difficulty not in VARIETY:
        raise BadNotation(f"no difficulty {difficulty!r}", hint=", ".join(filter(None, VARIETY)))
    puzzles = _puzzles(size, stars, random.Random(seed), None if shapeless else VARIETY[difficulty])
    return next(puzzles) if difficulty is None else _first(puzzles, difficulty)


def _first(puzzles: Iterator[Puzzle], difficulty: str) -> Puzzle:
    from solvers.star_battle.explanation import explain

    likely = (puzzle for puzzle in islice(puzzles, ATTEMPTS) if _may_be(difficulty, puzzle))
    met = Counter[str]()
    for puzzle in likely:
        found = explain(puzzle).difficulty
        if found == difficulty:
            return puzzle
        met[found] += 1
    others = ", ".join(f"{number} {name}" for name, number in met.items()) or "none came near"
    raise NotMade(f"no {difficulty} puzzle among {ATTEMPTS}: {others}", hint="another seed, size or difficulty")


def _may_be(difficulty: str, puzzle: Puzzle) -> bool:
    """Whether the search says so, in far less time than the explanation: what it must guess at is no easy puzzle."""
    guessed = solve(puzzle).nodes > 1
    return guessed if difficulty == "expert" else difficulty == "hard" or not guessed


def _puzzles(size: int, stars: int, rng: random.Random, variety: float | None) -> Iterator[Puzzle]:
    """Puzzles with regions that differ so much in size, or without regions."""
    tries = 0
    while True:
        answer = _random_answer(size, stars, rng)
        tries += 1
        with suppress(SolveTimeout):
            if variety is None:
                yield _walled(size, stars, answer, rng)
            elif puzzle := _divided(size, stars, answer, min(1, variety + WIDER * (tries - 1)), rng):
                tries = 0
                yield puzzle


def _random_answer(size: int, stars: int, rng: random.Random) -> tuple[Cell, ...]:
    everywhere = Puzzle((PLAIN * size,) * size, stars)
    while True:
        with suppress(SolveTimeout):
            return next(iter(Search(everywhere, rng=rng, max_nodes=LUCKY_NODES)))


def _divided(size: int, stars: int, answer: tuple[Cell, ...], variety: float, rng: random.Random) -> Puzzle | None:
    partition = Partition(size, stars, tuple(row * size + col for row, col in answer))
    growth = Growth(partition, rng, variety)
    done = growth.start() and Repair(partition, growth, rng).complete()
    return partition.puzzle() if done else None


def _walled(size: int, stars: int, answer: tuple[Cell, ...], rng: random.Random) -> Puzzle:
    rows = [[PLAIN] * size for _ in range(size)]
    while True:
        puzzle = Puzzle(tuple(map("".join, rows)), stars)
        found = Search(puzzle, rng=rng, max_nodes=NODES_A_CELL * size**2)
        other = next((other for other in found if other != answer), None)
        if other is None:
            return puzzle
        row, col = rng.choice(sorted(set(other).difference(answer)))
        rows[row][col] = WALL
