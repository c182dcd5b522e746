"""Finds a board on a page: in the window, or by scrolling, enlarging the window or straightening a
slanted view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import Final

import numpy as np

from autoplay.browser.panorama import Panorama
from autoplay.browser.screen import Screen, ScrollingPart
from autoplay.browser.wait import LOOK_MS
from autoplay.games import GAMES
from autoplay.player.board_geometry import is_same_place
from autoplay.player.board_reader import BoardReader
from autoplay.player.game_starter import BoardlessPage, GameStarter
from autoplay.player.timing import AT_REST_S, MOVES_S, SEARCH_AFTER, UNSTEADY_S
from vision import Reading, update_reading
from vision.errors import WHOLE_HINT, AmbiguousBoard, BoardCutOff, BoardNotFound, ReadingError
from vision.image import Image
from vision.reading import Box

STIRS: Final = 0.002
"""Share of the window that changes on a page that does not stand still: a clock is smaller, half a
lamp is larger."""
EDGE_PX: Final = 3
"""Maximum distance from the edge of the window at which a board may go on beyond it."""
REFUSES_S: Final = 3.4
"""Time for which a page has been quiet and unchanged after which it is refused, 0.6 s later than it
fell silent: a start that is pressed last gets an answer in this time, and a person has given up."""
CHANGES_S: Final = 1.3
"""Time without any change after which nothing on the page counts or turns."""
LONGEST: Final = 1.25
"""Time in patiences after which a page is refused once it is quiet: with the last look that is 12
seconds, in which most people have given up."""
BEGINS_S: Final = 5.0
"""Time after a press that begins a game in which a page is not refused for that: those that count
down to a game begin with 3, and a busy machine takes a second more."""
MOST_SCROLLED: Final = 2
"""Maximum number of parts of a page that are scrolled through: each takes a second or two."""
MOST_OBSTACLES: Final = 3
"""Maximum number of obstacles that are removed; after that it is the same one that comes back."""


@dataclass(frozen=True, slots=True)
class FoundBoard:
    """Reading of a board, in a picture of the window or in a panorama."""

    reading: Reading
    picture: Image
    panorama: Panorama | None = None


class BoardFinder:
    """One search for a board. ``picture`` is the last screenshot of the window.

    The state of the page decides what is tried:

    - the window shows a new picture: a board of a game that is certain; if that is not distinctive,
      the page or the board must stand still for AT_REST_S
    - it has stood still for AT_REST_S, or moved for MOVES_S: a board of any likely game
    - it stands still, and shows no board: what begins the game, if the `GameStarter` finds it is
      time for that
    - a board in it blinks, or is played on: nothing, for up to UNSTEADY_S
    - it stands still, and cuts a board off: whole page, scrolled parts, larger window, slanted
    - part of the patience is over, and there is no news: the same, but slanted first
    - an obstacle was removed: everything again, with new patience, at most `MOST_OBSTACLES` times
    - the patience is over, or nothing has changed or been asked for for long: the ReadingError is
      raised

    A picture that was refused is not read again, until an obstacle was removed.
    """

    def __init__(self, screen: Screen, reader: BoardReader) -> None:
        self.screen = screen
        self.reader = reader
        self.picture: Image
        self._refusal: ReadingError
        self._searched: Image | None = None
        self._still: Image | None = None
        self._still_since = 0.0
        self._is_at_rest = False
        self._was_at_rest = False
        self._rests = 0
        self._changed_at = monotonic()
        self._seen: FoundBoard | None = None
        self._same: Reading | None = None
        self._same_since = 0.0
        self._board_seen_at = -inf

    def find(
        self,
        patience_s: float,
        make_way: Callable[[], bool],
        start: GameStarter | None = None,
        *,
        everywhere: bool = True,
    ) -> FoundBoard:
        """Return the board as soon as it can be read; raise a ReadingError if it can't be within
        ``patience_s``.

        ``make_way`` is called as long as it can't be, and returns True if it removed an obstacle;
        ``start`` begins a game once no board is read in the window; without it nothing does. What
        takes long or changes the page is tried only if ``everywhere``, once the page stands still,
        and at the end.
        """
        first_at = began_at = monotonic()
        search_at = SEARCH_AFTER * patience_s
        obstacles = 0
        is_start_due = False
        while True:
            rests = self._rests
            had_board = self._seen is not None
            is_new = self._take_screenshot()
            waited = monotonic() - began_at
            if is_new:
                self._seen = self._try(self._read_window)
            # A still board may be beside what never stands still.
            never_rests = is_new and not self._is_at_rest and waited >= MOVES_S
            if self._seen is None and (self._rests > rests or never_rests):
                self._seen = self._try(self._read_in_doubt)
            if self._seen and self._stands_still(self._seen.reading):
                return self._seen
            # An animation before a game ends by itself.
            is_seen = monotonic() - self._board_seen_at < MOVES_S
            is_moving = is_seen and not self._is_at_rest and waited < UNSTEADY_S
            # The rest of a board is looked for at once.
            is_part = self._is_cut_off() and not self._is_searched
            is_still = (self._is_at_rest and not is_part) or waited >= MOVES_S
            is_start_due = not is_moving and (is_start_due or is_still)
            has_begun = is_start_due and self._begin(start)
            is_late = monotonic() - first_at > LONGEST * patience_s
            is_due = is_late or waited >= (patience_s if is_new else search_at)
            is_due = is_due or (is_part and self._is_at_rest)
            if not has_begun and everywhere and is_due:
                if found := self._search():
                    return found
                search_at = 2 * (monotonic() - began_at)
                # A search may take seconds, in which the page may have begun its game.
                is_unchanged = not _stirs(self.picture, self.screen.take_screenshot())
                has_begun = is_unchanged and self._begin(start)
            # Without a start no page is refused for its silence.
            quiet_s = start.quiet_s if start else -inf
            is_over = waited >= patience_s or self._is_idle(quiet_s, waited, is_late)
            if has_begun or (obstacles < MOST_OBSTACLES and make_way()):
                obstacles += not has_begun
                began_at = monotonic()
                search_at = SEARCH_AFTER * patience_s
                self._still = None
                is_start_due = False
            # Of a board that has just come, only a second look shows that it stands still.
            elif is_over and (had_board or self._seen is None):
                raise self._refusal
            self.screen.page.wait_for_timeout(LOOK_MS)

    def _begin(self, start: GameStarter | None) -> bool:
        if start is None:
            return False
        seen = BoardlessPage(
            is_bare=isinstance(self._refusal, BoardNotFound),
            is_searched=self._is_searched,
            still_s=monotonic() - self._changed_at,
            goes_on=not self._is_searched and bool(self.screen.scrolling_parts(with_page=True)),
            rests=self._rests,
        )
        return start.begin(seen)

    def _is_idle(self, quiet_s: float, waited: float, is_late: bool) -> bool:
        """Return True if nothing more is to be expected of a page that was searched: it has been
        quiet for long, or for a moment if it ``is_late``."""
        # A clock, or an advertisement, may move for ever.
        if is_late and self._searched is not None:
            return quiet_s >= 0 and waited >= BEGINS_S
        return (
            self._is_searched
            and quiet_s >= REFUSES_S
            and monotonic() - self._changed_at >= CHANGES_S
        )

    @property
    def _is_searched(self) -> bool:
        """True if the board was looked for everywhere on the page as it is by now, unless it never
        stands still."""
        if self._searched is None or not self._was_at_rest:
            return self._searched is not None
        return not _stirs(self._searched, self.picture)

    def _take_screenshot(self) -> bool:
        """Take a screenshot; return True if it is another picture than before."""
        now = self.screen.take_screenshot()
        # An equal picture stays, with what was measured in it.
        is_new = self._still is None or not np.array_equal(now, self.picture)
        if is_new:
            self.picture = now
            self._changed_at = monotonic()
        if self._still is None or _stirs(self._still, self.picture):
            self._still = self.picture
            self._still_since = monotonic()
        was_at_rest = self._is_at_rest
        self._is_at_rest = monotonic() - self._still_since >= AT_REST_S
        self._rests += self._is_at_rest and not was_at_rest
        return is_new

    def _try(self, read: Callable[[], FoundBoard]) -> FoundBoard | None:
        """Return what a way to read finds, or None if it refuses; the window's own refusal is
        reported in the end."""
        try:
            with self.screen.timeline.measure("recognition"):
                found = read()
            self._check_whole(found)
            return found
        except ReadingError as error:
            if read in (self._read_window, self._read_in_doubt):
                self._refusal = error
            return None

    def _check_whole(self, found: FoundBoard) -> None:
        """Raise BoardCutOff for a board at the edge of a part of the page that can be scrolled."""
        box = found.reading.box
        part = None if found.panorama else self._find_part(box)
        if part and goes_on(box, part.box, cells=max(found.reading.rows, found.reading.cols)):
            error = BoardCutOff("a part of the page cuts the board off", hint=WHOLE_HINT)
            error.box = box
            raise error

    def _find_part(self, box: Box) -> ScrollingPart | None:
        """Return the smallest part of the page that can be scrolled and holds a box's middle."""
        x = (box[0] + box[2]) // 2
        y = (box[1] + box[3]) // 2
        for part in reversed(self.screen.scrolling_parts()):
            left, top, right, bottom = part.box
            if left <= x < right and top <= y < bottom:
                return part
        return None

    def _stands_still(self, reading: Reading) -> bool:
        """Return True if the page stands still, the game is distinctive, or all boards that were
        read for some time are this one.

        A lamp that blinks, or lights that run round before a game, look the same now and then.
        """
        if self._is_at_rest or GAMES[reading.puzzle].player.is_distinctive:
            return True
        self._board_seen_at = monotonic()
        before = self._same
        # Lamps and pegs that move or shine, and are read again, may be a pixel off.
        is_same = before is not None and before.grid == reading.grid
        if before is None or not (is_same and is_same_place(before.box, reading.box)):
            self._same = reading
            self._same_since = monotonic()
        self._refusal = AmbiguousBoard("the board does not stand still", hint="--headed to see it")
        return monotonic() - self._same_since >= AT_REST_S

    def _is_cut_off(self) -> bool:
        """Return True if the window shows a part of a board: so says its reading, or it reaches the
        window's edge, or is in a part of the page that can be scrolled."""
        box = self._refusal.box
        if isinstance(self._refusal, BoardCutOff) or box is None:
            return isinstance(self._refusal, BoardCutOff)
        height, width = self.picture.shape[:2]
        is_at_edge = min(box[:2]) <= EDGE_PX or box[2] >= width - EDGE_PX
        return is_at_edge or box[3] >= height - EDGE_PX or self._find_part(box) is not None

    def _search(self) -> FoundBoard | None:
        if self._searched is not None and not _stirs(self._searched, self.picture):
            return None
        self._searched = self.picture
        self._was_at_rest = self._is_at_rest
        # A part that scrolls is seen in a second or two; a larger window takes longer to be read.
        ways = [self._read_page, self._read_scrolled, self._read_enlarged]
        ways.insert(len(ways) if self._is_cut_off() else 0, self._read_slanted)
        found = self._try_all(ways)
        if found is None and self.reader.has_doubtful:
            self.reader.accepts_doubtful = True
            found = self._try_all((self._read_in_doubt, *ways))
        return found

    def _try_all(self, ways: Sequence[Callable[[], FoundBoard]]) -> FoundBoard | None:
        for way in ways:
            if found := self._try(way):
                return found
        return None

    def _read_window(self) -> FoundBoard:
        return FoundBoard(self.reader.read(self.picture), self.picture)

    def _read_in_doubt(self) -> FoundBoard:
        # The rest of a cut board may still be found.
        if isinstance(self._refusal, BoardCutOff):
            raise self._refusal
        reading = self.reader.read_in_doubt(self.picture, self._refusal)
        return FoundBoard(reading, self.picture)

    def _read_slanted(self) -> FoundBoard:
        # A board that is read as it is, but does not stand still yet, is not slanted.
        if self._seen:
            raise self._refusal
        return FoundBoard(self.reader.read_slanted(self.picture), self.picture)

    def _read_page(self) -> FoundBoard:
        page = self.screen.take_screenshot(whole_page=True)
        if page.shape == self.picture.shape:
            raise self._refusal
        return bring_into_window(self.screen, self.reader.read_anyhow(page))

    def _read_scrolled(self) -> FoundBoard:
        """Return a board in a part of the page that has to be scrolled: the one that shows some of
        it, or else any."""
        parts = self.screen.scrolling_parts()[:MOST_SCROLLED]
        if self._refusal.box is not None:
            part = self._find_part(self._refusal.box)
            parts = [part] if part else []
        for part in parts:
            with suppress(ReadingError):
                return self._read_panorama(part)
        raise self._refusal

    def _read_enlarged(self) -> FoundBoard:
        """Return a board that is cut off by the window, or by a part of the page that grows with
        it: a window of our own is enlarged, another one is scrolled.

        There is none if nothing is cut off and nothing can be scrolled. A banner that sticks to the
        window may cover so much of a board that nothing of it is known.
        """
        parts = self.screen.scrolling_parts(with_page=True)
        if not (parts or self._is_cut_off()):
            raise self._refusal
        before = self.screen.page.viewport_size
        if before is None:
            if not parts:
                raise self._refusal
            return self._read_panorama(parts[0])
        self.screen.enlarge()
        picture = self.screen.take_screenshot()
        try:
            return FoundBoard(self.reader.read_anyhow(picture), picture)
        except ReadingError:
            self.screen.page.set_viewport_size(before)
            raise

    def _read_panorama(self, part: ScrollingPart) -> FoundBoard:
        panorama = Panorama(self.screen, part)
        try:
            return FoundBoard(self.reader.read_anyhow(panorama.image), panorama.image, panorama)
        except ReadingError:
            panorama.scroll_back()
            raise


def bring_into_window(screen: Screen, on_page: Reading) -> FoundBoard:
    """Scroll the page to a board that was read in a picture of all of it, and return it; raise a
    ReadingError if it is not there."""
    x, y = screen.scroll_to(on_page.box)
    picture = screen.take_screenshot()
    # A board with few lines may seem to be at its old place too.
    return FoundBoard(update_reading(picture, on_page.move_by(-x, -y)), picture)


def goes_on(box: Box, part: Box, cells: int) -> bool:
    """Return True if a board at a box, of at most so many cells a side, may go on beyond a part of
    the page: less than a cell lies between them."""
    cell = max(box[2] - box[0], box[3] - box[1]) / cells
    gaps = (box[0] - part[0], box[1] - part[1], part[2] - box[2], part[3] - box[3])
    return min(gaps) < cell


def _stirs(before: Image, now: Image) -> bool:
    """Return True if more than a clock has changed on the page."""
    return before.shape != now.shape or bool((before != now).any(axis=2).mean() > STIRS)
