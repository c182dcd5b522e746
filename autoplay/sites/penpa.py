"""Penpa+ and pages built like it: the board is a canvas, and the page checks links that contain the
solution."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from playwright.sync_api import Page

from autoplay.sites.base import Site
from autoplay.sites.page_watch import PageResult

POPUP: Final = ".swal2-popup:has(.swal2-icon.swal2-success)"


class Penpa(Site):
    """Site that knows when the board is drawn, and the box that opens for the author's solution."""

    name = "penpa"
    hosts = ("swaroopg92.github.io",)
    board = "#dvique canvas"

    def claims_url(self, url: str) -> bool:
        return super().claims_url(url) and urlsplit(url).path.startswith("/penpa-edit")

    def claims_page(self, page: Page) -> bool:
        return page.locator(self.board).count() > 0

    def result(self, page: Page) -> PageResult | None:
        popup = page.locator(POPUP).locator("visible=true")
        if not popup.count():
            return None
        return PageResult(
            "solved",
            popup.first.locator(".swal2-html-container").inner_text(timeout=1000).strip(),
            "state",
        )
