"""emocibob/Triangle-Peg-Game: the triangle of 15 on a canvas, behind a START that is drawn on it too."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page

from tests.players.address_player import AddressPlayer, in_windows
from tests.players.player import Board


class Emocibob(AddressPlayer):
    """The page has one board, full until the first press takes a peg away."""

    name = "emocibob"
    repository = "emocibob/Triangle-Peg-Game"
    commit = "18772f31552bd9a080e5869083e3b7e01770d645"
    date = "2017-04-08"
    site = "."
    board = "canvas"

    def boards(self) -> Sequence[Board]:
        """Return the board in two windows."""
        return in_windows("window", "large")

    def solved(self, page: Page) -> bool:
        """Return True if the page's last message is that of a win."""
        return bool(page.evaluate("gameOverMsg === 'CONGRATULATIONS, YOU WON!'"))
