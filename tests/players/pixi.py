"""Valodzina/star-battle: a game on a canvas, from its menu to its stars."""

from __future__ import annotations

from collections.abc import Sequence
from json import dumps

from playwright.sync_api import Page

from tests.players.player import Board, Player

PLAIN_CANVAS = """
for (const kind of [HTMLCanvasElement, OffscreenCanvas]) {
    const own = kind.prototype.getContext;
    kind.prototype.getContext = function (name, ...rest) {
        return /gl/.test(name) ? null : own.call(this, name, ...rest);
    };
}"""
"""As in a browser without WebGL: where no graphics card helps, every picture of it takes seconds."""
KINDS = ("easy", "medium", "hard")


class Pixi(Player):
    name = "pixi"
    repository = "Valodzina/star-battle"
    commit = "84cba881ee55c407d2f2377ba694539f3ccb6fc8"
    date = "2026-08-20"
    build = ("npm ci --ignore-scripts", "npx vite build")
    base = "/star-battle/"

    def boards(self) -> Sequence[Board]:
        levels = [("easy", 1), ("easy", 5), ("easy", 11), ("medium", 1), ("medium", 7), ("hard", 1), ("hard", 4)]
        return [Board(f"{kind} {n}", f"{kind}_{n}", unlocked(f"{kind}_{n}")) for kind, n in levels]

    def open(self, page: Page, url: str, board: Board) -> None:
        kind, number = board.address.split("_")
        page.add_init_script(f"window.level = '{board.address}';{PLAIN_CANVAS}")
        page.goto(url)
        page.wait_for_selector("canvas")
        settle(page, frozenset())
        for spot in (self._button(page, kind), self._tile(page, int(number))):
            before = page.screenshot()
            page.mouse.click(*spot)
            page.mouse.move(1, 1)
            settle(page, frozenset({before}))

    def _button(self, page: Page, kind: str) -> tuple[float, float]:
        """Where the menu has a kind of level: the three buttons are laid out for 1080x1380."""
        width, height = size_of(page)
        scale = min(width / 1080, height / 1380)
        middle = (height / scale + 400 - 200) / 2 + 100
        return width / 2, (middle + (KINDS.index(kind) - 1) * 220) * scale

    def _tile(self, page: Page, number: int) -> tuple[float, float]:
        """Where a level is, in the first rows of tiles of 120 px with 12 px between them."""
        width, _ = size_of(page)
        scale = min(1, width / 432)
        columns = int((width / scale - 36) // 132)
        row, column = divmod(number - 1, columns)
        left = (width / scale - columns * 132 + 12) / 2
        return (left + column * 132 + 60) * scale, (108 + row * 132 + 60) * scale

    def solved(self, page: Page) -> bool:
        done = page.evaluate("JSON.parse(localStorage.getItem('star_battle_progress')).completedLevels")
        return page.evaluate("window.level") in done


def size_of(page: Page) -> tuple[int, int]:
    """(width, height) of the window."""
    assert page.viewport_size
    return page.viewport_size["width"], page.viewport_size["height"]


def settle(page: Page, but: frozenset[bytes]) -> None:
    """Wait until the page looks the same twice, and not like one of these pictures."""
    seen = page.screenshot()
    for _ in range(100):
        page.wait_for_timeout(200)
        before, seen = seen, page.screenshot()
        if before == seen and seen not in but:
            return


def unlocked(level: str) -> dict[str, str]:
    """What the page keeps of a player who has come so far."""
    return {"star_battle_progress": dumps({"completedLevels": [], "unlockedLevels": [level]})}
