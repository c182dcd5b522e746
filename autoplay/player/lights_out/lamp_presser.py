"""Presses lamps by the gesture that changes them, and counts what each press does."""

from __future__ import annotations

from collections import Counter
from typing import Final

from autoplay.games.adapter import Grid
from autoplay.games.lights_out.player import PlayedLamps, PressPlan
from autoplay.player.applier import AnswerApplier
from autoplay.player.board_tracker import BoardTracker
from autoplay.player.page_monitor import PageMonitor
from autoplay.player.presser import MOST_FAILED
from autoplay.player.timing import Gesture
from solvers.cells import Cell

FIRST_TRIES: Final[list[list[Gesture]]] = [
    ["left"],
    ["left", "right", "double"],
    ["left", "right"],
]
"""Gestures to try on one lamp after the other until a press has changed one; a first press may be
lost."""
LEAST_TRIES: Final = 2
"""Number of presses on a lamp that has changed before, to see that it changes no more: one may be
lost."""
MORE_TRIES: Final = 3
"""Number of presses on a lamp that does not change: two are enough for a page that loses every
second press."""


class LampPresser(AnswerApplier[PlayedLamps, PressPlan]):
    """Presses lamps and sees what they do.

    ``made`` counts the presses that changed something, ``dead`` are lamps whose presses do not;
    ``last`` is the lamp that was pressed last.
    """

    cells = "lamps"
    doubt = "--puzzle lights-out"

    def __init__(
        self, board: BoardTracker, monitor: PageMonitor, puzzle: PlayedLamps, solution: PressPlan
    ) -> None:
        super().__init__(board, monitor, puzzle, solution)
        self.made: Counter[Cell] = Counter()
        self.dead: set[Cell] = set()
        self.last: Cell = (0, 0)

    def change(
        self, cell: Cell, expected: Grid | None, *, is_last: bool = False, tries: int = MORE_TRIES
    ) -> bool:
        """Press a lamp, by each possible gesture, until something changes; return True if it did,
        or the game is over.

        Raises ClickNotConfirmed if no press changes any lamp, or lamps change that were not
        pressed.
        """
        self.last = cell
        if self.gesture:
            ways = list(self.gesture) * tries
        else:
            ways = FIRST_TRIES[len(self.dead)]
            # New text without a change of any lamp is that of another thing than a board.
            self.monitor.watch.remember()
        way = self.try_ways(ways, lambda way: self.press(cell, [way]), expected, is_last=is_last)
        if way is None:
            return False
        self.gesture = (way,)
        self.made[cell] += 1
        return True

    def has_changed_page(self) -> bool:
        """Return True if the page has gone to another address, or shows new text."""
        return super().has_changed_page() or bool(self.monitor.watch.new_names_and_lines()[1])

    def note_in_vain(self) -> None:
        """Note that a lamp is dead; raise ClickNotConfirmed if that is enough to give the page
        up."""
        self.dead.add(self.last)
        is_certain = self.board.is_certain_of_game()
        if not self.gesture:
            is_enough = len(self.dead) >= min(len(FIRST_TRIES), sum(map(len, self.grid)))
            if is_enough or not is_certain:
                raise self.doubtful("no press changes a lamp")
        elif len(self.dead) >= MOST_FAILED > len(self.made) and not is_certain:
            # Lamps of a page have one or two without a use, a crossword half of its cells.
            raise self.doubtful("most presses change no lamp")

    def takes_no_press(self) -> bool:
        """Press a lamp that took presses before; return True if it takes no more of them."""
        if not self.made:
            return False
        cell = next(iter(self.made))
        return not self.change(cell, None, tries=LEAST_TRIES) and cell in self.dead
