"""Random boards, and the rules of Star Battle once more, written for readability."""

import json
import random
from collections import Counter
from functools import cache
from itertools import combinations, product
from pathlib import Path

from hypothesis import strategies as st

from solvers.cells import LETTERS
from solvers.star_battle import Puzzle
from solvers.star_battle.model import max_stars

BUNDLED = Path(__file__).parents[2] / "autoplay" / "practice" / "puzzles.jsonl"
"""Puzzles of every size, easy and hard, that our generator made for the practice site."""

PUBLISHED = """\
0 1 1 1 1 1 2 2 2 2
0 0 0 3 3 1 4 4 2 2
0 0 0 3 3 3 4 4 2 2
0 5 4 4 4 4 4 4 2 2
0 5 4 6 6 6 6 6 2 2
5 5 5 6 6 6 6 6 6 2
5 5 5 5 5 5 7 7 7 7
5 5 5 5 8 5 7 7 7 7
5 9 9 8 8 8 8 7 7 7
9 9 8 8 8 8 8 7 7 7
"""
PUBLISHED_ANSWER = [
    *([0, 3], [0, 5], [1, 1], [1, 8], [2, 3], [2, 5], [3, 7], [3, 9], [4, 0], [4, 2]),
    *([5, 6], [5, 8], [6, 1], [6, 4], [7, 7], [7, 9], [8, 2], [8, 4], [9, 0], [9, 6]),
]


@cache
def bundled_puzzles():
    """Return the bundled puzzles with regions by their kind and number."""
    rows = [json.loads(line) for line in BUNDLED.read_text("utf-8").splitlines()]
    puzzles = {row["id"]: Puzzle(tuple(row["grid"]), row["stars"]) for row in rows}
    return {name: puzzle for name, puzzle in puzzles.items() if puzzle.regions}


def obeys_rules(grid, stars, cells):
    """Return True if these cells are an answer: k per row, column and region, none touching."""
    size = len(grid)
    apart = all(max(abs(r - s), abs(c - d)) > 1 for (r, c), (s, d) in combinations(cells, 2))
    on_walls = any(grid[r][c] == "#" for r, c in cells)
    rows, columns = Counter(r for r, _ in cells), Counter(c for _, c in cells)
    regions = Counter(grid[r][c] for r, c in cells if grid[r][c] not in "#.")
    letters = {ch for row in grid for ch in row} - {"#", "."}
    return (
        apart
        and not on_walls
        and rows == columns == dict.fromkeys(range(size), stars)
        and regions == dict.fromkeys(letters, stars)
    )


def random_regions(size, rng):
    """Return a board cut into connected regions at random, regardless of solutions."""
    places = list(product(range(size), repeat=2))
    owner = {cell: LETTERS[number] for number, cell in enumerate(rng.sample(places, size))}
    while len(owner) < size * size:
        r, c = rng.choice(list(owner))
        near = rng.choice([(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)])
        if near in places:
            owner.setdefault(near, owner[r, c])
    return tuple("".join(owner[r, c] for c in range(size)) for r in range(size))


def scattered_regions(size, rng):
    """Return such a board after single cells have become walls or gone to other regions, which may
    leave regions in several pieces.
    """
    rows = [list(row) for row in random_regions(size, rng)]
    for _ in range(rng.randrange(size * size)):
        row, col = rng.randrange(size), rng.randrange(size)
        letter = rows[row][col]
        if sum(line.count(letter) for line in rows) > 1:
            rows[row][col] = rng.choice("#" + LETTERS[:size])
    return tuple(map("".join, rows))


def random_walls(size, rng):
    """Return a shapeless board with a few walls."""
    share = rng.random() * 0.5
    return tuple(
        "".join("#" if rng.random() < share else "." for _ in range(size)) for _ in range(size)
    )


@st.composite
def boards(draw, largest=8):
    """Draw (grid, stars) of small random boards: regions in one piece or several, or shapeless."""
    size = draw(st.integers(4, largest))
    rng = random.Random(draw(st.integers(0, 10**6)))
    make = draw(st.sampled_from([random_regions, scattered_regions, random_walls]))
    return make(size, rng), draw(st.integers(1, max_stars(size)))
