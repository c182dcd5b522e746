"""The time limit of a solver."""

from __future__ import annotations

import math
import time
from typing import Final

from solvers.errors import SolveTimeout

_CELLS: Final = 10_000
"""Cells between looks at the time, some 50 ms: boards of up to 1,000 lamps are reduced however short the time is."""


class Clock:
    """Counts from when it is made; ``timeout_s`` None is no limit."""

    def __init__(self, timeout_s: float | None = None) -> None:
        self._started = time.perf_counter()
        self._timeout_s = math.inf if timeout_s is None else timeout_s
        self._cells = 0

    @property
    def seconds(self) -> float:
        """Since it was made."""
        return time.perf_counter() - self._started

    @property
    def over(self) -> bool:
        """Whether the time is over."""
        return self.seconds > self._timeout_s

    def spend(self, cells: int) -> None:
        """Counts cells that were worked on towards a first solution; SolveTimeout if the time is over before that."""
        self._cells += cells
        if self._cells < _CELLS:
            return
        self._cells = 0
        if self.over:
            raise SolveTimeout(f"no solution was found in {self._timeout_s:g} s", hint="more time, or a smaller board")
