"""queensgame.vercel.app and pages built like it: coloured squares, a box over the solved board."""

# ruff: noqa: ARG002 (the same for every page)

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import Page

from autoplay.sites.base import Site

WON: Final = ".game > .absolute.bg-purple"
NEXT: Final = f"{WON} a.flex >> nth=1 >> button:enabled"
"""Button of the second of two links in the box; the first leads back."""


class QueensGame(Site):
    """Site that knows when the board exists, the number of the level, the box after a win and its
    next button."""

    name = "queensgame"
    hosts = ("queensgame.vercel.app",)
    board = ".game > .board > .square.thick-outer-border-t"
    won = WON

    def claims_page(self, page: Page) -> bool:
        return page.locator(self.board).count() > 0

    def stars(self, page: Page) -> int | None:
        return 1

    def puzzle_id(self, page: Page) -> str | None:
        found = re.search(r"/community-level/([\w-]+)", page.url)
        return found[1] if found else None

    def next(self, page: Page) -> bool:
        old = page.url
        return self.press_next(page, page.locator(NEXT), lambda: page.url != old)
