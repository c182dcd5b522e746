"""Sheet of paper with a puzzle and its solution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from solvers.drawing import Drawing, tiled
from solvers.errors import BadNotation

CELL_MM: Final = 14.0
"""Maximum size of a puzzle's cell, enough to write in with a pen."""
MOST_CELLS: Final = 100
"""Maximum rows and columns of a board to draw: with more, the cells are below two millimetres on paper."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Sheet of paper with a puzzle and its solution.

    ``board`` is the puzzle, and its title the heading. ``solution`` is None if there is none; ``caption`` describes it,
    or explains why there is none. ``notes`` are the steps or moves to it. ``cell_mm`` limits the board's cells.
    """

    board: Drawing
    solution: Drawing | None
    caption: str
    notes: Sequence[str] = ()
    cell_mm: float = CELL_MM

    def drawing(self) -> Drawing:
        """Return both as one drawing, the solution below its puzzle or beside it, whichever is smaller."""
        parts = [self.board, self.solution] if self.solution else [self.board]
        below, beside = (tiled(parts, columns, title=self.board.title) for columns in (1, 2))
        return min(below, beside, key=lambda one: max(one.width, one.height))


def check_size(rows: int, cols: int) -> None:
    """Raise BadNotation for a board whose cells would be too small on paper."""
    if max(rows, cols) > MOST_CELLS:
        message = f"a board of {rows}x{cols} cells is too large to draw"
        raise BadNotation(message, hint=f"at most {MOST_CELLS}x{MOST_CELLS}, or the text without --to")
