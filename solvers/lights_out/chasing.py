"""Light chasing: lamp after lamp, the last press that can still change it is the one that must put it right.

So each lamp's equation gives one press in terms of earlier ones, and only the presses that no lamp gives stay free:
the first row for a plus, the first two rows and a column or two for a knight, nearly all for an arbitrary matrix. Each
press is a sum of the free ones; where a lamp finds no press left, its equation is a condition on them. Presses whose
last lamp is done are forgotten, so that a board of n x n keeps some n sums of n numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Final

from solvers.lights_out.span import Span
from solvers.lights_out.system import System
from solvers.lights_out.vectors import Vector, Vectors

CONDITION: Final = -1
"""Stands for the number of a press where a sum has to be 0."""


def chase(system: System, vectors: Vectors, free: Iterator[Vector]) -> Iterator[tuple[int, Vector]]:
    """(number of a press, its sum) for every press, and (CONDITION, sum) where a sum has to be 0.

    ``free`` says what stands for each free press in its turn; place 0 of a sum is the constant.
    """
    add, states = vectors.add, system.states
    inverse = {times: -pow(times, -1, states) % states for times in range(1, states) if _is_unit(times, states)}
    known: dict[int, Vector] = {}
    forget: dict[int, list[int]] = {}
    met = bytearray(system.size)
    for lamp, value, terms in system.equations():
        total = -value % states
        missing = []
        for press, times in terms:
            if press in known:
                total = add(total, times, known[press])
            else:
                missing.append((press, times))
        for press, times in missing:
            if press == missing[-1][0] and times in inverse:
                known[press] = add(0, inverse[times], total)
                total = 0
            else:
                known[press] = next(free)
                total = add(total, times, known[press])
            met[press] = True
            forget.setdefault(system.last_lamp(press), []).append(press)
            yield press, known[press]
        if total:
            yield CONDITION, total
        for press in forget.pop(lamp, ()):
            del known[press]
    for press in map(system.number, system.buttons):
        if not met[press]:
            yield press, next(free)


def _is_unit(times: int, states: int) -> bool:
    from math import gcd

    return gcd(times, states) == 1


@dataclass(frozen=True)
class Reduced:
    """A system after chasing: what is left to say about its free presses.

    Attributes
    ----------
    particular : the free presses of one solution; None where there is none.
    quiet : the free presses of sets of presses that change nothing; every such set is one sum of multiples of these.
    orders : how many multiples each of them has.
    """

    system: System
    vectors: Vectors
    free: int
    particular: Vector | None
    quiet: list[Vector]
    orders: list[int]

    def presses(self, of_free: list[Vector]) -> Iterator[tuple[int, Vector]]:
        """(number of a press, how often it is pressed in each of several solutions given by their free presses)."""
        values = iter(self.vectors.transposed(of_free, self.free))
        return (pair for pair in chase(self.system, self.vectors, values) if pair[0] != CONDITION)

    def expanded(self, of_free: list[Vector]) -> list[Vector]:
        """All presses of each of several solutions that are given by their free presses."""
        presses = [0] * self.system.size
        for press, times in self.presses(of_free):
            presses[press] = times
        return self.vectors.transposed(presses, len(of_free))


def reduce(system: System, vectors: Vectors) -> Reduced:
    """Chases, and solves the conditions that are left."""
    numbers = count(1)
    free = (1 << number * vectors.width for number in numbers)
    conditions = [total for press, total in chase(system, vectors, free) if press == CONDITION]
    unknowns = next(numbers) - 1
    constant, *columns = vectors.transposed(conditions, 1 + unknowns)
    own = len(conditions) * vectors.width
    span, quiet = Span(vectors, len(conditions)), Span(vectors, unknowns)
    for number, column in enumerate(columns):
        span.insert(column | 1 << own + number * vectors.width)
    for vector in span.beyond:
        quiet.insert(vector >> own)
    left, _ = span.reduced(constant)
    solvable = not left & ((1 << own) - 1)
    particular = left >> own if solvable else None
    return Reduced(system, vectors, unknowns, particular, list(quiet.pivots.values()), quiet.orders())
