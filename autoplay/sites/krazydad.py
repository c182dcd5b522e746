"""krazydad.com: the board is a canvas, the address names the puzzle; how it reports "solved" is not
known."""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page

from autoplay.sites.generic import Generic

ID_PARTS: Final = ("kind", "volumeNumber", "bookNumber", "puzzleNumber")


class KrazyDad(Generic):
    """Site that knows when the board is drawn, and the number of the puzzle in its books."""

    name = "krazydad"
    hosts = ("krazydad.com",)
    board = "#puzzlecontainer canvas, canvas#puzzlecontainer"

    def puzzle_id(self, page: Page) -> str | None:
        query = parse_qs(urlsplit(page.url).query)
        place = [query[key][0] for key in ID_PARTS if key in query]
        return "-".join(place) if len(place) == len(ID_PARTS) else None
