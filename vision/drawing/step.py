"""Picture of one step of an explanation: the board with its numbered rows and columns, and a
sentence below."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import cv2
import numpy as np

from solvers.cells import Cell, find_pieces
from solvers.lights_out import STATES
from solvers.peg_solitaire import HOLE, PEG
from vision.blobs import locate_sites
from vision.drawing.canvas import (
    CAPITAL_PX,
    FONT,
    INK,
    WHITE,
    Canvas,
    Colour,
    list_cells,
    print_below,
    write_text,
)
from vision.drawing.overlay import draw_path, number_sites
from vision.files.loading import LoadedPicture, PictureFile, load_image
from vision.image import Image, Mask, morph
from vision.reading import Reading

LEAST_PITCH: Final = 36
"""Minimum cell side, in pixels, at which a star, a cross and an outline can be distinguished."""
LEAST_WIDTH: Final = 520
"""Minimum width, in pixels, at which a sentence needs few lines."""
RULER_PX: Final = 26
"""Width of the strips with the numbers of rows and columns, which the sentence names."""
RULER_TEXT_PX: Final = 10
SHADE: Final = (60, 200, 255)
LINE: Final = (190, 40, 150)
REGION: Final = (220, 90, 20)
STAR: Final = (40, 140, 20)
CROSS: Final = (40, 30, 210)
KNOWN: Final = (105, 105, 105)
LIT: Final = (60, 210, 255)
FACES: Final[Mapping[str, Mapping[str, Colour]]] = {
    "pegs": {PEG: INK, HOLE: (225, 225, 225)},
    "lights-out": {STATES[0]: (90, 90, 90)},
}
"""Colours of the discs for pegs, holes and lamps that have changed since the picture was taken; a
lamp in any other state is lit."""
CHANGED: Final = 0.34
"""Radius of such a disc, in cells or in distances between pegs."""
NOTHING: Final[Mapping[Cell, str]] = MappingProxyType({})


def draw_step(
    image: PictureFile | Image | LoadedPicture,
    reading: Reading,
    caption: str,
    *,
    stars: Iterable[Cell] = (),
    crossed: Iterable[Cell] = (),
    cells: Collection[Cell] = (),
    lines: Iterable[Collection[Cell]] = (),
    regions: Iterable[Collection[Cell]] = (),
    known: Mapping[Cell, str] = NOTHING,
    grid: Sequence[str] = (),
    presses: Collection[Cell] = (),
    path: Sequence[Cell] = (),
) -> Image:
    """Return the board of a picture, given as to ``load_picture``, enlarged if necessary, with one
    step drawn on it and captioned below.

    Rows and columns are numbered from 1, and each region has its letter in its first cell, as
    sentences name them. Green discs are the ``stars`` and red crosses the ``crossed`` cells that
    the step concludes. The ``cells`` that justify it are yellow; the rows and columns that justify
    it (``lines``) are outlined in purple and the ``regions`` in blue, all given by their cells.
    ``known`` maps the cells settled before to "star" or "cross"; they are drawn small and grey.

    Lamps and pegs change from step to step: ``grid`` is the board before this one, and what it
    shows otherwise than the picture is drawn as a plain disc. Green discs are the ``presses``, a
    green arrow is the jump along ``path``; holes are numbered row by row from 0. Cells are (row,
    col).
    """
    canvas = _enlarge_board(load_image(image), reading)
    if cells:
        canvas.tint_cells(cells, SHADE, 0.6)
    if grid:
        _draw_changes(canvas, grid)
    for cell, kind in known.items():
        if kind == "star":
            canvas.draw_star(cell, 0.3, KNOWN)
        else:
            canvas.draw_cross(cell, 0.15, KNOWN)
    # Regions are outlined deeper inside, so both outlines show where they meet.
    for line in lines:
        _outline_cells(canvas, line, LINE, inset=2)
    for region in regions:
        _outline_cells(canvas, region, REGION, inset=4)
    if reading.puzzle == "star-battle":
        _letter_regions(canvas, reading.grid)
    for row in range(reading.rows):
        _write_number(canvas, row + 1, RULER_PX // 2, canvas.pixel_at(row + 0.5, 0)[1])
    # Holes have numbers of their own, and two columns of a triangle share a peg.
    if reading.puzzle != "pegs":
        for col in range(reading.cols):
            _write_number(canvas, col + 1, canvas.pixel_at(0, col + 0.5)[0], RULER_PX // 2)
    # What the step concludes is drawn last, over everything else.
    for cell in stars:
        canvas.draw_disc(cell, 0.4, STAR)
        canvas.draw_star(cell, 0.32, WHITE)
    for cell in crossed:
        canvas.draw_cross(cell, 0.26, CROSS)
    for cell, times in Counter(presses).items():
        canvas.draw_press(cell, times, STAR)
    if reading.puzzle == "pegs":
        draw_path(canvas, path)
        number_sites(canvas)
    return print_below(canvas.image, caption)


def reading_on_step(image: Image, reading: Reading) -> Reading:
    """Return the reading of a picture (H, W, 3) in the coordinates of what ``draw_step`` draws of
    it."""
    rows, cols, scale = _choose_part(image, reading)
    in_part = reading.move_by(-cols.start, -rows.start)
    return in_part.scale_by(scale).move_by(RULER_PX, RULER_PX)


def _draw_changes(canvas: Canvas, grid: Sequence[str]) -> None:
    """Draw what a board shows now at the cells where the picture shows something else."""
    reading = canvas.reading
    faces = FACES[reading.puzzle]
    # Neighbouring pegs on a triangular lattice are not one cell apart.
    radius = CHANGED
    if reading.puzzle == "pegs":
        radius *= locate_sites(reading)[2] / canvas.pitch
    for (cell, before), (_, now) in zip(list_cells(reading.grid), list_cells(grid), strict=True):
        if now != before:
            canvas.draw_disc(cell, radius, faces.get(now, LIT))
            if now.isdigit():
                canvas.draw_letter(now, cell)


def _letter_regions(canvas: Canvas, grid: Sequence[str]) -> None:
    """Write the letter of a region, by which sentences name it, into the first cell of each of its
    pieces."""
    for letter, pieces in find_pieces(grid).items():
        for piece in pieces:
            canvas.draw_letter(letter, min(piece))


def _enlarge_board(image: Image, reading: Reading) -> Canvas:
    """Return the board with a margin, enlarged if it would be illegible."""
    rows, cols, scale = _choose_part(image, reading)
    board = image[rows, cols]
    size = (round(board.shape[1] * scale), round(board.shape[0] * scale))
    enlarged = cv2.resize(board, size, interpolation=cv2.INTER_CUBIC)
    with_strips = cv2.copyMakeBorder(
        enlarged, RULER_PX, 0, RULER_PX, 0, cv2.BORDER_CONSTANT, value=WHITE
    )
    return Canvas(np.asarray(with_strips, np.uint8), reading_on_step(image, reading))


def _choose_part(image: Image, reading: Reading) -> tuple[slice, slice, float]:
    """Return the rows and columns of the board with a margin, and the factor by which they are
    enlarged."""
    x0, y0, x1, y1 = reading.box
    margin = round((x1 - x0) / reading.cols / 2)
    rows = slice(max(0, y0 - margin), y1 + margin)
    cols = slice(max(0, x0 - margin), x1 + margin)
    pitch = Canvas(image, reading).pitch
    width = image[rows, cols].shape[1]
    return rows, cols, max(1.0, LEAST_PITCH / pitch, LEAST_WIDTH / width)


def _write_number(canvas: Canvas, number: int, x: int, y: int) -> None:
    """Write a number centred at a pixel."""
    text = str(number)
    (length, _), _ = cv2.getTextSize(text, FONT, RULER_TEXT_PX / CAPITAL_PX, 1)
    at = (x - length // 2, y + RULER_TEXT_PX // 2)
    write_text(canvas.image, text, at, RULER_TEXT_PX)


def _outline_cells(canvas: Canvas, cells: Iterable[Cell], colour: Colour, inset: int) -> None:
    """Draw a line ``inset`` half widths inside the border of cells, with white edges for
    contrast."""
    mask: Mask = np.zeros(canvas.image.shape[:2], np.uint8)
    for cell in cells:
        cv2.fillConvexPoly(mask, canvas.corners_of(cell), 255)
    width = canvas.line_width(1 / 14, 2)
    inside = morph(mask, cv2.MORPH_ERODE, (inset * width + 1, inset * width + 1))
    contours, _ = cv2.findContours(inside, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    cv2.drawContours(canvas.image, contours, -1, WHITE, width + 2)
    cv2.drawContours(canvas.image, contours, -1, colour, width)
