"""All sums of multiples of some vectors in Gray code order: each takes a single addition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from solvers.lights_out.vectors import Vector, Vectors


def gray_code_sums(
    start: Vector, part: Callable[[int], Vector], orders: Sequence[int], vectors: Vectors
) -> Iterator[Vector]:
    """Yield ``start`` plus 0 to ``orders[i] - 1`` times each ``part(i)``; ``part`` is called only when needed.

    The order is a reflected Gray code with mixed bases, made without a loop (D. E. Knuth, The Art of Computer
    Programming 4A, 7.2.1.1, algorithm H).
    """
    count = len(orders)
    digits, steps, focus = [0] * count, [1] * count, list(range(count + 1))
    while True:
        yield start
        at, focus[0] = focus[0], 0
        if at == count:
            return
        digits[at] += steps[at]
        start = vectors.add(start, steps[at] % vectors.states, part(at))
        if digits[at] in (0, orders[at] - 1):
            steps[at] = -steps[at]
            focus[at], focus[at + 1] = focus[at + 1], at + 1
