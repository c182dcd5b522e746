"""Solutions of a puzzle: their existence and number, all of them, and the one with the fewest
presses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from math import prod

from solvers.cells import Cell, split_evenly
from solvers.deadline import Deadline
from solvers.lights_out.large.fewest_presses import find_fewest
from solvers.lights_out.large.light_chasing import ReducedSystem
from solvers.lights_out.large.linear_system import LinearSystem, Vector, gray_code_sums
from solvers.lights_out.model import Puzzle, Solution
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
    reduced = ReducedSystem(LinearSystem(puzzle), deadline)
    presses: tuple[Cell, ...] = ()
    parity: tuple[Cell, ...] = ()
    is_proved = False
    # Either a solution or a proof: one of both always exists.
    if reduced.particular is None:
        parity = _find_parity_proof(reduced, deadline)
    else:
        best, is_proved = find_fewest(reduced, reduced.particular, deadline)
        presses = reduced.cells(best)
    return Solution(
        solvable=reduced.particular is not None,
        nullity=len(reduced.quiet),
        solutions=_count_solutions(reduced),
        presses=presses,
        fewest=is_proved,
        parity=parity,
        seconds=deadline.elapsed_s,
        puzzle=puzzle,
    )


def solutions(puzzle: Puzzle) -> Iterator[tuple[Cell, ...]]:
    """Yield every solution: the (row, col) row by row, and k times those of a cell to be pressed k
    times.
    """
    reduced = ReducedSystem(LinearSystem(puzzle), Deadline())
    if reduced.particular is None:
        return

    @cache
    def expand_quiet(number: int) -> Vector:
        _, quiet = reduced.expand(0, [reduced.quiet[number]])
        return quiet

    (particular,) = reduced.expand(reduced.particular, [])
    for presses in gray_code_sums(particular, expand_quiet, reduced.orders, reduced.vectors):
        yield reduced.cells(presses)


def drop_symmetric(
    every: Iterable[tuple[Cell, ...]], rows: int, cols: int
) -> Iterator[tuple[Cell, ...]]:
    """Yield the solutions that are not an earlier one rotated or mirrored, of a board of this size.

    Each is the cells to press, k times those to be pressed k times.
    """
    images = _list_images(rows, cols)
    seen: set[bytes] = set()
    for cells in every:
        times = bytearray(rows * cols)
        for row, col in cells:
            times[row * cols + col] += 1
        # All images of a solution have the same least one.
        least = min(bytes(map(times.__getitem__, image)) for image in images)
        if least not in seen:
            seen.add(least)
            yield cells


def _list_images(rows: int, cols: int) -> list[list[int]]:
    """Return the rotations and reflections of a board: for each cell, row by row, the number of the
    cell that comes there."""
    board = split_evenly(list(range(rows * cols)), cols)
    images: list[list[int]] = []
    for _ in range(4):
        mirrored = [line[::-1] for line in board]
        # A quarter turn of a board that is not square has other rows.
        if len(board) == rows:
            images.append(list(chain.from_iterable(board)))
            images.append(list(chain.from_iterable(mirrored)))
        board = list(map(list, zip(*mirrored, strict=True)))
    return images


def count_solutions(puzzle: Puzzle, *, timeout_s: float | None = None) -> int:
    """Return the number of solutions, without a search for the fewest presses.

    Raises SolveTimeout.
    """
    return _count_solutions(ReducedSystem(LinearSystem(puzzle), Deadline(timeout_s)))


def _count_solutions(reduced: ReducedSystem) -> int:
    return 0 if reduced.particular is None else prod(reduced.orders)


def nullity(rows: int, cols: int, rule: Effects = PLUS, states: int = 2) -> int:
    """Return the number of independent quiet patterns of a full board (``Solution.nullity``)."""
    puzzle = Puzzle(("." * cols,) * rows, states=states, rule=rule)
    return len(ReducedSystem(LinearSystem(puzzle), Deadline()).quiet)


def _find_parity_proof(reduced: ReducedSystem, deadline: Deadline) -> tuple[Cell, ...]:
    """Return lamps that every press changes by a multiple of the states in total, unlike the
    target.

    An excess can be made up for if and only if it is orthogonal to all such sets, for a prime
    number of states and for any other.
    """
    vectors = reduced.vectors
    sets = ReducedSystem(LinearSystem(reduced.system.puzzle, turned=True), deadline)
    # One number for each set: the excess of its lamps. The first that is not 0 is a proof.
    presses = sets.count_presses(0, sets.quiet)
    violations = 0
    for excess, counts in zip(reduced.system.total_excess(), presses, strict=True):
        violations = vectors.add(violations, excess, counts)
    _, proof = sets.expand(0, [sets.quiet[vectors.lead(violations) - 1]])
    return sets.cells(proof)
