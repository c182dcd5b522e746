"""Drawings of boards with regions or walls, and of the marks on them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from colorsys import hls_to_rgb
from math import cos, pi, sin
from typing import Final

from solvers.cells import PLAIN, WALL, Cell
from solvers.svg import CELL, Drawing, framed, number, shape, text

GOLDEN_ANGLE: Final = 137.5
"""Degrees of hue from one letter to the next: neighbours in the alphabet, which often touch, differ clearly."""
LIGHTNESS: Final = (0.95, 0.91, 0.87)
"""Lightness of tints, letter by letter: printed without colours they are light greys, and borders stay visible."""
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
    """Draw a board of letters, each one region, with ``#`` for a wall and ``.`` for a cell without a region.

    ``marks`` maps (row, col) to "star", "cross" or "dot", or to "first" or "second" for a star of only one of two
    solutions. Cells of ``frames`` that are on the board get a frame; ``named`` writes its letter into each region.
    """
    rows, cols = len(grid), len(grid[0])
    shapes = [
        *_tints(grid),
        _lines(grid, "hair"),
        _lines(grid, "edge"),
        shape("rect", "edge", width=cols * CELL, height=rows * CELL),
        *(_names(grid) if named else ()),
        *(part for cell, kind in sorted((marks or {}).items()) for part in _mark(kind, *_middle(*cell))),
        *(framed(*_middle(row, col)) for row, col in sorted(frames) if row < rows and col < cols),
    ]
    return Drawing(tuple(shapes), cols * CELL, rows * CELL, title)


def _middle(row: int, col: int) -> tuple[float, float]:
    return (col + 0.5) * CELL, (row + 0.5) * CELL


def _tints(grid: Sequence[str]) -> Iterator[str]:
    """Yield the fills of the cells, one for each run of equal cells in a row."""
    for row, line in enumerate(grid):
        start = 0
        for col in range(1, len(line) + 1):
            if col < len(line) and line[col] == line[start]:
                continue
            if line[start] != PLAIN:
                kind, look = ("wall", "") if line[start] == WALL else ("region", f'fill="{tint(line[start])}"')
                width = (col - start) * CELL
                yield shape("rect", kind, look, x=start * CELL, y=row * CELL, width=width, height=CELL)
            start = col


def tint(letter: str) -> str:
    """Return the colour of a region as ``#rrggbb``."""
    place = ord(letter)
    parts = hls_to_rgb(place * GOLDEN_ANGLE % 360 / 360, LIGHTNESS[place % len(LIGHTNESS)], SATURATION)
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts)


def _lines(grid: Sequence[str], kind: str) -> str:
    """Return the lines between cells of one region ("hair"), or of two ("edge")."""
    path = []
    for row, line in enumerate(grid):
        for col, letter in enumerate(line):
            x, y = (col + 1) * CELL, (row + 1) * CELL
            if col + 1 < len(line) and (letter == line[col + 1]) == (kind == "hair"):
                path.append(f"M{x} {y - CELL}v{CELL}")
            if row + 1 < len(grid) and (letter == grid[row + 1][col]) == (kind == "hair"):
                path.append(f"M{x - CELL} {y}h{CELL}")
    return shape("path", kind, d="".join(path)) if path else ""


def _names(grid: Sequence[str]) -> Iterator[str]:
    """Yield the letter of each region in the corner of its first cell, which a star leaves free."""
    seen: set[str] = set()
    for row, line in enumerate(grid):
        for col, letter in enumerate(line):
            if letter.isalpha() and letter not in seen:
                seen.add(letter)
                yield text(letter, "number", (col + 0.2) * CELL, (row + 0.24) * CELL, 0.28 * CELL)


def _mark(kind: str, x: float, y: float) -> Iterator[str]:
    arm = 0.2 * CELL
    if kind == "cross":
        lines = (f"M{x - arm} {y - rise}L{x + arm} {y + rise}" for rise in (arm, -arm))
        yield shape("path", kind, d="".join(lines))
    elif kind == "dot":
        yield shape("circle", kind, cx=x, cy=y, r=CELL / 8)
    elif kind == "star":
        yield shape("path", kind, d=_star(x, y))
    else:
        yield shape("path", "either", d=_star(x, y))
        yield text({"first": "1", "second": "2"}[kind], "number", x, y + 0.5, 0.3 * CELL)


def _star(x: float, y: float) -> str:
    """Return the path of a star with five points."""
    turns = ((OUTER if point % 2 == 0 else INNER, point * pi / 5) for point in range(10))
    points = (f"{number(x + radius * sin(turn))} {number(y - radius * cos(turn))}" for radius, turn in turns)
    return f"M{'L'.join(points)}Z"
