"""The hand on a board of lamps: presses one until something changes, and waits until all of it has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from time import monotonic
from typing import Final

from autoplay.board import Board
from autoplay.errors import ClickNotConfirmed
from autoplay.games.game import Cell
from autoplay.games.lights_out.lesson import Grid
from autoplay.gestures import Gesture
from autoplay.text import count
from solvers.lights_out import NO_LAMP
from vision.errors import AmbiguousBoard

SHOWS_S: Final = 1.6
"""How long a page may take to show what a press did: many animate up to 0.8 s, one lamp after the other."""
SETTLES_S: Final = 0.4
"""How long lamps stand still after they have changed in an unexpected way until that is taken for all."""
STEP_MS: Final = 40
FIRST_TRIES: Final[tuple[tuple[Gesture, ...], ...]] = (("left",), ("left", "right", "double"), ("left", "right"))
"""What is tried on one lamp after the other as long as no press has changed any; a first press may be lost."""
MORE_TRIES: Final = 3
"""How often a lamp is pressed that does not change: of a page that loses every second press two are enough."""
MOST_STRANGE: Final = 6
"""How often lamps may change as no press explains before the page is given up."""


class LampHand:
    """Presses lamps and sees what they do.

    ``before_press`` is called before each press; ``is_over`` after the last one that is needed, and tells whether the
    page has taken the answer on; ``is_elsewhere`` after one that has changed no lamp, as long as none has, and tells
    whether it has changed something else. ``made`` counts the presses that have changed something, ``dead`` are lamps
    whose presses do not. Unless it ``is_persistent`` one press in vain is enough to give the page up.
    """

    def __init__(
        self,
        board: Board,
        before_press: Callable[[], None],
        is_over: Callable[[], bool],
        is_elsewhere: Callable[[], bool],
    ) -> None:
        self.board = board
        self.is_elsewhere = is_elsewhere
        self.before_press = before_press
        self.is_over = is_over
        self.made: Counter[Cell] = Counter()
        self.dead: set[Cell] = set()
        self.gesture: Gesture | None = None
        self.has_pressed_all = False
        self.is_persistent = True
        self._strange = 0

    @property
    def grid(self) -> Grid:
        """The board as it was seen last, as rows of looks."""
        return self.board.reading.grid

    def change(self, cell: Cell, expected: Grid | None, *, is_last: bool = False) -> bool:
        """Press a lamp, by each gesture that may do, until something changes; whether it has, or the page is through.

        Raises ClickNotConfirmed if no press changes any lamp, or lamps change that nobody pressed.
        """
        before = self.grid
        more = MORE_TRIES if self.is_persistent else 1
        for gesture in (self.gesture,) * more if self.gesture else FIRST_TRIES[len(self.dead)]:
            if not self.press(cell, gesture):
                self.count_strange()
                return False
            self.has_pressed_all = is_last
            is_through = is_last and self.is_over()
            if not is_through:
                self.see(before, expected)
            if is_through or self.grid != before:
                self.gesture = gesture
                self.made[cell] += 1
                return True
            if self.gesture is None and self.is_elsewhere():
                raise self._no_lamps("a press changes the page, but no lamp")
        self.has_pressed_all = False
        self._note_dead(cell)
        return False

    def press(self, cell: Cell, gesture: Gesture) -> bool:
        """Press once, unless the lamps turn out to show something else by now; whether it was pressed."""
        self.has_pressed_all = False
        if not self.board.keep_in_sight(cell):
            return False
        self.before_press()
        self.board.press(cell, gesture)
        return True

    def see(self, before: Grid, expected: Grid | None) -> None:
        """See the board once it is as expected, or has changed in another way and stands still, or long enough.

        Raises a ReadingError if the board is gone, or is covered.
        """
        deadline, since = monotonic() + SHOWS_S, 0.0
        last: Grid | None = before
        while True:
            seen = self._look(learn=bool(since) and last is None and monotonic() - since >= SETTLES_S)
            now = monotonic()
            if seen is not None and seen == expected:
                return
            if seen != last:
                last, since, deadline = seen, now, max(deadline, now + SETTLES_S + STEP_MS / 1000)
            is_settled = last not in (before, None) and now - since >= SETTLES_S
            if is_settled or (now >= deadline and last is not None):
                return
            if now >= deadline and now - since >= SETTLES_S:
                if self._look(learn=True) is None:
                    self.board.look()  # which raises what is the matter
                return
            self.board.screen.page.wait_for_timeout(STEP_MS)

    def count_strange(self) -> None:
        """Lamps have changed as no press explains; raises ClickNotConfirmed once that is too often."""
        self._strange += 1
        if self._strange >= MOST_STRANGE:
            raise self.strange()

    def strange(self) -> ClickNotConfirmed:
        """The error for a page whose lamps do not do what presses make them do."""
        return ClickNotConfirmed(
            f"the lamps change as no press explains, {self.board.screen.presses} presses were made",
            hint="look at the page: it may shuffle its lamps by itself, or play by another rule",
        )

    def _look(self, *, learn: bool) -> Grid | None:
        """The board, None if a lamp looks as none did; such a look is learned once it lasts, but not at the end.

        What covers the board makes several looks new at once.
        """
        reading = self.board.reading
        try:
            self.board.look(learn=learn and not self.has_pressed_all)
        except AmbiguousBoard:
            return None
        known = looks(reading.grid)
        if len(looks(self.grid) - known) > max(1, len(known) - 1):
            self.board.reading = reading
            raise AmbiguousBoard("all lamps look as they never did", hint="--headed to see what is before them")
        return self.grid

    def _note_dead(self, cell: Cell) -> None:
        if not self.is_persistent:
            raise self._no_lamps("the lamps change no more")
        self.dead.add(cell)
        if self.gesture is None:
            is_last = len(self.dead) >= min(len(FIRST_TRIES), sum(map(len, self.grid)))
            if is_last or not self.board.is_of_its_game():
                raise self._no_lamps(
                    f"no press changes a lamp, {count(self.board.screen.presses, 'press', 'presses')} made"
                )

    def _no_lamps(self, message: str) -> ClickNotConfirmed:
        hint = "look at the picture: what was taken for lamps may be none; if they are: --puzzle lights-out"
        return ClickNotConfirmed(message, hint=hint)


def looks(grid: Grid) -> set[str]:
    """The looks of lamps on a board."""
    return {look for row in grid for look in row} - {NO_LAMP}
