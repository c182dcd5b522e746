"""Overlay of a reading: grid, regions and letters, doubtful borders, marks, lamps or pegs, and the
solution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np

from solvers.cells import Cell
from solvers.lights_out import NO_LAMP, STATES
from solvers.peg_solitaire import HOLE, PEG
from vision.drawing.canvas import TINTS, WHITE, Canvas, label
from vision.drawing.jumps import draw_moves, draw_path, peg_moves, reach_of
from vision.image import Image, LoadedPicture, PictureFile, load_image
from vision.reading import Border, Mark, Reading

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
    canvas = Canvas(load_image(image).copy(), reading.place, reading.rows, reading.cols)
    if reading.puzzle == "lights-out":
        _lamps(canvas, reading, Counter(cells))
        return canvas.image
    if reading.puzzle == "pegs":
        return _pegs(canvas, reading, list(cells))
    canvas.tint_regions(reading.grid, TINT)
    canvas.grid(GRID)
    _walls(canvas, reading)
    doubts = doubtful(reading.borders)
    for border in doubts:
        canvas.border(
            (border.row, border.col), border.side, DOUBT, canvas.width(0.16, 3), inset=0.1
        )
    for mark in reading.marks:
        draw_mark(canvas, mark)
    for cell in cells:
        canvas.circle(cell, CELL_DISC, SOLUTION, -1, shift=CELL_SHIFT)
    canvas.letters(reading.grid)
    if doubts:
        _legend(canvas, reading, doubts)
    return canvas.image


def _lamps(canvas: Canvas, reading: Reading, presses: Counter[Cell]) -> None:
    canvas.grid(GRID)
    for r, row in enumerate(reading.grid):
        for c, state in enumerate(row):
            if state not in (NO_LAMP, STATES[0]):
                canvas.circle((r, c), 0.36, LIT[STATES.index(state) - 1], canvas.width(0.06, 2))
    for cell, times in presses.items():
        canvas.press(cell, times, SOLUTION)


def _pegs(canvas: Canvas, reading: Reading, cells: list[Cell]) -> Image:
    """Ring pegs and holes, and draw the first move; return the picture with all moves below it."""
    sites = [((r, c), site) for r, row in enumerate(reading.grid) for c, site in enumerate(row)]
    for cell, site in sites:
        if site in (PEG, HOLE):
            radius, colour = (0.36, LIT[0]) if site == PEG else (0.16, MARK)
            canvas.circle(cell, radius, colour, canvas.width(0.06, 2))
    removed, jumps = cells[: len(cells) % 2], cells[len(cells) % 2 :]
    for cell in removed:
        canvas.cross(cell, 0.3, SOLUTION)
    if not jumps:
        return canvas.image
    pegs = frozenset(cell for cell, site in sites if site == PEG) - {*removed}
    moves = peg_moves(pegs, list(zip(jumps[::2], jumps[1::2], strict=True)))
    draw_path(canvas, moves[0].path, reach_of(canvas, reading))
    below = draw_moves(reading, moves, canvas.image.shape[1])
    # A small picture is narrower than the boards below it.
    right = below.shape[1] - canvas.image.shape[1]
    above = cv2.copyMakeBorder(canvas.image, 0, 0, 0, right, cv2.BORDER_CONSTANT, value=WHITE)
    return np.vstack([np.asarray(above, np.uint8), below])


def doubtful(borders: Iterable[Border]) -> list[Border]:
    """Return the borders that are shown as doubtful, the most doubtful first."""
    return [border for border in borders if border.margin < DOUBTFUL_MARGIN][:MOST_DOUBTS]


def draw_mark(canvas: Canvas, mark: Mark) -> None:
    """Draw a frame round a mark, in the shape of its kind."""
    cell, width = (mark.row, mark.col), canvas.width(0.05, 2)
    if mark.kind == "cross":
        canvas.square(cell, 0.16, MARK, width)
    else:
        canvas.circle(cell, 0.38 if mark.kind == "star" else 0.22, MARK, width)


def _walls(canvas: Canvas, reading: Reading) -> None:
    width = canvas.width(1 / 14)
    for r, row in enumerate(reading.grid):
        for c, letter in enumerate(row):
            if c + 1 < reading.cols and row[c + 1] != letter:
                canvas.border((r, c), "right", WALL, width)
            if r + 1 < reading.rows and reading.grid[r + 1][c] != letter:
                canvas.border((r, c), "below", WALL, width)
    corners = np.array(reading.corners).round().astype(np.int32)
    cv2.polylines(canvas.image, [corners], True, WALL, width, cv2.LINE_AA)


def _legend(canvas: Canvas, reading: Reading, doubts: list[Border]) -> None:
    """Explain the magenta borders below the board or, if the picture ends there, above it."""
    words = f"{len(doubts)} doubtful border{'s' if len(doubts) > 1 else ''}, least margin {doubts[0].margin:.2f}"
    height = max(9.0, canvas.pitch / 4)
    left, top, _, bottom = reading.box
    below = round(bottom + 2 * height)
    room = below + height < canvas.image.shape[0]
    label(canvas.image, words, (left, below if room else round(top - height)), height, DOUBT)
