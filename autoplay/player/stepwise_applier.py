"""Step by step: a board of which each press is seen before the next, until it is as it should be and stays so."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Final

from autoplay.browser.wait import LOOK_MS
from autoplay.errors import ClickNotConfirmed
from autoplay.games.puzzle import Grid
from autoplay.player.applier import Placing
from autoplay.player.board_tracker import Board
from autoplay.player.gestures import Gesture
from autoplay.sites import PageResult
from solvers.cells import Cell
from vision.errors import AmbiguousBoard, ReadingError

SHOWS_S: Final = 1.6
"""How long a page may take to show what a press did: many animate up to 0.8 s, one cell after the other."""
SETTLES_S: Final = 0.4
"""How long a board stands still after it has changed in an unexpected way until that is taken for all."""
KEEPS_S: Final = 0.4
"""How long a page may take to go on once all is as it should be."""
COVERED_S: Final = 4.0
"""How long something may cover the board, as an advertisement that goes by itself."""
MOST_STRANGE: Final = 6
"""How often a board may change as no press explains before the page is given up."""


class StepHand(ABC):
    """Presses one cell and sees what that does to the board.

    ``before_press`` is called before each press; ``is_over`` after the last one that is needed, and tells whether the
    page has taken the answer on; ``is_elsewhere`` after one that has changed no cell, as long as none has, and tells
    whether it has changed something else.
    """

    def __init__(
        self,
        board: Board,
        before_press: Callable[[], None],
        is_over: Callable[[], bool],
        is_elsewhere: Callable[[], bool],
    ) -> None:
        self.board = board
        self.before_press = before_press
        self.is_over = is_over
        self.is_elsewhere = is_elsewhere
        self.has_pressed_all = False
        self._strange = 0

    @property
    def grid(self) -> Grid:
        """The board as it was seen last, as rows of looks."""
        return self.board.reading.grid

    @abstractmethod
    def strange(self) -> ClickNotConfirmed:
        """The error for a page whose board does not do what presses make it do."""

    def press(self, cell: Cell, gesture: Gesture) -> bool:
        """Press once, unless the board turns out to show something else by now; whether it was pressed."""
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
                last, since, deadline = seen, now, max(deadline, now + SETTLES_S + LOOK_MS / 1000)
            is_settled = last is not None and not self._is_on_way(before, last, expected) and now - since >= SETTLES_S
            if is_settled or (now >= deadline and last is not None):
                return
            if now >= deadline and now - since >= SETTLES_S:
                if self._look(learn=True) is None:
                    self.board.look()  # which raises what is the matter
                return
            self.board.screen.page.wait_for_timeout(LOOK_MS)

    def count_strange(self) -> None:
        """The board has changed as no press explains; raises ClickNotConfirmed once that is too often."""
        self._strange += 1
        if self._strange >= MOST_STRANGE:
            raise self.strange()

    def _is_on_way(self, before: Grid, seen: Grid, expected: Grid | None) -> bool:  # noqa: ARG002
        """Whether a board may still become the expected one, however long it stands still."""
        return seen == before

    def _look(self, *, learn: bool) -> Grid | None:
        """The board, None if a cell looks as none did; such a look is learned once it lasts, but not at the end."""
        try:
            self.board.look(learn=learn and not self.has_pressed_all)
        except AmbiguousBoard:
            return None
        return self.grid


class Stepping(Placing):
    """An answer that is brought to a page step by step; each is chosen by what the board shows by then."""

    hand: StepHand

    @property
    def has_pressed_all(self) -> bool:
        """Whether the press that should bring the board to its end is sent."""
        return self.hand.has_pressed_all

    @property
    def progress(self) -> str:
        """How far it has come, for a person."""
        return f"after {self.board.screen.presses} presses"

    @property
    @abstractmethod
    def wanted(self) -> str:
        """What the board shows at the end, in words."""

    @abstractmethod
    def _is_there(self) -> bool:
        """Whether the board shows what it should."""

    @abstractmethod
    def _step(self) -> None:
        """The next presses."""

    def _is_elsewhere(self) -> bool:
        """Whether the page has gone to another address."""
        return bool(self.page.url != self.watch.url)

    def _bring(self) -> PageResult:
        """Press until the board shows what it should and keeps it, and hear what the page says."""
        self.hand.has_pressed_all = False
        while self.verdict is None:
            self.site.consent(self.page)
            try:
                if self._is_there() and self._keeps():
                    break
                self._step()
            except ReadingError:
                self._find_board()
        already = "" if self.board.screen.presses else " already"
        return self.verdict or self.site.confirm(self.page, self.watch, seen=f"{self.wanted}{already}")

    def _keeps(self) -> bool:
        """Whether the board still shows the end when the page has had time to say something, or to go on."""
        if self.board.screen.presses:
            self.verdict = self._news(KEEPS_S)
        if self.verdict is None:
            self.board.look()
        return self.verdict is not None or self._is_there()

    def _find_board(self) -> None:
        self.hand.count_strange()
        if self.has_pressed_all or not self._comes_back():
            self._find_again()

    def _comes_back(self) -> bool:
        """Whether the board is seen where it was once what covers it has gone."""
        deadline = monotonic() + COVERED_S
        while monotonic() < deadline:
            with suppress(ReadingError):
                self.board.look()
                return True
            self.site.consent(self.page)
        return False
