"""Pauses after a failure of the network, growing from seconds to minutes."""

from __future__ import annotations

from typing import Final

from autoplay.errors import NoReply, SiteNotReached
from autoplay.history import REST

FIRST_S: Final = 10.0
"""First pause. A computer that wakes up has its network after 2 to 20 seconds."""
GROWTH: Final = 2
"""Factor from one pause to the next: what is away for long is asked for seldom."""
REST_S: Final = REST.total_seconds()
"""Longest pause, and every pause after the site may have been asked: the time that any two tries
are apart."""


class Patience:
    """Budget of pauses for one puzzle.

    Only the pauses count, not the time of day, so that hours in which the computer sleeps use up
    nothing.
    """

    def __init__(self, limit_s: float) -> None:
        self.tries = 1
        self._left_s = limit_s
        self._next_s = FIRST_S

    def take_pause(self, error: SiteNotReached | NoReply) -> float | None:
        """Return the seconds until the next try; None if the patience is over."""
        if isinstance(error, SiteNotReached):
            pause_s = min(self._next_s, self._left_s)
            self._next_s = min(self._next_s * GROWTH, REST_S)
        else:
            pause_s = REST_S
        if pause_s <= 0 or pause_s > self._left_s:
            return None
        self._left_s -= pause_s
        self.tries += 1
        return pause_s
