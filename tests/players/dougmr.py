"""dougMR/React-Peg-Game: the triangle of 15 as wood and brass, with its middle free; the end is GAME OVER.

The page is made beforehand. It sends its moves to a server, and finds none.
"""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page

from tests.players.address_player import AddressPlayer, in_windows
from tests.players.player import Board


class Dougmr(AddressPlayer):
    """The page has one board unless a person asks for others."""

    name = "dougmr"
    repository = "dougMR/React-Peg-Game"
    commit = "43ef9f0aefb991f19c2f1109befd917345d982bd"
    date = "2025-03-04"
    site = "build"
    board = ".slot"

    def boards(self) -> Sequence[Board]:
        """Return the board in two windows."""
        return in_windows("window", "phone")

    def solved(self, page: Page) -> bool:
        """Return True if the page has ended the game with one peg."""
        return page.locator(".game-over p", has_text="Pegs Left: 1").count() > 0
