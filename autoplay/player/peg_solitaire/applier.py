"""JumpPlan on their way to the pegs of a page: each is seen, and what the board shows by then decides on the next."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from autoplay.games.peg_solitaire.jump_plan import JumpPlan, PlayedPegs, jumped, pegs_in, plan
from autoplay.games.puzzle import Grid
from autoplay.player.applier import REPLACED, VANISHED
from autoplay.player.gestures import Gesture
from autoplay.player.peg_solitaire.peg_mover import PegHand
from autoplay.player.stepwise_applier import Stepping
from autoplay.sites import PageResult
from solvers.errors import NoSolution, SolveTimeout
from solvers.peg_solitaire import HOLE, PEG, Board, Jump
from vision import Reading

MOST_AT_ONCE: Final = 3
"""JumpPlan that are looked for where a page has made more than it was asked for."""


class PlacingPegs(Stepping):
    """The jumps for a board of pegs.

    ``solution`` are those that were made in the end, on the board of ``puzzle``: the one that was found, or what it has
    become by what no jump explains.
    """

    hand: PegHand

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.hand = PegHand(self.board, self._before_press, self._is_accepted, self._is_elsewhere)
        self.pegs: PlayedPegs = self.puzzle
        self._plan: JumpPlan | None = self.solution
        self._at: Grid = self.pegs.grid
        self._made = JumpPlan(self.pegs.board)

    @property
    def gesture(self) -> tuple[Gesture, ...]:
        """What makes a peg jump; () if that was not learned."""
        return self.hand.gesture

    @property
    def wanted(self) -> str:
        """What the board shows at the end."""
        return f"the board shows {self.pegs.wanted}"

    def place(self) -> PageResult:
        """Make the jumps, and hear the page's word.

        Raises NoSolution if the page makes jumps of its own after which there are none that lead to the end,
        ClickNotConfirmed if pegs do not do what they are made to.
        """
        with self.watch:
            verdict = self._bring()
        if self.has_pressed_all and self._plan:
            self._made = replace(self._made, jumps=self._made.jumps + self._plan.jumps)
        self.solution = self._made if self._made.jumps else self.solution
        return verdict

    def _is_there(self) -> bool:
        self._follow()
        return self.pegs.is_over(self.hand.grid)

    def _step(self) -> None:
        """The next jump, or the peg to be taken off a full board."""
        before, board = self.hand.grid, self.pegs.board
        if not _pegs(before):
            raise self.hand.strange()
        self._plan = self._plan or self._planned()
        if self._plan.first is not None:
            self.hand.take(board.sites[self._plan.first])
            return
        jump, is_last = self._plan.jumps[0], len(self._plan.jumps) == 1
        peg, _, to = (board.sites[number] for number in jump)
        self.hand.jump(peg, to, jumped(board, before, jump), is_last=is_last)
        if self.has_pressed_all and self.verdict is None:
            left = _pegs(self.hand.grid)
            if not left or left > _pegs(before):
                seen = REPLACED if left else VANISHED
                self.verdict = self._late_news() or self.site.unknown_result(self.watch, seen)

    def _planned(self) -> JumpPlan:
        """The jumps from what is there; that the last peg can't come home any more is found out once."""
        try:
            planned = plan(self.pegs, self.hand.grid)
        except (NoSolution, SolveTimeout) as error:
            error.message = f"{self.progress} the board is not as planned: {error.message}"
            raise
        if planned.jumps and planned.jumps[-1][-1] != self.pegs.home and self.pegs.end is None:
            self.pegs = replace(self.pegs, end="any")
        return planned

    def _follow(self) -> None:
        """Take in how the board has come to be as it is: by what was planned, by other jumps, or as none explains."""
        before, now, board = self._at, self.hand.grid, self.pegs.board
        if now == before:
            return
        todo, self._plan, self._at = self._plan, None, now
        if _pegs(before) == len(board.sites) == _pegs(now) + 1:
            first = min(pegs_in(board, before) - pegs_in(board, now))
            self._made = JumpPlan(board, first=first)
            if todo and todo.first == first:
                self._plan = replace(todo, first=None)
            return
        jumps = between(board, before, now)
        self._made = replace(self._made, jumps=self._made.jumps + jumps)
        if todo and jumps and todo.jumps[: len(jumps)] == jumps:
            self._plan = replace(todo, jumps=todo.jumps[len(jumps) :])
        elif not jumps:
            self.hand.count_strange()
            self.puzzle, self._made = replace(self.pegs, grid=now), JumpPlan(board)

    def _is_same(self, before: Reading) -> bool:
        now = self.board.reading
        is_same = now.puzzle == before.puzzle and _sites(now.grid) == _sites(before.grid)
        return is_same and (not self.has_pressed_all or self.pegs.is_over(now.grid))


def between(board: Board, before: Grid, after: Grid, most: int = MOST_AT_ONCE) -> tuple[Jump, ...]:
    """The jumps that lead from one position to another; none if these are not a few."""
    if not 1 <= _pegs(before) - _pegs(after) <= most:
        return ()
    left = pegs_in(board, before)
    for jump in board.jumps:
        if jump[0] in left and jump[1] in left and jump[2] not in left:
            now = jumped(board, before, jump)
            if now == after:
                return (jump,)
            if rest := between(board, now, after, most - 1):
                return (jump, *rest)
    return ()


def _pegs(grid: Grid) -> int:
    return sum(row.count(PEG) for row in grid)


def _sites(grid: Grid) -> Grid:
    return tuple(row.replace(PEG, HOLE) for row in grid)
