"""Reaction times of the board of a page, learned from the presses that it has shown."""

from __future__ import annotations

from autoplay.player.timing import LEAST_SHOWS_S, SLOWER, USUAL


class ReactionTimes:
    """Reaction times of one board: the slowest one limits the wait for a press that may have no
    effect."""

    def __init__(self) -> None:
        self._slowest_s: float | None = None

    def note(self, seconds: float) -> None:
        """Note that a press was seen this long after it."""
        self._slowest_s = max(self._slowest_s or 0.0, seconds)

    def usual(self, most_s: float) -> float:
        """Return the seconds after which a press has usually shown, at most ``most_s``; 0 if none
        has yet."""
        return min(most_s, USUAL * (self._slowest_s or 0.0))

    def limit(self, most_s: float) -> float:
        """Return the seconds to wait for a press to show: ``most_s`` until one has, then not much
        more than it took."""
        if self._slowest_s is None:
            return most_s
        return min(most_s, max(LEAST_SHOWS_S, SLOWER * self._slowest_s))
