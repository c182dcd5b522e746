"""Pages of lamps: their looks, their reactions to presses, and the right end of a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final, Literal

from tests.qa.pages.made import MadePage
from tests.qa.pages.structures import BARS, FRAME, FRAMED, TEXT, VIDEO, scrolled

SHAPES: Final = {
    "plus": [[0, 0], [-1, 0], [1, 0], [0, -1], [0, 1]],
    "diagonal": [[0, 0], [-1, -1], [-1, 1], [1, -1], [1, 1]],
    "square": [[row, col] for row in (-1, 0, 1) for col in (-1, 0, 1)],
    "alone": [[0, 0]],
    "lopsided": [[0, 0], [0, 1], [2, 0]],
}


@dataclass(frozen=True)
class LampPage(MadePage):
    """Page of lamps; ``settings`` are the options of lamps.js, ``target`` is given to the
    player."""

    script = Path(__file__).with_name("lamps.js").read_text("utf-8")
    target: Literal["off", "on"] | None = None

    @property
    def given(self) -> Mapping[str, Any]:
        return {"target": self.target}

    @property
    def asked(self) -> Mapping[str, Any]:
        rows, cols = self.settings.get("rows", 5), self.settings.get("cols", 5)
        cells = [(row, col) for row in range(rows) for col in range(cols)]
        presses = Random(self.name).sample(cells, max(2, len(cells) // 3))
        return {"presses": presses, **self.settings}


def has(name: str, kind: str = "divs", **settings: Any) -> LampPage:
    """Return a page with a special board: ``target``, ``ends`` etc. belong to the page, the rest to
    the board."""
    known = {
        key: settings.pop(key)
        for key in ("target", "ends", "html", "root", "after")
        if key in settings
    }
    return LampPage(name, {"kind": kind, **settings}, **known)


DARK: Final = {"page": "#121212", "ink": "#ddd"}
CLOCK: Final = """<p id=clock>Time 0.0 s</p><script>{ const from = Date.now()
setInterval(() => { clock.textContent = `Time ${((Date.now() - from) / 1000).toFixed(1)} s` }, 100) }</script>"""
LEVELS: Final = "<h2>Choose a level</h2><div style='display:grid; grid-template-columns:repeat(4, 70px); gap:8px'>{}</div>"
TILES: Final = "".join(
    f"<button style='height:60px; font-size:20px'>{n}</button>" for n in range(1, 13)
)
SIZES: Final = "".join(
    f"<button style='width:60px; height:40px; margin:4px'>{n}x{n}</button>" for n in (3, 4, 5, 6, 7)
)
KEYS: Final = "".join(
    f"<button style='width:50px; height:50px'>{key}</button>" for key in "789+456-123*0.=/"
)
CHESS: Final = "".join(
    f"<div style='width:50px; height:50px; background:{'#b58863' if (row + col) % 2 else '#f0d9b5'}'></div>"
    for row in range(8)
    for col in range(8)
)
DAYS: Final = "".join(
    f"<td style='width:40px; height:40px; background:{'#fd6' if n in (3, 9, 17) else '#eee'}'>{n}"
    + ("</tr><tr>" if n % 7 == 0 else "")
    for n in range(1, 29)
)
MOVES: Final = """let plays = 0
addEventListener('click', () => { plays += 1; document.body.style.paddingTop = `${plays % 2 * 55}px` })"""
DEALS: Final = """setInterval(() => {
    for (const lamp of board.children) lamp.style.background = Math.random() < .5 ? '#ffd54a' : '#37474f'
}, 400)"""
REFUSED: Final = ("no-board", "ambiguous", "unsupported", "cut-off")
STUBBORN: Final = ("not-confirmed",)

LOOKS: Final = (
    *(
        has(kind, kind)
        for kind in ("divs", "framed", "buttons", "plain_buttons", "table", "canvas", "circles")
    ),
    *(
        has(kind, kind)
        for kind in ("checkboxes", "signs", "letters", "images", "glow", "gradient", "icons")
    ),
    *(has(kind, kind) for kind in ("numbered", "cards", "bare", "switches")),
    has("bare check boxes", "native", side=20, gap=4),
    has("small", side=22, gap=3),
    has("large", side=110, gap=12),
    has("no gaps", gap=0, style="border:1px solid #999"),
    has("wide gaps", gap=24),
    has("3x3", rows=3, cols=3, side=90),
    has("10x10", "table", rows=10, cols=10, side=40),
    has("4x7", rows=4, cols=7),
    has("9x4", "circles", rows=9, cols=4),
    has("20x20", rows=20, cols=20, side=26, gap=2),
    has("2x3", rows=2, cols=3),
    has("dark page", "framed", **DARK, colours=["#263238", "#f4c50a"]),
    has("dark bare", "bare", **DARK, colours=["#121212", "#eee"]),
    has(
        "white on white", colours=["#78909c", "#ffffff"], style="border:1px solid #bbb", page="#fff"
    ),
    has("pale off", colours=["#eceff1", "#ff5252"], page="#fff"),
    has("off is brighter", colours=["#f5f5f5", "#d32f2f"], page="#fff"),
    has("off is white, on is black", colours=["#ffffff", "#111111"], style="border:1px solid #888"),
    has("red and green", colours=["#c62828", "#2e7d32"]),
    has("little contrast", colours=["#455a64", "#607d8b"]),
)
PRESSES: Final = (
    *(has(on, "buttons", on=on) for on in ("mousedown", "mouseup", "pointerdown", "pointerup")),
    has("canvas mousedown", "canvas", on="mousedown"),
    *(has(f"{ms} ms", ms=ms) for ms in (100, 300, 800)),
    has("300 ms, deaf meanwhile", ms=300, deaf=True),
    has("cards 500 ms", "cards", ms=500),
    has("cards 600 ms, deaf meanwhile", "cards", ms=600, deaf=True),
    has("server answers in 200 ms", lag=200),
    has("server answers in 700 ms", lag=700),
    has("rendered anew", anew=True),
    has("table rendered anew", "table", anew=True),
    has("hover lights", hover={"filter": "brightness(1.8)"}),
    has("hover darkens", hover={"filter": "brightness(.5)"}),
    has("hover outline", hover={"outline": "4px solid red"}),
)
RULES: Final = (
    *(has(name, shape=SHAPES[name]) for name in ("diagonal", "square", "alone", "lopsided")),
    has("wraps", wraps=True),
    has("wraps 4x6", wraps=True, rows=4, cols=6),
    has("three states", colours=["#263238", "#1e88e5", "#ffd54a"], rows=4, cols=4),
    has("four states", colours=["#263238", "#c62828", "#1e88e5", "#ffd54a"], rows=3, cols=3),
    has("all on", goal=1, target="on"),
    has("one press from won", presses=[[2, 2]]),
    has("limit of 60 presses", limit=60, win="named"),
    has("limit of its presses", limit=8, win="named"),
)
WAYS: Final = (
    "named",
    "alert",
    "dialog",
    "overlay",
    "shade",
    "gone",
    "blink",
    "gold",
    "next",
    "silent",
)
WINS: Final = (
    *(has(f"win: {win}", "framed", win=win) for win in WAYS),
    has("win: named late", win="named", late=1200),
    has("win: gone, animated", "cards", win="gone", ms=300),
)
SURROUNDINGS: Final = (
    has(
        "frame",
        html=f"{TEXT}<iframe style='{FRAMED}; height:420px; width:360px' src='{FRAME}'></iframe>{TEXT}",
    ),
    has("open shadow", root="document.querySelector('#here').attachShadow({mode: 'open'})"),
    has("closed shadow", root="document.querySelector('#here').attachShadow({mode: 'closed'})"),
    has("below", html=f"{TEXT * 30}{{board}}{TEXT * 30}"),
    has("below, fixed bars", html=f"{BARS}{TEXT * 30}{{board}}{TEXT * 30}"),
    has("scrolled", **scrolled("height:200px; width:400px")),
    has("taller than the window", side=160),
    has("scaled", html="<div style='transform:scale(1.4); transform-origin:0 0'>{board}</div>"),
    has("clock", html=f"{CLOCK}{{board}}"),
    has("beside a video", html=f"{VIDEO}{{board}}"),
    has("sizes above", html=f"<div>{SIZES}</div>{{board}}"),
    has("levels beside", html=f"<div style='float:right'>{LEVELS.format(TILES)}</div>{{board}}"),
    has("moves at each press", after=MOVES),
)
FAULTS: Final = (
    has("dead lamps", on="nothing", ends=STUBBORN),
    has("deals all the time", after=DEALS, ends=(*STUBBORN, *REFUSED)),
    has(
        "cannot be won",
        rows=4,
        cols=4,
        fixed=["1000", "0000", "0000", "0000"],
        ends=("no-solution",),
    ),
    has("limit of 3 presses", limit=3, ends=(*STUBBORN, "rejected", "unknown")),
)
NONE: Final = tuple(
    LampPage(f"none: {name}", html=html, ends=REFUSED, has_starts=name == "sizes")
    for name, html in (
        ("text", TEXT * 9),
        ("levels", LEVELS.format(TILES)),
        ("sizes", SIZES),
        (
            "calculator",
            f"<div style='display:grid; grid-template-columns:repeat(4, 60px); gap:6px'>{KEYS}</div>",
        ),
        (
            "chess board",
            f"<div style='display:grid; grid-template-columns:repeat(8, 50px); width:400px'>{CHESS}</div>",
        ),
        ("calendar", f"<table><tr>{DAYS}</table>"),
    )
)
LAMP_PAGES: Final = LOOKS + PRESSES + RULES + WINS + SURROUNDINGS + FAULTS + NONE
