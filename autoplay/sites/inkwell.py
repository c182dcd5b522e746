"""inkwellgames.com: a Star Battle a day; how it reports "solved" is not known."""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page

from autoplay.sites.generic import Generic

PATH: Final = "/games/stars"


class Inkwell(Generic):
    """Site that knows the day of the puzzle, if the address names it."""

    name = "inkwell"
    hosts = ("inkwellgames.com",)

    def claims_url(self, url: str) -> bool:
        path = urlsplit(url).path
        return super().claims_url(url) and (path == PATH or path.startswith(f"{PATH}/"))

    def date(self, page: Page) -> str | None:
        return parse_qs(urlsplit(page.url).query).get("day", [None])[0]
