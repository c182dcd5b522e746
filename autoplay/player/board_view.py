"""The board as it was seen last: its reading and picture, and where both are in the window now."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Final

import numpy as np

from autoplay.browser.controls import find_wide_control
from autoplay.browser.panorama import SAME_LEVELS, Panorama, part
from autoplay.browser.screen import Screen
from autoplay.browser.wait import ask
from autoplay.games import GAMES
from autoplay.games.adapter import Game
from autoplay.player.appearances import find_step, list_cells, take_ground
from autoplay.player.board_geometry import (
    LINE_PX,
    cell_interior,
    cell_with_lines,
    corner_beside,
    find_ground,
    goes_beyond,
    has_changed,
    has_moved,
    is_covered,
    line_mask,
    relative_box,
)
from autoplay.player.play_request import SILENT
from autoplay.player.timing import Gesture
from solvers.cells import Cell
from solvers.wording import place as name_place
from vision import Reading
from vision.errors import BoardNotFound
from vision.image import Bools, Image
from vision.reading import Box

GONE: Final = 0.7
"""Minimum share of the cells that look different once a board has gone: a chosen peg and the holes
that it can reach are a third at most."""
COVERED: Final = 0.5
"""Minimum share of the ground round a peg that changes under a cover; a cell that is marked as a
whole changes a quarter."""


MOST_OF_CELL: Final = 1.5
"""Maximum side of a control that may be a cell or its mark, in cells."""
DRAG: Final = 0.15
"""Length of a drag from the middle of a cell, in cells."""
HOLD_MS: Final = 700
"""Duration of the press before a drag: pages wait 300 to 600 ms for a long press."""


class BoardView:
    """View of a board.

    ``reading`` and ``picture`` are from the last look; the picture shows the window, or a panorama
    if the board does not fit into the window. ``first`` are the reading and the picture of when the
    board was found; ``board_image`` is the board when it was read last. ``shown_levels`` is by how
    many levels a press changes a cell at least; ``observer`` is shown each look and press.
    """

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.reading: Reading
        self.picture: Image
        self.board_image: Image
        self.panorama: Panorama | None = None
        self.first: tuple[Reading, Image] | None = None
        self.shown_levels: float = SAME_LEVELS
        self.observer = SILENT
        self._control: str | None = None
        self._lines: Bools
        self._read_box: Box

    @property
    def game(self) -> Game:
        """Game of the board."""
        return GAMES[self.reading.puzzle]

    @property
    def is_in_window(self) -> bool:
        """True if the picture shows the window."""
        return self.panorama is None

    @property
    def marks(self) -> dict[Cell, str]:
        """Kinds of the marks at the last look, by their cells.

        What every cell showed when the board was found is no mark: the page draws its cells so.
        """
        first = self.first[0] if self.first else self.reading
        is_full = len(first.marks) == first.rows * first.cols
        kinds = {mark.kind for mark in first.marks} if is_full else set()
        marks = {(mark.row, mark.col): mark.kind for mark in self.reading.marks}
        if len(kinds) != 1:
            return marks
        return {cell: kind for cell, kind in marks.items() if kind not in kinds}

    def cell_image(self, cell: Cell) -> Image:
        """Return the picture of a cell between its lines at the last look, (H, W, 3)."""
        return part(self.picture, cell_interior(self.reading, cell))

    def update(self, reading: Reading) -> None:
        """Take over what was read in the picture."""
        self.reading = reading
        self._read_box = reading.box
        self.board_image = part(self.picture, reading.box)
        self._lines = line_mask(reading, self.picture)
        if not self.panorama:
            self.screen.rest = corner_beside(reading.box, self.picture)
        self.observer.show_look(self.picture, reading)

    def paste(self, now: Image, box: Box) -> None:
        """Replace a box of the picture; an equal picture stays, with what is cached for it."""
        if not np.array_equal(part(self.picture, box), now):
            picture = self.picture.copy()
            part(picture, box)[:] = now
            picture.setflags(write=False)
            self.picture = picture

    def scroll_to(self, cell: Cell) -> None:
        """Scroll a cell of a panorama into the window."""
        if self.panorama:
            self.panorama.scroll_to(cell_interior(self.reading, cell))

    def visible_part(self, box: Box) -> Box:
        """Return the part of a box of the picture that is in the window."""
        return self.panorama.visible_part(box) if self.panorama else box

    def in_window(self, place: tuple[float, float]) -> tuple[float, float]:
        """Return the (x, y) in the window of a place in the picture."""
        x, y = self.panorama.at if self.panorama else (0, 0)
        return place[0] - x, place[1] - y

    def spot(self, cell: Cell) -> tuple[float, float]:
        """Return the middle (x, y) of a cell in the window."""
        row, col = cell
        return self.in_window(self.reading.centre(row, col))

    def box_in_window(self, box: Box) -> Box:
        """Return the box in the window of what it shows of a box of the picture."""
        shown = self.visible_part(box)
        left, top = self.in_window(shown[:2])
        right, bottom = self.in_window(shown[2:])
        return int(left), int(top), int(right), int(bottom)

    def capture(self, box: Box) -> Image:
        """Take a new picture of a box of the picture."""
        return self.screen.capture(self.box_in_window(box))

    def press(self, cell: Cell, gesture: Gesture) -> None:
        """Carry out a gesture in the middle of a cell.

        Raises BoardNotFound if a control lies over the cell that was not over the first one.
        """
        self.scroll_to(cell)
        x, y = self.spot(cell)
        self._refuse_other_control(cell)
        match gesture:
            case "double":
                self.screen.press_twice(x, y)
                self._clear_selection()
            case "drag":
                aside = self.in_window(
                    self.reading.place(cell[0] + 0.5 + DRAG, cell[1] + 0.5 + DRAG)
                )
                self.screen.drag([(x, y), aside], hold_ms=HOLD_MS)
                self._clear_selection()
            case "left" | "right":
                self.screen.press(x, y, gesture)
        self.observer.show_press(self.reading, cell, gesture)

    def drag(self, cell: Cell, to: Cell) -> None:
        """Drag from the middle of a cell to that of another; raises the same."""
        self._refuse_other_control(cell)
        self.screen.drag([self.spot(cell), self.spot(to)])
        self._clear_selection()
        self.observer.show_press(self.reading, cell, "drag")

    def _clear_selection(self) -> None:
        """Let go of the text that a double click or a drag has selected: its shade is no mark."""
        page = self.screen.page
        ask(page, lambda: page.evaluate("() => getSelection()?.removeAllRanges()"))

    def _refuse_other_control(self, cell: Cell) -> None:
        """Raise BoardNotFound if a press would reach another control than the first press did.

        What can't be seen, such as a transparent button over the board, is found by asking the
        page; a board may lie in a control as a whole, which then is over its first cell too.
        """
        x, y = self.spot(cell)
        # A row may have grown with its marks.
        x0, y0, x1, y1 = cell_with_lines(self.reading, cell)
        most_px = MOST_OF_CELL * max(find_step(self.reading), x1 - x0, y1 - y0)
        name, label = find_wide_control(self.screen.page, x, y, most_px)
        if self._control is None:
            self._control = name
        elif name not in ("", self._control):
            called = f" {label!r}" if label else ""
            raise BoardNotFound(
                f"a control{called} covers {name_place(cell)}",
                hint="--headed to see it",
            )

    def expect_changes(self, cells: Iterable[Cell]) -> None:
        """Leave cells that change, and the lines around them, out of what shows that the board has
        moved."""
        for cell in cells:
            part(self._lines, cell_with_lines(self.reading, cell))[:] = False

    def has_moved(self, now: Image, box: Box) -> bool:
        """Return True if the lines of the board in a box are no longer where they were at the last
        look."""
        return has_moved(part(self.picture, box), now, part(self._lines, box))

    def has_changed(self, now: Image, box: Box, cell: Cell, levels: float = SAME_LEVELS) -> bool:
        """Return True if a cell changed since the last look; ``now`` shows a box around it."""
        inside = relative_box(box, cell_interior(self.reading, cell))
        return has_changed(part(self.picture, box), now, inside, levels)

    def has_gone(self, now: Image | None = None) -> bool:
        """Return True if the lines of the board are elsewhere, or most cells look different from
        when it was read last: one that only can't be read any more has not gone.

        ``now`` shows the board, else it is captured. Marks change what is in the cells of a board
        with lines, but not their grounds.
        """
        box = self.reading.box
        if now is None:
            if self.panorama:
                return False
            now = self.capture(box)
        has_lines = self.game.player.has_grid_lines
        # The lines are those of the picture that was read: a look may have moved the board since.
        if has_lines and has_moved(self.board_image, now, part(self._lines, self._read_box)):
            return True
        cells = list_cells(self.reading.grid)
        changed = 0
        for cell in cells:
            inside = relative_box(box, cell_interior(self.reading, cell))
            if has_lines:
                before = find_ground(part(self.board_image, inside))
                levels = np.abs(find_ground(part(now, inside)) - before)
                changed += int(levels.max() > SAME_LEVELS)
            else:
                changed += int(has_changed(self.board_image, now, inside))
        return changed >= GONE * len(cells)

    def is_covered(self, cell: Cell, now: Image, box: Box) -> bool:
        """Return True if the sides of a cell no longer look as they did when the board was found;
        ``now`` shows a box with the cell and its lines.

        A cover goes on beyond the cell; a mark that fills it up to its lines does not. A cell that
        has grown can't be compared.
        """
        reading, picture = self.first or (self.reading, self.picture)
        if not self.game.player.has_grid_lines:
            return False
        shown = relative_box(box, cell_with_lines(self.reading, cell))
        place = cell_with_lines(reading, cell)
        growth = np.subtract(shown[2:], shown[:2]) - np.subtract(place[2:], place[:2])
        if np.abs(growth).max() > LINE_PX:
            return False
        before = [part(picture, place)]
        if self.reading.box != reading.box:
            # Lines that have moved are found to a pixel, each by itself.
            size = shown[2] - shown[0], shown[3] - shown[1]
            for down, right in product((-1, 0, 1), repeat=2):
                left = max(0, place[0] + right)
                top = max(0, place[1] + down)
                before.append(part(picture, (left, top, left + size[0], top + size[1])))
        if not is_covered(before, part(now, shown)):
            return False
        return goes_beyond(part(picture, reading.box), now, relative_box(reading.box, place), shown)

    def is_ground_covered(self, cell: Cell, picture: Image, reading: Reading) -> bool:
        """Return True if most of the ground round a peg no longer looks as it did when the board
        was found: what comes up over pegs covers it too, a selection does not.

        Lamps may touch, and leave no ground between them.
        """
        if self.first is None or self.game.player.has_grid_lines or self.game.player.state_names:
            return False
        before = take_ground(self.first[0], cell, self.first[1])
        now = take_ground(reading, cell, picture)
        if len(before) != len(now) or not len(now):
            return False
        change = np.abs(now.astype(np.int16) - before).max(axis=1)
        return bool((change > SAME_LEVELS).mean() > COVERED)
