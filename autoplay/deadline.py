"""The time limit of one puzzle, shared by all that is to be done about it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from solvers.errors import SolveTimeout
from solvers.star_battle.search import MORE_TIME


class Clock:
    """Counts down the seconds for one puzzle, None for no limit."""

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self._end = None if seconds is None else monotonic() + seconds

    @contextmanager
    def limit(self, undone: str) -> Iterator[float | None]:
        """The seconds left for one part of the work.

        SolveTimeout then says what was left undone in all of them, and, where it told that after a colon, how far the
        search came; or what it said itself, where time is left and something else ended it.
        """
        try:
            yield None if self._end is None else max(0.0, self._end - monotonic())
        except SolveTimeout as error:
            if self._end is None or monotonic() < self._end:
                raise
            _, colon, so_far = error.message.partition(": ")
            raise SolveTimeout(f"{undone} within {self._seconds:g} s{colon}{so_far}", hint=MORE_TIME) from None
