"""A puzzle as a linear system modulo m: an equation for each lamp, an unknown for each press, and
the vectors to solve it with.

A vector of numbers modulo m is packed into one int, which Python adds in a single step. Modulo 2 a
number takes a bit and addition is exclusive or. Modulo any other m it takes a byte: a byte holds a
sum ``x + k * y`` of numbers below m up to 10, and ``bytes.translate`` reduces all bytes of it at
once. ``HowellForm`` is the span of some vectors, and ``gray_code_sums`` lists all their sums.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import gcd
from typing import TypeAlias

from solvers.cells import Cell
from solvers.lights_out.model import Puzzle
from solvers.lights_out.rules import STATES, Effects

Terms = list[tuple[int, int]]
"""(number of an unknown, its factor) of each term of an equation."""

_STATE = bytes.maketrans(STATES.encode(), bytes(range(len(STATES))))


class LinearSystem:
    """Equations modulo ``states``: each lamp's presses and its excess over the target add up to 0.

    Cells are numbered line by line. Lines are the rows, or the columns if the board is ``wide``:
    chasing along the longer side leaves fewer presses free. If it is ``turned``, lamps and presses
    are exchanged, and there is no excess: the solutions are the sets of lamps whose total every
    press changes by a multiple of the states.

    Attributes
    ----------
    size : one more than the highest number of a cell.
    rule : unknown → the equations it is in.
    reverse : equation → the unknowns in it.
    lines : the start, line by line.
    """

    def __init__(self, puzzle: Puzzle, *, turned: bool = False) -> None:
        self.puzzle = puzzle
        self.states = puzzle.states
        self.size = puzzle.rows * puzzle.cols
        self.wide = puzzle.cols > puzzle.rows
        self.lines = self._split_lines(puzzle.grid)
        self._target_lines = self._split_lines(puzzle.target)
        self._turned = turned
        self._board = puzzle.lamps
        self.rule: Effects = puzzle.rule
        self.reverse: Effects = puzzle.rule.reverse()
        self._unknown_cells = puzzle.buttons
        self._equation_cells: Iterable[Cell] = puzzle.lamps
        if turned:
            self.rule, self.reverse = self.reverse, self.rule
            self._unknown_cells = puzzle.lamps
            self._equation_cells = puzzle.buttons

    def _split_lines(self, grid: Sequence[str]) -> Sequence[Sequence[str]]:
        return list(zip(*grid, strict=True)) if self.wide else grid

    def excess(self, line: int) -> bytes:
        """Return the states by which each lamp of a line is past its target, for the presses to
        make up for.
        """
        here = "".join(self.lines[line]).encode().translate(_STATE)
        target = "".join(self._target_lines[line]).encode().translate(_STATE)
        if self._turned or here == target:
            return bytes(len(here))
        return bytes([(one - two) % self.states for one, two in zip(here, target, strict=True)])

    def total_excess(self) -> bytes:
        """Return the excess of every lamp by its number."""
        return b"".join(map(self.excess, range(len(self.lines))))

    def number(self, cell: Cell) -> int:
        """Return the number of a cell."""
        row, col = cell
        return col * self.puzzle.rows + row if self.wide else row * self.puzzle.cols + col

    def cells(self, numbers: Iterable[int]) -> list[Cell]:
        """Return the cells of ascending numbers, row by row."""
        length = len(self.lines[0])
        cells = [divmod(number, length) for number in numbers]
        return sorted((row, col) for col, row in cells) if self.wide else cells

    def number_buttons(self) -> list[int]:
        """Return the numbers of the unknowns, in order."""
        return sorted(map(self.number, self._unknown_cells))

    def equations(self) -> Iterator[tuple[int, int, Terms]]:
        """Yield (number, excess, terms) of each equation, all in order."""
        excess = self.total_excess()
        for number in sorted(map(self.number, self._equation_cells)):
            presses = self._find_effect(self.reverse, number)
            terms: Terms = []
            for press, times in presses.items():
                # A rule may name changes that come to nothing, such as twice for two states.
                if times % self.states:
                    terms.append((self.number(press), times % self.states))
            yield number, excess[number], sorted(terms)

    def last_lamp(self, number: int) -> int:
        """Return the last equation that contains an unknown."""
        return max(map(self.number, self._find_effect(self.rule, number)))

    def _find_effect(self, rule: Effects, number: int) -> Mapping[Cell, int]:
        return rule.effect(self.cells([number])[0], self._board)


Vector: TypeAlias = int

_DIGITS = bytes.maketrans(b"01", bytes(range(2)))


class BitVectors:
    """Arithmetic with vectors modulo 2; place 0 is the lowest."""

    states = 2
    width = 1

    def add(self, one: Vector, times: int, other: Vector) -> Vector:
        """Return ``one + times * other``, times from 0 to states - 1."""
        return one ^ other if times else one

    def at(self, vector: Vector, place: int) -> int:
        """Return the number at a place."""
        return vector >> place & 1

    def lead(self, vector: Vector) -> int:
        """Return the first place of a number other than 0; the vector is not 0."""
        return (vector & -vector).bit_length() - 1

    def total(self, vector: Vector) -> int:
        """Return the sum of the numbers, each from 0 to states - 1."""
        return vector.bit_count()

    def list_numbers(self, vector: Vector, length: int) -> Sequence[int]:
        """Return the numbers at the places before ``length``."""
        return f"{vector:0{length}b}".encode().translate(_DIGITS)[::-1]

    def transpose(self, vectors: Sequence[Vector], length: int) -> Iterator[Vector]:
        """Transpose vectors of ``length`` numbers: yield ``length`` vectors with a number for
        each.
        """
        # All numbers as one text: every ``length``-th character belongs to the same place.
        text = "".join(map(f"{{:0{length}b}}".format, reversed(vectors)))
        for place in range(length):
            yield int(text[length - 1 - place :: length] or "0", 2)


class ByteVectors:
    """Arithmetic as in BitVectors, modulo any number up to 16."""

    width = 8

    def __init__(self, states: int) -> None:
        self.states = states
        self._remainders = (bytes(range(states)) * 256)[:256]

    def add(self, one: Vector, times: int, other: Vector) -> Vector:
        """Return ``one + times * other``, times from 0 to states - 1."""
        total = one + times * other
        size = (total.bit_length() + 7) // 8
        return int.from_bytes(total.to_bytes(size, "little").translate(self._remainders), "little")

    def at(self, vector: Vector, place: int) -> int:
        """Return the number at a place."""
        return vector >> 8 * place & 255

    def lead(self, vector: Vector) -> int:
        """Return the first place of a number other than 0; the vector is not 0."""
        return ((vector & -vector).bit_length() - 1) // 8

    def total(self, vector: Vector) -> int:
        """Return the sum of the numbers, each from 0 to states - 1."""
        return sum(self.list_numbers(vector, (vector.bit_length() + 7) // 8))

    def list_numbers(self, vector: Vector, length: int) -> Sequence[int]:
        """Return the numbers at the places before ``length``."""
        return vector.to_bytes(length, "little")

    def transpose(self, vectors: Sequence[Vector], length: int) -> Iterator[Vector]:
        """Transpose vectors of ``length`` numbers: yield ``length`` vectors with a number for
        each.
        """
        data = b"".join(vector.to_bytes(length, "little") for vector in vectors)
        for place in range(length):
            yield int.from_bytes(data[place::length], "little")


Vectors: TypeAlias = BitVectors | ByteVectors


def vectors_modulo(states: int) -> Vectors:
    """Return the arithmetic for lamps with this number of states."""
    return BitVectors() if states == 2 else ByteVectors(states)


class HowellForm:
    """Span of the inserted vectors, in Howell form; m need not be prime.

    Of the vectors in this form, at most one begins at each place, the number it begins with
    divides m, and every sum of the vectors that begins at that place or later is a sum of those
    that do. (J. A. Howell, Spans in the module (Z_m)^s, Linear and Multilinear Algebra 19, 1986.)
    Modulo 2 this is the usual echelon form.

    Attributes
    ----------
    pivots : place → the vector of the form that begins there.
    beyond : the vectors that were 0 at the first ``places`` places, which are not reduced further.
        If the places after these record how each vector was made up, they are the sums that come
        to 0.
    """

    def __init__(self, vectors: Vectors, places: int) -> None:
        self._vectors = vectors
        self._places = places
        self.pivots: dict[int, Vector] = {}
        self.beyond: list[Vector] = []

    def insert(self, vector: Vector) -> None:
        """Add a vector to the span."""
        states = self._vectors.states
        add = self._vectors.add
        todo = [vector]
        while todo:
            vector, place = self.reduce(todo.pop())
            if not vector:
                continue
            if place >= self._places:
                self.beyond.append(vector)
                continue
            # The new pivot begins with the greatest common divisor of what begins here.
            pivot = self.pivots.get(place, 0)
            divisor, times, times_pivot = self._find_bezout(vector, pivot, place)
            kept = add(add(0, times, vector), times_pivot, pivot)
            self.pivots[place] = kept
            # The rests of the three may begin later: a multiple of the pivot that is 0 here,
            # and both vectors without their share of it.
            todo.append(add(0, states // divisor % states, kept))
            for old in (vector, pivot):
                share = -(self._vectors.at(old, place) // divisor) % states
                todo.append(add(old, share, kept))

    def reduce(self, vector: Vector) -> tuple[Vector, int]:
        """Subtract the pivots as often as possible.

        Return the rest and the place where it begins.
        """
        vectors = self._vectors
        while vector:
            place = vectors.lead(vector)
            pivot = self.pivots.get(place)
            if pivot is None:
                return vector, place
            times, rest = divmod(vectors.at(vector, place), vectors.at(pivot, place))
            if rest:
                return vector, place
            vector = vectors.add(vector, vectors.states - times, pivot)
        return 0, -1

    def orders(self) -> list[int]:
        """Return the number of multiples of each pivot.

        Every sum is one multiple of each, in exactly one way.
        """
        vectors = self._vectors
        return [vectors.states // vectors.at(pivot, place) for place, pivot in self.pivots.items()]

    def _find_bezout(self, vector: Vector, pivot: Vector, place: int) -> tuple[int, int, int]:
        """Return (d, s, t): s * vector + t * pivot begins with d, the greatest common divisor of
        both and m.
        """
        states = self._vectors.states
        one = self._vectors.at(vector, place)
        two = self._vectors.at(pivot, place)
        divisor = gcd(one, two, states)
        for times_pivot in range(states):
            for times in range(states):
                if (times * one + times_pivot * two) % states == divisor:
                    return divisor, times, times_pivot
        raise AssertionError("Bézout's identity holds for every pair")


def gray_code_sums(
    start: Vector, part: Callable[[int], Vector], orders: Sequence[int], vectors: Vectors
) -> Iterator[Vector]:
    """Yield ``start`` plus 0 to ``orders[i] - 1`` times each ``part(i)``, a single addition each.

    ``part`` is called only when needed. The order is a reflected Gray code with mixed bases, made
    without a loop (D. E. Knuth, The Art of Computer Programming 4A, 7.2.1.1, algorithm H).
    """
    count = len(orders)
    digits = [0] * count
    steps = [1] * count
    focus = list(range(count + 1))
    while True:
        yield start
        at = focus[0]
        focus[0] = 0
        if at == count:
            return
        digits[at] += steps[at]
        start = vectors.add(start, steps[at] % vectors.states, part(at))
        if digits[at] in (0, orders[at] - 1):
            steps[at] = -steps[at]
            focus[at] = focus[at + 1]
            focus[at + 1] = at + 1
