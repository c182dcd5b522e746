"""Solution of a puzzle, or the proof that there is none."""

from __future__ import annotations

from solvers.deadline import Deadline
from solvers.errors import SolveTimeout
from solvers.peg_solitaire.board import Jump, moves_of
from solvers.peg_solitaire.fewest_moves import MoveSearch
from solvers.peg_solitaire.model import Puzzle, Solution
from solvers.peg_solitaire.proofs import affordable_ends, possible_ends
from solvers.peg_solitaire.search import PositionSearch, jumps_of


def solve(puzzle: Puzzle, *, fewest: bool = False, timeout_s: float | None = None) -> Solution:
    """Return one solution, with ``fewest`` one with the fewest moves, or the reason why there is none.

    If the time is over before the fewest moves are proved, return the best solution found, with its ``fewest`` False.

    Raises
    ------
    SolveTimeout
        In that time neither a solution nor a proof that there is none was found; the message describes the progress.
    """
    deadline = Deadline(timeout_s)
    ends, reason = possible_ends(puzzle)
    if puzzle.solved or reason:
        return Solution((), 0, puzzle.solved, puzzle.solved, reason, 0, deadline.elapsed_s, puzzle)
    ends, way, reason, nodes = _first(puzzle, ends, deadline)
    if reason:
        return Solution((), 0, False, False, reason, nodes, deadline.elapsed_s, puzzle)
    jumps = jumps_of(puzzle.board, way)
    proved = len(moves_of(jumps)) == 1
    if fewest and not proved:
        jumps, proved, more = _fewest(puzzle, ends, deadline, jumps)
        nodes += more
    return Solution(jumps, len(moves_of(jumps)), proved, True, "", nodes, deadline.elapsed_s, puzzle)


def _first(
    puzzle: Puzzle, ends: frozenset[int], deadline: Deadline
) -> tuple[frozenset[int], tuple[int, ...], str, int]:
    """Return (possible ends, positions of a solution, reason why there is none, positions searched).

    Pagodas are tried only after the first pass has found nothing: most solutions are found sooner.
    """
    search = PositionSearch(puzzle, ends, deadline)
    passes = search.passes()
    if way := next(passes):
        return ends, way, "", search.searched
    if search.unfinished:
        left, reason = affordable_ends(puzzle, ends, deadline)
        if reason:
            return left, (), reason, search.searched
        if left != ends:
            ends, search = left, PositionSearch(puzzle, left, deadline)
            passes = search.passes()
    way = next(filter(None, passes), ())
    return ends, way, "" if way else f"all {search.searched} positions searched", search.searched


def _fewest(
    puzzle: Puzzle, ends: frozenset[int], deadline: Deadline, jumps: tuple[Jump, ...]
) -> tuple[tuple[Jump, ...], bool, int]:
    """Return (jumps, True if proved to have the fewest moves, positions searched), starting from some solution."""
    search = MoveSearch(puzzle, ends, deadline, len(moves_of(jumps)) - 1)
    try:
        for way in search.passes():
            jumps = jumps_of(puzzle.board, way) or jumps
    except SolveTimeout:
        return jumps, False, search.searched
    return jumps, True, search.searched
