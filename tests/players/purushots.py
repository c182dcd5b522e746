"""purushots/queens-game: a campaign of coloured boards of 7 to 11, an X before every crown."""

from __future__ import annotations

from collections.abc import Sequence
from json import dumps

from playwright.sync_api import Page

from tests.players.address_player import AddressPlayer
from tests.players.player import Board


class Purushots(AddressPlayer):
    """The page opens the level of the last visit."""

    name = "purushots"
    repository = "purushots/queens-game"
    commit = "0193a3f629983aa9eeaee995dc6909e0f4de5f93"
    date = "2026-06-14"
    site = "."
    board = "#board"

    def boards(self) -> Sequence[Board]:
        """Return boards of each size."""
        later = {4: "7x7", 3: "8x8", 5: "8x8", 2: "9x9", 10: "11x11"}
        return [
            Board("level 1, 10x10"),
            *(Board(f"level {n}, {size}", storage=visited(n)) for n, size in later.items()),
        ]

    def solved(self, page: Page) -> bool:
        """Return True if the page's own state says that the level is won."""
        return bool(page.evaluate("__queens.getState().won"))


def visited(level: int) -> dict[str, str]:
    """Return what the page stores of a player who is at this level."""
    return {"queens.state.v1": dumps({"level": level, "cellStates": [], "elapsed": 0})}
