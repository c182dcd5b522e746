"""The time limit of a solver of lamps."""

from __future__ import annotations

from typing import Final

from solvers import clock
from solvers.errors import SolveTimeout

_CELLS: Final = 10_000
"""Cells between looks at the time, some 50 ms: boards of up to 1,000 lamps are reduced however short the time is."""


class Clock(clock.Clock):
    """A time limit that is looked at once enough was done."""

    def __init__(self, timeout_s: float | None = None) -> None:
        super().__init__(timeout_s)
        self._cells = 0

    def spend(self, cells: int) -> None:
        """Counts cells that were worked on towards a first solution; SolveTimeout if the time is over before that."""
        self._cells += cells
        if self._cells < _CELLS:
            return
        self._cells = 0
        if self.over:
            raise SolveTimeout(f"no solution was found in {self._timeout_s:g} s", hint="more time, or a smaller board")
