"""AlessandroLongo23/Queens-Game: random boards behind a link Play!; most have several solutions, and any one wins.

The page is made beforehand.
"""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page

from solvers.errors import ManySolutions
from tests.players.address_player import AddressPlayer
from tests.players.player import Board, seed


class Alessandro(AddressPlayer):
    """The page's boards follow from its random numbers."""

    name = "alessandro"
    repository = "AlessandroLongo23/Queens-Game"
    commit = "2cb6abaf73462e18b1f46548bf74e6dfb19017da"
    date = "2024-10-28"
    site = "build"
    board = "button.relative"
    controls = "a[href='/game']"

    def boards(self) -> Sequence[Board]:
        """Return a board that has one solution, and some that have more."""
        several = {15: "5x5, two", 12: "6x6, four", 26: "7x7, seven", 4: "8x8, more"}
        refusal = ManySolutions.exit_status
        return [Board("5x5, one", "23"), *(Board(name, f"{n}", refusal=refusal) for n, name in several.items())]

    def lay_out(self, page: Page, url: str, board: Board) -> str:
        """Return the address of the page in front of the game."""
        page.add_init_script(seed(int(board.address)))
        return url

    def solved(self, page: Page) -> bool:
        """Return True if the page shows its box "You win!", which is transparent before."""
        return page.locator(".opacity-100", has=page.get_by_role("heading", name="You win!")).count() > 0
