"""Geometry of a board in its picture: cells, lines, and what has moved, changed or been covered
since."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil, floor
from typing import Final

import cv2
import numpy as np

from autoplay.browser.panorama import SAME_LEVELS, differs, part
from solvers.cells import Cell
from vision import Reading
from vision.image import Bools, Floats, Image, find_components, morph
from vision.reading import Box

LINE_PX: Final = 2
SAME_PLACE_PX: Final = 4
"""Maximum distance of two readings of a board that did not move: glowing lamps have no sharp
edge."""
LEAST_INSIDE: Final = 0.2
"""Minimum size of a slanted cell's interior: this far to all sides of its middle, in cells."""
MOVED: Final = 0.08
"""Share of the line pixels that differ once the board has moved; a highlighted cell changes far
fewer."""
MOST_CHANGED: Final = 0.2
"""Maximum share of the board that changes when a peg is selected; a board that moves or is covered
changes more."""
BEYOND_PX: Final = 3
"""Width of the strips around a cell and its lines in which a cover over the cell is seen, too: a
card is larger than its cell, and the marks of the cells beside are in their middle."""
SIDE: Final = 32
"""Side in pixels to which a cell is scaled before it is compared."""
LINE_SAMPLES: Final = 5
"""Number of these pixels at each side that show the line: 6 of 40 px."""
STANDS_OUT: Final = 16.0
"""Minimum contrast of a visible line, in levels; the palest boards have 30."""
LEAST_EDGE: Final = 6
"""Minimum difference in levels of two pixels at a line, which a browser draws without noise: that
of the palest board is 20."""
LINE_SHARE: Final = 0.7
"""Minimum share of a board's width at which there is a line, within LINE_PX; crosses in a row have
less than half."""
REACH: Final = 0.5
"""Distance from a board to which its lines are looked for, in sides of it: a row of a table may
grow to three times its height with its first mark."""
LEAST_PITCH: Final = 0.15
"""Minimum distance of two lines, in cells: the sides of a thick border have 0.1."""
SAME_SIZE: Final = 0.1
"""Maximum change of the size of a cell that is not zoomed: its lines are found to a pixel."""
PARTS: Final = 2
"""Number of parts of a side that are compared each: what comes from below hides half of a line."""
LEFT: Final = 0.4
"""Minimum share of its contrast that a line keeps in any shade."""
MOST_HIDDEN: Final = 1
"""Maximum number of sides without their lines: a page may erase one; a card over the middle of a
cell hides more."""


def cell_interior(reading: Reading, cell: Cell) -> Box:
    """Return the part of the picture between the lines around a cell, upright or slanted."""
    row, col = cell
    x, y = reading.centre(row, col)
    left, top = reading.place(row, col)
    right, top_right = reading.place(row, col + 1)
    left_below, bottom = reading.place(row + 1, col)
    right_below, bottom_right = reading.place(row + 1, col + 1)
    least = LEAST_INSIDE * (right - left)
    return (
        round(min(max(left, left_below) + LINE_PX, x - least)),
        round(min(max(top, top_right) + LINE_PX, y - least)),
        round(max(min(right, right_below) - LINE_PX, x + least)),
        round(max(min(bottom, bottom_right) - LINE_PX, y + least)),
    )


def cell_with_lines(reading: Reading, cell: Cell) -> Box:
    """Return the part of the board's picture with a cell and the lines around it."""
    x0, y0, x1, y1 = _cells(reading, (cell[0], cell[0] + 1), (cell[1], cell[1] + 1))
    left, top, right, bottom = reading.box
    return (
        max(left, x0 - LINE_PX),
        max(top, y0 - LINE_PX),
        min(right, x1 + LINE_PX + 1),
        min(bottom, y1 + LINE_PX + 1),
    )


def rows_around(reading: Reading, cell: Cell) -> Box:
    """Return the part of the picture with the row of a cell and the rows next to it."""
    return _cells(reading, (cell[0] - 1, cell[0] + 2), (0, reading.cols))


def _cells(reading: Reading, rows: tuple[int, int], cols: tuple[int, int]) -> Box:
    corners = [reading.place(row, col) for row in rows for col in cols]
    left, top = np.min(corners, axis=0)
    right, bottom = np.max(corners, axis=0)
    x0, y0, x1, y1 = reading.box
    return max(x0, floor(left)), max(y0, floor(top)), min(x1, ceil(right)), min(y1, ceil(bottom))


def relative_box(outer: Box, inner: Box) -> Box:
    """Return the coordinates of one box in the picture of another."""
    x, y = outer[:2]
    x0, y0, x1, y1 = inner
    return max(0, x0 - x), max(0, y0 - y), x1 - x, y1 - y


def is_same_place(box: Box, other: Box) -> bool:
    """Return True if two boxes are the same except for the noise of a picture."""
    return bool(np.abs(np.subtract(box, other)).max() <= SAME_PLACE_PX)


