"""igor-minevich/lights-out, standard.html: a table that is empty until Generate; all its lamps are to be made alike.

The page loads jQuery from a CDN: it lies beforehand in cdn/, and the address in standard.html leads there.
"""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page

from tests.players.address_player import AddressPlayer, change
from tests.players.player import Board

INPUT = 'id="{}-input" value="{}"'
SOLVED = """() => {
    const cells = $('.board span[id]').toArray()
    return cells.length > 0 && cells.every(cell => $(cell).data('state') === 1)
}"""


class Minevich(AddressPlayer):
    """The page makes a board of the size that its inputs say."""

    name = "minevich"
    repository = "igor-minevich/lights-out"
    commit = "da02b3abd98f715860f5d845e3960c86f1320a71"
    date = "2026-03-17"
    site = "."
    board = ".board span[id]"
    controls = "#generate-button"

    def boards(self) -> Sequence[Board]:
        """Return boards of some sizes; 5x5 is the page's own."""
        return [Board("5x5"), *(Board(size, size) for size in ("3x3", "4x4", "6x6", "4x7"))]

    def lay_out(self, page: Page, url: str, board: Board) -> str:
        """Return the address, after changing the size in the page's inputs."""
        if board.address:
            rows, cols = board.address.split("x")
            change(page, "**/standard.html", lambda text: sized(sized(text, "row", rows), "col", cols))
        return f"{url}standard.html"

    def solved(self, page: Page) -> bool:
        """Return True if the page holds all lamps for lit."""
        return bool(page.evaluate(SOLVED))


def sized(text: str, side: str, number: str) -> str:
    """Return the page's text with another number of rows or columns."""
    return text.replace(INPUT.format(side, 5), INPUT.format(side, number))
