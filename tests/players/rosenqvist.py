"""b21phiro/peg-solitaire-ts: the English board on a canvas; its circles touch, and the page never says that it is won.

The page is made beforehand.
"""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page

from tests.players.player import Board, Player

PEGS = """() => {
    const side = canvas.width / 7, pen = canvas.getContext('2d', {willReadFrequently: true})
    const isPeg = (index) => {
        const x = (index % 7 + .5) * side, y = (Math.floor(index / 7) + .5) * side
        const [red, green] = pen.getImageData(x + side * .35, y, 1, 1).data
        return red + green < 100
    }
    return [...Array(49).keys()].filter(isPeg).length
}"""
"""How many pegs the page has drawn: black discs, or a blue one that is selected."""

UNSOLVABLE = (
    "53 33 41 43 21 41 33 31 62 42 30 32 35 33 33 31 23 21 14 34 26 24 03 23 34 14 04 24 23 25 20 22 12 32 42 22"
)


class Rosenqvist(Player):
    name = "rosenqvist"
    repository = "b21phiro/peg-solitaire-ts"
    commit = "5d5f7ef7ff36aeabed57eeb02dc688532dbb9e75"
    date = "2024-08-12"

    def boards(self) -> Sequence[Board]:
        return [
            Board("window"),
            Board("phone", context={"viewport": {"width": 390, "height": 844}}),
            Board("large", context={"viewport": {"width": 1920, "height": 1200}}),
            Board("after two jumps", "31 33 23 43"),
            Board("a peg selected", "53"),
            Board("unsolvable", UNSOLVABLE, solvable=False),
        ]

    def open(self, page: Page, url: str, board: Board) -> None:
        """``address`` lists the places that are clicked before, each a row and a column."""
        page.goto(url)
        box = page.locator("#canvas").bounding_box()
        assert box
        for row, col in board.address.split():
            side = box["width"] / 7
            page.mouse.click(box["x"] + (int(col) + 0.5) * side, box["y"] + (int(row) + 0.5) * side)
            page.evaluate("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")

    def solved(self, page: Page) -> bool:
        return bool(page.evaluate(PEGS) == 1)
