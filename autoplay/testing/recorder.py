"""Recording of fixtures: pictures from pages or files, with their origins."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Page

from autoplay.browser.navigation import check_passed, full_url, open_url
from autoplay.browser.screen import Screen
from autoplay.browser.start import BrowserOptions, open_page
from autoplay.games import GAMES
from autoplay.games.requests import AUTO
from autoplay.player.board_tracker import BoardTracker
from autoplay.sites import refuse, site_for
from autoplay.testing import expected_reading, fixtures
from autoplay.testing.expected_reading import ExpectedReading
from autoplay.testing.fixtures import CheckOutcome, Fixture, ReadOptions
from vision import PictureNote, load_image, load_picture, read_board
from vision.errors import ReadingError
from vision.image import encode_png
from vision.picture_note import with_note
from vision.png_chunks import SIGNATURE
from vision.reading import Reading

PATIENCE_S = 2.0
"""Seconds that a board may take to appear once the site is ready."""
HINTS = "--grid FILE with the right board, --crop X,Y,W,H for a part of the picture, --puzzle, --lit or --peg"


@dataclass(frozen=True, slots=True)
class TakenPicture:
    """Picture that is not saved yet: PNG bytes, origin, and default folder and name.

    ``site`` and ``name`` are the default folder and file name, ``stars`` the number of stars according to the page, and
    ``how`` the options that reading it needs.
    """

    picture: bytes
    site: str
    name: str
    origin: dict[str, object] = field(default_factory=dict)
    stars: int | None = None
    how: ReadOptions = field(default_factory=ReadOptions)


def take_picture(path: Path, how: ReadOptions | None = None) -> TakenPicture:
    """Take a picture file, converted to PNG if necessary; ``how`` as in TakenPicture. Raises BadImage.

    If ``how`` does not name the puzzle, the note of a picture that the program wrote does.
    """
    loaded = load_picture(path)
    data = path.read_bytes()
    picture = data if data.startswith(SIGNATURE) else encode_png(loaded.pixels)
    how = how or ReadOptions()
    if "puzzle" not in how and loaded.note and loaded.note.puzzle in GAMES:
        noted = ReadOptions(puzzle=loaded.note.puzzle)
        if loaded.note.lit != AUTO:
            noted["lit"] = loaded.note.lit
        how = {**noted, **how}
    return TakenPicture(picture, "screenshots", slug(path.stem), {"file": path.name, **_when()}, how=how)


def take_page(
    url: str,
    options: BrowserOptions,
    prepare: Callable[[Page], object] | None = None,
    how: ReadOptions | None = None,
) -> TakenPicture:
    """Take the window of a page, in device pixels, once its board is visible and doesn't move.

    A board that is never visible as a whole is stitched from parts, in CSS px. ``prepare`` may change the page before
    the picture is taken; ``how`` as in TakenPicture. Raises BrowserNotFound, PageUnreachable, PageBlocked, and
    PageNotPlayed if the site does not allow programs.
    """
    how = how or ReadOptions()
    address = full_url(url)
    refuse(address)
    with open_page(options) as page:
        response = open_url(page, address)
        site = site_for(page)
        site.ready(page)
        site.make_way(page)
        check_passed(page, response)
        if prepare:
            prepare(page)
        screen = Screen(page)
        board = BoardTracker(screen, GAMES.get(how.get("puzzle", "")), how.get("lit", "any"))
        try:
            board.find(PATIENCE_S, lambda: site.make_way(page))
        except ReadingError:  # with a given expected reading, the picture need not be readable
            screen.wait_until_still()
        if board.is_in_window:
            picture = page.screenshot(scale="device", animations="allow", caret="initial")
        else:
            picture = encode_png(board.picture)
        stars, window = site.stars(page), screen.size
    origin = {"url": address, "viewport": window, "scale": options.scale, **_when()}
    return TakenPicture(picture, site.name, slug(_words(address)), origin, stars, how)


def keep(
    take: TakenPicture, fixture: Fixture, truth: ExpectedReading | None = None, *, force: bool = False
) -> CheckOutcome:
    """Save the picture with its expected reading: ``truth`` if given, otherwise what is read from the picture.

    The picture gets a note of the puzzle.

    Returns the outcome of checking the new fixture. Raises ReadingError if nothing can be read and no truth is given,
    BadFixture if the fixture exists already; then nothing is written.
    """
    reading, content = _read(take, truth)
    box = {"box": reading.box} if reading else {}
    puzzle = take.how.get("puzzle") or (reading.puzzle if reading else "")
    note = PictureNote(puzzle, lit=take.how.get("lit", AUTO)) if puzzle else None
    fixtures.save(fixture, with_note(take.picture, note), content, {**take.origin, **take.how, **box}, force=force)
    return fixtures.check(fixture)


def _read(take: TakenPicture, truth: ExpectedReading | None) -> tuple[Reading | None, ExpectedReading]:
    try:
        reading = read_board(load_image(take.picture), **take.how)
        GAMES[reading.puzzle].reader.check_solution(reading, take.stars)
    except ReadingError as error:
        if truth is not None:
            return None, truth
        if "--" in error.hint:  # it names options of another command
            error.hint = HINTS
        raise
    return reading, truth or expected_reading.of_reading(reading, take.stars)


def slug(text: str) -> str:
    """Return the text as a file name: lower-case letters and digits, with dashes between words."""
    return "-".join(re.findall(r"[a-z0-9]+", text.lower())) or "page"


def _words(url: str) -> str:
    """Return the part of an address that identifies a page of the site."""
    parts = urlsplit(url)
    return f"{parts.path} {parts.query}".strip("/ ") or parts.hostname or ""


def _when() -> dict[str, object]:
    return {"taken": f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}", "version": version("puzzle-autoplay")}
