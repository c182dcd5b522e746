"""queensgame.vercel.app and pages built like it: coloured squares, a box over the solved board."""

# ruff: noqa: ARG002 (the same for every page)

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page

from autoplay.browser.wait import ASK_MS, ask, wait_until
from autoplay.sites.base import ANSWERS_S, CLICK_MS, Site
from autoplay.sites.page_watch import PageResult, quote

WON: Final = ".game > .absolute.bg-purple"
NEXT: Final = f"{WON} a.flex >> nth=1 >> button:enabled"
"""Button of the second of two links in the box; the first leads back."""


class QueensGame(Site):
    """Site that knows when the board exists, the number of the level, the box after a win and its
    next button."""

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

    def result(self, page: Page) -> PageResult | None:
        box = page.locator(WON).locator("visible=true")
        return (
            PageResult("solved", quote(box.first.inner_text(timeout=1000).split("\n")), "state")
            if box.count()
            else None
        )

    def next(self, page: Page) -> bool:
        old = page.url
        try:
            page.locator(NEXT).click(timeout=CLICK_MS)
        except PlaywrightError:
            return False
        return bool(
            wait_until(page, lambda: ask(page, lambda: page.url != old), ANSWERS_S, pause_ms=ASK_MS)
        )
