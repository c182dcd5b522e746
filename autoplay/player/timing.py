"""Waiting times of the player in seconds, with their reasons.

The default pace of clicks is ``PACE_MS`` in autoplay/browser/wait.py, which ``PlayRequest.pace_ms``
replaces.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

PATIENCE_S: Final = 8.0
"""Default time in which a board has to appear."""
SEARCH_AFTER: Final = 0.25
"""Share of the patience after which a page that stands still is scrolled: the window may not show
everything."""
MOVES_S: Final = 1.5
"""Time after which a page that has not stood still counts as one that never does."""
AT_REST_S: Final = 0.4
"""Time for which a page must stand still before it is read for boards that other things on a page
look like."""
CELL_SHOWS_S: Final = 1.2
"""Maximum time for a cell to show a press: many pages animate up to 0.8 s, and some draw only at
the end."""
LEAST_SHOWS_S: Final = 0.3
"""The least of that time once other presses have shown: an effect that comes later is seen by the
next look."""
SLOWER: Final = 4.0
"""Most times as long as any press before that a press may take to show."""
USUAL: Final = 1.2
"""Share of the slowest reaction after which another one is late."""
SELECTION_SHOWS_S: Final = 0.5
"""Maximum time for a peg to show that it is selected; many pages do not show it."""
BOARD_SHOWS_S: Final = 1.6
"""The same for a press that changes several cells: they are animated up to 0.8 s, one cell after
the other."""
FRESH_S: Final = 0.12
"""Maximum age of a look at a cell, at the time of a press, that counts as the check before the
press: what comes up by itself in this time hits a person too."""
HOVER_FADES_S: Final = 0.3
"""Maximum time for the shade of a hovered cell to fade."""
SETTLES_S: Final = 0.4
"""Time for which a board must stand still after an unexpected change before that counts as
complete."""
UNSTEADY_S: Final = 6.0
"""Time after which a board that changes all the time is taken as it is: it plays an animation."""
KEEPS_S: Final = 0.4
"""Maximum time for a page to continue once a stepwise answer is complete."""
CONSENT_S: Final = 0.4
"""Time between two questions for a consent box while a board is played."""
COVERED_S: Final = 4.0
"""Time for which something may cover the board, such as an advertisement that disappears by
itself."""
ACCEPTS_S: Final = 0.1
"""Maximum time for a page to accept the answer at once; a look at the board takes longer."""
CHATS_S: Final = 3.0
"""Time after a piece of news in which a page that shows one after the other has shown the next."""
REPLACED_S: Final = 3.0
"""Maximum time for a page that replaced the board to say why."""
SHOWS_AGAIN_S: Final = 2.0
"""Maximum time for a page that was loaded again with its result to show its board for the last
picture."""


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


Gesture: TypeAlias = Literal["left", "right", "double", "drag"]
"""A click, a click of the right button, a double click, or a long press that moves a little at its
end."""
GESTURES: Final[tuple[Gesture, ...]] = ("left", "right", "double", "drag")
"""In the order in which they are tried: the usual ones first, and last the one that may paint other
cells."""
