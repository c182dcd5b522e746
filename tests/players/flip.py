"""Flip of Simon Tatham's puzzles: tiles on a canvas that turn over, each with a drawing of what it flips.

``emcc`` is that of Debian 12's package emscripten, 3.1.6 (apt-get install --no-install-recommends emscripten).
"""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page

from tests.players.player import Board, Player

GAMES = ("flip", "pegs")
SOURCES = "drawing.c emcc.c malloc.c midend.c misc.c random.c tree234.c version.c"
TODAY = "const Pointer_stringify = UTF8ToString; Element.prototype.setCapture ??= () => {}"
"""What compilers and browsers of 2020 had, and later ones lack."""
COMPILE = (
    "emcc -O1 -DSLOW_SYSTEM -s WASM=0 -s EXPORTED_RUNTIME_METHODS=cwrap,callMain"
    " --pre-js emccpre.js --pre-js js/today.js --js-library emcclib.js"
    " -s EXPORTED_FUNCTIONS=\"$(sed 's://.*::' emccx.json | tr -d ' \\n')\""
)


class Flip(Player):
    name = "flip"
    repository = "ghewgill/puzzles"
    commit = "01c3e382d9c7013f0bb4eb9f1ff2d19bb05d4241"
    date = "2020-09-21"
    build = (
        f"mkdir -p js && echo '{TODAY}' > js/today.js",
        *(f"{COMPILE} -o js/{game}.js {game}.c {SOURCES}" for game in GAMES),
        f"cd js && perl ../html/jspage.pl /dev/null {' '.join(f'../html/{game}.html' for game in GAMES)}",
        "mv js dist",
    )

    def boards(self) -> Sequence[Board]:
        kinds = ("3x3c", "4x4c", "5x5c", "10x7c", "3x3r", "4x4r", "5x5r")
        return [Board(kind, f"flip.html#{kind}#1", target="on") for kind in kinds]

    def solved(self, page: Page) -> bool:
        return page.locator("#statusbarholder").inner_text().startswith("COMPLETED")
