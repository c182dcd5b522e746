"""puzz.link, pzprxs and other pages with the pzpr engine, which checks the board itself."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import Page

from autoplay.sites.base import Site
from autoplay.sites.page_watch import PageResult
from autoplay.sites.statements import meaning

NOTICE: Final = "#notification"
COMPLETE: Final = "() => globalThis.ui?.puzzle?.check(false).complete ?? null"
GENRE: Final = re.compile(r"\?(?:\w+=\w+&)*([a-z]\w*)/")
"""Name of the genre in an address, after the options."""
STARS: Final = re.compile(r"\?(?:\w+=\w+&)*starbattle[^/]*/(?:v:[^/]*/)?\d+/\d+/(\d+)/")


class PuzzLink(Site):
    """Site that knows when the board is drawn, the stars in the address, and the notice with the
    engine's result.

    There is no next puzzle, and only the address identifies one.
    """

    name = "puzz-link"
    hosts = ("puzz.link", "pzv.jp", "pzprxs.vercel.app")
    board = "#divques svg, #divques canvas"
    button = "#btncheck"

    def claims_page(self, page: Page) -> bool:
        return page.locator("#divques").count() > 0 and page.locator("#btncheck").count() > 0

    def refusal(self, url: str) -> str:
        genre = GENRE.search(url)
        is_other = genre and not genre[1].startswith("starbattle")
        return f"{genre[1]} is not Star Battle" if genre and is_other else ""

    def stars(self, page: Page) -> int | None:
        found = STARS.search(page.url)
        return int(found[1]) if found else None

    def result(self, page: Page) -> PageResult | None:
        notice = page.locator(NOTICE)
        if not notice.count() or not notice.is_visible():
            return None
        text = notice.inner_text().strip()
        # The notice is in the reader's language; the engine says the same as yes or no.
        complete = page.evaluate(COMPLETE)
        if complete is not None:
            return PageResult("solved" if complete else "rejected", text, "state")
        # A notice is a statement, even if its word could be that of a button.
        said = meaning([f"{text}!"])
        if not said:
            return None
        return PageResult("solved" if said == "solved" else "rejected", text, "words")
