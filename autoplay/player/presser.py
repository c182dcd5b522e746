"""Presses the cells of a board: each only if the board still shows what it was chosen for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from time import monotonic
from typing import ClassVar, Final, TypeVar

from autoplay.browser.panorama import part
from autoplay.browser.wait import LOOK_MS, wait_until
from autoplay.errors import ClickNotConfirmed
from autoplay.games.adapter import Grid
from autoplay.player.appearances import find_equal, have_all_changed, take_patches
from autoplay.player.board_geometry import is_disturbed
from autoplay.player.board_tracker import BoardTracker
from autoplay.player.page_monitor import PageMonitor
from autoplay.player.timing import BOARD_SHOWS_S, CELL_SHOWS_S, SETTLES_S, UNSTEADY_S, Gesture
from solvers.cells import Cell
from solvers.errors import count_of
from vision import Reading
from vision.errors import AmbiguousBoard, BoardNotFound, ReadingError
from vision.image import Floats, Image

Way = TypeVar("Way")
"""Way of pressing, such as a gesture."""
MOST_FAILED: Final = 3
"""Number of failures of one kind after which a page is given up: the board has changed in a way
that no press explains, is gone or covered, does not come nearer to the answer, or has cells that
presses do not bring to what they should. Once may be an accident, and twice a slow page."""


class Presser:
    """Presses the cells of a board, and sees what that does to it.

    ``has_pressed_all`` is True from the press that should complete the answer to the next one.
    ``gesture`` does to a cell what the game needs, press by press; () if it was not learned.
    ``pressed`` are the cells that were pressed. ``cells`` is what the game calls its cells;
    ``doubt`` is the option with which a person says that they are some.
    """

    cells: ClassVar[str] = "marks"
    doubt: ClassVar[str] = "--headed to watch it"

    def __init__(self, board: BoardTracker, monitor: PageMonitor) -> None:
        self.board = board
        self.monitor = monitor
        self.has_pressed_all = False
        self.pressed: set[Cell] = set()
        self.gesture: tuple[Gesture, ...] = ()
        self._unexplained = 0
        self._noted: tuple[list[Cell], Reading, Image] = [], board.reading, board.picture

    @property
    def grid(self) -> Grid:
        """Board at the last look, as rows of appearances."""
        return self.board.reading.grid

    def press(self, cell: Cell, gestures: Sequence[Gesture]) -> bool:
        """Press a cell by one gesture after the other; return False without a press if the board
        shows something else by now."""
        if not self.is_ready(cell):
            return False
        for gesture in gestures:
            self.monitor.before_press()
            self.board.press(cell, gesture)
        return True

    def is_ready(self, cell: Cell) -> bool:
        """Return True if the board still shows what the press on a cell was chosen for.

        One that has gone by then may have gone with the answer.
        """
        is_same = self.board.is_unchanged(cell)
        self.has_pressed_all = False
        if is_same:
            self.pressed.add(cell)
        return is_same

    def try_ways(
        self,
        ways: Iterable[Way],
        press: Callable[[Way], bool],
        expected: Grid | None,
        *,
        is_last: bool = False,
        idle: Collection[Grid] = (),
    ) -> Way | None:
        """Press in one way after the other until the board changes, and return that way; None if it
        has changed before a press, or none of them has changed it.

        ``press`` returns False if the board shows something else by now. A board of ``idle`` shows
        no more than that something is chosen. ``is_last`` is True if the answer is complete once
        the board is as ``expected``.

        Raises ClickNotConfirmed if a press has changed the page alone, a ReadingError if the board
        goes away.
        """
        before = self.grid
        self.note_last(find_equal(before, expected) if expected and is_last else ())
        for way in ways:
            if not press(way):
                self.count_unexplained()
                return None
            self.has_pressed_all = is_last
            if is_last and self.monitor.is_over():
                return way
            self.see(before, expected)
            if self.grid != before and (self.grid == expected or self.grid not in idle):
                return way
            if not self.gesture and self.has_changed_page():
                raise self.doubtful(f"a press changes the page, but no {self.cells[:-1]}")
        self.has_pressed_all = False
        self.note_in_vain()
        return None

    def look_at(self, cell: Cell, timeout_s: float = CELL_SHOWS_S) -> None:
        """Look at a cell that was pressed, and accept a new appearance of it: a peg that is chosen
        may look like nothing known. Raises a ReadingError if more than some marks has changed."""
        box = self.board.reading.box
        before = part(self.board.picture, box)
        learn = None if self.has_pressed_all else self.grid
        try:
            self.board.look(pressed=cell, learn=learn, timeout_s=timeout_s)
        except ReadingError:
            if is_disturbed(before, part(self.board.picture, box)):
                raise

    def note_in_vain(self) -> None:
        """Note that no way of pressing has changed the board; may raise ClickNotConfirmed."""

    def has_changed_page(self) -> bool:
        """Return True if a press that changed no cell has changed something else."""
        return bool(self.monitor.page.url != self.monitor.watch.url)

    def see(self, before: Grid, expected: Grid | None) -> None:
        """Look until the board is as expected, or has changed in another way and stands still, or
        long enough.

        Raises a ReadingError if the board is gone, or is covered.
        """
        page = self.board.screen.page
        usual_s = self.board.reactions.usual(BOARD_SHOWS_S)
        if expected is not None and wait_until(
            page, lambda: self.board.shows(expected), usual_s, pause_ms=0
        ):
            self._note_reaction()
            return
        # The deadline moves on with each change, unlike that of wait_until; but not for ever.
        since = monotonic()
        latest = since + UNSTEADY_S
        deadline = since + self.board.reactions.limit(BOARD_SHOWS_S)
        last: Grid | None = before
        while True:
            is_still = monotonic() - since >= SETTLES_S
            # A new appearance is learned once it stays.
            is_new = is_still and last is None and not self.has_pressed_all
            seen: Grid | None = None
            with suppress(AmbiguousBoard):
                self.board.look(learn=(expected or before) if is_new else None)
                seen = self.grid
            is_shown = seen is not None and seen == expected
            if is_shown or (seen != last and last == before):
                self._note_reaction()
            if is_shown:
                return
            if seen != last:
                last = seen
                since = monotonic()
                deadline = min(latest, max(deadline, since + SETTLES_S + LOOK_MS / 1000))
            if monotonic() >= deadline:
                if last is None:
                    self.board.look()  # raises the error
                return
            is_still = monotonic() - since >= SETTLES_S
            if is_still and last is not None and not _is_on_way(before, last, expected):
                return
            page.wait_for_timeout(LOOK_MS)

    def note_last(self, cells: Collection[Cell]) -> None:
        """Note what cells look like before the press that completes the answer, which leaves them
        as they are; no cells before any other press."""
        self._noted = list(cells), self.board.reading, self.board.picture

    def have_noted_changed(self) -> bool:
        """Return True if all cells that were noted look different since the last press, in which
        they had no part, and stay so: a page shows so that it was won. Lamps that flicker do not.
        """
        cells, reading, picture = self._noted
        if not cells:
            return False
        with suppress(BoardNotFound):
            before = take_patches(cells, reading, picture)
            looks: list[Floats] = []
            for wait_s in (0.0, SETTLES_S, BOARD_SHOWS_S):
                self.board.screen.page.wait_for_timeout(1000 * wait_s)
                with suppress(ReadingError):
                    self.board.look()
                looks.append(take_patches(cells, self.board.reading, self.board.picture))
                if not have_all_changed(before, looks):
                    return False
            return True
        return False

    def count_unexplained(self) -> None:
        """Count a change of the board that no press explains; raise ClickNotConfirmed if there were
        too many."""
        self._unexplained += 1
        if self._unexplained >= MOST_FAILED:
            raise self.unexplained_error()

    def unexplained_error(self) -> ClickNotConfirmed:
        """Return the error for a page whose board changes as no press explains."""
        hint = "look at the page: it may change by itself, or play by another rule"
        return self._fail(f"the {self.cells} change as no press explains", hint)

    def doubtful(self, message: str) -> ClickNotConfirmed:
        """Return the error for what may be no board of this game."""
        hint = f"look at the picture: these may not be {self.cells}; if they are: {self.doubt}"
        return self._fail(message, hint)

    def _fail(self, message: str, hint: str) -> ClickNotConfirmed:
        presses = count_of(self.board.screen.presses, "press was", "presses were")
        return ClickNotConfirmed(f"{message}, {presses} made", hint=hint)

    def _note_reaction(self) -> None:
        self.board.reactions.note(monotonic() - self.board.screen.pressed_at)


def _is_on_way(before: Grid, seen: Grid, expected: Grid | None) -> bool:
    """Return True if each cell is as before or as expected: a page may draw a change bit by bit."""
    looks = zip("".join(before), "".join(seen), "".join(expected or before), strict=True)
    return all(look in (was, will) for was, look, will in looks)
