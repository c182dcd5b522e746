"""Light chasing: lamp after lamp, the last press that can still change it is determined by its
equation.

Each lamp's equation gives one press in terms of earlier ones, and only the presses that no lamp
determines stay free: the first row for a plus, the first two rows and a column or two for a knight,
nearly all for an arbitrary matrix. Each press is a sum of the free ones; if a lamp has no press
left, its equation is a condition on them. Presses whose last lamp is done are discarded, so an
n x n board needs about n sums of n numbers.

``LampChase`` works for any rule, a lamp at a time. ``LineChase`` handles a whole line of lamps at a
time, for rules that reach a single cell in their farthest line, as a plus does. A line of presses
is then one whole number: the sums of its cells, each with a number for every free press, stand side
by side in it. The effect of a line of presses on the lamps beside them is that number shifted by a
cell.

``ReducedSystem`` chases, and solves the conditions that are left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain, compress, count, repeat
from math import gcd
from operator import gt
from typing import Final, TypeAlias

from solvers.cells import Cell, split_evenly
from solvers.deadline import BYTES_PER_UNIT, Deadline
from solvers.errors import SolveTimeout
from solvers.lights_out.large.linear_system import (
    HowellForm,
    LinearSystem,
    Terms,
    Vector,
    Vectors,
    vectors_modulo,
)
from solvers.lights_out.rules import NO_LAMP, Rule

MOST_FREE: Final = 20_000
"""Maximum number of free presses: their conditions take 400 MB while they are transposed, and
minutes to be solved. A board of 1000x1000 lamps has 1,000 with the usual rule, one of 140x140 has
20,000 with the rule ``lines``."""


def check_free(number: int) -> None:
    """Raise SolveTimeout if there are too many free presses for the memory."""
    if number > MOST_FREE:
        raise SolveTimeout(
            f"over {MOST_FREE} free presses are too many for the memory", hint="a smaller board"
        )


def name_free(numbers: Iterable[int], vectors: Vectors) -> Iterator[Vector]:
    """Yield a sum for each free press, with 1 at the place of that press; raises SolveTimeout."""
    for number in numbers:
        check_free(number)
        yield 1 << number * vectors.width


class LampChase:
    """Light chasing, a lamp at a time.

    In each sum the constant is at place 0 and the i-th free press at place i + 1.
    """

    def __init__(self, system: LinearSystem, vectors: Vectors, deadline: Deadline) -> None:
        self._system = system
        self._deadline = deadline
        self._vectors = vectors
        states = system.states
        # Factor of a press → factor of the rest of its equation, if that determines the press.
        self._solving: dict[int, int] = {}
        for times in range(1, states):
            if gcd(times, states) == 1:
                self._solving[times] = -pow(times, -1, states) % states

    def list_conditions(self) -> tuple[list[Vector], int]:
        """Return the sums that have to be 0, and the number of free presses."""
        numbers = count(1)
        left: list[Vector] = []
        for _ in self._chase(name_free(numbers, self._vectors), left):
            pass
        return left, next(numbers) - 1

    def count_presses(self, of_free: Iterator[Vector], solutions: int) -> list[Vector]:  # noqa: ARG002
        """Return, for each press by number, its count in each of several solutions.

        ``of_free`` are the counts of the free presses. Place 0 is a solution for the excess of the
        lamps, and the other places are for no excess.
        """
        found = [0] * self._system.size
        for press, times in self._chase(of_free, []):
            found[press] = times
        return found

    def _chase(self, free: Iterator[Vector], left: list[Vector]) -> Iterator[tuple[int, Vector]]:
        """Yield (number, sum) of every press, and add the sums that have to be 0 to ``left``."""
        known: dict[int, Vector] = {}
        forget: dict[int, list[int]] = {}
        met = bytearray(self._system.size)
        # Presses are known until the last lamp that they change is done.
        for lamp, excess, terms in self._system.equations():
            self._deadline.spend(1)
            new, total = self._solve_equation(terms, excess, known, free)
            known.update(new)
            yield from new
            if total:
                left.append(total)
            for press, _ in new:
                met[press] = True
                forget.setdefault(self._system.last_lamp(press), []).append(press)
            for press in forget.pop(lamp, ()):
                del known[press]
        # A press in no equation changes nothing, and is free.
        for press in self._system.number_buttons():
            if not met[press]:
                yield press, next(free)

    def _solve_equation(
        self, terms: Terms, total: Vector, known: dict[int, Vector], free: Iterator[Vector]
    ) -> tuple[list[tuple[int, Vector]], Vector]:
        """Return the presses that one equation adds, and its remainder: 0 if it determines its last
        press.
        """
        add = self._vectors.add
        missing: Terms = []
        for press, times in terms:
            if press in known:
                total = add(total, times, known[press])
            else:
                missing.append((press, times))
        new: list[tuple[int, Vector]] = []
        for press, times in missing:
            # Only the last press can be solved for, and only by a factor that can be divided by.
            if press == missing[-1][0] and times in self._solving:
                new.append((press, add(0, self._solving[times], total)))
                return new, 0
            value = next(free)
            new.append((press, value))
            total = add(total, times, value)
        return new, total


class LineChase:
    """Light chasing, a line at a time: equation line ``i`` gives the presses of line ``i + reach``.

    Sums are as in LampChase; ``size`` is the number of bytes that the sum of one cell takes.
    ``offsets`` are those of the rule as (lines, cells within the line), in order; the last one
    alone is in its line, straight ahead.
    """

    def __init__(
        self, system: LinearSystem, vectors: Vectors, deadline: Deadline, offsets: list[Cell]
    ) -> None:
        self._system = system
        self._deadline = deadline
        self._vectors = vectors
        self._reach, _ = offsets[-1]
        self._offsets = offsets[:-1]
        self._lines = [bytes(lamp != NO_LAMP for lamp in line) for line in system.lines]
        self._length = len(self._lines[0])
        self._farthest = max(0, -offsets[0][0])

    def list_conditions(self) -> tuple[list[Vector], int]:
        """Return the sums that have to be 0, and the number of free presses."""
        free = 0
        for line in range(len(self._lines) + self._reach):
            free += sum(self._lamps_missing(line, line - self._reach))
        check_free(free)
        left: list[Vector] = []
        for _ in self._chase(name_free(range(1, 1 + free), self._vectors), 1 + free, left):
            pass
        return left, free

    def count_presses(self, of_free: Iterator[Vector], solutions: int) -> list[Vector]:
        """Return, for each press by number, its count in each of several solutions."""
        found: list[Vector] = []
        for line in self._chase(of_free, solutions, []):
            found += _split_line(line, self._count_bytes(solutions), self._length)
        return found

    def _chase(self, free: Iterator[Vector], places: int, left: list[Vector]) -> Iterator[int]:
        """Yield every line of presses, and add the sums that have to be 0 to ``left``."""
        size = self._count_bytes(places)
        known: dict[int, int] = {}
        for step in range(-self._reach, len(self._lines)):
            self._deadline.spend(self._length)
            total = self._add_known_presses(step, known, size)
            # A lamp without a press in the line that would set it right is a condition.
            unanswered = self._lamps_missing(step, step + self._reach)
            if any(unanswered):
                left += filter(None, compress(_split_line(total, size, self._length), unanswered))
            if step + self._reach < len(self._lines):
                presses = self._solve_line(total, step, size, free)
                known[step + self._reach] = presses
                yield presses
            known.pop(step - self._farthest, None)

    def _count_bytes(self, places: int) -> int:
        """Return the bytes per cell in the number for a line."""
        return (places * self._vectors.width + 7) // 8

    def _lamps_of(self, line: int) -> bytes:
        """Return 1 for each cell of a line that has a lamp, else 0."""
        return self._lines[line] if 0 <= line < len(self._lines) else bytes(self._length)

    def _lamps_missing(self, line: int, other: int) -> bytes:
        """Return 1 for each cell where one line has a lamp and the other has none, else 0."""
        here = self._lamps_of(line)
        there = self._lamps_of(other)
        if here == there:
            return bytes(self._length)
        return bytes(map(gt, here, there))

    def _add_known_presses(self, step: int, known: dict[int, int], size: int) -> int:
        """Return the sum of the presses known so far and the excess at the lamps of a line."""
        total = self._pack_excess(step, size)
        bits_per_cell = 8 * size
        whole_line = (1 << bits_per_cell * self._length) - 1
        work = 1 + size * self._length // BYTES_PER_UNIT
        for down, right in self._offsets:
            self._deadline.spend(work)
            presses = known.get(step + down, 0)
            shift = bits_per_cell * right
            moved = presses >> shift if right >= 0 else presses << -shift & whole_line
            total = self._vectors.add(total, 1, moved)
        return total

    def _pack_excess(self, step: int, size: int) -> int:
        """Return the excess of a line's lamps, at place 0 of each cell."""
        cells = bytearray(size * self._length)
        if 0 <= step < len(self._lines):
            cells[::size] = self._system.excess(step)
        return int.from_bytes(cells, "little")

    def _solve_line(self, total: int, step: int, size: int, free: Iterator[Vector]) -> int:
        """Return the line of presses that sets a line of lamps right.

        Presses without such a lamp are free.
        """
        buttons = self._lamps_of(step + self._reach)
        answered = total & _mask_cells(self._lamps_of(step), buttons, size)
        presses = self._vectors.add(0, self._system.states - 1, answered)
        unbound = self._lamps_missing(step + self._reach, step)
        if any(unbound):
            cells = bytearray()
            for is_free in unbound:
                cells += next(free).to_bytes(size, "little") if is_free else bytes(size)
            presses |= int.from_bytes(cells, "little")
        return presses


