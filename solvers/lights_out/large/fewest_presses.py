"""Search for the solution with the fewest presses.

Up to 2**34 solutions of two-state lamps are compared at once, by a Walsh-Hadamard transform. A
solution is a particular one plus a choice of k quiet patterns. Each cell is pressed or not by the
parity of the choice and the cell's *column*: the quiet patterns that contain it. So for the choice
c, with F(g) the cells of column g that the particular solution leaves alone less those it presses,

    cells not pressed - cells pressed = sum over g of F(g) * (-1) ** |c & g|,

which is the transform of F, and F is 0 nearly everywhere. The transform goes down a tree, one quiet
pattern a level: with it or without it, that is the difference or the sum of two halves. The lowest
quiet patterns are not branched on: the values of their 2**LOW choices lie side by side as lanes of
one whole number, and one addition makes all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import islice
from math import prod
from operator import add, sub
from random import Random
from typing import Final

from solvers.deadline import Deadline
from solvers.lights_out.large.light_chasing import ReducedSystem
from solvers.lights_out.large.linear_system import BitVectors, Vector, Vectors, gray_code_sums

PROVED_UP_TO: Final = 34
"""Maximum number of quiet patterns of two-state lamps to try in all combinations.

32 take half a minute, and each further one doubles that.
"""

LISTED_UP_TO: Final = 1 << 22
"""Maximum number of solutions of lamps with more states to try one by one: a few seconds."""

LOW: Final = 11
"""Quiet patterns whose choices are lanes: with fewer, Python's overhead shows.

