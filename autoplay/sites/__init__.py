"""Sites: a file for each, chosen by the address or by how the page is built.

To add one: subclass ``Site`` (or ``Generic``, where the page's word is not known) in a file here, override
what the site knows better than the eye, and list it in SITES.
"""

from __future__ import annotations

from playwright.sync_api import Page

from autoplay.errors import PageNotPlayed
from autoplay.sites.base import Site, Verdict, poll
from autoplay.sites.generic import Generic
from autoplay.sites.krazydad import KrazyDad
from autoplay.sites.linkedin import LinkedIn
from autoplay.sites.penpa import Penpa
from autoplay.sites.puzz_link import PuzzLink
from autoplay.sites.puzzle_team import SPECIALS, PuzzleTeam
from autoplay.sites.puzzlebaron import PuzzleBaron
from autoplay.sites.queensgame import QueensGame
from autoplay.sites.starbattlelab import StarBattleLab
from autoplay.sites.watch import Watch

__all__ = ["GENERIC", "SITES", "SPECIALS", "Site", "Verdict", "Watch", "poll", "refuse", "site_for"]

SITES: tuple[Site, ...] = (
    PuzzleTeam(),
    PuzzLink(),
    Penpa(),
    KrazyDad(),
    PuzzleBaron(),
    QueensGame(),
    StarBattleLab(),
    LinkedIn(),
)
GENERIC = Generic()


def refuse(url: str) -> None:
    """Raise PageNotPlayed for an address of a site, or of a part of it, that is not played."""
    for site in SITES:
        if site.claims_url(url) and (reason := site.refusal(url)):
            raise PageNotPlayed(f"{url}: {reason}", hint="autoplay read SCREENSHOT.png")


def site_for(page: Page) -> Site:
    """The site of the page that is open; the generic one if nothing is known about it."""
    by_url = (site for site in SITES if site.claims_url(page.url))
    by_page = (site for site in SITES if site.claims_page(page))
    return next(by_url, None) or next(by_page, GENERIC)
