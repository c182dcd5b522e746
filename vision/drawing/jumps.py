"""Moves of peg solitaire below the picture of the board: numbered small boards, because arrows on
one board overlap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from math import hypot
from typing import Final, NamedTuple, TypeAlias

import cv2
import numpy as np

from solvers.cells import Cell
from solvers.peg_solitaire import NO_SITE
from vision.drawing.canvas import INK, LEAST_LETTER_PX, WHITE, Canvas, band, write
from vision.image import Image
from vision.reading import Reading

Jump: TypeAlias = tuple[Cell, Cell]

JUMP: Final = (20, 150, 20)
HOLE_INK: Final = (150, 150, 150)
TILE_PX: Final = 170
"""Minimum width of the small board of a move."""
COLUMNS: Final = (6, 5)
"""Number of small boards in a row: with these the games of 13 to 35 moves are about square."""
GAP_PX: Final = 16
NUMBER_PX: Final = 11
"""Height of the number above a small board."""
NUMBER_SHARE: Final = 0.2
"""Height of the number of a site, in distances between neighbours: it fits beside a peg."""
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
            moves[-1] = moves[-1]._replace(path=(*moves[-1].path, end))
        else:
            moves.append(PegMove(pegs, (start, end)))
        middle = (start[0] + end[0]) // 2, (start[1] + end[1]) // 2
        pegs = pegs - {start, middle} | {end}
    return [*moves, PegMove(pegs, ())]


def draw_moves(reading: Reading, moves: Sequence[PegMove], width: int) -> Image:
    """Return a picture of at least this width with a small board for each move and the end, below a
    line that explains them."""
    # The fewer places stay empty in the last row, the better.
    columns = min(len(moves), min(COLUMNS, key=lambda number: -len(moves) % number))
    tile_px = min(max(TILE_PX, (width - GAP_PX) // columns - GAP_PX), 4 * TILE_PX // 3)
    width = max(width, columns * (tile_px + GAP_PX) + GAP_PX)
    captions = [*map(str, range(1, len(moves))), "End"]
    tiles = [_tile(reading, *pair, tile_px) for pair in zip(moves, captions, strict=True)]
    high = tiles[0].shape[0] + GAP_PX
    total = "1 move" if len(moves) == 2 else f"{len(moves) - 1} moves"
    head = band(
        f"{total}, each on the board before it. In the picture: pegs, holes (small rings), and move 1.",
        width,
    )
    drawn = np.full((high * -(-len(tiles) // columns), width, 3), 255, np.uint8)
    for number, tile in enumerate(tiles):
        top, left = number // columns * high, GAP_PX + number % columns * (tile_px + GAP_PX)
        drawn[top : top + tile.shape[0], left : left + tile_px] = tile
    return np.vstack([head, drawn])


def draw_path(canvas: Canvas, path: Sequence[Cell], reach: float) -> None:
    """Draw the jumps of a move as arrows with a white edge; ``reach`` is the distance of neighbours
    in pixels."""
    points = [canvas.at(row + 0.5, col + 0.5) for row, col in path]
    for colour, width in ((WHITE, max(5, round(reach / 6))), (JUMP, max(2, round(reach / 12)))):
        for first, last in pairwise(points):
            tip = min(0.5, 0.4 * reach / max(1.0, hypot(last[0] - first[0], last[1] - first[1])))
            cv2.arrowedLine(canvas.image, first, last, colour, width, cv2.LINE_AA, tipLength=tip)


def number_sites(canvas: Canvas, grid: Sequence[str], reach: float) -> None:
    """Write the number of each site, row by row from 0, at the upper left of its peg or hole."""
    height = max(LEAST_LETTER_PX, NUMBER_SHARE * reach)
    number = 0
    for row, line in enumerate(grid):
        for col, site in enumerate(line):
            if site != NO_SITE:
                x, y = canvas.at(row + 0.5, col + 0.5)
                corner = (round(x - reach / 2), round(y - reach / 2 + height))
                write(canvas.image, str(number), corner, height)
                number += 1


def reach_of(canvas: Canvas, reading: Reading) -> float:
    """Return the distance between neighbours in pixels."""
    return _distance([canvas.place(row + 0.5, col + 0.5) for row, col in _sites(reading)])


def _distance(points: Sequence[tuple[float, float]]) -> float:
    return min(hypot(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in combinations(points, 2))


def _tile(reading: Reading, move: PegMove, caption: str, width: int) -> Image:
    """Return the small board of a move, straightened, below its number."""

    def straight(row: float, col: float) -> tuple[float, float]:
        x, y = (
            float(np.interp(at, range(len(lines)), lines))
            for at, lines in ((col, reading.xs), (row, reading.ys))
        )
        return x, y

    def place(row: float, col: float) -> tuple[float, float]:
        x, y = straight(row, col)
        return (x - left) * scale, 2 * NUMBER_PX + (y - top) * scale

    middles = [straight(row + 0.5, col + 0.5) for row, col in _sites(reading)]
    rim = _distance(middles) / 2
    (left, top), (right, bottom) = np.min(middles, axis=0) - rim, np.max(middles, axis=0) + rim
    scale = width / (right - left)
    height = round(2 * NUMBER_PX + (bottom - top) * scale)
    canvas = Canvas(np.full((height, width, 3), 255, np.uint8), place, reading.rows, reading.cols)
    reach = 2 * rim * scale
    for cell in _sites(reading):
        is_peg = cell in move.pegs
        radius = round(reach * (PEG_SHARE if is_peg else PEG_SHARE / 2))
        at = canvas.at(cell[0] + 0.5, cell[1] + 0.5)
        cv2.circle(
            canvas.image,
            at,
            max(2, radius),
            INK if is_peg else HOLE_INK,
            -1 if is_peg else 1,
            cv2.LINE_AA,
        )
    draw_path(canvas, move.path, reach)
    write(canvas.image, caption, (2, round(1.5 * NUMBER_PX)), NUMBER_PX)
    return canvas.image


def _sites(reading: Reading) -> Iterator[Cell]:
    """Yield the cells of pegs and holes."""
    for row, line in enumerate(reading.grid):
        for col, site in enumerate(line):
            if site != NO_SITE:
                yield row, col
