"""Lights Out puzzles and their solutions, with the checks of a valid grid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from solvers.cells import Cell
from solvers.errors import BadNotation
from solvers.lights_out.drawing import draw_lamps
from solvers.lights_out.lamps import NO_LAMP, STATES, Lamps
from solvers.lights_out.rules import PLUS, Effects, rule_words
from solvers.plain_data import PlainData
from solvers.svg import Drawing, for_notebook, tiled

_SAME: Final = str.maketrans("01", STATES[:2])


@dataclass(frozen=True, slots=True)
class Puzzle(PlainData):
    """A Lights Out puzzle: press lamps until every lamp is in the state that the target shows.

    Attributes
    ----------
    start : rows of characters of STATES, a space for a cell without a lamp; ``0`` and ``1`` are read as ``.`` and
        ``*``; all of one length.
    target : rows of the same lamps; or ``"off"``, all in state 0; or ``"on"``, all in their last and brightest state.
    states : number of states of a lamp; a press moves it on by one, and from the last to state 0.
    rule : the lamps that a press changes.

    Raises
    ------
    BadNotation
        The grids are not such a board; the message says where.
    """

    start: Sequence[str]
    target: Sequence[str] = "off"
    states: int = 2
    rule: Effects = PLUS

    def __post_init__(self) -> None:
        if not 2 <= self.states <= len(STATES):
            raise BadNotation(f"lamps with {self.states} states", hint=f"2 to {len(STATES)} states")
        start = _checked(self.start, self.states)
        object.__setattr__(self, "start", start)
        object.__setattr__(self, "target", _checked_target(self.target, start, self.states))
        self.rule.buttons(self.lamps)

    @property
    def grid(self) -> tuple[str, ...]:
        """The start as rows of text."""
        return tuple(self.start)

    @property
    def rows(self) -> int:
        """Number of rows of the board."""
        return len(self.start)

    @property
    def cols(self) -> int:
        """Number of columns of the board."""
        return len(self.start[0])

    @property
    def lamps(self) -> Lamps:
        """The cells that have a lamp."""
        return Lamps(self.grid)

    @property
    def buttons(self) -> Iterable[Cell]:
        """The cells that may be pressed, row by row."""
        return self.rule.buttons(self.lamps)

    @property
    def solved(self) -> bool:
        """True if every lamp is as in the target."""
        return self.start == self.target

    def after(self, presses: Iterable[Cell]) -> Puzzle:
        """Return the puzzle that is left after these presses."""
        lamps = self.lamps
        rows = [[STATES.find(character) for character in row] for row in self.start]
        for cell in presses:
            for (row, col), times in self.rule.effect(cell, lamps).items():
                rows[row][col] = (rows[row][col] + times) % self.states
        grid = tuple("".join(NO_LAMP if state < 0 else STATES[state] for state in row) for row in rows)
        return replace(self, start=grid)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as plain data; ``rule`` describes the rule, and is empty for the usual one."""
        return {
            "start": list(self.start),
            "target": list(self.target),
            "states": self.states,
            "rule": rule_words(self.rule),
        }

    def drawing(self, presses: Iterable[Cell] = ()) -> Drawing:
        """Draw the board with the lamps to press, and beside it the target if that is a pattern."""
        board = draw_lamps(self.grid, tuple(presses))
        for name in ("off", "on"):
            if self.target == _checked_target(name, self.grid, self.states):
                return replace(board, title=self._title(f"to be all {name}"))
        return tiled([board, draw_lamps(self.target)], 2, title=self._title("to be as on the right"))

    def _title(self, goal: str) -> str:
        states = f"{self.states} states" if self.states > 2 else ""
        return ", ".join(filter(None, [f"Lights Out {self.rows}x{self.cols}", states, rule_words(self.rule), goal]))

    def _repr_svg_(self) -> str | None:
        """Return the drawing of the board for Jupyter."""
        return for_notebook(self.rows * self.cols, self.drawing)


