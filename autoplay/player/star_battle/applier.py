"""Applies the stars of a solution to a page: clicked, looked at and repaired until the board keeps
them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from typing import Final, NoReturn

from autoplay.errors import ClickNotConfirmed
from autoplay.games.adapter import Grid
from autoplay.player.applier import CHANGED, AnswerApplier
from autoplay.player.board_tracker import BoardTracker
from autoplay.player.page_monitor import PageMonitor
from autoplay.player.presser import MOST_FAILED
from autoplay.player.star_battle.cell_states import EMPTY, CellStates, kind_of
from autoplay.player.star_battle.mark_model import NO_STAR, STAR, Edge, MarkModel
from autoplay.player.star_battle.tool_palette import ToolPalette
from autoplay.player.timing import Gesture
from autoplay.sites import PageResult
from autoplay.sites.base import BOARD_IS_COMPLETE, BOARD_IS_MARKED
from solvers.cells import Cell
from solvers.errors import count_of
from solvers.star_battle import Puzzle, Solution
from solvers.wording import place as name_place
from vision import Reading
from vision.errors import ReadingError

TRIES: Final[Mapping[Gesture, int]] = {"left": 2, "right": 2, "double": 1, "drag": 1}
"""Number of tries of a gesture that show nothing before it counts as tried: a first press may have
been lost. One try is enough for a gesture that has never shown anything on a page that has shown
another."""
RARE: Final = frozenset({"double", "drag"})
"""Gestures that a person tries only on a board beside which there is no tool for stars."""
MOST_LOST: Final = 2
"""Number of presses in a row without any effect after which nothing more is tidied: one may be
lost."""
MOST_EXPERIMENTS: Final = 32
"""Most presses on one cell to find out what they do: two marks and four gestures take half as
many."""


@dataclass(frozen=True, slots=True)
class Move:
    """A (row, col) to press until it shows one of ``goals``, kinds of marks."""

    cell: Cell
    goals: frozenset[str]


@dataclass(slots=True)
class Trial:
    """Presses on one cell in one round, to find out what they do.

    ``before`` is the state in which the cell was, ``dead`` are gestures that did nothing to it.
    """

    before: str
    presses: int = 0
    in_vain: Counter[Edge] = field(default_factory=Counter)
    dead: set[Edge] = field(default_factory=set)


class StarBattleApplier(AnswerApplier[Puzzle, Solution]):
    """Applies the stars of a solution, and learns what presses do.

    What is known decides on the next step:

    - a press on a cell that needs one may show something new: that press alone, and a look
    - what presses do is known: all cells that need some, those of experiments too, and a look
    - too many cells can't be brought to what they need: the experiments are undone, and the page is
      given up
    """

    def __init__(
        self, board: BoardTracker, monitor: PageMonitor, puzzle: Puzzle, solution: Solution
    ) -> None:
        super().__init__(board, monitor, puzzle, solution)
        self.states = CellStates(board, self.pressed)
        self.model = MarkModel(self.states, ToolPalette(board))
        self._found = board.marks
        self._trials: dict[Cell, Trial] = {}
        self._tried: Move | None = None
        self._are_confirmed = True
        self._fruitless: set[Edge] = set()
        self._in_turns = True
        self._fewest_moves = inf
        self._rounds_in_vain = 0

    @property
    def stars(self) -> set[Cell]:
        """Cells with the page's own star at the last look, whatever it looks like."""
        cells = self.board.marks.keys() | self.pressed
        return {cell for cell in cells if self.model.meaning(self.states.state(cell)) == "star"}

    @property
    def right_stars(self) -> set[Cell]:
        """Those of the solution."""
        return self.stars & set(self.solution.cells)

    @property
    def is_certain(self) -> bool:
        """True unless the only mark that presses can set does not look like a star, or the last
        reading of the whole answer has another mark in a cell of it."""
        return self.model.is_certain and self._are_confirmed

    @property
    def goal_message(self) -> str:
        """Description of the complete board."""
        return BOARD_IS_COMPLETE if self.is_certain else BOARD_IS_MARKED

    @property
    def progress(self) -> str:
        """Progress for a person."""
        wanted = count_of(len(self.solution.cells), "star")
        return f"{super().progress}, when {len(self.right_stars)} of {wanted} were seen"

    def _play(self) -> PageResult:
        """Place the stars, and return the page's result.

        A page that says nothing may want another mark than the one that was taken for the star,
        such as the one that comes after a note: that is placed, too.
        """
        result = super()._play()
        silent: set[str] = set()
        while self._is_silent(result):
            star = self.model.star
            if star is None or star in silent or self.states.is_plain_star(star):
                break
            silent.add(star)
            if not self._complete_cycle():
                break
            if not self.model.doubt_star(silent) and self._is_complete():
                break
            result = super()._play()
        return result

    def _is_silent(self, result: PageResult) -> bool:
        """Return True if the page has nothing to say about an answer that was placed, and that was
        not submitted."""
        is_asked = self.monitor.watch.submits or not self.board.screen.presses
        return not is_asked and super()._is_silent(result)

    def _complete_cycle(self) -> bool:
        """Press a star by the gesture that has set it until that shows nothing new: then all marks
        of the cycle are known. Return False if the board takes no more presses, or moves without
        one: it has accepted the answer."""
        cell = min(self.right_stars & self.pressed, default=self.solution.cells[0])
        try:
            for _ in range(MOST_EXPERIMENTS):
                state = self.states.state(cell)
                if not self.gesture or self.model.transitions.result(state, self.gesture[-1]):
                    break
                if self._moves_by_itself():
                    return False
                self._press_each({cell: self.gesture[-1:]}, is_last=False)
                if self.states.state(cell) == state:
                    return False
        except ReadingError:
            return False
        return True

    def _moves_by_itself(self) -> bool:
        """Return True if a second look shows other marks than the last one, without a press."""
        before = [self.states.state(cell) for cell in self.solution.cells]
        self.board.look()
        return before != [self.states.state(cell) for cell in self.solution.cells]

    def _is_complete(self) -> bool:
        if self._find_moves():
            return False
        star = self.model.star
        if star is not None:
            cells = self.right_stars & self.pressed
            self._are_confirmed = all(self.states.is_confirmed(cell, star) for cell in cells)
        return True

    def _still_shows(self, complete: Grid) -> bool:  # noqa: ARG002
        """Return True if no star was removed.

        What then looks like a star elsewhere was not set by a press: it is part of a box that came
        up.
        """
        return self.stars.issuperset(self.solution.cells)

    def _may_be_late(self, complete: Grid) -> bool:  # noqa: ARG002
        """Return True: a page that removes a star may want it to be set again."""
        return True

    def _is_same_puzzle(self, before: Reading) -> bool:
        return self.board.reading.grid == before.grid

    def _find_moves(self) -> list[Move]:
        """Return what the board still needs for the solution; empty if it shows all of it."""
        stars = self.stars
        tried = self._tried if self.model.star is None else None
        if tried and tried.goals == STAR and self._find_experiment(tried):
            # A mark that looks like a star is one only once all marks that presses give are known.
            stars.discard(tried.cell)
        wrong = [Move(cell, NO_STAR) for cell in sorted(stars - set(self.solution.cells))]
        return wrong + [Move(cell, STAR) for cell in self.solution.cells if cell not in stars]

    def _step(self) -> None:
        """Make the next press that shows something new, or a round of presses, unless the page has
        judged the answer.

        Raises ClickNotConfirmed if no press does what is needed, a ReadingError if the board goes
        away.
        """
        if self._is_judged():
            return
        moves = self._find_moves()
        if self.model.has_tool and not self.model.transitions.states:
            # A tool that sets the mark that a cell has already does nothing there.
            moves.sort(key=lambda move: self.states.state(move.cell) != EMPTY)
        spoilt = 0
        for move in moves:
            if plan := self._find_experiment(move):
                self._try(move, plan, is_last=len(moves) == 1)
                return
            if self._path(move) is None:
                spoilt += 1
                state = self.states.state(move.cell)
                if spoilt == MOST_FAILED or state == self._trial(move.cell).before:
                    self._give_up([move])
        self._rounds_in_vain = 0 if len(moves) < self._fewest_moves else self._rounds_in_vain + 1
        self._fewest_moves = min(self._fewest_moves, len(moves))
        if self._rounds_in_vain == MOST_FAILED:
            self._give_up(moves)
        self._make(moves, is_all=not spoilt)

    def _is_judged(self) -> bool:
        """Return True if the page judged an answer that was complete, and then removed its stars.

        Raises ClickNotConfirmed if it cleared the board without a result: the same answer is not
        given twice.
        """
        if not self.has_pressed_all or self.right_stars:
            return False
        self._find_again()
        if self.monitor.result is None and self._are_marks_kept():
            # All of the board has changed its colours, but not what is on it.
            self.monitor.result = self.monitor.changed_result(f"{self.goal_message}; {CHANGED}")
        if self.monitor.result is None and self.gesture:
            raise ClickNotConfirmed(
                f"the board was cleared after the last of {self.board.screen.presses} presses",
                hint="look at the page: it may have rejected the answer",
            )
        return self.monitor.result is not None

    def _are_marks_kept(self) -> bool:
        """Return True if a search reads a star in each cell of the solution."""
        marks = self.board.marks
        return all(marks.get(cell) == "star" for cell in self.solution.cells)

    def _find_experiment(self, move: Move) -> list[Gesture]:
        """Return gestures on a cell of which the last has an unknown effect; empty if none is worth
        it.

        A gesture that did nothing to another cell is tried last: that cell may be one that can't be
        changed.
        """
        trial = self._trial(move.cell)
        if trial.presses == MOST_EXPERIMENTS:
            return []
        state = self.states.state(move.cell)
        plan = self.model.find_experiment(state, move.goals, self._fruitless)
        if plan or self._path(move) is not None:
            return plan
        return self.model.find_experiment(state, move.goals, trial.dead)

    def _try(self, move: Move, plan: Sequence[Gesture], *, is_last: bool) -> None:
        """Make the first press of a plan, and decide by what it shows which mark is the star; if a
        tool is chosen instead, presses do something else from then on."""
        self.monitor.timeline.enter("learning")
        cell = move.cell
        used = self.model.transitions.used
        is_search = move.goals == STAR and self.model.star is None
        if is_search and plan[-1] in RARE - used and self.model.choose_tool():
            self._begin_anew()
            return
        trial = self._trial(cell)
        edge = self.states.state(cell), plan[0]
        self._tried = move
        trial.presses += 1
        self._press_each({cell: plan[:1]}, is_last=is_last)
        if self.states.state(cell) == edge[0]:
            trial.in_vain[edge] += 1
            is_odd = bool(used) and plan[0] not in used
            if is_odd or trial.in_vain[edge] >= TRIES[plan[0]]:
                trial.dead.add(edge)
                self._fruitless.add(edge)
        if is_search and self.model.choose_star(trial.dead):
            self._begin_anew()
        self._note_gesture()

    def _trial(self, cell: Cell) -> Trial:
        """Return the trial of a cell in this round."""
        return self._trials.setdefault(cell, Trial(self.states.state(cell)))

    def _begin_anew(self) -> None:
        """Forget what did nothing: presses do something else from now on."""
        self._trials.clear()
        self._fruitless.clear()

    def _make(self, moves: Sequence[Move], *, is_all: bool) -> None:
        """Press all cells that need it by what is known; ``is_all`` is True if that completes the
        answer.

        Cells that need several presses get them in turns, with a look between two: then no cell is
        pressed that was not looked at, and no two presses count as a double click.
        """
        paths: dict[Cell, Sequence[Gesture]] = {}
        for move in self._find_litter() + list(moves):
            if path := self._path(move):
                paths[move.cell] = path
        longest = max(map(len, paths.values()), default=0)
        turn = 1 if self._in_turns else longest
        self.monitor.timeline.enter("clicking")
        self.monitor.timeline.plan(sum(map(len, paths.values())))
        while paths:
            now = {cell: path[:turn] for cell, path in paths.items()}
            paths = {cell: path[turn:] for cell, path in paths.items() if path[turn:]}
            afters = self._press_each(now, is_last=is_all and not paths)
            for (state, gesture), after in afters.items():
                if after == state:
                    self.model.transitions.forget(state, gesture)
            self._note_gesture()
        has_failed = sum(self._path(move) != [] for move in moves) > len(moves) / 2
        self.board.is_hasty = self.board.is_hasty and not has_failed
        self._trials.clear()
        # A cell that needs two presses may lose the first one when another cell is pressed.
        if has_failed and longest > 1:
            self._in_turns = not self._in_turns

    def _press_each(
        self, paths: Mapping[Cell, Sequence[Gesture]], *, is_last: bool
    ) -> dict[Edge, str]:
        """Press cells, look at all of the board, and learn what presses have done to most cells of
        a state; return that."""
        before = {cell: self.states.state(cell) for cell in paths}
        pressed: list[Cell] = []
        are_seen = True
        self.note_last(())
        for cell, path in paths.items():
            if is_last and len(pressed) == len(paths) - 1:
                if pressed:
                    self.board.look(pressed=pressed[-1])
                others = self.right_stars - {cell}
                self.note_last(others)
                # Presses that set nothing have not completed the answer.
                are_seen = bool(others) or len(self.solution.cells) == 1
            if self.press(cell, path):
                pressed.append(cell)
        self.has_pressed_all = is_last and len(pressed) == len(paths) and are_seen
        if self.has_pressed_all and self.monitor.is_over():
            return {}
        # The page's own crosses belong to these presses, not to the next.
        last = pressed[-1] if pressed else None
        self.board.look(pressed=last, is_last=self.has_pressed_all)
        counts: defaultdict[Edge, Counter[str]] = defaultdict(Counter)
        for cell in pressed:
            if len(paths[cell]) == 1:
                edge = before[cell], paths[cell][0]
                expected = self.model.transitions.result(*edge)
                counts[edge][self.states.state_after(cell, before[cell], expected)] += 1
        afters = {edge: counter.most_common(1)[0][0] for edge, counter in counts.items()}
        for (state, gesture), after in afters.items():
            if after != state:
                self.model.transitions.learn(state, gesture, after)
        return afters

    def _give_up(self, moves: Sequence[Move]) -> NoReturn:
        """Undo the experiments as far as possible, and raise the error for the moves that the board
        does not accept."""
        came = sorted({kind_of(state) for state in self.model.marks} - {EMPTY, "star"})
        instead = ""
        if came:
            instead = f": presses give a {' or a '.join(came)}, not a star"
        elif not self.model.transitions.states:
            instead = ": no press marks a cell, and marks can't be dragged onto the board"
        with suppress(ReadingError):
            self._tidy()
        where = name_place(moves[0].cell)
        if moves[0].goals == NO_STAR:
            message = f"the star in {where} can't be removed, and the solution has none there"
            raise ClickNotConfirmed(message, hint="another puzzle, or start this one over")
        more = f" and {count_of(len(moves) - 1, 'cell')} more" if len(moves) > 1 else ""
        raise ClickNotConfirmed(
            f"the page does not accept what was clicked: {where}{more}{instead}",
            hint="--headed to watch it, or --slowmo 200 if the page is slow",
        )

    def _tidy(self) -> None:
        """Undo the experiments, cell by cell; it ends at a cell that `MOST_LOST` presses in a row do
        not change: the page takes no more of them."""
        for move in self._find_litter():
            lost = 0
            for _ in range(MOST_EXPERIMENTS):
                path = self._path(move)
                if not path or lost == MOST_LOST:
                    break
                before = self.states.state(move.cell)
                self._press_each({move.cell: path[:1]}, is_last=False)
                lost = lost + 1 if self.states.state(move.cell) == before else 0
            if lost:
                return

    def _note_gesture(self) -> None:
        """Note what turns an empty cell into a star, once that is known; it may be forgotten
        later."""
        path = self.model.find_path(EMPTY, STAR)
        self.gesture = tuple(path) if path else self.gesture

    def _find_litter(self) -> list[Move]:
        """Return the moves that undo all experiments, except for right stars and wrong ones that
        were there before."""
        litter = []
        for cell in sorted(self.pressed - self.right_stars):
            found = self._found.get(cell, EMPTY)
            if found not in ("star", self.states.state(cell)):
                litter.append(Move(cell, frozenset({found})))
        return litter

    def _path(self, move: Move) -> list[Gesture] | None:
        return self.model.find_path(self.states.state(move.cell), move.goals)
