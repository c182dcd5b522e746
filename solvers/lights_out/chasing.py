"""Light chasing: lamp after lamp, the last press that can still change it is the one that must put it right.

So each lamp's equation gives one press in terms of earlier ones, and only the presses that no lamp gave stay free:
the first row for a plus, the first two rows and a column or two for a knight, nearly all for an arbitrary matrix. Each
press is a sum of the free ones; where a lamp finds no press left, its equation is a condition on them. Presses whose
last lamp is done are forgotten, so that a board of n x n keeps some n sums of n numbers.

This is the way for any rule, a lamp at a time; ``solvers.lights_out.lines`` does a whole line of lamps at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from math import gcd
from typing import Protocol

from solvers.lights_out.clock import Clock
from solvers.lights_out.system import System, Terms
from solvers.lights_out.vectors import Vector, Vectors


class Chase(Protocol):
    """What chasing finds out: conditions, with the constant at place 0 and the i-th free press at place i + 1."""

    def conditions(self) -> tuple[list[Vector], int]:
        """The sums that have to be 0, and how many presses are free."""

    def presses(self, of_free: Iterator[Vector], solutions: int) -> list[Vector]:
        """By number, how often each press is pressed in each of several solutions, of which the free presses are given.

        Place 0 is a solution for the excess of the lamps, and the other places are for no excess.
        """


class LampChase:
    """Chasing a lamp at a time."""

    def __init__(self, system: System, vectors: Vectors, clock: Clock) -> None:
        self._system = system
        self._clock = clock
        self._vectors = vectors
        states = system.states
        self._solving = {
            times: -pow(times, -1, states) % states for times in range(1, states) if gcd(times, states) == 1
        }

    def conditions(self) -> tuple[list[Vector], int]:
        """The sums that have to be 0, and how many presses are free."""
        numbers = count(1)
        left: list[Vector] = []
        for _ in self._chase((1 << number * self._vectors.width for number in numbers), left):
            pass
        return left, next(numbers) - 1

    def presses(self, of_free: Iterator[Vector], solutions: int) -> list[Vector]:  # noqa: ARG002
        """By number, how often each press is pressed in each of several solutions."""
        found = [0] * self._system.size
        for press, times in self._chase(of_free, []):
            found[press] = times
        return found

    def _chase(self, free: Iterator[Vector], left: list[Vector]) -> Iterator[tuple[int, Vector]]:
        """(number, sum) of every press; sums that have to be 0 are added to ``left``."""
        known: dict[int, Vector] = {}
        forget: dict[int, list[int]] = {}
        met = bytearray(self._system.size)
        for lamp, excess, terms in self._system.equations():
            self._clock.spend(1)
            new, total = self._given(terms, excess, known, free)
            known.update(new)
            yield from new
            if total:
                left.append(total)
            for press, _ in new:
                met[press] = True
                forget.setdefault(self._system.last_lamp(press), []).append(press)
            for press in forget.pop(lamp, ()):
                del known[press]
        yield from ((press, next(free)) for press in self._system.button_numbers() if not met[press])

    def _given(
        self, terms: Terms, total: Vector, known: dict[int, Vector], free: Iterator[Vector]
    ) -> tuple[list[tuple[int, Vector]], Vector]:
        """The presses that one equation brings in, and what is left of it: 0 if it gives its last press."""
        add = self._vectors.add
        new: list[tuple[int, Vector]] = []
        missing = [term for term in terms if term[0] not in known]
        for press, times in terms:
            if press in known:
                total = add(total, times, known[press])
        for press, times in missing:
            if press == missing[-1][0] and times in self._solving:
                return [*new, (press, add(0, self._solving[times], total))], 0
            new.append((press, next(free)))
            total = add(total, times, new[-1][1])
        return new, total
