"""swaroopg92/penpa-edit: boards on a canvas, solved from a link that knows the answer."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page

from autoplay.practice.puzzles import pick, solution_cells
from solvers.notation import write
from solvers.star_battle import Puzzle
from tests.players.player import Board, Player

WITH_ANSWER = """cells => {
    document.getElementById('sol_star').checked = true;
    const size = Math.sqrt(pu.centerlist.length);
    for (const [row, col] of cells) pu.pu_a.symbol[pu.centerlist[row * size + col]] = [2, 'star', 2];
    return pu.maketext_solve_solution();
}"""
"""What an author does: marks the answer, ticks what is to be compared, and has the page write a link."""


class Penpa(Player):
    name = "penpa"
    repository = "swaroopg92/penpa-edit"
    commit = "7785887bbc7f985a387199989e2c7d76efec4dab"
    date = "2026-04-20"
    site = "docs"

    def boards(self) -> Sequence[Board]:
        sizes = {"5x5": 0, "6x6": 1, "8x8": 3, "10x10": 5, "14x14": 7}
        return [Board(name, f"{kind}") for name, kind in sizes.items()]

    def open(self, page: Page, url: str, board: Board) -> None:
        here = pick(int(board.address), 0)
        link = write(Puzzle(here.grid, here.stars), "penpa").strip().partition("#")[2]
        (cells,) = solution_cells(here.grid, here.stars, limit=2)
        page.goto(f"{url}#{link}")
        page.wait_for_function("window.pu?.centerlist?.length")
        address = page.evaluate(WITH_ANSWER, sorted(cells))
        page.goto("about:blank")
        page.goto(address)

    def solved(self, page: Page) -> bool:
        return bool(page.evaluate("pu.sol_flag === 1"))
