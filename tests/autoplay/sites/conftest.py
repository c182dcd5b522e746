"""Small pages to know a site by."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page


@pytest.fixture
def show(page: Page) -> Callable[..., Page]:
    """Opens HTML under an address, which no server is asked for; ``answers`` are statuses of other requests to it."""

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
