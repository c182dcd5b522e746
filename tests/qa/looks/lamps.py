"""Grids of lamps as pages may show them, drawn by a browser: looks of a cell, and surroundings of
the board."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.qa.looks import grids
from tests.qa.looks.boards import Board
from tests.qa.looks.looks import Look
from tests.qa.looks.scene import Scene, page

THEMES = (
    # ground, unlit, lit
    ("#0a0e27", "#1a1a2e", "#ffd700"), ("#222", "#444", "#ffeb3b"), ("#111", "#333", "#4caf50"),
    ("#fff", "#ddd", "#ffc107"), ("#f5f5f5", "#9e9e9e", "#ffeb3b"), ("#e6e6e6", "#4d4d4d", "#fff"),
    ("#1b2838", "#2a475e", "#66c0f4"), ("#fafafa", "#37474f", "#fdd835"), ("#000", "#200", "#f00"),
    ("#2c3e50", "#34495e", "#f1c40f"), ("#faf3e0", "#5d4037", "#ffb300"), ("#121212", "#1e1e1e", "#bb86fc"),
    ("#fff", "#111", "#ff0"), ("#eceff1", "#cfd8dc", "#ff5722"), ("#303030", "#000080", "#fff"),
)  # fmt: skip
"""Colours of the page, of unlit and of lit lamps."""
INK = "#888"


def lamps(rng: Random, largest: int = 9) -> Board:
    """Return rows and columns of lamps, some of them lit."""
    rows = rng.randint(3, largest)
    cols = rows if rng.random() < 0.6 else rng.randint(3, largest)
    share = rng.choice((0.2, 0.4, 0.5, 0.5, 0.7))
    while True:
        grid = tuple(
            "".join("*" if rng.random() < share else "." for _ in range(cols)) for _ in range(rows)
        )
        if len({state for row in grid for state in row}) == 2:
            return Board(grid)


def tile(side: int, css: str, text: str = "") -> str:
    """Return a square element of such a look."""
    return f'<div style="width:{side}px;height:{side}px;{css}">{text}</div>'


def cells(board: Board, draw: Callable[[bool], str], style: str) -> str:
    """Return a CSS grid with an element per lamp."""
    drawn = "".join(draw(state == "*") for row in board.grid for state in row)
    return (
        f'<div class="board" style="display:inline-grid;grid-template-columns:repeat({len(board.grid[0])},max-content);'
        f'{style}">{drawn}</div>'
    )


def scene(
    rng: Random, board: Board, drawn: str, ground: str = "#fff", scale: float | None = None
) -> Scene:
    """Return a page with the board alone, under a heading and over a button, or with more around
    it."""
    ink = "#eee" if ground < "#7" else "#222"
    buttons = "".join(
        f'<button style="margin:4px;padding:6px 12px">{word}</button>'
        for word in ("New game", "Hint")
    )
    title = rng.choice(
        ("", "<h1>Lights Out</h1>", "<h2>Level 7</h2><p>Turn all the lights off.</p>")
    )
    below = rng.choice(
        (
            "",
            f"<p>Moves: {rng.randint(0, 40)}</p>",
            f"<p>{buttons}</p>",
            f"<p>Time 0:42</p>{buttons}",
        )
    )
    body = f'<div style="color:{ink};text-align:{rng.choice(("left", "center"))}">{title}{drawn}{below}</div>'
    return Scene(
        page(body, ground), (board,), (960, 820), scale or rng.choice((1, 1, 1.25, 1.5, 2))
    )


def flat(rng: Random) -> Scene:
    """Draw squares, rounded squares or circles of one colour, with gaps."""
    board, (ground, off, on) = lamps(rng), rng.choice(THEMES)
    side, gap = rng.randint(24, 64), rng.choice((2, 4, 6, 10, 16))
    radius = rng.choice((0, 0, 4, 8, side // 2))

    def draw(lit: bool) -> str:
        return tile(side, f"border-radius:{radius}px;background:{on if lit else off}")

    return scene(rng, board, cells(board, draw, f"gap:{gap}px"), ground)


def glowing(rng: Random) -> Scene:
    """Draw lit lamps with a glow, a rim and a gradient."""
    board, (ground, off, on) = lamps(rng, 8), rng.choice(THEMES)
    side, gap, glow = rng.randint(34, 64), rng.choice((4, 8, 12)), rng.choice((8, 12, 20, 30))
    radius = rng.choice((4, 8, side // 2))

    def draw(lit: bool) -> str:
        fill = (
            f"background:radial-gradient(circle at 35% 35%,#fff8,transparent 60%),{on};"
            f"box-shadow:0 0 {glow}px {on};border:2px solid {on}"
            if lit
            else f"background:linear-gradient(135deg,{off},{ground});border:2px solid #8884"
        )
        return f'<div style="box-sizing:border-box;width:{side}px;height:{side}px;border-radius:{radius}px;{fill}"></div>'

    return scene(
        rng,
        board,
        cells(board, draw, f"gap:{gap}px;padding:16px;border:2px solid #8888;border-radius:8px"),
        ground,
    )


def raised(rng: Random) -> Scene:
    """Draw native buttons, or ones with a shadow and a bevel."""
    board, (ground, off, on) = lamps(rng, 8), rng.choice(THEMES)
    side, gap = rng.randint(30, 60), rng.choice((0, 2, 5))
    bevel = rng.choice(("", "border:3px outset #999", "border:1px solid #333",
                        "border:none;box-shadow:2px 3px 5px #0008",
                        "border:none;box-shadow:inset 0 -4px 6px #0006"))  # fmt: skip

    def draw(lit: bool) -> str:
        fill = on if lit else off
        return f'<button style="width:{side}px;height:{side}px;padding:0;background:{fill};{bevel}"></button>'

    return scene(rng, board, cells(board, draw, f"gap:{gap}px"), ground)


def table(rng: Random) -> Scene:
    """Draw cells of a table that touch, with lines between them."""
    board, (ground, off, on) = lamps(rng, 12), rng.choice(THEMES)
    wide, width, line = (
        rng.randint(24, 56),
        rng.choice((1, 2, 3)),
        rng.choice(("#000", "#888", "#fff", ground)),
    )
    high = wide if rng.random() < 0.7 else round(wide * rng.choice((0.75, 1.3)))
    rows = "".join(
        "<tr>" + "".join(
            f'<td style="border:{width}px solid {line};width:{wide}px;height:{high}px;'
            f'background:{on if s == "*" else off}">'
            for s in row
        )
        for row in board.grid
    )  # fmt: skip
    return scene(
        rng,
        board,
        f'<table class="board" style="border-collapse:collapse;display:inline-table">{rows}</table>',
        ground,
    )


def discs(rng: Random) -> Scene:
    """Draw circles in SVG, with gradients, on a panel."""
    board, (ground, off, on) = lamps(rng, 10), rng.choice(THEMES)
    pitch = rng.randint(28, 60)
    r = pitch * rng.uniform(0.28, 0.46)
    width, height = len(board.grid[0]) * pitch, len(board.grid) * pitch
    drawn = "".join(
        f'<circle cx="{(x + 0.5) * pitch}" cy="{(y + 0.5) * pitch}" r="{r}" fill="{"url(#g)" if s == "*" else off}" '
        f'stroke="{INK}" stroke-width="{rng.choice((0, 1, 2)) if not (x or y) else 1}"/>'
        for y, row in enumerate(board.grid)
        for x, s in enumerate(row)
    )
    stops = f'<stop offset="0" stop-color="#fff"/><stop offset="0.6" stop-color="{on}"/>'
    gradient = f'<radialGradient id="g">{stops}</radialGradient>'
    panel = f'<rect width="{width}" height="{height}" rx="10" fill="{rng.choice(("none", "#556", ground))}"/>'
    svg = f'<svg class="board" width="{width}" height="{height}"><defs>{gradient}</defs>{panel}{drawn}</svg>'
    return scene(rng, board, svg, ground)


def bulbs(rng: Random) -> Scene:
    """Draw pictures of bulbs, each on a card or on the page itself."""
    board, (ground, _, on) = lamps(rng, 7), rng.choice(THEMES)
    side, gap = rng.randint(36, 64), rng.choice((4, 8))
    card = rng.choice(
        ("", "background:#7773;border-radius:6px", "border:1px solid #888", "background:#fff")
    )

    def draw(lit: bool) -> str:
        fill = on if lit else "#777"
        bulb = (
            f'<path d="M12 2a7 7 0 0 0-4 12.7V17h8v-2.3A7 7 0 0 0 12 2z" fill="{fill}" stroke="#333"/>'
            '<rect x="9" y="18" width="6" height="3" fill="#555"/>'
        )
        return tile(
            side, card, f'<svg viewBox="0 0 24 24" width="{side}" height="{side}">{bulb}</svg>'
        )

    return scene(rng, board, cells(board, draw, f"gap:{gap}px"), ground)


def rims(rng: Random) -> Scene:
    """Draw lamps that are hollow but for a rim; lit ones are filled, or have a brighter rim."""
    board, (ground, _, on) = lamps(rng, 8), rng.choice(THEMES[:4])
    side, gap, width = rng.randint(32, 60), rng.choice((3, 6, 10)), rng.choice((2, 3, 4))
    radius, filled = rng.choice((0, 6, side // 2)), rng.random() < 0.5

    def draw(lit: bool) -> str:
        fill = on if lit and filled else "transparent"
        rim = f"box-sizing:border-box;border:{width}px solid {on if lit else INK}"
        return tile(side, f"{rim};border-radius:{radius}px;background:{fill}")

    return scene(rng, board, cells(board, draw, f"gap:{gap}px"), ground)


def translucent(rng: Random) -> Scene:
    """Draw lamps through which the page's gradient shows."""
    board = lamps(rng, 8)
    side, gap = rng.randint(32, 60), rng.choice((4, 8))
    ground = rng.choice(("linear-gradient(135deg,#1e3c72,#2a5298)", "linear-gradient(#232526,#414345)",
                         "linear-gradient(120deg,#667eea,#764ba2)"))  # fmt: skip

    def draw(lit: bool) -> str:
        fill = "#ffe066e0" if lit else "#ffffff22"
        return tile(side, f"border-radius:6px;background:{fill};border:1px solid #fff4")

    return scene(rng, board, cells(board, draw, f"gap:{gap}px"), f"{ground} fixed #345")


