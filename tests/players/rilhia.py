"""rilhia/queens-with-friends: a table behind Start Game and a countdown; a queen takes two taps in 0.3 s."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from json import dumps

from playwright.sync_api import Page

from tests.players.address_player import AddressPlayer
from tests.players.player import Board


class Rilhia(AddressPlayer):
    """The page opens the board of the link that a friend has sent, or its first."""

    name = "rilhia"
    repository = "rilhia/queens-with-friends"
    commit = "71e6012239ec5910e6dd6eb7c24140a063b332c2"
    date = "2026-01-22"
    site = "."
    board = "#play-grid"
    controls = "#startBtn, .tab-btn:first-child"

    def boards(self) -> Sequence[Board]:
        """Return the page's first board, and some of its library by size, kind and number."""
        kinds = ("5 Easy 0", "6 Medium 1", "7 Hard 2", "8 Medium 3", "9 Super Hard 0")
        return [Board("first"), *(Board(kind, kind) for kind in kinds)]

    def lay_out(self, page: Page, url: str, board: Board) -> str:
        """Return the address with the board as the page writes it into a link."""
        if not board.address:
            return url
        size, rest = board.address.split(maxsplit=1)
        kind, number = rest.rsplit(maxsplit=1)
        levels = page.request.get(f"{url}levels.json").json()
        return f"{url}?board={b64encode(dumps(levels[size][kind][int(number)]).encode()).decode()}"

    def solved(self, page: Page) -> bool:
        """Return True if the page has ended the game."""
        return page.locator("#play-grid.game-over").count() > 0
