"""Of all solutions the one with the fewest presses."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import islice
from typing import Final

from solvers.lights_out.sums import sums
from solvers.lights_out.vectors import Vector, Vectors

_BATCH: Final = 1000


def fewest(
    particular: Vector, quiet: Sequence[Vector], orders: Sequence[int], vectors: Vectors, ends_at: float
) -> tuple[Vector, bool]:
    """The solution with the fewest presses, and whether that is proved before the clock shows ``ends_at``."""
    every = sums(particular, quiet, orders, vectors)
    best = particular
    while batch := list(islice(every, _BATCH)):
        best = min(best, *batch, key=vectors.total)
        if time.perf_counter() > ends_at:
            return best, False
    return best, True
