"""kristofer84/star-battle-solver: an editor of 10x10 boards that are played after Play; it wants crosses everywhere.

The page is made beforehand. "Puzzle complete" comes only when every cell is a star or a cross, so that the stars in the
page's own storage say whether the puzzle is solved.
"""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page

from tests.players.address_player import AddressPlayer
from tests.players.player import Board
from vision.errors import BoardNotFound

STARS_RIGHT = """() => {
    const stored = JSON.parse(localStorage.getItem('star-battle-10x10-v1') ?? 'null')
    if (!stored) return false
    const {def: {size, starsPerUnit, regions}, cells} = stored.puzzle, counts = {}
    const stars = [...Array(size * size).keys()].map(n => [Math.floor(n / size), n % size])
        .filter(([row, col]) => cells[row][col] === 'star')
    for (const [row, col] of stars)
        for (const unit of [`row ${row}`, `col ${col}`, `region ${regions[row][col]}`])
            counts[unit] = (counts[unit] ?? 0) + 1
    const apart = stars.every(([row, col]) =>
        stars.filter(([r, c]) => Math.abs(r - row) <= 1 && Math.abs(c - col) <= 1).length === 1)
    return apart && Object.values(counts).length === 3 * size && Object.values(counts).every(n => n === starsPerUnit)
}"""


class Kristofer84(AddressPlayer):
    """The page opens in its editor, with the puzzle of the last visit or none."""

    name = "kristofer84"
    repository = "kristofer84/star-battle-solver"
    commit = "1ba8d2f9a3766fec7437cae459a071c24d91825e"
    date = "2025-12-16"
    board = ":root:has(.mode-toggle__option:last-child.active) .board-cell"
    controls = ".mode-toggle__option:last-child, select"

    def boards(self) -> Sequence[Board]:
        """Return the page's own puzzles by their names, and the address as it is first opened."""
        puzzles = ("Puzzle 1", "Puzzle 2", "Maho Yokota", "Kris De Asis")
        return [*(Board(name, name) for name in puzzles), Board("none chosen", refusal=BoardNotFound.exit_status)]

    def lay_out(self, page: Page, url: str, board: Board) -> str:
        """Return the address, after choosing the puzzle on an earlier visit."""
        if board.address:
            page.goto(url)
            page.locator("select", has=page.get_by_text("Select a puzzle")).select_option(board.address)
            page.wait_for_function("localStorage.getItem('star-battle-10x10-v1')")
            page.goto("about:blank")
        return url

    def solved(self, page: Page) -> bool:
        """Return True if the stars in the page's storage obey all rules."""
        return bool(page.evaluate(STARS_RIGHT))
