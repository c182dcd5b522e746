"""Sheet of paper with a puzzle and its solution."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from solvers.drawing import CELL, Drawing, tiled
from solvers.errors import BadNotation
from vision.reading import Mark, Reading

CELL_MM: Final = 28.0
"""Maximum size of a puzzle's cell: a 5x5 board is then almost as wide as the page."""
MOST_CELLS: Final = 100
"""Maximum rows and columns of a board to draw: with more, the cells are below two millimetres on paper."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Sheet of paper with a puzzle and its solution.

    ``board`` is the puzzle, and its title the heading. ``solution`` is None if there is none; ``caption`` describes it,
    or explains why there is none. ``notes`` are the steps or moves to it. ``cell_mm`` limits the board's cells.
    ``reading`` is what is to be read in the drawing of the puzzle, in its units.
    """

    board: Drawing
    solution: Drawing | None
    caption: str
    notes: Sequence[str] = ()
    cell_mm: float = CELL_MM
    reading: Reading | None = None

    def drawing(self) -> Drawing:
        """Return both as one drawing, the solution below its puzzle or beside it, whichever is smaller."""
        parts = [self.board, self.solution] if self.solution else [self.board]
        below, beside = (tiled(parts, columns, title=self.board.title) for columns in (1, 2))
        return min(below, beside, key=lambda one: max(one.width, one.height))


def drawn_reading(
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

    ``step`` is (width, height) of a cell, and ``start`` the upper left corner of the first one. ``states`` is the
    number of states of lamps or pegs; the other arguments are as in ``vision.Reading``.
    """
    width = max(map(len, grid))
    xs = tuple(start[0] + step[0] * col for col in range(width + 1))
    ys = tuple(start[1] + step[1] * row for row in range(len(grid) + 1))
    box = round(xs[0]), round(ys[0]), round(xs[-1]), round(ys[-1])
    rows = tuple(row.ljust(width) for row in grid)
    return Reading(puzzle, rows, xs, ys, box, tuple(marks), stars=stars, looks=(None,) * states)


def check_size(rows: int, cols: int) -> None:
    """Raise BadNotation for a board whose cells would be too small on paper."""
    if max(rows, cols) > MOST_CELLS:
        message = f"a board of {rows}x{cols} cells is too large to draw"
        raise BadNotation(message, hint=f"at most {MOST_CELLS}x{MOST_CELLS}")
