"""Puzzles for the tests of the text forms, and a comparison that ignores the choice of letters."""

import random

from hypothesis import strategies as st

from solvers.notation.boards import letter_regions
from solvers.star_battle import Puzzle
from solvers.star_battle.model import SMALLEST, max_stars
from tests.solvers.boards import random_regions, random_walls

GRID = ("AAAAB", "CDAAA", "CCAAA", "CEEAA", "CCEAA")
FIVE = Puzzle(GRID, 1)
SOME_MARKS = Puzzle(GRID, 1, given=frozenset({(0, 4), (2, 3)}), crossed=frozenset({(0, 0), (4, 4)}))
WALLED = Puzzle(("#...", "....", "..#.", "...."), 1)
OPEN = Puzzle(("....", "....", "....", "...."), 1)


def essence(puzzle: Puzzle) -> tuple[object, ...]:
    """Return a puzzle in a form that does not depend on its choice of letters."""
    walled = "#" in "".join(puzzle.grid) or "." in "".join(puzzle.grid)
    grid = puzzle.grid if walled else letter_regions(puzzle.grid)
    return grid, puzzle.stars, puzzle.given, puzzle.crossed


@st.composite
def puzzles(draw, *, smallest=SMALLEST, largest=14, walls=False, marks=False):
    """Draw puzzles on random boards, with regions or with walls, with marked cells or not."""
    size = draw(st.integers(smallest, largest))
    rng = random.Random(draw(st.integers(0, 10**6)))
    grid = random_walls(size, rng) if walls else random_regions(size, rng)
    free = [(r, c) for r in range(size) for c in range(size) if grid[r][c] != "#"]
    known = rng.sample(free, draw(st.integers(0, min(20, len(free))))) if marks else []
    given = draw(st.integers(0, len(known)))
    stars = draw(st.integers(1, max_stars(size)))
    return Puzzle(grid, stars, frozenset(known[:given]), frozenset(known[given:]))
