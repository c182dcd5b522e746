"""Applies jumps to the pegs of a page; each is seen, and the next is chosen by what the board shows
then."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from autoplay.browser.wait import wait_until
from autoplay.games.adapter import Grid
from autoplay.games.peg_solitaire.player import (
    JumpPlan,
    PlayedPegs,
    find_pegs,
    make_jump,
    plan_jumps,
)
from autoplay.player.appearances import list_cells
from autoplay.player.board_tracker import BoardTracker
from autoplay.player.page_monitor import PageMonitor
from autoplay.player.peg_solitaire.peg_mover import PegMover
from autoplay.player.timing import COVERED_S
from autoplay.sites import PageResult
from solvers.errors import NoSolution, SolveTimeout
from solvers.peg_solitaire import PEG, Board, Jump
from vision import Reading

MOST_AT_ONCE: Final = 3
"""Most jumps at once that explain a change of the board: a page may make some by itself."""


class PegSolitaireApplier(PegMover):
    """Applies jumps to a board of pegs.

    What the board shows decides on the next step:

    - it is as planned: the next jump of the plan
    - it has changed by other jumps: a new plan from there
    - it has changed in a way that no jump explains: a new plan, with this board as the puzzle; if
      no jumps lead to the end, wait, then give up, as what covers pegs may look like holes
    - it is full: take off the peg of the plan

    ``solution`` are the jumps that were made in the end, on the board of ``puzzle``.
    """

    def __init__(
        self, board: BoardTracker, monitor: PageMonitor, puzzle: PlayedPegs, solution: JumpPlan
    ) -> None:
        super().__init__(board, monitor, puzzle, solution)
        self.pegs = puzzle
        self._plan: JumpPlan | None = solution
        self._at: Grid = self.pegs.grid
        self._made = JumpPlan(self.pegs.board)
        self._is_explained = True

    @property
    def is_practised(self) -> bool:
        """True if pegs have jumped as planned."""
        return bool(self._made.jumps)

    @property
    def goal_message(self) -> str:
        """Description of the board at the end."""
        return f"the board shows {self.pegs.wanted}"

    def _play(self) -> PageResult:
        """Make the jumps, and return the page's result.

        Raises NoSolution if the page makes jumps of its own after which none lead to the end,
        ClickNotConfirmed if the pegs do not do what presses make them do.
        """
        result = super()._play()
        if self.has_pressed_all and self._plan:
            self._made = replace(self._made, jumps=self._made.jumps + self._plan.jumps)
        self.solution = self._made if self._made.jumps else self.solution
        return result

    def _is_complete(self) -> bool:
        self._follow()
        return self.pegs.is_over(self.grid)

    def _step(self) -> None:
        """Make the next jump, or take a peg off a full board."""
        before = self.grid
        board = self.pegs.board
        if not _pegs(before):
            raise self.unexplained_error()
        try:
            self._plan = self._plan or self._planned()
        except NoSolution:
            if self._is_explained:
                raise
            if not self._changes_again():
                raise self.unexplained_error() from None
            return
        self.monitor.timeline.enter("clicking" if self.gesture else "learning")
        self.monitor.timeline.plan(len(self._plan.jumps) * max(1, len(self.gesture)))
        if self._plan.first is not None:
            self.take(board.sites[self._plan.first])
            return
        jump = self._plan.jumps[0]
        is_last = len(self._plan.jumps) == 1
        peg, _, to = (board.sites[number] for number in jump)
        self.jump(peg, to, make_jump(board, before, jump), is_last=is_last)
        if self.has_pressed_all and self.monitor.result is None:
            left = _pegs(self.grid)
            if not left or left > _pegs(before):  # the board has gone, or is elsewhere
                self._find_again()

    def _planned(self) -> JumpPlan:
        """Return the jumps from the board as it is; once the last peg can't get home, it may end
        anywhere."""
        try:
            planned = plan_jumps(self.pegs, self.grid)
        except (NoSolution, SolveTimeout) as error:
            error.message = f"{self.progress} the board is not as planned: {error.message}"
            raise
        if planned.jumps and planned.jumps[-1][-1] != self.pegs.home and self.pegs.end is None:
            self.pegs = replace(self.pegs, end="any")
        return planned

    def _changes_again(self) -> bool:
        """Return True if the board changes once more within the time for which something may cover
        it."""
        before = self.grid
        return wait_until(
            self.board.screen.page,
            lambda: self._look_below_consent() and self.grid != before,
            COVERED_S,
            pause_ms=0,
        )

    def _follow(self) -> None:
        """Find out how the board has changed: as planned, by other jumps, or in a way that no jump
        explains."""
        before = self._at
        now = self.grid
        board = self.pegs.board
        if now == before:
            return
        todo = self._plan
        self._plan = None
        self._at = now
        self._is_explained = True
        if _pegs(before) == len(board.sites) == _pegs(now) + 1:
            first = min(find_pegs(board, before) - find_pegs(board, now))
            self._made = JumpPlan(board, first=first)
            if todo and todo.first == first:
                self._plan = replace(todo, first=None)
            return
        jumps = between(board, before, now)
        self._made = replace(self._made, jumps=self._made.jumps + jumps)
        if todo and jumps and todo.jumps[: len(jumps)] == jumps:
            self._plan = replace(todo, jumps=todo.jumps[len(jumps) :])
        elif not jumps:
            self._is_explained = False
            self.count_unexplained()
            self.puzzle = replace(self.pegs, grid=now)
            self._made = JumpPlan(board)

    def _is_same_puzzle(self, before: Reading) -> bool:
        now = self.board.reading
        is_same = now.puzzle == before.puzzle and list_cells(now.grid) == list_cells(before.grid)
        return is_same and (not self.has_pressed_all or self.pegs.is_over(now.grid))


def between(board: Board, before: Grid, after: Grid, most: int = MOST_AT_ONCE) -> tuple[Jump, ...]:
    """Return the jumps that lead from one position to another; empty if ``most`` are not enough."""
    if not 1 <= _pegs(before) - _pegs(after) <= most:
        return ()
    left = find_pegs(board, before)
    for jump in board.jumps:
        if jump[0] in left and jump[1] in left and jump[2] not in left:
            now = make_jump(board, before, jump)
            if now == after:
                return (jump,)
            if rest := between(board, now, after, most - 1):
                return (jump, *rest)
    return ()


def _pegs(grid: Grid) -> int:
    return "".join(grid).count(PEG)
