"""HTML pages for print: puzzles, with their solutions below them or at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import ceil
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

from markupsafe import Markup

from autoplay.report.sheets import (
    HEIGHT_MM,
    SHEET_STYLE,
    WIDTH_MM,
    Sheet,
    count_cells,
    measure_text,
)
from autoplay.wording import render_page
from solvers.drawing import Drawing

Answers: TypeAlias = Literal["end", "same", "none"]
"""Place of the solutions: on pages at the end, on the page of the puzzle, or nowhere."""

STYLE: Final = Path(__file__).with_suffix(".css")
PUZZLE_SHARE: Final = 0.63
"""Share of the height that a puzzle gets if its solution is below it."""
SOLUTION_MM: Final = 8.0
"""Maximum size of a cell of a solution, which nobody writes in."""
LEGIBLE_MM: Final = 3.0
"""Minimum size of a cell of a solution that shares its page with others."""
MOST_SOLUTIONS: Final = 6
"""Maximum number of solutions on a page."""
GAP_MM: Final = 8.0
"""Distance between puzzles on a page."""


class SizedDrawing(NamedTuple):
    """SVG of a drawing and its width on paper."""

    svg: Markup
    width_mm: float


class Item(NamedTuple):
    """Puzzle, solution, or both below each other, with their words."""

    heading: str
    drawings: Sequence[SizedDrawing]
    caption: str = ""
    notes: Sequence[str] = ()


class PaperPage(NamedTuple):
    """Items on a page, row by row; only a single one may need more pages, for its notes."""

    items: Sequence[Item]
    columns: int = 1


class Box(NamedTuple):
    """Number of columns on a page, and the size of an item."""

    columns: int
    width_mm: float
    height_mm: float


def draw_pages(sheets: Sequence[Sheet], answers: Answers = "same", per_page: int = 1) -> str:
    """Return a self-contained HTML page, with ``per_page`` puzzles on each page of paper."""
    pages: list[PaperPage] = []
    if answers == "same":
        pages += _lay_out_pairs(sheets)
    else:
        pages += _lay_out_puzzles(sheets, per_page)
    if answers == "end":
        pages += _lay_out_solutions(sheets)
    style = SHEET_STYLE.read_text("utf-8") + STYLE.read_text("utf-8")
    return render_page(
        "autoplay.extras.printing",
        "sheets.html",
        title=sheets[0].board.title if len(sheets) == 1 else f"{len(sheets)} puzzles",
        style=Markup(style),
        pages=pages,
    )


def _name_puzzle(sheets: Sequence[Sheet], number: int) -> str:
    """Return the heading of a puzzle, which is numbered from 1 if there are several."""
    title = sheets[number - 1].board.title
    return f"{number}. {title}" if len(sheets) > 1 else title


def _lay_out_pairs(sheets: Sequence[Sheet]) -> Iterator[PaperPage]:
    """Yield a page for each puzzle with its solution below, sized so that both fit on it."""
    for number, sheet in enumerate(sheets, 1):
        height = HEIGHT_MM - measure_text(sheet.caption, WIDTH_MM)
        board = min(PUZZLE_SHARE * height, sheet.cell_mm * count_cells(sheet.board.height))
        drawings = [_fit_drawing(sheet.board, Box(1, WIDTH_MM, board), sheet.cell_mm)]
        if sheet.solution:
            rest = Box(1, WIDTH_MM, height - board - GAP_MM)
            drawings.append(_fit_drawing(sheet.solution, rest, SOLUTION_MM))
        heading = _name_puzzle(sheets, number)
        yield PaperPage([Item(heading, drawings, sheet.caption, sheet.notes)])


def _lay_out_puzzles(sheets: Sequence[Sheet], per_page: int) -> Iterator[PaperPage]:
    """Yield the pages of the puzzles alone."""
    box = _divide_page(per_page)
    for start in range(0, len(sheets), per_page):
        items = []
        for number, sheet in enumerate(sheets[start : start + per_page], start + 1):
            heading = _name_puzzle(sheets, number)
            drawing = _fit_drawing(sheet.board, _leave_room(box, [heading]), sheet.cell_mm)
            items.append(Item(heading, [drawing]))
        yield PaperPage(items, box.columns)


def _lay_out_solutions(sheets: Sequence[Sheet]) -> Iterator[PaperPage]:
    """Yield the pages of solutions: small ones together, large ones and those with notes alone."""
    small = _divide_page(MOST_SOLUTIONS)
    numbers = range(1, len(sheets) + 1)
    for is_small, group in groupby(numbers, lambda number: _is_small(sheets[number - 1], small)):
        found = list(group)
        most = min(MOST_SOLUTIONS, len(found)) if is_small else 1
        box = _divide_page(most)
        for start in range(0, len(found), most):
            items = []
            for number in found[start : start + most]:
                heading = f"Solution {number}" if len(sheets) > 1 else "Solution"
                items.append(_lay_out_solution(sheets[number - 1], heading, box))
            yield PaperPage(items, box.columns)


def _lay_out_solution(sheet: Sheet, heading: str, box: Box) -> Item:
    drawings = []
    if sheet.solution:
        room = _leave_room(box, [heading, sheet.caption])
        drawings.append(_fit_drawing(sheet.solution, room, SOLUTION_MM))
    return Item(heading, drawings, sheet.caption, sheet.notes)


def _is_small(sheet: Sheet, box: Box) -> bool:
    """Return True if a solution without notes is legible in a box."""
    if sheet.notes:
        return False
    if not sheet.solution:
        return True
    return _measure_cell(sheet.solution, _leave_room(box, [sheet.caption])) >= LEGIBLE_MM


def _divide_page(number: int) -> Box:
    """Return the arrangement of a number of items on a page that leaves each the largest square."""
    boxes = []
    for columns in range(1, number + 1):
        width_mm = (WIDTH_MM + GAP_MM) / columns - GAP_MM
        height_mm = (HEIGHT_MM + GAP_MM) / ceil(number / columns) - GAP_MM
        boxes.append(Box(columns, width_mm, height_mm))
    return max(boxes, key=lambda box: min(box.width_mm, box.height_mm))


def _leave_room(box: Box, texts: Sequence[str]) -> Box:
    """Return what a box leaves for a drawing beside texts: at least a third of its height."""
    words = sum(measure_text(text, box.width_mm) for text in texts)
    return box._replace(height_mm=max(box.height_mm / 3, box.height_mm - words))


def _measure_cell(drawing: Drawing, box: Box) -> float:
    """Return the largest side of a cell, in millimetres, with which a drawing fits into a box."""
    return min(
        box.height_mm / count_cells(drawing.height),
        box.width_mm / count_cells(drawing.width),
    )


def _fit_drawing(drawing: Drawing, box: Box, most_cell_mm: float) -> SizedDrawing:
    """Return a drawing as large as the box allows, its cells at most ``most_cell_mm``."""
    side = min(most_cell_mm, _measure_cell(drawing, box))
    return SizedDrawing(Markup(drawing.svg()), side * count_cells(drawing.width))
