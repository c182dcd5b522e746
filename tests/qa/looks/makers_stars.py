"""Star Battle and Queens as many unrelated makers draw them: apps, blogs, papers, terminals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from tests.qa.looks.boards import Board, Cell, some_board
from tests.qa.looks.looks import BRIGHT, DEEP, PALE, Look, coloured
from tests.qa.looks.scene import Scene, page
from tests.qa.looks.style import Style, svg
from tests.qa.looks.symbols import symbol

WORDS = (
    "the",
    "of",
    "a",
    "stars",
    "council",
    "week",
    "rain",
    "plans",
    "said",
    "new",
    "year",
    "over",
    "town",
    "bridge",
)
GLYPH_CROSSES = ("×", "✕", "✗", "•", "·", "x")


def shown(rng: Random, board: Board, drawn: str, ground: str = "#fff", *, star: bool = True, scale: float = 0,
          font: str = "Liberation Sans") -> Scene:  # fmt: skip
    """Return a page that is just large enough for what is drawn; marks count where the board shows
    its stars."""
    scale = scale or rng.choice((1, 1, 1.25, 1.5, 2, 2.625))
    return Scene(
        page(drawn, ground, font), (board,), (900, 860), scale, frozenset({"star"} if star else ())
    )


def hue(board: Board, cell: Cell, colours: tuple[str, ...]) -> str:
    """Return the colour of a cell's region."""
    return colours[ord(board.grid[cell[0]][cell[1]]) - 65]


def boxes(board: Board, side: float, css: Callable[[Cell], str], text: Callable[[Cell], str] = lambda _: "",
          around: str = "") -> str:  # fmt: skip
    """Return a CSS grid with an element per cell."""
    cells = "".join(
        f'<div style="box-sizing:border-box;display:flex;align-items:center;justify-content:center;overflow:hidden;'
        f'{css(cell)}">{text(cell)}</div>'
        for cell in board.cells
    )
    n = board.size
    return f'<div class="board" style="display:inline-grid;grid:repeat({n},{side}px)/repeat({n},{side}px);{around}">{cells}</div>'


def edges(board: Board, cell: Cell, thin: str, thick: str) -> str:
    """Return CSS borders of a cell: thick where another region begins, at the top and the left only
    at the rim."""
    (r, c), n = cell, board.size
    right = thick if c + 1 == n or not board.same(cell, (r, c + 1)) else thin
    below = thick if r + 1 == n or not board.same(cell, (r + 1, c)) else thin
    rim = (f"border-top:{thick};" if r == 0 else "") + (f"border-left:{thick};" if c == 0 else "")
    return f"{rim}border-right:{right};border-bottom:{below};"


