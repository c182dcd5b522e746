"""Applies jumps to the pegs of a page, in one of the ways that pages use; each is seen, and the
next is chosen by what the board shows then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, Literal, TypeAlias

import numpy as np

from autoplay.browser.panorama import differs
from autoplay.games.adapter import Grid
from autoplay.games.peg_solitaire.player import (
    JumpPlan,
    PlayedPegs,
    find_pegs,
    make_jump,
    plan_jumps,
)
from autoplay.player.applier import AnswerApplier
from autoplay.player.board_tracker import BoardTracker
from autoplay.player.page_monitor import PageMonitor
from autoplay.player.timing import SELECTION_SHOWS_S, Gesture
from autoplay.sites import PageResult
from solvers.cells import Cell, change_cells
from solvers.errors import NoSolution, SolveTimeout
from solvers.peg_solitaire import HOLE, PEG, Board, Jump
from solvers.wording import place as name_place
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
MOST_AT_ONCE: Final = 3
"""Most jumps at once that explain a change of the board: a page may make some by itself."""


class PegSolitaireApplier(AnswerApplier[PlayedPegs, JumpPlan]):
    """Applies jumps to a board of pegs; ``way`` is the one that has worked.

    What the board shows decides on the next step:

    - it is as planned: the next jump of the plan
    - it has changed by other jumps: a new plan from there
    - it has changed in a way that no jump explains: a new plan, with this board as the puzzle; if
      no jumps lead to the end, the page is given up
    - it is full: take off the peg of the plan

    ``solution`` are the jumps that were made in the end, on the board of ``puzzle``.
    """

    cells = "pegs"
    doubt = "--puzzle pegs, --headed to watch"

    def __init__(
        self, board: BoardTracker, monitor: PageMonitor, puzzle: PlayedPegs, solution: JumpPlan
    ) -> None:
        super().__init__(board, monitor, puzzle, solution)
        self.pegs = puzzle
        self._plan: JumpPlan | None = solution
        self._at: Grid = self.pegs.grid
        self._made = JumpPlan(self.pegs.board)
        self._is_explained = True
        self.way: JumpWay | None = None
        self._aim = ""
        self._landed: Cell | None = None
        self._jumps_at_once = False
        self._selection: tuple[Image, Image] | None = None
        self._is_careful = True

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
        is_over = self.pegs.is_over(self.grid)
        if is_over:
            self._follow()
        return is_over

    def _step(self) -> None:
        """Make the next jump, or take a peg off a full board."""
        self._follow()
        before = self.grid
        board = self.pegs.board
        if not _pegs(before):
            raise self.unexplained_error()
        try:
            self._plan = self._plan or self._planned()
        except NoSolution:
            if self._is_explained:
                raise
            raise self.unexplained_error() from None
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

    def take(self, peg: Cell) -> None:
        """Take a peg off a full board.

        Raises ClickNotConfirmed if no press does it.
        """
        taken = change_cells(self.grid, {peg: HOLE})
        ways = TAKING_WAYS if self.board.is_certain_of_game() else TAKING_WAYS[:1]
        self._aim = "takes a peg off the full board"
        self.try_ways(ways, lambda way: self._make(way, (peg, peg), taken), taken)

    def jump(self, peg: Cell, to: Cell, expected: Grid, *, is_last: bool) -> None:
        """Make a peg jump, in each possible way, until the board changes, or the game is over.

        Raises ClickNotConfirmed if no way works, a ReadingError if the board goes away.
        """
        lifted = change_cells(self.grid, {peg: HOLE})
        what = "moves the peg as it should" if self.way else "moves a peg"
        self._aim = f"{what} in {name_place(peg)}"
        attempt = self.try_ways(
            self._attempts(peg, lifted),
            lambda attempt: self._make(attempt[1], (peg, to), expected, is_last=is_last),
            expected,
            is_last=is_last,
            idle=(lifted,),
        )
        is_as_planned = self.has_pressed_all or self.grid == expected
        self._landed = to if is_as_planned else None
        self._is_careful = self._jumps_at_once or not is_as_planned
        if attempt and is_as_planned:
            self.way = attempt[0]
            self.gesture = GESTURES[attempt[0]]

    def note_in_vain(self) -> None:
        """Raise ClickNotConfirmed: no way of pressing has done what it should."""
        raise self.doubtful(f"no press {self._aim}")

    def _list_ways(self) -> list[JumpWay]:
        """Return the ways to try for the next jump, in order."""
        if self.way is not None:
            others = [way for way in FIRST_WAYS[:2] if way != self.way]
            return [self.way] * MORE_TRIES + others
        is_certain = self._made.first is not None or self.board.is_certain_of_game()
        return list(FIRST_WAYS) if is_certain else ["clicks"]

    def _attempts(self, peg: Cell, lifted: Grid) -> Iterator[tuple[JumpWay, JumpWay]]:
        """Yield each way and what to do for it; of a peg that is selected by now the hole alone is
        next."""
        plain = self.board.cell_image(peg)
        # A click would deselect a peg that has just jumped, and is still selected.
        if peg == self._landed and self._looks_selected(peg):
            yield "clicks", "hole"
        for way in self._list_ways():
            yield way, way
            self._is_careful = True
            is_selected = self.grid == lifted or _differ(self.board.cell_image(peg), plain)
            if way != "hole" and is_selected:
                yield way, "hole"

    def _make(
        self, way: JumpWay, ends: tuple[Cell, Cell], expected: Grid, *, is_last: bool = False
    ) -> bool:
        """Try a way; return False without a press if the board shows something else by now."""
        peg, to = ends
        if way in ("hole", "peg", "double"):
            return self.press(to if way == "hole" else peg, GESTURES[way])
        if not self.is_ready(peg):
            return False
        self.monitor.before_press()
        if way == "drag":
            self.board.drag(peg, to)
        else:
            self._click_both(peg, to, expected, is_last=is_last)
        return True

    def _click_both(self, peg: Cell, to: Cell, expected: Grid, *, is_last: bool) -> None:
        """Click the peg, and then the hole unless the peg has jumped by then."""
        before = self.grid
        self.board.press(peg, "left")
        # A peg that does not show its selection, on a page of pegs that do, has jumped at once.
        is_shown = self._selection is not None and not self.board.is_hasty
        if self._is_careful or is_shown:
            self.has_pressed_all = is_last and self._jumps_at_once
            if self.has_pressed_all and self.monitor.is_over():
                return
            self._see_selection(peg)
            self._jumps_at_once = self._jumps_at_once or self.grid == expected
            if self.grid == expected:
                return
            # Until the second press, whatever looks different belongs to the selection: the peg,
            # and the holes that it can reach.
            self.board.reading = replace(self.board.reading, grid=before)
        self.monitor.before_press()
        self.board.press(to, "left")

    def _see_selection(self, peg: Cell) -> None:
        """Look at a peg that was clicked, and note how it shows that."""
        plain = self.board.cell_image(peg)
        self.look_at(peg, SELECTION_SHOWS_S)
        now = self.board.cell_image(peg)
        if self._selection is None and _differ(now, plain):
            self._selection = plain, now

    def _looks_selected(self, peg: Cell) -> bool:
        """Return True if a peg looks more like one after a click has selected it than like one
        before."""
        if self._selection is None:
            return False
        now = self.board.cell_image(peg)
        plain, selected = self._selection
        return _distance(now, selected) < _distance(now, plain)


def between(board: Board, before: Grid, after: Grid, most: int = MOST_AT_ONCE) -> tuple[Jump, ...]:
    """Return the jumps that lead from one position to another; empty if ``most`` are not enough."""
    if not 1 <= _pegs(before) - _pegs(after) <= most:
        return ()
    for jump in board.list_jumps(board.bits(find_pegs(board, before))):
        now = make_jump(board, before, jump)
        if now == after:
            return (jump,)
        rest = between(board, now, after, most - 1)
        if rest:
            return (jump, *rest)
    return ()


def _pegs(grid: Grid) -> int:
    return "".join(grid).count(PEG)


def _differ(one: Image, other: Image) -> bool:
    return one.shape != other.shape or bool(np.any(differs(one, other)))


def _distance(one: Image, other: Image) -> float:
    """Return the mean difference of two pictures of cells, whose sizes may differ by a pixel."""
    height, width = np.minimum(one.shape, other.shape)[:2]
    return float(np.abs(one[:height, :width].astype(float) - other[:height, :width]).mean())
