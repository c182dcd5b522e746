"""Overlay of a reading: grid, regions and letters, doubtful borders, marks, lamps or pegs, and the
solution.

Moves of peg solitaire stand below the picture, each on a numbered small board, because arrows on
one board would overlap.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from math import hypot
from typing import Final, NamedTuple, TypeAlias

import cv2
import numpy as np

from solvers.cells import Cell
from solvers.lights_out import NO_LAMP, STATES
from solvers.peg_solitaire import NO_SITE, PEG
from vision.blobs import locate_sites
from vision.drawing.canvas import (
    INK,
    LEAST_LETTER_PX,
    TINTS,
    WHITE,
    Canvas,
    arrange_pictures,
    join_pictures,
    list_cells,
    print_band,
    write_label,
    write_text,
)
from vision.files.loading import LoadedPicture, PictureFile, load_image
from vision.grid.borders import borders_inside, label_regions, number_sides
from vision.image import Image
from vision.reading import Border, Mark, Reading

Jump: TypeAlias = tuple[Cell, Cell]

CELL_DISC: Final = 0.2
CELL_SHIFT: Final = 0.1
"""Radius of the disc on a cell with a letter, in cells, and how far it is to the right of and below
the middle: there it covers no letter of the usual size."""
TINT: Final = 0.25
"""Share of a region's tint over the picture: regions are distinct, and their content remains
visible."""
GRID: Final = (150, 150, 150)
WALL: Final = (30, 30, 200)
DOUBT: Final = (255, 0, 255)
MARK: Final = (200, 60, 0)
SOLUTION: Final = (20, 150, 20)
LIT: Final = ((255, 0, 255), *TINTS)
"""Colours of the rings round lamps of each state except the first."""
LEGEND: Final = (
    (WALL, "border between regions"),
    (DOUBT, "doubtful border; lit lamp; peg"),
    (TINTS[0], "lamp in a third state; each further state has its own colour"),
    (MARK, "star, cross or dot that was read; hole"),
)
"""Colours (BGR) in which a reading is drawn, and their meanings."""
DOUBTFUL_MARGIN: Final = 2.0
"""Margin below which borders are shown as doubtful: half or twice the line strength would make them
the other kind."""
MOST_DOUBTS: Final = 10
"""Maximum number of doubtful borders that are shown: with more, all lines are similar and none
stands out."""


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


def draw_overlay(
    image: PictureFile | Image | LoadedPicture, reading: Reading, cells: Iterable[Cell] = ()
) -> Image:
    """Return a copy of a picture, given as to ``load_picture``, with the reading drawn on it.

    Regions are tinted, lettered and have red borders; up to ten borders that were almost read as
    the other kind are magenta. Marks are framed in blue: stars by a circle, crosses by a square,
    dots by a small circle. Green discs are the (row, col) ``cells`` of a solution.

    Lit lamps are ringed; with more than two states, lamps of all states except the first are
    ringed, each state in a different colour. Green discs are the presses, with their number if
    there are several on one lamp.

    Pegs are ringed and holes have a small ring; the ``cells`` are the start and the end of each
    jump. A green arrow is the first move, and below the picture is a small board for each. If the
    number of cells is odd, a cross marks the first one: the peg to remove.
    """
    canvas = Canvas(load_image(image).copy(), reading)
    if reading.puzzle == "lights-out":
        _draw_lamps(canvas, Counter(cells))
        return canvas.image
    if reading.puzzle == "pegs":
        return _draw_pegs(canvas, list(cells))
    canvas.tint_regions(reading.grid, TINT)
    canvas.draw_grid(GRID)
    _draw_region_borders(canvas)
    # The most doubtful borders come first.
    doubtful = [border for border in reading.borders if border.margin < DOUBTFUL_MARGIN]
    doubts = doubtful[:MOST_DOUBTS]
    width = canvas.line_width(0.16, 3)
    for border in doubts:
        canvas.draw_border((border.row, border.col), border.side, DOUBT, width, inset=0.1)
    for mark in reading.marks:
        draw_mark(canvas, mark)
    for cell in cells:
        canvas.draw_disc(cell, CELL_DISC, SOLUTION, CELL_SHIFT)
    canvas.draw_letters(reading.grid)
    if doubts:
        _explain_doubts(canvas, doubts)
    return canvas.image


def _draw_lamps(canvas: Canvas, presses: Counter[Cell]) -> None:
    """Ring the lamps that are lit, and draw the presses."""
    canvas.draw_grid(GRID)
    width = canvas.line_width(0.06, 2)
    for cell, state in list_cells(canvas.reading.grid):
        if state not in (NO_LAMP, STATES[0]):
            canvas.draw_circle(cell, 0.36, LIT[STATES.index(state) - 1], width)
    for cell, times in presses.items():
        canvas.draw_press(cell, times, SOLUTION)


def _draw_pegs(canvas: Canvas, cells: list[Cell]) -> Image:
    """Ring pegs and holes, and draw the first move; return the picture with all moves below it."""
    width = canvas.line_width(0.06, 2)
    pegs = set()
    for cell, state in list_cells(canvas.reading.grid):
        if state == PEG:
            pegs.add(cell)
            canvas.draw_circle(cell, 0.36, LIT[0], width)
        elif state != NO_SITE:
            canvas.draw_circle(cell, 0.16, MARK, width)
    # A full board has no hole to jump into: one peg is taken away first.
    if len(cells) % 2:
        removed = cells.pop(0)
        canvas.draw_cross(removed, 0.3, SOLUTION)
        pegs.discard(removed)
    if not cells:
        return canvas.image
    # The rest are the start and the end of each jump.
    moves = peg_moves(frozenset(pegs), list(zip(cells[::2], cells[1::2], strict=True)))
    draw_path(canvas, moves[0].path)
    below = draw_moves(canvas.reading, moves, canvas.image.shape[1])
    # A small picture is narrower than the boards below it.
    return join_pictures([canvas.image, below], axis=0)


def draw_mark(canvas: Canvas, mark: Mark) -> None:
    """Draw a frame round a mark, in the shape of its kind."""
    cell = (mark.row, mark.col)
    width = canvas.line_width(0.05, 2)
    if mark.kind == "cross":
        canvas.draw_square(cell, 0.16, MARK, width)
    else:
        canvas.draw_circle(cell, 0.38 if mark.kind == "star" else 0.22, MARK, width)


def _draw_region_borders(canvas: Canvas) -> None:
    """Draw the lines between regions, and the board's outer border."""
    reading = canvas.reading
    width = canvas.line_width(1 / 14)
    between = ~borders_inside(label_regions(reading.grid))
    for first, second in number_sides(reading.rows, reading.cols)[between].tolist():
        side = "right" if second == first + 1 else "below"
        canvas.draw_border(divmod(first, reading.cols), side, WALL, width)
    corners = np.array(reading.corners).round().astype(np.int32)
    cv2.polylines(canvas.image, [corners], True, WALL, width, cv2.LINE_AA)


