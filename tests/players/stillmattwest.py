"""stillmattwest/lights-out: neon lamps on black that glow over their neighbours, dark until Begin Game.

The page is made beforehand.
"""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page

from tests.players.address_player import AddressPlayer, change
from tests.players.player import Board

CHOSEN = 'useState("{}")'
FIRST = "Center Three"


class Stillmattwest(AddressPlayer):
    """The page begins with the puzzle that its script names."""

    name = "stillmattwest"
    repository = "stillmattwest/lights-out"
    commit = "300ab6cb8053d2157120e08938aa3f1046dfe065"
    date = "2024-06-22"
    base = "/lights-out/"
    board = ".light-square"
    controls = ".start-button"

    def boards(self) -> Sequence[Board]:
        """Return all puzzles of the page."""
        others = ("Four Corners", "Arrows", "Last Three", "Bottom Feeders", "Center Cross")
        return [Board(FIRST), *(Board(name, name) for name in others)]

    def lay_out(self, page: Page, url: str, board: Board) -> str:
        """Return the address, after naming the puzzle in the page's script."""
        if board.address:
            was, now = CHOSEN.format(FIRST), CHOSEN.format(board.address)
            change(page, "**/assets/*.js", lambda script: script.replace(was, now))
        return url

    def solved(self, page: Page) -> bool:
        """Return True if the page says so."""
        return page.locator(".modal-message-text", has_text="You Win!").count() > 0
