"""Lights Out puzzles and their solutions, with the checks of a valid grid, and their drawings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import cos, pi, sin
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final

from solvers.cells import Cell, fill_grid, translate_rows
from solvers.errors import BadNotation, NotMade
from solvers.explained import GamePuzzle, GameSolution
from solvers.lights_out.rules import NO_LAMP, PLUS, STATES, Effects, Lamps, describe_rule
from solvers.svg import (
    CELL,
    Drawing,
    cell_middle,
    draw_frames,
    draw_shape,
    draw_text,
    join_points,
    tiled,
)
from solvers.tables import check_values

if TYPE_CHECKING:
    from solvers.lights_out.explanation import PressStep  # noqa: F401 (named as text below)

RADIUS: Final = 0.27 * CELL
"""Radius of a lamp, with room for the rays that mark a lit lamp without colours."""

RAY_START: Final = 0.34 * CELL
RAY_END: Final = 0.42 * CELL
"""Distances from the centre of a lamp to both ends of a ray."""

ATTEMPTS: Final = 100
"""Most random sets of presses to try until one changes the board: on one lamp, half of them do."""

STATE_OF_DIGIT: Final = {ord("0"): STATES[0], ord("1"): STATES[1]}
"""Table that turns 0 and 1 into unlit and lit lamps."""


@dataclass(frozen=True, slots=True)
class Puzzle(GamePuzzle["Solution", "PressStep"]):
    """A Lights Out puzzle: press lamps until every lamp is in the state that the target shows.

    Attributes
    ----------
    start : rows of characters of STATES, a space for a cell without a lamp; ``0`` and ``1`` are
        read as ``.`` and ``*``; all of one length.
    target : rows of the same lamps; or ``"off"``, all in state 0; or ``"on"``, all in their last
        and brightest state.
    states : number of states of a lamp; a press moves it on by one, and from the last to state 0.
    rule : the lamps that a press changes.

    Raises
    ------
    BadNotation
        The grids are not such a board; the message says where.
    """

    package: ClassVar[str] = "solvers.lights_out"
    start: Sequence[str]
    target: Sequence[str] = "off"
    states: int = 2
    rule: Effects = PLUS

    def __post_init__(self) -> None:
        if isinstance(self.start, str):
            raise BadNotation(
                "a start is rows, and this is one text", hint="Puzzle.from_text(text)"
            )
        if not 2 <= self.states <= len(STATES):
            raise BadNotation(f"lamps with {self.states} states", hint=f"2 to {len(STATES)} states")
        start = _check_grid(self.start, self.states)
        object.__setattr__(self, "start", start)
        object.__setattr__(self, "target", _check_target(self.target, start, self.states))
        self.rule.buttons(self.lamps)  # raises if the rule does not fit the board

    @classmethod
    def from_text(
        cls,
        text: str,
        *,
        target: str | Sequence[str] | None = None,
        states: int | None = None,
        rule: Effects = PLUS,
    ) -> Puzzle:
        """Return the puzzle of rows of lamps, or of a size such as ``5x5``, as
        ``lights_out.text.parse`` does; raise BadNotation."""
        from solvers.lights_out.text import parse

        return parse(text, target=target, states=states, rule=rule)

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
        rows = [list(map(STATES.find, row)) for row in self.start]
        for cell in presses:
            for (row, col), times in self.rule.effect(cell, lamps).items():
                rows[row][col] = (rows[row][col] + times) % self.states
        # ``find`` gave -1 for a cell without a lamp, and no press moves that.
        characters = STATES + NO_LAMP
        return replace(self, start=tuple("".join(map(characters.__getitem__, row)) for row in rows))

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as plain data.

        ``rule`` describes the rule, and is empty for the usual one.
        """
        return {
            "start": list(self.start),
            "target": list(self.target),
            "states": self.states,
            "rule": describe_rule(self.rule),
        }

    def drawing(self, presses: Iterable[Cell] = ()) -> Drawing:
        """Draw the board with the lamps to press, and beside it the target if that is a pattern."""
        board = draw_lamps(self.grid, tuple(presses))
        # All off and all on need no picture.
        for name in ("off", "on"):
            if self.target == _check_target(name, self.grid, self.states):
                return replace(board, title=self._title(f"to be all {name}"))
        return tiled(
            [board, draw_lamps(self.target)], 2, title=self._title("to be as on the right")
        )

    def _title(self, goal: str) -> str:
        states = f"{self.states} states" if self.states > 2 else ""
        words = [f"Lights Out {self.rows}x{self.cols}", states, describe_rule(self.rule), goal]
        return ", ".join(filter(None, words))

    @property
    def cells_drawn(self) -> int:
        """Number of cells of the board."""
        return self.rows * self.cols


@dataclass(frozen=True, slots=True)
class Solution(GameSolution[Puzzle]):
    """The solutions of a puzzle, as far as they are known.

    Attributes
    ----------
    solvable : True if there is any.
    nullity : number of independent quiet patterns: sets of presses that change nothing. If the
        number of states is not prime, the number of them in Howell form: each quiet pattern is a
        sum of their multiples in exactly one way, but fewer of them may generate all.
    solutions : their number, with each cell pressed fewer times than there are states.
    presses : (row, col) of one of them, row by row; a cell to be pressed k times is there k times.
    fewest : True if it is proved that no solution has fewer presses.
    parity : if there is no solution, the lamps that prove it, row by row, each as often as it
        counts: every press moves their weighted total by a multiple of ``states``, but the target
        requires another number.
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

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The presses, by the name that all games share."""
        return self.presses

    def drawing(self) -> Drawing:
        """Draw the board with the lamps to press; raise BadNotation without a puzzle."""
        return self.find_puzzle().drawing(self.presses)


