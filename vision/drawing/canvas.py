"""Drawing on the cells of a board and writing beside it.

Positions are in cells, so boards in photos, which are not rectangular, are drawn on in the same
way.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, cos, hypot, pi, sin
from typing import Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from solvers.cells import Cell
from vision.image import Image
from vision.reading import Reading

Colour: TypeAlias = tuple[int, int, int]
"""Blue, green and red of 0 to 255."""

WHITE: Final = (255, 255, 255)
INK: Final = (40, 30, 30)
TINTS: Final = (
    (66, 135, 245), (245, 167, 66), (80, 200, 120), (170, 90, 220), (60, 200, 230), (230, 100, 160),
    (150, 170, 60), (110, 110, 240), (220, 200, 80), (130, 150, 170), (90, 60, 200), (40, 170, 200),
)  # fmt: skip
"""BGR tints of regions, used in turn."""
WALLED: Final = (40, 40, 40)
FONT: Final = cv2.FONT_HERSHEY_SIMPLEX
CAPITAL_PX: Final = 21.0
"""Height of the font's capitals at scale 1."""
LEAST_LETTER_PX: Final = 6.0
"""Minimum height of legible letters of the font."""
LETTER: Final = 0.26
"""Height of a region's letter, in cells: small enough to leave room for a star."""
DARK: Final = 140
"""Maximum mean of the channels at which white letters are easier to read than dark ones."""
CORNER: Final = 0.08
"""Position of a letter in a cell, in cells: clear of the border."""
LARGEST_LETTER: Final = 0.45
"""Maximum height of the letter, in cells; a larger letter would hide the cell's content and is
omitted."""
PRESS: Final = 0.22
"""Radius of the disc on a cell to press, in cells."""
LINE_PX: Final = 22
"""Line height of small print: twice the height of its capitals."""
MARGIN_PX: Final = 12
"""Margin left and right of small print, and below it."""


def list_cells(grid: Sequence[str]) -> Iterator[tuple[Cell, str]]:
    """Yield each cell of a grid with its character, row by row."""
    for row, line in enumerate(grid):
        for col, character in enumerate(line):
            yield (row, col), character


