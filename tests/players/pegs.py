"""Pegs of Simon Tatham's puzzles: boards of any shape on a canvas, played by dragging; a win is a flash."""

from __future__ import annotations

import re
from collections.abc import Sequence

from playwright.sync_api import Page

from tests.players.flip import Flip
from tests.players.player import Board

DRAWN = """([cols, rows]) => {
    const board = document.querySelector('#puzzlecanvas'), pen = board.getContext('2d', {willReadFrequently: true})
    const side = board.width / (cols + 1)
    const isPeg = (index) => {
        const x = (index % cols + 1) * side, y = (Math.floor(index / cols) + 1) * side
        const [red, green, blue] = pen.getImageData(x, y, 1, 1).data
        return red + green < 100 && blue > 200
    }
    return [...Array(cols * rows).keys()].filter(isPeg).length
}"""
"""How many pegs the page has drawn: blue discs."""
WIEGLEB = "OOOPPPOOO OOOPPPOOO OOOPPPOOO PPPPPPPPP PPPPHPPPP PPPPPPPPP OOOPPPOOO OOOPPPOOO OOOPPPOOO"
CENTRAL = "OOPPPOO OPPPPPO PPPPPPP PPPHPPP PPPPPPP OPPPPPO OOPPPOO"
CROSS = "OOHHHOO OOHPHOO HHPPPHH HHHPHHH HHHPHHH OOHHHOO OOHHHOO"


class Pegs(Flip):
    name = "pegs"

    def boards(self) -> Sequence[Board]:
        kinds = ("5x5random", "7x7random", "9x9random", "6x5random")
        return [
            Board("7x7cross", "7x7cross#1"),
            *(Board(f"7x7octagon {seed}", f"7x7octagon#{seed}") for seed in (1, 2)),
            *(Board(f"{kind} {seed}", f"{kind}#{seed}", puzzle="pegs") for kind in kinds for seed in (1, 2)),
            Board("cross of six", f"7x7cross:{CROSS.replace(' ', '')}"),
            Board("Wiegleb", f"9x9random:{WIEGLEB.replace(' ', '')}"),
            Board("European, central", f"7x7octagon:{CENTRAL.replace(' ', '')}", solvable=False),
        ]

    def open(self, page: Page, url: str, board: Board) -> None:
        page.goto(f"{url}pegs.html#{board.address}")

    def solved(self, page: Page) -> bool:
        return bool(page.evaluate(DRAWN, sides(page.url)) == 1)


def sides(url: str) -> list[int]:
    """Columns and rows of the board at an address."""
    return [int(side) for side in re.findall(r"\d+", url.partition("#")[2])[:2]]
