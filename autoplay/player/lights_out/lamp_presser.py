"""The hand on a board of lamps: presses one until something changes, and waits until all of it has."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from autoplay.errors import ClickNotConfirmed
from autoplay.games.puzzle import Grid
from autoplay.player.gestures import Gesture
from autoplay.player.stepwise_applier import StepHand
from autoplay.wording import count
from solvers.cells import Cell
from solvers.lights_out import NO_LAMP
from vision.errors import AmbiguousBoard

FIRST_TRIES: Final[tuple[tuple[Gesture, ...], ...]] = (("left",), ("left", "right", "double"), ("left", "right"))
"""What is tried on one lamp after the other as long as no press has changed any; a first press may be lost."""
MORE_TRIES: Final = 3
"""How often a lamp is pressed that does not change: of a page that loses every second press two are enough."""


class LampHand(StepHand):
    """Presses lamps and sees what they do.

    ``made`` counts the presses that have changed something, ``dead`` are lamps whose presses do not. Unless it
    ``is_persistent`` one press in vain is enough to give the page up.
    """

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.made: Counter[Cell] = Counter()
        self.dead: set[Cell] = set()
        self.gesture: Gesture | None = None
        self.is_persistent = True

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
        if super()._look(learn=learn) is None:
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
