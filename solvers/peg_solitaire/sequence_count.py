"""Count of the jump sequences that reach an end: all positions with the same number of pegs together, step by step."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from solvers.deadline import Deadline
from solvers.errors import SolveTimeout
from solvers.peg_solitaire.model import Puzzle
from solvers.peg_solitaire.search import ROOM
from solvers.peg_solitaire.symmetry import Symmetry

_MERGED_FROM: Final = 20_000
"""Number of positions from which merging rotated and mirrored ones saves time."""


def count(puzzle: Puzzle, timeout_s: float | None = None) -> int:
    """Return the number of jump sequences that lead to an end; 1 if the start is an end itself.

    Raises
    ------
    SolveTimeout
        They were not all counted in that time, or are too many for the memory; the message describes the progress.
    """
    deadline = Deadline(timeout_s)
    ends = puzzle.ends
    pegs, wanted = puzzle.start.bit_count(), ends[0].bit_count()
    tests = [(1 << start | 1 << over | 1 << to, 1 << start | 1 << over) for start, over, to in puzzle.board.jumps]
    ways = {puzzle.start: 1}
    while pegs > wanted:
        ways = _after(ways, tests, deadline, f"{len(ways)} positions of {pegs} pegs, {wanted} wanted")
        if len(ways) > _MERGED_FROM:
            ways = _merged(ways, Symmetry(puzzle.board, frozenset(ends)))
        pegs -= 1
    return sum(ways.get(end, 0) for end in ends)


def _after(ways: dict[int, int], tests: list[tuple[int, int]], deadline: Deadline, so_far: str) -> dict[int, int]:
    """Return position → number of sequences that lead there, after one more jump."""
    after: defaultdict[int, int] = defaultdict(int)
    for sites, pegs in tests:
        deadline.check(lambda: so_far)
        if len(after) > ROOM:
            raise SolveTimeout(f"nothing was counted: {so_far}", hint="a smaller board or fewer pegs")
        for position, number in ways.items():
            if position & sites == pegs:
                after[position ^ sites] += number
    return after


def _merged(ways: dict[int, int], symmetry: Symmetry) -> dict[int, int]:
    """Merge the positions that are rotated or mirrored."""
    merged: defaultdict[int, int] = defaultdict(int)
    for position, number in ways.items():
        merged[symmetry.least(position)] += number
    return merged
