"""HTML pages for print: one or several puzzles each, with their solutions below them or at the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import ceil
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

from markupsafe import Markup

from autoplay.report.drawings import Sheet
from autoplay.wording import render_page
from solvers.drawing import CELL, Drawing
from solvers.svg import MARGIN

Answers: TypeAlias = Literal["end", "same", "none"]
"""Place of the solutions: on pages at the end, on the page of the puzzle, or nowhere."""

STYLE: Final = Path(__file__).with_suffix(".css")
WIDTH_MM: Final = 170.0
"""Maximum width: A4 and Letter both leave that much between their margins."""
HEIGHT_MM: Final = 228.0
"""Maximum height of everything on a page but its heading: that fits on A4 and on Letter."""
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
LETTER_MM, LINE_MM = 2.2, 5.5
"""Width of a letter and height of a line: rather too large, as fonts differ."""


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


def page(sheets: Iterable[Sheet], answers: Answers = "same", per_page: int = 1) -> str:
    """Return a self-contained HTML page, with ``per_page`` puzzles on each page of paper."""
    found = list(sheets)
    if answers == "same":
        pages = [PaperPage([_both(sheet, heading)]) for sheet, heading in _headed(found)]
    else:
        pages = [*_puzzles(found, per_page), *(_solutions(found) if answers == "end" else ())]
    return render_page(
        "autoplay.report",
        "sheets.html",
        title=found[0].board.title if len(found) == 1 else f"{len(found)} puzzles",
        style=Markup(STYLE.read_text("utf-8")),
        pages=pages,
    )


def _headed(sheets: Sequence[Sheet]) -> Iterator[tuple[Sheet, str]]:
    """Yield each sheet with its heading, which is numbered if there are several."""
    for number, sheet in enumerate(sheets, 1):
        yield sheet, f"{number}. {sheet.board.title}" if len(sheets) > 1 else sheet.board.title


def _both(sheet: Sheet, heading: str) -> Item:
    """Return a puzzle with its solution below, sized so that both fit on a page."""
    height = HEIGHT_MM - _text_mm(sheet.caption, WIDTH_MM)
    board = min(PUZZLE_SHARE * height, sheet.cell_mm * _cells(sheet.board.height))
    drawings = [_sized(sheet.board, Box(1, WIDTH_MM, board), sheet.cell_mm)]
    if sheet.solution:
        drawings.append(_sized(sheet.solution, Box(1, WIDTH_MM, height - board - GAP_MM), SOLUTION_MM))
    return Item(heading, drawings, sheet.caption, sheet.notes)


def _puzzles(sheets: Sequence[Sheet], per_page: int) -> Iterator[PaperPage]:
    box = _box(per_page)
    headed = list(_headed(sheets))
    for start in range(0, len(headed), per_page):
        items = [
            Item(heading, [_sized(sheet.board, _without(box, heading), sheet.cell_mm)])
            for sheet, heading in headed[start : start + per_page]
        ]
        yield PaperPage(items, box.columns)


def _solutions(sheets: Sequence[Sheet]) -> Iterator[PaperPage]:
    """Yield the pages of the solutions: small ones together, large ones and those with notes alone."""
    numbered = [
        (sheet, f"Solution {number}" if len(sheets) > 1 else "Solution") for number, sheet in enumerate(sheets, 1)
    ]
    small = _box(MOST_SOLUTIONS)
    for is_small, group in groupby(numbered, lambda pair: _is_small(pair[0], small)):
        shown = list(group)
        most = min(MOST_SOLUTIONS, len(shown)) if is_small else 1
        box = _box(most)
        for start in range(0, len(shown), most):
            yield PaperPage([_solution(*pair, box) for pair in shown[start : start + most]], box.columns)


def _solution(sheet: Sheet, heading: str, box: Box) -> Item:
    drawings = [_sized(sheet.solution, _without(box, heading, sheet.caption), SOLUTION_MM)] if sheet.solution else []
    return Item(heading, drawings, sheet.caption, sheet.notes)


def _is_small(sheet: Sheet, box: Box) -> bool:
    """Return True if a solution without notes is legible in a box."""
    if sheet.notes or not sheet.solution:
        return not sheet.notes
    return _cell_mm(sheet.solution, _without(box, sheet.caption)) >= LEGIBLE_MM


def _box(number: int) -> Box:
    """Return the arrangement of a number of items on a page that leaves each the largest square."""

    def arranged(columns: int) -> Box:
        rows = ceil(number / columns)
        return Box(columns, *((mm + GAP_MM) / parts - GAP_MM for mm, parts in ((WIDTH_MM, columns), (HEIGHT_MM, rows))))

    return max(map(arranged, range(1, number + 1)), key=lambda box: min(box.width_mm, box.height_mm))


def _without(box: Box, *texts: str) -> Box:
    """Return what a box leaves for a drawing above or below texts; the heading of a single item has its own room."""
    words = sum(_text_mm(text, box.width_mm) for text in texts)
    return box._replace(height_mm=max(box.height_mm / 3, box.height_mm - words))


def _text_mm(text: str, width_mm: float) -> float:
    """Return the height of a paragraph on paper."""
    return LINE_MM * (ceil(len(text) * LETTER_MM / width_mm) + 1)


def _cells(length: float) -> float:
    """Return a length of a drawing in cells, including its margins."""
    return (length + 2 * MARGIN) / CELL


def _cell_mm(drawing: Drawing, box: Box) -> float:
    """Return the largest side of a cell with which a drawing fits into a box."""
    return min(box.height_mm / _cells(drawing.height), box.width_mm / _cells(drawing.width))


def _sized(drawing: Drawing, box: Box, most_cell_mm: float) -> SizedDrawing:
    """Return a drawing as large as the box allows, its cells at most ``most_cell_mm``."""
    side = min(most_cell_mm, _cell_mm(drawing, box))
    return SizedDrawing(Markup(drawing.svg()), side * _cells(drawing.width))
