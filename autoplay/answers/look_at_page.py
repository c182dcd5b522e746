"""Looks at an open page as at a screenshot, and presses nothing on it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from time import monotonic
from typing import Final

from playwright.sync_api import Page

from autoplay.answers import SolveReport, solve_puzzle
from autoplay.browser.addresses import is_same_address
from autoplay.browser.navigation import check_passed, full_url, open_url, page_errors
from autoplay.browser.start import BrowserOptions, open_page
from autoplay.games import GAMES, SolveRequest
from autoplay.sites import refuse, site_for
from autoplay.sources.puzzles import Source
from vision.errors import ReadingError

PATIENCE_S: Final = 5.0
"""Time for a page to show its board: most do within a second, those with advertisements within
three."""
LOOK_MS: Final = 500
"""Pause between two looks: shorter than a person needs for the next mark."""
VARYING: Final = {"seconds", "nodes"}
"""Keys of a JSON object that differ from one look to the next at the same board."""
PAGE_HINT: Final = (
    "bring the whole board into the window, with nothing over it; or autoplay hint SCREENSHOT.png"
)


@contextmanager
def open_page_to_look(url: str, browser: BrowserOptions) -> Iterator[Page]:
    """Open the page of an address, or take up a tab of a running browser if it is empty.

    A tab that shows the address already is left as it is. Raises PageNotPlayed if the site's terms
    forbid programs, PageBlocked, PageUnreachable, and what `open_page` raises.
    """
    address = full_url(url) if url else ""
    refuse(address)
    with open_page(browser, address) as page:
        if address and not is_same_address(page.url, address):
            open_url(page, address)
            site_for(page).ready(page)
        yield page


def look_at_page(page: Page, request: SolveRequest) -> SolveReport:
    """Return the report about the board that a page shows, in its window or further down.

    Nothing is pressed, not even a consent box. Raises PageNotPlayed if the site's terms forbid
    programs, PageBlocked, PageUnreachable.
    """
    refuse(page.url)
    deadline = monotonic() + PATIENCE_S
    with page_errors(page):
        while True:
            report = _read_screenshots(page, request)
            if not isinstance(report.result, ReadingError):
                return report
            if monotonic() > deadline:
                break
            page.wait_for_timeout(LOOK_MS)
        check_passed(page)
    report.result.hint = PAGE_HINT
    return report


def watch_page(page: Page, request: SolveRequest) -> Iterator[SolveReport]:
    """Yield the report about a board, and another each time that a person has changed it.

    Ends once there is no next step, or the page is closed. Raises what `look_at_page` raises.
    """
    report = look_at_page(page, request)
    yield report
    shown = _describe(report)
    try:
        # An error about the marks may be mended; a board that is done has no next step.
        while report.error or report.to_row().get("steps"):
            page.wait_for_timeout(LOOK_MS)
            refuse(page.url)
            report = _read_screenshots(page, request)
            # A board in motion can't be read; what it was before still counts.
            if isinstance(report.result, ReadingError) or _describe(report) == shown:
                continue
            yield report
            shown = _describe(report)
    except Exception:
        if not page.is_closed():
            raise


def _read_screenshots(page: Page, request: SolveRequest) -> SolveReport:
    """Return the report about a screenshot of the window, or of the whole page if that shows no
    board."""
    stars = site_for(page).stars(page)
    if request.options is None:
        # Only one game has an option that a page states.
        options = [game.player.options_on_page(None, stars) for game in GAMES.values()]
        request = replace(request, options=next(filter(None, options), None))
    for is_whole in (False, True):
        picture = page.screenshot(
            full_page=is_whole, scale="css", animations="allow", caret="initial"
        )
        report = solve_puzzle(Source("", page.url, data=picture), request)
        if not isinstance(report.result, ReadingError):
            break
    return report


def _describe(report: SolveReport) -> dict[str, object]:
    return {key: value for key, value in report.to_row().items() if key not in VARYING}