def diagrams(rng: Random) -> Scene:
    """Draw tiles with a small drawing of what each flips, as in Simon Tatham's Flip."""
    rows = rng.randint(3, 7)
    cols = rows if rng.random() < 0.6 else rng.randint(3, 7)
    grid = tuple("".join(rng.choice("*.") for _ in range(cols)) for _ in range(rows))
    board, pitch, usual = Board(grid), rng.choice((33, 48, 48, 64)), rng.random() < 0.6
    drawn = ""
    for y in range(rows):
        for x in range(cols):
            flips = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)]
            if not usual:
                flips = [(0, 0)] + [
                    (rng.randint(-2, 2), rng.randint(-2, 2)) for _ in range(rng.randint(1, 5))
                ]
            drawn += f'<rect x="{x * pitch}" y="{y * pitch}" width="{pitch}" height="{pitch}" stroke="#999" ' \
                     f'fill="{"#fff" if grid[y][x] == "*" else "#4d4d4d"}"/>'  # fmt: skip
            q = pitch / 7
            for dx, dy in flips:
                if 0 <= x + dx < cols and 0 <= y + dy < rows:
                    drawn += (
                        f'<rect x="{x * pitch + (dx + 3) * q}" y="{y * pitch + (dy + 3) * q}" width="{q}" height="{q}" '
                        f'fill="{"#999" if (dx, dy) == (0, 0) else "none"}" stroke="#999"/>'
                    )
    svg = f'<svg class="board" width="{cols * pitch + 2}" height="{rows * pitch + 2}">{drawn}</svg>'
    return scene(rng, board, f'<div style="padding:{pitch // 2}px">{svg}</div>', "#e6e6e6")


