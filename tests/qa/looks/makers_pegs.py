"""Peg solitaire as many unrelated makers draw it: marbles, tees, emoji, glyphs, pixels, ruled boards."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from solvers.peg_solitaire import HOLE, NO_SITE, PEG, named_board
from tests.qa.looks.boards import Board
from tests.qa.looks.looks import Look
from tests.qa.looks.scene import Scene, page
from tests.qa.looks.symbols import symbol_at

SQUARE = ("english", "english", "english", "european", "wiegleb", "diamond")
TRIANGLES = ("triangle5", "triangle5", "triangle5", "triangle4", "triangle6", "triangle7")
MARBLES = (
    "#d62828",
    "#1d4ed8",
    "#15803d",
    "#f59e0b",
    "#7c3aed",
    "#0e7490",
    "#f8fafc",
    "#111827",
    "#db2777",
)


class Site(NamedTuple):
    """A place of a board in a picture: its centre in pixels, True for a peg, and its row and column."""

    x: float
    y: float
    peg: bool
    row: int
    col: int


def game(rng: Random, names: tuple[str, ...] = SQUARE) -> Board:
    """Return a usual board at the start or in the middle of a game; at least three pegs."""
    board = named_board(rng.choice(names))
    sites = sorted(board.sites)
    count = rng.choice((1, 1, rng.randint(2, len(sites) - 3), rng.randint(2, len(sites) - 3)))
    middle = (sites[len(sites) // 2],) if rng.random() < 0.6 else (rng.choice(sites),)
    holes = set(middle) if count == 1 else set(rng.sample(sites, count))
    rows, cols = (max(numbers) + 1 for numbers in zip(*sites, strict=True))
    text = [
        "".join(
            (HOLE if (r, c) in holes else PEG) if (r, c) in board.sites else NO_SITE
            for c in range(cols)
        )
        for r in range(rows)
    ]
    return Board(tuple(text))


def is_triangle(board: Board) -> bool:
    """Return True if the rows are staggered."""
    return len(board.grid[0]) == 2 * len(board.grid) - 1


def sites(board: Board, step: float, margin: float) -> list[Site]:
    """Return the places of a board, with a margin round the outer centres."""
    across, down = (step / 2, step * 0.866) if is_triangle(board) else (step, step)
    return [
        Site(margin + c * across, margin + r * down, site == PEG, r, c)
        for r, row in enumerate(board.grid)
        for c, site in enumerate(row)
        if site != NO_SITE
    ]


def picture(board: Board, step: float, draw: Callable[[Site], str], under: str = "", margin: float = 0.8, over: str = "",
            css: str = "") -> str:  # fmt: skip
    """Return an SVG picture of a board: what lies under it, and the drawing of each place; ``W`` and
    ``H`` in ``under`` are its size."""
    places = sites(board, step, margin * step)
    wide = max(site.x for site in places) + margin * step
    high = max(site.y for site in places) + margin * step
    ground = under.replace("$W", f"{wide:.1f}").replace("$H", f"{high:.1f}")
    drawn = "".join(draw(site) for site in places)
    return f'<svg class="board" width="{wide:.0f}" height="{high:.0f}" style="{css}">{ground}{drawn}{over}</svg>'


def shown(rng: Random, board: Board, drawn: str, ground: str = "#fff", scale: float = 0) -> Scene:
    """Return a page with the board, a title and a counter or neither."""
    ink = "#eee" if ground < "#7" else "#222"
    title = rng.choice(
        (
            "",
            "",
            "<h2>Peg Solitaire</h2>",
            "<h1>Solo Noble</h1><p>Jump over a peg to remove it.</p>",
        )
    )
    below = rng.choice(
        (
            "",
            f"<p>Pegs left: {sum(row.count(PEG) for row in board.grid)}</p>",
            "<p><button>Undo</button> <button>New game</button></p>",
        )
    )
    body = f'<div style="color:{ink}">{title}{drawn}{below}</div>'
    return Scene(page(body, ground), (board,), (1000, 900), scale or rng.choice((1, 1, 1.5, 2)))


def disc(site: Site, radius: float, fill: str, more: str = "") -> str:
    """Return a circle at a place."""
    return f'<circle cx="{site.x:.2f}" cy="{site.y:.2f}" r="{radius:.2f}" fill="{fill}" {more}/>'


def gloss(name: str, colour: str) -> str:
    """Return a gradient as on a ball of glass."""
    return (f'<radialGradient id="{name}" cx=".35" cy=".3" r=".8"><stop offset="0" stop-color="#fff"/><stop offset=".25" '
            f'stop-color="{colour}"/><stop offset="1" stop-color="color-mix(in srgb,{colour} 40%,black)"/></radialGradient>')  # fmt: skip


WOOD = (
    '<filter id="w" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="{}" numOctaves="4" '
    'seed="{}"/><feColorMatrix values="0 0 0 0 .25  0 0 0 0 .12  0 0 0 0 .03  .9 0 0 0 -.15"/><feComposite operator="over" '
    'in2="SourceGraphic"/><feComposite operator="in" in2="SourceGraphic"/></filter>'
)


def wood(rng: Random, shape: str, colour: str) -> str:
    """Return a wooden plate; ``shape`` is an SVG element without its end."""
    filters = WOOD.format(rng.choice(("0.008 0.2", "0.15 0.007", "0.02 0.02")), rng.randint(1, 99))
    return f'{filters}{shape} fill="{colour}" filter="url(#w)"/>'


def marbles(rng: Random) -> Scene:
    """Draw glass marbles of many colours in the hollows of a round wooden board with a groove."""
    board, step = game(rng, ("english", "english", "european")), rng.uniform(34, 70)
    colours = rng.sample(MARBLES[:-3], rng.choice((1, 3, 6)))
    defs = "".join(gloss(f"p{k}", colour) for k, colour in enumerate(colours))
    defs += '<radialGradient id="h" cx=".5" cy=".65" r=".6"><stop offset="0" stop-color="#7a4a22"/><stop offset="1" stop-color="#2e1808"/></radialGradient>'
    base = rng.choice(("#b9814a", "#8f5a2c", "#d9ab73"))
    centre = 3 + 1.4
    plate = wood(rng, f'<circle cx="{centre * step}" cy="{centre * step}" r="{4.35 * step}"', base)
    groove = f'<circle cx="{centre * step}" cy="{centre * step}" r="{3.95 * step}" fill="none" stroke="#3b200c" stroke-width="{step / 8}" opacity=".6"/>'

    def draw(site: Site) -> str:
        hollow = disc(site, 0.3 * step, "url(#h)")
        return hollow + (
            disc(site, 0.42 * step, f"url(#p{rng.randrange(len(colours))})") if site.peg else ""
        )

    return shown(
        rng,
        board,
        picture(board, step, draw, f"<defs>{defs}</defs>{plate}{groove}", 1.4),
        rng.choice(("#fff", "#2d3a2e")),
    )


def wooden(rng: Random) -> Scene:
    """Draw wooden pegs and drilled holes on a textured plate."""
    board, step = game(rng, SQUARE + TRIANGLES[:2]), rng.uniform(32, 66)
    peg = rng.choice(("#e8cf9f", "#6b3a17", "#f4e4c1", "#3a2010"))
    plate = wood(
        rng,
        f'<rect width="$W" height="$H" rx="{rng.choice((0, 14))}"',
        rng.choice(("#b9814a", "#9a683a")),
    )

    def draw(site: Site) -> str:
        if not site.peg:
            return disc(site, 0.17 * step, "#2a1507")
        shadow = f'<ellipse cx="{site.x + 2}" cy="{site.y + 4}" rx="{0.3 * step}" ry="{0.28 * step}" fill="#0006"/>'
        return shadow + disc(site, 0.29 * step, "url(#p)", 'stroke="#0005"')

    return shown(rng, board, picture(board, step, draw, f"<defs>{gloss('p', peg)}</defs>{plate}"))


def rings(rng: Random) -> Scene:
    """Draw flat discs for pegs, and rings or dots for holes, on the page itself."""
    board, step = game(rng, SQUARE + TRIANGLES[:2]), rng.uniform(24, 60)
    ink, ground = rng.choice(
        (("#111", "#fff"), ("#2563eb", "#fff"), ("#f8fafc", "#0f172a"), ("#dc2626", "#fffbeb"))
    )
    dots = rng.random() < 0.4

    def draw(site: Site) -> str:
        if site.peg:
            return disc(site, 0.38 * step, ink)
        return (
            disc(site, 0.08 * step, ink)
            if dots
            else disc(
                site, 0.36 * step, "none", f'stroke="{ink}" stroke-width="{max(1, step / 24):.1f}"'
            )
        )

    return shown(rng, board, picture(board, step, draw), ground)


def ruled(rng: Random) -> Scene:
    """Draw square cells with discs in those of pegs; cells outside the board are dark, or not drawn."""
    board, step = game(rng), rng.randint(28, 64)
    line, cell, peg = rng.choice((("#999", "#fff", "#2563eb"), ("#5b3a1a", "#e3bd84", "#7a2e0e"), ("#333", "#475569", "#fbbf24"),
                                  ("#222", "#f5f5f4", "#111"), ("#fff", "#d1d5db", "#ef4444")))  # fmt: skip
    outside = rng.choice(("", "", "#222", "#64748b"))
    radius, shape = rng.choice((0, 0, 4)), rng.choice(("50%", "50%", "20%"))
    drawn = ""
    for row in board.grid:
        for site in row:
            fill = outside if site == NO_SITE else cell
            css = (
                f"background:{fill};border:1px solid {line};border-radius:{radius}px"
                if fill
                else ""
            )
            inner = (
                f'<div style="width:68%;height:68%;border-radius:{shape};background:{peg}"></div>'
                if site == PEG
                else ""
            )
            drawn += (f'<div style="box-sizing:border-box;display:flex;align-items:center;justify-content:center;width:{step}px;'
                      f'height:{step}px;{css}">{inner}</div>')  # fmt: skip
    html = f'<div class="board" style="display:inline-grid;grid-template-columns:repeat({len(board.grid[0])},{step}px)">{drawn}</div>'
    return shown(rng, board, html)


def pictures(rng: Random) -> Scene:
    """Draw emoji for pegs and holes: frogs, cherries, coloured discs."""
    board, step = game(rng, SQUARE + TRIANGLES[:2]), rng.uniform(28, 60)
    peg, hole = rng.choice((("blue", "white"), ("red", "white"), ("frog", "hole"), ("cherry", "white"), ("cat", "white"),
                            ("black", "white"), ("blue", "hole"), ("frog", ""),))  # fmt: skip

    def draw(site: Site) -> str:
        name = peg if site.peg else hole
        return (
            symbol_at(name, site.x, site.y, 0.82 * step)
            if name
            else disc(site, 0.12 * step, "#888")
        )

    return shown(rng, board, picture(board, step, draw), rng.choice(("#fff", "#fefce8", "#ecfdf5")))


def glyphs(rng: Random) -> Scene:
    """Draw characters in a monospaced font, as a program prints them."""
    triangle = rng.random() < 0.35
    board, size = game(rng, TRIANGLES[:4] if triangle else SQUARE), rng.choice((18, 24, 32, 44))
    peg, hole = rng.choice(
        (("●", "○"), ("●", "○"), ("●", "·"), ("o", "."), ("O", "."), ("◉", "○"), ("■", "□"))
    )
    ink, ground = rng.choice((("#111", "#fff"), ("#33ff66", "#000"), ("#e5e5e5", "#1e1e1e")))
    between = "" if triangle else " "
    signs = {PEG: peg, HOLE: hole, NO_SITE: " "}
    text = "\n".join(between.join(signs[site] for site in row) for row in board.grid)
    drawn = f'<pre class="board" style="display:inline-block;color:{ink};font:{size}px/1.17 DejaVu Sans Mono;margin:8px">{text}</pre>'
    return shown(rng, board, drawn, ground)


def numbered(rng: Random) -> Scene:
    """Draw a triangle with numbers in its holes or on its pegs."""
    board, step = game(rng, TRIANGLES), rng.uniform(46, 84)
    peg, hole, plate = rng.choice(
        (
            ("#dc2626", "#fff", "#f1d9a7"),
            ("#2563eb", "#e5e7eb", "none"),
            ("#facc15", "#5b3a1a", "#b98a4f"),
        )
    )
    on_pegs, places = rng.random() < 0.6, sites(board, step, 0)
    order = {(site.row, site.col): k + 1 for k, site in enumerate(places)}
    width, high = (
        2 * 0.9 * step + (len(board.grid) - 1) * step,
        1.8 * step + (len(board.grid) - 1) * step * 0.866,
    )
    under = f'<path d="M{width / 2} {-0.5 * step}L{width + 0.4 * step} {high}H{-0.4 * step}Z" fill="{plate}"/>'

    def draw(site: Site) -> str:
        ink = (
            "#fff"
            if (site.peg and peg != "#facc15") or (hole == "#5b3a1a" and not site.peg)
            else "#222"
        )
        number = f'<text x="{site.x}" y="{site.y}" font-size="{0.28 * step}" fill="{ink}" text-anchor="middle" dominant-baseline="central">{order[site.row, site.col]}</text>'
        return disc(site, 0.36 * step, peg if site.peg else hole, 'stroke="#0006"') + (
            number if on_pegs or not site.peg else ""
        )

    return shown(rng, board, picture(board, step, draw, under, 0.9))


def tees(rng: Random) -> Scene:
    """Draw golf tees of several colours on a wooden wedge, seen from above."""
    board, step = game(rng, TRIANGLES[:5]), rng.uniform(46, 80)
    colours = rng.sample(
        ("#e63946", "#ffd166", "#1d70b8", "#f1faee", "#2a9d8f"), rng.choice((1, 3, 4))
    )
    n = len(board.grid) - 1
    width, high = 2 * step + n * step, 2 * step + n * step * 0.866
    plate = wood(
        rng,
        f'<path d="M{width / 2} 0L{width} {high}H0Z" stroke="#5b3a1a" stroke-linejoin="round"',
        rng.choice(("#c58b4e", "#a9713a")),
    )

    def draw(site: Site) -> str:
        hole = disc(site, 0.12 * step, "#1c0e04")
        if not site.peg:
            return hole
        colour = rng.choice(colours)
        return disc(site, 0.26 * step, colour, 'stroke="#0007"') + disc(
            site, 0.15 * step, f"color-mix(in srgb,{colour} 75%,black)"
        )

    return shown(rng, board, picture(board, step, draw, plate, 1))


def shapes(rng: Random) -> Scene:
    """Draw stars, hearts, diamonds or squares for pegs, and the same in grey for holes, or dots."""
    board, step, name = (
        game(rng, SQUARE + TRIANGLES[:2]),
        rng.uniform(30, 60),
        rng.choice(("star", "heart", "diamond", "square")),
    )
    dots = rng.random() < 0.5

    def draw(site: Site) -> str:
        if site.peg:
            return symbol_at(name, site.x, site.y, 0.8 * step)
        grey = f'<g style="filter:grayscale(1) brightness(.9)" opacity=".5">{symbol_at(name, site.x, site.y, 0.8 * step)}</g>'
        return disc(site, 0.12 * step, "#bbb") if dots else grey

    return shown(rng, board, picture(board, step, draw), rng.choice(("#fff", "#f8fafc")))


PEGS_BY_MAKERS: tuple[Look, ...] = (
    marbles,
    wooden,
    rings,
    ruled,
    pictures,
    glyphs,
    numbered,
    tees,
    shapes,
)
"""Boards of peg solitaire by unrelated makers."""