def corner_beside(box: Box, picture: Image) -> tuple[int, int]:
    """Return the first corner (x, y) of the picture that is outside of the board, or the upper left
    one."""
    x0, y0, x1, y1 = box
    height, width = picture.shape[:2]
    for x, y in ((1, 1), (width - 2, 1), (1, height - 2), (width - 2, height - 2)):
        if not (x0 <= x < x1 and y0 <= y < y1):
            return x, y
    return 1, 1


def line_mask(reading: Reading, picture: Image) -> Bools:
    """Return a mask (H, W) of the board's lines in the picture."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    place = reading.place
    ends = [(place(row, 0), place(row, reading.cols)) for row in range(reading.rows + 1)]
    ends += [(place(0, col), place(reading.rows, col)) for col in range(reading.cols + 1)]
    lines = np.rint(ends).astype(np.int32)
    cv2.polylines(mask, list(lines), isClosed=False, color=1, thickness=2 * LINE_PX + 1)
    return mask.astype(np.bool_)


def has_moved(before: Image, now: Image, lines: Bools) -> bool:
    """Return True if the ``lines`` (H, W) of a board are no longer where they were."""
    return now.shape != before.shape or int(differs(now, before)[lines].sum()) > MOVED * int(
        lines.sum()
    )


def has_changed(before: Image, now: Image, place: Box, levels: float = SAME_LEVELS) -> bool:
    """Return True if two pictures differ in a box, a pixel by more than ``levels``."""
    if now.shape != before.shape:
        return True
    change = cv2.absdiff(part(now, place), part(before, place))
    return bool((change > levels).any())


def find_ground(cell: Image | Floats) -> Floats:
    """Return the median colour (3,) at the rim of a cell (H, W, 3), which no mark covers."""
    rim = np.concatenate([cell[0], cell[-1], cell[:, 0], cell[:, -1]])
    return np.asarray(np.median(rim, axis=0), np.float32)


def is_disturbed(before: Image, now: Image) -> bool:
    """Return True if more of a board has changed than some marks: it has moved, or something covers
    it."""
    return before.shape != now.shape or bool(differs(now, before).mean() > MOST_CHANGED)


def relocated(reading: Reading, picture: Image, before: Image) -> Reading:
    """Return the reading moved to where its board, which looked like ``before``, fits best into a
    picture: by its outlines, which stay where they are when its cells change their colours."""
    if before.shape[0] > picture.shape[0] or before.shape[1] > picture.shape[1]:
        return reading
    fits = cv2.matchTemplate(_find_edges(picture), _find_edges(before), cv2.TM_SQDIFF)
    x, y = cv2.minMaxLoc(fits)[2]
    return reading.move_by(x - reading.box[0], y - reading.box[1])


def _find_edges(picture: Image) -> Image:
    """Return 1 for the pixels of a picture that differ from the next one below or on the right,
    else 0."""
    below = cv2.absdiff(picture[1:, :-1], picture[:-1, :-1])
    beside = cv2.absdiff(picture[:-1, 1:], picture[:-1, :-1])
    return np.asarray(np.maximum(below, beside).max(axis=2) >= LEAST_EDGE, np.uint8)


def measure_zoom(before: Reading, now: Reading) -> float:
    """Return how large a board is drawn, compared to before: rows and columns of a table grow with
    their marks, but not all of them."""
    if before.warp is not None or now.warp is not None:
        return 1.0
    widths = np.diff(now.xs) / np.diff(before.xs)
    heights = np.diff(now.ys) / np.diff(before.ys)
    zoom = float(min(widths.min(), heights.min()))
    return 1.0 if abs(zoom - 1) <= SAME_SIZE else zoom


def fit_lines(reading: Reading, picture: Image, *, is_elastic: bool = False) -> Reading | None:
    """Return the reading with its lines where a picture shows them near its place: the rows of some
    pages grow with the marks in them. None if not all of them are to be seen, or their distances
    are the same; of a board that ``is_elastic`` they may differ by a pixel."""
    if reading.warp is not None:
        return None
    left, top, right, bottom = _find_outline(reading.box, picture)
    board = picture[top:bottom, left:right]
    ys = _find_lines(board, top, reading.ys)
    xs = _find_lines(board.transpose(1, 0, 2), left, reading.xs)
    if not xs or not ys:
        return None
    shift = np.ptp(np.subtract(xs, reading.xs)) + np.ptp(np.subtract(ys, reading.ys))
    if shift <= 2 * LINE_PX and not is_elastic:
        return None
    box = round(xs[0]), round(ys[0]), round(xs[-1]) + 1, round(ys[-1]) + 1
    return replace(reading, xs=xs, ys=ys, box=box)


def _find_outline(box: Box, picture: Image) -> Box:
    """Return the box of what hangs together with the board that was in a box: it may have grown to
    all sides, and words beside it are no lines of it."""
    left, top, right, bottom = box
    x_reach = round(REACH * (right - left))
    y_reach = round(REACH * (bottom - top))
    x0 = max(0, left - x_reach)
    y0 = max(0, top - y_reach)
    edges = _find_edges(picture[y0 : bottom + y_reach, x0 : right + x_reach])
    joined = morph(edges, cv2.MORPH_DILATE, (2 * LINE_PX + 1, 2 * LINE_PX + 1))
    parts = find_components(joined)[1][1:]
    if not len(parts):
        return box
    x, y, width, height = (int(side) for side in parts[parts[:, 4].argmax(), :4])
    # An edge lies between its pixel and the next one.
    return x0 + x, y0 + y, x0 + x + width + 1, y0 + y + height + 1


def _find_lines(picture: Image, begin: int, before: Sequence[float]) -> tuple[float, ...]:
    """Return the places of the lines across a picture, whose first row is at ``begin``, from the
    top down: those nearest to where they were ``before``; empty if there are fewer lines."""
    is_edge = cv2.absdiff(picture[1:], picture[:-1]).max(axis=2) >= LEAST_EDGE
    # A line that is thick in part has its sides a little apart there.
    padded = np.pad(is_edge.astype(np.uint8), ((LINE_PX, LINE_PX), (0, 0)))
    is_near_edge = morph(padded, cv2.MORPH_DILATE, (1, 2 * LINE_PX + 1))
    places = np.flatnonzero(is_near_edge.mean(axis=1) >= LINE_SHARE) - LINE_PX
    pitch = (before[-1] - before[0]) / (len(before) - 1)
    runs = np.split(places, np.flatnonzero(np.diff(places) > LEAST_PITCH * pitch) + 1)
    lines = [float(begin + (run[0] + run[-1] + 1) / 2) for run in runs if len(run)]
    # A frame round the board has lines, too.
    nearest: tuple[float, ...] = ()
    for first in range(len(lines) - len(before) + 1):
        found = tuple(lines[first : first + len(before)])
        if not nearest or _measure_shift(found, before) < _measure_shift(nearest, before):
            nearest = found
    return nearest


def _measure_shift(lines: Sequence[float], before: Sequence[float]) -> float:
    """Return by how many pixels lines have moved, all together."""
    return float(np.abs(np.subtract(lines, before)).sum())


def is_covered(before: Sequence[Image], now: Image) -> bool:
    """Return True if visible sides of a cell (H, W, 3), its lines included, are hidden now, all or
    in part: in each picture of ``before``, which may be a pixel apart."""
    sides = list(_sides(now))
    hidden = [list(map(_is_hidden, _sides(one), sides)) for one in before]
    return sum(map(all, zip(*hidden, strict=True))) > MOST_HIDDEN


def goes_beyond(before: Image, now: Image, place: Box, shown: Box) -> bool:
    """Return True if what has changed in a cell goes on around it, as far as both pictures show
    that.

    The cell is at ``place`` before, and is ``shown`` there now.
    """
    left = min(BEYOND_PX, place[0], shown[0])
    top = min(BEYOND_PX, place[1], shown[1])
    right = min(BEYOND_PX, before.shape[1] - place[2], now.shape[1] - shown[2])
    bottom = min(BEYOND_PX, before.shape[0] - place[3], now.shape[0] - shown[3])
    around = _widen(before, place, (left, top, right, bottom))
    around_now = _widen(now, shown, (left, top, right, bottom))
    if around.shape != around_now.shape:
        return True
    changed = differs(around_now, around)
    changed[top : changed.shape[0] - bottom, left : changed.shape[1] - right] = False
    return bool(changed.any())


def _widen(picture: Image, box: Box, by: Box) -> Image:
    """Return the part of a picture with a box, and what lies beyond its sides."""
    left, top, right, bottom = box
    return part(picture, (left - by[0], top - by[1], right + by[2], bottom + by[3]))


def _sides(cell: Image) -> Iterator[Floats]:
    """Yield the four sides of a cell: the profiles across the line at PARTS places, (PARTS,
    LINE_SAMPLES, 3)."""
    square = cv2.resize(cell, (SIDE, SIDE), interpolation=cv2.INTER_AREA).astype(np.float32)
    for turned in (square, square.transpose(1, 0, 2)):
        places = turned[SIDE // 4 : -SIDE // 4].reshape(PARTS, -1, SIDE, 3).mean(axis=1)
        yield places[:, :LINE_SAMPLES]
        yield places[:, -LINE_SAMPLES:]


def _is_hidden(before: Floats, now: Floats) -> bool:
    """Return True if the line that stood out in a side has lost its profile somewhere; a shade only
    weakens it, and a fill leaves the line's own colour."""
    first = before - before.mean(axis=1, keepdims=True)
    last = now - now.mean(axis=1, keepdims=True)
    contrast = np.ptp(before, axis=1).max(axis=1)
    stands_out = contrast >= STANDS_OUT
    # A mark that fills its cell changes the profile, but not the line in it.
    places = np.arange(len(before))
    line = np.abs(first).max(axis=2).argmax(axis=1)
    change = np.abs(now[places, line] - before[places, line]).max(axis=1)
    apart = np.abs(now - now[places, line][:, None]).max(axis=(1, 2))
    is_filled = (change <= LEFT * contrast) & (apart >= STANDS_OUT)
    kept = np.abs((first * last).sum(axis=(1, 2))) / np.maximum(
        (first * first).sum(axis=(1, 2)), 1e-9
    )
    return bool((stands_out & (kept < LEFT) & ~is_filled).any())