def pitch_of(rng: Random, board: Board, low: int = 26, high: int = 62) -> int:
    """Return a side of a cell with which the board fits a window."""
    return rng.randint(low, max(low + 2, min(high, 620 // board.size)))


def sketched(rng: Random) -> Scene:
    """Draw wobbly pencil lines, each twice, as rough.js does."""
    board = some_board(rng, largest=10, marked=rng.choice((0, 0, 0.5)))
    p, wobble = pitch_of(rng, board, 34), rng.uniform(0.5, 1.8)

    def stroke(x0: float, y0: float, x1: float, y1: float) -> str:
        def j() -> float:
            return rng.uniform(-wobble, wobble)

        mid = f"{(x0 + x1) / 2 + j():.1f} {(y0 + y1) / 2 + j():.1f}"
        return f"M{x0 + j():.1f} {y0 + j():.1f}Q{mid} {x1 + j():.1f} {y1 + j():.1f}"

    thin, thick, n = "", "", board.size
    for i in range(n + 1):
        thin += stroke(0, i * p, n * p, i * p) + stroke(i * p, 0, i * p, n * p)
    for r in range(-1, n):
        for c in range(-1, n):
            if r >= 0 and not board.same((r, c), (r, c + 1)):
                thick += stroke((c + 1) * p, r * p, (c + 1) * p, (r + 1) * p) * 2
            if c >= 0 and not board.same((r, c), (r + 1, c)):
                thick += stroke(c * p, (r + 1) * p, (c + 1) * p, (r + 1) * p) * 2
    ink, ground = rng.choice(
        (("#222", "#fff"), ("#1e3a8a", "#fffdf5"), ("#e8e8e8", "#2f4f3f"), ("#333", "#fff8e1"))
    )
    stars = "".join(
        f'<text x="{(c + 0.5) * p}" y="{(r + 0.5) * p}" font-size="{0.7 * p}" fill="{ink}" text-anchor="middle" '
        f'dominant-baseline="central" font-family="DejaVu Sans" transform="rotate({rng.randint(-12, 12)} '
        f'{(c + 0.5) * p} {(r + 0.5) * p})">★</text>'
        for r, c in board.stars
    )
    drawn = (
        f'<svg class="board" width="{n * p}" height="{n * p}" style="overflow:visible;margin:10px">'
        f'<path d="{thin}" stroke="{ink}" stroke-width="{rng.choice((0.7, 1))}" opacity=".6" fill="none"/>'
        f'<path d="{thick}" stroke="{ink}" stroke-width="{rng.choice((2.5, 3.5, 4.5))}" stroke-linecap="round" fill="none"/>{stars}</svg>'
    )
    return shown(rng, replace(board, crosses=frozenset()), drawn, ground)


def chips(rng: Random) -> Scene:
    """Draw each cell as a disc or a chip with round corners, in its region's colour."""
    board = some_board(rng, largest=10, marked=rng.choice((0, 0.5)))
    p, colours = pitch_of(rng, board, 32), coloured(rng)
    radius, gap = rng.choice(("50%", "50%", "38%", "30%")), rng.choice((2, 4, 6))
    ground = rng.choice(("#fff", "#f1f5f9", "#1f2937", "#0f172a"))
    drawn = boxes(board, p, lambda cell: f"border-radius:{radius};background:{hue(board, cell, colours)}",
                  lambda cell: symbol("queen", 0.55 * p) if cell in board.stars else "", f"gap:{gap}px")  # fmt: skip
    return shown(rng, replace(board, crosses=frozenset()), drawn, ground)


def region_path(board: Board, letter: str, p: float, inset: float) -> str:
    """Return a path of rectangles that together are a region, smaller by ``inset`` at its rim."""
    path = ""
    for r, c in board.cells:
        if board.grid[r][c] != letter:
            continue
        right, below = board.same((r, c), (r, c + 1)), board.same((r, c), (r + 1, c))
        x, y, s = c * p + inset, r * p + inset, p - 2 * inset
        wide, high = (p + s if right else s), (p + s if below else s)
        path += f"M{x} {y}h{wide}v{s}h{-wide}zM{x} {y}h{s}v{high}h{-s}z"
        if right and below and board.same((r, c), (r + 1, c + 1)):
            path += f"M{x} {y}h{p + s}v{p + s}h{-(p + s)}z"
    return path


def blobs(rng: Random) -> Scene:
    """Draw regions as rounded blobs apart from each other, with or without a grid over them."""
    board = some_board(rng, largest=9)
    p, colours = pitch_of(rng, board, 36), coloured(rng, rng.choice((BRIGHT, PALE, DEEP)))
    n, inset, soft = board.size, rng.uniform(0.06, 0.1) * p, rng.uniform(0.08, 0.2) * p
    drawn = "".join(
        f'<path d="{region_path(board, letter, p, inset + soft / 2)}" fill="{colour}" stroke="{colour}" stroke-width="{soft}" '
        'stroke-linejoin="round"/>'
        for letter, colour in zip(sorted(set("".join(board.grid))), colours, strict=False)
    )
    dots = rng.choice(("2 4", "1 0", "3 3", ""))
    lines = "".join(f"M{i * p} 0V{n * p}M0 {i * p}H{n * p}" for i in range(1, n))
    grid = f'<path d="{lines}" stroke="rgba(0,0,0,.25)" stroke-dasharray="{dots}"/>' if dots else ""
    board_svg = f'<svg class="board" width="{n * p}" height="{n * p}">{drawn}{grid}</svg>'
    return shown(rng, board, board_svg, rng.choice(("#fff", "#fafaf0", "#eef")), star=False)


def outlined(rng: Random) -> Scene:
    """Draw an outline in its own colour inside each region, on a dark or a white page."""
    board = some_board(rng, largest=9)
    p = pitch_of(rng, board, 38)
    n, inset, width = board.size, 0.07 * p, rng.choice((2, 3, 4))
    dark = rng.random() < 0.5
    colours = coloured(rng, BRIGHT if dark else DEEP)
    ground, line = ("#0b0f1a", "#2a3346") if dark else ("#fff", "#ddd")
    lines = "".join(f"M{i * p} 0V{n * p}M0 {i * p}H{n * p}" for i in range(n + 1))
    drawn = ""
    for letter, colour in zip(sorted(set("".join(board.grid))), colours, strict=False):
        path = region_path(board, letter, p, inset + width)
        drawn += f'<path d="{path}" stroke="{colour}" stroke-width="{2 * width}" stroke-linejoin="round"/>'
        drawn += f'<path d="{path}" fill="{ground}" stroke="{ground}" stroke-width=".5"/>'
    glow = (
        f"filter:drop-shadow(0 0 {rng.choice((2, 5))}px #fff8);"
        if dark and rng.random() < 0.5
        else ""
    )
    inner = f'<path d="{lines}" stroke="{line}" stroke-width="1"/>'
    board_svg = f'<svg class="board" width="{n * p}" height="{n * p}"><g style="{glow}">{drawn}</g>{inner}</svg>'
    return shown(rng, board, board_svg, ground, star=False)


def gaps_only(rng: Random) -> Scene:
    """Draw tiles of one colour: nothing but wider gaps shows where regions end."""
    board = some_board(rng, largest=9, marked=rng.choice((0, 0, 0.5)))
    p, narrow = pitch_of(rng, board, 34), rng.choice((0.5, 0.5, 1))
    wide = rng.uniform(2.2, 4)
    tile, ground, ink = rng.choice((("#e2e8f0", "#475569", "#111"), ("#fff", "#334", "#111"), ("#333", "#ddd", "#fff"),
                                    ("#fde68a", "#78350f", "#000"), ("#1e293b", "#64748b", "#fff")))  # fmt: skip

    def css(cell: Cell) -> str:
        r, c = cell
        beside = ((r - 1, c), (r, c + 1), (r + 1, c), (r, c - 1))
        margins = " ".join(f"{narrow if board.same(cell, other) else wide}px" for other in beside)
        return f"margin:{margins};background:{tile};color:{ink};font:{0.6 * p}px DejaVu Sans"

    drawn = boxes(
        board,
        p,
        css,
        lambda cell: "★" if cell in board.stars else "",
        f"background:{ground};padding:{wide}px",
    )
    return shown(rng, replace(board, crosses=frozenset()), drawn)


def patterns(rng: Random) -> Scene:
    """Draw regions in black and white patterns, for people who see no colours, with borders."""
    board = some_board(rng, largest=8)
    p, n = pitch_of(rng, board, 36), board.size
    ink = rng.choice(("#777", "#999", "#555"))
    motifs = [
        "", '<circle cx="4" cy="4" r="1.2"/>', '<path d="M0 8L8 0"/>', '<path d="M0 0L8 8"/>', '<path d="M0 4H8"/>',
        '<path d="M4 0V8"/>', '<path d="M0 4H8M4 0V8"/>', '<path d="M0 0L8 8M8 0L0 8"/>', '<circle cx="4" cy="4" r="2.4"/>',
    ]  # fmt: skip
    rng.shuffle(motifs)
    defs = "".join(
        f'<pattern id="m{k}" width="8" height="8" patternUnits="userSpaceOnUse" fill="{ink}" stroke="{ink}" '
        f'stroke-width=".8">{motif}</pattern>'
        for k, motif in enumerate(motifs)
    )
    fills = "".join(
        f'<rect x="{c * p}" y="{r * p}" width="{p}" height="{p}" fill="url(#m{ord(board.grid[r][c]) - 65})"/>'
        for r, c in board.cells
    )
    lines = svg(board, Style(p, 1, "#444", thick=rng.choice((2.5, 3.5)), cell="none"))
    width = n * p
    under = f'<svg width="{width}" height="{width}" style="position:absolute"><defs>{defs}</defs>{fills}</svg>'
    drawn = f'<div style="position:relative;padding:6px">{under}<div style="margin:-5.5px">{lines}</div></div>'
    return shown(rng, board, drawn, star=False)


def glowing_fills(rng: Random) -> Scene:
    """Draw dark cells that glow from within in their region's colour."""
    board = some_board(rng, largest=9, marked=rng.choice((0, 0.5)))
    p, radius = pitch_of(rng, board, 36), rng.choice((0, 4, 8))
    n = board.size
    names = rng.sample([f"hsl({360 * k // n} 95% {(42, 66)[k % 2]}%)" for k in range(n)], n)
    inner, strength = rng.choice((6, 10, 14)), rng.choice((25, 40, 60))

    def css(cell: Cell) -> str:
        colour = hue(board, cell, tuple(names))
        return (f"border-radius:{radius}px;border:1px solid {colour};box-shadow:inset 0 0 {inner}px {colour};"
                f"background:color-mix(in srgb,{colour} {strength}%,#050510)")  # fmt: skip

    drawn = boxes(
        board,
        p,
        css,
        lambda cell: symbol("crown", 0.6 * p) if cell in board.stars else "",
        f"gap:{rng.choice((1, 3))}px",
    )
    return shown(rng, replace(board, crosses=frozenset()), drawn, "#050510")


def emoji_app(rng: Random) -> Scene:
    """Draw a daily game with pictures for marks, light borders and small grey crosses."""
    board = some_board(rng, largest=10, marked=rng.choice((0.3, 0.6, 1)))
    p, colours, name = (
        pitch_of(rng, board, 34),
        coloured(rng),
        rng.choice(("crown", "star", "cat", "tree", "cow", "flame", "sun")),
    )
    cross, ink = rng.choice(("", *GLYPH_CROSSES)), rng.choice(("#6b7280", "#111", "#0006", "#fff"))
    if name == "tree":
        colours = tuple(colour for colour in colours if colour not in ("#8acc6d", "#b3dfa0"))
    edge = rng.choice(("1px solid #0003", "1px solid #000", "1px solid #fff", "0"))

    def text(cell: Cell) -> str:
        return (
            symbol(name, 0.68 * p)
            if cell in board.stars
            else cross
            if cell in board.crosses
            else ""
        )

    drawn = boxes(board, p,
                  lambda cell: f"{edges(board, cell, edge, '2px solid #111')}background:{hue(board, cell, colours)};"
                  f"color:{ink};font:{0.4 * p}px DejaVu Sans", text,
                  f"border-radius:{rng.choice((0, 10))}px;overflow:hidden")  # fmt: skip
    return shown(
        rng,
        board,
        f"<h2>Daily #{rng.randint(100, 900)}</h2>{drawn}<p>⏱ 01:{rng.randint(10, 59)}</p>",
        rng.choice(("#fff", "#f3f2ef")),
    )


def pastel(rng: Random) -> Scene:
    """Draw very pale colours with white lines or none."""
    board = some_board(rng, largest=9, marked=rng.choice((0, 0.5)))
    p = pitch_of(rng, board, 34)
    gap = rng.choice((0, 1, 2, 3))
    light, full = rng.choice((88, 91, 93)), rng.choice((60, 80))
    colours = tuple(
        f"hsl({360 * k // board.size} {full}% {light}%)"
        for k in rng.sample(range(board.size), board.size)
    )
    drawn = boxes(board, p, lambda cell: f"background:{hue(board, cell, colours)};color:#94a3b8;font:{0.55 * p}px DejaVu Sans",
                  lambda cell: "★" if cell in board.stars else "", f"gap:{gap}px")  # fmt: skip
    return shown(rng, replace(board, crosses=frozenset()), drawn)


def tiny(rng: Random) -> Scene:
    """Draw cells of 16 to 18 pixels, as lists of puzzles show them."""
    board, p = some_board(rng, largest=14), rng.randint(16, 18)
    how = rng.randrange(3)
    if how and board.size <= 11:
        style = Style(
            p, rng.choice((0, 1)), "#0004", thick=rng.choice((0, 1, 2)), colours=coloured(rng)
        )
    else:
        style = Style(p, 1, rng.choice(("#ccc", "#999")), thick=2)
    drawn = f'<div style="display:inline-block;margin:8px">{svg(board, style)}</div>'
    return shown(
        rng,
        board,
        f"<p><a href=''>Puzzle {rng.randint(1, 999)}</a></p>{drawn}",
        star=False,
        scale=1,
    )


def newspaper(rng: Random) -> Scene:
    """Draw grey print between columns of text."""
    board = some_board(rng, largest=10)
    p, greys = pitch_of(rng, board, 24, 36), ["#fff", "#e2e2e2", "#c9c9c9", "#f0f0f0", "#d6d6d6"]
    text = " ".join(rng.choice(WORDS) for _ in range(150))
    dots = f"radial-gradient(#0003 {rng.choice((0.6, 0.9))}px,transparent 1.1px) 0 0/3px 3px"
    halftone = f";background-image:{dots}" if rng.random() < 0.5 else ""
    shade = {letter: greys[k % 5] for k, letter in enumerate("ABCDEFGHIJ")} if not halftone else {}
    drawn = boxes(board, p, lambda cell: edges(board, cell, "0.5px solid #333", "2.5px solid #111")
                  + f"background-color:{shade.get(board.grid[cell[0]][cell[1]], '#f4f1e8')}{halftone}")  # fmt: skip
    body = (f'<div style="columns:2;width:{2 * (board.size * p + 40)}px;font:13px/1.3 Liberation Serif;text-align:justify">'
            f'<h2>Star Battle</h2><p>{text[:260]}</p>{drawn}<p>{text}</p><p>{text}</p></div>')  # fmt: skip
    return shown(rng, board, body, "#f4f1e8", star=False, scale=rng.choice((1, 1.5, 2)))


def excel(rng: Random) -> Scene:
    """Draw a sheet whose cells are filled: the board among empty cells, with names of columns and rows."""
    board = some_board(rng, largest=9)
    p, colours, n = rng.randint(26, 36), coloured(rng), board.size
    top, left, rows, cols = rng.randint(1, 3), rng.randint(1, 2), n + 5, n + 5
    framed = rng.random() < 0.5
    cells = ""
    for r in range(rows):
        cells += "<tr>"
        for c in range(cols):
            at = (r - 1 - top, c - 1 - left)
            css, text = "border:1px solid #d4d4d4;", ""
            if not (r and c):
                css, text = (
                    css + "background:#f3f3f3;color:#555;",
                    str(r or chr(64 + c)) if r or c else "",
                )
            elif 0 <= at[0] < n and 0 <= at[1] < n:
                css += f"background:{hue(board, at, colours)};" + (
                    "border:1px solid #000;" if framed else ""
                )
            cells += f'<td style="width:{p}px;height:{p}px;padding:0;text-align:center;{css}">{text}</td>'
        cells += "</tr>"
    sheet = f'<table style="border-collapse:collapse;font:11px Liberation Sans">{cells}</table>'
    side = n * (p)
    hidden = f'<div class="board" style="position:absolute;left:{(left + 1) * p}px;top:{(top + 1) * p}px;width:{side}px;height:{side}px"></div>'
    return shown(rng, board, f'<div style="position:relative">{sheet}{hidden}</div>', star=False)


STARS: tuple[Look, ...] = (
    sketched, chips, blobs, outlined, gaps_only, patterns, glowing_fills, emoji_app, pastel, tiny, newspaper, excel,
)  # fmt: skip
"""Boards of Star Battle by unrelated makers."""
