"""samimsu/queens-game-linkedin: coloured boards of divs, an X before every queen."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page

from tests.players.player import Board, Player


class Queens(Player):
    name = "queens"
    repository = "samimsu/queens-game-linkedin"
    commit = "d18b1b510e5b547f6f6fb326592f71f25fdcfc74"
    date = "2026-01-29"
    build = ("npm ci --ignore-scripts --legacy-peer-deps", "npx vite build")

    def boards(self) -> Sequence[Board]:
        phone = {"viewport": {"width": 390, "height": 844}}
        return [
            *(Board(f"level {n}", f"community-level/{n}") for n in (10, 4, 17, 49, 18, 6, 194, 195, 205)),
            Board("level 14, dark", "community-level/14", {"theme": "dark"}),
            Board("level 23, its own crosses", "community-level/23", {"autoPlaceXs": "true"}),
            Board("level 34, phone", "community-level/34", context=phone),
            Board("level 71, zoomed out", "community-level/71", clicks=("button:has(.lucide-zoom-out)",) * 3),
            Board("level 57, other colours", "community-level/57", clicks=("button:has(.lucide-palette).border",)),
        ]

    def solved(self, page: Page) -> bool:
        done = page.evaluate("JSON.parse(localStorage.getItem('completedCommunityLevels') ?? '[]')")
        return f"level{page.url.rpartition('/')[2]}" in done
