"""tsay3/lights-on: lamps that are buttons, five puzzles in a row; a dialog congratulates."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page

from tests.players.address_player import AddressPlayer, change
from tests.players.player import Board

START = "runGame()"


class Tsay3(AddressPlayer):
    """The page begins with its first puzzle, or goes on to a later one as it loads."""

    name = "tsay3"
    repository = "tsay3/lights-on"
    commit = "d993a3ae8f5ee527494a15fed966dd157a7b9bed"
    date = "2025-12-08"
    site = "."
    board = "#lights"

    def boards(self) -> Sequence[Board]:
        """Return all puzzles of the page."""
        return [Board("puzzle 1"), *(Board(f"puzzle {n + 1}", f"{n}") for n in range(1, 5))]

    def lay_out(self, page: Page, url: str, board: Board) -> str:
        """Return the address, after having the page go on to the puzzle."""
        if board.address:
            begin = START + "; nextPuzzle()" * int(board.address)
            change(page, url, lambda text: text.replace(f'"{START}"', f'"{begin}"'))
        return url

    def solved(self, page: Page) -> bool:
        """Return True if the page's own state says so."""
        return bool(page.evaluate("victory"))