With more, only memory grows.
"""

_ROOM: Final = 40_000_000
"""Maximum total size of all quiet patterns in memory, in numbers of a few bytes each."""

_BATCH: Final = 1000
"""Solutions that are compared between two looks at the clock."""

_DESCENTS: Final = 2000
"""Attempts to improve a solution if there are too many to try all."""

_SHAKEN: Final = 4
"""Number of quiet patterns added to the best solution before each descent from there."""

_DENSE: Final = 2
"""Halves are stored in a list instead of a dictionary if it has at most this many times as many
places as values.
"""

_CHECKED_LEVELS: Final = 7
"""Minimum number of levels left at nodes where the deadline is checked: every few milliseconds."""

Blocks = Sequence[int] | dict[int, int]
"""Columns of the quiet patterns still to be chosen → the transform over the low ones."""


def find_fewest(
    reduced: ReducedSystem, particular: Vector, deadline: Deadline
) -> tuple[Vector, bool]:
    """Return the solution with the fewest presses, and True if that was proved before the deadline.

    If there are too many solutions to try all, it is the best of many attempts that no single quiet
    pattern improves.
    """
    vectors = reduced.vectors
    # Quiet patterns of the largest boards would fill the memory; those held are combined.
    held = reduced.quiet[: _ROOM // reduced.system.size]
    quiet = reduced.expand(particular, held)
    first = quiet.pop(0)
    # The only solution has the fewest presses.
    if not reduced.quiet:
        return first, True
    start = _descend(first, quiet, vectors, deadline)
    # A proof has to try every combination of all quiet patterns.
    if len(held) == len(reduced.quiet):
        if vectors.states == 2 and len(quiet) <= PROVED_UP_TO:
            return find_fewest_of(start, quiet, reduced.system.size, deadline)
        if prod(reduced.orders) <= LISTED_UP_TO:
            every = gray_code_sums(first, quiet.__getitem__, reduced.orders, vectors)
            return _find_least(every, vectors.total, deadline)
    return _improve_by_descents(start, quiet, vectors, deadline), False


def _find_least(
    every: Iterator[Vector], total: Callable[[Vector], int], deadline: Deadline
) -> tuple[Vector, bool]:
    best = next(every)
    while batch := list(islice(every, _BATCH)):
        best = min(best, min(batch, key=total), key=total)
        if deadline.is_over:
            return best, False
    return best, True


def _improve_by_descents(
    best: Vector, quiet: list[Vector], vectors: Vectors, deadline: Deadline
) -> Vector:
    """Return the best result of many descents, each from near the best result so far."""
    random = Random(0)
    for _ in range(_DESCENTS):
        if deadline.is_over:
            break
        start = best
        # A few random patterns leave the valley of the best result.
        for vector in random.choices(quiet, k=_SHAKEN):
            start = vectors.add(start, random.randrange(vectors.states), vector)
        best = min(best, _descend(start, quiet, vectors, deadline), key=vectors.total)
    return best


def _descend(best: Vector, quiet: list[Vector], vectors: Vectors, deadline: Deadline) -> Vector:
    """Add quiet patterns one at a time as long as that saves presses, and until the deadline."""
    before = -1
    total = vectors.total(best)
    while total != before:
        before = total
        for vector in quiet:
            if deadline.is_over:
                return best
            sums = [vectors.add(best, times, vector) for times in range(vectors.states)]
            best = min(sums, key=vectors.total)
        total = vectors.total(best)
    return best


def find_fewest_of(
    particular: Vector, quiet: Sequence[Vector], length: int, deadline: Deadline
) -> tuple[Vector, bool]:
    """Return the sum of ``particular`` and some of ``quiet`` with the fewest bits, and True if that
    is proved.

    Parameters
    ----------
    length : number of bits of the vectors.
    deadline : when it is over, the best sum found is returned, not proved.
    """
    transform = _Transform(particular, quiet, length, deadline)
    proved = transform.search()
    best = particular
    for number, vector in enumerate(quiet):
        if transform.choice >> number & 1:
            best ^= vector
    return best, proved


class _Transform:
    """Search for the largest value of the transform; ``choice`` is its place."""

    def __init__(
        self, particular: Vector, quiet: Sequence[Vector], length: int, deadline: Deadline
    ) -> None:
        self.choice = 0
        self._low = min(len(quiet), LOW)
        self._levels = len(quiet) - self._low
        self._width = (2 * length + 1).bit_length() + 1
        # A lane holds a value with its sign, and its highest bit guards it against carries.
        self._lanes = _hadamard_row(0, self._low, self._width)
        self._guards = self._lanes << self._width - 1
        self._deadline = deadline
        self._blocks = self._start_blocks(particular, list(BitVectors().transpose(quiet, length)))
        self._expect_more_than(length - 2 * particular.bit_count())

    def search(self) -> bool:
        """Search, and return True if all choices were tried before the deadline."""
        return self._choose(self._blocks, self._levels, 0)

    def _start_blocks(self, particular: Vector, columns: list[int]) -> dict[int, int]:
        """Return high bits of a column → the transform over the low bits of its cells, one lane per
        choice.
        """
        blocks: dict[int, int] = {}
        below = (1 << self._low) - 1
        row_of = cache(partial(_hadamard_row, bits=self._low, width=self._width))
        signs = BitVectors().list_numbers(particular, len(columns))
        for column, pressed in zip(columns, signs, strict=True):
            row = row_of(column & below)
            high = column >> self._low
            blocks[high] = blocks.get(high, 0) + (-row if pressed else row)
        return blocks

    def _expect_more_than(self, value: int) -> None:
        """Set the offset of a lane from which its guard bit shows a larger value."""
        self._offset = self._guards - (value + 1) * self._lanes

    def _choose(self, blocks: Blocks, levels: int, choice: int) -> bool:
        """Try the choice so far without and with the highest quiet pattern left.

        Return True unless interrupted.
        """
        if not levels:
            # Any guard bit set: one of the lanes holds more than the best value so far.
            if blocks[0] + self._offset & self._guards:
                self._keep_best(blocks[0], choice)
            return True
        if levels >= _CHECKED_LEVELS and self._deadline.is_over:
            return False
        sums, differences = _halve(blocks, levels)
        if not self._choose(sums, levels - 1, choice):
            return False
        return self._choose(differences, levels - 1, choice | 1 << levels - 1)

    def _keep_best(self, block: int, choice: int) -> None:
        half = 1 << self._width - 1
        lanes = block + half * self._lanes
        shifts = range(0, self._width << self._low, self._width)
        values = [(lanes >> shift & 2 * half - 1) - half for shift in shifts]
        best = max(values)
        self.choice = choice << self._low | values.index(best)
        self._expect_more_than(best)


def _halve(blocks: Blocks, levels: int) -> tuple[Blocks, Blocks]:
    """Return the sum and the difference of the blocks without and with the highest pattern."""
    half = 1 << levels - 1
    if isinstance(blocks, dict):
        # Near the root few columns occur; further down nearly every place has a value.
        if _DENSE * len(blocks) < 2 * half:
            return _halve_sparse(blocks, half)
        blocks = [blocks.get(place, 0) for place in range(2 * half)]
    without = blocks[:half]
    with_it = blocks[half:]
    return list(map(add, without, with_it)), list(map(sub, without, with_it))


def _halve_sparse(blocks: dict[int, int], half: int) -> tuple[dict[int, int], dict[int, int]]:
    sums: dict[int, int] = {}
    differences: dict[int, int] = {}
    for place, block in blocks.items():
        low = place % half
        sums[low] = sums.get(low, 0) + block
        differences[low] = differences.get(low, 0) + (block if place == low else -block)
    return sums, differences


def _hadamard_row(column: int, bits: int, width: int) -> int:
    """Return (-1) ** |column & choice| for every choice of this many bits, one lane each."""
    row = 1
    for bit in range(bits):
        shifted = row << (width << bit)
        row = row - shifted if column >> bit & 1 else row + shifted
    return row
