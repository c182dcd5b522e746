"""Results of plays, made without a page."""

from autoplay.fixtures.expected_reading import canonical
from autoplay.player.play_result import Pictures, PlayResult
from autoplay.sites import PageResult
from solvers.star_battle import Puzzle, Solution
from vision import Reading

GRID = ("AAABB", "CDABB", "CDDBB", "CDDEB", "CCEEE")
EDGES = tuple(range(0, 60, 10))


def outcome(number: int, pictures: Pictures) -> PlayResult:
    """Return a result whose grid differs from that of the next number."""
    rows = GRID[:: -1 if number & 1 else 1]
    grid = canonical(row[:: -1 if number & 2 else 1] for row in rows)
    reading = Reading("star-battle", grid, EDGES, EDGES, (0, 0, 50, 50))
    solution = Solution(((0, 1), (1, 4)), 1, 0, 0.0)
    verdict, puzzle = PageResult("solved", f"{number}"), Puzzle(grid, 1)
    return PlayResult(verdict, reading, puzzle, solution, 5, 1.0, pictures)
