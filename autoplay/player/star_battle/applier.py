"""Applies the stars of a solution to a page: clicked, looked at and repaired until the board keeps
them."""

from __future__ import annotations

from math import inf
from typing import Final

from autoplay.errors import ClickNotConfirmed
from autoplay.player.applier import AnswerApplier
from autoplay.player.board_tracker import BoardTracker
from autoplay.player.page_monitor import PageMonitor
from autoplay.player.star_battle.clicker import STAR, CellClicker, moves_to
from autoplay.player.timing import STARS_SETTLE_S, Gesture
from autoplay.sites import PageResult
from autoplay.sites.base import BOARD_IS_COMPLETE, BOARD_IS_MARKED
from autoplay.wording import count
from solvers.star_battle import Puzzle, Solution
from vision import Reading
from vision.errors import ReadingError

MOST_ROUNDS_IN_VAIN: Final = 6
"""Maximum number of rounds of presses in a row that may leave as much to do as before."""
STARS_CHANGED: Final = "all stars changed together after the last press"


class StarBattleApplier(AnswerApplier[Puzzle, Solution]):
    """Applies the stars of a solution."""

    def __init__(
        self, board: BoardTracker, monitor: PageMonitor, puzzle: Puzzle, solution: Solution
    ) -> None:
        super().__init__(board, monitor, puzzle, solution)
        self.clicker = CellClicker(board, monitor)

    @property
    def has_pressed_all(self) -> bool:
        """True if the last press that was needed is made."""
        return self.clicker.has_pressed_all

    @property
    def is_practised(self) -> bool:
        """True if presses have set stars."""
        return self.clicker.is_certain and bool(self.clicker.gesture)

    @property
    def progress(self) -> str:
        """Progress for a person."""
        stars = self.clicker.reading.cells_marked("star") & set(self.solution.cells)
        presses = self.board.screen.presses
        return f"after {presses} presses, when {len(stars)} of {count(len(self.solution.cells), 'star')} were seen"

    @property
    def gesture(self) -> tuple[Gesture, ...]:
        """Gestures that turn an empty cell into a star, press by press; () if they were not
        learned."""
        return self.clicker.gesture

    def apply(self) -> PageResult:
        """Click the stars until the board keeps them, submit the answer once, and return the page's
        result.

        Raises ClickNotConfirmed if the board does not accept it, or was replaced by another one.
        """
        fewest, in_vain, is_settled = inf, 0, False
        trouble: ReadingError | None = None
        with self.monitor.watching(self._spots()):
            while self.monitor.result is None and not is_settled:
                moves = moves_to(self.clicker.reading, self.solution)
                self.monitor.answer_consent()
                try:
                    self.has_seen_answer = not moves and self.clicker.is_certain
                    if not moves:
                        is_settled = self._is_settled()
                    elif not self._is_judged():
                        in_vain = 0 if len(moves) < fewest else in_vain + 1
                        fewest = min(fewest, len(moves))
                        if in_vain == MOST_ROUNDS_IN_VAIN and trouble:
                            raise self._lost(trouble)
                        if in_vain == MOST_ROUNDS_IN_VAIN:
                            self.clicker.give_up(moves)
                        trouble = None
                        self.clicker.make(moves)
                except ReadingError as error:
                    trouble = error
                    self._find_again()
            return self.monitor.result or self._confirm()

    def _confirm(self) -> PageResult:
        is_certain = self.clicker.is_certain
        result = self.monitor.confirm(
            is_certain=is_certain, seen=BOARD_IS_COMPLETE if is_certain else BOARD_IS_MARKED
        )
        if not result.is_final and self.clicker.have_stars_changed():
            return self.monitor.changed_result(STARS_CHANGED) or result
        return result

    def _is_judged(self) -> bool:
        """Return True if the page judged an answer that was complete, and then removed its stars.

        Raises ClickNotConfirmed if it cleared the board without a result: the same answer is not
        given twice.
        """
        if not self.has_pressed_all or self.clicker.reading.cells_marked("star") & set(
            self.solution.cells
        ):
            return False
        self.monitor.result = self.monitor.await_late_result()
        if self.monitor.result is None and self.clicker.gesture:
            hint = "look at the page: it may have rejected the answer"
            presses = self.board.screen.presses
            raise ClickNotConfirmed(
                f"the board was cleared after the last of {presses} presses", hint=hint
            )
        return self.monitor.result is not None

    def _is_settled(self) -> bool:
        """Return True if the board still shows the solution after the page had time to remove a
        star.

        What then looks like a star elsewhere was not set by a press: it is part of a box that came
        up.
        """
        self.monitor.timeline.enter("checking")
        self.monitor.result = self.monitor.await_result(STARS_SETTLE_S)
        if self.monitor.result is None:
            self.board.look()
        is_gone = any(move.goals == STAR for move in moves_to(self.clicker.reading, self.solution))
        return self.monitor.result is not None or not is_gone

    def _is_same_puzzle(self, before: Reading) -> bool:
        return self.board.reading.grid == before.grid
