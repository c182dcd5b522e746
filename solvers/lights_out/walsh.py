"""The fewest presses of 2**k solutions at once, by a Walsh-Hadamard transform.

A solution is a particular one plus a choice of k quiet patterns. Each cell is pressed or not by the parity of the
choice and the cell's *column*: the quiet patterns that contain it. So for the choice c, with F(g) the cells of column g
that the particular solution leaves alone less those it presses,

    cells not pressed - cells pressed = sum over g of F(g) * (-1) ** |c & g|,

which is the transform of F, and F is 0 nearly everywhere. The transform goes down a tree, one quiet pattern a
level: with it or without it, that is the difference or the sum of two halves. The lowest quiet patterns are not
branched on: the values of their 2**LOW choices lie side by side as lanes of one whole number, and one addition makes
all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from operator import add, sub
from typing import Final

from solvers.deadline import Deadline
from solvers.lights_out.vectors import BitVectors, Vector

LOW: Final = 11
"""Quiet patterns whose choices are lanes: with fewer, Python's overhead shows; with more, only memory grows."""

_DENSE: Final = 2
"""Halves are stored in a list instead of a dictionary if it has at most this many times as many places as values."""

_CHECKED_LEVELS: Final = 7
"""Minimum number of levels left at nodes where the deadline is checked: every few milliseconds."""

Blocks = Sequence[int] | dict[int, int]


def fewest_of(particular: Vector, quiet: Sequence[Vector], length: int, deadline: Deadline) -> tuple[Vector, bool]:
    """Return the sum of ``particular`` and some of ``quiet`` with the fewest bits, and True if that is proved.

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

    def __init__(self, particular: Vector, quiet: Sequence[Vector], length: int, deadline: Deadline) -> None:
        self.choice = 0
        self._low = min(len(quiet), LOW)
        self._levels = len(quiet) - self._low
        self._width = (2 * length + 1).bit_length() + 1
        self._lanes = _ones(1 << self._low, self._width)
        self._guards = self._lanes << self._width - 1
        self._deadline = deadline
        self._blocks = self._first(particular, BitVectors().transposed(quiet, length))
        self._expect(length - 2 * particular.bit_count())

    def search(self) -> bool:
        """Search, and return True if all choices were tried before the deadline."""
        return self._descend(self._blocks, self._levels, 0)

    def _first(self, particular: Vector, columns: list[int]) -> dict[int, int]:
        """Return high bits of a column → the transform over the low bits of its cells, one lane per choice."""
        blocks: dict[int, int] = {}
        below = (1 << self._low) - 1
        row_of = cache(partial(_hadamard, bits=self._low, width=self._width))
        signs = BitVectors().listed(particular, len(columns))
        for column, pressed in zip(columns, signs, strict=True):
            row = row_of(column & below)
            high = column >> self._low
            blocks[high] = blocks.get(high, 0) + (-row if pressed else row)
        return blocks

    def _expect(self, value: int) -> None:
        """Set the offset of a lane from which its guard bit shows a larger value."""
        self._best = value
        self._offset = self._guards - (value + 1) * self._lanes

    def _descend(self, blocks: Blocks, levels: int, choice: int) -> bool:
        if not levels:
            if blocks[0] + self._offset & self._guards:
                self._improve(blocks[0], choice)
            return True
        if levels >= _CHECKED_LEVELS and self._deadline.is_over:
            return False
        without, with_ = _halves(blocks, levels)
        bit = 1 << levels - 1
        return self._descend(without, levels - 1, choice) and self._descend(with_, levels - 1, choice | bit)

    def _improve(self, block: int, choice: int) -> None:
        half = 1 << self._width - 1
        lanes = block + half * self._lanes
        values = [(lanes >> self._width * lane & 2 * half - 1) - half for lane in range(1 << self._low)]
        best = max(values)
        self.choice = choice << self._low | values.index(best)
        self._expect(best)


def _halves(blocks: Blocks, levels: int) -> tuple[Blocks, Blocks]:
    """Return the sum and the difference of the blocks without and with the highest quiet pattern."""
    half = 1 << levels - 1
    if isinstance(blocks, dict):
        if _DENSE * len(blocks) < 2 * half:
            return _sparse_halves(blocks, half)
        blocks = [blocks.get(place, 0) for place in range(2 * half)]
    one, other = blocks[:half], blocks[half:]
    return list(map(add, one, other)), list(map(sub, one, other))


def _sparse_halves(blocks: dict[int, int], half: int) -> tuple[dict[int, int], dict[int, int]]:
    sums = {place: block for place, block in blocks.items() if place < half}
    differences = sums.copy()
    for place, block in blocks.items():
        if place >= half:
            sums[place - half] = sums.get(place - half, 0) + block
            differences[place - half] = differences.get(place - half, 0) - block
    return sums, differences


def _hadamard(column: int, bits: int, width: int) -> int:
    """Return (-1) ** |column & choice| for every choice of this many bits, one lane each."""
    row = 1
    for bit in range(bits):
        shifted = row << (width << bit)
        row = row - shifted if column >> bit & 1 else row + shifted
    return row


def _ones(count: int, width: int) -> int:
    """Return a 1 in each of this many lanes, a power of 2."""
    return _hadamard(0, count.bit_length() - 1, width)
