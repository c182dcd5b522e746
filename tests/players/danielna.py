"""danielna/the-peg-game: the triangle of 15, full, until the first press takes a peg away."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page

from tests.players.address_player import AddressPlayer, in_windows
from tests.players.player import Board


class Danielna(AddressPlayer):
    """The page has one board."""

    name = "danielna"
    repository = "danielna/the-peg-game"
    commit = "83f159ffbf975d4ef3114da7b744a0439b4c9628"
    date = "2013-03-22"
    site = "."
    board = ".peg"

    def boards(self) -> Sequence[Board]:
        """Return the board in two windows."""
        return in_windows("window", "large")

    def solved(self, page: Page) -> bool:
        """Return True if the page has ended the game with one peg."""
        words = [page.locator(place).inner_text() for place in ("#status span", "#pegs-remaining-container span")]
        return words == ["End", "1"]
