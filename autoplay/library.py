"""Reading and playing from Python: one call each, which finds out the game, and starts and closes
the browser."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar, cast

from playwright.async_api import Page as AsyncPage
from playwright.sync_api import Page

from autoplay.browser.navigation import full_url
from autoplay.browser.start import BrowserOptions, open_page
from autoplay.files import new_run_dir, writable
from autoplay.games import AUTO, GAMES
from autoplay.player.play_request import PlayRequest
from autoplay.player.play_result import PlayResult
from autoplay.player.run import PuzzleRun, play_page
from autoplay.practice import PRACTICE_PAGES, serve
from autoplay.sites import SPECIALS, refuse, site_for
from solvers.errors import BadNotation
from vision import Reading, load_picture, read_board
from vision.inspection import Picture

Answer = TypeVar("Answer")


def read(
    picture: Picture,
    *,
    puzzle: str = AUTO,
    size: int | None = None,
    crop: tuple[int, int, int, int] | None = None,
    lit: str = AUTO,
    rgb: bool = False,
) -> Reading:
    """Read the one board in a picture, whatever its game.

    Parameters
    ----------
    picture : a path, bytes, an open file, the result of ``load_picture``, or an array of uint8:
        BGR, BGRA or grey, and with ``rgb`` RGB or RGBA.
    puzzle, size, crop, lit : as for ``vision.read_board``.

    Returns
    -------
    Reading
        Its ``to_puzzle()`` is the puzzle, whose ``solve()``, ``hint()`` and ``explain()`` go on.

    Raises
    ------
    AutoplayError
        If no board can be read with confidence; its ``hint`` says what to try.
    """
    loaded = load_picture(picture, rgb=rgb)
    return read_board(loaded, puzzle=puzzle, size=size, crop=crop, lit=lit)


def play(
    where: str | Page,
    *,
    puzzle: str = AUTO,
    stars: int | None = None,
    browser: str = "auto",
    headed: bool = False,
    dry_run: bool = False,
    explain: bool = False,
    output: str | Path | None = None,
) -> PlayResult:
    """Read the board of a page, solve it, and play the answer with the mouse.

    Parameters
    ----------
    where : an address, which is opened in a new browser; demo, lights-out or pegs for the bundled
        practice site, daily, weekly or monthly for puzzle-star-battle.com; or a page of
        ``playwright.sync_api`` with the puzzle open in it, which stays open.
    puzzle : star-battle, lights-out or pegs; auto finds out.
    stars : stars per row, if the page does not state them.
    browser, headed : the browser to start, and True for a visible window; as for ``autoplay play``.
    dry_run : find the answer, and press nothing.
    explain : find the steps to the solution too.
    output : folder for the pictures before.png, overlay.png and after.png; a new one by default.

    Returns
    -------
    PlayResult
        Its ``verdict.result`` is solved, played, rejected, unknown, other-puzzle or unplayed;
        ``reading``, ``puzzle`` and ``solution`` are what was read and solved; ``pictures`` are the
        pictures in ``output``.

    Raises
    ------
    AutoplayError
        If the puzzle was not played; its ``hint`` says what to try.
    """
    if puzzle not in (AUTO, *GAMES):
        raise BadNotation(f"there is no puzzle {puzzle!r}", hint=f"{AUTO}, {', '.join(GAMES)}")
    if isinstance(where, AsyncPage):
        raise BadNotation(
            "play needs a page of playwright.sync_api, and this one is of playwright.async_api",
            hint="the address instead of the page, or asyncio.to_thread(play, address)",
        )
    with _find_address(where) as found:
        return _play(
            found, puzzle, stars, BrowserOptions(browser, headed), dry_run, explain, output
        )


@contextmanager
def _find_address(where: str | Page) -> Iterator[str | Page]:
    """Return the address for a name, or what was given; the practice site runs until the end."""
    if not isinstance(where, str):
        yield where
    elif where in PRACTICE_PAGES:
        page = PRACTICE_PAGES[where]
        with serve() as site:
            yield f"{site.url}{page.path}{page.usual}"
    else:
        yield SPECIALS.get(where, where)


def _play(
    where: str | Page,
    puzzle: str,
    stars: int | None,
    browser: BrowserOptions,
    dry_run: bool,
    explain: bool,
    output: str | Path | None,
) -> PlayResult:
    options = {}
    if stars is not None:
        options["star-battle"] = GAMES["star-battle"].solver.parse_options({"stars": stars})
    url = full_url(where) if isinstance(where, str) else where.url
    request = PlayRequest(
        url,
        writable(Path(output), "output=")
        if output
        else new_run_dir(where if isinstance(where, str) else url),
        browser=browser,
        puzzle=None if puzzle == AUTO else puzzle,
        options=options,
        dry_run=dry_run,
        explain=explain,
    )
    if isinstance(where, str):
        return _beside_loops(partial(_play_address, request))
    refuse(url)
    return play_page(where, site_for(where), request)


def _play_address(request: PlayRequest) -> PlayResult:
    with open_page(request.browser) as page:
        return cast(
            "PlayResult", PuzzleRun(page, request).run()
        )  # only a puzzle of a series may be solved before


def _beside_loops(work: Callable[[], Answer]) -> Answer:
    """Return what a call returns; make it in another thread if this one runs an event loop, as in
    Jupyter.

    Playwright refuses to wait inside a loop.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return work()
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result()
