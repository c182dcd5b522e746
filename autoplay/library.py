"""Playing from Python: one call, with the browser found, started and closed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final, TypeVar, cast

from playwright.sync_api import Page

from autoplay.browser.navigation import full_url
from autoplay.browser.start import BrowserOptions, open_page
from autoplay.files import new_run_dir, writable
from autoplay.games import GAMES
from autoplay.player.player import Outcome, Pictures, Settings
from autoplay.player.player import play as play_board
from autoplay.run.puzzle_run import Played, play_url
from autoplay.sites import refuse, site_for
from solvers.errors import BadNotation

AUTO: Final = "auto"
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
) -> Outcome:
    """Read the board that a page shows, solve it, and play the answer with the mouse.

    Parameters
    ----------
    where : an address, opened in a browser that is found, started and closed; or a page of Playwright's, with the
        puzzle open in it, which stays open.
    puzzle : star-battle, lights-out or pegs; auto finds out.
    stars : stars per row, if the page does not say.
    browser, headed : which browser to start, and whether in a window; as ``autoplay play`` has them.
    dry_run : find the answer, and press nothing.
    explain : find the steps too, of Star Battle.
    output : the folder for the pictures before and after, and of what was understood; a new one unless told.

    Returns
    -------
    Outcome
        Its ``verdict.result`` is solved, rejected, unknown or unplayed; ``reading``, ``puzzle`` and ``solution`` are
        what was understood; ``pictures`` are the evidence.

    Raises
    ------
    AutoplayError
        Whatever kept the puzzle from being played; its ``hint`` says what to try.
    """
    if puzzle not in (AUTO, *GAMES):
        raise BadNotation(f"there is no puzzle {puzzle!r}", hint=f"{AUTO}, {', '.join(GAMES)}")
    settings = Settings(game=GAMES.get(puzzle), stars=stars, dry_run=dry_run, explain=explain)
    folder = (
        writable(Path(output), "output=") if output else new_run_dir(where if isinstance(where, str) else where.url)
    )
    if isinstance(where, str):
        return _beside_loops(partial(_visit, full_url(where), BrowserOptions(browser, headed), folder, settings))
    refuse(where.url)
    return play_board(where, site_for(where), Pictures(folder), settings)


def _visit(url: str, options: BrowserOptions, folder: Path, settings: Settings) -> Outcome:
    with open_page(options) as page:
        (found,) = play_url(page, url, folder, settings=settings)
        return cast("Played", found).outcome  # runs that were solved before are of a series alone


def _beside_loops(work: Callable[[], Answer]) -> Answer:
    """What a call gives, from another thread where this one runs an event loop, as Jupyter's does.

    Playwright refuses to wait inside a loop.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return work()
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result()
