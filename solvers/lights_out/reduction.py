"""What chasing leaves of a puzzle: a few conditions on the free presses, and these solved."""

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
    """The solutions of a system, by their free presses.

    Attributes
    ----------
    free : how many presses are free.
    particular : those of one solution; None where there is none.
    quiet : those of sets of presses that change nothing; every such set is one sum of multiples of these.
    orders : how many multiples each of them has.
    """

    system: LinearSystem
    vectors: Vectors
    chase: Chase
    free: int
    particular: Vector | None
    quiet: list[Vector]
    orders: list[int]

    def presses(self, of_free: list[Vector]) -> list[Vector]:
        """By number, how often each press is pressed in each of several solutions, of which the first is no quiet one.

        The others are for lamps without excess, and 0 may stand for the first.
        """
        return self.chase.presses(iter(self.vectors.transposed(of_free, self.free)), len(of_free))

    def expanded(self, particular: Vector, quiet: list[Vector]) -> list[Vector]:
        """All presses of a solution and of quiet sets that are given by their free presses."""
        of_free = [particular, *quiet]
        return self.vectors.transposed(self.presses(of_free), len(of_free))

    def cells(self, vector: Vector) -> tuple[Cell, ...]:
        """(row, col) of the presses, row by row, each as often as it is pressed."""
        times = self.vectors.listed(vector, self.system.size)
        numbers = chain.from_iterable(map(repeat, range(self.system.size), times))
        return tuple(self.system.cells(numbers))


def reduce_system(system: LinearSystem, deadline: Deadline) -> ReducedSystem:
    """Chases, and solves the conditions that are left; SolveTimeout where the time is over before that."""
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
