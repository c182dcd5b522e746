"""creach-t/queens-game-web: boards that the page makes at random, in French, an X before every queen.

The page is made beforehand. It asks a server for its list of winners, and gets none.
"""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page

from tests.players.address_player import AddressPlayer, change
from tests.players.player import Board, seed


class Creach(AddressPlayer):
    """The page's size is that of the last visit, and its board follows from its worker's random numbers."""

    name = "creach"
    repository = "creach-t/queens-game-web"
    commit = "1371053b844dc3249a870a3e375f483ca6f4e947"
    date = "2026-08-18"
    board = "[data-row]"

    def boards(self) -> Sequence[Board]:
        """Return a board as it is first opened, and one of each of some other sizes."""
        kept = ((5, 1), (7, 2), (8, 3), (10, 4))
        return [
            Board("6x6", "5"),
            *(Board(f"{size}x{size}", f"{n}", {"queens-game-grid-size": f"{size}"}) for size, n in kept),
        ]

    def lay_out(self, page: Page, url: str, board: Board) -> str:
        """Return the address."""
        change(page, "**/levelGenerator.worker*", lambda script: seed(int(board.address)) + script)
        return url

    def solved(self, page: Page) -> bool:
        """Return True if the page's clock has stopped with its tick."""
        return page.locator(".border-green-200 [role=timer]").count() > 0
