"""Drawings of boards with regions or walls, and of the marks on them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from colorsys import hls_to_rgb
from itertools import groupby
from math import cos, pi, sin
from typing import Final

from solvers.cells import PLAIN, WALL, Cell, find_pieces
from solvers.svg import CELL, Drawing, cell_middle, draw_frames, draw_shape, draw_text, join_points

GOLDEN_ANGLE: Final = 137.5
"""Degrees of hue from one letter to the next: neighbours in the alphabet, which often touch, differ
clearly.
"""
LIGHTNESS: Final = (0.95, 0.91, 0.87)
"""Lightness of tints, letter by letter: printed without colours they are light greys, and borders
stay visible.
"""
SATURATION: Final = 0.75
OUTER: Final = 0.36 * CELL
INNER: Final = 0.15 * CELL
"""Distances from a star's centre to its points, and to the corners between them."""


def draw_regions(
    grid: Sequence[str],
    marks: Mapping[Cell, str] | None = None,
    frames: Collection[Cell] = (),
    *,
    named: bool = False,
    title: str = "",
) -> Drawing:
    """Draw a board of letters, each one region, with ``#`` for a wall and ``.`` for a cell without
    a region.

    ``marks`` maps (row, col) to "star", "cross" or "dot", or to "first" or "second" for a star of
    only one of two solutions. Cells of ``frames`` that are on the board get a frame; ``named``
    writes its letter into each region. The pieces of a region in several always have it.
    """
    rows = len(grid)
    cols = len(grid[0])
    shapes = _fill_cells(grid)
    shapes += [_draw_lines(grid, "hair"), _draw_lines(grid, "edge")]
    shapes.append(draw_shape("rect", "edge", width=cols * CELL, height=rows * CELL))
    shapes += _draw_names(grid, 1 if named else 2)
    for cell, kind in sorted((marks or {}).items()):
        x, y = cell_middle(cell)
        shapes += _draw_mark(kind, x, y)
    shapes += draw_frames(frames, rows, cols)
    return Drawing(tuple(shapes), cols * CELL, rows * CELL, title)


def _fill_cells(grid: Sequence[str]) -> list[str]:
    """Return the fills of the cells, one for each run of equal cells in a row."""
    shapes: list[str] = []
    for row, line in enumerate(grid):
        left = 0
        for letter, run in groupby(line):
            width = len(list(run)) * CELL
            x = left
            left += width
            # Cells without a region stay as white as the paper.
            if letter == PLAIN:
                continue
            kind = "wall" if letter == WALL else "region"
            look = "" if letter == WALL else f'fill="{tint(letter)}"'
            y = row * CELL
            shapes.append(draw_shape("rect", kind, look, x=x, y=y, width=width, height=CELL))
    return shapes


def tint(letter: str) -> str:
    """Return the colour of a region as ``#rrggbb``."""
    place = ord(letter)
    hue = place * GOLDEN_ANGLE % 360 / 360
    red, green, blue = hls_to_rgb(hue, LIGHTNESS[place % len(LIGHTNESS)], SATURATION)
    return f"#{round(255 * red):02x}{round(255 * green):02x}{round(255 * blue):02x}"


def _draw_lines(grid: Sequence[str], kind: str) -> str:
    """Return the lines between cells of one region ("hair"), or of two ("edge")."""
    path: list[str] = []
    for row, line in enumerate(grid):
        for col, letter in enumerate(line):
            x = (col + 1) * CELL
            y = (row + 1) * CELL
            if col + 1 < len(line) and (letter == line[col + 1]) == (kind == "hair"):
                path.append(f"M{x} {y - CELL}v{CELL}")
            if row + 1 < len(grid) and (letter == grid[row + 1][col]) == (kind == "hair"):
                path.append(f"M{x - CELL} {y}h{CELL}")
    return draw_shape("path", kind, d="".join(path)) if path else ""


def _draw_names(grid: Sequence[str], least_pieces: int) -> list[str]:
    """Return the letters of the regions with this many pieces or more, each in a corner of a
    piece's first cell that a star leaves free.
    """
    shapes = []
    for letter, pieces in find_pieces(grid).items():
        if len(pieces) < least_pieces:
            continue
        for piece in pieces:
            # The first cell of a piece is its top left one.
            row, col = min(piece)
            left = (col + 0.2) * CELL
            shapes.append(draw_text(letter, "number", left, (row + 0.24) * CELL, 0.28 * CELL))
    return shapes


def _draw_mark(kind: str, x: float, y: float) -> list[str]:
    if kind == "cross":
        arm = 0.2 * CELL
        falling = f"M{x - arm} {y - arm}L{x + arm} {y + arm}"
        return [draw_shape("path", kind, d=f"{falling}M{x - arm} {y + arm}L{x + arm} {y - arm}")]
    if kind == "dot":
        return [draw_shape("circle", kind, cx=x, cy=y, r=CELL / 8)]
    if kind == "star":
        return [draw_shape("path", kind, d=_trace_star(x, y))]
    return [
        draw_shape("path", "either", d=_trace_star(x, y)),
        draw_text({"first": "1", "second": "2"}[kind], "number", x, y + 0.5, 0.3 * CELL),
    ]


def _trace_star(x: float, y: float) -> str:
    """Return the path of a star with five points."""
    points: list[tuple[float, float]] = []
    for point in range(10):
        radius = (OUTER, INNER)[point % 2]
        turn = point * pi / 5
        points.append((x + radius * sin(turn), y - radius * cos(turn)))
    return f"{join_points(points)}Z"
