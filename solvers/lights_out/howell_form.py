"""Howell form: the sums of some vectors modulo m, and their number; m need not be prime.

Of the vectors in this form, at most one begins at each place, the number it begins with divides m, and every sum of
the vectors that begins at that place or later is a sum of those that do. (J. A. Howell, Spans in the module (Z_m)^s,
Linear and Multilinear Algebra 19, 1986.) Modulo 2 this is the usual echelon form.
"""

from __future__ import annotations

from math import gcd

from solvers.lights_out.vectors import Vector, Vectors


class HowellForm:
    """Span of the inserted vectors.

    Attributes
    ----------
    pivots : place → the vector of the form that begins there.
    beyond : the vectors that were 0 at the first ``places`` places, which are not reduced further. If the places after
        these record how each vector was made up, they are the sums that come to 0.
    """

    def __init__(self, vectors: Vectors, places: int) -> None:
        self._vectors = vectors
        self._places = places
        self.pivots: dict[int, Vector] = {}
        self.beyond: list[Vector] = []

    def insert(self, vector: Vector) -> None:
        """Add a vector to the span."""
        states, add = self._vectors.states, self._vectors.add
        todo = [vector]
        while todo:
            vector, place = self.reduced(todo.pop())
            if not vector:
                continue
            if place >= self._places:
                self.beyond.append(vector)
                continue
            pivot = self.pivots.get(place, 0)
            divisor, times, times_pivot = self._bezout(vector, pivot, place)
            self.pivots[place] = kept = add(add(0, times, vector), times_pivot, pivot)
            todo.append(add(0, states // divisor % states, kept))
            for old in (vector, pivot):
                todo.append(add(old, -(self._vectors.at(old, place) // divisor) % states, kept))

    def reduced(self, vector: Vector) -> tuple[Vector, int]:
        """Return a vector after subtracting the pivots as often as possible, and the place at which it begins."""
        lead, at, add, states = self._vectors.lead, self._vectors.at, self._vectors.add, self._vectors.states
        while vector:
            place = lead(vector)
            pivot = self.pivots.get(place)
            if pivot is None:
                return vector, place
            times, rest = divmod(at(vector, place), at(pivot, place))
            if rest:
                return vector, place
            vector = add(vector, states - times, pivot)
        return 0, -1

    def orders(self) -> list[int]:
        """Return the number of multiples of each pivot: every sum is one multiple of each, in exactly one way."""
        return [self._vectors.states // self._vectors.at(vector, place) for place, vector in self.pivots.items()]

    def _bezout(self, vector: Vector, pivot: Vector, place: int) -> tuple[int, int, int]:
        """Return (d, s, t): s * vector + t * pivot begins with d, the greatest common divisor of both and m."""
        states = self._vectors.states
        one, two = self._vectors.at(vector, place), self._vectors.at(pivot, place)
        divisor = gcd(one, two, states)
        return next(
            (divisor, times, times_pivot)
            for times_pivot in range(states)
            for times in range(states)
            if (times * one + times_pivot * two) % states == divisor
        )
