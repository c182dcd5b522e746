"""Applies presses to the lamps of a page; what a press changes is observed, never assumed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

import numpy as np

from autoplay.browser.wait import wait_until
from autoplay.errors import ClickNotConfirmed
from autoplay.games.adapter import Grid
from autoplay.games.lights_out.options import LampTarget, LightsOutOptions
from autoplay.games.lights_out.player import PlayedLamps, PressPlan, plan_presses
from autoplay.player.applier import DEAF
from autoplay.player.board_tracker import BoardTracker
from autoplay.player.lights_out.lamp_presser import LEAST_TRIES, LampPresser
from autoplay.player.lights_out.rule_inference import (
    LEARNED,
    LEAST_STATES,
    RuleInference,
    appearances,
    moved,
)
from autoplay.player.page_monitor import PageMonitor
from autoplay.player.timing import BOARD_SHOWS_S, KEEPS_S
from autoplay.sites import PageResult
from solvers.cells import Cell
from solvers.errors import NoSolution
from solvers.lights_out import STATES, Matrix
from solvers.lights_out.model import fill_lamps
from vision.blobs import brightness
from vision.errors import ReadingError

FIRST_BATCH: Final = 10
"""Most presses of the first batch, whose effects are seen in one look; after each batch that went
well, twice as many.
"""
MOST_BATCHES_FAILED: Final = 2
"""After how many batches with other effects than the rule's each lamp is pressed alone."""
LEAST_RULED: Final = 3
"""Number of presses that must have followed the rule before one that does not is a reason to doubt
the page."""
MOST_PROVED: Final = 64
"""Maximum number of lamps pressed to be sure of a rule without a solution; boards of up to 8x8 have
no more."""


