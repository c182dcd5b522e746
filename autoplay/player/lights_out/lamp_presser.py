"""Presses a lamp until something changes, and waits until the change is complete."""

from __future__ import annotations

from collections import Counter
from typing import Final

from autoplay.errors import ClickNotConfirmed
from autoplay.games.adapter import Grid
from autoplay.player.appearances import find_equal
from autoplay.player.board_tracker import BoardTracker
from autoplay.player.page_monitor import PageMonitor
from autoplay.player.presser import Presser
from autoplay.player.timing import Gesture
from autoplay.wording import count
from solvers.cells import Cell
from solvers.lights_out import NO_LAMP

FIRST_TRIES: Final[tuple[tuple[Gesture, ...], ...]] = (
    ("left",),
    ("left", "right", "double"),
    ("left", "right"),
)
"""Gestures to try on one lamp after the other until a press has changed one; a first press may be
lost."""
LEAST_TRIES: Final = 2
"""Number of presses on such a lamp where another target is only tried: one may be lost."""
MORE_TRIES: Final = 3
"""Number of presses on a lamp that does not change: two are enough for a page that loses every
second press."""
MOST_DEAD: Final = 3
"""Maximum number of lamps that take no press, of a board that may be of another game, as long as
fewer do: lamps of a page have one or two without a use, a crossword half of its cells."""


class LampPresser(Presser):
    """Presses lamps and sees what they do.

    ``made`` counts the presses that changed something, ``dead`` are lamps whose presses do not;
    ``last`` is the lamp that was pressed last. Unless it ``is_persistent``, two presses in vain are
    enough to give the page up; it ``is_deaf`` if they hit a lamp that took presses before.
    ``has_reacted`` is True once a press has changed a lamp.
    """

    unexplained = "the lamps change as no press explains"

    def __init__(self, board: BoardTracker, monitor: PageMonitor) -> None:
        super().__init__(board, monitor)
        self.made: Counter[Cell] = Counter()
        self.dead: set[Cell] = set()
        self.gesture: Gesture | None = None
        self.is_persistent = True
        self.has_reacted = False
        self.is_deaf = False
        self.last: Cell | None = None

    def change(self, cell: Cell, expected: Grid | None, *, is_last: bool = False) -> bool:
        """Press a lamp, by each possible gesture, until something changes; return True if it did,
        or the game is over.

        Raises ClickNotConfirmed if no press changes any lamp, or lamps change that were not
        pressed.
        """
        before = self.grid
        more = MORE_TRIES if self.is_persistent else LEAST_TRIES
        self.note_last(find_equal(before, expected) if expected and is_last else ())
        for gesture in (self.gesture,) * more if self.gesture else FIRST_TRIES[len(self.dead)]:
            if not self.press(cell, gesture):
                self.count_unexplained()
                return False
            self.has_pressed_all = is_last
            is_over = is_last and self.monitor.is_over()
            if not is_over:
                self.see(before, expected)
            if is_over or self.grid != before:
                self.gesture = gesture
                self.made[cell] += 1
                self.has_reacted = True
                return True
            if self.gesture is None and self.has_changed_page():
                raise self._not_lamps("a press changes the page, but no lamp")
        self.has_pressed_all = False
        self._note_dead(cell)
        return False

    def press(self, cell: Cell, gesture: Gesture) -> bool:
        """Press once; return False without a press if the board shows something else by now."""
        self.last = cell
        return super().press(cell, gesture)

    def before_press(self) -> None:
        """Prepare the page for a press; before the first that worked, remember the page's text
        too."""
        super().before_press()
        if self.gesture is None:
            self.monitor.watch.remember()

    def has_changed_page(self) -> bool:
        """Return True if the page has gone to another address, or shows new text."""
        return super().has_changed_page() or bool(self.monitor.watch.new_names_and_lines()[1])

    def _note_dead(self, cell: Cell) -> None:
        if not self.is_persistent:
            self.is_deaf = self.made[cell] > 0
            raise self._not_lamps("the lamps no longer change")
        self.dead.add(cell)
        presses = count(self.board.screen.presses, "press", "presses")
        if self.gesture is None:
            is_last = len(self.dead) >= min(len(FIRST_TRIES), sum(map(len, self.grid)))
            if is_last or not self.board.is_certain_of_game():
                raise self._not_lamps(f"no press changes a lamp, {presses} made")
        elif len(self.dead) >= MOST_DEAD > len(self.made) and not self.board.is_certain_of_game():
            raise self._not_lamps(f"most presses change no lamp, {presses} made")

    def _not_lamps(self, message: str) -> ClickNotConfirmed:
        hint = "look at the picture: these may not be lamps; if they are: --puzzle lights-out"
        return ClickNotConfirmed(message, hint=hint)


def appearances(grid: Grid) -> set[str]:
    """Return the appearances of lamps on a board."""
    return {look for row in grid for look in row} - {NO_LAMP}
