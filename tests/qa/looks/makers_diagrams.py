"""Peg solitaire on more makers' pages: games in play, pixel art, neon, diagrams, buttons, messages."""

from __future__ import annotations

from random import Random

from solvers.peg_solitaire import HOLE, NO_SITE, PEG
from tests.qa.looks.boards import Board
from tests.qa.looks.looks import Look
from tests.qa.looks.makers_pegs import (
    SQUARE,
    TRIANGLES,
    Site,
    disc,
    game,
    gloss,
    is_triangle,
    picture,
    shown,
    sites,
)
from tests.qa.looks.scene import Scene
from tests.qa.looks.symbols import symbol


def selected(rng: Random) -> Scene:
    """Draw a game in play: a peg with a halo, marks in the holes it can jump to."""
    board, step = game(rng, SQUARE + TRIANGLES[:2]), rng.uniform(34, 66)
    peg, hole, plate = rng.choice(
        (
            ("#3b82f6", "#cbd5e1", "#f1f5f9"),
            ("#f59e0b", "#3f2a14", "#a16207"),
            ("#10b981", "#1f2937", "#374151"),
        )
    )
    places = sites(board, step, 0)
    chosen = rng.choice([site for site in places if site.peg])
    targets = rng.sample(
        [site for site in places if not site.peg], min(2, sum(not site.peg for site in places))
    )
    named = {(site.row, site.col) for site in targets}
    halo, mark = rng.choice(("#fde047", "#fff", "#ef4444")), rng.choice(("#22c55e", "#fde047"))

    def draw(site: Site) -> str:
        at = (site.row, site.col)
        if not site.peg:
            ring = (
                disc(site, 0.3 * step, "none", f'stroke="{mark}" stroke-width="3"')
                if at in named
                else ""
            )
            return disc(site, 0.3 * step, hole) + ring
        if at == (chosen.row, chosen.col):
            return disc(site, 0.46 * step, halo, 'opacity=".7"') + disc(site, 0.38 * step, peg)
        return disc(site, 0.36 * step, peg)

    under = f'<rect width="$W" height="$H" rx="16" fill="{plate}"/>'
    return shown(rng, board, picture(board, step, draw, under))


def pixels(rng: Random) -> Scene:
    """Draw pixel art, enlarged without smoothing."""
    board, pixel = game(rng), rng.choice((3, 4, 5))
    peg, hole, ground = rng.choice(
        (
            ("#e43b44", "#262b44", "#3a4466"),
            ("#63c74d", "#3e2731", "#b86f50"),
            ("#0f380f", "#8bac0f", "#9bbc0f"),
        )
    )
    art = (
        "..xxxx..",
        ".xwwxxx.",
        "xwwxxxxx",
        "xwxxxxxx",
        "xxxxxxxx",
        "xxxxxxdd",
        ".xxxxdd.",
        "..xddd..",
    )
    none = (
        "........",
        "........",
        "..oooo..",
        "..oooo..",
        "..oooo..",
        "..oooo..",
        "........",
        "........",
    )
    fills = {"x": peg, "w": "#fff", "d": "#0006", "o": hole}

    def draw(site: Site) -> str:
        return "".join(
            f'<rect x="{round(site.x - 4 * pixel) + c * pixel}" y="{round(site.y - 4 * pixel) + r * pixel}" width="{pixel}" height="{pixel}" fill="{fills[s]}"/>'
            for r, row in enumerate(art if site.peg else none)
            for c, s in enumerate(row)
            if s != "."
        )

    css = "shape-rendering:crispEdges"
    return shown(
        rng,
        board,
        picture(
            board, 10 * pixel, draw, f'<rect width="$W" height="$H" fill="{ground}"/>', css=css
        ),
        ground,
        rng.choice((1, 2)),
    )


def neon(rng: Random) -> Scene:
    """Draw glowing discs or rings on black, and dull rings for holes."""
    board, step = game(rng, SQUARE + TRIANGLES[:2]), rng.uniform(32, 60)
    colour, hollow = rng.choice(("#22d3ee", "#f472b6", "#a3e635", "#facc15")), rng.random() < 0.5

    def draw(site: Site) -> str:
        if not site.peg:
            return disc(
                site,
                0.3 * step,
                "none",
                f'stroke="color-mix(in srgb,{colour} 25%,#111)" stroke-width="2"',
            )
        fill = "none" if hollow else colour
        return disc(
            site,
            0.3 * step,
            fill,
            f'stroke="{colour}" stroke-width="3" style="filter:drop-shadow(0 0 {step / 8:.0f}px {colour})"',
        )

    return shown(rng, board, picture(board, step, draw), "#05060f")


