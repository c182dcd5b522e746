"""Boards drawn as SVG or as a grid of CSS boxes; every look is a row of parameters."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape

from tests.qa.looks.boards import Board, Cell


@dataclass(frozen=True)
class Style:
    """Style of a drawn board; lengths in CSS pixels, colours as in CSS.

    ``thin`` 0 draws no grid and ``thick`` 0 no borders of regions. ``colours`` fill the regions, in
    order of their letters. Cells have a ``gap`` between them and round corners of ``radius``;
    ``merged`` fills the gaps inside regions. ``tints`` lie over cells, a ``plate`` under each star.
    """

    pitch: float = 40
    thin: float = 1
    thin_line: str = "#000"
    dash: str = ""
    thick: float = 3
    line: str = "#000"
    core: str = ""
    frame: float | None = None
    cell: str = "#fff"
    colours: tuple[str, ...] = ()
    gap: float = 0
    radius: float = 0
    merged: bool = False
    corner: float = 0
    chess: float = 0
    hatched: bool = False
    gradient: bool = False
    shadow: bool = False
    star: str = "★"
    star_size: float = 0.7
    cross: str = ""
    cross_size: float = 0.5
    ink: str = "#000"
    labels: str = ""
    plate: str = ""
    plate_size: float = 0.8
    tints: dict[Cell, str] = field(default_factory=dict)
    notes: dict[Cell, str] = field(default_factory=dict)
    note_at: tuple[float, float, float] = (0.5, 0.5, 0.5)


CROWN = "M-30 22 L-34 -16 L-14 2 L0 -26 L14 2 L34 -16 L30 22 Z"
X = "M-20 -20 L20 20 M20 -20 L-20 20"


def svg(board: Board, style: Style) -> str:
    """Return the board as an SVG picture; its ``g`` of class "board" is the box with the frame."""
    side, margin = style.pitch * board.size, style.pitch if style.labels else style.thick + 2
    layers = [
        *_fills(board, style),
        *_tints(style),
        *_thin(board, style),
        *_marks(board, style),
        *_thick(board, style),
    ]
    clip = f'<clipPath id="c"><rect width="{side}" height="{side}" rx="{style.corner}"/></clipPath>'
    if style.corner:
        layers = [f'<g clip-path="url(#c)">{"".join(layers)}</g>']
    whole = side + 2 * margin
    return (
        f'<svg width="{whole}" height="{whole}" viewBox="{-margin} {-margin} {whole} {whole}" '
        f'style="display:block"><defs>{clip}{_patterns(style)}</defs>'
        f'<g class="board">{"".join(layers)}{_frame(style, side)}</g>{"".join(_labels(board, style))}</svg>'
    )


def _patterns(style: Style) -> str:
    hatches = "".join(
        f'<pattern id="h{k}" width="{6 + k % 3 * 3}" height="{6 + k % 3 * 3}" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate({k * 37 % 180})"><rect width="20" height="20" fill="{colour}"/>'
        f'<rect width="1.5" height="20" fill="rgba(0,0,0,.25)"/></pattern>'
        for k, colour in enumerate(style.colours)
    )
    gradients = "".join(
        f'<linearGradient id="g{k}" x1="0" y1="0" x2="0" y2="1"><stop stop-color="{colour}"/>'
        f'<stop offset="1" stop-color="color-mix(in srgb, {colour} 88%, black)"/></linearGradient>'
        for k, colour in enumerate(style.colours)
    )
    return hatches + gradients


def _fill(board: Board, style: Style, cell: Cell) -> str:
    letter = board.grid[cell[0]][cell[1]]
    if letter == "#":
        return style.line
    if not style.colours:
        return style.cell
    k = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".index(letter)
    return f"url(#h{k})" if style.hatched else f"url(#g{k})" if style.gradient else style.colours[k]


def _fills(board: Board, style: Style) -> list[str]:
    p, inset = style.pitch, style.gap / 2
    shadow = ' style="filter:drop-shadow(0 1px 1.5px rgba(0,0,0,.35))"' if style.shadow else ""
    found = []
    for r, c in board.cells:
        fill = _fill(board, style, (r, c))
        x, y = c * p + inset, r * p + inset
        found.append(f'<rect x="{x}" y="{y}" width="{p - style.gap}" height="{p - style.gap}" rx="{style.radius}" '
                     f'fill="{fill}"{shadow}/>')  # fmt: skip
        if style.merged:
            for beside, width, height in (
                ((r, c + 1), p, p - style.gap),
                ((r + 1, c), p - style.gap, p),
            ):
                if board.same((r, c), beside):
                    found.append(f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{style.radius}" '
                                 f'fill="{fill}"/>')  # fmt: skip
        if style.chess and (r + c) % 2:
            found.append(f'<rect x="{x}" y="{y}" width="{p - style.gap}" height="{p - style.gap}" rx="{style.radius}" '
                         f'fill="rgba(0,0,0,{style.chess})"/>')  # fmt: skip
    return found


def _tints(style: Style) -> list[str]:
    p, inset = style.pitch, style.gap / 2
    return [
        f'<rect x="{c * p + inset}" y="{r * p + inset}" width="{p - style.gap}" height="{p - style.gap}" '
        f'rx="{style.radius}" fill="{colour}"/>'
        for (r, c), colour in style.tints.items()
    ]


def _thin(board: Board, style: Style) -> list[str]:
    if not style.thin:
        return []
    p, side, dash = (
        style.pitch,
        style.pitch * board.size,
        f' stroke-dasharray="{style.dash}"' if style.dash else "",
    )
    stroke = f'stroke="{style.thin_line}" stroke-width="{style.thin}"{dash}'
    lines = [
        f'<path d="M{i * p} 0V{side}M0 {i * p}H{side}" {stroke}/>' for i in range(1, board.size)
    ]
    return [*lines, f'<rect width="{side}" height="{side}" fill="none" {stroke}/>']


def _thick(board: Board, style: Style) -> list[str]:
    p = style.pitch
    path = ""
    for r, c in board.cells:
        if c + 1 < board.size and not board.same((r, c), (r, c + 1)):
            path += f"M{(c + 1) * p} {r * p}v{p}"
        if r + 1 < board.size and not board.same((r, c), (r + 1, c)):
            path += f"M{c * p} {(r + 1) * p}h{p}"
    if not style.thick or "#" in "".join(board.grid):
        return []
    drawn = f'<path d="{path}" stroke="{style.line}" stroke-width="{style.thick}" stroke-linecap="square" fill="none"/>'
    core = f'<path d="{path}" stroke="{style.core}" stroke-width="{style.thick / 3}" fill="none"/>'
    return [drawn, core] if style.core else [drawn]


def _frame(style: Style, side: float) -> str:
    width = style.thick if style.frame is None else style.frame
    if not width:
        return ""
    return (f'<rect width="{side}" height="{side}" rx="{style.corner}" fill="none" stroke="{style.line}" '
            f'stroke-width="{width}"/>')  # fmt: skip


def _marks(board: Board, style: Style) -> list[str]:
    plates = [_plate(style, cell) for cell in sorted(board.stars) if style.plate]
    stars = [_glyph(style, cell, style.star, style.star_size) for cell in sorted(board.stars)]
    crosses = [
        _glyph(style, cell, style.cross, style.cross_size)
        for cell in sorted(board.crosses)
        if style.cross
    ]
    x, y, size = style.note_at
    notes = [_text(style, (r + y, c + x), text, size) for (r, c), text in style.notes.items()]
    return [*plates, *stars, *crosses, *notes]


def _plate(style: Style, cell: Cell) -> str:
    side = style.pitch * style.plate_size
    x, y = ((k + 0.5) * style.pitch - side / 2 for k in reversed(cell))
    return f'<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{style.plate}"/>'


def _glyph(style: Style, cell: Cell, glyph: str, size: float) -> str:
    p, (r, c) = style.pitch, cell
    place = f'transform="translate({(c + 0.5) * p} {(r + 0.5) * p}) scale({p * size / 70})"'
    if glyph == "crown":
        return f'<path d="{CROWN}" fill="{style.ink}" stroke-linejoin="round" {place}/>'
    if glyph == "gold":
        return f'<path d="{CROWN}" fill="#f5a623" stroke="#7a4b00" stroke-width="5" {place}/>'
    if glyph == "disc":
        return f'<circle r="28" fill="{style.ink}" {place}/>'
    if glyph == "dot":
        return f'<circle r="9" fill="{style.ink}" {place}/>'
    if glyph == "x":
        return f'<path d="{X}" stroke="{style.ink}" stroke-width="8" {place}/>'
    return _text(style, (r + 0.5, c + 0.5), glyph, size)


def _text(style: Style, at: tuple[float, float], text: str, size: float) -> str:
    p, (y, x) = style.pitch, at
    return (f'<text x="{x * p}" y="{y * p}" font-size="{size * p}" fill="{style.ink}" text-anchor="middle" '
            f'dominant-baseline="central" font-family="DejaVu Sans">{escape(text)}</text>')  # fmt: skip


def _labels(board: Board, style: Style) -> list[str]:
    """Return coordinates or counters at the left and the top; in boxes if the labels say so."""
    found = []
    p = style.pitch
    for i in range(board.size if style.labels else 0):
        words = (str(i + 1), chr(65 + i)) if style.labels != "counts" else ("0/2", "1/2")
        for text, (x, y) in zip(words, ((i, -1), (-1, i)), strict=True):
            if style.labels == "boxed":
                found.append(f'<rect x="{x * p}" y="{y * p}" width="{p}" height="{p}" fill="#eee" '
                             f'stroke="{style.line}" stroke-width="{style.thin or 1}"/>')  # fmt: skip
            found.append(_text(style, (y + 0.5, x + 0.5), text, 0.36))
    return found


def css(board: Board, style: Style) -> str:
    """Return the board as CSS boxes: the gaps show the ground as thin lines, each cell draws half
    of a border."""
    cells = []
    for r, c in board.cells:
        beside = ((r - 1, c), (r, c + 1), (r + 1, c), (r, c - 1))
        outer = [not all(0 <= v < board.size for v in other) for other in beside]
        thick = [
            0 if out or board.same((r, c), other) else style.thick / 2
            for other, out in zip(beside, outer, strict=True)
        ]
        widths = " ".join(f"{width}px" for width in thick)
        fill = style.tints.get((r, c)) or _fill(board, style, (r, c))
        mark = _css_mark(board, style, (r, c))
        cells.append(
            f'<div style="background:{fill};border:solid {style.line};border-width:{widths};box-sizing:border-box;'
            f'display:flex;align-items:center;justify-content:center;overflow:hidden;border-radius:{style.radius}px">'
            f"{mark}</div>"
        )
    frame = style.thick if style.frame is None else style.frame
    return (
        f'<div class="board" style="display:inline-grid;gap:{style.thin}px;background:{style.thin_line};'
        f"border:{frame}px solid {style.line};border-radius:{style.corner}px;overflow:hidden;"
        f'grid:repeat({board.size},{style.pitch}px)/repeat({board.size},{style.pitch}px)">{"".join(cells)}</div>'
    )


def _css_mark(board: Board, style: Style, cell: Cell) -> str:
    glyph = style.star if cell in board.stars else style.cross if cell in board.crosses else ""
    size = style.star_size if cell in board.stars else style.cross_size
    if not glyph:
        return ""
    side = style.pitch
    drawn = _glyph(style, (0, 0), glyph, size)
    return f'<svg width="{side}" height="{side}" style="flex:none">{drawn}</svg>'
