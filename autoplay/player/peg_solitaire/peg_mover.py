"""Makes a peg jump in one of the ways that pages use, and waits until the jump is complete."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final, Literal, TypeAlias

import numpy as np

from autoplay.browser.panorama import differs, part
from autoplay.browser.wait import wait_until
from autoplay.errors import ClickNotConfirmed
from autoplay.games.adapter import Grid
from autoplay.player.appearances import find_equal
from autoplay.player.board_geometry import is_disturbed
from autoplay.player.board_tracker import BoardTracker
from autoplay.player.page_monitor import PageMonitor
from autoplay.player.presser import Presser
from autoplay.player.timing import BOARD_SHOWS_S, SELECTION_SHOWS_S, Gesture
from autoplay.wording import count
from solvers.cells import Cell, change_cells
from solvers.peg_solitaire import HOLE
from vision.errors import AmbiguousBoard, ReadingError
from vision.image import Image

JumpWay: TypeAlias = Literal["clicks", "drag", "hole", "peg", "double"]
"""Way to make a peg jump: a click on it and one on the hole, a drag from the peg to the hole, a
click on one of them alone, or a double click on the peg."""
GESTURES: Final[dict[JumpWay, tuple[Gesture, ...]]] = {
    "clicks": ("left", "left"),
    "drag": ("drag",),
    "hole": ("left",),
    "peg": ("left",),
    "double": ("double",),
}
FIRST_WAYS: Final[tuple[JumpWay, ...]] = ("clicks", "drag", "clicks", "drag", "hole", "double")
"""Ways to try until a peg has jumped: the usual ones first, and twice, because a first press may be
lost."""
TAKING_WAYS: Final[tuple[JumpWay, ...]] = ("peg", "peg", "double")
"""Ways to try to take a peg off a full board."""
MORE_TRIES: Final = 4
"""Number of tries of a jump in a way that has worked: two are enough for a page that loses every
second press."""


class PegMover(Presser):
    """Makes pegs jump and sees what that does; ``way`` is the one that has worked."""

    unexplained = "the pegs change as no jump explains"

    def __init__(self, board: BoardTracker, monitor: PageMonitor) -> None:
        super().__init__(board, monitor)
        self.way: JumpWay | None = None
        self._has_taken = False
        self._landed: Cell | None = None
        self._stays_selected: bool | None = None
        self._jumps_at_once = False
        self._selection: tuple[Image, Image] | None = None
        self._is_careful = True

    @property
    def gesture(self) -> tuple[Gesture, ...]:
        """Gestures that make a peg jump; () if they were not learned."""
        return GESTURES[self.way] if self.way else ()

    def take(self, peg: Cell) -> bool:
        """Take a peg off a full board; return True if the board has changed.

        Raises ClickNotConfirmed if no press does it.
        """
        before = self.grid
        for way in TAKING_WAYS if self.board.is_certain_of_game() else TAKING_WAYS[:1]:
            if not self._make(way, (peg, peg), before, is_last=False):
                self.count_unexplained()
                return False
            if wait_until(
                self.board.screen.page,
                lambda: self._sees_hole(peg, before),
                BOARD_SHOWS_S,
                pause_ms=0,
            ):
                self._has_taken = self.grid == change_cells(before, {peg: HOLE})
                return True
        raise self._not_pegs(f"no press takes a peg off the full board, {self._presses} made")

    def jump(self, peg: Cell, to: Cell, expected: Grid, *, is_last: bool = False) -> bool:
        """Make a peg jump, in each possible way, until the board changes; return True if it has, or
        the game is over.

        Raises ClickNotConfirmed if no way works, a ReadingError if the board goes away.
        """
        may_be_selected = (
            peg == self._landed
            and self.way == "clicks"
            and self._stays_selected is not False
            and not self._looks_plain(peg)
        )
        # A click would deselect a peg that has just jumped, and is still selected.
        ways = ("hole", *self._ways) if may_be_selected else self._ways
        way = self._try(ways, (peg, to), expected, is_last=is_last)
        if way is None:
            return False
        is_as_planned = self.has_pressed_all or self.grid == expected
        self._landed = to if is_as_planned else None
        self._is_careful = self._jumps_at_once or not is_as_planned
        if may_be_selected:
            self._stays_selected = way == "hole"
        elif is_as_planned:
            self.way = way
        return True

    @property
    def _ways(self) -> Sequence[JumpWay]:
        if self.way is None:
            return (
                FIRST_WAYS if self._has_taken or self.board.is_certain_of_game() else FIRST_WAYS[:1]
            )
        return (*(self.way,) * MORE_TRIES, *(way for way in FIRST_WAYS[:2] if way != self.way))

    @property
    def _presses(self) -> str:
        return count(self.board.screen.presses, "press was", "presses were")

    def _try(
        self, ways: Sequence[JumpWay], ends: tuple[Cell, Cell], expected: Grid, *, is_last: bool
    ) -> JumpWay | None:
        """Return the way that has changed the board, or ended the game; None if the board changed
        before any press."""
        before = self.grid
        lifted = change_cells(before, {ends[0]: HOLE})
        self.note_last(find_equal(before, expected) if is_last else ())
        for way, done in self._attempts(ways, ends[0], lifted):
            if not self._make(done, ends, expected, is_last=is_last):
                self.count_unexplained()
                return None
            if self.has_pressed_all and self.monitor.is_over():
                return way
            self.see(before, expected)
            if self.grid not in (before, lifted) or self.grid == expected:
                return way
            if self.way is None and self.has_changed_page():
                raise self._not_pegs("a press changes the page, but no peg")
            self._is_careful = True
        self.has_pressed_all = False
        what = "moves the peg as it should" if self.way else "moves a peg"
        raise self._not_pegs(
            f"no press {what} in row {ends[0][0] + 1}, column {ends[0][1] + 1}, {self._presses} made"
        )

    def _attempts(
        self, ways: Sequence[JumpWay], peg: Cell, lifted: Grid
    ) -> Iterator[tuple[JumpWay, JumpWay]]:
        """Yield each way and what to do for it; after a click that selected the peg, the hole alone
        is next."""
        plain = self.board.cell_image(peg)
        for way in ways:
            yield way, way
            if way != "hole" and (
                self.grid == lifted or _differ(self.board.cell_image(peg), plain)
            ):
                yield way, "hole"

    def _make(
        self, way: JumpWay, ends: tuple[Cell, Cell], expected: Grid, *, is_last: bool
    ) -> bool:
        """Try a way; return False without a press if the board shows something else by now."""
        peg, to = ends
        if not self.is_ready(to if way == "hole" else peg):
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
        """Click the peg, and then the hole unless the peg has jumped by then or the board has
        changed."""
        before = self.grid
        self.board.press(peg, "left")
        # A peg that does not show its selection, on a page of pegs that do, has jumped at once.
        is_shown = self._selection is not None and not self.board.is_hasty
        if self._is_careful or is_shown or self.board.is_disturbed(to):
            self.has_pressed_all = is_last and self._jumps_at_once
            if self.has_pressed_all and self.monitor.is_over():
                return
            if not self._see_selection(peg) and self._selection:  # that click was lost
                self.before_press()
                self.board.press(peg, "left")
                self._see_selection(peg)
            self._jumps_at_once = self._jumps_at_once or self.grid == expected
            if self.grid == expected:
                return
            # Until the second press, whatever looks different belongs to the selection: the peg,
            # and the holes that it can reach.
            self.board.reading = replace(self.board.reading, grid=before)
        self.before_press()
        self.board.press(to, "left")

    def _see_selection(self, peg: Cell) -> bool:
        """Return True if a click has changed the appearance of a peg; a new appearance is
        accepted."""
        plain, before, box = self.board.cell_image(peg), self.board.picture, self.board.reading.box
        try:
            self.board.look(
                pressed=peg,
                learn=None if self.has_pressed_all else self.grid,
                timeout_s=SELECTION_SHOWS_S,
            )
        except ReadingError:
            now = self.board.picture
            if is_disturbed(part(before, box), part(now, box)):
                raise
        now = self.board.cell_image(peg)
        if is_changed := _differ(now, plain):
            self._selection = self._selection or (plain, now)
        return is_changed

    def _looks_plain(self, peg: Cell) -> bool:
        """Return True if a peg looks more like one before a click has selected it than like one
        after it."""
        if self._selection is None:
            return False
        now = self.board.cell_image(peg)
        from_plain, from_selected = (_distance(now, look) for look in self._selection)
        return from_plain < from_selected

    def _sees_hole(self, peg: Cell, before: Grid) -> bool:
        """Return True if a press has changed a full board: it is read again, as no hole was seen
        before."""
        try:
            self.board.look(pressed=peg)
        except ReadingError:
            with suppress(AmbiguousBoard):
                self.board.read_again()
        return self.grid != before

    def _is_on_way(self, before: Grid, seen: Grid, expected: Grid | None) -> bool:
        """Return True if each site is as before or as expected: jumps are drawn bit by bit."""
        rows = zip(before, seen, expected or before, strict=True)
        return all(
            look in (was, will) for row in rows for was, look, will in zip(*row, strict=True)
        )

    def _not_pegs(self, message: str) -> ClickNotConfirmed:
        hint = "look at the picture: these may not be pegs; if they are: --puzzle pegs, --headed to watch"
        return ClickNotConfirmed(message, hint=hint)


def _differ(one: Image, other: Image) -> bool:
    return one.shape != other.shape or bool(np.any(differs(one, other)))


def _distance(one: Image, other: Image) -> float:
    """Return the mean difference of two pictures of cells, whose sizes may differ by a pixel."""
    height, width = np.minimum(one.shape, other.shape)[:2]
    return float(np.abs(one[:height, :width].astype(float) - other[:height, :width]).mean())
