"""How many sequences of jumps end as wanted: position after position, all of as many pegs together."""

from __future__ import annotations

from collections import defaultdict

from solvers.peg_solitaire.clock import Clock
from solvers.peg_solitaire.model import Puzzle


def count(puzzle: Puzzle, timeout_s: float | None = None) -> int:
    """How many sequences of jumps lead to what is wanted; 1, of no jumps, where that is the start.

    Raises
    ------
    SolveTimeout
        They were not all counted in that time; the message says how far it came.
    """
    clock = Clock(timeout_s)
    ends = puzzle.ends
    wanted = ends[0].bit_count()
    layer = {puzzle.start: 1}
    for pegs in range(puzzle.start.bit_count(), wanted, -1):
        layer = _next_layer(layer, puzzle, clock, f"positions of {pegs} pegs are reached, {wanted} wanted")
    return sum(layer.get(end, 0) for end in ends)


def _next_layer(layer: dict[int, int], puzzle: Puzzle, clock: Clock, so_far: str) -> dict[int, int]:
    after: defaultdict[int, int] = defaultdict(int)
    for start, over, to in puzzle.board.jumps:
        clock.check(so_far)
        pegs, sites = 1 << start | 1 << over, 1 << start | 1 << over | 1 << to
        for position, ways in layer.items():
            if position & sites == pegs:
                after[position ^ sites] += ways
    return after
