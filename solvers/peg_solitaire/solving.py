"""From a puzzle to a solution, or to the proof that there is none."""

from __future__ import annotations

from solvers.peg_solitaire.clock import Clock
from solvers.peg_solitaire.model import Puzzle, Solution, moves_of


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
    dead: set[int] = set()
    ends = set(puzzle.ends)
    tests = [(1 << a | 1 << b | 1 << c, 1 << a | 1 << b, (a, b, c)) for a, b, c in puzzle.board.jumps]

    def search(position, path):
        if position in ends:
            return path
        if position in dead:
            return None
        if len(dead) % 1000 == 0:
            clock.check(f"{len(dead)} positions searched")
        for sites, pegs, jump in tests:
            if position & sites == pegs:
                found = search(position ^ sites, [*path, jump])
                if found is not None:
                    return found
        dead.add(position)
        return None

    jumps = search(puzzle.start, [])
    if jumps is None:
        return Solution((), 0, False, False, f"all {len(dead)} positions searched", len(dead), clock.seconds)
    return Solution(tuple(jumps), len(moves_of(jumps)), False, True, "", len(dead), clock.seconds)
