"""Of all solutions the one with the fewest presses."""

from __future__ import annotations

import time
from itertools import islice
from typing import Final

from solvers.lights_out.reduced import Reduced
from solvers.lights_out.sums import sums
from solvers.lights_out.vectors import Vector
from solvers.lights_out.walsh import fewest_of

_BATCH: Final = 1000


def fewest(reduced: Reduced, particular: Vector, ends_at: float) -> tuple[Vector, bool]:
    """The solution with the fewest presses, and whether that is proved before the clock shows ``ends_at``."""
    best, *quiet = reduced.expanded(particular, reduced.quiet)
    vectors = reduced.vectors
    if not quiet:
        return best, True
    if vectors.states == 2:
        return fewest_of(best, quiet, reduced.system.size, ends_at)
    every = sums(best, quiet, reduced.orders, vectors)
    while batch := list(islice(every, _BATCH)):
        best = min(best, *batch, key=vectors.total)
        if time.perf_counter() > ends_at:
            return best, False
    return best, True
