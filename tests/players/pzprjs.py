"""robx/pzprjs, the player of puzz.link, with its own page round the engine."""

from __future__ import annotations

from collections.abc import Sequence
from json import dumps

from playwright.sync_api import Page

from autoplay.practice.puzzles import pick
from solvers.notation import write
from solvers.star_battle import Puzzle
from tests.players.player import Board, Player

SIZES = {"5x5": 0, "6x6": 1, "8x8": 3, "10x10": 5, "14x14": 7}


class Pzprjs(Player):
    name = "pzprjs"
    repository = "robx/pzprjs"
    commit = "0401fc64fb4a414fc8327aed2b49aff758f4eaab"
    date = "2026-08-22"
    # The package asks for a newer Node than its bundler needs; its linter is not needed to play.
    build = ("npm ci --ignore-scripts", f"GIT_HASH={commit[:7]} ./git-hash.sh", "npx grunt default")

    def boards(self) -> Sequence[Board]:
        plain = [Board(name, address(kind)) for name, kind in SIZES.items()]
        cycle = dumps({"use": 2})
        return [
            *plain,
            Board("8x8 click cycle", address(3, 1), {"pzprv3_config:puzzle": cycle}),
            Board("10x10 phone", address(5, 1), context={"viewport": {"width": 390, "height": 844}}),
        ]

    def solved(self, page: Page) -> bool:
        return bool(page.evaluate("ui.puzzle.check(false).complete"))


def address(kind: int, seed: int = 0) -> str:
    """Where a board of the practice site is shown."""
    board = pick(kind, seed)
    return "p.html?" + write(Puzzle(board.grid, board.stars), "puzz.link").strip().partition("?")[2]
