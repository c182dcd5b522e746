"""HTML pages for sheets of paper."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from markupsafe import Markup

from autoplay import html
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
"""Maximum size of a cell of a solution, which nobody writes in."""


class SizedDrawing(NamedTuple):
    """SVG of a drawing and its width on paper."""

    svg: Markup
    width_mm: float


def page(sheets: Iterable[Sheet]) -> str:
    """Return a self-contained HTML page; in print, each sheet starts on a new page."""
    found = list(sheets)
    return html.render(
        "autoplay.report",
        "sheets.html",
        title=found[0].board.title if len(found) == 1 else f"{len(found)} puzzles",
        style=Markup(STYLE.read_text("utf-8")),
        sheets=[(sheet, _drawings(sheet)) for sheet in found],
    )


def _drawings(sheet: Sheet) -> list[SizedDrawing]:
    """Return the puzzle and, if there is one, its solution, sized so that both fit on a page."""
    height = min(PUZZLE_MM, sheet.cell_mm * _cells(sheet.board.height))
    drawings = [_sized(sheet.board, height, sheet.cell_mm)]
    if sheet.solution:
        drawings.append(_sized(sheet.solution, HEIGHT_MM - height, SOLUTION_MM))
    return drawings


def _cells(length: float) -> float:
    """Return a length of a drawing in cells, including its margins."""
    return (length + 2 * MARGIN) / CELL


def _sized(drawing: Drawing, most_mm: float, cell_mm: float) -> SizedDrawing:
    """Return a drawing as large as ``most_mm`` and the paper allow, its cells at most ``cell_mm``."""
    side = min(cell_mm, most_mm / _cells(drawing.height), WIDTH_MM / _cells(drawing.width))
    return SizedDrawing(Markup(drawing.svg()), side * _cells(drawing.width))