@dataclass(frozen=True, slots=True)
class Canvas:
    """Picture (H, W, 3) to draw on, and the ``reading`` of the board at its place in it."""

    image: Image
    reading: Reading

    @property
    def pitch(self) -> float:
        """Mean side of a cell in pixels."""
        rows = self.reading.rows
        cols = self.reading.cols
        x0, y0 = self.reading.place(0, 0)
        x1, y1 = self.reading.place(rows, cols)
        return hypot(x1 - x0, y1 - y0) / hypot(rows, cols)

    def line_width(self, share: float, least: int = 1) -> int:
        """Return this fraction of a cell as the width of a line, in pixels."""
        return max(least, round(self.pitch * share))

    def pixel_at(self, row: float, col: float) -> tuple[int, int]:
        """Return the pixel (x, y) of a position."""
        x, y = self.reading.place(row, col)
        return round(x), round(y)

    def middle_of(self, cell: Cell) -> tuple[int, int]:
        """Return the pixel (x, y) in the middle of a cell."""
        return self.pixel_at(cell[0] + 0.5, cell[1] + 0.5)

    def corners_of(self, cell: Cell, inset: float = 0.0) -> npt.NDArray[np.int32]:
        """Return the four pixels (x, y) round a cell, or ``inset`` cells inside."""
        row, col = cell
        far = 1 - inset
        around = ((inset, inset), (inset, far), (far, far), (far, inset))
        return np.array(
            [self.pixel_at(row + down, col + right) for down, right in around], np.int32
        )

    def tint_cells(self, cells: Iterable[Cell], colour: Colour, share: float) -> None:
        """Tint cells with a colour; their content stays visible."""
        mask = np.zeros(self.image.shape[:2], np.uint8)
        for cell in cells:
            cv2.fillConvexPoly(mask, self.corners_of(cell), 255)
        # Only the part with the cells is computed: a page is much larger than its board.
        x, y, width, height = cv2.boundingRect(mask)
        part = self.image[y : y + height, x : x + width]
        there = mask[y : y + height, x : x + width] > 0
        tinted = cv2.addWeighted(part, 1 - share, np.full_like(part, colour), share, 0)
        np.copyto(part, tinted, where=there[..., None], casting="unsafe")

    def tint_regions(self, grid: Sequence[str], share: float) -> None:
        """Tint each region of a grid."""
        cells: dict[str, list[Cell]] = {}
        for cell, letter in list_cells(grid):
            cells.setdefault(letter, []).append(cell)
        for number, letter in enumerate(sorted(cells)):
            colour = WALLED if letter == "#" else TINTS[number % len(TINTS)]
            self.tint_cells(cells[letter], colour, share)

    def draw_line(
        self, first: tuple[float, float], last: tuple[float, float], colour: Colour, width: int
    ) -> None:
        """Draw a line between two positions along the board's lines."""
        start = self.pixel_at(first[0], first[1])
        end = self.pixel_at(last[0], last[1])
        cv2.line(self.image, start, end, colour, width, cv2.LINE_AA)

    def draw_border(
        self, cell: Cell, side: str, colour: Colour, width: int, inset: float = 0.0
    ) -> None:
        """Draw the border at the ``side`` of a cell, "right" or "below", ``inset`` cells shorter at
        both ends."""
        row, col = cell
        if side == "right":
            self.draw_line((row + inset, col + 1), (row + 1 - inset, col + 1), colour, width)
        else:
            self.draw_line((row + 1, col + inset), (row + 1, col + 1 - inset), colour, width)

    def draw_grid(self, colour: Colour, width: int = 1) -> None:
        """Draw all lines between the cells and round them."""
        rows = self.reading.rows
        cols = self.reading.cols
        for row in range(rows + 1):
            self.draw_line((row, 0), (row, cols), colour, width)
        for col in range(cols + 1):
            self.draw_line((0, col), (rows, col), colour, width)

    def draw_letters(self, grid: Sequence[str]) -> None:
        """Draw the small letter of each cell's region at the cell's upper left."""
        for cell, letter in list_cells(grid):
            if letter.isalpha():
                self.draw_letter(letter, cell)

    def draw_letter(self, letter: str, cell: Cell) -> None:
        """Draw a small letter at the upper left of a cell, unless it would be illegible."""
        height = max(LETTER * self.pitch, LEAST_LETTER_PX)
        if height > LARGEST_LETTER * self.pitch:
            return
        x, y = self.pixel_at(cell[0] + CORNER, cell[1] + CORNER)
        # Dark tints need white letters.
        ground = self.image[max(0, y) : round(y + height), max(0, x) : round(x + height)]
        ink = INK if ground.size and ground.mean() > DARK else WHITE
        write_text(self.image, letter, (x, round(y + height)), height, ink)

    def draw_disc(self, cell: Cell, radius: float, colour: Colour, shift: float = 0.0) -> None:
        """Draw a disc of ``radius`` cells in the middle of a cell, or ``shift`` cells to the right
        of it and below it, with a white edge."""
        middle = self.pixel_at(cell[0] + 0.5 + shift, cell[1] + 0.5 + shift)
        reach = max(2, round(radius * self.pitch))
        cv2.circle(self.image, middle, reach + 2, WHITE, -1, cv2.LINE_AA)
        cv2.circle(self.image, middle, reach, colour, -1, cv2.LINE_AA)

    def draw_press(self, cell: Cell, times: int, colour: Colour) -> None:
        """Draw a disc for a cell to press, with the number of times if there are several."""
        self.draw_disc(cell, PRESS, colour)
        if times > 1:
            at = self.pixel_at(cell[0] + 0.58, cell[1] + 0.42)
            write_text(self.image, str(times), at, max(8.0, self.pitch / 5), WHITE)

    def draw_circle(self, cell: Cell, radius: float, colour: Colour, width: int) -> None:
        """Draw a circle of ``radius`` cells round the middle of a cell, with a white edge."""
        reach = max(2, round(radius * self.pitch))
        for ink, wide in ((WHITE, width + 2), (colour, width)):
            cv2.circle(self.image, self.middle_of(cell), reach, ink, wide, cv2.LINE_AA)

    def draw_square(self, cell: Cell, inset: float, colour: Colour, width: int) -> None:
        """Draw the outline of a cell, ``inset`` cells inside, with a white edge."""
        corners = [self.corners_of(cell, inset)]
        for ink, wide in ((WHITE, width + 2), (colour, width)):
            cv2.polylines(self.image, corners, True, ink, wide, cv2.LINE_AA)

    def draw_star(self, cell: Cell, share: float, colour: Colour) -> None:
        """Draw a five-pointed star whose points reach ``share`` of a cell from its middle."""
        x, y = self.middle_of(cell)
        points = []
        for corner in range(10):
            # Every other corner is one between two points of the star.
            reach = self.pitch * share * (1 if corner % 2 == 0 else 0.42)
            angle = corner * pi / 5
            points.append((x + reach * sin(angle), y - reach * cos(angle)))
        cv2.fillPoly(self.image, [np.array(points).round().astype(np.int32)], colour, cv2.LINE_AA)

    def draw_cross(self, cell: Cell, share: float, colour: Colour) -> None:
        """Draw a cross whose ends reach ``share`` of a cell from its middle, with a white edge."""
        width = self.line_width(1 / 12, 2)
        reach = round(self.pitch * share)
        diagonals = np.array([[(-1, -1), (1, 1)], [(-1, 1), (1, -1)]], np.int32)
        lines = list(self.middle_of(cell) + reach * diagonals)
        for ink, wide in ((WHITE, width + 3), (colour, width)):
            cv2.polylines(self.image, lines, False, ink, wide, cv2.LINE_AA)


