"""EricPuskas/lights-out-ts: lamps as dark as the page, to be put out or all on; the board goes when it is won."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page

from tests.players.player import Board, Player, seed

SWITCH = "label:has(.slider)"
"""From lights out to lights on: it changes what wins, not what is lit."""


class Puskas(Player):
    name = "puskas"
    repository = "EricPuskas/lights-out-ts"
    commit = "e110b3173b5079e590d73d61d4db4ba908ab48b1"
    date = "2023-08-05"
    build = ("npm install --ignore-scripts --no-audit --no-fund", "npx vite build")

    def boards(self) -> Sequence[Board]:
        phone = {"viewport": {"width": 390, "height": 844}}
        return [
            *(Board(f"{size}x{size}", storage=kept(size)) for size in (3, 5, 9)),
            *(Board(f"{n}x{n}, all on", storage=kept(n), clicks=(SWITCH,), target="on") for n in (3, 5, 9)),
            Board("3x3, phone", storage=kept(3), context=phone),
            Board("5x5, with help", storage=kept(5), clicks=("svg.fa-star",)),
        ]

    def open(self, page: Page, url: str, board: Board) -> None:
        page.add_init_script(seed(1))
        super().open(page, url, board)

    def solved(self, page: Page) -> bool:
        return page.get_by_text("You Win!").count() > 0


def kept(size: int) -> dict[str, str]:
    """What the page keeps of a player who chose that size."""
    return {"gridSize": str(size)}
