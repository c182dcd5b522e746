"""Boards whose properties are drawn at random one by one: colours, lines, marks, overlays,
surroundings, crop."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tests.qa.looks.boards import Board, some_board
from tests.qa.looks.grids import calendar, keyboard, spreadsheet
from tests.qa.looks.looks import (
    BRIGHT,
    CROSSES,
    DEEP,
    LARGEST_PX,
    PALE,
    SCALES,
    STARS,
    Look,
    few_colours,
)
from tests.qa.looks.scene import Scene, page
from tests.qa.looks.style import Style, css, svg

SMALLEST_CELL_PX = 20
DRAWN = tuple(star for star in STARS if star != "👑")  # fonts without it draw a box
THEMES = (("#fff", "#000", "#888"), ("#fff", "#222", "#ccc"), ("#fff", "#000", "#000"), ("#f4f1e6", "#333", "#bba"),
          ("#eee", "#111", "#999"), ("#fdf6f0", "#624", "#dbc"), ("#121212", "#eee", "#555"),
          ("#1e1e2e", "#cdd6f4", "#45475a"), ("#000", "#999", "#333"))  # fmt: skip
"""Colours of the ground, of the borders and of the grid; the last three are dark."""
TINTS = (
    "rgba(255,0,0,.3)",
    "rgba(255,200,0,.35)",
    "rgba(0,0,0,.12)",
    "rgba(0,120,255,.2)",
    "rgba(255,255,255,.35)",
)


def mixed(rng: Random) -> Scene:
    """Draw a board of any look."""
    coloured = rng.random() < 0.6
    board = some_board(rng, largest=14 if coloured else 17, marked=rng.choice((0, 0, 0, 0.4, 1)))
    theme = rng.randrange(len(THEMES))
    pitch = rng.uniform(24, min(60, 620 / board.size))
    pitch = round(pitch) if rng.random() < 0.5 else pitch
    style = _lines(rng, Style(pitch), THEMES[theme], coloured=coloured)
    if coloured:
        style = _fills(rng, style, board, dark=theme > 5)
    style = _things(rng, style, board)
    ground = THEMES[theme][0] if rng.random() < 0.7 else rng.choice(("#fff", "#eef", "#345"))
    return _framed(rng, board, style, ground)


def _lines(rng: Random, style: Style, theme: tuple[str, str, str], *, coloured: bool) -> Style:
    """Return the widths of the grid, of borders and of the frame."""
    ground, line, grid = theme
    thin = rng.choice((0, 0.5, 1, 1, 1, 1.5, 2))
    alike = coloured and rng.random() < 0.5
    thick = 0 if alike else min(max(thin, 0.8) * rng.choice((2, 2.5, 3, 4, 6)), 0.15 * style.pitch)
    frame = rng.choice(
        (None, None, None, thin, 2 * thick, 0.16 * style.pitch, 0 if thin or coloured else None)
    )
    dash = rng.choice(("", "", "", "", "", "3 3", "2 2"))
    return replace(style, cell=ground, line=line, thin_line=grid, ink=line, thin=thin, dash=dash, thick=thick,
                   frame=frame, corner=rng.choice((0, 0, 0, 6, 0.2 * style.pitch)))  # fmt: skip


def _fills(rng: Random, style: Style, board: Board, *, dark: bool) -> Style:
    """Return the colours of the regions, alternate shades, gaps and round corners."""
    palette = DEEP if dark else rng.choice((BRIGHT, BRIGHT, PALE if style.thick else BRIGHT))
    colours = tuple(rng.sample(palette, len(palette)))
    if rng.random() < 0.2:
        colours = few_colours(rng, board)
    style = replace(style, colours=colours, ink="#fff" if dark else "#111", chess=rng.choice((0, 0, 0, 0, 0.05, 0.1)),
                    gradient=rng.random() < 0.08)  # fmt: skip
    if not style.thick and rng.random() < 0.35:
        gap = rng.uniform(1, 0.12 * style.pitch)
        radius = rng.choice((0, 3, 0.15 * style.pitch))
        return replace(
            style,
            thin=0,
            frame=rng.choice((0, 0, 2)),
            gap=gap,
            radius=radius,
            merged=rng.random() < 0.3,
        )
    return style


def _things(rng: Random, style: Style, board: Board) -> Style:
    """Return marks, plates below them, letters, overlays, headings."""
    style = replace(style, star=rng.choice(DRAWN), star_size=rng.uniform(0.5, 0.85), cross=rng.choice(("", *CROSSES)),
                    cross_size=rng.uniform(0.3, 0.7))  # fmt: skip
    chance = rng.random()
    if chance < 0.08:
        plate = rng.choice(("#fff", "#ffe680", "#ffd400"))
        return replace(style, plate=plate, plate_size=rng.choice((0.6, 0.75, 0.9)), ink="#111")
    if chance < 0.16:
        return replace(style, notes={(r, c): board.grid[r][c] for r, c in board.cells}, star="", cross="",
                       note_at=(0.5, 0.5, rng.uniform(0.35, 0.6)))  # fmt: skip
    if chance < 0.24 and style.thick:
        cells = rng.sample(board.cells, rng.randint(1, 4))
        return replace(style, tints=dict.fromkeys(cells, rng.choice(TINTS)))
    if chance < 0.3:
        return replace(style, labels=rng.choice(("plain", "boxed", "counts")))
    return style


def _framed(rng: Random, board: Board, style: Style, ground: str) -> Scene:
    """Return the scene: the surroundings of the board, its crop and its compression."""
    seen = replace(
        board,
        stars=board.stars if style.star else frozenset(),
        crosses=board.crosses if style.cross else frozenset(),
    )
    boxes = not any(
        (style.gap, style.chess, style.labels, style.notes, style.plate, style.gradient, style.dash)
    )
    drawn = css(board, style) if boxes and rng.random() < 0.4 else svg(board, style)
    side = round(style.pitch * (board.size + 3)) + 60
    scale = rng.choice([s for s in SCALES if style.pitch * s >= SMALLEST_CELL_PX] or [3])
    scale = min(scale, max(1, LARGEST_PX // side))
    way = rng.random()
    crop, around, wide = None, "{}", side
    if way < 0.35 and not style.labels:
        outer = max(style.thick, style.frame or 0) / 2
        most = rng.choice((1, 4, 12, 20))
        left, top, right, bottom = (rng.uniform(-0.4 * outer, outer + most) for _ in range(4))
        crop = left, top, right, bottom
    elif way < 0.5 and not style.labels:
        crop, around = (
            (0, 90, 0, 120),
            "<h2>Puzzle of the day</h2><p>Level 12 · 03:21</p>{}<p>Undo · Hint · Check</p>",
        )
    elif way < 0.65:
        other = rng.choice((calendar, spreadsheet, keyboard))(rng)
        around, wide = (
            f'<div style="display:flex;gap:40px"><div>{{}}</div><div style="background:#fff">{other}</div></div>',
            side + 520,
        )
    kinds = {"star", "cross"} if style.cross in ("x", "×", "✕") else {"star"}
    kinds = set() if style.notes else kinds
    jpeg = rng.choice((None, None, None, None, 92, 80))
    html = page(around.replace("{}", drawn), ground)
    size = max(wide, 500), max(side + (220 if crop else 0), 400)
    return Scene(html, (seen,), size, scale, frozenset(kinds), crop, jpeg)


MIXED: tuple[Look, ...] = (mixed,)
"""Any look; the results over many seeds measure how general a reader is."""