class LightsOutApplier(LampPresser):
    """Applies presses to a board of lamps, and infers its rule on the way.

    What is known decides on the next step:

    - the order of a lamp's appearances is not: press one lamp until the board is as before
    - no simple rule explains the presses: press each lamp once; three if they may be no lamps
    - by the rule no presses lead to the target: press untried lamps; then another target, or give
      up
    - the rule was seen on too few lamps, or failed in batches: press the next lamp, and look
    - enough lamps follow the rule: press a batch of lamps, then look

    The target is guessed unless a person gave it: of a board that shows one appearance at the start
    the page wants all lamps of another state; of any other board all off. Which lamps are lit is a
    matter of taste: dark ones on a bright screen are on as well. Silence after "all off" is the
    only evidence of it, however sure the reader is; then a board of each other state is tried.
    """

    def __init__(
        self, board: BoardTracker, monitor: PageMonitor, puzzle: PlayedLamps, solution: PressPlan
    ) -> None:
        super().__init__(board, monitor, puzzle, solution)
        self.inference = RuleInference(self.first_grid)
        self._has_order = False
        self._batches_failed = 0
        self._batch_limit = FIRST_BATCH

    @property
    def is_practised(self) -> bool:
        """True if a usual rule was followed by presses."""
        return self.inference.is_usual and bool(self._alive)

    @property
    def is_certain(self) -> bool:
        """True if these are lamps beyond doubt: so says a person or the page, or presses followed a
        usual rule. A picture that is shown larger, or next to others, changes too when pressed."""
        return self.is_practised or self.puzzle.is_target_given or self.board.is_game_named()

    @property
    def goal_message(self) -> str:
        """Description of the target."""
        return self.puzzle.wanted

    @property
    def _goal(self) -> Grid:
        """Target as a board of numbered states."""
        return self.puzzle.goal(self.inference.states)

    @property
    def _may_want_another(self) -> bool:
        """True if a silent page may want another board of a single state: unless a person or a
        picture gave the target, as a page that wants all lamps off does not say which those are."""
        own = LightsOutOptions.of(self.monitor.request.options.get(self.board.game.name))
        return own.target is None and not isinstance(self.puzzle.target, tuple)

    @property
    def _alive(self) -> frozenset[Cell]:
        """Lamps that have taken a press."""
        return self.inference.tried - self.dead

    def _play(self) -> PageResult:
        """Bring the lamps to their target, and return the page's result.

        A page that says nothing may want another board of a single state: these are tried too, and
        the first target again at the end.

        Raises NoSolution if no presses lead there, ClickNotConfirmed if the lamps do not do what
        presses make them do.
        """
        result = super()._play()
        if self._may_want_another and self._is_silent(result):
            result = self._try_other_targets(result)
        if self.board.screen.presses:
            self.solution = self._find_made()
        if result.result == "played" and self._may_want_another:
            opposite = "off" if self.puzzle.target == "on" else "on"
            hint = f"if the page wants something else: --target {opposite}"
            return replace(result, message=f"{result.message}; {hint}")
        return result

    def _try_other_targets(self, silent: PageResult) -> PageResult:
        """Return the result of another target; that of the first one, about which the page was
        ``silent``, with its board restored, if no other target has one.

        It ends if the page says anything after the last press: whatever the words, they tell which
        target it wants. If a lamp that took presses before takes no more of them, the page has
        accepted the first target.
        """
        first = self.puzzle.target
        for target in self._list_other_targets():
            with suppress(NoSolution, ClickNotConfirmed, ReadingError):
                if self._is_complete() and self.takes_no_press():
                    return self.monitor.changed_result(f"{self.goal_message}; {DEAF}") or silent
                self.puzzle = replace(self.puzzle, target=target)
                other = super()._play()
                if not self._is_silent(other):
                    return other
            self.puzzle = replace(self.puzzle, target=first)
        with suppress(NoSolution, ClickNotConfirmed):
            if not self._is_complete():
                again = super()._play()
                return again if again.is_final else silent
        return silent

    def _list_other_targets(self) -> list[LampTarget]:
        """Return the other boards of a single state that a page without a result may want."""
        targets: list[LampTarget] = ["off"]
        for state in range(1, self.inference.states - 1):
            targets.append(fill_lamps(self.first_grid, state))
        targets.append("on")
        return [target for target in targets if target != self.puzzle.target]

    def _find_made(self) -> PressPlan:
        """Return the presses that were made; by the rule, if all of it is known, where some of a
        batch were lost or counted twice."""
        rule = self.inference.rule()
        is_known = self.inference.is_usual or self.inference.tried >= set(self.inference.lamps)
        if self._batches_failed and rule and is_known:
            start = self.inference.numbered(self.first_grid)
            plan = plan_presses(self._goal, start, self.inference.states, rule[1])
            if not plan.obstacle:
                return plan
        return PressPlan(tuple(sorted(self.made.elements())))

    def _may_be_late(self, complete: Grid) -> bool:
        """Return True if the lamps may show the rest of what the last press does.

        A usual rule explains a press without any rest, unless that counted twice. Without one it
        may be any change; but a board that changes once more without a press is something else.
        """
        if self.inference.predict(self.last, complete) == self.grid:
            return True
        return not (self.is_practised or self._changes_by_itself())

    def _is_complete(self) -> bool:
        return self._is_order_known() and self.inference.numbered(self.grid) == self._goal

    def _is_order_known(self) -> bool:
        """Return True if it is known which appearance is which state: with a single appearance only
        a person can know."""
        is_told = len(self.board.reading.looks) > 1 or self.puzzle.is_target_given
        return is_told and self.inference.knows(self.grid)

    def _step(self) -> None:
        """Make the next presses: first those that reveal something about the rule."""
        if not self._is_order_known():
            alive = [cell for cell in self.inference.lamps if cell not in self.dead]
            if not alive:
                raise self.unexplained_error()
            # One near the middle, with neighbours in most directions.
            return self._learn_order(alive[len(alive) // 2])
        is_named = self.monitor.request.puzzle or self.puzzle.is_target_given
        is_enough = len(self._alive) >= LEAST_RULED
        if is_enough and self.inference.are_alone(self._alive) and not is_named:
            # Of a nonogram, or a board to paint on, but of no lamps worth a game.
            self._undo()
            raise self.doubtful("a press changes nothing but its own lamp")
        rule = self.inference.rule()
        untried = [cell for cell in self.inference.lamps if cell not in self.inference.tried]
        if rule is None and untried:
            # Cells of a crossword or a calendar light up too, each in a way of its own.
            is_enough = len(self.inference.tried) >= LEAST_RULED
            if is_enough and not self.board.is_certain_of_game():
                raise self.unexplained_error()
            return self._try(untried[0])
        name, matrix = rule or (LEARNED, Matrix(self.inference.effects))
        now = self.inference.numbered(self.grid)
        plan = plan_presses(self._goal, now, self.inference.states, matrix)
        if plan.obstacle:
            is_proved = not untried or len(self.inference.tried) >= MOST_PROVED
            return self._give_up(plan, name) if is_proved else self._try(untried[0])
        grid = self.inference.numbered(self.first_grid)
        self.puzzle = replace(self.puzzle, grid=grid, states=self.inference.states, rule=name)
        are_enough = len(self._alive) >= LEAST_RULED <= len(plan.cells)
        if self._batches_failed == MOST_BATCHES_FAILED or not are_enough:
            return self._try(plan.cells[0])
        return self._press_batch(plan.cells, matrix)

    def _try(self, cell: Cell) -> None:
        """Press one lamp, and learn what that does."""
        self.monitor.timeline.enter("learning")
        before = self.grid
        expected = self.inference.predict(cell, before)
        is_last = expected is not None and self.inference.numbered(expected) == self._goal
        if not self.change(cell, expected, is_last=is_last):
            if cell in self.dead:
                self.inference.learn(cell, before, before)
            return
        after = self.grid
        is_over = self.monitor.result is not None
        if is_over or (is_last and self._is_replaced(cell, before)):
            return
        if self.grid != after:
            self.inference.learn(cell, before, after)
        else:
            if cell in self.inference.tried and after != expected:
                self.count_unexplained()
            self._learn(cell, before)

    def _is_replaced(self, cell: Cell, before: Grid) -> bool:
        """Return True if the press that should complete the board has brought up another one.

        Neither a usual rule explains that, nor the same press several times by what is known; and
        a rule that is not known yet leaves the page still and silent.
        """
        after = self.grid
        if self.inference.explains(cell, before, after):
            return False
        is_known = cell in self.inference.tried or self.monitor.has_spoken()
        if not (is_known or self._changes_by_itself() or self._follows_rule(cell)):
            return False
        self.monitor.result = self.monitor.await_late_result() or self._replaced_result(after)
        return True

    def _changes_by_itself(self) -> bool:
        """Return True if the board changes once more without a press: it is shown the next one."""
        after = self.grid
        return wait_until(
            self.board.screen.page,
            lambda: not self._look_below_consent() or self.grid != after,
            BOARD_SHOWS_S,
        )

    def _follows_rule(self, cell: Cell) -> bool:
        """Press a lamp once more; return True if that does what the rule says that many presses
        have followed, so that no rule has made the board on which it was pressed."""
        if not self.inference.is_usual or len(self._alive) < LEAST_RULED:
            return False
        expected = self.inference.predict(cell, self.grid)
        return self.change(cell, expected) and self.grid == expected

    def _learn(self, cell: Cell, before: Grid) -> None:
        """Learn from a press; unless a rule explains it, press until the board is as before to
        check the effect."""
        self.inference.learn(cell, before, self.grid)
        is_explained = self._has_order or self.inference.is_usual
        is_clear = is_explained and self.inference.knows(self.grid)
        if not is_clear and not self._may_be_over():
            self._learn_order(cell, before)

    def _may_be_over(self) -> bool:
        """Return True if the target is reached, or the page says "solved" about lamps that are all
        alike."""
        if self._is_complete():
            return True
        if len(appearances(self.grid)) == 1:
            self.monitor.result = self.monitor.await_result(KEEPS_S)
        return self.monitor.result is not None or self.monitor.is_over(0, is_complete=False)

    def _learn_order(self, cell: Cell, before: Grid | None = None) -> None:
        """Press one lamp until the board is as it was ``before``: that shows the order of the
        states.

        If it comes back to a later board instead, the first press has hit something else: the page
        had moved.

        Raises ClickNotConfirmed if the board does not come back.
        """
        self.monitor.timeline.enter("learning")
        boards = [before, self.grid] if before else [self.grid]
        while boards[-1] not in boards[:-1]:
            if len(boards) > len(STATES) + 1:
                raise self.unexplained_error()
            if not self.change(cell, None):
                return
            boards.append(self.grid)
            if boards[-1] not in boards[:-1] and self._may_be_over():
                return
        boards = boards[boards.index(boards[-1]) :]
        self._has_order = True
        cycle = self.inference.find_cycle(boards)
        self.inference.set_order(cycle, self._find_unlit(cycle))
        self.inference.learn(cell, boards[0], boards[1])
        if not self.inference.knows(self.grid):
            self.count_unexplained()
        if not self.puzzle.is_target_given and len(appearances(self.first_grid)) == 1:
            # A board that shows a single state from the start is to be changed.
            is_off = appearances(self.first_grid) == {self.inference.order[0]}
            self.puzzle = replace(self.puzzle, target="on" if is_off else "off")

    def _find_unlit(self, known: Sequence[str]) -> str:
        """Return the appearance of an unlit lamp: as read, or the darkest if two appearances did
        not show it."""
        has_both = len(known) == len(appearances(self.first_grid)) == LEAST_STATES
        is_told = self.board.lit not in ("any", "auto")
        if STATES[0] in known and (has_both or is_told):
            return STATES[0]
        colours = self.board.reading.looks
        return min(
            known,
            key=lambda look: float(brightness(np.array(colours[STATES.index(look)], np.float32))),
        )

    def _press_batch(self, cells: Sequence[Cell], matrix: Matrix) -> None:
        """Press lamps that no earlier one of them changes, except the last, and check their effects
        in one look."""
        self.monitor.timeline.enter("clicking")
        self.monitor.timeline.plan(len(cells))
        before = self.grid
        changed: set[Cell] = set()
        board = self.inference.numbered(before)
        done: list[Cell] = []
        for cell in dict.fromkeys(cells[:-1]):
            if cell in changed:
                continue
            is_over = not self.board.is_hasty and self.monitor.is_over(0, is_complete=False)
            if is_over or len(done) == self._batch_limit:
                break
            if not self.press(cell, self.gesture):
                break
            done.append(cell)
            self.made[cell] += 1
            effect = matrix.effect(cell, self.inference.lamps)
            changed |= effect.keys()
            board = moved(board, effect, self.inference.states)
            self.board.expect_changes(effect)
        expected = self.inference.shown(board)
        if self.monitor.result is None and self.grid != expected:
            self.see(before, expected)
        if self.monitor.result is None and self.grid != expected:
            self._batches_failed += 1
            self.board.is_hasty = False
            self._batch_limit = FIRST_BATCH
        else:
            self._batch_limit *= 2

    def _undo(self) -> None:
        """Undo all presses; it ends at a lamp that presses do not change any more."""
        with suppress(ReadingError, ClickNotConfirmed):
            for cell, times in list(self.made.items()):
                for _ in range(-times % self.inference.states):
                    if not self.change(cell, None, tries=LEAST_TRIES):
                        return

    def _give_up(self, plan: PressPlan, rule: str) -> None:
        """Restore the board and raise NoSolution.

        Of two states, all on can't be reached either by any rule under which a press changes its
        own lamp, and two lamps change each other or neither (K. Sutner, Linear Cellular Automata
        and the Garden-of-Eden, 1989). Raises ClickNotConfirmed if the board does not come back:
        then something else has changed it.
        """
        self._undo()
        if self.grid != self.first_grid:
            raise self.unexplained_error()
        raise NoSolution(
            f"no presses lead to the target ({self.goal_message}) by the rule of the page "
            f"({rule}): {plan.obstacle}; the board is as it was found",
            hint="another puzzle, or another --target",
        )
