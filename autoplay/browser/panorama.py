"""Scrolls through a part of a page, and stitches the pictures together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final, TypeAlias, TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from autoplay.browser.screen import LARGEST_PX, Screen, ScrollingPart, Spot
from vision.errors import BoardNotFound
from vision.image import Bools, Image
from vision.reading import Box

Pixel: TypeAlias = tuple[int, int, int]
Pixels = TypeVar("Pixels", Image, Bools)
STEP: Final = 0.6
"""Share of the scrolled part's size that one step scrolls: banners that do not scroll hide the
rest."""
SAME_LEVELS: Final = 40
"""Maximum difference of two pixels that count as the same, in levels."""
BESIDE_PX: Final = 24
"""Distance from the edge of the scrolled part at which something is well inside of it."""
MARGIN_PX: Final = 12
"""Margin round a panorama: a board that ends at the edge of a picture might go on."""
SAMPLE_PX: Final = 4
"""One in so many pixels is sampled for the most frequent colour."""


class Panorama:
    """Everything that can be scrolled to in one part of a page.

    ``image`` is its picture.
    """

    def __init__(self, screen: Screen, part: ScrollingPart) -> None:
        """Scroll through all of it and stitch its picture."""
        self._screen = screen
        self._part = part
        self._home = part.offset
        self._part.scroll_to((LARGEST_PX, LARGEST_PX))
        last_x, last_y = part.offset
        left, top, right, bottom = self.viewport
        ground = _find_ground(self._screen.capture(self.viewport))
        width = right - left + last_x + 2 * MARGIN_PX
        height = bottom - top + last_y + 2 * MARGIN_PX
        self.image = np.full((height, width, 3), ground, np.uint8)
        shots: list[tuple[Image, Spot]] = []
        for y in _list_steps(last_y, bottom - top):
            for x in _list_steps(last_x, right - left):
                self._part.scroll_to((x, y))
                shots.append(self._take_shot())
        self._stitch_shots(shots)

    @property
    def viewport(self) -> Box:
        """Part of the window that shows some of it."""
        return self._part.box

    @property
    def at(self) -> Spot:
        """Upper left corner (x, y) of the window in the picture, as it is scrolled now."""
        x, y = self._part.offset
        left, top, _, _ = self.viewport
        return x - left + MARGIN_PX, y - top + MARGIN_PX

    def retake(self, box: Box) -> Image:
        """Take the pictures again that show some of a box of the panorama, and return the panorama
        with them.

        Raises BoardNotFound if the part of the page is gone, or no longer scrolls there.
        """
        left, top, right, bottom = self.viewport
        if left >= right or top >= bottom:
            raise BoardNotFound("what showed the board is gone", hint="--headed to see it")
        shots: list[tuple[Image, Spot]] = []
        for window in self._split_box(box):
            self.scroll_to(window)
            shots.append(self._take_shot())
        self.image = self.image.copy()
        self._stitch_shots(shots)
        return self.image

    def scroll_to(self, box: Box) -> None:
        """Scroll a box of the panorama to the middle of the viewport, unless it is visible already.

        Raises BoardNotFound if the page no longer scrolls there: a dialog may keep it from that.
        """
        self._part.update()
        if min(self._find_gaps(box)) >= BESIDE_PX:
            return
        left, top, right, bottom = self.viewport
        x = (box[0] + box[2] - right + left) // 2 - MARGIN_PX
        y = (box[1] + box[3] - bottom + top) // 2 - MARGIN_PX
        self._part.scroll_to((x, y))
        middle_x = (box[0] + box[2]) // 2
        middle_y = (box[1] + box[3]) // 2
        if min(self._find_gaps((middle_x, middle_y, middle_x, middle_y))) < 0:
            raise BoardNotFound("the page no longer scrolls", hint="--headed to see it")

    def scroll_back(self) -> None:
        """Scroll back to where the page was at first."""
        self._part.scroll_to(self._home)

    def visible_part(self, box: Box) -> Box:
        """Return the part of a box of the panorama that the window shows now."""
        left, top, right, bottom = _move_box(self.viewport, self.at)
        x0, y0, x1, y1 = box
        return max(x0, left), max(y0, top), min(x1, right), min(y1, bottom)

    def _find_gaps(self, box: Box) -> tuple[int, int, int, int]:
        """Return how far a box lies inside of each side of the viewport, in px."""
        left, top, right, bottom = _move_box(self.viewport, self.at)
        x0, y0, x1, y1 = box
        return x0 - left, y0 - top, right - x1, bottom - y1

    def _take_shot(self) -> tuple[Image, Spot]:
        """Return what the viewport shows, and its place (x, y) in the picture.

        Raises BoardNotFound if it shows more than there was before.
        """
        shot = self._screen.wait_until_still(self.viewport)[0]
        x = self._part.offset[0] + MARGIN_PX
        y = self._part.offset[1] + MARGIN_PX
        height, width = self.image.shape[:2]
        if x + shot.shape[1] > width or y + shot.shape[0] > height:
            raise BoardNotFound("the page shows something else", hint="the same command again")
        return shot, (x, y)

    def _split_box(self, box: Box) -> Iterator[Box]:
        """Yield boxes that fit into the viewport and together cover a box, row by row."""
        x0, y0, x1, y1 = box
        left, top, right, bottom = self.viewport
        cols = ceil((x1 - x0) / (right - left))
        rows = ceil((y1 - y0) / (bottom - top))
        xs = np.linspace(x0, x1, cols + 1).astype(int).tolist()
        ys = np.linspace(y0, y1, rows + 1).astype(int).tolist()
        for row in range(rows):
            for col in range(cols):
                yield xs[col], ys[row], xs[col + 1], ys[row + 1]

    def _stitch_shots(self, shots: list[tuple[Image, Spot]]) -> None:
        """Paste pictures of the viewport into the panorama, each pixel from the one where it is
        farthest from an edge.

        Banners that do not scroll are at the edges of the window.
        """
        best = np.zeros(self.image.shape[:2], np.int64)
        for shot, (left, top) in shots:
            height, width = shot.shape[:2]
            inside = np.minimum(_count_to_edges(height)[:, None], _count_to_edges(width))
            place = np.s_[top : top + height, left : left + width]
            nearer = inside > best[place]
            self.image[place][nearer] = shot[nearer]
            best[place][nearer] = inside[nearer]


def _move_box(box: Box, by: Spot) -> Box:
    """Return a box that is moved by (x, y)."""
    x, y = by
    return box[0] + x, box[1] + y, box[2] + x, box[3] + y


def _count_to_edges(size: int) -> npt.NDArray[np.int64]:
    """Return for each of so many pixels in a row how many there are to the nearer end."""
    return np.minimum(np.arange(1, size + 1), np.arange(size, 0, -1))


def _list_steps(last: int, size: int) -> Sequence[int]:
    """Return the offsets at which pictures of a size show everything up to the last offset."""
    steps = list(range(0, last, max(1, round(STEP * size))))
    steps.append(last)
    return steps


def _find_ground(shot: Image) -> Pixel:
    """Return the most frequent colour of a picture."""
    pixels = shot[::SAMPLE_PX, ::SAMPLE_PX].reshape(-1, 3)
    colours, counts = np.unique(pixels, axis=0, return_counts=True)
    blue, green, red = colours[counts.argmax()].tolist()
    return blue, green, red


def part(image: Pixels, box: Box) -> Pixels:
    """Return the part of a picture, or of a mask (H, W) of its pixels, inside a box."""
    x0, y0, x1, y1 = box
    return image[y0:y1, x0:x1]


def differs(a: Image, b: Image) -> Bools:
    """Return a mask (H, W) of the pixels in which two pictures (H, W, 3) differ."""
    return np.asarray(cv2.absdiff(a, b).max(axis=2) > SAME_LEVELS, np.bool_)
