"""Finds a board on a page: in the window, else wherever scrolling, more room or a slanted view may show it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Final

import numpy as np

from autoplay.browser.panorama import Panorama, Spot
from autoplay.browser.screen import Screen
from autoplay.browser.wait import LOOK_MS
from autoplay.games import GAMES, GameAdapter
from vision import Reading, read_board, stands_upright, update_reading
from vision.errors import AmbiguousBoard, BoardCutOff, BoardNotFound, ReadingError
from vision.image import Image
from vision.image_cache import cached_per_image

SOON: Final = 0.25
"""The part of the patience after which a page that stands still is searched: what it shows may not be all."""
AT_REST_S: Final = 0.4
"""How long a page stands still before it is read for a board that other things on a page may look like."""
STIRS: Final = 0.002
"""Part of the window that differs on a page that does not stand still: a clock is smaller, half a lamp is larger."""
WAYS_MADE: Final = 3
"""How often what stood before the board may be answered; more often it is the same that comes back."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A board as it was found: its reading in a picture of the window, or in a panorama."""

    reading: Reading
    picture: Image
    panorama: Panorama | None = None


class Search:
    """One search for a board. ``picture`` is the window as it was seen last."""

    def __init__(self, screen: Screen, games: Sequence[GameAdapter], lit: str) -> None:
        self.screen = screen
        self.games = games
        self.lit = lit
        self.picture: Image
        self._refused: Image | None = None
        self._resting: Image | None = None
        self._rests_since = 0.0
        self._has_read_at_rest = False
        self._searched: Image | None = None
        self._doubted: Reading | None = None
        self._other: Reading | None = None
        self._other_at = monotonic()
        self._has_unsure = False
        self._takes_unsure = False
        self._refusal: ReadingError

    def run(self, patience_s: float, meanwhile: Callable[[], bool], *, everywhere: bool = True) -> Sight:
        """The board, as soon as it can be read; ``meanwhile`` is called whenever it can't be.

        Where that moved something out of the way, the page has all its time again, for a few times.

        A picture that was refused is not read again. What takes long or changes the page is tried, if it is looked for
        ``everywhere``, once the page stands still, and when the time is over. Raises a ReadingError then.
        """
        start, search_at, ways_made = monotonic(), SOON * patience_s, 0
        while True:
            is_new, waited = self._glance(), monotonic() - start
            if is_new and (sight := self._seen(self._read_window)):
                return sight
            if self._stirs_elsewhere() and (sight := self._seen(self._read_twice_alike)):
                return sight
            if self._is_at_rest() and (sight := self._seen(self._read_others)):
                return sight
            if everywhere and waited >= (patience_s if is_new else search_at):
                if sight := self._search():
                    return sight
                search_at = 2 * (monotonic() - start)
            if meanwhile() and ways_made < WAYS_MADE:
                start, search_at, ways_made = monotonic(), SOON * patience_s, ways_made + 1
            elif waited >= patience_s and self._doubted:
                return Sight(self._doubted, self.picture)
            elif waited >= patience_s:
                raise self._refusal
            self.screen.page.wait_for_timeout(LOOK_MS)

    def _glance(self) -> bool:
        """Look at the window; whether it is another picture than the one that was refused."""
        self.picture = self.screen.take_screenshot().image
        if self._resting is None or _stirs(self._resting, self.picture):
            self._resting, self._rests_since, self._has_read_at_rest = self.picture, monotonic(), False
        return self._refused is None or not np.array_equal(self.picture, self._refused)

    def _seen(self, way: Callable[[], Sight]) -> Sight | None:
        """What a way to look shows, unless it is refused; the window's refusal is the one that is told."""
        try:
            return way()
        except ReadingError as error:
            if way == self._read_window:
                self._refused, self._refusal = self.picture, error
            elif way == self._read_others and isinstance(self._refusal, BoardNotFound) and not self._has_unsure:
                self._refusal = _telling([self._refusal, error] if self._plain else [error])
            return None

    def _stirs_elsewhere(self) -> bool:
        """Whether it is time to read a page that does not stand still: what stirs may lie beside a board that does."""
        now, others = monotonic(), any(not game.is_distinctive for game in self.games)
        is_moving = now - self._rests_since < AT_REST_S and not isinstance(self._refusal, BoardCutOff)
        return others and is_moving and now - self._other_at >= AT_REST_S

    def _read_twice_alike(self) -> Sight:
        """A board that was read the same some time ago."""
        before, self._other, self._other_at = self._other, None, monotonic()
        self._other = self._read_besides(self._doubted, self.picture)
        if before is None or (before.grid, before.box) != (self._other.grid, self._other.box):
            raise AmbiguousBoard("the board does not stand still", hint="--headed to see it")
        return Sight(self._other, self.picture)

    def _is_at_rest(self) -> bool:
        """Whether it is time to read what is seen for games that are not plain, once until the page stirs."""
        if self._has_read_at_rest or monotonic() - self._rests_since < AT_REST_S:
            return False
        self._has_read_at_rest = not isinstance(self._refusal, BoardCutOff)  # of which the rest may be found
        return self._has_read_at_rest

    def _search(self) -> Sight | None:
        if self._searched is not None and np.array_equal(self.picture, self._searched):
            return None
        self._searched = self.picture
        ways = (
            *(self._read_slanted, self._read_page, self._read_all, self._read_scrolled, self._read_twice),
            self._read_others,
        )
        sight = self._first_seen(ways)
        if sight is None and self._has_unsure:
            self._takes_unsure = True
            sight = self._first_seen((self._read_others, *ways))
        return sight

    def _first_seen(self, ways: Sequence[Callable[[], Sight]]) -> Sight | None:
        return next((sight for way in ways if (sight := self._seen(way))), None)

    def _read_window(self) -> Sight:
        self._doubted = None
        reading = self._read_for(self._plain, self.picture)
        if not self._is_sure(reading, self.picture):
            self._doubted = reading
            raise AmbiguousBoard("the board may be of several games", hint="--puzzle NAME")
        return Sight(reading, self.picture)

    def _read_others(self) -> Sight:
        return Sight(self._read_besides(self._doubted, self.picture), self.picture)

    @property
    def _plain(self) -> list[GameAdapter]:
        return [game for game in self.games if game.is_distinctive]

    def _read(self, picture: Image) -> Reading:
        """The board of a picture of what stands still, of whichever game."""
        try:
            reading = self._read_for(self._plain, picture)
        except ReadingError as refusal:
            try:
                return self._read_besides(None, picture)
            except ReadingError as error:
                raise _telling([refusal, error]) from None
        return reading if self._is_sure(reading, picture) else self._read_besides(reading, picture)

    def _read_besides(self, doubted: Reading | None, picture: Image) -> Reading:
        """The board of a game that is not plain, unless one that is proved is there, and it may be of that as well."""
        is_proved = doubted is not None and GAMES[doubted.puzzle].is_proved(doubted)
        try:
            readings, refusals = self._readings([game for game in self.games if not game.is_distinctive], picture)
        except ReadingError:
            if doubted and is_proved:
                return doubted
            raise
        if len(self.games) == 1:
            return readings[0]
        shown = shown_game(picture, self.lit)
        if of_it := [reading for reading in readings if reading.puzzle == shown]:
            return of_it[0]
        if doubted and is_proved:
            return doubted
        self._has_unsure = True
        # What another game has seen as well, and could not make out, is not pressed on.
        is_alone = all(isinstance(refusal, BoardNotFound) for refusal in refusals)
        likely = [reading for reading in readings if self._is_sure(reading, picture)] or readings * is_alone
        if not self._takes_unsure or len(likely) != 1:
            raise AmbiguousBoard("what may be a board may be something else", hint="--puzzle NAME")
        return likely[0]

    def _readings(self, games: Sequence[GameAdapter], picture: Image) -> tuple[list[Reading], list[ReadingError]]:
        """The boards of all of these games that the picture can be read for, and why it is none of the others.

        Raises a ReadingError if there are none.
        """
        readings: list[Reading] = []
        refusals: list[ReadingError] = []
        for game in games:
            try:
                readings.append(self._read_as(game, picture))
            except ReadingError as error:
                refusals.append(error)
        if not readings:
            raise _telling(refusals)
        return readings, refusals

    def _read_for(self, games: Sequence[GameAdapter], picture: Image) -> Reading:
        """The board of the first of these games that the picture can be read for."""
        return self._readings(games, picture)[0][0]

    def _is_sure(self, reading: Reading, picture: Image) -> bool:
        return len(self.games) == 1 or GAMES[reading.puzzle].is_plausible(picture, reading)

    def _read_as(self, game: GameAdapter, picture: Image) -> Reading:
        reading = game.read(picture, self.lit)
        if game.is_distinctive and reading.warp is None and not stands_upright(picture, reading):
            slanted = read_board(picture, puzzle=game.name, slanted=True)
            if slanted.grid != reading.grid:
                raise AmbiguousBoard("the board is slanted, and not read with certainty", hint="a larger window")
            return slanted
        return reading

    def _read_slanted(self) -> Sight:
        for plain in self._plain if self._doubted is None else ():
            return Sight(read_board(self.picture, puzzle=plain.name, slanted=True), self.picture)
        raise self._refusal

    def _read_page(self) -> Sight:
        """A board that is below the window, or beside it: the page is scrolled to it."""
        page = self.screen.take_screenshot(whole_page=True).image
        if page.shape == self.picture.shape:
            raise self._refusal
        on_page = self._read(page)
        self.screen.scroll_to(on_page.box)
        picture = self.screen.take_screenshot().image
        return Sight(update_reading(picture, on_page), picture)

    def _read_all(self) -> Sight:
        """A board that a window of ours cuts off: the window is made as large as the page."""
        (width, height), (wide, high) = self.screen.page_size, self.screen.size
        if width <= wide and height <= high:
            raise self._refusal
        return self._read_enlarged(width, height)

    def _read_twice(self) -> Sight:
        """A board that is cut off by a part of the page that grows with the window."""
        (width, height), (_, high) = self.screen.size, self.screen.page_size
        return self._read_enlarged(2 * width, max(2 * height, high))

    def _read_enlarged(self, width: int, height: int) -> Sight:
        before = self.screen.page.viewport_size
        if before is None:
            raise self._refusal
        self.screen.enlarge_to((0, 0, width, height))
        picture = self.screen.take_screenshot().image
        try:
            return Sight(self._read(picture), picture)
        except ReadingError:
            self.screen.page.set_viewport_size(before)
            raise

    def _read_scrolled(self) -> Sight:
        """A board in a part of the page, or on a page in a window that is not ours, that has to be scrolled."""
        height, width = self.picture.shape[:2]
        x0, y0, x1, y1 = self._refusal.box or (0, 0, width, height)
        panorama = self._panorama(((x0 + x1) // 2, (y0 + y1) // 2))
        try:
            return Sight(self._read(panorama.image), panorama.image, panorama)
        except ReadingError:
            panorama.scroll_back()
            raise BoardCutOff("what can be scrolled to shows no whole board", hint="a larger window") from None

    def _panorama(self, spot: Spot) -> Panorama:
        """What can be scrolled to, at the second try if the page stood still in the midst of the first."""
        try:
            return Panorama(self.screen, spot)
        except BoardCutOff:
            return Panorama(self.screen, spot)


@cached_per_image
def shown_game(picture: Image, lit: str) -> str:
    """The game of which a picture shows a board, and of no other, as far as a picture can; empty if it shows none."""
    try:
        return read_board(picture, lit=lit).puzzle
    except ReadingError:
        return ""


def _stirs(before: Image, now: Image) -> bool:
    """Whether more has changed on the page than a clock."""
    return before.shape != now.shape or bool((before != now).any(axis=2).mean() > STIRS)


def _telling(refusals: Sequence[ReadingError]) -> ReadingError:
    """The refusal that tells most: of a board that was seen, else the first."""
    none = BoardNotFound("nothing on the page stands still", hint="--headed to see it")
    seen = (refusal for refusal in refusals if not isinstance(refusal, BoardNotFound))
    return next(seen, next(iter(refusals), none))
