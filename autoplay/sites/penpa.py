"""Penpa+ and pages built like it: the board is a canvas, and the page checks links that contain the
solution."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import Page

from autoplay.sites.base import Site


class Penpa(Site):
    """Site that knows when the board is drawn, and the box that opens for the author's solution."""

    name = "penpa"
    hosts = ("swaroopg92.github.io",)
    board = "#dvique canvas"
    won = ".swal2-popup:has(.swal2-icon.swal2-success) .swal2-html-container"

    def claims_url(self, url: str) -> bool:
        return super().claims_url(url) and urlsplit(url).path.startswith("/penpa-edit")

    def claims_page(self, page: Page) -> bool:
        return page.locator(self.board).count() > 0
