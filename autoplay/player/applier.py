"""The loop of all games: presses, looks, credits what has changed, and asks for the page's result.

A game says when its board is complete, what to press next, and what a change means by its rules.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import Final, Generic

from autoplay.browser.wait import wait_until
from autoplay.errors import ClickNotConfirmed
from autoplay.games.adapter import Grid, PlayedPuzzle, PlayedSolution
from autoplay.player.appearances import list_cells
from autoplay.player.board_tracker import BoardTracker
from autoplay.player.page_monitor import PageMonitor
from autoplay.player.presser import MOST_FAILED, Presser
from autoplay.player.timing import COVERED_S, KEEPS_S
from autoplay.sites import PageResult
from autoplay.sites.base import BOARD_IS_COMPLETE
from solvers.cells import translate_rows
from solvers.errors import AutoplayError
from vision import Reading
from vision.errors import ReadingError
from vision.reading import Box

VANISHED: Final = "the board went away after the last press"
REPLACED: Final = "another puzzle came up after the last press"
DEAF: Final = "the page takes no more presses"
CHANGED: Final = "all of it changed together after the last press"
BEGAN_AGAIN: Final = "the same puzzle began again after the last press"


class AnswerApplier(Presser, ABC, Generic[PlayedPuzzle, PlayedSolution]):
    """Applies an answer to the board of a page: presses, looks and repairs until the board shows
    it. Each step is chosen by what the board shows by then.

    ``puzzle`` and ``solution`` are what is played; an applier that learns on the page may replace
    them. ``has_seen_answer`` is True once a look has shown the whole answer on the board, whatever
    came over it afterwards; ``is_replaced`` once another board came up before.
    """

    def __init__(
        self,
        board: BoardTracker,
        monitor: PageMonitor,
        puzzle: PlayedPuzzle,
        solution: PlayedSolution,
    ) -> None:
        super().__init__(board, monitor)
        self.puzzle = puzzle
        self.solution = solution
        self.has_seen_answer = False
        self.is_replaced = False
        self._times_lost = 0
        self.first_grid: Grid = board.reading.grid

    @property
    def is_practised(self) -> bool:
        """True if earlier presses did what was expected of them: then the last one has completed
        the answer, even if the page took the board away before that could be seen."""
        return self.is_certain and bool(self.gesture)

    @property
    def progress(self) -> str:
        """Progress for a person, such as "after 7 presses"."""
        return f"after {self.board.screen.presses} presses"

    @property
    def goal_message(self) -> str:
        """Description of the complete board."""
        return BOARD_IS_COMPLETE

    @property
    def is_certain(self) -> bool:
        """True if what a complete board shows is certainly the answer; if not, a page that has
        nothing to say about it leaves that open."""
        return True

    @abstractmethod
    def _is_complete(self) -> bool:
        """Return True if the board shows what it should."""

    @abstractmethod
    def _step(self) -> None:
        """Make the next presses, and look at what they have done."""

    def _may_be_late(self, complete: Grid) -> bool:  # noqa: ARG002
        """Return True if the board, which was ``complete``, may have changed by the rest of what
        the last press does; False if it is the page's next one."""
        return False

    def apply(self) -> PageResult:
        """Apply the answer and submit it once, and return the page's result.

        Raises ClickNotConfirmed if the board does not accept it, or was replaced by another one.
        """
        spots = [self.board.spot(cell) for cell in list_cells(self.board.reading.grid)]
        with self.monitor.watching(spots):
            return self._play()

    def _play(self) -> PageResult:
        """Press until the board is complete and stays so, and return the page's result."""
        self.has_pressed_all = self.has_seen_answer = False
        while self.monitor.result is None:
            self.monitor.answer_consent()
            try:
                if self._is_complete():
                    self.has_pressed_all = True
                    self.has_seen_answer = self.is_certain
                    result = self._confirm()
                    if result:
                        return result
                else:
                    self.has_seen_answer = False
                    self._step()
                    self._times_lost = 0
            except ReadingError as error:
                self._recover(error)
        return self.monitor.result

    def _confirm(self) -> PageResult | None:
        """Return the page's result on a complete board; None if the last press has done more.

        What follows the answer, such as an animation or the next puzzle, is not played on.
        """
        self.monitor.timeline.enter("checking")
        complete = self.grid
        if not self.board.screen.presses:
            self.board.look()
            return self._ask(" already") if self._is_complete() else None
        self.monitor.result = self.monitor.await_result(KEEPS_S)
        if self.monitor.result:
            return self.monitor.result
        self.board.look()
        if self._still_shows(complete):
            result = self._ask()
            if result.is_final:
                return result
            if self.have_noted_changed() and self._still_shows(complete):
                changed = self.monitor.changed_result(f"{self.goal_message}; {CHANGED}")
                if changed:
                    return changed
            self.board.look()
            if self._still_shows(complete):
                return result
        if self._may_be_late(complete):
            return None
        late = self.monitor.await_late_result()
        self.monitor.result = late or self._replaced_result(self.board.reading.grid)
        return self.monitor.result

    def _still_shows(self, complete: Grid) -> bool:
        """Return True if the board, which was ``complete``, still shows the answer."""
        return self.grid == complete

    def _ask(self, more: str = "") -> PageResult:
        result = self.monitor.confirm(f"{self.goal_message}{more}")
        if self.is_certain or result.result != "played" or self.monitor.has_spoken():
            return result
        return replace(result, result="unknown", confirmed_by="")

    def _is_silent(self, result: PageResult) -> bool:
        """Return True if the page has nothing to say about an answer that was played: it may want
        another one."""
        is_over = result.is_final or self.monitor.result is not None
        return not (is_over or self.monitor.has_spoken())

    def _recover(self, error: ReadingError) -> None:
        """Find the board after a look that has not: what covers it may go away by itself."""
        self._times_lost += 1
        if self._times_lost == MOST_FAILED:
            raise self._lost(error)
        if self.has_pressed_all or not wait_until(
            self.board.screen.page, self._look_below_consent, COVERED_S, pause_ms=0
        ):
            self._find_again()

    def _look_below_consent(self) -> bool:
        """Look once what a person would close is gone; return True if the board is seen."""
        hidden = None if self.has_pressed_all else self.board.reading.box
        self.monitor.answer_consent(hidden and self.board.box_in_window(hidden))
        try:
            self.board.look()
        except ReadingError:
            return False
        return True

    def _is_same_puzzle(self, before: Reading) -> bool:
        """Return True if the board that was found again is the one that was played: it has the same
        cells, and shows the answer if it was complete."""
        now = self.board.reading
        if now.puzzle != before.puzzle or list_cells(now.grid) != list_cells(before.grid):
            return False
        if not self.board.keeps_names:
            return False
        return not self.has_pressed_all or self._is_complete()

    def _find_again(self) -> None:
        """Find a board that is not where it was; the page itself often submits a right answer."""
        self.monitor.result = self.monitor.await_late_result() if self.has_pressed_all else None
        if self.monitor.result:
            return
        before = self.board.reading
        place = self.board.box_in_window(before.box)
        # Once everything is pressed, many pages cover their board.
        everywhere = not (self.has_pressed_all and self.board.is_in_window)
        patience_s = self.monitor.request.patience_s
        if self.has_pressed_all:
            # The page has had its time to announce a result before this.
            patience_s = min(patience_s, COVERED_S)
        try:
            self.board.find(patience_s, self.monitor.answer_consent, everywhere=everywhere)
        except ReadingError as error:
            if not self.has_pressed_all:
                raise self._lost(error) from error
            self.monitor.result = self._boxed_result(place) or self.monitor.removed_result(
                VANISHED,
                is_seen=self.has_seen_answer,
                is_verdict=(self.has_seen_answer or self.is_practised) and self.board.has_gone(),
            )
        else:
            if not self._is_same_puzzle(before):
                if not self.has_pressed_all:
                    self.is_replaced = True
                    message = f"another board came up {self.progress} of the one that was played"
                    raise ClickNotConfirmed(message, hint="the same command again")
                self.monitor.result = self._replaced_result(self.board.reading.grid)

    def _replaced_result(self, now: Grid) -> PageResult:
        """Return the result if the board is another one after the last press: the page goes on to
        the next puzzle once the answer is right, but deals the same one again if it is not.

        Below a box that came up, a board is dimmed and may look like another one.
        """
        boxed = self._boxed_result(self.board.box_in_window(self.board.reading.box))
        if boxed:
            return boxed
        began_again = _name_in_order(now) == _name_in_order(self.first_grid)
        return self.monitor.removed_result(
            BEGAN_AGAIN if began_again else REPLACED,
            is_seen=self.has_seen_answer,
            is_verdict=not began_again,
        )

    def _boxed_result(self, place: Box) -> PageResult | None:
        """Return the result if a box came up over the board, at this place of the window, with the
        press that completed its answer; that the answer was seen says more."""
        if not self.is_practised or self.has_seen_answer:
            return None
        return self.monitor.boxed_result(place)

    def _lost(self, error: ReadingError) -> AutoplayError:
        """Return the error for a board that went away; a press may have done that, if there was
        one."""
        if not self.board.screen.presses:
            return error
        return ClickNotConfirmed(
            f"{self.progress} the board is gone or covered: {error.message}",
            hint="look at the picture, then the same command again: "
            "it continues from what is on the board",
        )


def _name_in_order(grid: Grid) -> Grid:
    """Return a board with its appearances named in the order in which they come: a search may name
    them anew."""
    names: dict[str, str] = {}
    for appearance in "".join(grid):
        names.setdefault(appearance, chr(ord("A") + len(names)))
    return translate_rows(grid, str.maketrans(names))