def _explain_doubts(canvas: Canvas, doubts: list[Border]) -> None:
    """Explain the magenta borders below the board or, if the picture ends there, above it."""
    number = "1 doubtful border" if len(doubts) == 1 else f"{len(doubts)} doubtful borders"
    words = f"{number}, least margin {doubts[0].margin:.2f}"
    height = max(9.0, canvas.pitch / 4)
    left, top, _, bottom = canvas.reading.box
    y = round(bottom + 2 * height)
    # The label would hide the board if it were moved into the picture.
    if y + height >= canvas.image.shape[0]:
        y = round(top - height)
    write_label(canvas.image, words, (left, y), height, DOUBT)


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
        # The same peg jumps on.
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
    """Return a picture of at least this width with a small board for each move and the end, below a
    line that explains them."""
    # The fewer places stay empty in the last row, the better.
    columns = min(len(moves), min(COLUMNS, key=lambda number: -len(moves) % number))
    tile_width = min(max(TILE_PX, (width - GAP_PX) // columns - GAP_PX), 4 * TILE_PX // 3)
    width = max(width, columns * (tile_width + GAP_PX) + GAP_PX)
    tiles = []
    for number, move in enumerate(moves, 1):
        caption = "End" if number == len(moves) else str(number)
        tiles.append(_draw_tile(reading, move, caption, tile_width))
    # Gaps on the left of each board and below it, and on the right of the last one.
    gaps = ((0, GAP_PX), (GAP_PX, 0), (0, 0))
    spaced = [np.pad(tile, gaps, constant_values=255) for tile in tiles]
    boards = arrange_pictures(spaced, columns)
    total = "1 move" if len(moves) == 2 else f"{len(moves) - 1} moves"
    explanation = (
        f"{total}, each on the board before it. "
        "In the picture: pegs, holes (small rings), and move 1."
    )
    return join_pictures([print_band(explanation, width), boards], axis=0)


def draw_path(canvas: Canvas, path: Sequence[Cell]) -> None:
    """Draw the jumps of a move on a board of pegs as arrows with a white edge."""
    _, _, reach = locate_sites(canvas.reading)
    for colour, width in ((WHITE, max(5, round(reach / 6))), (JUMP, max(2, round(reach / 12)))):
        for start, end in pairwise(path):
            first = canvas.middle_of(start)
            last = canvas.middle_of(end)
            length = hypot(last[0] - first[0], last[1] - first[1])
            # OpenCV takes the length of the tip as a fraction of the arrow's.
            tip = min(0.5, 0.4 * reach / max(1.0, length))
            cv2.arrowedLine(canvas.image, first, last, colour, width, cv2.LINE_AA, tipLength=tip)


def number_sites(canvas: Canvas) -> None:
    """Write the number of each site, row by row from 0, at the upper left of its peg or hole."""
    _, middles, reach = locate_sites(canvas.reading)
    height = max(LEAST_LETTER_PX, NUMBER_SHARE * reach)
    shift = np.array((-reach / 2, height - reach / 2))
    corners = np.rint(middles + shift).astype(int)
    for number, (x, y) in enumerate(corners.tolist()):
        write_text(canvas.image, str(number), (x, y), height)


def _draw_tile(reading: Reading, move: PegMove, caption: str, width: int) -> Image:
    """Return the small board of a move, straightened, below its number."""
    upright = replace(reading, warp=None)
    sites, middles, step = locate_sites(upright)
    # The tile ends half a step beyond the outermost sites.
    left, top = (middles.min(axis=0) - step / 2).tolist()
    across, down = (np.ptp(middles, axis=0) + step).tolist()
    scale = width / across
    image = np.full((round(2 * NUMBER_PX + down * scale), width, 3), 255, np.uint8)
    placed = upright.move_by(-left, -top).scale_by(scale).move_by(0, 2 * NUMBER_PX)
    canvas = Canvas(image, placed)
    radius = step * scale * PEG_SHARE
    for site in sites:
        middle = canvas.middle_of(site)
        if site in move.pegs:
            cv2.circle(image, middle, max(2, round(radius)), INK, -1, cv2.LINE_AA)
        else:
            cv2.circle(image, middle, max(2, round(radius / 2)), HOLE_INK, 1, cv2.LINE_AA)
    draw_path(canvas, move.path)
    write_text(image, caption, (2, round(1.5 * NUMBER_PX)), NUMBER_PX)
    return image