def linked(rng: Random) -> Scene:
    """Draw a diagram: places linked by lines, as books on fox and geese do."""
    board, step = game(rng, SQUARE + TRIANGLES[:2]), rng.uniform(36, 64)
    ink, ground = rng.choice((("#222", "#fff"), ("#5b3a1a", "#f3e3c3"), ("#e5e7eb", "#1f2937")))
    places = {(site.row, site.col): site for site in sites(board, step, 0.8 * step)}
    steps = ((0, 2), (1, 1), (1, -1)) if is_triangle(board) else ((0, 1), (1, 0))
    lines = "".join(
        f'<path d="M{site.x:.1f} {site.y:.1f}L{other.x:.1f} {other.y:.1f}" stroke="{ink}" stroke-width="1.5"/>'
        for (r, c), site in places.items()
        for dr, dc in steps
        if (other := places.get((r + dr, c + dc)))
    )
    small = rng.random() < 0.5
    peg = rng.choice((ink, "#dc2626", "#2563eb"))

    def draw(site: Site) -> str:
        if site.peg:
            return disc(site, 0.3 * step, peg, f'stroke="{ink}"')
        return disc(
            site, (0.1 if small else 0.28) * step, ground, f'stroke="{ink}" stroke-width="1.5"'
        )

    return shown(rng, board, picture(board, step, draw, lines), ground)


def point_down(rng: Random) -> Scene:
    """Draw a triangle whose point is at the bottom, flat or glossy."""
    board = game(rng, TRIANGLES)
    board, step = Board(board.grid[::-1]), rng.uniform(32, 64)
    peg, hole, plate = rng.choice(
        (
            ("#7c3aed", "#ddd6fe", "none"),
            ("#b91c1c", "#451a03", "#b7844c"),
            ("#fbbf24", "#334155", "#0f172a"),
        )
    )
    glossy = rng.random() < 0.5

    def draw(site: Site) -> str:
        return disc(site, 0.25 * step, hole) + (
            disc(site, 0.36 * step, "url(#p)" if glossy else peg) if site.peg else ""
        )

    under = f'<defs>{gloss("p", peg)}</defs><rect width="$W" height="$H" fill="{plate}"/>'
    return shown(rng, board, picture(board, step, draw, under))


def extreme_sizes(rng: Random) -> Scene:
    """Draw steps of 18 to 22 pixels, or of 90 to 110."""
    board, step = (
        game(rng, ("english", "european")),
        rng.choice((rng.uniform(18, 22), rng.uniform(90, 110))),
    )
    peg, hole, ground = rng.choice(
        (
            ("#1e40af", "#d1d5db", "#fff"),
            ("#b45309", "#3f2a14", "#d6a56a"),
            ("#f9fafb", "#4b5563", "#111827"),
        )
    )
    small = rng.choice((1, 0.5))

    def draw(site: Site) -> str:
        return disc(site, 0.38 * step, peg) if site.peg else disc(site, 0.38 * small * step, hole)

    return shown(rng, board, picture(board, step, draw), ground, 1)


def buttons(rng: Random) -> Scene:
    """Draw HTML buttons with a character in those of pegs, nothing or a dot in those of holes."""
    board, step = game(rng), rng.randint(32, 56)
    peg, hole = rng.choice((("●", ""), ("●", "○"), ("⬤", ""), ("♟", ""), ("O", ""), ("●", "·")))
    style = rng.choice(("", "background:#fff;border:1px solid #888;", "background:#deb887;border:none;border-radius:50%;",
                        "background:#1f2937;color:#fbbf24;border:1px solid #4b5563;border-radius:6px;"))  # fmt: skip
    css = f"width:{step}px;height:{step}px;padding:0;font:{0.55 * step}px DejaVu Sans;{style}"
    signs = {PEG: peg, HOLE: hole}
    drawn = "".join(
        "<div></div>" if site == NO_SITE else f'<button style="{css}">{signs[site]}</button>'
        for row in board.grid
        for site in row
    )
    gap = rng.choice((0, 3, 6))
    html = f'<div class="board" style="display:inline-grid;grid-template-columns:repeat({len(board.grid[0])},{step}px);gap:{gap}px">{drawn}</div>'
    return shown(rng, board, html)


def emoji_text(rng: Random) -> Scene:
    """Draw a message of emoji: rows of coloured discs, with squares or black discs outside the board."""
    board, step = game(rng, ("english", "english", "european")), rng.choice((20, 24, 32))
    peg, hole, outside = rng.choice(
        (
            ("blue", "white", ""),
            ("red", "white", "black"),
            ("frog", "white", "square"),
            ("blue", "black", ""),
        )
    )
    names = {PEG: peg, HOLE: hole, NO_SITE: outside}
    blank = f'<span style="display:inline-block;width:{step}px"></span>'
    rows = ""
    for row in board.grid:
        drawn = "".join(symbol(names[site], step) if names[site] else blank for site in row)
        rows += f'<div style="height:{step}px;white-space:nowrap">{drawn}</div>'
    bubble = rng.choice(("", "background:#dcf8c6;padding:14px;border-radius:12px;"))
    return shown(
        rng,
        board,
        f'<div style="display:inline-block;{bubble}"><div class="board">{rows}</div></div>',
    )


PEG_DIAGRAMS: tuple[Look, ...] = (
    selected, pixels, neon, linked, point_down, extreme_sizes, buttons, emoji_text,
)  # fmt: skip
"""More boards of peg solitaire by unrelated makers."""