@lru_cache(maxsize=4)
def _mask_cells(one: bytes, two: bytes, size: int) -> int:
    """Return a mask of all bits of the cells where both lines have a lamp."""
    cells = (b"\xff" * size if a and b else bytes(size) for a, b in zip(one, two, strict=True))
    return int.from_bytes(b"".join(cells), "little")


def _split_line(line: int, size: int, length: int) -> list[Vector]:
    """Return the number of each cell of a line."""
    data = line.to_bytes(size * length, "little")
    if size == 1:
        return list(data)
    return [int.from_bytes(cell, "little") for cell in split_evenly(data, size)]


Chase: TypeAlias = LampChase | LineChase


class ReducedSystem:
    """Solutions of a system, by their free presses: light chasing, and the span of the conditions
    that are left.

    Attributes
    ----------
    particular : the free presses of one solution; None if there is none.
    quiet : those of quiet patterns, which change nothing; every such pattern is one sum of
        multiples of these.
    orders : number of multiples of each of them.
    """

    def __init__(self, system: LinearSystem, deadline: Deadline) -> None:
        """Reduce a system; raise SolveTimeout."""
        self.system = system
        self.vectors = vectors_modulo(system.states)
        self._chase = _choose_chase(system, self.vectors, deadline)
        conditions, self._free = self._chase.list_conditions()
        columns = self.vectors.transpose(conditions, 1 + self._free)
        constant = next(columns)
        # Each free press is a column of the conditions, with a 1 at a place of its own behind them:
        # what the span of the columns has there shows which free presses a sum is made of.
        own = len(conditions) * self.vectors.width
        span = HowellForm(self.vectors, len(conditions))
        for number, column in enumerate(columns):
            deadline.spend(len(conditions))
            span.insert(column | 1 << own + number * self.vectors.width)
        # Sums that meet no condition are quiet patterns.
        quiet = HowellForm(self.vectors, self._free)
        for vector in span.beyond:
            deadline.spend(len(quiet.pivots))
            quiet.insert(vector >> own)
        self.quiet = list(quiet.pivots.values())
        self.orders = quiet.orders()
        rest, _ = span.reduce(constant)
        is_solvable = not rest & ((1 << own) - 1)
        self.particular = rest >> own if is_solvable else None

    def count_presses(self, particular: Vector, quiet: list[Vector]) -> list[Vector]:
        """Return, for each press by number, its count in each of several solutions: one for the
        excess of the lamps, which may be 0, and quiet patterns, given by their free presses.
        """
        of_free = [particular, *quiet]
        counts = self.vectors.transpose(of_free, self._free)
        return self._chase.count_presses(counts, len(of_free))

    def expand(self, particular: Vector, quiet: list[Vector]) -> list[Vector]:
        """Return all presses of a solution and of quiet patterns that are given by their free
        presses.
        """
        counts = self.count_presses(particular, quiet)
        return list(self.vectors.transpose(counts, 1 + len(quiet)))

    def cells(self, vector: Vector) -> tuple[Cell, ...]:
        """Return the (row, col) of the presses, row by row, each as often as it is pressed."""
        times = self.vectors.list_numbers(vector, self.system.size)
        numbers = chain.from_iterable(map(repeat, range(self.system.size), times))
        return tuple(self.system.cells(numbers))


def _choose_chase(system: LinearSystem, vectors: Vectors, deadline: Deadline) -> Chase:
    """Return the chase by lines for a rule whose farthest line has one cell, straight ahead."""
    rule = system.reverse
    if not isinstance(rule, Rule) or not rule.offsets or rule.wrap:
        return LampChase(system, vectors, deadline)
    offsets = sorted(
        (right, down) if system.wide else (down, right) for down, right in rule.offsets
    )
    reach, across = offsets[-1]
    # A second press in the farthest line would leave its line of equations undetermined.
    is_alone = len(offsets) == 1 or offsets[-2][0] < reach
    if across == 0 and reach > 0 and is_alone:
        return LineChase(system, vectors, deadline, offsets)
    return LampChase(system, vectors, deadline)
