"""Picture of one step of an explanation: the board with its numbered rows and columns, and a
sentence below."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import cv2
import numpy as np

from solvers.cells import Cell
from solvers.lights_out import STATES
from solvers.peg_solitaire import HOLE, PEG
from vision.drawing.canvas import CAPITAL_PX, FONT, INK, WHITE, Canvas, Colour, band, write
from vision.drawing.jumps import draw_path, number_sites, reach_of
from vision.image import Image, LoadedPicture, Mask, PictureFile, load_image, morph
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
    canvas = _enlarged(load_image(image), reading)
    if cells:
        canvas.tint(cells, SHADE, 0.6)
    if grid:
        _draw_changes(canvas, reading, grid)
    for cell, kind in known.items():
        if kind == "star":
            canvas.star(cell, 0.3, KNOWN)
        else:
            canvas.cross(cell, 0.15, KNOWN)
    for line in lines:
        _outline(canvas, line, LINE, 2)
    for region in regions:
        _outline(canvas, region, REGION, 4)
    for cell in stars:
        canvas.circle(cell, 0.4, STAR, -1)
        canvas.star(cell, 0.32, WHITE)
    for cell in crossed:
        canvas.cross(cell, 0.26, CROSS)
    for cell, times in Counter(presses).items():
        canvas.press(cell, times, STAR)
    if reading.puzzle == "pegs":
        reach = reach_of(canvas, reading)
        draw_path(canvas, path, reach)
        number_sites(canvas, reading.grid, reach)
    elif reading.puzzle == "star-battle":
        # Sentences name a region by its letter.
        _letters(canvas, reading.grid)
    _number_rows(canvas)
    # Holes have numbers of their own, and two columns of a triangle share a peg.
    if reading.puzzle != "pegs":
        _number_columns(canvas)
    return np.vstack([canvas.image, band(caption, canvas.image.shape[1])])


def reading_on_step(image: Image, reading: Reading) -> Reading:
    """Return the reading of a picture (H, W, 3) in the coordinates of what ``draw_step`` draws of
    it."""
    part, scale = _part(image, reading)
    return reading.moved(-part[1].start, -part[0].start).scaled(scale).moved(RULER_PX, RULER_PX)


def _draw_changes(canvas: Canvas, reading: Reading, grid: Sequence[str]) -> None:
    """Draw what a board shows now at the cells where the picture shows something else."""
    faces = FACES[reading.puzzle]
    scale = 1.0
    if reading.puzzle == "pegs":
        scale = reach_of(canvas, reading) / canvas.pitch
    for row, (line, before) in enumerate(zip(grid, reading.grid, strict=True)):
        for col, (now, then) in enumerate(zip(line, before, strict=True)):
            if now != then:
                canvas.circle((row, col), CHANGED * scale, faces.get(now, LIT), -1)
                if now.isdigit():
                    canvas.letter(now, (row, col))


def _enlarged(image: Image, reading: Reading) -> Canvas:
    """Return the board with a margin, enlarged if it would be illegible."""
    part, scale = _part(image, reading)
    board = image[part]
    size = (round(board.shape[1] * scale), round(board.shape[0] * scale))
    enlarged = cv2.resize(board, size, interpolation=cv2.INTER_CUBIC)
    strips = cv2.copyMakeBorder(
        enlarged, RULER_PX, 0, RULER_PX, 0, cv2.BORDER_CONSTANT, value=WHITE
    )
    drawn = np.asarray(strips, np.uint8)
    return Canvas(drawn, reading_on_step(image, reading).place, reading.rows, reading.cols)


def _part(image: Image, reading: Reading) -> tuple[tuple[slice, slice], float]:
    """Return the rows and columns of the board with a margin, and the factor by which they are
    enlarged."""
    x0, y0, x1, y1 = reading.box
    margin = round((x1 - x0) / reading.cols / 2)
    rows, cols = slice(max(0, y0 - margin), y1 + margin), slice(max(0, x0 - margin), x1 + margin)
    pitch = Canvas(image, reading.place, reading.rows, reading.cols).pitch
    return (rows, cols), max(1.0, LEAST_PITCH / pitch, LEAST_WIDTH / image[rows, cols].shape[1])


def _letters(canvas: Canvas, grid: Sequence[str]) -> None:
    """Draw the letter of each region in its first cell."""
    named: set[str] = set()
    for row, line in enumerate(grid):
        for col, letter in enumerate(line):
            if letter.isalpha() and letter not in named:
                named.add(letter)
                canvas.letter(letter, (row, col))


def _number_columns(canvas: Canvas) -> None:
    """Write the numbers of the columns above the board."""
    for col in range(canvas.cols):
        _number(canvas, col + 1, (canvas.at(0, col + 0.5)[0], RULER_PX // 2))


def _number_rows(canvas: Canvas) -> None:
    """Write the numbers of the rows on the left of the board."""
    for row in range(canvas.rows):
        _number(canvas, row + 1, (RULER_PX // 2, canvas.at(row + 0.5, 0)[1]))


def _number(canvas: Canvas, number: int, at: tuple[int, int]) -> None:
    """Write a number centred at a pixel (x, y)."""
    (length, _), _ = cv2.getTextSize(str(number), FONT, RULER_TEXT_PX / CAPITAL_PX, 1)
    write(
        canvas.image, str(number), (at[0] - length // 2, at[1] + RULER_TEXT_PX // 2), RULER_TEXT_PX
    )


def _outline(canvas: Canvas, unit: Iterable[Cell], colour: Colour, inset: int) -> None:
    """Draw a line ``inset`` half widths inside the border of a unit, with white edges for
    contrast."""
    mask: Mask = np.zeros(canvas.image.shape[:2], np.uint8)
    for cell in unit:
        cv2.fillConvexPoly(mask, canvas.corners(cell), 255)
    width = canvas.width(1 / 14, 2)
    inside = morph(mask, cv2.MORPH_ERODE, (inset * width + 1, inset * width + 1))
    contours, _ = cv2.findContours(inside, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    cv2.drawContours(canvas.image, contours, -1, WHITE, width + 2)
    cv2.drawContours(canvas.image, contours, -1, colour, width)
