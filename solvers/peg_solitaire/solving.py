"""From a puzzle to a solution, or to the proof that there is none."""

from __future__ import annotations

from solvers.peg_solitaire.clock import Clock
from solvers.peg_solitaire.model import Puzzle, Solution, moves_of
from solvers.peg_solitaire.proofs import possible_ends
from solvers.peg_solitaire.search import Search, jumps_of


def solve(puzzle: Puzzle, *, fewest: bool = False, timeout_s: float | None = None) -> Solution:
    """One solution, with ``fewest`` one of the fewest moves, or why there is none.

    Where the time is over before the fewest moves are proved, the best solution found is given, and ``fewest`` of it is
    False.

    Raises
    ------
    SolveTimeout
        In that time neither a solution was found nor that there is none; the message says how far it came.
    """
    clock = Clock(timeout_s)
    ends, reason = possible_ends(puzzle)
    if reason:
        return Solution((), 0, False, False, reason, 0, clock.seconds)
    search = Search(puzzle, ends, clock)
    for way in search.passes():
        if way:
            jumps = jumps_of(puzzle.board, way)
            return Solution(jumps, len(moves_of(jumps)), False, True, "", search.searched, clock.seconds)
    reason = f"all {search.searched} positions searched"
    return Solution((), 0, False, False, reason, search.searched, clock.seconds)
