"""Small pages from which a site is recognised."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page


@pytest.fixture
def show(page: Page) -> Callable[..., Page]:
    """Open HTML under an address without a server; ``status`` is that of its answers to forms."""

    def show(html: str, url: str = "https://puzzles.test/", status: int = 200) -> Page:
        page.unroute_all()
        page.route(
            "**/*",
            lambda route: route.fulfill(
                body=html if route.request.method == "GET" else f"<h1>{status}</h1>",
                status=200 if route.request.method == "GET" else status,
                content_type="text/html; charset=utf-8",
            ),
        )
        page.goto(url)
        return page

    return show
