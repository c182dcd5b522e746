"""Takes the picture of a fixture, from a page or from a file, and notes how that was done."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from autoplay.testing import expected_reading as golden
from autoplay.testing import fixtures
from autoplay.testing.expected_reading import Golden
from autoplay.testing.fixtures import Fixture, How, Outcome
from vision.errors import ReadingError

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from autoplay.browser.start import BrowserOptions
    from vision.reading import Reading

PATIENCE_S = 2.0
"""How long a board may take to appear once the site is ready."""
HINTS = "--grid FILE with the right board, --crop X,Y,W,H for a part of the picture, --puzzle, --lit or --peg"
PNG = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True, slots=True)
class Take:
    """A picture before it is kept: PNG bytes, how it was taken, and what it might be called.

    ``site`` and ``name`` are what it is filed under where nothing else is said; ``stars`` is what the page says;
    ``how`` it is to be read is said where that can't be found out.
    """

    picture: bytes
    site: str
    name: str
    origin: dict[str, object] = field(default_factory=dict)
    stars: int | None = None
    how: How = field(default_factory=How)


def take_picture(path: Path, how: How | None = None) -> Take:
    """A picture file, which is read as ``how`` says; one that is no PNG is turned into one. Raises BadImage."""
    from vision.image import encode_png, load_image

    image = load_image(path)
    data = path.read_bytes()
    picture = data if data.startswith(PNG) else encode_png(image)
    return Take(picture, "screenshots", slug(path.stem), {"file": path.name, **_when()}, how=how or How())


def take_page(
    url: str,
    options: BrowserOptions,
    prepare: Callable[[Page], object] | None = None,
    how: How | None = None,
) -> Take:
    """The window of a page once its board is in it and stands still, in the pixels of the device.

    Of a board that shows only in parts it is the parts put together, in CSS px; ``how`` it is read is as in ``Take``.
    ``prepare`` may change the page before the picture is taken. Raises BrowserNotFound, PageUnreachable,
    PageBlocked, and PageNotPlayed where the site wants no programs.
    """
    from autoplay.browser.navigation import check_passed, full_url, open_url
    from autoplay.browser.screen import Screen
    from autoplay.browser.start import open_page
    from autoplay.games import GAMES
    from autoplay.player.board_tracker import Board
    from autoplay.sites import refuse, site_for
    from vision.image import encode_png

    how = how or How()
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
        board = Board(screen, GAMES.get(how.get("puzzle", "")), how.get("lit", "any"))
        try:
            board.find(PATIENCE_S, lambda: site.make_way(page))
        except ReadingError:  # what is kept need not be readable where the golden is known
            screen.wait_until_still()
        if board.is_in_window:
            picture = page.screenshot(scale="device", animations="allow", caret="initial")
        else:
            picture = encode_png(board.picture)
        stars, window = site.stars(page), screen.size
    origin = {"url": address, "viewport": window, "scale": options.scale, **_when()}
    return Take(picture, site.name, slug(_words(address)), origin, stars, how)


def keep(take: Take, fixture: Fixture, truth: Golden | None = None, *, force: bool = False) -> Outcome:
    """Save the picture with its golden: ``truth`` where that is known, else what is read in the picture.

    The outcome says how the reading differs from the golden. Raises ReadingError where nothing can be read
    and the truth is not known, BadFixture where the fixture is there already; then nothing is written.
    """
    reading, content = _read(take, truth)
    box = {"box": reading.box} if reading else {}
    fixtures.save(fixture, take.picture, content, {**take.origin, **take.how, **box}, force=force)
    return fixtures.check(fixture)


def _read(take: Take, truth: Golden | None) -> tuple[Reading | None, Golden]:
    from autoplay.games import GAMES
    from vision import load_image, read_board

    try:
        reading = read_board(load_image(take.picture), **take.how)
        GAMES[reading.puzzle].verbs().confirm(reading, take.stars)
    except ReadingError as error:
        if truth is not None:
            return None, truth
        if "--" in error.hint:  # options of another verb
            error.hint = HINTS
        raise
    return reading, truth or golden.of_reading(reading, take.stars)


def slug(text: str) -> str:
    """A text as a file name: small letters and digits, with a dash between words."""
    return "-".join(re.findall(r"[a-z0-9]+", text.lower())) or "page"


def _words(url: str) -> str:
    """The part of an address that names one page of a site."""
    parts = urlsplit(url)
    return f"{parts.path} {parts.query}".strip("/ ") or parts.hostname or ""


def _when() -> dict[str, object]:
    return {"taken": f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}", "version": version("puzzle-autoplay")}
