"""johnhsrao/star-battle-puzzle: 10x10 on a small canvas; a star where it cannot be is not set, and a win pulses."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page, Route

from autoplay.practice.puzzles import pick, solution_cells
from tests.players.address_player import AddressPlayer
from tests.players.player import Board

NAMES = ("kd-1-1-1.starb", "kd-6-31-6.starb")
SIZE = 10


class Johnhsrao(AddressPlayer):
    """The page opens its first puzzle; for the other boards it gets another text under that name."""

    name = "johnhsrao"
    repository = "johnhsrao/star-battle-puzzle"
    commit = "d6437ffd6db3ca9618361d985983e19a22769b3c"
    date = "2022-01-16"
    site = "."
    board = "#canvas"

    def boards(self) -> Sequence[Board]:
        """Return the page's two puzzles, and three of the practice site."""
        own = (Board(name.removesuffix(".starb"), name) for name in NAMES)
        return [*own, *(Board(f"practice {n}", f"{n}") for n in (0, 1, 2))]

    def lay_out(self, page: Page, url: str, board: Board) -> str:
        """Return the address, after answering for the page's server."""

        def initialize(route: Route) -> None:
            if board.address.isdigit():
                route.fulfill(body=written(int(board.address)), content_type="text/plain")
            else:
                route.fulfill(response=route.fetch(url=f"{url}puzzles/{board.address}"))

        page.route("**/puzzlelist", lambda route: route.fulfill(json=list(NAMES)))
        page.route("**/initialize/*", initialize)
        return f"{url}starb-client.html"

    def solved(self, page: Page) -> bool:
        """Return True if the page congratulates."""
        return "YOU SOLVED THIS PUZZLE" in page.locator("#outputArea").inner_text()


def written(number: int) -> str:
    """Return a board of the practice site in the page's format: for each region its stars, a bar, and the rest."""
    board = pick(5, number)
    (stars,) = solution_cells(board.grid, board.stars, limit=2)
    lines = [f"{SIZE}x{SIZE}"]
    for region in sorted({*"".join(board.grid)}):
        cells = [(row, col) for row in range(SIZE) for col in range(SIZE) if board.grid[row][col] == region]
        parts = ([cell for cell in cells if (cell in stars) is starred] for starred in (True, False))
        lines.append(" | ".join(" ".join(f"{row + 1},{col + 1}" for row, col in part) for part in parts))
    return "\n".join([*lines, ""])
