"""emmerichdev/cracker-barrel-peg-game: the triangle of 15, flat as it is drawn; a server of its own holds the game.

The page and its server are made beforehand, in frontend/ and backend/.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, Route

from tests.players.player import Board, Player

PORT = 3001
SERVER = f"http://127.0.0.1:{PORT}"
UNSOLVABLE = "5 0 14 5 7 9 9 2 12 14 3 5"
KEY = {"Authorization": "Bearer api-here"}


class Cracker(Player):
    name = "cracker"
    repository = "emmerichdev/cracker-barrel-peg-game"
    commit = "de35f8baa59d771fa69eeaeaa3edd7b8faee98df"
    date = "2025-04-05"
    site = "frontend/dist"

    def boards(self) -> Sequence[Board]:
        light = {"theme": "light"}
        phone = {"viewport": {"width": 390, "height": 844}}
        return [
            Board("dark"),
            Board("light", storage=light),
            Board("phone", context=phone),
            Board("after three jumps", "5 0 3 5 0 3"),
            Board("a peg selected", "5"),
            Board("light, after a jump", "3 0", storage=light),
            Board("unsolvable", UNSOLVABLE, solvable=False),
        ]

    @contextmanager
    def running(self, checkout: Path) -> Iterator[None]:
        environment = {**os.environ, "PORT": str(PORT), "HOST": "127.0.0.1"}
        command = ["node", "dist/index.js"]
        with subprocess.Popen(command, cwd=checkout / "backend", env=environment, stdout=subprocess.PIPE) as server:
            try:
                assert server.stdout
                server.stdout.readline()  # it says when it runs
                yield
            finally:
                server.terminate()

    def open(self, page: Page, url: str, board: Board) -> None:
        """``address`` lists the places that are clicked before, by their numbers."""
        page.route("**/api/**", lambda route: _answer(route, url))
        page.goto(url)
        page.get_by_text("Retry").or_(page.get_by_text("Restart Game")).wait_for()
        page.request.post(f"{SERVER}/api/game/reset", headers=KEY)
        for place in board.address.split():
            page.request.post(f"{SERVER}/api/game/peg", headers=KEY, data={"position": int(place)})
        page.reload()
        page.get_by_text("Restart Game").wait_for()

    def solved(self, page: Page) -> bool:
        return page.get_by_role("heading", name="You Win!").count() > 0


def _answer(route: Route, url: str) -> None:
    """Pass a request on to the page's server, as its own server of files does."""
    route.fulfill(response=route.fetch(url=SERVER + route.request.url.removeprefix(url.rstrip("/"))))
