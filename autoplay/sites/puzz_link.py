"""puzz.link and other pages round the pzpr engine, which judges the board itself."""

from __future__ import annotations

import re
from contextlib import suppress

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page

from autoplay.sites.base import Site, Verdict

READY_S = 15.0
ANNOUNCES_S = 3.0
ANSWERS_S = 5.0
BOARD = "#divques svg, #divques canvas"
NOTICE = "#notification"
COMPLETE = "() => globalThis.ui?.puzzle?.check(false).complete ?? null"


class PuzzLink(Site):
    """Knows when the board is drawn, the stars in the address, and where the engine says what it thinks."""

    name = "puzz-link"
    hosts = ("puzz.link", "pzv.jp")

    def claims_page(self, page: Page) -> bool:
        return page.locator("#divques").count() > 0 and page.locator("#btncheck").count() > 0

    def ready(self, page: Page) -> None:
        with suppress(PlaywrightError):
            page.wait_for_selector(BOARD, state="attached", timeout=READY_S * 1000)

    def stars(self, page: Page) -> int | None:
        found = re.search(r"\?starbattle[^/]*/\d+/\d+/(\d+)/", page.url)
        return int(found[1]) if found else None

    def word(self, page: Page) -> Verdict | None:
        notice = page.locator(NOTICE)
        if not notice.count() or not notice.is_visible():
            return None
        text = notice.inner_text().strip()
        # The notice speaks the reader's language; the engine says the same as yes or no.
        complete = page.evaluate(COMPLETE)
        if complete is None:
            return Verdict("unknown", text)
        return Verdict("solved" if complete else "rejected", text)

    def confirm(self, page: Page, before: Verdict | None = None) -> Verdict:
        return self._confirm(page, before, "#btncheck", announces_s=ANNOUNCES_S, answers_s=ANSWERS_S)
