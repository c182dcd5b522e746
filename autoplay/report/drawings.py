"""Results of solving as drawings: a sheet has a puzzle, its solution, and a caption.

Each game registers its own form below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import singledispatch
from typing import Final

from autoplay.games.lights_out.results import LightsOutResult
from autoplay.games.peg_solitaire.results import PegSolitaireResult, PegStartsResult
from autoplay.games.results import SolveResult
from autoplay.games.star_battle.results import StarBattleResult
from autoplay.report.answers import describe_jumps, format_move
from solvers.drawing import CELL, Drawing, tiled
from solvers.errors import BadNotation, count_of
from solvers.peg_solitaire import moves_of
from solvers.peg_solitaire.model import RISE
from vision.reading import Mark, Reading

CELL_MM: Final = 28.0
"""Maximum size of a puzzle's cell: a 5x5 board is then almost as wide as the page."""
PEG_CELL_MM: Final = 14.0
"""Maximum size of a cell of a board of pegs: nobody writes in it."""
MOST_CELLS: Final = 100
"""Maximum rows and columns of a board to draw: with more, the cells are below two millimetres on
paper."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A puzzle and its solution, drawn.

    ``board`` is the puzzle, and its title the heading. ``solution`` is None if there is none;
    ``caption`` describes it, or explains why there is none. ``notes`` are the steps or moves to it.
    ``cell_mm`` limits the board's cells. ``reading`` is what is to be read in the drawing of the
    puzzle, in its units.
    """

    board: Drawing
    solution: Drawing | None
    caption: str
    notes: Sequence[str] = ()
    cell_mm: float = CELL_MM
    reading: Reading | None = None

    def drawing(self) -> Drawing:
        """Return both as one drawing, the solution below its puzzle or beside it, whichever is
        smaller."""
        parts = [self.board]
        if self.solution:
            parts.append(self.solution)
        # A board that is wide leaves room below, one that is high beside it.
        ways = [tiled(parts, columns, title=self.board.title) for columns in (1, 2)]
        return min(ways, key=lambda drawing: max(drawing.width, drawing.height))


@singledispatch
def draw_sheets(result: SolveResult) -> Iterator[Sheet]:  # noqa: ARG001 (the default draws nothing)
    """Yield the sheets of a result; raise BadNotation for a board that can't be drawn."""
    raise BadNotation("boards of this game can't be drawn yet", hint="autoplay solve")


def check_size(rows: int, cols: int) -> None:
    """Raise BadNotation for a board whose cells would be too small on paper."""
    if max(rows, cols) > MOST_CELLS:
        raise BadNotation(
            f"a board of {rows}x{cols} cells is too large to draw",
            hint=f"at most {MOST_CELLS}x{MOST_CELLS}",
        )


def make_drawn_reading(
    puzzle: str,
    grid: Sequence[str],
    *,
    step: tuple[float, float] = (CELL, CELL),
    start: tuple[float, float] = (0, 0),
    marks: Iterable[Mark] = (),
    stars: int | None = None,
    states: int = 0,
) -> Reading:
    """Return the reading of a drawn board, in units of the drawing.

    ``step`` is (width, height) of a cell, and ``start`` the upper left corner of the first one.
    ``states`` is the number of states of lamps or pegs; the other arguments are as in
    ``vision.Reading``.
    """
    width = max(map(len, grid))
    xs = tuple(start[0] + step[0] * col for col in range(width + 1))
    ys = tuple(start[1] + step[1] * row for row in range(len(grid) + 1))
    return Reading(
        puzzle,
        tuple(row.ljust(width) for row in grid),
        xs,
        ys,
        (round(xs[0]), round(ys[0]), round(xs[-1]), round(ys[-1])),
        tuple(marks),
        stars=stars,
        looks=(None,) * states,
    )


@draw_sheets.register
def draw_star_battle_sheets(result: StarBattleResult) -> Iterator[Sheet]:
    """Yield a sheet with the board, its stars or those of two solutions, and the steps to them."""
    puzzle = result.puzzle
    cells = result.solution.cells
    # Steps name regions by their letters.
    is_named = bool(result.steps)
    if result.error:
        caption = result.error.message
    elif result.is_single:
        caption = "The only solution"
    else:
        caption = f"One of {result.solution.solutions} solutions"
    if result.difficulty and not result.error:
        caption += f", {result.difficulty}"
    kinds = dict.fromkeys(puzzle.crossed, "cross") | dict.fromkeys(puzzle.given, "star")
    marks = [Mark(row, col, kind) for (row, col), kind in sorted(kinds.items())]
    yield Sheet(
        puzzle.drawing(named=is_named),
        puzzle.drawing(cells, result.other, named=is_named) if cells else None,
        caption,
        [step.text for step in result.steps],
        reading=make_drawn_reading("star-battle", puzzle.grid, marks=marks, stars=puzzle.stars),
    )


@draw_sheets.register
def draw_lights_out_sheets(result: LightsOutResult) -> Iterator[Sheet]:
    """Yield a sheet with the lamps, and a dot on each one to press.

    Raises BadNotation for a board too large.
    """
    puzzle = result.puzzle
    check_size(puzzle.rows, puzzle.cols)
    reading = make_drawn_reading("lights-out", puzzle.grid, states=puzzle.states)
    if result.error:
        yield Sheet(puzzle.drawing(), None, result.error.message, reading=reading)
        return
    presses = result.solution.presses
    caption = f"Press the lamps with a dot: {count_of(len(presses), 'press', 'presses')}"
    if result.solution.fewest:
        caption += ", the fewest"
    yield Sheet(
        puzzle.drawing(),
        puzzle.drawing(presses),
        caption,
        [step.text for step in result.steps],
        reading=reading,
    )


@draw_sheets.register
def draw_peg_solitaire_sheets(result: PegSolitaireResult) -> Iterator[Sheet]:
    """Yield a sheet with the board before each move and at the end, and the numbered moves."""
    puzzle = result.puzzle
    check_size(puzzle.rows, puzzle.cols)
    jumps = result.solution.jumps
    if result.error:
        caption = result.error.message
    else:
        moves = []
        for number, move in enumerate(moves_of(jumps), 1):
            # A hyphen and a space at which no line is broken.
            moves.append(f"{number}.\u00a0{format_move(move)}".replace("-", "\u2011"))
        caption = f"{describe_jumps(result)}: {', '.join(moves)}"
    yield Sheet(
        puzzle.drawing(),
        puzzle.drawing(jumps) if jumps else None,
        caption,
        [step.text for step in result.steps],
        cell_mm=PEG_CELL_MM,
        reading=_make_peg_reading(result),
    )


def _make_peg_reading(result: PegSolitaireResult) -> Reading:
    """Return the reading of the drawing of the start; columns of a triangular lattice are half a
    step wide."""
    grid = result.puzzle.grid
    if result.puzzle.board.lattice == "square":
        return make_drawn_reading("pegs", grid, states=2)
    step = (CELL / 2, RISE * CELL)
    start = (CELL / 4, (1 - RISE) * CELL / 2)
    return make_drawn_reading("pegs", grid, step=step, start=start, states=2)


@draw_sheets.register
def draw_peg_starts_sheets(result: PegStartsResult) -> Iterator[Sheet]:
    """Yield a sheet for each start."""
    for start in result.starts:
        yield from draw_peg_solitaire_sheets(start.result)
