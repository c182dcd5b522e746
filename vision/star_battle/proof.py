"""The solver as a witness: nearly all real puzzles have one solution, and hardly anything else that
looks like regions has."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import Final

from solvers.errors import BadNotation, SolveTimeout
from solvers.star_battle.model import Puzzle, max_stars
from solvers.star_battle.search import SolutionSearch

MOST_ROWS_SOLVED: Final = 16
"""Maximum number of rows of a board that is solved as evidence: that takes 1 to 6 ms, and 140 ms
for 25 rows."""
MOST_BOARDS: Final = 500
"""Number of boards visited to prove a board with walls or with regions in pieces, for each number
of stars: real ones with walls need up to 11. A count, unlike a time, gives the same reading on a
busy machine."""


@lru_cache(maxsize=64)
def has_one_solution(grid: tuple[str, ...]) -> bool | None:
    """Return True if one number of stars gives the board exactly one solution, False if none does,
    or several do; None if a search takes too long."""
    fitting = 0
    try:
        for stars in range(1, max(1, max_stars(len(grid))) + 1):
            search = SolutionSearch(Puzzle(grid, stars), max_nodes=MOST_BOARDS)
            found = list(islice(search, 2))
            if len(found) == 1:
                fitting += 1
    except SolveTimeout:
        return None
    except BadNotation:
        return False
    return fitting == 1
