"""HTML pages for sheets of paper."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Final

from autoplay.games.sheet import Sheet
from solvers.drawing import CELL, Drawing
from solvers.svg import MARGIN

STYLE: Final = Path(__file__).with_suffix(".css")
WIDTH_MM: Final = 170.0
"""Maximum width: A4 and Letter both leave that much between their margins."""
HEIGHT_MM: Final = 215.0
"""Maximum height of a puzzle and its solution together: with the text, both fit on A4 and on Letter."""
PUZZLE_MM: Final = 136.0
"""Maximum height of a puzzle; the rest is for its solution."""
SOLUTION_MM: Final = 8.0
"""Maximum size of a cell of a solution, which is only looked at."""


def page(sheets: Iterable[Sheet]) -> str:
    """Return a self-contained HTML page; in print, each sheet starts on a new page."""
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
    """Return a length of a drawing in cells, including its margins."""
    return (length + 2 * MARGIN) / CELL


def _figure(drawing: Drawing, most_mm: float, cell_mm: float) -> str:
    """Return a drawing as large as ``most_mm`` and the paper allow, its cells at most ``cell_mm``."""
    side = min(cell_mm, most_mm / _cells(drawing.height), WIDTH_MM / _cells(drawing.width))
    width = side * _cells(drawing.width)
    return f'<div style="width:{width:.1f}mm">{drawing.svg()}</div>'
