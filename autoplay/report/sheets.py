"""Results of solving as drawings: a sheet has a puzzle, its solution, and a caption.

Each game registers its own form below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import singledispatch
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from markupsafe import Markup

from autoplay.errors import BrowserNotFound, NotWritable
from autoplay.files import keep_apart, writable, write_whole
from autoplay.games.lights_out.results import LightsOutResult
from autoplay.games.peg_solitaire.results import PegSolitaireResult, PegStartsResult
from autoplay.games.results import SolveResult
from autoplay.games.star_battle.results import StarBattleResult
from autoplay.report.answers import describe_jumps, format_move
from autoplay.wording import render_page
from solvers.drawing import CELL, Drawing, tiled
from solvers.errors import BadNotation, count_of
from solvers.peg_solitaire import moves_of
from solvers.peg_solitaire.model import RISE
from solvers.svg import DRAWING_MARGIN
from vision.files.picture_note import drawing_note, with_note
from vision.reading import Mark, Reading

if TYPE_CHECKING:
    from collections.abc import Iterable

    from playwright.sync_api import Page

    from solvers.drawing import Drawing
    from vision.reading import Reading


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


SheetKind: TypeAlias = Literal["svg", "png", "pdf"]
SHEET_STYLE: Final = Path(__file__).with_name("sheet.css")
"""Style of a sheet, on which printed pages build."""
WIDTH_MM: Final = 170.0
"""Maximum width of a drawing: A4 and Letter both leave that much between margins."""
HEIGHT_MM: Final = 228.0
"""Maximum height of a drawing with its caption: that and a heading fit on A4 and on Letter."""
LETTER_MM: Final = 2.2
LINE_MM: Final = 5.5
"""Width of a letter and height of a line: rather too large, as fonts differ."""
VIEWPORT: Final = (760, 1000)
"""CSS pixels of the window: its width is enough for ``WIDTH_MM``, 643 pixels."""
SCALE: Final = 2
"""Pixels of a PNG per CSS px: 192 per inch, enough for thin lines to print sharp."""


def render_sheet(sheet: Sheet, kind: SheetKind, *, with_solution: bool) -> bytes:
    """Return a sheet as the contents of a file: the puzzle alone, or with its solution.

    An SVG has the boards only, a PNG and a PDF have the words too; a PNG also notes where the
    puzzle is, so that it can be read back. Raises BrowserNotFound for PNG and PDF.
    """
    drawing = sheet.drawing() if with_solution else sheet.board
    if kind == "svg":
        return f"{drawing.svg()}\n".encode()
    page = _describe_page(sheet, drawing, with_solution=with_solution)
    return print_as_pdf(page) if kind == "pdf" else _draw_png(page, sheet, drawing)


def print_as_pdf(page: str) -> bytes:
    """Return a page of HTML as PDF; raise BrowserNotFound, also if the browser can't write PDF."""
    from playwright.sync_api import Error as PlaywrightError

    from autoplay.browser.start import BrowserOptions, open_page

    with open_page(BrowserOptions(viewport=VIEWPORT)) as tab:
        tab.set_content(page)
        try:
            return tab.pdf(format="A4", prefer_css_page_size=True, print_background=True)
        except PlaywrightError as error:
            raise BrowserNotFound(
                f"this browser can't write PDF ({error.message.splitlines()[0]})",
                hint="AUTOPLAY_BROWSER=chromium, or SVG or HTML instead",
            ) from error


def check_output(output: Path, puzzles: Iterable[str]) -> None:
    """Check, before anything is solved, that a drawing can be written there; raise NotWritable.

    ``puzzles`` are the arguments that name what is read: none of these files may be replaced.
    """
    writable(output.parent, "--output")
    if output.is_dir():
        raise NotWritable(f"{output} is a folder", hint="--output with the name of a file")
    keep_apart([output], [Path(name) for name in puzzles if "\n" not in name], "--output")


def write_drawing(output: Path, data: bytes) -> None:
    """Write a drawing into its file, completely or not at all; raise NotWritable."""
    try:
        write_whole(output, data)
    except OSError as error:
        raise NotWritable(
            f"{output} can't be written ({error.strerror or error})", hint="--output elsewhere"
        ) from error


def count_cells(length: float) -> float:
    """Return a length of a drawing in cells, including its margins."""
    return (length + 2 * DRAWING_MARGIN) / CELL


def measure_text(text: str, width_mm: float) -> float:
    """Return the height of a paragraph on paper, in millimetres, with the gap below it."""
    return LINE_MM * (ceil(len(text) * LETTER_MM / width_mm) + 1)


def _describe_page(sheet: Sheet, drawing: Drawing, *, with_solution: bool) -> str:
    """Return a page of HTML with the drawing; the words are about the solution."""
    caption = sheet.caption if with_solution else ""
    height_mm = HEIGHT_MM - measure_text(caption, WIDTH_MM)
    cell_mm = min(
        sheet.cell_mm,
        WIDTH_MM / count_cells(drawing.width),
        height_mm / count_cells(drawing.height),
    )
    return render_page(
        "autoplay.report",
        "sheet.html",
        title=sheet.board.title,
        style=Markup(SHEET_STYLE.read_text("utf-8")),
        width_mm=cell_mm * count_cells(drawing.width),
        drawing=Markup(drawing.svg()),
        caption=caption,
        notes=sheet.notes if with_solution else (),
    )


def _draw_png(page: str, sheet: Sheet, drawing: Drawing) -> bytes:
    from autoplay.browser.start import BrowserOptions, open_page

    with open_page(BrowserOptions(viewport=VIEWPORT, scale=SCALE)) as tab:
        tab.set_content(page)
        reading = _locate_reading(tab, sheet, drawing)
        picture = tab.locator("section").screenshot()
    return with_note(picture, drawing_note([reading] if reading else []))


def _locate_reading(tab: Page, sheet: Sheet, drawing: Drawing) -> Reading | None:
    """Return the reading of a sheet in pixels of its screenshot, None if there is none.

    The puzzle is in the upper left corner of the drawing, with its solution or without.
    """
    section = tab.locator("section").bounding_box()
    box = tab.locator("svg").bounding_box()
    if not (sheet.reading and section and box):
        return None
    unit = SCALE * box["width"] / (drawing.width + 2 * DRAWING_MARGIN)
    left = SCALE * (box["x"] - section["x"])
    top = SCALE * (box["y"] - section["y"])
    return sheet.reading.scale_by(unit).move_by(
        left + DRAWING_MARGIN * unit, top + DRAWING_MARGIN * unit
    )
