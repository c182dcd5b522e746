"""queensgame.vercel.app and pages built like it: coloured squares, a box over the board once it is solved."""

# ruff: noqa: ARG002 (what is known here is the same for every page)

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page

from autoplay.sites.base import ANSWERS_S, CLICK_MS, Site, Verdict, poll
from autoplay.sites.watch import quote

WON: Final = ".game > .absolute.bg-purple"
NEXT: Final = f"{WON} a.flex >> nth=1 >> button:enabled"
"""The second of the two links in the box; the first leads back."""


class QueensGame(Site):
    """Knows when the board is there, the number of the level, the box that says it is won, and its way on."""

    name = "queensgame"
    hosts = ("queensgame.vercel.app",)
    board = ".game > .board > .square.thick-outer-border-t"

    def claims_page(self, page: Page) -> bool:
        return page.locator(self.board).count() > 0

    def stars(self, page: Page) -> int | None:
        return 1

    def puzzle_id(self, page: Page) -> str | None:
        found = re.search(r"/community-level/([\w-]+)", page.url)
        return found[1] if found else None

    def word(self, page: Page) -> Verdict | None:
        box = page.locator(WON).locator("visible=true")
        return Verdict("solved", quote(box.first.inner_text(timeout=1000).split("\n"))) if box.count() else None

    def next(self, page: Page) -> bool:
        old = page.url
        try:
            page.locator(NEXT).click(timeout=CLICK_MS)
        except PlaywrightError:
            return False
        return poll(page, lambda: page.url != old or None, ANSWERS_S) or False
