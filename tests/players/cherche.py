"""cherche/lights-out: nine rings that fill, pressed where the button goes down; any press after a win deals anew."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page

from tests.players.player import Board, Player, seed


class Cherche(Player):
    name = "cherche"
    repository = "cherche/lights-out"
    commit = "996da3eb9004d256643d0c84c712adac13a51a41"
    date = "2019-01-25"
    site = "."

    def boards(self) -> Sequence[Board]:
        phone = {"viewport": {"width": 390, "height": 844}}
        return [*(Board(f"board {n}", f"{n}") for n in (1, 2, 3, 4, 5)), Board("board 6, phone", "6", context=phone)]

    def open(self, page: Page, url: str, board: Board) -> None:
        page.add_init_script(seed(int(board.address)))
        page.goto(url)

    def solved(self, page: Page) -> bool:
        return bool(page.evaluate("c.screen === 1"))
