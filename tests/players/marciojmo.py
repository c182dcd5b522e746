"""marciojmo/react-peg-solitaire: the English board of buttons, with a list of its moves; a dialog says "You win!".

The page is made beforehand.
"""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page

from tests.players.address_player import AddressPlayer, in_windows
from tests.players.player import Board


class Marciojmo(AddressPlayer):
    """The page has one board, whose last peg has to end in the middle."""

    name = "marciojmo"
    repository = "marciojmo/react-peg-solitaire"
    commit = "bf707c0c45f86d81bd46ea5de5ce6e64af9d536b"
    date = "2017-12-22"
    site = "build"
    board = ".square"

    def boards(self) -> Sequence[Board]:
        """Return the board in two windows."""
        return in_windows("window", "large")

    def solved(self, page: Page) -> bool:
        """Return True if the last peg stands in the middle, which is how the page decides."""
        return page.locator(".piece").count() == 1 and page.locator(".square").nth(24).evaluate(
            "square => square.classList.contains('piece')"
        )
