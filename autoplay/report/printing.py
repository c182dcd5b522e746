"""Sheets as files: SVG and HTML as they are, PNG and PDF by the browser."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

from autoplay.errors import BrowserNotFound, NotWritable
from autoplay.files import keep_apart, writable, write_whole
from solvers.errors import BadNotation

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from autoplay.games.sheet import Sheet

Kind: TypeAlias = Literal["svg", "png", "pdf", "html"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
BINARY: Final = frozenset({"png", "pdf"})
"""Those that the browser makes, and that a terminal can't show."""
STDOUT: Final = "-"
SCALE: Final = 2
"""Pixels of a PNG to a CSS px: 192 to the inch, at which thin lines print sharp."""


def kind_of(to: str | None, output: str | None) -> Kind | None:
    """Return the kind of drawing in ``--to``, else that of the ending of ``--output``; None for neither."""
    name = to or (Path(output).suffix.lower().removeprefix(".") if output else "")
    return name if name in KINDS else None


def check(kind: Kind, output: str | None, puzzles: Iterable[str], *, as_json: bool) -> None:
    """Raise BadNotation or NotWritable for what can't be drawn there, before anything is solved."""
    if output in (None, STDOUT):
        if as_json:
            raise BadNotation("--json and the drawing would both go to stdout", hint="--output FILE for the drawing")
        if kind in BINARY and sys.stdout.isatty():
            raise BadNotation(f"{kind} is nothing for a terminal to show", hint=f"--output FILE.{kind}")
        return
    path = Path(output or "")
    if (ending := kind_of(None, output)) not in (None, kind):
        raise BadNotation(f"{output} ends in .{ending}, and {kind} is asked for", hint=f"--output FILE.{kind}")
    writable(path.parent, "--output")
    if path.is_dir():
        raise NotWritable(f"{output} is a folder", hint=f"--output {path / f'FILE.{kind}'}")
    keep_apart([path], (Path(name) for name in puzzles if "\n" not in name), "--output")


def check_number(kind: Kind, puzzles: int | None) -> None:
    """Raise BadNotation or BrowserNotFound if so many puzzles, None for nobody knows, can't be drawn once solved."""
    from autoplay.browser.start import BrowserOptions, open_page

    _check_one(kind, puzzles or 1)
    if kind in BINARY and puzzles != 1:  # one is soon solved: then it is found out by drawing
        with open_page(BrowserOptions()):
            pass


def _check_one(kind: Kind, puzzles: int) -> None:
    if kind in ("svg", "png") and puzzles > 1:
        raise BadNotation(f"{puzzles} puzzles, and {kind} holds one", hint="--to pdf or html: a page for each")


def write(sheets: Sequence[Sheet], kind: Kind, output: str) -> None:
    """Write sheets into a file, whole or not at all, or to stdout for "-".

    Raises BadNotation for several sheets where a file holds one, NotWritable, and BrowserNotFound for PNG and PDF.
    """
    _check_one(kind, len(sheets))
    data = _rendered(sheets, kind) if kind in BINARY else _text(sheets, kind).encode()
    if output == STDOUT:
        sys.stdout.buffer.write(data)
        return
    try:
        write_whole(Path(output), data)
    except OSError as error:
        message = f"{output} can't be written ({error.strerror or error})"
        raise NotWritable(message, hint="--output elsewhere") from error


def _text(sheets: Sequence[Sheet], kind: Kind) -> str:
    from autoplay.report.sheets import page

    return page(sheets) if kind == "html" else sheets[0].drawing().svg() + "\n"


def _rendered(sheets: Sequence[Sheet], kind: Kind) -> bytes:
    from autoplay.browser.start import BrowserOptions, open_page
    from autoplay.report.sheets import page

    with open_page(BrowserOptions(viewport=(760, 1000), scale=SCALE)) as tab:
        tab.set_content(page(sheets))
        return _pdf(tab) if kind == "pdf" else tab.locator("section").screenshot()


def _pdf(tab: Page) -> bytes:
    from playwright.sync_api import Error as PlaywrightError

    try:
        return tab.pdf(format="A4", prefer_css_page_size=True, print_background=True)
    except PlaywrightError as error:
        what = f"this browser writes no PDF ({error.message.splitlines()[0]})"
        raise BrowserNotFound(what, hint="AUTOPLAY_BROWSER=chromium, or --to html, and print that") from error
