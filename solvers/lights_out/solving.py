"""From a puzzle to its solutions: whether there is one and how many, all of them, and the one with fewest presses."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator

from solvers.lights_out.chasing import Reduced, reduce
from solvers.lights_out.fewest import fewest
from solvers.lights_out.lamps import STATES, Cell
from solvers.lights_out.model import Puzzle, Solution
from solvers.lights_out.rules import PLUS, Effects
from solvers.lights_out.sums import sums
from solvers.lights_out.system import System
from solvers.lights_out.vectors import Vector, vectors_modulo


def solve(puzzle: Puzzle, *, timeout_s: float | None = None) -> Solution:
    """Whether a puzzle can be solved, in how many ways, and how with the fewest presses.

    After ``timeout_s`` seconds the best solution found so far is given, and not said to have the fewest presses.

    Raises
    ------
    SolveTimeout
        Not even one solution was found in that time.
    """
    started = time.perf_counter()
    ends_at = started + (math.inf if timeout_s is None else timeout_s)
    reduced = _reduced(puzzle)
    if reduced.particular is None:
        seconds = time.perf_counter() - started
        return Solution(False, len(reduced.quiet), 0, (), True, _parity(reduced), seconds)
    particular, *quiet = reduced.expanded([reduced.particular, *reduced.quiet])
    best, proved = fewest(particular, quiet, reduced.orders, reduced.vectors, ends_at)
    presses = _cells(reduced, best)
    seconds = time.perf_counter() - started
    return Solution(True, len(quiet), math.prod(reduced.orders), presses, proved, (), seconds)


def solutions(puzzle: Puzzle) -> Iterator[tuple[Cell, ...]]:
    """Every solution, as it is asked for: (row, col) row by row, a cell to be pressed k times k times."""
    reduced = _reduced(puzzle)
    if reduced.particular is not None:
        particular, *quiet = reduced.expanded([reduced.particular, *reduced.quiet])
        for vector in sums(particular, quiet, reduced.orders, reduced.vectors):
            yield _cells(reduced, vector)


def nullity(rows: int, cols: int, rule: Effects = PLUS, states: int = 2) -> int:
    """How many independent sets of presses change nothing on a board of so many lamps."""
    return len(_reduced(Puzzle(("." * cols,) * rows, states=states, rule=rule)).quiet)


def _reduced(puzzle: Puzzle) -> Reduced:
    start, target = puzzle.start, puzzle.target
    state = {character: number for number, character in enumerate(STATES)}

    def change(cell: Cell) -> int:
        row, col = cell
        return (state[target[row][col]] - state[start[row][col]]) % puzzle.states

    lamps, rule = puzzle.lamps, puzzle.rule
    system = System(lamps, puzzle.states, puzzle.buttons, lamps, rule, rule.reverse(), change)
    return reduce(system, vectors_modulo(puzzle.states))


def _cells(reduced: Reduced, vector: Vector) -> tuple[Cell, ...]:
    cell = reduced.system.cell
    times = reduced.vectors.listed(vector, reduced.system.size)
    return tuple(sorted(cell(number) for number, often in enumerate(times) for _ in range(often)))


def _parity(reduced: Reduced) -> tuple[Cell, ...]:
    """The lamps of a set of which every press changes a multiple of the states, and the target another number."""
    vectors, change = reduced.vectors, reduced.system.value
    sets = reduce(reduced.system.transposed(), vectors)
    violated = 0
    for lamp, times in sets.presses(sets.quiet):
        violated = vectors.add(violated, change(sets.system.cell(lamp)), times)
    (proof,) = sets.expanded([sets.quiet[vectors.lead(violated)]])
    return _cells(sets, proof)
