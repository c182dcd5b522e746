"""A visit to a page: opens it, plays as many puzzles there as asked for, and keeps the history."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page

from autoplay.history import History
from autoplay.player import Outcome, Pictures, Settings, play
from autoplay.sites import Site, refuse, site_for
from autoplay.visit import check_passed, full_url, lost_page, open_url
from solvers.errors import about
from vision.errors import BoardNotFound


def play_url(
    page: Page,
    url: str,
    output: Path,
    *,
    site: Site | None = None,
    count: int = 1,
    settings: Settings | None = None,
) -> Iterator[Outcome]:
    """Open the address in the page and play ``count`` puzzles there, one after the other.

    The pictures go into ``output``, or into a numbered folder each if there are several. ``site`` is what is
    known of the page, if that is not to be found out. Raises what ``play`` raises, PageBlocked, PageNotPlayed.
    """
    url = full_url(url)
    refuse(url)
    history = History()
    for number in range(1, count + 1):
        folder = output / str(number) if count > 1 else output
        with about(url), history.entry(url, folder) as entry, lost_page(page):
            has_next = number > 1 and (site or site_for(page)).next(page)
            response = None if has_next else open_url(page, url)
            here = site or site_for(page)
            try:
                outcome = play(page, here, Pictures(folder), settings)
            except BoardNotFound as error:
                check_passed(page, response, error.picture)
                raise
            entry.finish(here.name, outcome)
        yield outcome
