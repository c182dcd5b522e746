"""Pages with different structures around the board."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

SCRIPT: Final = Path(__file__).with_name("board.js").read_text("utf-8")
PAGE: Final = "http://puzzle.test/"
FRAME: Final = "http://frames.puzzle.test/board/"
TEXT: Final = "<p>Some words that stand beside a puzzle, as on any page.</p>"


@dataclass(frozen=True)
class Structure:
    """HTML page with ``{board}`` where its board goes, or with a frame at ``FRAME`` that holds the
    board alone.

    ``kind`` of DRAW in board.js draws it with cells of ``side`` px; ``root`` is a JavaScript
    expression for its parent; ``after`` is a script that runs then, with ``board``. ``enlarges`` is
    True if the player may resize the window, whose size is ``window`` in px.
    """

    name: str
    html: str = "{board}"
    kind: str = "divs"
    side: int = 40
    root: str = "document.querySelector('#here')"
    after: str = ""
    enlarges: bool = True
    window: tuple[int, int] = (900, 700)

    def pages(self, grid: tuple[str, ...]) -> dict[str, str]:
        """Return HTML by address: of the page, and of the pages in its frames."""
        call = f"const board = mount({self.root}, {json.dumps(grid)}, '{self.kind}', {self.side}); {self.after}"
        board = f"<div id=here style='width:max-content'></div><script>{SCRIPT}\n{call}</script>"
        return {
            PAGE: document(self.html.replace("{board}", board)),
            FRAME: document(board),
            f"{FRAME}nested": document(f"<iframe style='{FRAMED}' src='{FRAME}'></iframe>"),
        }


def document(body: str) -> str:
    """Return a complete document."""
    return f"<!doctype html><meta charset=utf-8><title>Puzzle</title><body style='margin:20px'>{body}</body>"


def scrolled(style: str, to: str = "") -> dict[str, str]:
    """Return a board in a scrollable part of the page."""
    box = f"{TEXT}<div id=box style='overflow:auto; border:1px solid #888; {style}'>{{board}}</div>{TEXT}"
    return (
        {"html": box, "after": f"document.querySelector('#box').scrollTo({to})"}
        if to
        else {"html": box}
    )


FRAMED: Final = "width:320px; height:320px; border:1px solid #888"
BARS: Final = "".join(
    f"<div style='position:fixed; z-index:9; {edge}:0; left:0; right:0; height:{height}px; background:#fa0'>Buy!</div>"
    for edge, height in (("top", 110), ("bottom", 90))
)
MAIN: Final = "<style>body { overflow:hidden }</style><main style='height:400px; overflow:auto'>"
VIDEO: Final = """<canvas id=video width=300 height=250 style='float:right'></canvas><script>{
const pen = document.querySelector('#video').getContext('2d'); let t = 0
const draw = () => { t += 7; pen.fillStyle = `hsl(${t} 80% 50%)`; pen.fillRect(t % 250, t % 200, 60, 40) }
setInterval(draw, 15) }</script>"""

STRUCTURES: Final = (  # tests/qa/faults has boards that move, hover or come late
    *(Structure(kind, kind=kind) for kind in ("divs", "gaps", "table", "svg", "canvas")),
    Structure("scaled", "<div style='transform:scale(1.5); transform-origin:0 0'>{board}</div>"),
    Structure(
        "turned",
        "<div style='transform:rotate(7deg); margin:90px; width:max-content'>{board}</div>",
    ),
    Structure(
        "perspective",
        "<div style='perspective:900px; margin:90px; width:max-content'>"
        "<div style='transform:rotateX(25deg)'>{board}</div></div>",
        side=60,
    ),
    Structure("zoomed out", "<style>html { zoom: .5 }</style>{board}", kind="gaps", side=70),
    Structure("foreign frame", f"{TEXT}<iframe style='{FRAMED}' src='{FRAME}'></iframe>{TEXT}"),
    Structure(
        "low frame", f"{TEXT}<iframe style='{FRAMED}; height:190px' src='{FRAME}'></iframe>{TEXT}"
    ),
    Structure(
        "nested frames",
        f"{TEXT}<iframe style='width:300px; height:250px' src='{FRAME}nested'></iframe>{TEXT}",
    ),
    Structure(
        "closed shadow",
        root="document.querySelector('#here').attachShadow({mode: 'closed'})",
        kind="gaps",
    ),
    Structure("scrolled", **scrolled("height:170px; width:190px", "30, 40")),
    Structure(
        "scrolled on a long page", **scrolled("height:170px; width:300px; margin-bottom:999px")
    ),
    Structure("scrolled main", f"{MAIN}{TEXT * 30}{{board}}{TEXT * 10}</main>", enlarges=False),
    Structure(
        "scrolled main, large window",
        f"{MAIN}{TEXT * 30}{{board}}{TEXT * 10}</main>",
        enlarges=False,
        window=(1280, 1000),
    ),
    Structure("below", f"{TEXT * 30}{{board}}{TEXT * 30}"),
    Structure("below, fixed bars", f"{BARS}{TEXT * 30}{{board}}{TEXT * 30}", enlarges=False),
    Structure(
        "large, ours", f"{BARS}<div style='height:120px'></div>{{board}}{TEXT * 9}", side=200
    ),
    Structure(
        "large",
        f"{BARS}<div style='height:120px'></div>{{board}}{TEXT * 9}",
        side=140,
        enlarges=False,
    ),
    Structure("beside a video", f"{VIDEO}{{board}}"),
)