def grid_of(states: Mapping[Cell, int]) -> tuple[str, ...]:
    """Return the rows of text of lamps with these states."""
    height = 1 + max((row for row, _ in states), default=-1)
    width = 1 + max((col for _, col in states), default=-1)
    characters = {cell: STATES[state] for cell, state in states.items()}
    return fill_grid(height, width, NO_LAMP, characters)


def fill_lamps(grid: Iterable[str], state: int) -> tuple[str, ...]:
    """Return the board with all lamps in this state."""
    return translate_rows(grid, dict.fromkeys(map(ord, STATES), STATES[state]))


def generate(puzzle: Puzzle, seed: int) -> Puzzle:
    """Return a new puzzle with the target, states and rule of this one, and a random start, the
    same for each seed.

    The presses are made from the target, which guarantees a solution.

    Raises
    ------
    NotMade
        None of ATTEMPTS random presses changed the board.
    """
    random = Random(seed)
    solved = replace(puzzle, start=puzzle.target)
    for _ in range(ATTEMPTS):
        presses: list[Cell] = []
        for cell in solved.buttons:
            presses += [cell] * random.randrange(solved.states)
        # Quiet patterns, or a rule without effect, leave the board as it was.
        made = solved.after(presses)
        if not made.solved:
            return made
    raise NotMade("no presses change such a board", hint="another rule or size")


def draw_lamps(
    grid: Sequence[str],
    presses: Collection[Cell] = (),
    frames: Collection[Cell] = (),
    title: str = "",
) -> Drawing:
    """Draw a board of lamps, each a character of STATES; a space is a cell without a lamp.

    A lit lamp has rays, and shows the number of its state if that is 2 or more. ``presses`` are
    the (row, col) to press, each as often as it occurs: a dark dot, with the number in it if it is
    more than one. Cells of ``frames`` that are on the board get a frame.
    """
    rows = len(grid)
    cols = len(grid[0])
    shapes = [draw_shape("rect", "hair", width=cols * CELL, height=rows * CELL, rx=CELL / 4)]
    for row, line in enumerate(grid):
        for col, state in enumerate(line):
            if state != NO_LAMP:
                x, y = cell_middle((row, col))
                shapes += _draw_lamp(STATES.index(state), x, y)
    for cell, times in sorted(Counter(presses).items()):
        x, y = cell_middle(cell)
        shapes.append(draw_shape("circle", "press", cx=x, cy=y, r=0.6 * RADIUS))
        if times > 1:
            shapes.append(draw_text(str(times), "inverse", x, y, 0.25 * CELL))
    shapes += draw_frames(frames, rows, cols)
    return Drawing(tuple(shapes), cols * CELL, rows * CELL, title)


def _draw_lamp(state: int, x: float, y: float) -> list[str]:
    # Unlit lamps have no rays, so that both differ without colours.
    if not state:
        return [draw_shape("circle", "unlit", cx=x, cy=y, r=RADIUS)]
    rays: list[str] = []
    for eighth in range(8):
        right = cos(eighth * pi / 4)
        down = sin(eighth * pi / 4)
        start = (x + RAY_START * right, y + RAY_START * down)
        end = (x + RAY_END * right, y + RAY_END * down)
        rays.append(join_points([start, end]))
    shapes = [
        draw_shape("path", "lit", d="".join(rays)),
        draw_shape("circle", "lit", cx=x, cy=y, r=RADIUS),
    ]
    if state > 1:
        shapes.append(draw_text(str(state), "number", x, y, 0.36 * CELL))
    return shapes


def _check_grid(grid: Sequence[str], states: int) -> tuple[str, ...]:
    """Return the rows with characters of STATES alone; raises BadNotation for anything else."""
    rows = translate_rows(grid, STATE_OF_DIGIT)
    # Without a lamp there is nothing to solve.
    if not any(map(str.strip, rows)):
        raise BadNotation("a board without lamps", hint="rows of '*' (lit) and '.' (unlit)")
    width = max(map(len, rows))
    for number, row in enumerate(rows, 1):
        # Editors remove spaces at the end of a line, which are cells here.
        if len(row) < width:
            raise BadNotation(
                f"row {number} has {len(row)} of {width} cells",
                hint="a space for each cell without a lamp, at the end of a row too",
            )
    check_values(
        rows,
        frozenset(STATES[:states] + NO_LAMP).__contains__,
        "unknown state",
        hint=f"a lamp is one of {' '.join(STATES[:states])}; a space means no lamp",
    )
    return rows


def _check_target(target: Sequence[str], start: tuple[str, ...], states: int) -> tuple[str, ...]:
    """Return the rows of a target; raises BadNotation unless it has the lamps of the start."""
    if isinstance(target, str):
        if target not in ("off", "on"):
            raise BadNotation(f"the target {target!r}", hint="'off', 'on', or rows of states")
        return fill_lamps(start, states - 1 if target == "on" else 0)
    rows = _check_grid(target, states)
    if len(rows) != len(start) or len(rows[0]) != len(start[0]):
        raise BadNotation(
            f"the target is a board of {len(rows)}x{len(rows[0])}, "
            f"the start of {len(start)}x{len(start[0])}",
            hint="the same board as it should be at the end",
        )
    for number, (row, other) in enumerate(zip(rows, start, strict=True), 1):
        for column, (one, two) in enumerate(zip(row, other, strict=True), 1):
            # A lamp without a target could end in any state.
            if (one == NO_LAMP) != (two == NO_LAMP):
                owner = "start" if one == NO_LAMP else "target"
                raise BadNotation(
                    f"row {number}, column {column}: a lamp in the {owner} only",
                    hint="spaces at the same cells of both",
                )
    return rows
