"""Clicks the cells of a board until they show the answer, and removes the marks of its
experiments."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product
from typing import Final, NoReturn

import numpy as np

from autoplay.browser.panorama import part
from autoplay.errors import ClickNotConfirmed
from autoplay.games.adapter import SolutionLike
from autoplay.player.board_geometry import cell_interior, has_changed
from autoplay.player.board_tracker import BoardTracker
from autoplay.player.page_monitor import PageMonitor
from autoplay.player.presser import Presser
from autoplay.player.star_battle.cell_states import FAINT, CellStates, kind_of, turns_red
from autoplay.player.star_battle.tool_palette import ToolPalette
from autoplay.player.timing import GESTURES, Gesture
from autoplay.player.transitions import EMPTY, Edge, Transitions
from autoplay.wording import count
from solvers.cells import Cell
from vision import Mark, Reading
from vision.errors import ReadingError
from vision.image import Image

STAR: Final = frozenset({"star"})
NO_STAR: Final = frozenset({EMPTY, "cross", "dot"})
TRIES: Final[Mapping[Gesture, int]] = {"left": 2, "right": 2, "double": 1, "drag": 1}
"""Number of tries of a gesture that show nothing before it counts as tried: a first press may have
been lost. One try is enough for a gesture that has never shown anything on a page that has shown
another."""
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


def moves_to(reading: Reading, solution: SolutionLike) -> list[Move]:
    """Return what a board still needs for the solution; empty if it shows all of it."""
    stars = reading.cells_marked("star")
    wrong = [Move(cell, NO_STAR) for cell in sorted(stars - set(solution.cells))]
    return wrong + [Move(cell, STAR) for cell in solution.cells if cell not in stars]


class CellClicker(Presser):
    """Clicks cells, and learns what clicks do."""

    def __init__(self, board: BoardTracker, monitor: PageMonitor) -> None:
        super().__init__(board, monitor)
        self.model = Transitions()
        self.states = CellStates(board)
        self.palette = ToolPalette(board)
        self._found = _kinds(board.reading)
        self._right: set[Cell] = set()
        self._painted: set[Cell] = set()
        self._star: str | None = None
        self._not_stars: set[str] = set()
        self._is_questioned = False
        self._fruitless: set[Edge] = set()
        self._in_turns = True
        self._before_last: tuple[Image, set[Cell]] | None = None

    @property
    def reading(self) -> Reading:
        """Board at the last look, with the page's own star called "star" whatever it looks like."""
        kinds = _kinds(self.board.reading)
        kinds |= {
            cell: self._meaning(self.states.state(cell)) for cell in {*kinds, *self.states.cells}
        }
        marks = tuple(Mark(*cell, kind) for cell, kind in sorted(kinds.items()) if kind != EMPTY)
        return replace(self.board.reading, marks=marks)

    @property
    def gesture(self) -> tuple[Gesture, ...]:
        """Gestures that turn an empty cell into a star; () if they were not learned."""
        return tuple(self.model.path(EMPTY, self._states_of(STAR)) or ())

    @property
    def is_certain(self) -> bool:
        """True if the mark that counts as the star looks like one, or is the only large mark that
        presses can set."""
        if self._star is None or self.states.is_likely_star(self._star):
            return True
        large = {state for state in self.model.states if kind_of(state) == "star"}
        return large == {self._star}

    def make(self, moves: Sequence[Move]) -> None:
        """Make one round: find out unknown effects by experiments, then press all other cells and
        look.

        Raises ClickNotConfirmed if no press does what is needed, a ReadingError if the board goes
        away.
        """
        self._right |= {move.cell for move in moves if move.goals == STAR}
        spoilt = 0
        for move in moves:
            before = self.states.state(move.cell)
            # The path may be unknown, or every known one may change other cells too.
            if self._path(move) is None or self._experiment(before, move, self._fruitless):
                self._experiment_on(move, is_last=len(moves) == 1)
                # Before a doubtful mark is taken for the star, the page's own tool for stars is.
                if not self.is_certain and self._choose_tool():
                    return
                if self._path(move) is None:
                    spoilt += 1
                    if spoilt == MOST_SPOILT or self.states.state(move.cell) == before:
                        if move.goals == STAR and self._choose_tool():
                            return
                        self.give_up([move])
        paths = {
            move.cell: path for move in [*self._litter(), *moves] if (path := self._path(move))
        }
        if paths:
            self._press_paths(paths, is_all=all(self._path(move) is not None for move in moves))
            has_failed = sum(self._path(move) != [] for move in moves) > len(moves) / 2
            self.board.is_hasty = self.board.is_hasty and not has_failed
            # A cell that needs two presses may lose the first one when another cell is pressed.
            if has_failed and max(map(len, paths.values())) > 1:
                self._in_turns = not self._in_turns

    def _tidy(self) -> None:
        """Restore the cells of the experiments, and those that changed with them.

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

    def give_up(self, moves: Sequence[Move]) -> NoReturn:
        """Restore the board as far as possible, and raise the error for the moves that it does not
        accept."""
        came = sorted({kind_of(state) for state in self.model.states} - {EMPTY} - STAR)
        with suppress(ReadingError):
            self._tidy()
        raise not_confirmed(moves, came)

    def _choose_tool(self) -> bool:
        """Choose another tool beside the board; return False if there is none. Presses may then do
        something else."""
        if not self.palette.choose_next():
            return False
        self._not_stars |= {state for state in self.model.states if kind_of(state) == "star"}
        self.model, self._star = Transitions(), None
        self._fruitless.clear()
        self._is_questioned = False
        return True

    @property
    def may_be_other(self) -> bool:
        """True if the star has not five points, and was not questioned yet."""
        cell = self._choose_star()
        if self._is_questioned or cell is None:
            return False
        return not self.states.is_certain_star(self.states.state(cell))

    def _choose_star(self) -> Cell | None:
        """Return a star that was set by presses; None if there is none."""
        stars = sorted(self._find_stars() & self.states.cells)
        return stars[0] if stars else None

    def is_deaf(self) -> bool:
        """Return True if a star takes no press any more that is known to change one."""
        cell = self._choose_star()
        if cell is None:
            return False
        before = self.states.state(cell)
        known = [gesture for gesture in self.gesture if self.model.result(before, gesture)]
        for gesture in known[:1] * TRIES["left"]:
            if not self.press(cell, gesture):
                return False
            self.board.look(pressed=cell)
            if self.states.state(cell) != before:
                return False
        return bool(known)

    def find_other_star(self) -> bool:
        """Return True if presses on a star show another mark that is more of one, or the page has a
        tool that sets one.

        A mark of the page's own may look like a star as well.
        """
        self._is_questioned = True
        cell = self._choose_star() or sorted(self._right)[0]
        star = self._star or self.states.state(cell)
        self._star = None
        self._experiment_on(Move(cell, STAR))
        other = self.states.star_among(self.model.states - {star, *self._not_stars})
        is_better = other is not None and self.states.is_more_of_a_star(other, star)
        self._star = other if is_better else star
        return is_better or self._choose_tool()

    def _experiment_on(self, move: Move, *, is_last: bool = False) -> None:
        """Press a cell and look, until a path from its state to its goals is known, or everything
        was tried."""
        self.monitor.timeline.enter("learning")
        in_vain: Counter[Edge] = Counter()
        dead: set[Edge] = set()
        cell = move.cell
        for _ in range(MOST_EXPERIMENTS):
            state = self.states.state(cell)
            # A gesture that did nothing to another cell is tried last: that cell may be one that
            # can't be changed.
            plan = self._experiment(state, move, dead | self._fruitless) or self._experiment(
                state, move, dead
            )
            if not plan:
                break
            gesture, states = plan[0], self._list_states()
            if self.press(cell, gesture):
                self.has_pressed_all = is_last
                # All of the board: the page's own crosses belong to this press, not to the next.
                self.board.look(pressed=cell)
                after = self._learn_one(cell, state, gesture, states)
            else:
                after = self.states.state(cell)
            if after == state:
                in_vain[state, gesture] += 1
                is_odd = bool(self.model.used) and gesture not in self.model.used
                if is_odd or in_vain[state, gesture] >= TRIES[gesture]:
                    dead.add((state, gesture))
        if move.goals == STAR and self._star is None and not self._experiment(EMPTY, move, dead):
            self._star = self.states.star_among(self.model.states - self._not_stars)
        self._fruitless |= dead
        if self._path(move, dead) is not None:
            for (
                edge
            ) in dead:  # the cell can be changed, so what did nothing to it has lost its effect
                self.model.forget(*edge)

    def _experiment(self, state: str, move: Move, dead: Collection[Edge]) -> list[Gesture]:
        """Return the next experiment."""
        dead = {*dead, *self._list_needless(move)}
        return self.model.experiment(state, self._states_of(move.goals), dead)

    def _list_needless(self, move: Move) -> set[Edge]:
        """Return the untried gestures that are not worth a press once a mark may be the star.

        Gestures that have changed cells always are, as they show all marks of a cycle. While the
        mark is doubtful, or is questioned, all but drags are on empty cells. Nothing is needless
        that may show the star of a page on which no mark so far can be it.
        """
        states = self.model.states | {EMPTY}
        may_be_star = any(kind_of(state) == "star" for state in states - self._not_stars)
        is_doubtful = self._is_questioned or not may_be_star
        candidate = self.states.star_among(states - self._not_stars)
        is_toggled = candidate is not None and self.model.path(candidate, {EMPTY}) is not None
        if move.goals != STAR or self._star is not None:
            return set()
        if not may_be_star and (self._is_questioned or not is_toggled):
            return set()
        needless = set()
        for state in states:
            for gesture in set(GESTURES) - self.model.used:
                is_worth = is_doubtful and state == EMPTY and gesture != "drag"
                if not is_worth:
                    needless.add((state, gesture))
        return needless

    def _press_paths(self, paths: Mapping[Cell, list[Gesture]], *, is_all: bool = True) -> None:
        """Press all of these cells; ``is_all`` is True if that completes the answer.

        Cells that need several presses get them in turns, with a look between two: then no cell is
        pressed that was not looked at, and no two presses count as a double click.
        """
        turn = 1 if self._in_turns else max(map(len, paths.values()))
        self.monitor.timeline.enter("clicking")
        self.monitor.timeline.plan(sum(map(len, paths.values())))
        while paths:
            rest = {cell: path[turn:] for cell, path in paths.items() if path[turn:]}
            self._press_each(
                {cell: path[:turn] for cell, path in paths.items()}, is_last=is_all and not rest
            )
            paths = rest

    def _press_each(self, paths: Mapping[Cell, list[Gesture]], *, is_last: bool) -> None:
        before = {cell: self.states.state(cell) for cell in paths}
        pressed: dict[Cell, list[Gesture]] = {}
        for cell, path in paths.items():
            seen: tuple[Image, set[Cell]] | None = None
            if is_last and len(pressed) == len(paths) - 1:
                # A page may change all stars with the last press.
                if pressed:
                    self.board.look(pressed=[*pressed][-1])
                seen = self.board.picture, self._find_stars() - {cell}
            if self.is_ready(cell):
                for gesture in path:
                    self.before_press()
                    self.board.press(cell, gesture)
                pressed[cell] = path
                self._before_last = seen
        self.has_pressed_all = is_last and len(pressed) == len(paths)
        if self.has_pressed_all and self.monitor.is_over():
            return
        self.board.look(pressed=[*pressed][-1] if pressed else None)
        self._learn_all(before, pressed)

    def have_stars_changed(self) -> bool:
        """Return True if all other stars look different since the last press, and most other cells
        do not: a page shows its winner so, but dims or hides all of a board for other reasons."""
        self.board.look()
        if self._before_last is None:
            return False
        picture, stars = self._before_last
        changed = set()
        others = 0
        for cell in product(range(self.board.reading.rows), range(self.board.reading.cols)):
            box = cell_interior(self.board.reading, cell)
            others += cell not in stars
            if has_changed(picture, self.board.picture, box, FAINT):
                changed.add(cell)
                # Red stars are wrong ones.
                now = part(self.board.picture, box)
                if cell in stars and turns_red(part(picture, box), now):
                    return False
        return bool(stars) and stars <= changed and 2 * len(changed - stars) <= others

    def _find_stars(self) -> set[Cell]:
        """Return the right stars at the last look."""
        return {cell for cell in self._right if self._meaning(self.states.state(cell)) == "star"}

    def is_ready(self, cell: Cell) -> bool:
        """Return True if a cell may be pressed; False if it shows something else by now."""
        self._before_last = None
        is_ready = super().is_ready(cell)
        if is_ready:
            self.states.remember(cell)
        return is_ready

    def _learn_one(
        self, cell: Cell, before: str, gesture: Gesture, states: Mapping[Cell, str]
    ) -> str:
        """Learn from a press on a cell of the state ``before``, and return its new state;
        ``states`` were those of all marks."""
        after = self.states.state_after(cell, before)
        if after != before:
            self.model.learn(before, gesture, after)
        self._notice_painted(states, cell, gesture)
        return after

    def _learn_all(self, before: Mapping[Cell, str], paths: Mapping[Cell, list[Gesture]]) -> None:
        """Learn what most presses of a kind have done; forget it if that is nothing, so that it is
        tried again."""
        afters: defaultdict[Edge, Counter[str]] = defaultdict(Counter)
        for cell, path in paths.items():
            if len(path) == 1:
                edge = before[cell], path[0]
                after = self.states.state_after(cell, before[cell], self.model.result(*edge))
                afters[edge][after] += 1
        for (state, gesture), counts in afters.items():
            usual = counts.most_common(1)[0][0]
            if usual == state:
                self.model.forget(state, gesture)
            else:
                self.model.learn(state, gesture, usual)

    def _list_states(self) -> dict[Cell, str]:
        """Return the states of all cells with marks."""
        return {cell: self.states.state(cell) for cell in _kinds(self.board.reading)}

    def _notice_painted(self, before: Mapping[Cell, str], pressed: Cell, gesture: Gesture) -> None:
        """Find cells that changed to the same mark as the only pressed one, and avoid that gesture.

        Of several presses none is to blame, and the page's own crosses around a new star are none
        of its presses' marks.
        """
        now = self._list_states()
        made = now.get(pressed, EMPTY)
        if made in (EMPTY, before.get(pressed, EMPTY)):
            return
        painted = set()
        for cell, kind in now.items():
            is_new = kind == made and before.get(cell, EMPTY) != kind
            if is_new and cell not in self.states.cells and self.states.is_like(cell, made):
                painted.add(cell)
        if painted:
            self._painted |= painted
            self.model.avoid(gesture)

    def _litter(self) -> list[Move]:
        """Return the moves that undo all experiments, except for right stars and wrong ones that
        were there before."""
        litter = []
        for cell in sorted({*self.states.cells, *self._painted}):
            state, found = self.states.state(cell), self._found.get(cell, EMPTY)
            is_right = cell in self._right and self._meaning(state) == "star"
            if state != found and found != "star" and not is_right:
                litter.append(Move(cell, frozenset({found})))
        return litter

    def _path(self, move: Move, dead: Collection[Edge] = ()) -> list[Gesture] | None:
        return self.model.path(self.states.state(move.cell), self._states_of(move.goals), dead)

    def _states_of(self, goals: Collection[str]) -> set[str]:
        """Return the states of these kinds of marks; only certain stars as long as the star is
        unknown."""
        states = (self.model.states | NO_STAR | STAR) - self._not_stars
        if goals == STAR and self._star is None:
            is_star = (
                self.states.is_certain_star if self._is_questioned else self.states.is_likely_star
            )
            return set(filter(is_star, states))
        return {state for state in states if self._meaning(state) in goals}

    def _meaning(self, state: str) -> str:
        """Return the kind of mark of a state on this page; once its star is known, other stars
        count as dots."""
        if state == self._star:
            return "star"
        kind = kind_of(state)
        is_other = self._star is not None or state in self._not_stars
        return "dot" if kind == "star" and is_other else kind


def not_confirmed(moves: Sequence[Move], came: Sequence[str] = ()) -> ClickNotConfirmed:
    """Return the error for moves that the board does not accept; ``came`` are the marks that
    presses set instead."""
    row, col = moves[0].cell
    where = f"row {row + 1}, column {col + 1}"
    if moves[0].goals == NO_STAR:
        message = f"the star in {where} can't be removed, and the solution has none there"
        return ClickNotConfirmed(message, hint="another puzzle, or start this one over")
    more = f" and {count(len(moves) - 1, 'cell')} more" if len(moves) > 1 else ""
    instead = f": presses give a {' or a '.join(came)}, not a star" if came else ""
    return ClickNotConfirmed(
        f"the page does not accept what was clicked: {where}{more}{instead}",
        hint="--headed to watch it, or --slowmo 200 if the page is slow",
    )


def _kinds(reading: Reading) -> dict[Cell, str]:
    return {(mark.row, mark.col): mark.kind for mark in reading.marks}