@dataclass(frozen=True, slots=True)
class Solution(PlainData):
    """The solutions of a puzzle, as far as they are known.

    Attributes
    ----------
    solvable : True if there is any.
    nullity : number of independent quiet patterns: sets of presses that change nothing. If the number of states is not
        prime, the number of them in Howell form: each quiet pattern is a sum of their multiples in exactly one way,
        but fewer of them may generate all.
    solutions : their number, with each cell pressed fewer times than there are states.
    presses : (row, col) of one of them, row by row; a cell to be pressed k times is there k times.
    fewest : True if it is proved that no solution has fewer presses.
    parity : if there is no solution, the lamps that prove it, row by row, each as often as it counts: every press
        moves their weighted total by a multiple of ``states``, but the target requires another number.
    seconds : time for all of it.
    puzzle : the puzzle, if the solution is to be drawn.
    """

    solvable: bool
    nullity: int
    solutions: int
    presses: tuple[Cell, ...]
    fewest: bool
    parity: tuple[Cell, ...]
    seconds: float
    puzzle: Puzzle | None = field(default=None, repr=False, compare=False)

    def _repr_svg_(self) -> str | None:
        """Return the drawing of the board with the lamps to press for Jupyter, or None without a puzzle."""
        if not (puzzle := self.puzzle):
            return None
        return for_notebook(puzzle.rows * puzzle.cols, lambda: puzzle.drawing(self.presses))


def grid_of(states: Mapping[Cell, int]) -> tuple[str, ...]:
    """Return the rows of text of lamps with these states."""
    rows = 1 + max((row for row, _ in states), default=-1)
    cols = 1 + max((col for _, col in states), default=-1)
    return tuple(
        "".join(STATES[states[row, col]] if (row, col) in states else NO_LAMP for col in range(cols))
        for row in range(rows)
    )


def _checked(grid: Sequence[str], states: int) -> tuple[str, ...]:
    rows = tuple(row.translate(_SAME) for row in grid)
    if not any(map(str.strip, rows)):
        raise BadNotation("a board without lamps", hint="rows of '*' (lit) and '.' (unlit)")
    width = max(map(len, rows))
    for number, row in enumerate(rows, 1):
        if len(row) < width:
            message = f"row {number} has {len(row)} of {width} cells"
            raise BadNotation(message, hint="a space for each cell without a lamp, at the end of a row too")
        for column, character in enumerate(row, 1):
            if character != NO_LAMP and character not in STATES[:states]:
                raise BadNotation(
                    f"row {number}, column {column}: unknown state {character!r}",
                    hint=f"a lamp is one of {' '.join(STATES[:states])}; a space means no lamp",
                )
    return rows


def _checked_target(target: Sequence[str], start: tuple[str, ...], states: int) -> tuple[str, ...]:
    if isinstance(target, str):
        if target not in ("off", "on"):
            raise BadNotation(f"the target {target!r}", hint="'off', 'on', or rows of states")
        state = STATES[states - 1 if target == "on" else 0]
        return tuple("".join(NO_LAMP if lamp == NO_LAMP else state for lamp in row) for row in start)
    rows = _checked(target, states)
    if len(rows) != len(start) or len(rows[0]) != len(start[0]):
        message = f"the target is a board of {len(rows)}x{len(rows[0])}, the start of {len(start)}x{len(start[0])}"
        raise BadNotation(message, hint="the same board as it should be at the end")
    for number, (row, other) in enumerate(zip(rows, start, strict=True), 1):
        for column, (one, two) in enumerate(zip(row, other, strict=True), 1):
            if (one == NO_LAMP) != (two == NO_LAMP):
                message = f"row {number}, column {column}: a lamp in the {'start' if one == NO_LAMP else 'target'} only"
                raise BadNotation(message, hint="spaces at the same cells of both")
    return rows