def write_text(
    image: Image, text: str, at: tuple[int, int], height: float, colour: Colour = INK
) -> None:
    """Write text with capitals of this height, its lower left at a pixel (x, y), with a contrasting
    edge."""
    scale = height / CAPITAL_PX
    width = max(1, round(height / 12))
    edge = INK if colour == WHITE else WHITE
    edge_width = width + max(2, round(height / 5))
    cv2.putText(image, text, at, FONT, scale, edge, edge_width, cv2.LINE_AA)
    cv2.putText(image, text, at, FONT, scale, colour, width, cv2.LINE_AA)


def write_label(
    image: Image, text: str, at: tuple[int, int], height: float, colour: Colour = INK
) -> None:
    """Write text on a white ground, from about the pixel (x, y) to the right, wholly inside the
    picture."""
    (length, _), _ = cv2.getTextSize(text, FONT, height / CAPITAL_PX, 1)
    tall = ceil(height)
    rim = ceil(height / 2)
    # Moved into the picture if it would reach beyond it.
    x = max(rim, min(at[0], image.shape[1] - length - rim))
    y = max(tall + rim, min(at[1], image.shape[0] - rim))
    cv2.rectangle(image, (x - rim, y - tall - rim), (x + length + rim, y + rim), WHITE, -1)
    write_text(image, text, (x, y), height, colour)


def join_pictures(pictures: Sequence[Image], axis: int) -> Image:
    """Return pictures one below the other (``axis`` 0) or side by side (1), on white."""
    across = 1 - axis
    longest = max(picture.shape[across] for picture in pictures)
    padded = []
    for picture in pictures:
        gaps = [(0, 0), (0, 0), (0, 0)]
        gaps[across] = (0, longest - picture.shape[across])
        padded.append(np.pad(picture, gaps, constant_values=255))
    return np.concatenate(padded, axis=axis)


def arrange_pictures(pictures: Sequence[Image], columns: int) -> Image:
    """Return pictures in rows of this many, on white."""
    rows = []
    for first in range(0, len(pictures), columns):
        rows.append(join_pictures(pictures[first : first + columns], axis=1))
    return join_pictures(rows, axis=0)


def print_below(image: Image, text: str, scale: float = 1.0) -> Image:
    """Return a copy of a picture with wrapped text below it; see ``print_band``."""
    return np.vstack([image, print_band(text, image.shape[1], scale)])


def print_band(text: str, width: int, scale: float = 1.0) -> Image:
    """Return a picture of this width with wrapped dark text on white; ``scale`` 1 is small
    print."""
    margin = round(MARGIN_PX * scale)
    size = 0.5 * scale
    lines = []
    for paragraph in text.splitlines() or [""]:
        # The font has no other characters.
        plain = paragraph.encode("ascii", "replace").decode()
        lines += _wrap_words(plain, width - 2 * margin, size)
    strip = np.full((round(LINE_PX * scale) * len(lines) + margin, width, 3), 255, np.uint8)
    for number, line in enumerate(lines, 1):
        at = (margin, round(number * LINE_PX * scale))
        cv2.putText(strip, line, at, FONT, size, INK, max(1, round(scale)), cv2.LINE_AA)
    return strip


def _wrap_words(text: str, width: int, size: float) -> list[str]:
    """Return text in lines of at most this width in pixels; a longer word has its own line."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        (length, _), _ = cv2.getTextSize(longer, FONT, size, 1)
        if lines[-1] and length > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def mix_colours(first: Colour, second: Colour, share: float) -> Colour:
    """Return a mixture of two colours with this share of the second."""
    blue, green, red = np.rint(np.average([first, second], axis=0, weights=[1 - share, share]))
    return int(blue), int(green), int(red)
