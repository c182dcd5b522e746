"""Moves of peg solitaire below the picture of the board: numbered small boards, because arrows on
one board overlap."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from math import ceil, hypot
from typing import Final, NamedTuple, TypeAlias

import cv2
import numpy as np

from solvers.cells import Cell
from solvers.peg_solitaire import NO_SITE
from vision.drawing.canvas import INK, WHITE, Canvas, Colour, print_band, write_text
from vision.image import Image
from vision.reading import Reading

Jump: TypeAlias = tuple[Cell, Cell]

JUMP: Final = (20, 150, 20)
HOLE_INK: Final = (150, 150, 150)
TILE_PX: Final = 170
"""Minimum width of the small board of a move, unless the picture is smaller."""
GAP_PX: Final = 16
NUMBER_PX: Final = 11
"""Height of the number above a small board."""
PEG_SHARE: Final = 0.36
"""Radius of a peg, in distances between neighbours."""


class PegMove(NamedTuple):
    """Pegs before a move, and the cells from which and to which one of them jumps; () for the
    end."""

    pegs: frozenset[Cell]
    path: tuple[Cell, ...]


def peg_moves(pegs: frozenset[Cell], jumps: Sequence[Jump]) -> list[PegMove]:
    """Return the board before each move, and at the end; jumps of one peg after another are one
    move."""
    moves: list[PegMove] = []
    for start, end in jumps:
        if moves and moves[-1].path[-1] == start:
            before = moves.pop()
            moves.append(PegMove(before.pegs, (*before.path, end)))
        else:
            moves.append(PegMove(pegs, (start, end)))
        middle = ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2)
        pegs = pegs - {start, middle} | {end}
    moves.append(PegMove(pegs, ()))
    return moves


def draw_moves(reading: Reading, moves: Sequence[PegMove], width: int) -> Image:
    """Return a picture of this width with a small board for each move and the end, below a line
    that explains them."""
    columns = max(1, min(len(moves), (width - GAP_PX) // (TILE_PX + GAP_PX)))
    tile_width = min((width - GAP_PX) // columns - GAP_PX, 4 * TILE_PX // 3)
    tiles = []
    for number, move in enumerate(moves, 1):
        caption = "End" if number == len(moves) else str(number)
        tiles.append(_draw_tile(reading, move, caption, tile_width))
    tile_height = tiles[0].shape[0]
    rows = ceil(len(tiles) / columns)
    drawn = np.full((rows * (tile_height + GAP_PX), width, 3), 255, np.uint8)
    for number, tile in enumerate(tiles):
        row, col = divmod(number, columns)
        top = row * (tile_height + GAP_PX)
        left = GAP_PX + col * (tile_width + GAP_PX)
        drawn[top : top + tile_height, left : left + tile_width] = tile
    total = "1 move" if len(moves) == 2 else f"{len(moves) - 1} moves"
    explanation = (
        f"{total}, each on the board before it. "
        "In the picture: pegs, holes (small rings), and move 1."
    )
    return np.vstack([print_band(explanation, width), drawn])


def draw_path(canvas: Canvas, path: Sequence[Cell], reach: float) -> None:
    """Draw the jumps of a move as arrows with a white edge; ``reach`` is the distance of neighbours
    in pixels."""
    _draw_arrows(canvas, path, reach, WHITE, max(5, round(reach / 6)))
    _draw_arrows(canvas, path, reach, JUMP, max(2, round(reach / 12)))


def _draw_arrows(
    canvas: Canvas, path: Sequence[Cell], reach: float, colour: Colour, width: int
) -> None:
    for start, end in pairwise(path):
        first = canvas.middle_of(start)
        last = canvas.middle_of(end)
        length = hypot(last[0] - first[0], last[1] - first[1])
        # OpenCV takes the length of the tip as a fraction of the arrow's.
        tip = min(0.5, 0.4 * reach / max(1.0, length))
        cv2.arrowedLine(canvas.image, first, last, colour, width, cv2.LINE_AA, tipLength=tip)


def reach_of(canvas: Canvas, reading: Reading) -> float:
    """Return the distance between neighbours in pixels."""
    sites = _find_sites(reading)
    return _find_least_distance([canvas.place(row + 0.5, col + 0.5) for row, col in sites])


def _find_least_distance(points: Sequence[tuple[float, float]]) -> float:
    return min(hypot(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in combinations(points, 2))


def _draw_tile(reading: Reading, move: PegMove, caption: str, width: int) -> Image:
    """Return the small board of a move, straightened, below its number."""
    sites = _find_sites(reading)
    middles = [_find_straight_place(reading, row + 0.5, col + 0.5) for row, col in sites]
    rim = _find_least_distance(middles) / 2
    left, top = np.min(middles, axis=0) - rim
    right, bottom = np.max(middles, axis=0) + rim
    scale = width / (right - left)

    def place(row: float, col: float) -> tuple[float, float]:
        x, y = _find_straight_place(reading, row, col)
        return (x - left) * scale, 2 * NUMBER_PX + (y - top) * scale

    height = round(2 * NUMBER_PX + (bottom - top) * scale)
    image = np.full((height, width, 3), 255, np.uint8)
    canvas = Canvas(image, place, reading.rows, reading.cols)
    reach = 2 * rim * scale
    for site in sites:
        middle = canvas.middle_of(site)
        if site in move.pegs:
            radius = max(2, round(reach * PEG_SHARE))
            cv2.circle(image, middle, radius, INK, -1, cv2.LINE_AA)
        else:
            radius = max(2, round(reach * (PEG_SHARE / 2)))
            cv2.circle(image, middle, radius, HOLE_INK, 1, cv2.LINE_AA)
    draw_path(canvas, move.path, reach)
    write_text(image, caption, (2, round(1.5 * NUMBER_PX)), NUMBER_PX)
    return image


def _find_straight_place(reading: Reading, row: float, col: float) -> tuple[float, float]:
    """Return (x, y) of a position in cells, in pixels of the straightened picture."""
    x = np.interp(col, range(len(reading.xs)), reading.xs)
    y = np.interp(row, range(len(reading.ys)), reading.ys)
    return float(x), float(y)


def _find_sites(reading: Reading) -> list[Cell]:
    """Return the cells of pegs and holes."""
    sites = []
    for row, line in enumerate(reading.grid):
        for col, site in enumerate(line):
            if site != NO_SITE:
                sites.append((row, col))
    return sites
