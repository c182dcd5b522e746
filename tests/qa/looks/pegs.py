"""Boards of peg solitaire: usual shapes in the middle of a game, drawn in many ways."""

from __future__ import annotations

from random import Random

from solvers.peg_solitaire import BOARDS, HOLE, NO_SITE, PEG, named_board
from tests.qa.looks.boards import Board
from tests.qa.looks.looks import Look
from tests.qa.looks.scene import Scene, page

WOODS = (
    # page, panel, hole, peg
    ("#f4f4f4", "#b5793f", "#5a3414", "#3b82f6"), ("#fff", "#8b5a2b", "#3e2410", "#e8d9b5"),
    ("#fff", "#e0b070", "#8a5a2a", "#c0392b"), ("#222", "#5d4037", "#2b1a12", "#ffca28"),
    ("#fff", "#fff", "#d5d5d5", "#1e88e5"), ("#101418", "#101418", "#2a3138", "#4caf50"),
    ("#fafafa", "#dfe6ee", "#b8c4d0", "#d81b60"), ("#eef2e6", "#2e7d32", "#123d15", "#fdd835"),
    ("#fff", "#c9a26b", "#6f4a1f", "#6b1f1f"), ("#1e1e2e", "#313244", "#181825", "#f38ba8"),
)  # fmt: skip
"""Colours of the page, of the panel, of holes and of pegs."""


def some_pegs(rng: Random) -> Board:
    """Return a usual board with some of its pegs; at least two pegs and one hole."""
    board = named_board(rng.choice(BOARDS))
    sites = sorted(board.sites)
    count = rng.choice((1, 2, rng.randint(3, len(sites) - 2)))
    holes = set(rng.sample(sites, count))
    rows, cols = (max(numbers) + 1 for numbers in zip(*sites, strict=True))
    text = [[NO_SITE] * cols for _ in range(rows)]
    for row, col in sites:
        text[row][col] = HOLE if (row, col) in holes else PEG
    return Board(tuple("".join(line) for line in text))


def draw_pegs(rng: Random, board: Board, step: float) -> tuple[str, str]:
    """Return the board in SVG, and the colour of a page that goes with it."""
    page, panel, hole, peg = rng.choice(WOODS)
    rows, cols = len(board.grid), len(board.grid[0])
    staggered = (
        board.grid[0].count(NO_SITE) == cols - 1 and board.grid[1].strip().count(NO_SITE) == 1
    )
    across, down = (step / 2, step * 0.866) if staggered else (step, step)
    margin = step * rng.uniform(0.6, 0.9)
    width, height = across * (cols - 1) + 2 * margin, down * (rows - 1) + 2 * margin
    large = rng.uniform(0.3, 0.44) * step
    small = large * rng.choice((1, 1, 0.8, 0.6))
    glossy, sunken, shadow, ring = (rng.random() < chance for chance in (0.4, 0.3, 0.3, 0.3))
    shape = rng.choice(("rect", "rect", "circle", "none"))
    defs = (
        f'<radialGradient id="p" cx=".35" cy=".3" r=".75"><stop offset="0" stop-color="#fff"/>'
        f'<stop offset=".4" stop-color="{peg}"/><stop offset="1" stop-color="{peg}"/></radialGradient>'
        f'<radialGradient id="h" cx=".5" cy=".6" r=".6"><stop offset="0" stop-color="{hole}"/>'
        f'<stop offset="1" stop-color="{hole}" stop-opacity=".7"/></radialGradient>'
    )
    ground = (
        f'<rect width="{width}" height="{height}" rx="{rng.choice((0, 8, 24))}" fill="{panel}"/>'
    )
    if shape == "circle" and not staggered:
        side = max(width, height)
        ground = f'<circle cx="{width / 2}" cy="{height / 2}" r="{side / 2}" fill="{panel}"/>'
    elif shape == "none":
        page, ground = panel, ""
    drawn = ""
    for r, row in enumerate(board.grid):
        for c, site in enumerate(row):
            x, y = margin + c * across, margin + r * down
            if site == NO_SITE:
                continue
            outline = f' stroke="{hole}" stroke-width="{step / 24:.1f}"' if ring else ""
            fill = "url(#h)" if sunken else hole
            drawn += f'<circle cx="{x}" cy="{y}" r="{small}" fill="{fill}"/>'
            if site == PEG:
                below = (
                    f'<circle cx="{x + 2}" cy="{y + 3}" r="{large}" fill="#0004"/>'
                    if shadow
                    else ""
                )
                fill = "url(#p)" if glossy else peg
                drawn += f'{below}<circle cx="{x}" cy="{y}" r="{large}" fill="{fill}"{outline}/>'
    html = f'<svg class="board" width="{width}" height="{height}"><defs>{defs}</defs>{ground}{drawn}</svg>'
    return html, page


def pegs(rng: Random) -> Scene:
    """Draw a board in the middle of a game by itself."""
    board = some_pegs(rng)
    drawn, ground = draw_pegs(rng, board, rng.uniform(24, 70))
    return Scene(page(drawn, ground), (board,), (1000, 900), rng.choice((1, 1, 1.5, 2)))


PEGS: tuple[Look, ...] = (pegs,)
"""Boards of pegs by themselves."""
