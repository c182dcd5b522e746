"""The time limit of a search for pegs."""

from __future__ import annotations

from collections.abc import Callable

from solvers import clock
from solvers.errors import SolveTimeout


class Clock(clock.Clock):
    """A time limit that tells how far the search came."""

    def check(self, so_far: Callable[[], str]) -> None:
        """Raises SolveTimeout, which says what was done so far, if the time is over."""
        if self.over:
            raise SolveTimeout(f"nothing was decided in {self._timeout_s:g} s: {so_far()}", hint="more time")