def holed(rng: Random) -> Scene:
    """Draw lamps in the shape of a cross, a ring or a diamond."""
    size = rng.choice((5, 7, 9))
    shape = rng.choice((
        lambda r, c: r in range(size // 3, size - size // 3) or c in range(size // 3, size - size // 3),
        lambda r, c: (r, c) != (size // 2, size // 2),
        lambda r, c: abs(r - size // 2) + abs(c - size // 2) <= size // 2 + size // 5,
    ))  # fmt: skip
    grid = tuple(
        "".join(rng.choice("*.") if shape(r, c) else " " for c in range(size)) for r in range(size)
    )
    board, (ground, off, on) = Board(grid), rng.choice(THEMES)
    side, gap = rng.randint(26, 50), rng.choice((3, 6))
    fills = {" ": "", ".": f"background:{off}", "*": f"background:{on}"}
    drawn = "".join(tile(side, fills[state]) for row in grid for state in row)
    css = f"display:inline-grid;grid-template-columns:repeat({size},max-content);gap:{gap}px"
    return scene(rng, board, f'<div class="board" style="{css}">{drawn}</div>', ground)


def large(rng: Random) -> Scene:
    """Draw up to twenty small lamps in a row."""
    board, (ground, off, on) = lamps(rng, 20), rng.choice(THEMES)
    side, gap, radius = rng.randint(12, 26), rng.choice((1, 2, 3)), rng.choice((0, 3, 13))

    def draw(lit: bool) -> str:
        return tile(side, f"border-radius:{radius}px;background:{on if lit else off}")

    return scene(rng, board, cells(board, draw, f"gap:{gap}px"), ground)


def canvas(rng: Random) -> Scene:
    """Draw on a canvas, with lines or a blurred shadow."""
    board, (ground, off, on) = lamps(rng, 10), rng.choice(THEMES)
    pitch, inset, blur = rng.randint(28, 60), rng.choice((0.5, 2, 4)), rng.choice((0, 0, 10, 18))
    rows, cols = len(board.grid), len(board.grid[0])
    lines = f"k.strokeRect(x*{pitch}+.5,y*{pitch}+.5,{pitch},{pitch})" if inset == 0.5 else ""
    script = (
        f"{{const k=document.querySelector('canvas').getContext('2d'),g={list(board.grid)};k.fillStyle='{ground}';"
        f"k.fillRect(0,0,9999,9999);g.forEach((row,y)=>[...row].forEach((s,x)=>{{k.fillStyle=s=='*'?'{on}':'{off}';"
        f"k.shadowColor='{on}';k.shadowBlur=s=='*'?{blur}:0;"
        f"k.fillRect(x*{pitch}+{inset},y*{pitch}+{inset},{pitch}-2*{inset},{pitch}-2*{inset});"
        f"k.shadowBlur=0;k.strokeStyle='{INK}';{lines}}}))}}"
    )
    html = f'<canvas class="board" width="{cols * pitch + 2}" height="{rows * pitch + 2}"></canvas>'
    return scene(rng, board, f"{html}<script>{script}</script>", ground)


def merged(rng: Random) -> Scene:
    """Draw squares that touch without a line, so that lamps of one state merge."""
    board, (ground, off, on) = lamps(rng, 8), rng.choice(THEMES)
    side = rng.randint(30, 60)

    def draw(lit: bool) -> str:
        return f'<div style="width:{side}px;height:{side}px;background:{on if lit else off}"></div>'

    return scene(rng, board, cells(board, draw, "gap:0"), ground)


def labelled(rng: Random) -> Scene:
    """Draw the same sign in every lamp, or different signs in lit and unlit ones."""
    board, (ground, off, on) = lamps(rng, 8), rng.choice(THEMES)
    side, gap = rng.randint(36, 60), rng.choice((2, 6))
    sign_off, sign_on = rng.choice((("○", "●"), ("", "✦"), ("OFF", "ON"), ("0", "1"), ("✕", "✓")))
    plain = rng.random() < 0.3

    def draw(lit: bool) -> str:
        fill = off if plain else on if lit else off
        ink = on if plain else "#fff" if fill < "#8" else "#000"
        css = f"line-height:{side}px;text-align:center;font-size:{side // 3}px;background:{fill};color:{ink}"
        return tile(side, css, sign_on if lit else sign_off)

    return scene(rng, board, cells(board, draw, f"gap:{gap}px"), ground)


def busy(rng: Random) -> Scene:
    """Draw lamps among a keyboard, a calendar, a palette, a number pad, a list of levels, a bar of
    buttons."""
    board, (ground, off, on) = lamps(rng, 7), rng.choice(THEMES)
    side, gap = rng.randint(32, 54), rng.choice((3, 6))

    def draw(lit: bool) -> str:
        return f'<div style="width:{side}px;height:{side}px;border-radius:5px;background:{on if lit else off}"></div>'

    drawn = cells(board, draw, f"gap:{gap}px")
    pad = "".join(
        f'<button style="width:40px;height:40px">{n}</button>' for n in (*range(1, 10), "C", 0, "=")
    )
    levels = "".join(
        f'<button style="width:36px;height:36px;margin:2px">{n}</button>' for n in range(1, 26)
    )
    palette = "".join(
        f'<div style="width:26px;height:26px;background:hsl({30 * n},70%,50%)"></div>'
        for n in range(12)
    )
    others = [
        f'<div style="width:130px">{pad}</div>', f'<div style="width:220px">{levels}</div>',
        f'<div style="display:grid;grid-template-columns:repeat(4,26px);gap:4px">{palette}</div>',
        grids.calendar(rng), grids.keyboard(rng),
    ]  # fmt: skip
    tools = "".join(
        f'<button style="width:{side}px;height:{side}px;margin:{gap // 2}px">{s}</button>'
        for s in "↶↷⟳?☰"
    )
    rng.shuffle(others)
    body = (
        f'<div style="color:#888"><h1>Lights Out</h1><div style="margin-bottom:{rng.randint(4, 30)}px">{tools}</div>'
        f'<div style="display:flex;align-items:flex-start;gap:30px">{drawn}'
        f'<div style="background:#fff">{others[0]}<br>{others[1]}</div></div><p>Moves 3</p>'
        "<footer>© Cookies: <button>Accept</button></footer></div>"
    )
    return Scene(page(body, ground), (board,), (1100, 820), rng.choice((1, 1.5, 2)))


LAMPS: tuple[Look, ...] = (
    flat, glowing, raised, table, discs, bulbs, rims, translucent, diagrams, holed, large, canvas, merged, labelled,
    busy,
)  # fmt: skip
"""Every look of lamps."""
