"""Playing from Python: one call that finds, starts and closes the browser."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeVar, cast

from playwright.sync_api import Page

from autoplay.browser.navigation import full_url
from autoplay.browser.start import BrowserOptions, open_page
from autoplay.files import new_run_dir, writable
from autoplay.games import GAMES
from autoplay.games.requests import AUTO
from autoplay.player.play_request import PlayRequest
from autoplay.player.play_result import PlayResult
from autoplay.player.run import PuzzleRun, play_page
from autoplay.sites import refuse, site_for
from solvers.errors import BadNotation

Answer = TypeVar("Answer")


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

    Parameters ---------- where : an address, which is opened in a new browser; or a page of
    Playwright's with the puzzle open in it, which
        stays open.
    puzzle : star-battle, lights-out or pegs; auto finds out.
    stars : stars per row, if the page does not state them.
    browser, headed : the browser to start, and True for a visible window; as for ``autoplay play``.
    dry_run : find the answer, and press nothing.
    explain : find the steps to the solution too (Star Battle only).
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
    options = {}
    if stars is not None:
        options["star-battle"] = GAMES["star-battle"].solver.parse_options({"stars": stars})
    url = full_url(where) if isinstance(where, str) else where.url
    request = PlayRequest(
        url,
        writable(Path(output), "output=")
        if output
        else new_run_dir(where if isinstance(where, str) else url),
        browser=BrowserOptions(browser, headed),
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
