"""Sheets of paper: a puzzle, its solution, and the way there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final

from solvers.drawing import CELL, Drawing, tiled
from solvers.errors import BadNotation
from solvers.svg import MARGIN

STYLE: Final = Path(__file__).with_suffix(".css")
WIDTH_MM: Final = 170.0
"""What is printed is no wider: A4 and Letter both leave that much between their margins."""
HEIGHT_MM: Final = 215.0
"""A puzzle and its solution together are no higher, so that with the words there is room on A4 and on Letter."""
PUZZLE_MM: Final = 136.0
"""A puzzle is no higher, and leaves the rest for its solution."""
CELL_MM: Final = 14.0
"""A cell of a puzzle is no larger: a pen needs no more."""
SOLUTION_MM: Final = 8.0
"""Nor one of a solution, which is only looked at."""
MOST_CELLS: Final = 100
"""Rows and columns of a board that is drawn: cells of more are below two millimetres on paper."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is printed of a puzzle.

    ``board`` is drawn as it is to be solved, its title is the heading; ``solution`` is None where there is none, and
    ``caption`` says how it is, or why not. ``notes`` are the steps or moves there. ``cell_mm`` is the most for a cell
    of the board.
    """

    board: Drawing
    solution: Drawing | None
    caption: str
    notes: Sequence[str] = ()
    cell_mm: float = CELL_MM

    def drawing(self) -> Drawing:
        """Both as one drawing, the solution below its puzzle or beside it, wherever that is shorter."""
        parts = [self.board, self.solution] if self.solution else [self.board]
        below, beside = (tiled(parts, columns, title=self.board.title) for columns in (1, 2))
        return min(below, beside, key=lambda one: max(one.width, one.height))


def check_size(rows: int, cols: int) -> None:
    """Raise BadNotation for a board whose cells would be too small on paper."""
    if max(rows, cols) > MOST_CELLS:
        message = f"a board of {rows}x{cols} cells is too large to draw"
        raise BadNotation(message, hint=f"at most {MOST_CELLS}x{MOST_CELLS}, or the text without --to")


def page(sheets: Iterable[Sheet]) -> str:
    """A whole HTML page with all that it needs inside; printed, each sheet begins on a new side of paper."""
    found = list(sheets)
    title = found[0].board.title if len(found) == 1 else f"{len(found)} puzzles"
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE.read_text('utf-8')}</style>"
        f"{''.join(map(_section, found))}</html>\n"
    )


def _section(sheet: Sheet) -> str:
    height = min(PUZZLE_MM, sheet.cell_mm * _cells(sheet.board.height))
    parts = [f"<h1>{escape(sheet.board.title)}</h1>", _figure(sheet.board, height, sheet.cell_mm)]
    if sheet.solution:
        parts.append(_figure(sheet.solution, HEIGHT_MM - height, SOLUTION_MM))
    parts.append(f"<p>{escape(sheet.caption)}</p>")
    if sheet.notes:
        parts.append(f"<ol>{''.join(f'<li>{escape(note)}</li>' for note in sheet.notes)}</ol>")
    return f"<section>{''.join(parts)}</section>"


def _cells(length: float) -> float:
    """A length of a drawing in cells, its margins included."""
    return (length + 2 * MARGIN) / CELL


def _figure(drawing: Drawing, most_mm: float, cell_mm: float) -> str:
    """A drawing as high as this allows, or as wide as paper is, its cells no larger than ``cell_mm``."""
    side = min(cell_mm, most_mm / _cells(drawing.height), WIDTH_MM / _cells(drawing.width))
    width = side * _cells(drawing.width)
    return f'<div style="width:{width:.1f}mm">{drawing.svg()}</div>'
