"""Pierca7/lights-out: lamps of divs in rows, on at random, and so not always to be put out."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page

from tests.players.player import Board, Player, seed


class Pierca(Player):
    name = "pierca"
    repository = "Pierca7/lights-out"
    commit = "03f8c29fd07767ab801f31a5f743ceaf4af28799"
    date = "2020-07-19"
    # The page asks for Constants.js, which only some file systems find in constants.js, as the compiler remarks.
    build = (
        "npx --yes --package typescript@3.9.7 tsc -p tsconfig.json || test -d src/bin",
        "mv src/bin/shared/constants.js src/bin/shared/Constants.js",
        "mkdir dist && cp -r src dist/public && cp src/views/index.html dist",
    )

    def boards(self) -> Sequence[Board]:
        return [
            *(
                Board(f"{size}x{size}, {n}", f"{size} {n}")
                for size, n in ((3, 1), (4, 24), (5, 8), (5, 19), (6, 1), (6, 2))
            ),
            *(Board(f"{size}x{size}, unsolvable", f"{size} 1", solvable=False) for size in (4, 5)),
        ]

    def open(self, page: Page, url: str, board: Board) -> None:
        size, number = board.address.split()
        page.add_init_script(seed(int(number)))
        page.goto(url)
        page.fill("#tileAmount", size)
        page.click("#playButton")

    def solved(self, page: Page) -> bool:
        return page.locator("#congratulations").count() > 0
