"""Sheets as files: SVG and HTML directly, PNG and PDF with the browser."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias, get_args

from autoplay.errors import BrowserNotFound, NotWritable
from autoplay.files import keep_apart, writable, write_whole
from solvers.errors import BadNotation
from solvers.svg import MARGIN
from vision.picture_note import drawing_note, with_note

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from autoplay.report.drawings import Sheet
    from autoplay.report.sheets import Answers
    from vision.reading import Reading

Kind: TypeAlias = Literal["svg", "png", "pdf", "html"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
BINARY: Final = frozenset({"png", "pdf"})
"""Kinds that the browser makes, and that a terminal can't show."""
DOCUMENTS: Final = frozenset({"pdf", "html"})
"""Kinds with pages, for any number of puzzles; the others are one picture."""
STDOUT: Final = "-"
SCALE: Final = 2
"""Pixels of a PNG per CSS px: 192 per inch, enough for thin lines to print sharp."""


def kind_of(to: str | None, output: str | None) -> Kind | None:
    """Return the kind of drawing given by ``--to``, else by the extension of ``--output``; None if by neither."""
    name = to or (Path(output).suffix.lower().removeprefix(".") if output else "")
    return name if name in KINDS else None


def check(kind: Kind, output: str | None, puzzles: Iterable[str], *, as_json: bool) -> None:
    """Check, before anything is solved, that the drawing can be written there. Raises BadNotation, NotWritable."""
    if output in (None, STDOUT):
        if as_json:
            raise BadNotation("--json and the drawing would both go to stdout", hint="--output FILE for the drawing")
        if kind in BINARY and sys.stdout.isatty():
            raise BadNotation(f"a terminal can't show {kind}", hint=f"--output FILE.{kind}")
        return
    path = Path(output or "")
    if (ending := kind_of(None, output)) not in (None, kind):
        raise BadNotation(f"{output} ends in .{ending}, but {kind} was requested", hint=f"--output FILE.{kind}")
    writable(path.parent, "--output")
    if path.is_dir():
        raise NotWritable(f"{output} is a folder", hint=f"--output {path / f'FILE.{kind}'}")
    keep_apart([path], (Path(name) for name in puzzles if "\n" not in name), "--output")


class PageLayout(NamedTuple):
    """Place of the solutions, and number of puzzles on a page."""

    answers: Answers
    per_page: int = 1


def layout_of(kind: Kind, answers: Answers | None, per_page: int | None) -> PageLayout:
    """Return the requested layout: by default, solutions follow all puzzles, or are in the one picture there is.

    Raises BadNotation if it does not fit the kind of drawing.
    """
    is_picture = kind not in DOCUMENTS
    if is_picture and (answers == "end" or per_page):
        raise BadNotation(f"{kind} has no pages", hint="--to pdf or html, or leave out --per-page and --answers end")
    if answers == "same" and per_page:
        raise BadNotation("with --answers same, a page holds one puzzle", hint="--answers end or none")
    return PageLayout(answers or ("same" if is_picture else "end"), per_page or 1)


def check_number(kind: Kind, puzzles: int | None) -> None:
    """Raise BadNotation or BrowserNotFound if this number of puzzles can't be drawn; None means unknown."""
    from autoplay.browser.start import BrowserOptions, open_page

    _check_one(kind, puzzles or 1)
    if kind in BINARY and puzzles != 1:  # a single puzzle is solved quickly, so drawing it can report the error
        with open_page(BrowserOptions()):
            pass


def _check_one(kind: Kind, puzzles: int) -> None:
    if kind not in DOCUMENTS and puzzles > 1:
        raise BadNotation(f"{kind} holds one puzzle, not {puzzles}", hint="--to pdf or html, with pages for each")


def write(sheets: Sequence[Sheet], kind: Kind, output: str, layout: PageLayout) -> None:
    """Write sheets into a file, completely or not at all, or to stdout for "-".

    Raises BadNotation for several sheets if a file can hold only one, NotWritable, and BrowserNotFound for PNG and PDF.
    """
    _check_one(kind, len(sheets))
    data = rendered(sheets, kind, layout)
    if output == STDOUT:
        sys.stdout.buffer.write(data)
        return
    try:
        write_whole(Path(output), data)
    except OSError as error:
        message = f"{output} can't be written ({error.strerror or error})"
        raise NotWritable(message, hint="--output elsewhere") from error


def rendered(sheets: Sequence[Sheet], kind: Kind, layout: PageLayout) -> bytes:
    """Return sheets as the contents of a file; raise BrowserNotFound for PNG and PDF."""
    return _drawn_by_browser(sheets, kind, layout) if kind in BINARY else _text(sheets, kind, layout).encode()


def _text(sheets: Sequence[Sheet], kind: Kind, layout: PageLayout) -> str:
    from autoplay.report.sheets import page

    if kind == "html":
        return page(sheets, *layout)
    drawing = sheets[0].board if layout.answers == "none" else sheets[0].drawing()
    return drawing.svg() + "\n"


def _drawn_by_browser(sheets: Sequence[Sheet], kind: Kind, layout: PageLayout) -> bytes:
    from autoplay.browser.start import BrowserOptions, open_page
    from autoplay.report.sheets import page

    with open_page(BrowserOptions(viewport=(760, 1000), scale=SCALE)) as tab:
        tab.set_content(page(sheets, *layout))
        if kind == "pdf":
            return _pdf(tab)
        reading = _reading_on(tab, sheets[0])
        return with_note(tab.locator("section").screenshot(), drawing_note([reading] if reading else []))


def _reading_on(tab: Page, sheet: Sheet) -> Reading | None:
    """Return the reading of a sheet in pixels of its screenshot, None if there is none."""
    section, board = tab.locator("section").bounding_box(), tab.locator("section svg").first.bounding_box()
    if not (sheet.reading and section and board):
        return None
    unit = SCALE * board["width"] / (sheet.board.width + 2 * MARGIN)
    left, top = (SCALE * (board[side] - section[side]) for side in ("x", "y"))
    return sheet.reading.scaled(unit).moved(left + MARGIN * unit, top + MARGIN * unit)


def _pdf(tab: Page) -> bytes:
    from playwright.sync_api import Error as PlaywrightError

    try:
        return tab.pdf(format="A4", prefer_css_page_size=True, print_background=True)
    except PlaywrightError as error:
        what = f"this browser can't write PDF ({error.message.splitlines()[0]})"
        raise BrowserNotFound(what, hint="AUTOPLAY_BROWSER=chromium, or --to html and print that page") from error
