"""Search for the solution with the fewest presses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from math import prod
from random import Random
from typing import Final

from solvers.deadline import Deadline
from solvers.lights_out.gray_code import gray_code_sums
from solvers.lights_out.reduction import ReducedSystem
from solvers.lights_out.vectors import Vector, Vectors
from solvers.lights_out.walsh import fewest_of

PROVED_UP_TO: Final = 34
"""Maximum number of quiet patterns of two-state lamps to try in all combinations: 32 take half a minute, and each
further one doubles that.
"""

LISTED_UP_TO: Final = 1 << 22
"""Maximum number of solutions of lamps with more states to try one by one: a few seconds."""

_ROOM: Final = 40_000_000
"""Maximum total size of all quiet patterns in memory, in numbers of a few bytes each."""

_BATCH: Final = 1000
_DESCENTS: Final = 2000
_SHAKEN: Final = 4
"""Number of quiet patterns added to the best solution before each descent from there."""


def fewest(reduced: ReducedSystem, particular: Vector, deadline: Deadline) -> tuple[Vector, bool]:
    """Return the solution with the fewest presses, and True if that was proved before the deadline.

    If there are too many solutions to try all, it is the best of many attempts that no single quiet pattern improves.
    """
    held = reduced.quiet[: _ROOM // reduced.system.size]
    first, *quiet = reduced.expanded(particular, held)
    if not reduced.quiet:
        return first, True
    all_held, vectors = len(held) == len(reduced.quiet), reduced.vectors
    start = _descended(first, quiet, vectors)
    if all_held and vectors.states == 2 and len(quiet) <= PROVED_UP_TO:
        return fewest_of(start, quiet, reduced.system.size, deadline)
    if all_held and prod(reduced.orders) <= LISTED_UP_TO:
        return _least(gray_code_sums(first, quiet.__getitem__, reduced.orders, vectors), vectors.total, deadline)
    return _shaken(start, quiet, vectors, deadline), False


def _least(every: Iterator[Vector], total: Callable[[Vector], int], deadline: Deadline) -> tuple[Vector, bool]:
    best = next(every)
    while batch := list(islice(every, _BATCH)):
        best = min(best, *batch, key=total)
        if deadline.is_over:
            return best, False
    return best, True


def _shaken(best: Vector, quiet: list[Vector], vectors: Vectors, deadline: Deadline) -> Vector:
    """Return the best result of many descents, each from near the best result so far."""
    random = Random(0)
    for _ in range(_DESCENTS):
        if deadline.is_over:
            break
        start = best
        for vector in random.choices(quiet, k=_SHAKEN):
            start = vectors.add(start, random.randrange(vectors.states), vector)
        best = min(best, _descended(start, quiet, vectors), key=vectors.total)
    return best


def _descended(best: Vector, quiet: list[Vector], vectors: Vectors) -> Vector:
    """Add quiet patterns one at a time as long as that saves presses."""
    before = -1
    while before != (before := vectors.total(best)):
        for vector in quiet:
            others = (vectors.add(best, times, vector) for times in range(vectors.states))
            best = min(others, key=vectors.total)
    return best
