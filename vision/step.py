"""A picture of one step of an explanation: the board, what follows, what it follows from, and a sentence below."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final, TypeAlias

import cv2
import numpy as np

from vision.image import Image, Mask, morph
from vision.reading import Reading

Cell: TypeAlias = tuple[int, int]
Colour: TypeAlias = tuple[int, int, int]

LEAST_PITCH: Final = 36
"""Pixels of a cell in which a star, a cross and an outline can be told apart."""
LEAST_WIDTH: Final = 520
"""Pixels across which a sentence needs few lines."""
SHADE: Final = (60, 200, 255)
LINE: Final = (190, 40, 150)
REGION: Final = (220, 90, 20)
STAR: Final = (40, 140, 20)
CROSS: Final = (40, 30, 210)
KNOWN: Final = (105, 105, 105)
WHITE: Final = (255, 255, 255)
INK: Final = (40, 30, 30)
FONT: Final = cv2.FONT_HERSHEY_SIMPLEX
FONT_SIZE: Final = 0.5
LINE_PX: Final = 22
MARGIN_PX: Final = 12


@dataclass(frozen=True, slots=True)
class Lattice:
    """The cell boundaries ``xs`` and ``ys`` in pixels of the picture that is drawn on."""

    xs: Sequence[float]
    ys: Sequence[float]

    @property
    def pitch(self) -> float:
        """Pixels from one cell to the next."""
        return (self.xs[-1] - self.xs[0]) / (len(self.xs) - 1)

    def box(self, cell: Cell) -> tuple[int, int, int, int]:
        """(x0, y0, x1, y1) of a cell."""
        row, col = cell
        return round(self.xs[col]), round(self.ys[row]), round(self.xs[col + 1]), round(self.ys[row + 1])

    def centre(self, cell: Cell) -> tuple[int, int]:
        """(x, y) of the middle of a cell."""
        x0, y0, x1, y1 = self.box(cell)
        return (x0 + x1) // 2, (y0 + y1) // 2


def draw_step(
    image: Image,
    reading: Reading,
    caption: str,
    *,
    stars: Iterable[Cell],
    crossed: Iterable[Cell],
    cells: Collection[Cell],
    lines: Iterable[Collection[Cell]],
    regions: Iterable[Collection[Cell]],
    known: Mapping[Cell, str],
) -> Image:
    """The board of a picture (H, W, 3), large enough to be read, with one step drawn on it and told below.

    Green discs are the ``stars`` and red crosses the ``crossed`` cells that the step concludes; the ``cells`` that
    justify it are yellow; rows and columns that do (``lines``) are outlined in purple, ``regions`` in blue, both given
    by their cells; ``known`` are the cells settled before, small and grey, as "star" or "cross". Cells are (row, col).
    """
    drawn, lattice = _enlarged(image, reading)
    _shade(drawn, lattice, cells)
    for cell, kind in known.items():
        if kind == "star":
            _star(drawn, lattice, cell, KNOWN, 0.3)
        else:
            _cross(drawn, lattice, cell, KNOWN, 0.15)
    for line in lines:
        _outline(drawn, lattice, line, LINE, 2)
    for region in regions:
        _outline(drawn, lattice, region, REGION, 4)
    for cell in stars:
        _disc(drawn, lattice, cell)
    for cell in crossed:
        _cross(drawn, lattice, cell, CROSS, 0.26)
    return np.vstack([drawn, _band(caption, drawn.shape[1])])


def _enlarged(image: Image, reading: Reading) -> tuple[Image, Lattice]:
    """The board with a little around it, not smaller than can be read."""
    x0, y0, x1, y1 = reading.box
    margin = round((x1 - x0) / reading.cols / 2)
    left, top = max(0, x0 - margin), max(0, y0 - margin)
    part = image[top : y1 + margin, left : x1 + margin]
    pitch = (reading.xs[-1] - reading.xs[0]) / reading.cols
    scale = max(1.0, LEAST_PITCH / pitch, LEAST_WIDTH / part.shape[1])
    size = (round(part.shape[1] * scale), round(part.shape[0] * scale))
    drawn = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_CUBIC), np.uint8)
    lattice = Lattice([(x - left) * scale for x in reading.xs], [(y - top) * scale for y in reading.ys])
    return drawn, lattice


def _shade(drawn: Image, lattice: Lattice, cells: Iterable[Cell]) -> None:
    for cell in cells:
        x0, y0, x1, y1 = lattice.box(cell)
        part = drawn[y0:y1, x0:x1]
        part[:] = (part * 0.4 + np.array(SHADE) * 0.6).astype(np.uint8)


def _outline(drawn: Image, lattice: Lattice, unit: Iterable[Cell], colour: Colour, inset: int) -> None:
    """A line ``inset`` half widths inside the border of a unit, its white edges setting it off from any colour."""
    mask: Mask = np.zeros(drawn.shape[:2], np.uint8)
    for cell in unit:
        x0, y0, x1, y1 = lattice.box(cell)
        mask[y0 : y1 + 1, x0 : x1 + 1] = 255
    width = max(2, round(lattice.pitch / 14))
    inside = morph(mask, cv2.MORPH_ERODE, (inset * width + 1, inset * width + 1))
    contours, _ = cv2.findContours(inside, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    cv2.drawContours(drawn, contours, -1, WHITE, width + 2)
    cv2.drawContours(drawn, contours, -1, colour, width)


def _disc(drawn: Image, lattice: Lattice, cell: Cell) -> None:
    centre, radius = lattice.centre(cell), round(lattice.pitch * 0.4)
    cv2.circle(drawn, centre, radius + 2, WHITE, -1, cv2.LINE_AA)
    cv2.circle(drawn, centre, radius, STAR, -1, cv2.LINE_AA)
    _star(drawn, lattice, cell, WHITE, 0.32)


def _star(drawn: Image, lattice: Lattice, cell: Cell, colour: Colour, share: float) -> None:
    """A five-pointed star whose points reach ``share`` of a cell from its middle."""
    x, y = lattice.centre(cell)
    reach = [lattice.pitch * share * (1 if point % 2 == 0 else 0.42) for point in range(10)]
    points = [(x + r * sin(i * pi / 5), y - r * cos(i * pi / 5)) for i, r in enumerate(reach)]
    cv2.fillPoly(drawn, [np.array(points).round().astype(np.int32)], colour, cv2.LINE_AA)


def _cross(drawn: Image, lattice: Lattice, cell: Cell, colour: Colour, share: float) -> None:
    x, y = lattice.centre(cell)
    reach, width = round(lattice.pitch * share), max(2, round(lattice.pitch / 12))
    for colour_, width_ in ((WHITE, width + 3), (colour, width)):
        cv2.line(drawn, (x - reach, y - reach), (x + reach, y + reach), colour_, width_, cv2.LINE_AA)
        cv2.line(drawn, (x - reach, y + reach), (x + reach, y - reach), colour_, width_, cv2.LINE_AA)


def _band(caption: str, width: int) -> Image:
    """Dark words on white, in as many lines as they need."""
    lines = _wrapped(caption.encode("ascii", "replace").decode(), width - 2 * MARGIN_PX)
    band = np.full((LINE_PX * len(lines) + MARGIN_PX, width, 3), 255, np.uint8)
    for number, line in enumerate(lines, 1):
        cv2.putText(band, line, (MARGIN_PX, number * LINE_PX), FONT, FONT_SIZE, INK, 1, cv2.LINE_AA)
    return band


def _wrapped(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and cv2.getTextSize(longer, FONT, FONT_SIZE, 1)[0][0] > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
