"""Lamps and pegs of which every property is drawn by itself, and pages with several boards and
other grids."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tests.qa.looks.around import DECOYS, board_and_style
from tests.qa.looks.boards import Board
from tests.qa.looks.lamps import THEMES, cells, lamps, tile
from tests.qa.looks.looks import SCALES, Look
from tests.qa.looks.pegs import draw_pegs, some_pegs
from tests.qa.looks.scene import Scene, page

TEXT = "<p>Undo · Hint · Check</p>"
TITLES = ("", "<h2>Puzzle of the day</h2>", "<h3>Level 12 · 03:21</h3>")
JPEGS = (None, None, None, 92, 80)
SMALLEST_LAMP_PX = 16


def mixed_lamps(rng: Random) -> Scene:
    """Return a board of lamps of any look."""
    board = lamps(rng, 10)
    drawn, ground = _draw_lamps(rng, board, rng.uniform(22, 60))
    return _alone(rng, board, drawn, ground)


def mixed_pegs(rng: Random) -> Scene:
    """Return a board of pegs of any look."""
    board = some_pegs(rng)
    drawn, ground = draw_pegs(rng, board, rng.uniform(26, 64))
    return _alone(rng, board, drawn, ground)


def mixed_pages(rng: Random) -> Scene:
    """One or two boards of one game, among other grids."""
    kind = rng.choice((_regions, _regions, _lamps, _pegs))
    parts = [kind(rng) for _ in range(rng.choice((1, 2)))]
    ground = parts[0][2]
    shown = []
    for number, (_, drawn, _) in enumerate(parts):
        # Two boards of a page have clips, patterns and gradients of their own.
        own = drawn.replace(' id="', f' id="b{number}').replace("url(#", f"url(#b{number}")
        shown.append(f'<div style="padding:6px">{own}</div>')
    others = rng.randint(0, 2) if len(parts) == 2 else rng.randint(1, 2)
    decoys = [
        f'<div style="background:#fff;padding:8px">{rng.choice(DECOYS)(rng)}</div>'
        for _ in range(others)
    ]
    gap, down = rng.choice((16, 30, 50)), rng.choice(("row", "row", "column"))
    first = [*shown, *decoys] if rng.random() < 0.7 else [*decoys, *shown]
    body = f'{rng.choice(TITLES)}<div style="display:flex;flex-direction:{down};gap:{gap}px">{"".join(first)}</div>{TEXT}'
    boards = tuple(board for board, _, _ in parts)
    viewport = (1700, 900) if down == "row" else (900, 1900)
    return Scene(
        page(f'<div style="color:#777">{body}</div>', ground),
        boards,
        viewport,
        rng.choice((1, 1, 1.25, 1.5)),
    )


def _regions(rng: Random) -> tuple[Board, str, str]:
    board, drawn = board_and_style(rng, rng.randint(26, 40))
    return replace(board, crosses=frozenset()), drawn, "#fff"


def _lamps(rng: Random) -> tuple[Board, str, str]:
    board = lamps(rng, 7)
    return board, *_draw_lamps(rng, board, rng.uniform(28, 48))


def _pegs(rng: Random) -> tuple[Board, str, str]:
    board = some_pegs(rng)
    return board, *draw_pegs(rng, board, rng.uniform(28, 44))


def _draw_lamps(rng: Random, board: Board, side: float) -> tuple[str, str]:
    """Return the board as a CSS grid, and the colour of its page: shape, gap, rim, glow, sheen,
    panel."""
    ground, off, on = rng.choice(THEMES)
    side = round(side) if rng.random() < 0.5 else round(side, 2)
    gap = rng.choice((1, 2, 4, 6, 10, round(0.3 * side)))
    radius = rng.choice((0, 0, 4, 0.2 * side, side / 2))
    rim = rng.choice(
        ("", "", "border:1px solid #888", "border:2px solid #0006", "border:2px outset #999")
    )
    glow = rng.choice((0, 0, 0, 6, 14, 24))
    sheen = rng.random() < 0.2
    panel = rng.choice(
        (
            "",
            "",
            "padding:10px;background:#2a2f3a;border-radius:8px",
            "padding:8px;border:1px solid #999",
        )
    )

    def draw(lit: bool) -> str:
        fill = f"background:{on if lit else off}"
        if sheen:
            fill = f"background:linear-gradient(160deg,#fff6,transparent 60%),{on if lit else off}"
        shine = f";box-shadow:0 0 {glow}px {on}" if lit and glow else ""
        return tile(side, f"box-sizing:border-box;border-radius:{radius}px;{rim};{fill}{shine}")

    return cells(board, draw, f"gap:{gap}px;{panel}"), ground


def _alone(rng: Random, board: Board, drawn: str, ground: str) -> Scene:
    """Return a page with one board, perhaps beside another grid, whole or cropped."""
    way, crop, around, wide = rng.random(), None, "{}", 0
    if way < 0.25:
        crop = tuple(rng.uniform(4, 30) for _ in range(4))
    elif way < 0.6:
        around = f"{rng.choice(TITLES)}{{}}{TEXT}"
    elif way < 0.75:
        other = rng.choice(DECOYS)(rng)
        around = f'<div style="display:flex;gap:40px"><div>{{}}</div><div style="background:#fff">{other}</div></div>'
        wide = 560
    body = f'<div style="color:#777">{around.replace("{}", drawn)}</div>'
    scale = rng.choice([scale for scale in SCALES if 22 * scale >= SMALLEST_LAMP_PX and scale <= 2])
    viewport = 900 + wide, 950
    return Scene(
        page(body, ground), (board,), viewport, scale, frozenset(), crop, rng.choice(JPEGS)
    )


MIXED_PAGES: tuple[Look, ...] = (mixed_lamps, mixed_pegs, mixed_pages)
"""Any look of lamps, of pegs, and of pages with other things; measures of how general the reader
is."""
