"""Comparison with a SAT solver."""

import random
from itertools import islice

import pytest

from solvers.star_battle import Puzzle, solutions
from solvers.star_battle.model import max_stars
from tests.qa.benchmarks.peers import cadical
from tests.solvers.boards import random_regions, random_walls, scattered_regions

LIMIT = 60

pytestmark = pytest.mark.usefixtures("tree")


def agree(puzzle):
    """Compare all solutions, or their number if there are many; return that number."""
    ours = set(islice(solutions(puzzle), LIMIT))
    theirs = set(islice(cadical(puzzle), LIMIT))
    assert len(ours) == len(theirs), puzzle
    assert ours == theirs or len(ours) == LIMIT, puzzle
    return len(ours)


def random_marks(puzzle, rng):
    cells = [(r, c) for r, row in enumerate(puzzle.grid) for c, ch in enumerate(row) if ch != "#"]
    answer = next(solutions(puzzle), None)
    given = rng.sample(answer or cells, min(len(cells), rng.randint(0, 2)))
    crossed = rng.sample(cells, min(len(cells), rng.randint(0, puzzle.size)))
    return Puzzle(puzzle.grid, puzzle.stars, frozenset(given), frozenset(crossed))


@pytest.mark.parametrize("make", [random_regions, scattered_regions, random_walls])
def test_the_oracle_finds_the_same_solutions(make):
    rng = random.Random(1)
    sizes = [size for size in (4, 5, 6, 7, 8) for _ in range(20)]
    counts = [
        agree(Puzzle(make(size, rng), stars))
        for size in sizes
        for stars in range(1, max_stars(size) + 1)
    ]
    assert {min(count, 2) for count in counts} == {0, 1, 2}


@pytest.mark.parametrize("size", [4, 5, 6, 7, 8])
@pytest.mark.parametrize("make", [random_regions, scattered_regions, random_walls])
def test_the_oracle_agrees_on_boards_with_marks(make, size):
    rng = random.Random(100 + size)
    for _ in range(20):
        agree(random_marks(Puzzle(make(size, rng), rng.randint(1, max_stars(size))), rng))
