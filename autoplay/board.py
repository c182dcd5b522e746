"""A board on the screen: where it is now, what is on it, and presses that land on its cells."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from autoplay.games import Cell, Game
from autoplay.gestures import EMPTY
from autoplay.screen import Box, Button, Screen
from vision import Reading
from vision.errors import BoardCutOff, BoardNotFound, ReadingError
from vision.image import Image

SHOWS_S: Final = 0.5
"""How long a page may take to show what a press did."""
STEP_MS: Final = 40
LARGEST_GROWTH: Final = 2
"""How often a window is enlarged: to the size of the page, then to twice its own."""
LINE_PX: Final = 2
SAME: Final = 40
"""Levels by which a pixel may differ and still be the same: compression and a highlight's edge, not a line."""
MOVED: Final = 0.08
"""Share of the line pixels that differ once the board has moved; a highlighted cell changes far fewer."""


class Board:
    """The board that is played. ``reading`` and ``picture`` are what was seen at the last look."""

    def __init__(self, screen: Screen, game: Game) -> None:
        self.screen = screen
        self.game = game
        self.reading: Reading
        self.picture: Image
        self._lines: npt.NDArray[np.bool_]

    def find(self, patience_s: float, meanwhile: Callable[[], None]) -> None:
        """Find the board on the page and bring it into the window, as soon as it can be read.

        ``meanwhile`` is called whenever it can't be. Raises a ReadingError if the time is over; ``picture`` is
        then the window without a board.
        """
        start, growth = monotonic(), 0
        while True:
            try:
                self._see(self._find())
                return self.look()
            except ReadingError:
                waited = monotonic() - start
                if waited >= patience_s and growth == LARGEST_GROWTH:
                    raise
            meanwhile()
            if waited >= patience_s * (growth + 1) / 4 and growth < LARGEST_GROWTH:
                growth += 1
                self._enlarge(growth)
            self.screen.page.wait_for_timeout(STEP_MS)

    def look(self, *, pressed: Cell | None = None) -> None:
        """See the board again once it stands still, and once the cell that was pressed has changed.

        Raises a ReadingError if the board is gone, or is another one.
        """
        if pressed is not None:
            self._await_change(pressed)
        self.screen.wait_until_still(self.reading.box)
        self.picture = self.screen.look().image
        self._see(self.game.reread(self.picture, self.reading))

    def kind(self, cell: Cell) -> str:
        """What the cell showed at the last look."""
        return next((mark.kind for mark in self.reading.marks if (mark.row, mark.col) == cell), EMPTY)

    def keep_in_sight(self, cell: Cell) -> None:
        """Look again if the board has moved, or this cell has changed, since the last look.

        Raises a ReadingError if the board is gone, or something covers it.
        """
        if self._has_moved() or self._has_changed(cell):
            self.look()

    def press(self, cell: Cell, button: Button) -> None:
        """Press on the middle of the cell."""
        self.screen.press(*self.reading.centre(*cell), button)

    def _find(self) -> Reading:
        self.picture = self.screen.look().image
        try:
            return self.game.read(self.picture)
        except (BoardNotFound, BoardCutOff):
            page = self.screen.look(whole_page=True).image
            if page.shape == self.picture.shape:
                raise
            return self._bring_into_view(self.game.read(page))

    def _enlarge(self, growth: int) -> None:
        """Make room for a board that is cut off: by the window, or by a part of the page that grows with it."""
        sizes = zip(self.screen.size, self.screen.page_size, strict=True)
        width, height = (max(growth * window, page) for window, page in sizes)
        self.screen.enlarge_to((0, 0, width, height))

    def _bring_into_view(self, on_page: Reading) -> Reading:
        for bring in (self.screen.scroll_to, self.screen.enlarge_to):
            bring(on_page.box)
            self.picture = self.screen.look().image
            try:
                return self.game.reread(self.picture, on_page)
            except ReadingError:
                continue
        raise BoardCutOff("the board does not fit into the window", hint="a larger window, or a smaller zoom")

    def _see(self, reading: Reading) -> None:
        self.reading = reading
        self._lines = _line_mask(reading)

    def _has_moved(self) -> bool:
        """Whether the lines of the board are no longer where they were at the last look."""
        now, before = self.screen.glance(self.reading.box), _crop(self.picture, self.reading.box)
        return now.shape != before.shape or bool(_differs(now, before)[self._lines].mean() > MOVED)

    def _has_changed(self, cell: Cell) -> bool:
        """Whether the cell no longer looks as it did at the last look."""
        box = _cell_box(self.reading, cell)
        now, before = self.screen.glance(box), _crop(self.picture, box)
        return now.shape != before.shape or bool(_differs(now, before).any())

    def _await_change(self, cell: Cell) -> None:
        deadline = monotonic() + SHOWS_S
        self.screen.park()
        while monotonic() < deadline and not self._has_changed(cell):
            self.screen.page.wait_for_timeout(STEP_MS)


def _crop(image: Image, box: Box) -> Image:
    x0, y0, x1, y1 = box
    return image[y0:y1, x0:x1]


def _differs(a: Image, b: Image) -> npt.NDArray[np.bool_]:
    """(H, W) where two pictures (H, W, 3) are not the same."""
    difference = np.abs(a.astype(np.int16) - b.astype(np.int16)).max(axis=2)
    return np.asarray(difference > SAME, np.bool_)


def _cell_box(reading: Reading, cell: Cell) -> Box:
    """The part of the picture between the lines round a cell, be they upright or not."""
    row, col = cell
    left, right = ([reading.place(row + down, col + side) for down in (0, 1)] for side in (0, 1))
    x0, x1 = max(x for x, _ in left), min(x for x, _ in right)
    y0, y1 = max(left[0][1], right[0][1]), min(left[1][1], right[1][1])
    return round(x0) + LINE_PX, round(y0) + LINE_PX, round(x1) - LINE_PX, round(y1) - LINE_PX


def _line_mask(reading: Reading) -> npt.NDArray[np.bool_]:
    """(H, W) of the board's box: where its lines are."""
    x0, y0, x1, y1 = reading.box
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    lines = [((row, 0), (row, reading.cols)) for row in range(reading.rows + 1)]
    lines += [((0, col), (reading.rows, col)) for col in range(reading.cols + 1)]
    for start, end in lines:
        ends = [(round(x) - x0, round(y) - y0) for x, y in (reading.place(*start), reading.place(*end))]
        cv2.line(mask, ends[0], ends[1], color=1, thickness=2 * LINE_PX + 1)
    return mask.astype(np.bool_)
