"""Clicks the cells of a board until they show the answer, and removes the marks of its
experiments."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, NoReturn

import numpy as np

from autoplay.errors import ClickNotConfirmed
from autoplay.player.board_tracker import BoardTracker
from autoplay.player.page_monitor import PageMonitor
from autoplay.player.presser import Presser
from autoplay.player.star_battle.cell_states import CellStates, kind_of
from autoplay.player.star_battle.mark_model import NO_STAR, STAR, MarkModel
from autoplay.player.star_battle.tool_palette import ToolPalette
from autoplay.player.timing import Gesture
from autoplay.player.transitions import EMPTY, Edge
from solvers.cells import Cell
from solvers.errors import count_of
from vision.errors import ReadingError

TRIES: Final[Mapping[Gesture, int]] = {"left": 2, "right": 2, "double": 1, "drag": 1}
"""Number of tries of a gesture that show nothing before it counts as tried: a first press may have
been lost. One try is enough for a gesture that has never shown anything on a page that has shown
another."""
RARE: Final = frozenset({"double", "drag"})
"""Gestures that a person tries only on a board beside which there is no tool for stars."""
MOST_EXPERIMENTS: Final = 32
"""Most presses on one cell to find out what they do: two marks and four gestures take half as
many."""
MOST_SPOILT: Final = 3
"""Maximum number of cells that end in a mark that can't be changed before the first star is
found."""


@dataclass(frozen=True, slots=True)
class Move:
    """A (row, col) to press until it shows one of ``goals``, kinds of marks."""

    cell: Cell
    goals: frozenset[str]


class CellClicker(Presser):
    """Clicks cells, and learns what clicks do."""

    def __init__(self, board: BoardTracker, monitor: PageMonitor) -> None:
        super().__init__(board, monitor)
        self.states = CellStates(board, self.pressed)
        self.model = MarkModel(self.states, ToolPalette(board))
        self._found = board.marks
        self._right: set[Cell] = set()
        self._fruitless: set[Edge] = set()
        self._in_turns = True

    @property
    def stars(self) -> set[Cell]:
        """Cells with the page's own star at the last look, whatever it looks like."""
        cells = self.board.marks.keys() | self.pressed
        return {cell for cell in cells if self._kind(cell) == "star"}

    def find_moves(self, solution: Sequence[Cell]) -> list[Move]:
        """Return what the board still needs for the solution; empty if it shows all of it."""
        stars = self.stars
        wrong = [Move(cell, NO_STAR) for cell in sorted(stars - set(solution))]
        return wrong + [Move(cell, STAR) for cell in solution if cell not in stars]

    def make(self, moves: Sequence[Move]) -> None:
        """Make one round: find out unknown effects by experiments, then press all other cells and
        look.

        Raises ClickNotConfirmed if no press does what is needed, a ReadingError if the board goes
        away.
        """
        self._right |= {move.cell for move in moves if move.goals == STAR}
        if self.model.has_tool and not self.model.transitions.states:
            # A tool that sets the mark that a cell has already does nothing there.
            moves = sorted(moves, key=lambda move: self.states.state(move.cell) != EMPTY)
        spoilt = 0
        for move in moves:
            before = self.states.state(move.cell)
            # The path may be unknown, or only one that worked before.
            is_known = self._path(move) is not None
            if is_known and not self._find_experiment(move, self._fruitless):
                continue
            if self._experiment_on(move, is_last=len(moves) == 1):
                return
            if self._path(move) is None:
                spoilt += 1
                if spoilt == MOST_SPOILT or self.states.state(move.cell) == before:
                    self.give_up([move])
        todo = self._litter() + list(moves)
        paths = {move.cell: path for move in todo if (path := self._path(move))}
        if paths:
            self._press_paths(paths, is_all=all(self._path(move) is not None for move in moves))
            has_failed = sum(self._path(move) != [] for move in moves) > len(moves) / 2
            self.board.is_hasty = self.board.is_hasty and not has_failed
            # A cell that needs two presses may lose the first one when another cell is pressed.
            if has_failed and max(map(len, paths.values())) > 1:
                self._in_turns = not self._in_turns

    def give_up(self, moves: Sequence[Move]) -> NoReturn:
        """Restore the board as far as possible, and raise the error for the moves that it does not
        accept."""
        came = sorted({kind_of(state) for state in self.model.marks} - {EMPTY, "star"})
        instead = ""
        if came:
            instead = f": presses give a {' or a '.join(came)}, not a star"
        elif not self.model.transitions.states:
            instead = ": no press marks a cell, and marks can't be dragged onto the board"
        with suppress(ReadingError):
            self._tidy()
        row, col = moves[0].cell
        where = f"row {row + 1}, column {col + 1}"
        if moves[0].goals == NO_STAR:
            message = f"the star in {where} can't be removed, and the solution has none there"
            raise ClickNotConfirmed(message, hint="another puzzle, or start this one over")
        more = f" and {count_of(len(moves) - 1, 'cell')} more" if len(moves) > 1 else ""
        raise ClickNotConfirmed(
            f"the page does not accept what was clicked: {where}{more}{instead}",
            hint="--headed to watch it, or --slowmo 200 if the page is slow",
        )

    def _tidy(self) -> None:
        """Restore the cells of the experiments.

        It ends at the first press that does nothing: the page takes no more of them.
        """
        for move in self._litter():
            for gesture in self._path(move) or ():
                before = self.board.cell_image(move.cell)
                if not self.press(move.cell, gesture):
                    return
                self.board.look(pressed=move.cell)
                if np.array_equal(before, self.board.cell_image(move.cell)):
                    return

    def _experiment_on(self, move: Move, *, is_last: bool = False) -> bool:
        """Press a cell and look, until a path from its state to its goals is known, or everything
        was tried; return True if a tool was chosen instead, with which presses do something
        else."""
        self.monitor.timeline.enter("learning")
        in_vain: Counter[Edge] = Counter()
        dead: set[Edge] = set()
        cell = move.cell
        for _ in range(MOST_EXPERIMENTS):
            # A gesture that did nothing to another cell is tried last: that cell may be one that
            # can't be changed.
            plan = self._find_experiment(move, dead | self._fruitless)
            plan = plan or self._find_experiment(move, dead)
            if not plan:
                break
            used = self.model.transitions.used
            is_rare = plan[-1] in RARE - used and self.model.star is None
            if is_rare and move.goals == STAR and self.model.choose_tool():
                self._fruitless.clear()
                return True
            state = self.states.state(cell)
            gesture = plan[0]
            after = self._press_and_learn(cell, gesture, is_last=is_last)
            if after == state:
                in_vain[state, gesture] += 1
                is_odd = bool(used) and gesture not in used
                if is_odd or in_vain[state, gesture] >= TRIES[gesture]:
                    dead.add((state, gesture))
            if move.goals == STAR and self.model.choose_star(dead):
                self._fruitless.clear()
                return True
        self._fruitless |= dead
        self._note_gesture()
        if self._path(move, dead) is not None:
            # The cell can be changed, so what did nothing to it has lost its effect.
            for before, gesture in dead:
                self.model.transitions.forget(before, gesture)
        return False

    def _press_and_learn(self, cell: Cell, gesture: Gesture, *, is_last: bool) -> str:
        """Press a cell, learn from what the look after it shows, and return the cell's state."""
        before = self.states.state(cell)
        self.note_last(self._right & self.stars - {cell} if is_last else ())
        if not self.press(cell, gesture):
            return self.states.state(cell)
        self.has_pressed_all = is_last
        # All of the board: the page's own crosses belong to this press, not to the next.
        self.board.look(pressed=cell)
        after = self.states.state_after(cell, before)
        if after != before:
            self.model.transitions.learn(before, gesture, after)
        return after

    def _press_paths(self, paths: Mapping[Cell, list[Gesture]], *, is_all: bool = True) -> None:
        """Press all of these cells; ``is_all`` is True if that completes the answer.

        Cells that need several presses get them in turns, with a look between two: then no cell is
        pressed that was not looked at, and no two presses count as a double click.
        """
        turn = 1 if self._in_turns else max(map(len, paths.values()))
        self.monitor.timeline.enter("clicking")
        self.monitor.timeline.plan(sum(map(len, paths.values())))
        while paths:
            now = {cell: path[:turn] for cell, path in paths.items()}
            paths = {cell: path[turn:] for cell, path in paths.items() if path[turn:]}
            self._press_each(now, is_last=is_all and not paths)

    def _press_each(self, paths: Mapping[Cell, list[Gesture]], *, is_last: bool) -> None:
        before = {cell: self.states.state(cell) for cell in paths}
        pressed: dict[Cell, list[Gesture]] = {}
        for cell, path in paths.items():
            self.note_last(())
            if is_last and len(pressed) == len(paths) - 1:
                if pressed:
                    self.board.look(pressed=list(pressed)[-1])
                self.note_last(self._right & self.stars - {cell})
            if self.is_ready(cell):
                for gesture in path:
                    self.monitor.before_press()
                    self.board.press(cell, gesture)
                pressed[cell] = path
        self.has_pressed_all = is_last and len(pressed) == len(paths)
        if self.has_pressed_all and self.monitor.is_over():
            return
        self.board.look(pressed=list(pressed)[-1] if pressed else None)
        self._learn_all(before, pressed)

    def _learn_all(self, before: Mapping[Cell, str], paths: Mapping[Cell, list[Gesture]]) -> None:
        """Learn what most presses of a kind have done; forget it if that is nothing, so that it is
        tried again."""
        afters: defaultdict[Edge, Counter[str]] = defaultdict(Counter)
        transitions = self.model.transitions
        for cell, path in paths.items():
            if len(path) == 1:
                expected = transitions.result(before[cell], path[0])
                after = self.states.state_after(cell, before[cell], expected)
                afters[before[cell], path[0]][after] += 1
        for (state, gesture), counts in afters.items():
            usual = counts.most_common(1)[0][0]
            if usual == state:
                transitions.forget(state, gesture)
            else:
                transitions.learn(state, gesture, usual)
        self._note_gesture()

    def _note_gesture(self) -> None:
        """Note what turns an empty cell into a star, once that is known; it may be forgotten
        later."""
        path = self.model.find_path(EMPTY, STAR)
        self.gesture = tuple(path) if path else self.gesture

    def _litter(self) -> list[Move]:
        """Return the moves that undo all experiments, except for right stars and wrong ones that
        were there before."""
        litter = []
        right = self._right & self.stars
        for cell in sorted(self.pressed):
            found = self._found.get(cell, EMPTY)
            if self.states.state(cell) != found and found != "star" and cell not in right:
                litter.append(Move(cell, frozenset({found})))
        return litter

    def _kind(self, cell: Cell) -> str:
        """Return the kind of mark of a cell on this page."""
        return self.model.meaning(self.states.state(cell))

    def _find_experiment(self, move: Move, dead: Collection[Edge]) -> list[Gesture]:
        return self.model.find_experiment(self.states.state(move.cell), move.goals, dead)

    def _path(self, move: Move, dead: Collection[Edge] = ()) -> list[Gesture] | None:
        return self.model.find_path(self.states.state(move.cell), move.goals, dead)
