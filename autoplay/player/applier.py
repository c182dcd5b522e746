"""Base of the appliers, which bring an answer to the board of a page."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final, Generic

from autoplay.errors import ClickNotConfirmed
from autoplay.games.adapter import PlayedPuzzle, PlayedSolution
from autoplay.player.board_tracker import BoardTracker
from autoplay.player.page_monitor import PageMonitor
from autoplay.player.timing import Gesture
from autoplay.sites import PageResult
from solvers.errors import AutoplayError
from vision import Reading
from vision.errors import ReadingError

VANISHED: Final = "the board went away after the last press"
REPLACED: Final = "another puzzle came up after the last press"


class AnswerApplier(ABC, Generic[PlayedPuzzle, PlayedSolution]):
    """Applies an answer to the board of a page: presses, looks and repairs until the board shows
    it.

    ``puzzle`` and ``solution`` are what is played; an applier that learns on the page may replace
    them. ``has_seen_answer`` is True once a look has shown the whole answer on the board, whatever
    came over it afterwards.
    """

    def __init__(
        self,
        board: BoardTracker,
        monitor: PageMonitor,
        puzzle: PlayedPuzzle,
        solution: PlayedSolution,
    ) -> None:
        self.board = board
        self.monitor = monitor
        self.puzzle = puzzle
        self.solution = solution
        self.has_seen_answer = False

    @property
    @abstractmethod
    def has_pressed_all(self) -> bool:
        """True if the last press that was needed is made; the page may then take the board away."""

    @property
    @abstractmethod
    def progress(self) -> str:
        """Progress for a person, such as "after 7 presses"."""

    @property
    @abstractmethod
    def gesture(self) -> tuple[Gesture, ...]:
        """Gestures that change a cell as needed, press by press; () if nothing was learned."""

    @abstractmethod
    def apply(self) -> PageResult:
        """Apply the answer and submit it once, and return the page's result.

        Raises ClickNotConfirmed if the board does not accept it, or was replaced by another one.
        """

    @abstractmethod
    def _is_same_puzzle(self, before: Reading) -> bool:
        """Return True if the board that was found again is the one that was played."""

    def _find_again(self) -> None:
        """Find a board that is not where it was; the page itself often submits a right answer."""
        self.monitor.result = self.monitor.await_late_result() if self.has_pressed_all else None
        if self.monitor.result:
            return
        before = self.board.reading
        # Once everything is pressed, many pages cover their board.
        everywhere = not (self.has_pressed_all and self.board.is_in_window)
        patience_s = self.monitor.request.patience_s
        try:
            self.board.find(patience_s, self.monitor.answer_consent, everywhere=everywhere)
        except ReadingError as error:
            if not self.has_pressed_all:
                raise self._lost(error) from error
            self.monitor.result = self.monitor.lost_result(
                VANISHED, is_certain=self.has_seen_answer
            )
        else:
            if not self._is_same_puzzle(before):
                if not self.has_pressed_all:
                    message = f"another board came up {self.progress} of the one that was played"
                    raise ClickNotConfirmed(message, hint="the same command again")
                self.monitor.result = self.monitor.lost_result(
                    REPLACED, is_certain=self.has_seen_answer
                )

    def _lost(self, error: ReadingError) -> AutoplayError:
        """Return the error for a board that went away; a press may have done that, if there was
        one."""
        if not self.board.screen.presses:
            return error
        return ClickNotConfirmed(
            f"{self.progress} the board is gone or covered: {error.message}",
            hint="look at the picture, then the same command again: it continues from what is on the board",
        )
