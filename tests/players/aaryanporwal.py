"""aaryanporwal/starbattle-puzzle: a board for several players, whose tool is a cross until the star is chosen.

Its server is Node's; what it needs is installed beforehand. The page loads React, Immer and Socket.IO from a CDN:
their modules lie beforehand in public/cdn/, and the addresses in public/ lead there.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page

from tests.players.address_player import AddressPlayer
from tests.players.player import Board

PORT = 3002
ON_LOOPBACK = """const {Server} = require('net'), listen = Server.prototype.listen
Server.prototype.listen = function (port, ...rest) { return listen.call(this, port, '127.0.0.1', ...rest) }
require('./server.js')"""


class Aaryanporwal(AddressPlayer):
    """The server holds the puzzle that was chosen last, and its marks."""

    name = "aaryanporwal"
    repository = "aaryanporwal/starbattle-puzzle"
    commit = "36f496e2ebd83cf91f1e683a619d5c31abcc6e6f"
    date = "2021-05-16"
    site = "public"
    board = "svg:has(rect)"
    controls = "div:has(> div > svg > polygon), button:has(input)"

    def boards(self) -> Sequence[Board]:
        """Return the page's own puzzles: three of 10x10 and two of 12x12."""
        names = ("JinHoo Ahn - 2 Stars 11:30", "Ashish Kumar - 2 Stars 13:00", "JinHoo Ahn - 2 Stars 20:00")
        large = ("Thomas Snyder - 2 Stars 19:00", "Thomas Snyder - 2 Stars 36:00")
        return [Board(name.replace(" - 2 Stars", ","), name) for name in (*names, *large)]

    @contextmanager
    def running(self, checkout: Path) -> Iterator[None]:
        """Run the page's server."""
        environment = {**os.environ, "PORT": str(PORT)}
        command = ["node", "-e", ON_LOOPBACK]
        with subprocess.Popen(command, cwd=checkout, env=environment, stdout=subprocess.PIPE) as server:
            try:
                assert server.stdout
                server.stdout.readline()  # it says when it runs
                yield
            finally:
                server.terminate()

    def lay_out(self, page: Page, url: str, board: Board) -> str:  # noqa: ARG002
        """Return the server's address, after choosing the puzzle on an earlier visit."""
        address = f"http://127.0.0.1:{PORT}/"
        page.goto(address)
        page.locator("select").select_option(board.address)
        page.get_by_role("button", name="Reset").click()
        page.wait_for_function(f"document.querySelector('select').value === '{board.address}'")
        page.goto("about:blank")
        return address

    def solved(self, page: Page) -> bool:
        """Return True if another visitor sees two stars for each row, and none of them red after Check."""
        other = page.context.new_page()
        other.goto(f"http://127.0.0.1:{PORT}/")
        other.locator("svg:has(rect)").wait_for()
        other.get_by_role("button", name="Check").click()
        size = int(other.locator("svg rect").count() ** 0.5)
        stars = other.locator("svg:has(rect) polygon")
        red = other.locator("svg:has(rect) polygon[fill=red]")
        solved = stars.count() == 2 * size and red.count() == 0
        other.close()
        return solved
