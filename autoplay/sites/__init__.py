"""Sites: a file for each, chosen by the address or by how the page is built.

To add one: subclass ``Site`` in a file here, override what the site knows better than the eye, and list
it in SITES.
"""

from __future__ import annotations

from playwright.sync_api import Page

from autoplay.errors import PageNotPlayed
from autoplay.sites.base import Site, Verdict, poll
from autoplay.sites.linkedin import LinkedIn
from autoplay.sites.puzz_link import PuzzLink
from autoplay.sites.puzzle_team import PuzzleTeam

__all__ = ["GENERIC", "SITES", "Site", "Verdict", "poll", "refuse", "site_for"]

SITES: tuple[Site, ...] = (PuzzleTeam(), PuzzLink(), LinkedIn())
GENERIC = Site()


def refuse(url: str) -> None:
    """Raise PageNotPlayed for an address of a site that does not allow a program to play."""
    for site in SITES:
        if site.refusal and site.claims_url(url):
            raise PageNotPlayed(f"{url}: {site.refusal}", hint="autoplay read SCREENSHOT.png")


def site_for(page: Page) -> Site:
    """The site of the page that is open; the generic one if nothing is known about it."""
    by_url = (site for site in SITES if site.claims_url(page.url))
    by_page = (site for site in SITES if site.claims_page(page))
    return next(by_url, None) or next(by_page, GENERIC)
