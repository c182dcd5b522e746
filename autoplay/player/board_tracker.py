"""A board on the screen: where it is now, what is on it, and presses that land on its cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import monotonic
from typing import Final, Literal

import numpy as np

from autoplay.browser.panorama import Panorama, part
from autoplay.browser.screen import CAPTURE_MS, Box, Screen
from autoplay.browser.wait import LOOK_MS
from autoplay.games import GAMES, GameAdapter
from autoplay.player.board_finder import Search, shown_game
from autoplay.player.board_geometry import (
    beside,
    cells_round,
    inside,
    is_at_one_place,
    line_mask,
    rows_beside,
    with_sides,
    within,
)
from autoplay.player.changes import followed, has_changed, has_moved, is_shaded
from autoplay.player.covers import is_covered
from autoplay.player.gestures import EMPTY, Gesture
from solvers.cells import Cell
from vision import Reading, update_reading
from vision.errors import BoardNotFound, ReadingError
from vision.image import Bools, Image

SHOWS_S: Final = 1.2
"""How long a page may take to show what a press did: many animate up to 0.8 s, and some draw only at the end."""
MOST_LEAD_MS: Final = 120.0
"""How long before a press is due a cell may be looked at: as long as that took the last time, up to this."""
FADES_S: Final = 0.3
"""How long the shade of the mouse may take to fade."""
DRAG: Final = 0.15
"""How far the mouse goes from the middle of a cell while it is pressed, in cells."""


class Board:
    """The board that is played. ``reading`` and ``picture`` are what was seen at the last look.

    The picture is that of the window, or a panorama where the board does not show in one piece. Without a ``game`` the
    page shows which it is; ``lit`` is which look of a lamp is lit, as ``vision.read_board`` has it.
    """

    def __init__(self, screen: Screen, game: GameAdapter | None = None, lit: str = "any") -> None:
        self.screen = screen
        self.lit = lit
        self._games = (game,) if game else tuple(GAMES.values())
        self.reading: Reading
        self.picture: Image
        self._lines: Bools
        self._panorama: Panorama | None = None
        self._first: tuple[Reading, Image] | None = None
        self._checked_at: float | None = None
        self._lead_ms: float = CAPTURE_MS

    def find(self, patience_s: float, meanwhile: Callable[[], bool], *, everywhere: bool = True) -> None:
        """Find the board on the page and bring it into the window, as soon as it can be read.

        ``meanwhile`` is called whenever it can't be, and tells whether it moved something out of the way; what does
        not show as the window is now is looked for only if it may be ``everywhere``. Raises a ReadingError if the time
        is over; ``picture`` is then the window without a board.
        """
        deadline = monotonic() + patience_s
        while not self._is_found(Search(self.screen, self._sought, self.lit), patience_s, meanwhile, everywhere):
            if monotonic() >= deadline:
                self.look()  # which raises what is the matter
        if self._first is None or self._first[0].grid != self.reading.grid:
            self._first = self.reading, self.picture

    def _is_found(
        self,
        search: Search,
        patience_s: float,
        meanwhile: Callable[[], bool],
        everywhere: bool,
    ) -> bool:
        """Whether the board that was found is still there at once: something may come up before it just then."""
        self._panorama = None
        try:
            sight = search.run(patience_s, meanwhile, everywhere=everywhere)
        finally:
            self.picture = search.picture
        self.picture, self._panorama = sight.picture, sight.panorama
        self._see(sight.reading)
        try:
            self.look()
        except ReadingError:
            return False
        return True

    @property
    def _sought(self) -> Sequence[GameAdapter]:
        """The games to look for: the one that was found, once there is one."""
        return (self.game,) if self._first else self._games

    @property
    def game(self) -> GameAdapter:
        """The game that the board is of."""
        return GAMES[self.reading.puzzle]

    def is_of_its_game(self) -> bool:
        """Whether the board that was found first can be of no other game, or nobody has to know: the game was named."""
        reading, picture = self._first or (self.reading, self.picture)
        return len(self._games) == 1 or shown_game(picture, self.lit) == reading.puzzle

    @property
    def is_in_window(self) -> bool:
        """Whether the picture is that of the window."""
        return self._panorama is None

    def see(self, cell: Cell) -> None:
        """See what a press has done to a cell and those round it, once it has changed and stands still.

        That is a quick look at a small part. Raises a ReadingError if the board is gone, or is another one.
        """
        if self._panorama:
            self._panorama.scroll_to(inside(self.reading, cell))
        box = self._showing(cells_round(self.reading, cell))
        now, _ = self.screen.wait_until_still(self._box_in_window(box), seen=self._await_change(cell, box))
        if self._has_moved(now, box):
            self.look()
        else:
            self._paste(now, box)
            self._see(update_reading(self.picture, self.reading))

    def look(self, *, pressed: Cell | None = None, learn: bool = False) -> None:
        """See the board again once it stands still, and once the cell that was pressed has changed.

        A look of a lamp that was never seen may be learned. Raises a ReadingError if the board is gone, or is another.
        """
        if pressed is not None:
            self._await_change(pressed, inside(self.reading, pressed))
        if self._panorama:
            self.picture = self._panorama.retake(self.reading.box)
        else:
            self._look_at_window()
        try:
            self._see(update_reading(self.picture, self.reading, learn=learn and bool(self._panorama)))
        except ReadingError:
            if self.game.has_grid_lines or self._panorama:
                raise
            self.picture = self.screen.take_screenshot().image
            if not (learn and self._has_gone_aside()):
                self._see(update_reading(self.picture, self.reading, learn=learn))

    def _has_gone_aside(self) -> bool:
        """Whether the window shows all of the board at another place, so that what is at its old one is none of it."""
        before = self.reading
        try:
            now = self.game.read(self.picture, self.lit)
            if (now.rows, now.cols) == (before.rows, before.cols) and not is_at_one_place(now.box, before.box):
                self.recognise(before, now)
                return True
        except ReadingError:
            return False
        return False

    def recognise(self, before: Reading, now: Reading) -> None:
        """See the board that was found again as the one of an earlier reading, with its names for what lamps show."""
        self._see(update_reading(self.picture, replace(before, xs=now.xs, ys=now.ys, box=now.box)))

    def read_anew(self) -> None:
        """Read the board of the last look as if it was never seen; raises a ReadingError if it has other cells."""
        now = self.game.read(self.picture, self.lit)
        if (now.rows, now.cols) != (self.reading.rows, self.reading.cols):
            raise BoardNotFound("another board is there than before", hint="the same command again")
        self._see(now)

    def kind(self, cell: Cell) -> str:
        """What the cell showed at the last look."""
        return next((mark.kind for mark in self.reading.marks if (mark.row, mark.col) == cell), EMPTY)

    def face(self, cell: Cell) -> Image:
        """What was seen between the lines round a cell at the last look, (H, W, 3)."""
        return part(self.picture, inside(self.reading, cell))

    def keep_in_sight(self, cell: Cell) -> bool:
        """Look again if the board has moved, or this cell has changed, since the last look.

        Takes place when the next press is nearly due. Whether the cell still shows what it did, and all lamps. Raises a
        ReadingError if the board is gone, or something covers it.
        """
        before = self.reading.grid, self.kind(cell)
        if not self._is_as_seen(cell):
            self._look_aside()
            if self._panorama and not self._is_as_seen(cell):
                raise BoardNotFound("something covers the board", hint="--headed to see it")
        if self._is_covered(cell, part(self.picture, with_sides(self.reading, cell))):
            raise BoardNotFound(f"something covers row {cell[0] + 1}, column {cell[1] + 1}", hint="--headed to see it")
        return (self.reading.grid, self.kind(cell)) == before

    def _look_aside(self) -> None:
        try:
            self.look()
        except ReadingError:
            if self.game.has_grid_lines or not self._has_gone_aside():
                raise

    def drag(self, cell: Cell, to: Cell) -> None:
        """Drag what is in the middle of a cell to that of another."""
        self._take_lead()
        self.screen.drag([self._in_window(self.reading.centre(*end)) for end in (cell, to)])

    def press(self, cell: Cell, gesture: Gesture) -> None:
        """Carry out a gesture on the middle of the cell."""
        self._take_lead()
        x, y = self._in_window(self.reading.centre(*cell))
        match gesture:
            case "double":
                self.screen.press_twice(x, y)
            case "drag":
                aside = self._in_window(self.reading.place(cell[0] + 0.5 + DRAG, cell[1] + 0.5 + DRAG))
                self.screen.drag([(x, y), aside])
            case "left" | "right":
                self.screen.press(x, y, gesture)

    def _take_lead(self) -> None:
        """Note how long it took from the look at a cell to the press."""
        if self._checked_at is not None:
            self._lead_ms = min(MOST_LEAD_MS, (monotonic() - self._checked_at) * 1000)
            self._checked_at = None

    def _see(self, reading: Reading) -> None:
        self.reading = reading
        self._lines = line_mask(reading, self.picture)
        if not self._panorama:
            self.screen.rest = beside(reading.box, self.picture)

    def _look_at_window(self) -> None:
        """See the window once the board stands still; only the board itself if it has not moved."""
        box = self.reading.box
        now, _ = self.screen.wait_until_still(box, seen=part(self.picture, box))
        before = part(self.picture, box)
        if self.game.has_grid_lines and self._has_moved(now, box):
            self.picture = self.screen.take_screenshot().image
            self.reading = followed(self.reading, self.picture, before)
        elif now.shape != before.shape or self._has_moved(now, box):
            self.picture = self.screen.take_screenshot().image
        else:
            self._paste(now, box)

    def _is_covered(self, cell: Cell, now: Image) -> bool:
        """Whether the sides of a cell no longer look as they did when the board was found first."""
        reading, picture = self._first or (self.reading, self.picture)
        return self.game.has_grid_lines and is_covered(part(picture, with_sides(reading, cell)), now)

    def _paste(self, now: Image, box: Box) -> None:
        if not np.array_equal(part(self.picture, box), now):  # what was measured in the same picture is kept
            picture = self.picture.copy()
            part(picture, box)[:] = now
            picture.setflags(write=False)
            self.picture = picture

    def _in_window(self, place: tuple[float, float]) -> tuple[float, float]:
        x, y = self._panorama.at if self._panorama else (0, 0)
        return place[0] - x, place[1] - y

    def _is_as_seen(self, cell: Cell) -> bool:
        """Whether the rows beside the cell are where they were at the last look, and the cell is as it was."""
        self.screen.keep_pace(self._lead_ms)
        self._checked_at = monotonic()
        if self._panorama:
            self._panorama.scroll_to(inside(self.reading, cell))
        rows = self._showing(rows_beside(self.reading, cell))
        how = self._under_mouse(cell, rows)
        if how == "shaded":  # The shade goes with the mouse; a card that came up over the cell stays.
            return self._is_bare_without_mouse(cell, rows) and self._under_mouse(cell, rows) != "changed"
        return how == "same"

    def _under_mouse(self, cell: Cell, rows: Box) -> Literal["same", "shaded", "changed"]:
        """How the rows beside a cell, and the cell, show with the mouse on it.

        The mouse comes first: a page may answer that, and the glance is to be the last before the press.
        """
        self.screen.hover(*self._in_window(self.reading.centre(*cell)))
        now = self._glance(rows)
        whole = within(rows, with_sides(self.reading, cell))
        if self._has_moved(now, rows) or self._is_covered(cell, part(now, whole)):
            return "changed"
        if self._has_changed(now, rows, cell):
            shaded = is_shaded(part(self.picture, rows), now, within(rows, inside(self.reading, cell)))
            return "shaded" if shaded else "changed"
        return "same"

    def _is_bare_without_mouse(self, cell: Cell, rows: Box) -> bool:
        deadline = monotonic() + FADES_S
        self.screen.park()
        while self._has_changed(self._glance(rows), rows, cell):
            if monotonic() > deadline:
                return False
        return True

    def _showing(self, box: Box) -> Box:
        """The part of a box of the picture that is in the window."""
        return self._panorama.visible_part(box) if self._panorama else box

    def _box_in_window(self, box: Box) -> Box:
        (x0, y0), (x1, y1) = self._in_window(box[:2]), self._in_window(box[2:])
        return int(x0), int(y0), int(x1), int(y1)

    def _glance(self, box: Box) -> Image:
        """What shows now where a box of the picture was."""
        return self.screen.capture(self._box_in_window(box))

    def _has_moved(self, now: Image, box: Box) -> bool:
        """Whether the lines of the board in a box are no longer where they were at the last look."""
        return has_moved(part(self.picture, box), now, part(self._lines, box))

    def _await_change(self, cell: Cell, box: Box) -> Image:
        """Glance at a box round the cell until the cell has changed, or long enough: what shows then."""
        deadline = monotonic() + SHOWS_S
        self.screen.park()
        while not self._has_changed(now := self._glance(box), box, cell) and monotonic() < deadline:
            self.screen.page.wait_for_timeout(LOOK_MS)
        return now

    def _has_changed(self, now: Image, box: Box, cell: Cell) -> bool:
        """Whether a cell is not as it was at the last look, by what shows in a box round it."""
        return has_changed(part(self.picture, box), now, within(box, inside(self.reading, cell)))
