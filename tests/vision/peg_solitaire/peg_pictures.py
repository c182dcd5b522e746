"""Drawn pictures of pegs."""

from math import hypot

import cv2
import numpy as np

from solvers.peg_solitaire import Board, named_board
from vision import read_board

PAGE, WOOD = (240, 240, 240), (60, 105, 160)
APPEARANCES = {
    "flat discs": (PAGE, (205, 205, 205), (60, 60, 220)),
    "dark page": ((34, 34, 34), (60, 60, 60), (200, 200, 200)),
    "dark holes in wood": (WOOD, (20, 40, 70), (60, 200, 240)),
}
"""Colours of the page, of holes and of pegs, BGR."""
TRIANGLE = ("    .    ", "   o o   ", "  o . o  ", " o o o o ", "o o o . o")
ENGLISH = ("  ooo  ", "  o.o  ", "ooo.ooo", "ooooooo", "ooo..oo", "  ooo  ", "  ooo  ")


def drawn_pegs(
    grid, colours=APPEARANCES["flat discs"], step=40, squeeze=1.0, at=(60, 60), dot=1.0, margin=60
):
    """Draw discs at the sites of a text; text columns are half a step wide if it is staggered."""
    staggered = (
        len({(r + c) % 2 for r, row in enumerate(grid) for c, s in enumerate(row) if s != " "}) == 1
    )
    across, down = (step / 2, step * 0.866 * squeeze) if staggered else (step, step * squeeze)
    page, hole, peg = colours
    high = int(at[1] + down * (len(grid) - 1) + margin)
    wide = int(at[0] + across * (max(map(len, grid)) - 1) + margin)
    image = np.full((high, wide, 3), page, np.uint8)
    near = min(step, hypot(across, down) if staggered else down)
    for r, row in enumerate(grid):
        for c, site in enumerate(row):
            middle = tuple(round(16 * v) for v in (at[0] + c * across, at[1] + r * down))
            if site != " ":
                radius = 0.36 * near * (dot if site == "." else 1)
                colour = peg if site == "o" else hole
                cv2.circle(image, middle, round(16 * radius), colour, -1, cv2.LINE_AA, 4)
    return image


def site_middles(grid, step=40, at=(60, 60)):
    """Yield the site and the middle (x, y), in pixels, of each place in a staggered text that
    ``drawn_pegs`` draws."""
    for r, row in enumerate(grid):
        for c, site in enumerate(row):
            if site != " ":
                yield site, (round(at[0] + c * step / 2), round(at[1] + r * 0.866 * step))


def start(name, hole):
    """Return the text rows of a usual board with one hole."""
    board = named_board(name)
    return rows(board, {board.sites[hole]})


def rows(board: Board, holes):
    grid = [[" "] * board.cols for _ in range(board.rows)]
    for r, c in board.sites:
        grid[r][c] = "." if (r, c) in holes else "o"
    return tuple("".join(row) for row in grid)


def read_pegs(image, **options):
    return read_board(image, puzzle="pegs", **options)
