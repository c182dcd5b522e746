"""Base of the appliers that see each press before they choose the next one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from time import monotonic
from typing import Final

from autoplay.browser.wait import LOOK_MS, wait_until
from autoplay.errors import ClickNotConfirmed
from autoplay.games.adapter import Grid, PlayedPuzzle, PlayedSolution
from autoplay.player.applier import AnswerApplier
from autoplay.player.board_tracker import BoardTracker
from autoplay.player.page_monitor import PageMonitor
from autoplay.player.timing import (
    BOARD_SHOWS_S,
    COVERED_S,
    KEEPS_S,
    SETTLES_S,
    UNSTEADY_S,
    Gesture,
)
from autoplay.sites import PageResult
from solvers.cells import Cell
from vision.errors import AmbiguousBoard, ReadingError

MOST_UNEXPLAINED: Final = 3
"""Maximum number of times that a board changes in a way that no press explains before the page is
given up."""


class StepPresser(ABC):
    """Presses one cell and sees what that does to the board."""

    def __init__(self, board: BoardTracker, monitor: PageMonitor) -> None:
        self.board = board
        self.monitor = monitor
        self.has_pressed_all = False
        self._unexplained = 0

    @property
    def grid(self) -> Grid:
        """Board at the last look, as rows of appearances."""
        return self.board.reading.grid

    @abstractmethod
    def unexplained_error(self) -> ClickNotConfirmed:
        """Return the error for a page whose board changes as no press explains."""

    def press(self, cell: Cell, gesture: Gesture) -> bool:
        """Press once; return False without a press if the board shows something else by now."""
        if not self.is_ready(cell):
            return False
        self.before_press()
        self.board.press(cell, gesture)
        return True

    def is_ready(self, cell: Cell) -> bool:
        """Return True if the board still shows what the press on a cell was chosen for."""
        self.has_pressed_all = False
        return self.board.is_unchanged(cell)

    def before_press(self) -> None:
        """Prepare the page for a press that follows at once."""
        self.monitor.before_press()

    def has_changed_page(self) -> bool:
        """Return True if a press that changed no cell has changed something else."""
        return self.monitor.has_left()

    def see(self, before: Grid, expected: Grid | None) -> None:
        """Look until the board is as expected, or has changed in another way and stands still, or
        long enough.

        Raises a ReadingError if the board is gone, or is covered.
        """
        usual_s = self.board.reactions.usual(BOARD_SHOWS_S)
        if expected is not None and wait_until(
            self.board.screen.page, lambda: self.board.shows(expected), usual_s, pause_ms=0
        ):
            self._note_reaction()
            return
        # The deadline moves on with each change, unlike that of wait_until; but not for ever.
        latest = monotonic() + UNSTEADY_S
        deadline, since = monotonic() + self.board.reactions.limit(BOARD_SHOWS_S), 0.0
        last: Grid | None = before
        while True:
            seen = self._look(
                learn=bool(since) and last is None and monotonic() - since >= SETTLES_S
            )
            now = monotonic()
            is_as_expected = seen is not None and seen == expected
            if is_as_expected or (seen != last and last == before):
                self._note_reaction()
            if is_as_expected:
                return
            if seen != last:
                last, since, deadline = seen, now, max(deadline, now + SETTLES_S + LOOK_MS / 1000)
            is_settled = (
                last is not None
                and not self._is_on_way(before, last, expected)
                and now - since >= SETTLES_S
            )
            if is_settled or (now >= deadline and last is not None) or now >= latest:
                return
            if now >= deadline and now - since >= SETTLES_S:
                if self._look(learn=True) is None:
                    self.board.look()  # raises the error
                return
            self.board.screen.page.wait_for_timeout(LOOK_MS)

    def count_unexplained(self) -> None:
        """Count a change of the board that no press explains; raise ClickNotConfirmed if there were
        too many."""
        self._unexplained += 1
        if self._unexplained >= MOST_UNEXPLAINED:
            raise self.unexplained_error()

    def _note_reaction(self) -> None:
        self.board.reactions.note(monotonic() - self.board.screen.pressed_at)

    def _is_on_way(self, before: Grid, seen: Grid, expected: Grid | None) -> bool:  # noqa: ARG002
        """Return True if a board may still become the expected one, however long it stands
        still."""
        return seen == before

    def _look(self, *, learn: bool) -> Grid | None:
        """Return the board; None if a cell has a new appearance that is not to be learned yet."""
        try:
            self.board.look(learn=learn and not self.has_pressed_all)
        except AmbiguousBoard:
            return None
        return self.grid


class StepwiseApplier(AnswerApplier[PlayedPuzzle, PlayedSolution]):
    """Applies an answer step by step; each step is chosen by what the board shows by then."""

    presser: StepPresser

    @property
    def has_pressed_all(self) -> bool:
        """True if the press that should complete the board is made."""
        return self.presser.has_pressed_all or self.has_seen_answer

    @property
    def progress(self) -> str:
        """Progress for a person."""
        return f"after {self.board.screen.presses} presses"

    @property
    @abstractmethod
    def goal_message(self) -> str:
        """Description of the complete board."""

    @abstractmethod
    def _is_complete(self) -> bool:
        """Return True if the board shows what it should."""

    @abstractmethod
    def _step(self) -> None:
        """Make the next presses."""

    @abstractmethod
    def _may_be_late(self, complete: Grid) -> bool:
        """Return True if the board, which was ``complete``, may have changed by the rest of what
        the last press does; False if it is the page's next one."""

    def _press_to_goal(self) -> PageResult:
        """Press until the board is complete and stays so, and return the page's result."""
        self.presser.has_pressed_all = self.has_seen_answer = False
        while self.monitor.result is None:
            self.monitor.answer_consent()
            try:
                if self._is_complete():
                    self.has_seen_answer = True
                    if result := self._confirm():
                        return result
                self.has_seen_answer = False
                self._step()
            except ReadingError:
                self._find_board()
        return self.monitor.result

    def _confirm(self) -> PageResult | None:
        """Return the page's result on a complete board; None if the last press has done more.

        What follows the answer, such as an animation or the next puzzle, is not played on.
        """
        self.monitor.timeline.enter("checking")
        complete = self.presser.grid
        if not self.board.screen.presses:
            self.board.look()
            return self._ask(" already") if self._is_complete() else None
        self.monitor.result = self.monitor.await_result(KEEPS_S)
        if self.monitor.result is None:
            self.board.look()
        if self.monitor.result is None and self.presser.grid == complete:
            result = self._ask()
            if result.is_final:
                return result
            self.board.look()
            if self.presser.grid == complete:
                return result
        if self.monitor.result is None:
            if self._may_be_late(complete):
                return None
            self.monitor.result = self.monitor.await_late_result() or self._replaced_result()
        return self.monitor.result

    def _ask(self, more: str = "") -> PageResult:
        return self.monitor.confirm(seen=f"{self.goal_message}{more}")

    def _find_board(self) -> None:
        self.presser.count_unexplained()
        if self.has_pressed_all or self.has_seen_answer or not self._reappears():
            self._find_again()

    def _reappears(self) -> bool:
        """Return True if the board is visible again where it was, once what covers it has gone."""
        return wait_until(self.board.screen.page, self._look_below_consent, COVERED_S, pause_ms=0)

    def _look_below_consent(self) -> bool:
        try:
            self.board.look()
        except ReadingError:
            self.monitor.answer_consent()
            return False
        return True
