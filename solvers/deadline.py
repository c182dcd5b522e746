"""Time limits of solvers, and of all work on one puzzle."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from solvers.errors import SolveTimeout

MORE_TIME: Final = "a longer --timeout, or 0 for no limit"
"""Hint for errors about a time limit that the user can change."""

_WORK_PER_CHECK: Final = 10_000
"""Units of work between two checks, about 50 ms: boards of up to 1,000 lamps are reduced even after
the deadline.
"""

BYTES_PER_UNIT: Final = 4096
"""Bytes of a long number that take as long as a unit of work to shift and to add."""


class Deadline:
    """Time limit that counts from its creation; ``timeout_s=None`` means no limit, infinite
    seconds.
    """

    def __init__(self, timeout_s: float | None = None) -> None:
        self._started = time.perf_counter()
        self.timeout_s = math.inf if timeout_s is None else timeout_s
        self._work = 0

    @property
    def elapsed_s(self) -> float:
        """Seconds since creation."""
        return time.perf_counter() - self._started

    @property
    def left_s(self) -> float | None:
        """Seconds until the time is up, at least 0; None without a limit."""
        return None if self.timeout_s == math.inf else max(0.0, self.timeout_s - self.elapsed_s)

    @property
    def is_over(self) -> bool:
        """True if the time is up."""
        return self.elapsed_s > self.timeout_s

    def check(self, progress: Callable[[], str]) -> None:
        """Raise SolveTimeout with a description of the progress if the time is up."""
        if self.is_over:
            raise SolveTimeout(
                f"nothing was decided in {self.timeout_s:g} s: {progress()}", hint="more time"
            )

    def spend(self, work: int) -> None:
        """Count units of work towards a first solution.

        Raise SolveTimeout if the time is up after a certain amount.
        """
        self._work += work
        if self._work < _WORK_PER_CHECK:
            return
        self._work = 0
        if self.is_over:
            raise SolveTimeout(
                f"no solution was found in {self.timeout_s:g} s",
                hint="more time, or a smaller board",
            )

    @contextmanager
    def limit(self, undone: str) -> Iterator[float | None]:
        """Yield the seconds left for one part of the work, None without a limit.

        If the time is up, a SolveTimeout from the block is replaced by one about all of the work:
        it says what is left ``undone``, and after a colon the progress, if the original message
        contains it. If time is left, the error has another reason and is raised unchanged.
        """
        try:
            yield self.left_s
        except SolveTimeout as error:
            # Not this limit: the block had one of its own, or ran out of memory.
            if not self.is_over:
                raise
            _, colon, so_far = error.message.partition(": ")
            raise SolveTimeout(
                f"{undone} within {self.timeout_s:g} s{colon}{so_far}", hint=MORE_TIME
            ) from None
