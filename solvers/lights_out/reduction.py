"""Reduction of a puzzle to a few conditions on the free presses of light chasing, and their solution."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, repeat

from solvers.cells import Cell
from solvers.deadline import Deadline
from solvers.lights_out.howell_form import HowellForm
from solvers.lights_out.light_chasing import Chase, LampChase, LineChase, single_reach
from solvers.lights_out.linear_system import LinearSystem
from solvers.lights_out.rules import Rule
from solvers.lights_out.vectors import Vector, Vectors, vectors_modulo


@dataclass(frozen=True, slots=True)
class ReducedSystem:
    """Solutions of a system, by their free presses.

    Attributes
    ----------
    free : number of free presses.
    particular : the free presses of one solution; None if there is none.
    quiet : those of quiet patterns, which change nothing; every such pattern is one sum of multiples of these.
    orders : number of multiples of each of them.
    """

    system: LinearSystem
    vectors: Vectors
    chase: Chase
    free: int
    particular: Vector | None
    quiet: list[Vector]
    orders: list[int]

    def presses(self, of_free: list[Vector]) -> list[Vector]:
        """Return, for each press by number, its count in each of several solutions.

        Only the first one is for the excess of the lamps, and may be 0; the others are quiet patterns.
        """
        return self.chase.presses(iter(self.vectors.transposed(of_free, self.free)), len(of_free))

    def expanded(self, particular: Vector, quiet: list[Vector]) -> list[Vector]:
        """Return all presses of a solution and of quiet patterns that are given by their free presses."""
        of_free = [particular, *quiet]
        return self.vectors.transposed(self.presses(of_free), len(of_free))

    def cells(self, vector: Vector) -> tuple[Cell, ...]:
        """Return the (row, col) of the presses, row by row, each as often as it is pressed."""
        times = self.vectors.listed(vector, self.system.size)
        numbers = chain.from_iterable(map(repeat, range(self.system.size), times))
        return tuple(self.system.cells(numbers))


def reduce_system(system: LinearSystem, deadline: Deadline) -> ReducedSystem:
    """Reduce a system by light chasing, and solve the remaining conditions; raises SolveTimeout."""
    vectors = vectors_modulo(system.states)
    chase = _chase(system, vectors, deadline)
    conditions, free = chase.conditions()
    constant, *columns = vectors.transposed(conditions, 1 + free)
    own = len(conditions) * vectors.width
    span, quiet = HowellForm(vectors, len(conditions)), HowellForm(vectors, free)
    for number, column in enumerate(columns):
        deadline.spend(len(conditions))
        span.insert(column | 1 << own + number * vectors.width)
    for vector in span.beyond:
        quiet.insert(vector >> own)
    left, _ = span.reduced(constant)
    particular = None if left & ((1 << own) - 1) else left >> own
    return ReducedSystem(system, vectors, chase, free, particular, list(quiet.pivots.values()), quiet.orders())


def _chase(system: LinearSystem, vectors: Vectors, deadline: Deadline) -> Chase:
    reach = single_reach(system)
    if reach is None or not isinstance(system.reverse, Rule):
        return LampChase(system, vectors, deadline)
    return LineChase(system, vectors, deadline, system.reverse, reach)
