"""One sheet, a puzzle with its solution, as a file: SVG as it is, PNG and PDF by the browser."""

from __future__ import annotations

from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from markupsafe import Markup

from autoplay.errors import BrowserNotFound, NotWritable
from autoplay.files import keep_apart, writable, write_whole
from autoplay.wording import render_page
from solvers.drawing import CELL
from solvers.svg import DRAWING_MARGIN
from vision.files.picture_note import drawing_note, with_note

if TYPE_CHECKING:
    from collections.abc import Iterable

    from playwright.sync_api import Page

    from autoplay.report.drawings import Sheet
    from solvers.drawing import Drawing
    from vision.reading import Reading

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
