"""Solutions of a puzzle: their existence and number, all of them, and the one with the fewest presses."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import prod

from solvers.cells import Cell
from solvers.deadline import Deadline
from solvers.lights_out.fewest_presses import fewest
from solvers.lights_out.gray_code import gray_code_sums
from solvers.lights_out.linear_system import LinearSystem
from solvers.lights_out.model import Puzzle, Solution
from solvers.lights_out.reduction import ReducedSystem, reduce_system
from solvers.lights_out.rules import PLUS, Effects


def solve(puzzle: Puzzle, *, timeout_s: float | None = None) -> Solution:
    """Solve a puzzle with the fewest presses, and count its solutions.

    After ``timeout_s`` seconds, return the best solution found so far, with its ``fewest`` False.

    Raises
    ------
    SolveTimeout
        Not even one solution was found in that time.
    """
    deadline = Deadline(timeout_s)
    reduced = reduce_system(LinearSystem(puzzle), deadline)
    if reduced.particular is None:
        return Solution(False, len(reduced.quiet), 0, (), False, _parity(reduced, deadline), deadline.elapsed_s, puzzle)
    best, proved = fewest(reduced, reduced.particular, deadline)
    presses = reduced.cells(best)
    return Solution(True, len(reduced.quiet), prod(reduced.orders), presses, proved, (), deadline.elapsed_s, puzzle)


def solutions(puzzle: Puzzle) -> Iterator[tuple[Cell, ...]]:
    """Yield every solution: the (row, col) row by row, and k times those of a cell to be pressed k times."""
    reduced = reduce_system(LinearSystem(puzzle), Deadline())
    if reduced.particular is not None:
        (particular,) = reduced.expanded(reduced.particular, [])
        quiet = cache(lambda number: reduced.expanded(0, [reduced.quiet[number]])[1])
        yield from map(reduced.cells, gray_code_sums(particular, quiet, reduced.orders, reduced.vectors))


def solution_count(puzzle: Puzzle, *, timeout_s: float | None = None) -> int:
    """Return the number of solutions, without a search for the fewest presses; raises SolveTimeout."""
    reduced = reduce_system(LinearSystem(puzzle), Deadline(timeout_s))
    return 0 if reduced.particular is None else prod(reduced.orders)


def nullity(rows: int, cols: int, rule: Effects = PLUS, states: int = 2) -> int:
    """Return the number of independent quiet patterns of a full board of this size, as in ``Solution.nullity``."""
    return len(reduce_system(LinearSystem(Puzzle(("." * cols,) * rows, states=states, rule=rule)), Deadline()).quiet)


def _parity(reduced: ReducedSystem, deadline: Deadline) -> tuple[Cell, ...]:
    """Return lamps that every press changes by a multiple of the states in total, unlike the target.

    An excess can be made up for if and only if it is orthogonal to all such sets, for a prime number of states and
    for any other.
    """
    system, vectors = reduced.system, reduced.vectors
    sets = reduce_system(LinearSystem(system.puzzle, turned=True), deadline)
    excess = b"".join(map(system.excess, range(len(system.lines))))
    violated = 0
    for value, times in zip(excess, sets.presses([0, *sets.quiet]), strict=True):
        violated = vectors.add(violated, value, times)
    _, proof = sets.expanded(0, [sets.quiet[vectors.lead(violated) - 1]])
    return sets.cells(proof)
