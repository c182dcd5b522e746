"""Pages of pegs: their looks, their reactions to clicks and drags, and the right end of a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from autoplay.games.peg_solitaire.options import PegEnd
from tests.qa.pages.made import MadePage
from tests.qa.pages.structures import BARS, FRAME, FRAMED, TEXT, scrolled

REFUSED: Final = ("no-board", "ambiguous", "unsupported", "cut-off")
STUBBORN: Final = ("not-confirmed",)


@dataclass(frozen=True)
class PegPage(MadePage):
    """Page of pegs; ``settings`` are the options of pegs.js, ``end`` and ``puzzle`` are given to
    the player."""

    script = Path(__file__).with_name("pegs.js").read_text("utf-8")
    end: PegEnd | None = None
    puzzle: str | None = None

    @property
    def given(self) -> Mapping[str, Any]:
        return {"end": self.end, "puzzle": self.puzzle}


def has(name: str, kind: str = "absolute", look: str = "discs", **settings: Any) -> PegPage:
    """Return a page with a special board: keywords of the page belong to the page, the rest to the
    board."""
    known = {
        key: settings.pop(key)
        for key in ("end", "puzzle", "ends", "html", "root", "after")
        if key in settings
    }
    colours = {
        "peg": "#c0392b",
        "hole": "#5d4037",
        "selected": "#f1c40f",
        **settings.pop("colours", {}),
    }
    return PegPage(name, {"kind": kind, "look": look, **settings, "colours": colours}, **known)


def triangle(rows: int, hole: int | None = 0) -> list[str]:
    """Return a triangle with this many rows, all pegs but one."""
    letters = iter("." if number == hole else "o" for number in range(rows * (rows + 1) // 2))
    return [
        " " * (rows - 1 - row) + " ".join(next(letters) for _ in range(row + 1))
        for row in range(rows)
    ]


def mixed(text: str, **settings: Any) -> dict[str, Any]:
    """Return a board on the square lattice, rows with `/` between them."""
    return {"rows": text.split("/"), "lattice": "square", "pitch": 56, "disc": 40, **settings}


ENGLISH: Final = mixed("  ooo/  ooo/ooooooo/ooo.ooo/ooooooo/  ooo/  ooo")
EUROPEAN: Final = mixed("  .oo/ ooooo/ooooooo/ooooooo/ooooooo/ ooooo/  ooo")
WIEGLEB: Final = mixed(
    "   ooo/   ooo/   ooo/ooooooooo/oooo.oooo/ooooooooo/   ooo/   ooo/   ooo", pitch=48, disc=36
)
PLUS: Final = mixed("  .../  .o./..ooo../...o.../...o.../  .../  ...")
ARROW: Final = mixed("  .o./  ooo/.ooooo./...o.../...o.../  ooo/  ooo")
CORNER: Final = mixed("o.oo/oooo/oooo/oooo")
HALF: Final = {"rows": ["    o", "   o o", "  . o o", " . . o .", ". . o . ."]}
FULL: Final = {"rows": triangle(5, None), "chooses": True}
DARK: Final = {"page": "#121212", "ink": "#ddd", "plate": "#2c3e50"}
PALE: Final = {"page": "#fff", "plate": "#fff"}
BESIDE: Final = (
    "<div style='float:right; width:300px'><h2>How to play</h2>"
    + "".join(
        f"<p><span style='display:inline-block; width:24px; height:24px; border-radius:50%; background:#c0392b; "
        f"color:#fff; text-align:center'>{n}</span> Jump over a peg.</p>"
        for n in range(1, 6)
    )
    + "</div>"
)
BUTTONS: Final = "<p><button>New game</button> <button>Undo</button> <button>Hint</button> <button>Help</button></p>"
CLOCK: Final = """<p id=clock>Time 0.0 s</p><script>{ const from = Date.now()
setInterval(() => { clock.textContent = `Time ${((Date.now() - from) / 1000).toFixed(1)} s` }, 100) }</script>"""
CHOICES: Final = "".join(
    f"<button style='width:56px; height:56px; border-radius:50%; margin:6px; background:#39c'>{n}</button>"
    for n in range(1, 6)
)
SPOTS: Final = "".join(
    f"<circle cx='{x}' cy='{y}' r='9' fill='{colour}' />"
    for x, y, colour in (
        (40, 30, "#c33"),
        (95, 71, "#3c3"),
        (150, 48, "#33c"),
        (210, 110, "#c33"),
        (60, 130, "#3c3"),
    )
)

STRUCTURES: Final = (
    *(has(kind, kind) for kind in ("absolute", "wedge", "rows", "buttons", "svg", "canvas")),
    *(
        has(f"english {kind}", kind, **ENGLISH)
        for kind in ("absolute", "grid", "table", "svg", "canvas")
    ),
)
LOOKS: Final = (
    *(has(look, look=look) for look in ("marbles", "ringed", "tees", "dots", "lifted", "images")),
    *(
        has(f"english {look}", look=look, **ENGLISH)
        for look in ("marbles", "dots", "lifted", "images")
    ),
    has("rings", look="rings", **PALE),
    has("letters", look="letters", **PALE),
    has("english letters", look="letters", **ENGLISH, **PALE),
    has("english rings", look="rings", **ENGLISH, **PALE),
    has("dark", **DARK, colours={"peg": "#e67e22", "hole": "#48586a", "selected": "#e74c3c"}),
    has("dark marbles", look="marbles", **DARK, colours={"peg": "#3498db"}),
    has("dark english", "grid", **ENGLISH, **DARK, colours={"peg": "#ecf0f1", "hole": "#1b2631"}),
    has("pale holes", **PALE, colours={"peg": "#1e88e5", "hole": "#eceff1"}),
    has("dark pegs, white holes", **ENGLISH, colours={"peg": "#222", "hole": "#fff"}),
    has("blue and brown", look="marbles", colours={"peg": "#2980b9", "selected": "#e74c3c"}),
    has("squares", look="squares", **ENGLISH),
    has("table of tees", "table", "tees", **ENGLISH),
)
BOARDS: Final = (
    *(
        has(f"triangle of {rows}", rows=triangle(rows, hole))
        for rows, hole in ((4, 1), (6, 0), (7, 1))
    ),
    has("hole in the middle", rows=triangle(5, 4), end="any"),
    has("upside down", rows=triangle(5)[::-1]),
    has("left", "rows", aligned="left"),
    has("left absolute", aligned="left"),
    has("flat", ratio=0.6, pitch=84),
    has("tall", ratio=1.1, pitch=60),
    has("european", **EUROPEAN),
    has("wiegleb", "svg", **WIEGLEB),
    has("plus", **PLUS),
    has("arrow", "canvas", **ARROW),
    has("half played", **HALF),
    has("4x4", puzzle="pegs", **CORNER),
    has("small", pitch=26, disc=18),
    has("large", pitch=120, disc=90),
    has("touching", pitch=50, disc=50),
    has("far apart", pitch=110, disc=36),
    has("oval holes", "svg", pitch=70, disc=50, ratio=0.7),
)
GESTURES: Final = (
    has("mousedown", by="down"),
    has("drag", by="drag"),
    has("plus drag", "canvas", by="drag", **PLUS),
    has("drag canvas", "canvas", by="drag", **ENGLISH),
    has("drag or click", by="both"),
    has("pointer drag", by="pointer"),
    has("html5 drag", by="html5"),
    has("english html5 drag", "grid", "marbles", by="html5", **ENGLISH),
    has("hole alone", by="hole"),
    has("jumps by itself", auto=True),
    has("english jumps by itself", auto=True, **ENGLISH),
    has("does not deselect", deselects=False),
    has("strict: no other peg", strict=True),
    has("keeps the peg selected", keeps=True),
    has("hints", hints=True),
    has("hints of dots", "canvas", hints=True, **ENGLISH),
    has("choose first", **FULL),
    has("choose first, drag", by="drag", **FULL),
    has("shakes", wrong="shakes"),
)
TIMES: Final = (
    *(has(f"{ms} ms", ms=ms) for ms in (200, 800)),
    *(has(f"slides {ms} ms", ms=ms, slides=True, look="marbles") for ms in (200, 500, 800)),
    has("slides 400 ms, deaf meanwhile", ms=400, slides=True, deaf=True),
    has("server answers in 300 ms", lag=300),
    has("english slides", "svg", ms=300, slides=True, **ENGLISH),
    has("drag, 300 ms", by="drag", ms=300),
)
WAYS: Final = ("named", "alert", "dialog", "overlay", "shade", "gone", "blink", "next", "silent")
WINS: Final = (
    *(has(f"win: {win}", win=win, **HALF) for win in WAYS),
    has("win: named late", win="named", late=1200, **HALF),
    has("win: gone, animated", win="gone", ms=300, **HALF),
)
SURROUNDINGS: Final = (
    has(
        "frame",
        html=f"{TEXT}<iframe style='{FRAMED}; height:460px; width:420px' src='{FRAME}'></iframe>{TEXT}",
    ),
    has("open shadow", root="document.querySelector('#here').attachShadow({mode: 'open'})"),
    has("below", html=f"{TEXT * 30}{{board}}{TEXT * 30}"),
    has("below, fixed bars", html=f"{BARS}{TEXT * 30}{{board}}{TEXT * 30}"),
    has("scrolled", **scrolled("height:200px; width:400px")),
    has("taller than the window", pitch=180, disc=130),
    has("scaled", html="<div style='transform:scale(1.4); transform-origin:0 0'>{board}</div>"),
    has("turned 45°", html="<div style='rotate:45deg; margin:160px'>{board}</div>", **ENGLISH),
    has("clock", html=f"{CLOCK}{{board}}"),
    has("steps beside", html=f"{BESIDE}{BUTTONS}{{board}}"),
    has("choices above", html=f"<div>{CHOICES}</div>{{board}}"),
    has("english, choices above", html=f"<div>{CHOICES}</div>{{board}}", **ENGLISH),
)
FAULTS: Final = (
    has("dead pegs", by="nothing", ends=STUBBORN),
    has(
        "cannot be won",
        rows=["    o", "   o .", "  . . .", " . . . .", "o . . . o"],
        ends=("no-solution",),
    ),
    has(
        "european, central",
        **mixed("  ooo/ ooooo/ooooooo/ooo.ooo/ooooooo/ ooooo/  ooo"),
        ends=("no-solution",),
    ),
)
NONE: Final = tuple(
    PegPage(f"none: {name}", html=html, ends=REFUSED)
    for name, html in (
        ("text", TEXT * 9),
        ("choices", CHOICES),
        ("spots", f"<svg width=300 height=200>{SPOTS}</svg>"),
        ("steps", BESIDE),
    )
)
PEG_PAGES: Final = (
    STRUCTURES + LOOKS + BOARDS + GESTURES + TIMES + WINS + SURROUNDINGS + FAULTS + NONE
)
