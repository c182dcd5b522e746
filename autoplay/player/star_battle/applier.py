"""Applies the stars of a solution to a page: clicked, looked at and repaired until the board keeps
them."""

from __future__ import annotations

from math import inf
from typing import Final

from autoplay.errors import ClickNotConfirmed
from autoplay.games.adapter import Grid
from autoplay.player.applier import AnswerApplier
from autoplay.player.board_tracker import BoardTracker
from autoplay.player.page_monitor import PageMonitor
from autoplay.player.star_battle.clicker import CellClicker
from autoplay.sites.base import BOARD_IS_COMPLETE, BOARD_IS_MARKED
from solvers.errors import count_of
from solvers.star_battle import Puzzle, Solution
from vision import Reading

MOST_ROUNDS_IN_VAIN: Final = 3
"""Maximum number of rounds of presses in a row that may leave as much to do as before."""


class StarBattleApplier(AnswerApplier[Puzzle, Solution]):
    """Applies the stars of a solution."""

    presser: CellClicker

    def __init__(
        self, board: BoardTracker, monitor: PageMonitor, puzzle: Puzzle, solution: Solution
    ) -> None:
        super().__init__(board, monitor, puzzle, solution)
        self.presser = CellClicker(board, monitor)
        self._fewest_moves = inf
        self._rounds_in_vain = 0

    @property
    def is_practised(self) -> bool:
        """True if presses have set stars."""
        return self.presser.model.is_certain and bool(self.presser.gesture)

    @property
    def is_certain(self) -> bool:
        """True unless the only mark that presses can set does not look like a star."""
        return self.presser.model.is_certain

    @property
    def goal_message(self) -> str:
        """Description of the complete board."""
        return BOARD_IS_COMPLETE if self.is_certain else BOARD_IS_MARKED

    @property
    def progress(self) -> str:
        """Progress for a person."""
        stars = self.presser.stars & set(self.solution.cells)
        wanted = count_of(len(self.solution.cells), "star")
        return f"{super().progress}, when {len(stars)} of {wanted} were seen"

    def _is_complete(self) -> bool:
        return not self.presser.find_moves(self.solution.cells)

    def _step(self) -> None:
        """Make a round of presses, unless the page has judged the answer."""
        if self._is_judged():
            return
        moves = self.presser.find_moves(self.solution.cells)
        self._rounds_in_vain = 0 if len(moves) < self._fewest_moves else self._rounds_in_vain + 1
        self._fewest_moves = min(self._fewest_moves, len(moves))
        if self._rounds_in_vain == MOST_ROUNDS_IN_VAIN:
            self.presser.give_up(moves)
        self.presser.make(moves)

    def _still_shows(self, complete: Grid) -> bool:  # noqa: ARG002
        """Return True if no star was removed.

        What then looks like a star elsewhere was not set by a press: it is part of a box that came
        up.
        """
        return self.presser.stars.issuperset(self.solution.cells)

    def _may_be_late(self, complete: Grid) -> bool:  # noqa: ARG002
        """Return True: a page that removes a star may want it to be set again."""
        return True

    def _is_judged(self) -> bool:
        """Return True if the page judged an answer that was complete, and then removed its stars.

        Raises ClickNotConfirmed if it cleared the board without a result: the same answer is not
        given twice.
        """
        if not self.has_pressed_all or self.presser.stars & set(self.solution.cells):
            return False
        self._find_again()
        if self.monitor.result is None and self.presser.gesture:
            raise ClickNotConfirmed(
                f"the board was cleared after the last of {self.board.screen.presses} presses",
                hint="look at the page: it may have rejected the answer",
            )
        return self.monitor.result is not None

    def _is_same_puzzle(self, before: Reading) -> bool:
        return self.board.reading.grid == before.grid
