"""Sites: one file each, chosen by the address or by how the page is built.

To add one, subclass ``Site`` (or ``Generic``, if it is not known how the page reports its result)
in a file here, override what the site knows better than the screenshot does, and list it in SITES.
"""

from __future__ import annotations

from playwright.sync_api import Page

from autoplay.errors import PageNotPlayed
from autoplay.sites.base import Site
from autoplay.sites.generic import Generic
from autoplay.sites.inkwell import Inkwell
from autoplay.sites.krazydad import KrazyDad
from autoplay.sites.not_played import LinkedIn, Netflix
from autoplay.sites.page_watch import PageResult, PageWatch
from autoplay.sites.penpa import Penpa
from autoplay.sites.puzz_link import PuzzLink
from autoplay.sites.puzzle_team import SPECIALS, PuzzleTeam
from autoplay.sites.puzzlebaron import PuzzleBaron
from autoplay.sites.puzzles_mobile import PuzzlesMobile
from autoplay.sites.queensgame import QueensGame
from autoplay.sites.starbattlelab import StarBattleLab

__all__ = [
    "GENERIC",
    "SITES",
    "SPECIALS",
    "PageResult",
    "PageWatch",
    "Site",
    "known_sites",
    "refuse",
    "site_for",
]

SITES: tuple[Site, ...] = (
    PuzzleTeam(),
    PuzzlesMobile(),
    PuzzLink(),
    Penpa(),
    KrazyDad(),
    PuzzleBaron(),
    QueensGame(),
    StarBattleLab(),
    Inkwell(),
    LinkedIn(),
    Netflix(),
)
GENERIC = Generic()


def refuse(url: str) -> None:
    """Raise PageNotPlayed for an address that is not played."""
    for site in SITES:
        if site.claims_url(url) and (reason := site.refusal(url)):
            raise PageNotPlayed(f"{url}: {reason}", hint="autoplay read SCREENSHOT.png")


def known_sites() -> dict[str, Site]:
    """Return all sites by name."""
    return {site.name: site for site in SITES} | {GENERIC.name: GENERIC}


def site_for(page: Page) -> Site:
    """Return the site of the open page; the generic one if nothing is known about it."""
    for site in SITES:
        if site.claims_url(page.url):
            return site
    for site in SITES:
        if site.claims_page(page):
            return site
    return GENERIC
