"""Follows a board on the screen: finds it, looks at it again, and presses its cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from math import inf
from time import monotonic
from typing import Final

from autoplay.browser.controls import may_be_pressed
from autoplay.browser.panorama import part
from autoplay.browser.screen import CAPTURE_MS, Screen
from autoplay.browser.wait import wait_until
from autoplay.games import GAMES
from autoplay.games.adapter import Game, Grid
from autoplay.player.appearances import (
    CellAppearances,
    add_state,
    list_cells,
    refuse_new,
    take_patches,
)
from autoplay.player.board_finder import BoardFinder, bring_into_window
from autoplay.player.board_geometry import (
    cell_interior,
    cell_with_lines,
    fit_lines,
    has_moved,
    is_same_place,
    relocated,
    rows_around,
)
from autoplay.player.board_reader import BoardKey, BoardReader, key, named_game, shown_game
from autoplay.player.board_view import BoardView
from autoplay.player.game_starter import GameStarter
from autoplay.player.timing import CELL_SHOWS_S, FRESH_S, HOVER_FADES_S, ReactionTimes
from solvers.cells import Cell, change_cells
from solvers.wording import place as name_place
from vision import Reading, inspect, update_reading
from vision.errors import AmbiguousBoard, BoardNotFound, ReadingError
from vision.image import Image
from vision.reading import Box

MOST_FINDS: Final = 3
"""Maximum number of times that a board is found over which something comes up just then."""


class BoardTracker(BoardView):
    """View of the board that is played, kept up to date.

    Without a ``game`` the page shows which one it is; ``lit`` is as for ``vision.read_board``.
    ``found`` is the reading of the last search, in which a letter in every cell is not a mark, and
    ``left_out`` the number of other boards that may be played as well;
    ``keeps_names`` is False once a board was found again that shows other appearances;
    ``reactions`` are those of the board to presses. One that ``is_hasty`` presses without another
    look if the last one is recent. Before each press `is_unchanged` compares the rows around the
    cell with the last look:

    - the same, perhaps once the mouse has gone: the cell may be pressed
    - different: look again; it may be pressed if the board and its mark are as before
    - without the cell's lines: BoardNotFound, as something covers it
    """

    def __init__(
        self, screen: Screen, game: Game | None = None, lit: str = "any", *, is_hasty: bool = False
    ) -> None:
        super().__init__(screen)
        self.lit = lit
        self.is_hasty = is_hasty
        self.reactions = ReactionTimes()
        self.found: Reading
        self.left_out = 0
        self._games = (game,) if game else tuple(GAMES.values())
        self._read_picture: Image | None = None
        self._last_reading: Reading | None = None
        self._looked_at = -inf
        self._looked_box: Box = (0, 0, 0, 0)
        self.keeps_names = True
        self._aside: set[BoardKey] = set()
        self._is_elastic = False
        self._appearances: CellAppearances | None = None

    def find(
        self,
        patience_s: float,
        make_way: Callable[[], bool],
        start: GameStarter | None = None,
        *,
        everywhere: bool = True,
    ) -> None:
        """Find the board on the page and bring it into the window, as soon as it can be read.

        ``make_way`` is called as long as it can't be, and returns True if it removed an obstacle.
        ``start`` begins a game once no board can be read. Places outside of the window are searched
        only if ``everywhere``. Raises a ReadingError if there is no board in time; ``picture`` then
        shows the window without a board.
        """
        for _ in range(MOST_FINDS):
            self.panorama = None
            reader = self._make_reader()
            finder = BoardFinder(self.screen, reader)
            try:
                found = finder.find(patience_s, make_way, start, everywhere=everywhere)
            finally:
                self.picture = finder.picture
            self.picture = found.picture
            self.panorama = found.panorama
            self.found = found.reading
            self.left_out = reader.left_out
            self._take_over(found.reading)
            # Something may have come up over the board just then.
            with suppress(ReadingError):
                self.look()
                break
        else:
            self.look()  # raises the error
        if self.first is None or self.first[0].grid != self.reading.grid:
            self.first = self.reading, self.picture

    @property
    def is_picture(self) -> bool:
        """True if nothing shows the mouse over the board that it may be pressed: it may be an
        example."""
        return not self._may_be_pressed(self.reading)

    def find_pressable(self) -> bool:
        """Set the board aside for another one of the page that may be pressed, and bring that into
        the window; return False, with the board kept, if there is none."""
        if self.panorama:
            return False
        before = key(self.found)
        self._aside.add(before)
        with suppress(ReadingError):
            page = self.screen.take_screenshot(whole_page=True)
            found = bring_into_window(self.screen, self._make_reader().read(page))
            if self._may_be_pressed(found.reading):
                self.first = None
                return True
        self._aside.discard(before)
        return False

    def find_pictures(self) -> list[Reading]:
        """Return the other boards of the game that the picture shows, if they have the same cells
        and nothing shows that they may be pressed."""
        shown = inspect(self.picture, puzzle=self.game.name, lit=self.lit).readings
        cells = list_cells(self.reading.grid)
        pictures = []
        for other in shown:
            is_alike = other.box != self.found.box and list_cells(other.grid) == cells
            if is_alike and not self._may_be_pressed(other):
                pictures.append(other)
        return pictures

    def _make_reader(self) -> BoardReader:
        """Return a reader of the boards that were not set aside; once one was found, only of the
        same game."""
        return BoardReader(
            (self.game,) if self.first else self._games,
            self.lit,
            lambda: named_game(self.screen.page, self._games),
            aside=self._aside,
            may_be_pressed=self._may_be_pressed,
        )

    def _may_be_pressed(self, reading: Reading) -> bool:
        """Return True if something shows the mouse over the board that it may be pressed."""
        cells = list_cells(reading.grid)
        asked = cells[0], cells[len(cells) // 2], cells[-1]
        places = [self.in_window(reading.centre(row, col)) for row, col in asked]
        return may_be_pressed(self.screen.page, places)

    def _take_over(self, found: Reading) -> None:
        """Take over a board that was found; one that was found before keeps the names of its
        appearances."""
        if self.first and list_cells(found.grid) == list_cells(self.reading.grid):
            with suppress(ReadingError):
                known = replace(self.reading, xs=found.xs, ys=found.ys, box=found.box)
                self.update(self._read_again(known))
                return
        self.keeps_names = not (self.first and self.game.player.state_names)
        self.update(found)
        if not self.game.player.has_grid_lines:
            self._appearances = CellAppearances(found, self.picture)

    def is_certain_of_game(self) -> bool:
        """Return True if the board that was found first can't be of another game, or a person or
        the page named the game."""
        reading, picture = self.first or (self.reading, self.picture)
        return self.is_game_named() or shown_game(picture, self.lit) == reading.puzzle

    def is_game_named(self) -> bool:
        """Return True if a person or the page named the game of the board."""
        if len(self._games) == 1:
            return True
        return named_game(self.screen.page, self._games) == self.reading.puzzle

    def look(
        self,
        *,
        pressed: Cell | None = None,
        learn: Grid | None = None,
        timeout_s: float = CELL_SHOWS_S,
        is_last: bool = False,
    ) -> None:
        """Update the board once it stands still, and once the cell that was pressed has changed, or
        ``timeout_s`` over.

        With the press that ``is_last``, something may come up that hides other cells: those still
        show what they did.

        ``learn`` is the board as the press should have made it: with it, new appearances are
        accepted as what it has there, and a board that has moved is found. Raises a ReadingError
        if the board is gone, or is another one.
        """
        before = self.reading
        shown = self.picture
        box = before.box
        if self.panorama:
            if pressed is not None:
                self._await_change(pressed, cell_interior(self.reading, pressed), timeout_s)
            self.picture = self.panorama.retake(box)
        else:
            seen = (
                part(self.picture, box)
                if pressed is None
                else self._await_change(pressed, box, timeout_s)
            )
            self._look_at_window(seen)
        try:
            self.update(self._read_again(self.reading))
        except ReadingError as error:
            if self.game.player.has_grid_lines:
                # Marks that mislead the reader do not make another board of it, but a box hides it.
                box = self.reading.box
                now = part(self.picture, box)
                cells = list_cells(self.reading.grid)
                covered = [cell for cell in cells if self.is_covered(cell, now, box)]
                is_seen = is_last and pressed not in covered and 2 * len(covered) < len(cells)
                is_seen = is_seen and box == before.box
                if not is_seen and (covered or self.has_gone(now)):
                    # The best fit into a picture of a cover is not the board.
                    self.reading = before
                    raise
                if covered:
                    self._uncover(covered, shown)
                self.update(self.reading)
                return
            # A board that is not where it was may be elsewhere; one cell may be on its way.
            is_on_way = isinstance(error, AmbiguousBoard) and learn is None
            if not is_on_way and self._follow(learn):
                return
            if learn is None:
                raise
            self.update(self._read_again(self.reading, learn))

    def _uncover(self, cells: Iterable[Cell], before: Image) -> None:
        """Show these cells as they were in a picture ``before``, and read the board with them."""
        for cell in cells:
            place = cell_with_lines(self.reading, cell)
            self.paste(part(before, place), place)
        with suppress(ReadingError):
            self.reading = self._read_again(self.reading)

    def shows(self, grid: Grid) -> bool:
        """Return True if a single capture of the board shows this grid, and take that over.

        The board may not stand still yet: that only matters if it shows something else.
        """
        if self.panorama:
            return False
        self.screen.park()
        before = self.picture
        box = self.reading.box
        now = self.capture(box)
        looked_at = monotonic()
        is_moved = self.game.player.has_grid_lines and self.has_moved(now, box)
        if not is_moved and now.shape == part(before, box).shape:
            self.paste(now, box)
            with suppress(ReadingError):
                reading = self._read_again(self.reading)
                if reading.grid == grid:
                    self._looked_at = looked_at
                    self._looked_box = box
                    self.update(reading)
                    return True
        self.picture = before
        return False

    def is_unchanged(self, cell: Cell) -> bool:
        """Check a cell when its press is nearly due; return False if it, or a lamp, shows something
        else by now.

        A fresh look will do in haste. The board is looked at again if it moved or the cell changed.
        Raises a ReadingError if the board is gone, or something covers it.
        """
        if self.is_hasty and self._is_look_fresh(cell) and not self._is_covered_now(cell):
            return True
        before = self.reading.grid, self.marks.get(cell)
        if self._is_elastic or not self._looks_unchanged(cell):
            # A board that moves on its spot is the same as before.
            if self._is_elastic or not self.shows(self.reading.grid):
                self._look_again()
            if self.panorama and not self._looks_unchanged(cell):
                raise BoardNotFound("something covers the board", hint="--headed to see it")
        if self._is_covered_now(cell):
            raise BoardNotFound(
                f"something covers {name_place(cell)}",
                hint="--headed to see it",
            )
        return (self.reading.grid, self.marks.get(cell)) == before

    def _is_covered_now(self, cell: Cell) -> bool:
        """Return True if something covered a cell at the last look."""
        if self.is_ground_covered(cell, self.picture, self.reading):
            return True
        box = self.reading.box
        return self.is_covered(cell, part(self.picture, box), box)

    def _is_look_fresh(self, cell: Cell) -> bool:
        """Return True if the last look at a cell is recent enough for a press that is due next."""
        age_s = monotonic() + self.screen.due_s - self._looked_at
        x0, y0, x1, y1 = self._looked_box
        left, top, right, bottom = cell_interior(self.reading, cell)
        is_inside = x0 <= left and y0 <= top and right <= x1 and bottom <= y1
        return is_inside and age_s <= FRESH_S and self.is_in_window

    def _read_again(self, reading: Reading, learn: Grid | None = None) -> Reading:
        """Return the reading as the picture shows it; nothing is read again in a picture that has
        not changed."""
        if self.picture is self._read_picture and reading is self._last_reading:
            return reading
        with self.screen.timeline.measure("recognition"):
            if self._appearances is None:
                now = update_reading(self.picture, reading)
            else:
                now = self._name_cells(self._appearances, self.picture, reading, learn)
        self._read_picture = self.picture
        self._last_reading = now
        return now

    def _name_cells(
        self, appearances: CellAppearances, picture: Image, reading: Reading, learn: Grid | None
    ) -> Reading:
        """Return the reading with what each cell shows; what looks new can be learned.

        A game whose cells have states that nobody has seen yet names them; in others a new
        appearance is that of what leads to it, such as a peg of another colour after a jump. Raises
        AmbiguousBoard.
        """
        now, new = appearances.read(reading, picture)
        for cell in appearances.cells:
            is_other = cell in new or now.grid[cell[0]][cell[1]] != reading.grid[cell[0]][cell[1]]
            if is_other and self.is_ground_covered(cell, picture, now):
                raise refuse_new(cell)
        if not new:
            return now
        if learn is None:
            raise refuse_new(new[0])
        more = [name for name in self.game.player.state_names if name not in appearances.names]
        groups = appearances.group(new, now, picture)
        if not self.game.player.state_names:
            names = {(row, col): learn[row][col] for row, col in new}
            appearances.teach(names, now, picture)
            return replace(now, grid=change_cells(now.grid, names))
        # A cover over a board makes several appearances new at once.
        if len(groups) > min(len(more), max(1, len(appearances.names) - 1)):
            raise refuse_new(new[0])
        for group, name in zip(groups, more, strict=False):
            appearances.teach(dict.fromkeys(group, name), now, picture)
            now = add_state(
                now, group, name, take_patches(group, now, picture).mean(axis=(0, 1, 2))
            )
        return now

    def _look_at_window(self, seen: Image) -> None:
        """Update the picture once the board stands still; only the board's part if the board has
        not moved.

        ``seen`` is the last picture of the board.
        """
        box = self.reading.box
        now, _ = self.screen.wait_until_still(box, seen=seen)
        if not (self._is_elastic or self.has_moved(now, box)):
            self._looked_at = monotonic()
            self._looked_box = box
            self.paste(now, box)
            return
        before = part(self.picture, box)
        self.picture = self.screen.take_screenshot()
        if not self.game.player.has_grid_lines:
            return
        moved = relocated(self.reading, self.picture, before)
        lines = part(self._lines, box)
        fitted = None
        if self._is_elastic or has_moved(before, part(self.picture, moved.box), lines):
            fitted = fit_lines(self.reading, self.picture, is_elastic=self._is_elastic)
        self._is_elastic = self._is_elastic or fitted is not None
        self.reading = fitted or moved

    def _look_again(self) -> None:
        """Look at a board that has changed since the last look."""
        try:
            self.look()
        except ReadingError:
            if self.game.player.has_grid_lines or not self._follow(None):
                raise

    def _follow(self, learn: Grid | None) -> bool:
        """Return True if the window shows the board at another place, with cells that all look
        known or are pegs to ``learn``, and follow it there."""
        if self.panorama:
            return False
        if self.game.player.state_names:
            learn = None
        self.picture = self.screen.take_screenshot()
        place = relocated(self.reading, self.picture, self.board_image)
        if is_same_place(place.box, self.reading.box):
            return False
        with suppress(ReadingError):
            self.update(self._read_again(place, learn))
            return True
        return False

    def _looks_unchanged(self, cell: Cell) -> bool:
        """Return True if the rows around a cell are where they were at the last look, and the cell
        is the same.

        The mouse is moved first: a page may react to it, and this is the last picture before the
        press.
        """
        self.screen.keep_pace(CAPTURE_MS)
        self.scroll_to(cell)
        rows = self.visible_part(rows_around(self.reading, cell))
        x, y = self.spot(cell)
        self.screen.hover(x, y)
        if self._shows_same(cell, rows):
            return True
        # The shine of a cell under the mouse goes with it; a card that came up over the cell stays.
        self.screen.park()
        return wait_until(
            self.screen.page, lambda: self._shows_same(cell, rows), HOVER_FADES_S, pause_ms=0
        )

    def _shows_same(self, cell: Cell, rows: Box) -> bool:
        """Return True if a capture of the rows around a cell shows it as at the last look."""
        now = self.capture(rows)
        if self.has_moved(now, rows) or self.is_covered(cell, now, rows):
            return False
        if self.has_changed(now, rows, cell):
            return False
        self._looked_at = monotonic()
        self._looked_box = rows
        return True

    def _await_change(self, cell: Cell, box: Box, timeout_s: float) -> Image:
        """Capture a box around a cell until the cell has changed, or long enough; return the last
        picture."""
        self.screen.park()
        with self.screen.timeline.measure("reaction"):
            now = wait_until(
                self.screen.page,
                lambda: self.capture(box),
                self.reactions.limit(timeout_s),
                is_done=lambda now: self.has_changed(now, box, cell, self.shown_levels),
            )
        if self.has_changed(now, box, cell, self.shown_levels):
            self.reactions.note(monotonic() - self.screen.pressed_at)
        return now
