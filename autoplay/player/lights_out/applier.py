"""PressPlan on their way to the lamps of a page: what a press changes is seen, never assumed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

import numpy as np

from autoplay.errors import ClickNotConfirmed
from autoplay.games.lights_out.options import LampTarget
from autoplay.games.lights_out.press_plan import PlayedLamps, PressPlan, presses_to, uniform
from autoplay.games.puzzle import Grid
from autoplay.player.applier import REPLACED
from autoplay.player.gestures import Gesture
from autoplay.player.lights_out.lamp_presser import LampHand, looks
from autoplay.player.lights_out.rule_inference import LEARNED, LEAST_STATES, Lesson, moved
from autoplay.player.stepwise_applier import KEEPS_S, Stepping
from autoplay.sites import PageResult
from solvers.cells import Cell
from solvers.errors import NoSolution
from solvers.lights_out import STATES, Matrix
from vision import Reading, read_board
from vision.blobs.foreground import brightness
from vision.errors import AmbiguousBoard, ReadingError

MOST_BATCH: Final = 10
"""Most presses without a look at what they did."""
MOST_BATCHES_FAILED: Final = 2
LEAST_RULED: Final = 3
"""How many presses must have done what the rule says before one that does not is a reason to doubt the page."""
MOST_PROVED: Final = 64
"""How many lamps are pressed to be sure of the rule by which there is no solution; boards of up to 8x8 have no more."""


class PlacingLamps(Stepping):
    """The presses for a board of lamps, and what is learned of its rule on the way.

    Lamps of each kind, in a corner, at an edge and inside, are pressed one by one; once each press has done what the
    rule says, the others follow in batches. Where no simple rule explains what was seen, every lamp is pressed once.
    """

    hand: LampHand

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.hand = LampHand(self.board, self._before_press, self._is_accepted, self._is_elsewhere)
        self.start: Grid = self.board.reading.grid
        self.lesson = Lesson(self.start)
        self.lamps: PlayedLamps = self.puzzle
        self._presses: PressPlan = self.solution
        self._is_repeatable = False
        self._batches_failed = 0

    @property
    def gesture(self) -> tuple[Gesture, ...]:
        """What changes lamps; () if that was not learned."""
        return (self.hand.gesture,) if self.hand.gesture else ()

    def place(self) -> PageResult:
        """Bring the lamps to their target, and hear the page's word.

        If nobody said what the target is, a page that keeps silent may want another board of one state: those are tried
        where it is not sure which look is lit, and at last the first again.

        Raises NoSolution if no presses lead there, ClickNotConfirmed if the lamps do not do what presses make them do.
        """
        with self.watch:
            verdict = self._bring()
            self.solution = self._made() if self.board.screen.presses else self.solution
            if verdict.result == "unknown" and (other := self._try_others()):
                self.solution = self._made()
                return other
        if verdict.result == "unknown" and not self.lamps.is_target_given:
            return replace(verdict, message=f"{verdict.message}; if the page wants something else: --target")
        return verdict

    def _before_press(self) -> None:
        super()._before_press()
        if self.hand.gesture is None:
            self.watch.remember()

    def _is_elsewhere(self) -> bool:
        return super()._is_elsewhere() or bool(self.watch.new_names_and_lines()[1])

    def _try_others(self) -> PageResult | None:
        """The verdict on another board of one state; None, and the first board again, where there is none.

        A page that has said anything since the last press has been heard, and one that takes no more presses is over.
        """
        first = self.lamps
        self.hand.is_persistent = False
        for target in self._other_targets():
            if self.verdict or self.watch.dialogs or self.site.new_text(self.watch):
                break
            self.lamps = replace(first, target=target)
            with suppress(NoSolution, ClickNotConfirmed):
                other = self._bring()
                if other.result != "unknown" or self.verdict:
                    return other
        self.lamps, self.hand.is_persistent = first, True
        with suppress(NoSolution, ClickNotConfirmed):
            if self.verdict is None and not self._is_there():
                other = self._bring()
                return other if other.result != "unknown" else None
        return None

    def _made(self) -> PressPlan:
        """What was pressed on the whole, if all of it was seen; else what would have done, by what was seen."""
        states = self.lesson.states
        rule = self.lesson.rule()
        is_known = len(self.lesson.tried) == len(self.lesson.lamps) or (rule is not None and rule[0] != LEARNED)
        if self._batches_failed and is_known:
            seen = presses_to(self._goal, self.lesson.numbered(self.start), states, self.lesson.matrix())
            return self._presses if seen.obstacle else seen
        made = sorted(self.hand.made.items())
        # A lamp may have more states than were seen as long as none came back.
        return PressPlan(tuple(cell for cell, n in made for _ in range(n % states if self._is_repeatable else n)))

    def _other_targets(self) -> Iterator[LampTarget]:
        """The boards of one state that may be meant by a page that keeps silent."""
        if self.lamps.is_target_given:
            return
        is_sure = len(looks(self.start)) == LEAST_STATES == self.lesson.states and self._is_lit_sure()
        for state in () if is_sure else range(self.lesson.states):
            if (target := self._named(state)) != self.lamps.target:
                yield target

    def _named(self, state: int) -> LampTarget:
        named: dict[int, LampTarget] = {0: "off", self.lesson.states - 1: "on"}
        return named.get(state, uniform(self.start, state))

    def _is_lit_sure(self) -> bool:
        try:
            read_board(self.board.picture, puzzle="lights-out", lit="auto")
        except AmbiguousBoard:
            return False
        except ReadingError:
            return True
        return True

    @property
    def _goal(self) -> Grid:
        """The target as a board of numbered states."""
        return self.lamps.goal(self.lesson.states)

    def _is_there(self) -> bool:
        grid = self.hand.grid
        return self.lesson.knows(grid) and self._is_order_known and self.lesson.numbered(grid) == self._goal

    @property
    def wanted(self) -> str:
        """What the lamps show at the end."""
        return self.lamps.wanted

    @property
    def _is_order_known(self) -> bool:
        """Whether it is known which look is which state: on a board of one look only if somebody said so."""
        return len(self.board.reading.looks) > 1 or self.lamps.is_target_given

    def _step(self) -> None:
        """The next presses: those first that teach something."""
        if not (self.lesson.knows(self.hand.grid) and self._is_order_known):
            return self._learn_order(self._central())
        rule = self.lesson.rule()
        untried = [cell for cell in self.lesson.lamps if cell not in self.lesson.tried]
        if rule is None and untried:
            return self._try(untried[0])
        name, matrix = rule or (LEARNED, self.lesson.matrix())
        presses = presses_to(self._goal, self.lesson.numbered(self.hand.grid), self.lesson.states, matrix)
        known = {self._kind(cell) for cell in self.lesson.tried - self.hand.dead}
        new = [cell for cell in untried if self._kind(cell) not in known] if rule else []
        if presses.obstacle:
            more = new or (untried if len(self.lesson.tried) < MOST_PROVED else [])
            return self._try(more[0]) if more else self._give_up(presses)
        self._note(name, matrix)
        telling = [cell for cell in presses.cells if cell in new]
        are_enough = len(self.lesson.tried - self.hand.dead) >= LEAST_RULED <= len(presses.cells)
        if telling or self._batches_failed == MOST_BATCHES_FAILED or not are_enough:
            return self._try((telling or presses.cells)[0])
        return self._press_batch(presses.cells, matrix)

    def _kind(self, cell: Cell) -> int:
        """In how many directions a lamp has another beside it: 2 in a corner, 3 at an edge, 4 inside."""
        row, col = cell
        beside = ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
        return sum(other in self.lesson.lamps for other in beside)

    def _central(self) -> Cell:
        """A lamp that has others all round, if there is one."""
        alive = [cell for cell in self.lesson.lamps if cell not in self.hand.dead]
        if not alive:
            raise self.hand.strange()
        return max(alive, key=self._kind)

    def _note(self, rule: str, matrix: Matrix) -> None:
        """Keep what is played as it is known now: the whole way from the board that was found."""
        states = self.lesson.states
        self.lamps = replace(self.lamps, grid=self.lesson.numbered(self.start), states=states, rule=rule)
        if self.lamps != self.puzzle or self.solution.obstacle:
            self.puzzle = self.lamps
            self.solution = self._presses = presses_to(self._goal, self.lamps.grid, states, matrix)

    def _try(self, cell: Cell) -> None:
        """Press one lamp, and learn what that does."""
        before, expected = self.hand.grid, self.lesson.predicted(cell, self.hand.grid)
        is_sure = cell in self.lesson.tried or self._is_ruled(cell)
        is_last = expected is not None and self.lesson.numbered(expected) == self._goal
        if self.hand.change(cell, expected, is_last=is_last):
            if self.verdict is None and not self._has_been_replaced(cell, before, is_last=is_last and is_sure):
                self._learn(cell, before, is_strange=cell in self.lesson.tried and self.hand.grid != expected)
        elif cell in self.hand.dead:
            self.lesson.take(cell, before, before)

    def _is_ruled(self, cell: Cell) -> bool:
        """Whether what a press of the lamp does is known from enough others."""
        rule, alive = self.lesson.rule(), self.lesson.tried - self.hand.dead
        is_named = rule is not None and rule[0] != LEARNED
        return is_named and len(alive) >= LEAST_RULED and self._kind(cell) in map(self._kind, alive)

    def _has_been_replaced(self, cell: Cell, before: Grid, *, is_last: bool) -> bool:
        """Whether the last press has brought up another board; more of the same press brings up none."""
        after = self.hand.grid
        if not is_last or not self.lesson.knows(after):
            return False
        board: Grid | None = before
        for _ in range(self.lesson.states):
            board = self.lesson.predicted(cell, board) if board else None
            if board in (after, None):
                return False
        self.verdict = self._late_news() or self.site.unknown_result(self.watch, REPLACED)
        return True

    def _learn(self, cell: Cell, before: Grid, *, is_strange: bool) -> None:
        """Take in what a press has done; whether it can be relied on is seen by pressing until all is as before."""
        if is_strange:
            self.hand.count_strange()
        self.lesson.take(cell, before, self.hand.grid)
        rule = self.lesson.rule() if self.lesson.knows(self.hand.grid) else None
        is_clear = self._is_repeatable and self.lesson.knows(self.hand.grid)
        if (rule is None or rule[0] == LEARNED) and not is_clear and not self._is_over():
            self._learn_order(cell, before)

    def _is_over(self) -> bool:
        """Whether the page may have what it wants: the target is there, or it says so of lamps that are all alike."""
        if self._is_there():
            return True
        if len(looks(self.hand.grid)) == 1:
            self.verdict = self._news(KEEPS_S)
        return self.verdict is not None or self._is_told()

    def _is_told(self) -> bool:
        """Whether the page says that it is solved, which may be by another target than is thought."""
        news = self._news(0)
        self.verdict = news if news and news.result == "solved" else self.verdict
        return self.verdict is not None

    def _learn_order(self, cell: Cell, before: Grid | None = None) -> None:
        """Press one lamp until the board is as it was ``before``: the order of the states shows, and that there is one.

        Raises ClickNotConfirmed if the board does not come back.
        """
        boards = [before, self.hand.grid] if before else [self.hand.grid]
        while len(boards) == 1 or boards[-1] != boards[0]:
            if len(boards) > len(STATES) + 1:
                raise self.hand.strange()
            if not self.hand.change(cell, None):
                return
            boards.append(self.hand.grid)
            if boards[-1] != boards[0] and self._is_over():
                return
        self._is_repeatable = True
        ways = [[board[row][col] for board in boards[:-1]] for row, col in self.lesson.lamps]
        looks_seen = max((list(dict.fromkeys(way)) for way in ways), key=len)
        self.lesson.put_in_order(looks_seen, self._unlit(looks_seen))
        self.lesson.take(cell, boards[0], boards[1])
        if not self.lesson.knows(self.hand.grid):
            self.hand.count_strange()
        if (
            not self.lamps.is_target_given and len(looks(self.start)) == 1
        ):  # what is so from the start is not what is wanted
            is_off = self.start[0].strip()[:1] == self.lesson.order[0]
            self.lamps = replace(self.lamps, target="on" if is_off else "off")

    def _unlit(self, known: Sequence[str]) -> str:
        """Which look is that of an unlit lamp: as it was read, or the darkest where that was not told by two looks."""
        is_read = len(known) == len(looks(self.start)) == LEAST_STATES or self.board.lit not in ("any", "auto")
        if is_read and STATES[0] in known:
            return STATES[0]
        colours = self.board.reading.looks
        return min(known, key=lambda look: float(brightness(np.array(colours[STATES.index(look)], np.float32))))

    def _press_batch(self, cells: Sequence[Cell], matrix: Matrix) -> None:
        """Press lamps that no earlier one of them changes, not the last, and see whether they did what they should."""
        before, changed, todo = self.hand.grid, set[Cell](), list[Cell]()
        for cell in dict.fromkeys(cells[:-1]):
            if cell not in changed and len(todo) < MOST_BATCH:
                todo.append(cell)
                changed |= matrix.effect(cell, self.lesson.lamps).keys()
        board = self.lesson.numbered(before)
        done: list[Cell] = []
        for cell in todo:
            if self._is_told() or not self.hand.press(cell, self.hand.gesture or "left"):
                break
            done.append(cell)
            board = moved(board, matrix.effect(cell, self.lesson.lamps), self.lesson.states)
        expected = self.lesson.shown(board)
        if self.verdict is None and self.hand.grid != expected:
            self.hand.see(before, expected)
        self.hand.made.update(done)
        if self.verdict is None and self.hand.grid != expected:
            self._batches_failed += 1

    def _give_up(self, presses: PressPlan) -> None:
        """Try what else may be meant; else leave the board as it was found, and raise NoSolution."""
        other = replace(self.lamps, target="off" if self.lamps.target == "on" else "on")
        start, states = self.lesson.numbered(self.hand.grid), self.lesson.states
        name, matrix = self.lesson.rule() or (LEARNED, self.lesson.matrix())
        can_other = not presses_to(other.goal(states), start, states, matrix).obstacle
        if can_other and not (self.lamps.is_target_given or self._is_lit_sure()):
            self.lamps = other
            return
        with suppress(ReadingError, ClickNotConfirmed):
            for cell, times in list(self.hand.made.items()):
                for _ in range(-times % states):
                    self.hand.change(cell, self.lesson.predicted(cell, self.hand.grid))
        is_back = "is as it was found" if self.hand.grid == self.start else "is not as it was found"
        raise NoSolution(
            f"no presses lead to the target ({self.lamps.wanted}) by the rule of the page ({name}): "
            f"{presses.obstacle}; the board {is_back}",
            hint=f"--target {other.target}: that can be reached" if can_other else "another puzzle",
        )

    def _is_same(self, before: Reading) -> bool:
        now = self.board.reading
        if (now.puzzle, now.rows, now.cols) != (before.puzzle, before.rows, before.cols):
            return False
        try:
            self.board.recognise(before, now)
        except ReadingError:
            return False
        return not self.has_pressed_all or self._is_there()
