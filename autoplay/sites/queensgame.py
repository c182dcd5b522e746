"""queensgame.vercel.app and pages built like it: coloured squares, a box over the board once it is solved."""

# ruff: noqa: ARG002 (what is known here is the same for every page)

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import Page

from autoplay.sites.base import Site, Verdict
from autoplay.sites.watch import quote

WON: Final = ".game > .absolute.bg-purple"


class QueensGame(Site):
    """Knows when the board is there, the number of the level, and the box that says it is won."""

    name = "queensgame"
    hosts = ("queensgame.vercel.app",)
    board = ".game .board .square"

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
