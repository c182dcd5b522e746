"""Drawings of Lights Out boards, with the lamps to press."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from math import cos, pi, sin
from typing import Final

from solvers.cells import Cell
from solvers.lights_out.lamps import NO_LAMP, STATES
from solvers.svg import CELL, Drawing, framed, number, shape, text

RADIUS: Final = 0.27 * CELL
"""Radius of a lamp, with room for the rays that mark a lit lamp without colours."""
RAYS: Final = (0.34 * CELL, 0.42 * CELL)
"""Distances from the centre to both ends of a ray."""


def draw_lamps(
    grid: Sequence[str], presses: Collection[Cell] = (), frames: Collection[Cell] = (), title: str = ""
) -> Drawing:
    """Draw a board of lamps, each a character of STATES; a space is a cell without a lamp.

    A lit lamp has rays, and shows the number of its state if that is 2 or more. ``presses`` are the (row, col) to
    press, each as often as it occurs: a dark dot, with the number in it if it is more than one. Cells of ``frames``
    that are on the board get a frame.
    """
    rows, cols = len(grid), len(grid[0])
    shapes = [shape("rect", "hair", width=cols * CELL, height=rows * CELL, rx=CELL / 4)]
    for row, line in enumerate(grid):
        for col, state in enumerate(line):
            if state != NO_LAMP:
                shapes += _lamp(STATES.index(state), *_middle(row, col))
    for cell, times in sorted(Counter(presses).items()):
        shapes += _press(times, *_middle(*cell))
    shapes += [framed(*_middle(row, col)) for row, col in sorted(frames) if row < rows and col < cols]
    return Drawing(tuple(shapes), cols * CELL, rows * CELL, title)


def _middle(row: int, col: int) -> tuple[float, float]:
    return (col + 0.5) * CELL, (row + 0.5) * CELL


def _lamp(state: int, x: float, y: float) -> Iterator[str]:
    if not state:
        yield shape("circle", "unlit", cx=x, cy=y, r=RADIUS)
        return
    yield shape("path", "lit", d="".join(_ray(x, y, turn * pi / 4) for turn in range(8)))
    yield shape("circle", "lit", cx=x, cy=y, r=RADIUS)
    if state > 1:
        yield text(str(state), "number", x, y, 0.36 * CELL)


def _ray(x: float, y: float, turn: float) -> str:
    ends = (f"{number(x + far * cos(turn))} {number(y + far * sin(turn))}" for far in RAYS)
    return f"M{'L'.join(ends)}"


def _press(times: int, x: float, y: float) -> Iterator[str]:
    yield shape("circle", "press", cx=x, cy=y, r=0.6 * RADIUS)
    if times > 1:
        yield text(str(times), "inverse", x, y, 0.25 * CELL)
