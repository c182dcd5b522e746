"""Light chasing: lamp after lamp, the last press that can still change it is determined by its equation.

Each lamp's equation gives one press in terms of earlier ones, and only the presses that no lamp determines stay free:
the first row for a plus, the first two rows and a column or two for a knight, nearly all for an arbitrary matrix. Each
press is a sum of the free ones; if a lamp has no press left, its equation is a condition on them. Presses whose
last lamp is done are discarded, so an n x n board needs about n sums of n numbers.

``LampChase`` works for any rule, a lamp at a time. ``LineChase`` handles a whole line of lamps at a time, for rules
that reach a single cell in their farthest line, as a plus does. A line of presses is then one whole number: the sums
of its cells, each with a number for every free press, stand side by side in it. The effect of a line of presses on
the lamps beside them is that number shifted by a cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import compress, count
from math import gcd
from typing import Protocol

from solvers.cells import Cell
from solvers.deadline import Deadline
from solvers.lights_out.lamps import NO_LAMP
from solvers.lights_out.linear_system import LinearSystem, Terms
from solvers.lights_out.rules import Rule
from solvers.lights_out.vectors import Vector, Vectors


class Chase(Protocol):
    """Light chasing. In each sum the constant is at place 0 and the i-th free press at place i + 1."""

    def conditions(self) -> tuple[list[Vector], int]:
        """Return the sums that have to be 0, and the number of free presses."""

    def presses(self, of_free: Iterator[Vector], solutions: int) -> list[Vector]:
        """Return, for each press by number, its count in each of several solutions whose free presses are given.

        Place 0 is a solution for the excess of the lamps, and the other places are for no excess.
        """


class LampChase:
    """Light chasing, a lamp at a time."""

    def __init__(self, system: LinearSystem, vectors: Vectors, deadline: Deadline) -> None:
        self._system = system
        self._deadline = deadline
        self._vectors = vectors
        states = system.states
        self._solving = {
            times: -pow(times, -1, states) % states for times in range(1, states) if gcd(times, states) == 1
        }

    def conditions(self) -> tuple[list[Vector], int]:
        """Return the sums that have to be 0, and the number of free presses."""
        numbers = count(1)
        left: list[Vector] = []
        for _ in self._chase((1 << number * self._vectors.width for number in numbers), left):
            pass
        return left, next(numbers) - 1

    def presses(self, of_free: Iterator[Vector], solutions: int) -> list[Vector]:  # noqa: ARG002
        """Return, for each press by number, its count in each of several solutions."""
        found = [0] * self._system.size
        for press, times in self._chase(of_free, []):
            found[press] = times
        return found

    def _chase(self, free: Iterator[Vector], left: list[Vector]) -> Iterator[tuple[int, Vector]]:
        """Yield (number, sum) of every press, and add the sums that have to be 0 to ``left``."""
        known: dict[int, Vector] = {}
        forget: dict[int, list[int]] = {}
        met = bytearray(self._system.size)
        for lamp, excess, terms in self._system.equations():
            self._deadline.spend(1)
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
        """Return the presses that one equation determines, and its remainder: 0 if it determines its last press."""
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


def single_reach(system: LinearSystem) -> int | None:
    """Return the distance in lines from a lamp to the last press that changes it.

    None unless there is a single press in that line, at the same place.
    """
    rule = system.reverse
    if not isinstance(rule, Rule) or not rule.offsets or rule.wrap:
        return None
    offsets = _along_lines(rule, system)
    reach, across = max(offsets)
    single = across == 0 and reach > 0 and [down for down, _ in offsets].count(reach) == 1
    return reach if single else None


def _along_lines(rule: Rule, system: LinearSystem) -> list[Cell]:
    """Return the offsets as (lines, cells within the line)."""
    return [(right, down) if system.wide else (down, right) for down, right in rule.offsets]


class LineChase:
    """Light chasing, a line at a time: equation line ``i`` gives the presses of line ``i + reach``."""

    def __init__(self, system: LinearSystem, vectors: Vectors, deadline: Deadline, rule: Rule, reach: int) -> None:
        self._system = system
        self._deadline = deadline
        self._vectors = vectors
        self._reach = reach
        self._offsets = [offset for offset in _along_lines(rule, system) if offset[0] < reach]
        self._lines = [bytes(lamp != NO_LAMP for lamp in line) for line in system.lines]
        self._length = len(self._lines[0])
        self._farthest = max([0, *(-down for down, _ in self._offsets)])

    def conditions(self) -> tuple[list[Vector], int]:
        """Return the sums that have to be 0, and the number of free presses."""
        steps = range(-self._reach, len(self._lines))
        free = sum(sum(self._only(step + self._reach, step)) for step in steps)
        left: list[Vector] = []
        for _ in self._chase((1 << place * self._vectors.width for place in range(1, 1 + free)), 1 + free, left):
            pass
        return left, free

    def presses(self, of_free: Iterator[Vector], solutions: int) -> list[Vector]:
        """Return, for each press by number, its count in each of several solutions."""
        size = self._bytes(solutions)
        found: list[Vector] = []
        for line in self._chase(of_free, solutions, []):
            found += _split(line, size, self._length)
        return found

    def _chase(self, free: Iterator[Vector], places: int, left: list[Vector]) -> Iterator[int]:
        """Yield every line of presses, and add the sums that have to be 0 to ``left``."""
        size = self._bytes(places)
        known: dict[int, int] = {}
        for step in range(-self._reach, len(self._lines)):
            self._deadline.spend(self._length)
            total = self._total(step, known, size)
            without = self._only(step, step + self._reach)
            if any(without):
                left += filter(None, compress(_split(total, size, self._length), without))
            if step + self._reach < len(self._lines):
                known[step + self._reach] = self._given(total, step, size, free)
                yield known[step + self._reach]
            known.pop(step - self._farthest, None)

    def _bytes(self, places: int) -> int:
        """Return the bytes per cell in the number for a line."""
        return (places * self._vectors.width + 7) // 8

    def _lamps(self, line: int) -> bytes:
        """Return 1 for each cell of a line that has a lamp, else 0."""
        return self._lines[line] if 0 <= line < len(self._lines) else bytes(self._length)

    def _only(self, line: int, other: int) -> bytes:
        """Return 1 for each cell where one line has a lamp and the other has none, else 0."""
        one, two = self._lamps(line), self._lamps(other)
        return bytes(self._length) if one == two else bytes(a > b for a, b in zip(one, two, strict=True))

    def _total(self, step: int, known: dict[int, int], size: int) -> int:
        """Return the sum of the presses known so far and the excess at the lamps of a line."""
        total = self._excess(step, size)
        whole = (1 << 8 * size * self._length) - 1
        for down, right in self._offsets:
            presses = known.get(step + down, 0)
            shifted = presses >> 8 * size * right if right >= 0 else (presses << 8 * size * -right) & whole
            total = self._vectors.add(total, 1, shifted)
        return total

    def _excess(self, step: int, size: int) -> int:
        """Return the excess of a line's lamps, at place 0 of each cell."""
        cells = bytearray(size * self._length)
        if 0 <= step < len(self._lines):
            cells[::size] = self._system.excess(step)
        return int.from_bytes(cells, "little")

    def _given(self, total: int, step: int, size: int, free: Iterator[Vector]) -> int:
        """Return the line of presses that sets a line of lamps right; presses without such a lamp are free."""
        both = total & _mask(self._lamps(step), self._lamps(step + self._reach), size)
        given = self._vectors.add(0, self._system.states - 1, both)
        only = self._only(step + self._reach, step)
        if any(only):
            cells = b"".join(next(free).to_bytes(size, "little") if alone else bytes(size) for alone in only)
            given |= int.from_bytes(cells, "little")
        return given


@lru_cache(maxsize=4)
def _mask(one: bytes, two: bytes, size: int) -> int:
    """Return a mask of all bits of the cells where both lines have a lamp."""
    cells = (b"\xff" * size if a and b else bytes(size) for a, b in zip(one, two, strict=True))
    return int.from_bytes(b"".join(cells), "little")


def _split(line: int, size: int, length: int) -> list[Vector]:
    """Return the number of each cell of a line."""
    data = line.to_bytes(size * length, "little")
    if size == 1:
        return list(data)
    return [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)]
