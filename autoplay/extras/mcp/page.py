"""The one page of the server: opened by address or taken up as a tab, looked at, and pressed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from itertools import chain
from pathlib import Path
from time import sleep
from typing import Final, NamedTuple

from playwright.sync_api import Page

from autoplay.answers.look_at_page import open_page_to_look
from autoplay.browser.addresses import is_same_address
from autoplay.browser.navigation import check_passed, full_url, page_errors
from autoplay.browser.screen import Screen
from autoplay.browser.start import BrowserOptions, close_page
from autoplay.browser.time_limit import limit_of
from autoplay.cli.play_options import INTERVAL_S
from autoplay.errors import BadBrowserOption, ClickNotConfirmed, PageUnreachable, PageUnresponsive
from autoplay.games import AUTO, GAMES
from autoplay.player.board_geometry import is_same_place
from autoplay.player.board_tracker import BoardTracker
from autoplay.player.page_monitor import PageMonitor
from autoplay.player.play_request import PlayRequest
from autoplay.player.presser import Presser
from autoplay.player.timing import PATIENCE_S
from autoplay.run import HostRateLimiter
from autoplay.sites import refuse, site_for
from autoplay.sites.page_watch import quote
from solvers.cells import Cell
from solvers.errors import AutoplayError, count_of
from vision import Reading
from vision.errors import BoardCutOff, BoardNotFound, ReadingError
from vision.image import Image

AGAIN: Final = "read_board again"
PAGE_S: Final = 90.0
"""Time after which a page that does not respond is given up with its browser."""
SAYS_S: Final = 1.0
"""Time for a page to say something after the last press: most do within a second."""
ADDRESS: Final = "tab with an address; or start autoplay mcp --cdp URL to see tabs of a browser"
VISIBLE: Final = (
    "bring the whole board into the window, with nothing over it; or read_board of a screenshot"
)


class StaleCapture(AutoplayError, code="stale-capture", exit_status=5):
    """The board is not where or as it was when it was captured, or the capture is not kept."""


class Sight(NamedTuple):
    """Look at a page: the board in its picture, and the stars per row that the page states.

    ``shift`` (x, y) is taken away from a place in the picture to get that in the window, in CSS px.
    """

    url: str
    picture: Image
    reading: Reading
    stars: int | None
    shift: tuple[float, float]


class Pressed(NamedTuple):
    """Outcome of presses: how many cells were pressed, and what the page newly says.

    ``lost`` says why the board can't be seen any more, "" if it can.
    """

    number: int
    says: str
    lost: str


class PuzzlePage:
    """Page with a puzzle, at most one at a time; all calls come from one thread.

    ``visit`` is the number of the last search for a board, or that of having left the page.
    """

    def __init__(self, browser: BrowserOptions) -> None:
        self.visit = 0
        self._browser = browser
        self._limiter = HostRateLimiter(INTERVAL_S)
        self._open = ExitStack()
        self._page: Page | None = None
        self._tab = ""
        self._board: BoardTracker

    def look(self, tab: str, puzzle: str, lit: str) -> Sight:
        """Return the board of the page that ``tab`` names, or of the open one if it is empty.

        Nothing is pressed, not even a consent box. Raises PageNotPlayed, PageBlocked,
        PageUnreachable, PageUnresponsive, BadBrowserOption, ReadingError.
        """
        page = self._turn_to(tab)
        with self._guard_page(page):
            refuse(page.url)
            game = None if puzzle == AUTO else GAMES[puzzle]
            self._board = BoardTracker(Screen(page), game, lit)
            self.visit += 1
            try:
                self._board.find(PATIENCE_S, lambda: False)
            except ReadingError as error:
                check_passed(page)
                if isinstance(error, BoardNotFound | BoardCutOff):
                    error.hint = VISIBLE
                raise
            return self._see_board(page)

    def press(
        self, cells: Sequence[Cell], before: Reading, is_over: Callable[[], bool]
    ) -> tuple[Pressed, Sight | None]:
        """Press cells in their order, each checked first, until all are or time ``is_over``.

        Returns also the board after that, None if it can't be seen any more. Raises StaleCapture
        before any press if the board is not as ``before``; the same as `look`; ClickNotConfirmed.
        """
        page = self._page
        assert page
        with self._guard_page(page):
            refuse(page.url)
            check_unchanged(self._board, before)
            site = site_for(page)
            monitor = PageMonitor(page, site, PlayRequest(page.url, Path()))
            with monitor.watching():
                pressed = press_cells(Presser(self._board, monitor), cells, is_over)
                result = monitor.await_result(SAYS_S)
                said = list(chain(monitor.watch.dialogs, site.new_text(monitor.watch)))
            pressed = pressed._replace(says=result.message if result else quote(said))
            return pressed, None if pressed.lost else self._see_board(page)

    def close(self) -> None:
        """Leave the page: a tab stays open, a page of our own is closed with its browser."""
        self._page = None
        self.visit += 1
        with suppress(AutoplayError):  # of a browser that went away
            self._open.close()

    def _see_board(self, page: Page) -> Sight:
        board = self._board
        shift = board.in_window((0, 0))
        stars = site_for(page).stars(page)
        # The evidence was measured when the board was found; a later look only confirms it.
        found = board.found
        reading = replace(board.reading, evidence=found.evidence, borders=found.borders)
        return Sight(page.url, board.picture, reading, stars, (-shift[0], -shift[1]))

    def _turn_to(self, tab: str) -> Page:
        """Return the open page if it is the one that is named, else another one in its place."""
        url = full_url(tab) if "://" in tab else ""
        page = self._page
        if page and not page.is_closed():
            is_named = is_same_address(page.url, url) if url else tab in ("", self._tab)
            if is_named:
                return page
        if url.startswith("file:"):
            raise BadBrowserOption(f"{tab} is a file", hint="an address of the web, or a picture")
        if not (url or self._browser.cdp):
            problem = f"{tab!r} is not the address of a page" if tab else "no page is open"
            raise BadBrowserOption(problem, hint=ADDRESS)
        self.close()
        if url:
            self._await_turn(url)
        browser = self._browser if url else replace(self._browser, tab=tab or self._browser.tab)
        page = self._open.enter_context(open_page_to_look(url, browser))
        page.remove_listener("popup", close_page)
        self._page = page
        self._tab = tab
        return page

    def _await_turn(self, url: str) -> None:
        """Wait until another page of the host may be asked for, and note that this one is."""
        request = PlayRequest(url, Path())
        sleep(self._limiter.wait_s([request]) or 0)
        self._limiter.take([request])
        self._open.callback(self._limiter.release, request)

    @contextmanager
    def _guard_page(self, page: Page) -> Iterator[None]:
        """End the browser of a page that does not respond, and leave a page that went away.

        Pop-up windows are closed within the block, but not those that a person has opened before.
        """
        try:
            with limit_of(page).keep(PAGE_S, page.url), page_errors(page):
                page.title()  # what was opened before is noticed by now
                page.on("popup", close_page)
                try:
                    yield
                finally:
                    page.remove_listener("popup", close_page)
        except (PageUnreachable, PageUnresponsive):
            self.close()
            raise


def check_unchanged(board: BoardTracker, before: Reading) -> None:
    """Raise StaleCapture unless the board is where it was before, and shows the same."""
    try:
        board.look()
    except ReadingError as error:
        raise StaleCapture(
            f"the board is not as it was captured: {error.message}", hint=AGAIN
        ) from error
    now = board.reading
    if not is_same_place(now.box, before.box):
        raise StaleCapture("the board has moved since it was captured", hint=AGAIN)
    if now.grid != before.grid or set(now.marks) != set(before.marks):
        raise StaleCapture("the board shows something else than was captured", hint=AGAIN)


def press_cells(presser: Presser, cells: Sequence[Cell], is_over: Callable[[], bool]) -> Pressed:
    """Press cells in their order, looking after each, until all are pressed or time ``is_over``.

    Raises ClickNotConfirmed if the board changes by itself, goes away or is covered; the error says
    how many presses were made.
    """
    board = presser.board
    number = 0
    try:
        while number < len(cells) and not is_over():
            if number:
                presser.look_at(cells[number - 1])
            if not presser.press(cells[number], ["left"]):
                raise ClickNotConfirmed("the board changes by itself", hint=AGAIN)
            number += 1
    except (ReadingError, ClickNotConfirmed) as error:
        made = count_of(number, "press was", "presses were")
        raise ClickNotConfirmed(
            f"{error.message}; {made} made before, of {len(cells)}", hint=AGAIN
        ) from error
    lost = ""
    try:
        if number:
            board.look(pressed=cells[number - 1], learn=board.reading.grid)
    except ReadingError as error:
        lost = error.message
    return Pressed(number, "", lost)
