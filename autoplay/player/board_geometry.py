"""Where the parts of a board lie in its picture: cells, what is between their lines, what is round them."""

from __future__ import annotations

from math import ceil, floor
from typing import Final

import cv2
import numpy as np

from autoplay.browser.screen import Box
from solvers.cells import Cell
from vision import Reading
from vision.image import Bools, Image

LINE_PX: Final = 2
SAME_PLACE_PX: Final = 4
"""How far a board that did not move may be read from where it was: glowing lamps have no sharp edge."""
LEAST_INSIDE: Final = 0.2
"""Of a cell that does not stand upright at least so much is looked at, in cells to all sides of its middle."""


def inside(reading: Reading, cell: Cell) -> Box:
    """The part of the picture between the lines round a cell, be they upright or not."""
    row, col = cell
    left, right = ([reading.place(row + down, col + side) for down in (0, 1)] for side in (0, 1))
    x0, x1 = max(x for x, _ in left) + LINE_PX, min(x for x, _ in right) - LINE_PX
    y0, y1 = max(left[0][1], right[0][1]) + LINE_PX, min(left[1][1], right[1][1]) - LINE_PX
    (x, y), least = reading.centre(row, col), LEAST_INSIDE * (right[0][0] - left[0][0])
    return round(min(x0, x - least)), round(min(y0, y - least)), round(max(x1, x + least)), round(max(y1, y + least))


def with_sides(reading: Reading, cell: Cell) -> Box:
    """The part of the picture that holds a cell and the lines round it."""
    x0, y0, x1, y1 = _cells(reading, (cell[0], cell[0] + 1), (cell[1], cell[1] + 1))
    return max(0, x0 - LINE_PX), max(0, y0 - LINE_PX), x1 + LINE_PX + 1, y1 + LINE_PX + 1


def rows_beside(reading: Reading, cell: Cell) -> Box:
    """The part of the picture that holds the row of a cell and those next to it."""
    return _cells(reading, (cell[0] - 1, cell[0] + 2), (0, reading.cols))


def cells_round(reading: Reading, cell: Cell) -> Box:
    """The part of the picture that holds a cell and those round it."""
    return _cells(reading, (cell[0] - 1, cell[0] + 2), (cell[1] - 1, cell[1] + 2))


def _cells(reading: Reading, rows: tuple[int, int], cols: tuple[int, int]) -> Box:
    xs, ys = zip(*(reading.place(row, col) for row in rows for col in cols), strict=True)
    x0, y0, x1, y1 = reading.box
    return max(x0, floor(min(xs))), max(y0, floor(min(ys))), min(x1, ceil(max(xs))), min(y1, ceil(max(ys)))


def within(outer: Box, inner: Box) -> Box:
    """Where one box lies in the picture of another."""
    (x, y), (x0, y0, x1, y1) = outer[:2], inner
    return max(0, x0 - x), max(0, y0 - y), x1 - x, y1 - y


def is_at_one_place(box: Box, other: Box) -> bool:
    """Whether two boxes are at one place, but for the noise of a picture."""
    return all(abs(one - two) <= SAME_PLACE_PX for one, two in zip(box, other, strict=True))


def beside(box: Box, picture: Image) -> tuple[int, int]:
    """A corner of the window that is not on the board, if there is one; the upper left if possible."""
    (x0, y0, x1, y1), (height, width) = box, picture.shape[:2]
    corners = [(x, y) for y in (1, height - 2) for x in (1, width - 2)]
    return next((at for at in corners if not (x0 <= at[0] < x1 and y0 <= at[1] < y1)), corners[0])


def line_mask(reading: Reading, picture: Image) -> Bools:
    """(H, W) of the picture: where the board's lines are."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    lines = [((row, 0), (row, reading.cols)) for row in range(reading.rows + 1)]
    lines += [((0, col), (reading.rows, col)) for col in range(reading.cols + 1)]
    for start, end in lines:
        ends = [(round(x), round(y)) for x, y in (reading.place(*start), reading.place(*end))]
        cv2.line(mask, ends[0], ends[1], color=1, thickness=2 * LINE_PX + 1)
    return mask.astype(np.bool_)
