"""The time limit of a solver."""

from __future__ import annotations

import math
import time


class Clock:
    """Counts from when it is made; ``timeout_s`` None is no limit."""

    def __init__(self, timeout_s: float | None = None) -> None:
        self._started = time.perf_counter()
        self._timeout_s = math.inf if timeout_s is None else timeout_s

    @property
    def seconds(self) -> float:
        """Since it was made."""
        return time.perf_counter() - self._started

    @property
    def over(self) -> bool:
        """Whether the time is over."""
        return self.seconds > self._timeout_s
