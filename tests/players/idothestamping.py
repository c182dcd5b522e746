"""idothestamping/myGame_trianglePeg: the triangle of 15 behind Start Game; its pegs are animated and never stand still.

The page loads Bootstrap from a CDN: it lies beforehand in cdn/, and the address in index.html leads there.
"""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page

from tests.players.address_player import AddressPlayer, in_windows
from tests.players.player import Board


class Idothestamping(AddressPlayer):
    """The page has one board, full until the first press takes a peg away."""

    name = "idothestamping"
    repository = "idothestamping/myGame_trianglePeg"
    commit = "1e48bcd83204e62286b2850bd865b440ae6b7578"
    date = "2018-12-17"
    site = "."
    board = ".gameBox"
    controls = "#start"

    def boards(self) -> Sequence[Board]:
        """Return the board in two windows."""
        return in_windows("window", "large")

    def solved(self, page: Page) -> bool:
        """Return True if the page says so."""
        return page.locator("#message").text_content() == "YOU WON!"
