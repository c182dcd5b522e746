"""The hand: presses the cells of a board until they show what they should, and undoes what it tried."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final, NoReturn

from autoplay.errors import ClickNotConfirmed
from autoplay.games.puzzle import SolutionLike
from autoplay.player.board_tracker import Board
from autoplay.player.gestures import EMPTY, GESTURES, Edge, Gesture, Gestures
from autoplay.player.star_battle.cell_states import Faces, kind_of
from autoplay.wording import count
from solvers.cells import Cell
from vision import Mark, Reading
from vision.errors import ReadingError

TRIES: Final[Mapping[Gesture, int]] = {"left": 2, "right": 2, "double": 1, "drag": 1}
"""How often a gesture may show nothing before it counts as tried: a first press may have been lost."""
MOST_TRIALS: Final = 32
"""Most presses on one cell to find out what they do: two marks and four gestures take half as many."""
MOST_SPOILT: Final = 3
"""How many cells may end in a mark with no way on before the first star is found."""

STAR: Final = frozenset({"star"})
NO_STAR: Final = frozenset({EMPTY, "cross", "dot"})


@dataclass(frozen=True, slots=True)
class Move:
    """A (row, col) that has to be pressed until it shows one of ``goals``, kinds of marks."""

    cell: Cell
    goals: frozenset[str]


def moves_to(reading: Reading, solution: SolutionLike) -> list[Move]:
    """Return the moves from a board to the solution, none if it shows the solution."""
    stars = reading.cells_marked("star")
    wrong = [Move(cell, NO_STAR) for cell in sorted(stars - set(solution.cells))]
    return wrong + [Move(cell, STAR) for cell in solution.cells if cell not in stars]


class Hand:
    """Presses on a board, and what it has learned of them.

    ``before_press`` is called before each press; ``is_over`` after the last one that is needed, and tells whether the
    page has taken the answer on, so that no look is needed. ``has_pressed_all`` tells of the last round whether that
    press was sent.
    """

    def __init__(self, board: Board, before_press: Callable[[], None], is_over: Callable[[], bool]) -> None:
        self.board = board
        self.before_press = before_press
        self.is_over = is_over
        self.gestures = Gestures()
        self.faces = Faces(board)
        self.has_pressed_all = False
        self._found = _kinds(board.reading)
        self._right: set[Cell] = set()
        self._spilt: set[Cell] = set()
        self._star: str | None = None
        self._fruitless: set[Edge] = set()
        self._in_turns = True

    @property
    def reading(self) -> Reading:
        """The board as it was seen last, where the page's own star is called so, whatever it looks like."""
        kinds = _kinds(self.board.reading)
        kinds |= {cell: self._meaning(self.faces.state(cell)) for cell in {*kinds, *self.faces.cells}}
        marks = tuple(Mark(*cell, kind) for cell, kind in sorted(kinds.items()) if kind != EMPTY)
        return replace(self.board.reading, marks=marks)

    @property
    def gesture(self) -> tuple[Gesture, ...]:
        """What turns an empty cell into a star; () if that was not learned."""
        return tuple(self.gestures.way(EMPTY, self._states(STAR)) or ())

    @property
    def is_sure(self) -> bool:
        """Whether what it takes for the star looks like one, and is not just what the page has that is most like it."""
        return self._star is None or self.faces.is_sure_star(self._star)

    def make(self, moves: Sequence[Move]) -> None:
        """One round: find out what presses do where that is not known, then press for all the others and look.

        Raises ClickNotConfirmed if no press does what is wanted, a ReadingError if the board goes away.
        """
        self._right |= {move.cell for move in moves if move.goals == STAR}
        self._find_ways(moves)
        ways = {move.cell: way for move in [*self._litter(), *moves] if (way := self._way(move))}
        if ways:
            self._play(ways, is_all=all(self._way(move) is not None for move in moves))
            has_failed = sum(self._way(move) != [] for move in moves) > len(moves) / 2
            # Where a cell has to be pressed twice, it may lose what the first press did when another one is pressed.
            if has_failed and max(map(len, ways.values())) > 1:
                self._in_turns = not self._in_turns

    def tidy(self) -> None:
        """Bring the cells that were tried on, and those that changed with them, back to what they were before.

        Stars where they belong may stay.
        """
        litter = self._litter()
        for move in litter:
            if self._way(move) is None:
                self._try_on(move)
        if ways := {move.cell: way for move in litter if (way := self._way(move))}:
            self._play(ways)

    def give_up(self, moves: Sequence[Move]) -> NoReturn:
        """Leave the board as it was found, as far as possible, and raise the error for what it does not take on."""
        with suppress(ReadingError):
            self.tidy()
        raise not_confirmed(moves)

    def _find_ways(self, moves: Sequence[Move]) -> None:
        """Try on the cells of the moves for which no way is known, or none that leaves other cells alone."""
        spoilt = 0
        for move in moves:
            before = self.faces.state(move.cell)
            if self._way(move) is None or self._trial(before, move, self._fruitless):
                self._try_on(move, is_last=len(moves) == 1)
                if self._way(move) is None:
                    spoilt += 1
                    if spoilt == MOST_SPOILT or self.faces.state(move.cell) == before:
                        self.give_up([move])

    def _try_on(self, move: Move, *, is_last: bool = False) -> None:
        """Press the cell and look, until a way from what it shows to what it should show is known, or all was tried."""
        in_vain: Counter[Edge] = Counter()
        dead: set[Edge] = set()
        for _ in range(MOST_TRIALS):
            state = self.faces.state(move.cell)
            # What did nothing to another cell is tried last: that cell may have been one that can't be changed.
            plan = self._trial(state, move, dead | self._fruitless) or self._trial(state, move, dead)
            if not plan:
                break
            if self._try(move.cell, plan[0], is_last=is_last) == state:
                in_vain[state, plan[0]] += 1
                if in_vain[state, plan[0]] >= TRIES[plan[0]]:
                    dead.add((state, plan[0]))
        if move.goals == STAR and self._star is None and not self._trial(EMPTY, move, dead):
            self._star = self.faces.star_among(self.gestures.states)
        self._fruitless |= dead
        if self._way(move, dead) is not None:
            for edge in dead:  # The cell can be changed, so what did nothing to it does nothing any more.
                self.gestures.forget(*edge)

    def _trial(self, state: str, move: Move, dead: Collection[Edge]) -> list[Gesture]:
        """What to try; while what was found may be the star, only what else the gestures make that have made it."""
        is_in_doubt = move.goals == STAR and self._star is None
        may_be_star = is_in_doubt and any(kind_of(known) == "star" for known in self.gestures.states)
        only = self.gestures.used if may_be_star else GESTURES
        return self.gestures.trial(state, self._states(move.goals), dead, only)

    def _try(self, cell: Cell, gesture: Gesture, *, is_last: bool) -> str:
        """Press, look at that cell alone, and learn; the state it has come to."""
        before, kinds = self.faces.state(cell), _kinds(self.board.reading)
        if not self._press(cell, gesture):
            return self.faces.state(cell)
        self.has_pressed_all = is_last
        self.board.see(cell)
        after = self.faces.state_after(cell)
        if after != before:
            self.gestures.learn(before, gesture, after)
        self._notice_spilt(kinds, {cell: [gesture]})
        return after

    def _play(self, ways: Mapping[Cell, list[Gesture]], *, is_all: bool = True) -> None:
        """Press all of these cells; whether that ``is_all`` there is to do.

        Those that need several presses get them in turns, with a look between: so no cell is pressed that was not seen
        as it is, and no two presses are taken for a double click.
        """
        turn = 1 if self._in_turns else max(map(len, ways.values()))
        while ways:
            rest = {cell: way[turn:] for cell, way in ways.items() if way[turn:]}
            self._press_each({cell: way[:turn] for cell, way in ways.items()}, is_last=is_all and not rest)
            ways = rest

    def _press_each(self, ways: Mapping[Cell, list[Gesture]], *, is_last: bool) -> None:
        before, kinds = {cell: self.faces.state(cell) for cell in ways}, _kinds(self.board.reading)
        pressed = {cell: way for cell, way in ways.items() if self._press(cell, *way)}
        self.has_pressed_all = is_last and len(pressed) == len(ways)
        if self.has_pressed_all and self.is_over():
            return
        self.board.look(pressed=[*pressed][-1] if pressed else None)
        self._learn(before, pressed)
        self._notice_spilt(kinds, pressed)

    def _press(self, cell: Cell, *gestures: Gesture) -> bool:
        """Press, unless the cell turns out to show something else by now; whether it was pressed."""
        self.has_pressed_all = False
        if not self.board.keep_in_sight(cell):
            return False
        self.faces.keep(cell)
        for gesture in gestures:
            self.before_press()
            self.board.press(cell, gesture)
        return True

    def _learn(self, before: Mapping[Cell, str], ways: Mapping[Cell, list[Gesture]]) -> None:
        """Take in what most presses of a kind have done; where that is nothing, it has to be found out again."""
        afters: defaultdict[Edge, Counter[str]] = defaultdict(Counter)
        for cell, way in ways.items():
            if len(way) == 1:
                afters[before[cell], way[0]][self.faces.state(cell)] += 1
        for (state, gesture), after in afters.items():
            usual = after.most_common(1)[0][0]
            if usual == state:
                self.gestures.forget(state, gesture)
            else:
                self.gestures.learn(state, gesture, usual)

    def _notice_spilt(self, before: Mapping[Cell, str], ways: Mapping[Cell, list[Gesture]]) -> None:
        """Find the cells that nobody pressed and that changed to the same mark as a pressed one.

        A page's own crosses round a new star are no such marks.
        """
        now = _kinds(self.board.reading)
        new = {cell: kind for cell, kind in now.items() if before.get(cell, EMPTY) != kind}
        made = {kind for cell, kind in new.items() if cell in ways}
        spilt = {cell for cell, kind in new.items() if kind in made and cell not in self.faces.cells}
        self._spilt |= spilt
        for gesture in {way[-1] for cell, way in ways.items() if spilt and new.get(cell) in {now[c] for c in spilt}}:
            self.gestures.avoid(gesture)

    def _litter(self) -> list[Move]:
        """What it takes to undo all that was tried, but for stars where they belong and wrong ones that were there."""
        litter = []
        for cell in sorted({*self.faces.cells, *self._spilt}):
            state, found = self.faces.state(cell), self._found.get(cell, EMPTY)
            is_right = cell in self._right and self._meaning(state) == "star"
            if state != found and found != "star" and not is_right:
                litter.append(Move(cell, frozenset({found})))
        return litter

    def _way(self, move: Move, dead: Collection[Edge] = ()) -> list[Gesture] | None:
        return self.gestures.way(self.faces.state(move.cell), self._states(move.goals), dead)

    def _states(self, goals: Collection[str]) -> set[str]:
        """The states that are one of these kinds of marks; as long as the star is in doubt, only what is surely one."""
        states = self.gestures.states | NO_STAR | STAR
        if goals == STAR and self._star is None:
            return {state for state in states if self.faces.is_sure_star(state)}
        return {state for state in states if self._meaning(state) in goals}

    def _meaning(self, state: str) -> str:
        """The kind of mark that a state is on this page, once its star is known: another one is as good as a dot."""
        if state == self._star:
            return "star"
        kind = kind_of(state)
        return "dot" if kind == "star" and self._star is not None else kind


def not_confirmed(moves: Sequence[Move]) -> ClickNotConfirmed:
    """The error for moves that the board does not take on."""
    row, col = moves[0].cell
    where = f"row {row + 1}, column {col + 1}"
    if moves[0].goals == NO_STAR:
        message = f"the star in {where} can't be removed, and the solution has none there"
        return ClickNotConfirmed(message, hint="another puzzle, or start this one over")
    more = f" and {count(len(moves) - 1, 'cell')} more" if len(moves) > 1 else ""
    return ClickNotConfirmed(
        f"the page does not take on what was clicked: {where}{more}",
        hint="--headed to watch it, or --slowmo 200 if the page is slow",
    )


def _kinds(reading: Reading) -> dict[Cell, str]:
    return {(mark.row, mark.col): mark.kind for mark in reading.marks}
