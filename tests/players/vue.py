"""clrke/vue-star-battle: boards of divs that grow with the player's level, and glow where a line is right."""

from __future__ import annotations

from collections.abc import Sequence
from json import dumps

from playwright.sync_api import Page

from tests.players.player import Board, Player


class Vue(Player):
    name = "vue"
    repository = "clrke/vue-star-battle"
    commit = "76fe8964852ca8b308c26ea56ca89a0e38011cfa"
    date = "2026-06-03"
    build = ("npm ci --ignore-scripts", "npx vite build")
    base = "/vue-star-battle/"

    def boards(self) -> Sequence[Board]:
        return [Board(f"XP {xp}", storage=visited(xp)) for xp in (0, 40, 165, 465, 1165, 2565)]

    def solved(self, page: Page) -> bool:
        return page.locator(".board--solved").count() > 0


def visited(xp: int) -> dict[str, str]:
    """What the page keeps of a player who has read the rules and won that much."""
    progress = {"version": 1, "xp": xp, "totalSolved": 0, "totalHints": 0, "totalTimeMs": 0, "perSize": {}}
    return {"star-battle/help-seen": "1", "star-battle/progression/v1": dumps({**progress, "current": None})}
