"""The hand on a board of pegs: makes a jump in one of the ways that pages know, and waits until all of it is seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any, Final, Literal, TypeAlias

import numpy as np

from autoplay.browser.panorama import differs, part
from autoplay.errors import ClickNotConfirmed
from autoplay.games.peg_solitaire.jump_plan import with_sites
from autoplay.games.puzzle import Grid
from autoplay.player.gestures import Gesture
from autoplay.player.stepwise_applier import SHOWS_S, StepHand
from autoplay.wording import count
from solvers.cells import Cell
from solvers.peg_solitaire import HOLE
from vision.errors import AmbiguousBoard, ReadingError
from vision.image import Image

Way: TypeAlias = Literal["clicks", "drag", "hole", "peg", "double"]
"""How a peg is made to jump: a click on it and one on the hole, a drag from it to there, a click on one of them alone,
or a double click on the peg."""
GESTURES: Final[dict[Way, tuple[Gesture, ...]]] = {
    "clicks": ("left", "left"),
    "drag": ("drag",),
    "hole": ("left",),
    "peg": ("left",),
    "double": ("double",),
}
FIRST_WAYS: Final[tuple[Way, ...]] = ("clicks", "drag", "clicks", "drag", "hole", "double")
"""What is tried as long as no peg has jumped: the usual first, and again, as a first press may be lost."""
TAKING_WAYS: Final[tuple[Way, ...]] = ("peg", "peg", "double")
"""What is tried to take a peg off a full board."""
MORE_TRIES: Final = 4
"""How often a jump is tried in a way that was seen to work: of a page that loses every second press two are enough."""
MOST_CHANGED: Final = 0.2
"""Part of the board that may look new once a peg is chosen; what comes up before the board is larger."""


class PegHand(StepHand):
    """Makes pegs jump and sees what that does; ``way`` is the one that was seen to work."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.way: Way | None = None
        self._landed: Cell | None = None
        self._stays_chosen: bool | None = None
        self._jumps_at_once = False
        self._shows_choice = False
        self._is_careful = True

    @property
    def gesture(self) -> tuple[Gesture, ...]:
        """What makes a peg jump; () if that was not learned."""
        return GESTURES[self.way] if self.way else ()

    def take(self, peg: Cell) -> bool:
        """Take a peg off a full board; whether the board has changed. Raises ClickNotConfirmed if no press does it."""
        before = self.grid
        for way in TAKING_WAYS if self.board.is_of_its_game() else TAKING_WAYS[:1]:
            if not self._make(way, (peg, peg), before, is_last=False):
                self.count_strange()
                return False
            deadline = monotonic() + SHOWS_S
            while self.grid == before:
                self._see_hole(peg)
                if monotonic() >= deadline:
                    break
            else:
                return True
        raise self._no_pegs(f"no press takes a peg off the full board, {self._presses} made")

    def jump(self, peg: Cell, to: Cell, expected: Grid, *, is_last: bool = False) -> bool:
        """Make a peg jump, in each way that may do, until the board changes; whether it has, or the page is through.

        Raises ClickNotConfirmed if no way does, a ReadingError if the board goes away.
        """
        may_be_chosen = peg == self._landed and self.way == "clicks" and self._stays_chosen is not False
        # A click would let go a peg that has just jumped, and is still chosen.
        ways = ("hole", *self._ways) if may_be_chosen else self._ways
        way = self._try(ways, (peg, to), expected, is_last=is_last)
        if way is None:
            return False
        is_as_planned = self.has_pressed_all or self.grid == expected
        self._landed = to if is_as_planned else None
        self._is_careful = self._jumps_at_once or not is_as_planned
        if may_be_chosen:
            self._stays_chosen = way == "hole"
        elif is_as_planned:
            self.way = way
        return True

    def strange(self) -> ClickNotConfirmed:
        """The error for a page whose pegs do not do what they are made to."""
        return ClickNotConfirmed(
            f"the pegs change as no jump explains, {self._presses} made",
            hint="look at the page: it may play by another rule, or by itself",
        )

    @property
    def _ways(self) -> Sequence[Way]:
        if self.way is None:
            return FIRST_WAYS if self.board.is_of_its_game() else FIRST_WAYS[:1]
        return (*(self.way,) * MORE_TRIES, *(way for way in FIRST_WAYS[:2] if way != self.way))

    @property
    def _presses(self) -> str:
        return count(self.board.screen.presses, "press was", "presses were")

    def _try(self, ways: Sequence[Way], ends: tuple[Cell, Cell], expected: Grid, *, is_last: bool) -> Way | None:
        """The way that has changed the board, or ended it; None if the board has changed before any could be tried."""
        before, lifted = self.grid, with_sites(self.grid, {ends[0]: HOLE})
        for way, done in self._attempts(ways, ends[0], lifted):
            if not self._make(done, ends, expected, is_last=is_last):
                self.count_strange()
                return None
            if self.has_pressed_all and self.is_over():
                return way
            self.see(before, expected)
            if self.grid not in (before, lifted) or self.grid == expected:
                return way
            if self.way is None and self.is_elsewhere():
                raise self._no_pegs("a press changes the page, but no peg")
            self._is_careful = True
        self.has_pressed_all = False
        what = "does what was asked of the peg" if self.way else "moves a peg"
        raise self._no_pegs(f"no press {what} in row {ends[0][0] + 1}, column {ends[0][1] + 1}, {self._presses} made")

    def _attempts(self, ways: Sequence[Way], peg: Cell, lifted: Grid) -> Iterator[tuple[Way, Way]]:
        """Each way and what to do for it; where a click on the peg has chosen it, next the hole alone."""
        plain = self.board.face(peg)
        for way in ways:
            yield way, way
            if way != "hole" and (self.grid == lifted or _differ(self.board.face(peg), plain)):
                yield way, "hole"

    def _make(self, way: Way, ends: tuple[Cell, Cell], expected: Grid, *, is_last: bool) -> bool:
        """Carry out a way; whether the board was still as it was seen before the first press."""
        peg, to = ends
        if not self._is_ready(to if way == "hole" else peg):
            return False
        self.before_press()
        match way:
            case "drag":
                self.board.drag(peg, to)
            case "double":
                self.board.press(peg, "double")
            case "hole":
                self.board.press(to, "left")
            case "peg":
                self.board.press(peg, "left")
            case "clicks":
                self._click_both(peg, to, expected, is_last=is_last)
        self.has_pressed_all = is_last
        return True

    def _click_both(self, peg: Cell, to: Cell, expected: Grid, *, is_last: bool) -> None:
        """Click the peg, and the hole unless the peg has jumped by then or the board has changed."""
        before = self.grid
        self.board.press(peg, "left")
        if self._is_careful:
            self.has_pressed_all = is_last and self._jumps_at_once
            if self.has_pressed_all and self.is_over():
                return
            if not self._see_choice(peg) and self._shows_choice:  # that click was lost
                self.before_press()
                self.board.press(peg, "left")
                self._see_choice(peg)
            self._jumps_at_once = self._jumps_at_once or self.grid == expected
            if self.grid not in (before, with_sites(before, {peg: HOLE})):
                return
        self.before_press()
        self.board.press(to, "left")

    def _see_choice(self, peg: Cell) -> bool:
        """Whether a click on a peg is seen to have changed it; that it looks as none did is no wonder."""
        plain, before, box = self.board.face(peg), self.board.picture, self.board.reading.box
        try:
            self.board.look(pressed=peg, learn=not self.has_pressed_all)
        except ReadingError:
            now = self.board.picture
            if now.shape != before.shape or differs(part(now, box), part(before, box)).mean() > MOST_CHANGED:
                raise
        is_changed = _differ(self.board.face(peg), plain)
        self._shows_choice = self._shows_choice or is_changed
        return is_changed

    def _see_hole(self, peg: Cell) -> None:
        """See what a press on a full board has done: how its holes look is not known yet, so it is read anew."""
        try:
            self.board.look(pressed=peg)
        except ReadingError:
            with suppress(AmbiguousBoard):
                self.board.read_anew()

    def _is_ready(self, cell: Cell) -> bool:
        """Whether the board shows what it did before a press on a cell."""
        self.has_pressed_all = False
        return self.board.keep_in_sight(cell)

    def _is_on_way(self, before: Grid, seen: Grid, expected: Grid | None) -> bool:
        """Whether each site is as it was or as it is to be: jumps are drawn bit by bit."""
        rows = zip(before, seen, expected or before, strict=True)
        return all(look in (was, will) for row in rows for was, look, will in zip(*row, strict=True))

    def _no_pegs(self, message: str) -> ClickNotConfirmed:
        hint = "look at the picture: what was taken for pegs may be none; if they are: --puzzle pegs, --headed to watch"
        return ClickNotConfirmed(message, hint=hint)


def _differ(one: Image, other: Image) -> bool:
    return one.shape != other.shape or bool(np.any(differs(one, other)))
