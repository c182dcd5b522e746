"""What some vectors modulo m can be added up to, and in how many ways; m need not be prime.

The vectors are kept in Howell's form: at most one of them begins at each place, the number it begins with divides m,
and every sum of the vectors that begins at that place or later is a sum of those kept that do. (J. A. Howell, Spans in
the module (Z_m)^s, Linear and Multilinear Algebra 19, 1986.) Modulo 2 this is the usual echelon form.
"""

from __future__ import annotations

from math import gcd

from solvers.lights_out.vectors import Vector, Vectors


class HowellForm:
    """The sums of the vectors that were inserted.

    Attributes
    ----------
    pivots : place → the vector kept that begins there.
    beyond : the vectors that were 0 at the first ``places`` places, which are not looked at further: where a second
        part behind these places says how a vector is made up, they are the sums that come to nothing.
    """

    def __init__(self, vectors: Vectors, places: int) -> None:
        self._vectors = vectors
        self._places = places
        self.pivots: dict[int, Vector] = {}
        self.beyond: list[Vector] = []

    def insert(self, vector: Vector) -> None:
        """Adds a vector to those that may be summed."""
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
        """What is left of a vector when the kept ones are taken from it as long as they can be, and where it begins."""
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
        """How many multiples each kept vector has: every sum is one of each of these, in one way."""
        return [self._vectors.states // self._vectors.at(vector, place) for place, vector in self.pivots.items()]

    def _bezout(self, vector: Vector, pivot: Vector, place: int) -> tuple[int, int, int]:
        """(d, s, t) where s * vector + t * pivot begins with d, the greatest common divisor of both and of m."""
        states = self._vectors.states
        one, two = self._vectors.at(vector, place), self._vectors.at(pivot, place)
        divisor = gcd(one, two, states)
        return next(
            (divisor, times, times_pivot)
            for times_pivot in range(states)
            for times in range(states)
            if (times * one + times_pivot * two) % states == divisor
        )
