"""Reads the board of a page from a picture, of whichever game it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias

from playwright.sync_api import Page

from autoplay.browser.controls import own_frames
from autoplay.browser.wait import ask
from autoplay.games import GAMES
from autoplay.games.adapter import Game
from vision import Reading, ReadResult, inspect, read_board, stands_upright
from vision.errors import AmbiguousBoard, BoardNotFound, ReadingError
from vision.image import Image, cache_per_image

BoardKey: TypeAlias = tuple[str, tuple[str, ...]]
"""Game and grid of a board."""
UNCERTAIN: Final = "what looks like a board may be something else"


class BoardReader:
    """Reader for the board of one of several games.

    The first of these that applies says which game it is:

    - only one game was asked for
    - `vision.read_board` decides it by the whole picture, and the page names no other game
    - in doubt, the board is proved to be of a distinctive game, or a plausible one of the game that
      the page names
    - in doubt, once ``accepts_doubtful``: it is plausible as one of a single game, or can be read as
      one, and no other game has noticed anything; and the page names no other game

    Of several boards in a picture, the first one is read that ``may_be_pressed``: the others are
    examples, or pictures of what to do, except for those that are ``left_out`` by their number.
    Boards in ``aside`` are such pictures too.

    ``named`` returns the name of the only game that the page names, or nothing. ``has_doubtful`` is
    True once a board was refused that ``accepts_doubtful`` may let through.
    """

    def __init__(
        self,
        games: Sequence[Game],
        lit: str,
        named: Callable[[], str] = lambda: "",
        *,
        aside: Container[BoardKey] = (),
        may_be_pressed: Callable[[Reading], bool] = lambda _reading: False,
    ) -> None:
        self.games = games
        self.lit = lit
        self.aside = aside
        self._named = named
        self._may_be_pressed = may_be_pressed
        self.left_out = 0
        self.has_doubtful = False
        self.accepts_doubtful = False

    def read(self, picture: Image) -> Reading:
        """Return the board of the game that is certain; raise a ReadingError."""
        if len(self.games) == 1:
            return self._read_as(self.games[0], picture)
        found = self._choose(inspect(picture, lit=self.lit))
        if self._named() not in ("", found.puzzle):
            raise AmbiguousBoard(UNCERTAIN, hint="--puzzle NAME")
        return _straighten(found, picture)

    def read_anyhow(self, picture: Image) -> Reading:
        """Return the board that is certain, or else likely; raise a ReadingError."""
        try:
            return self.read(picture)
        except ReadingError as refusal:
            return self.read_in_doubt(picture, refusal)

    def read_slanted(self, picture: Image) -> Reading:
        """Return the slanted board of a distinctive game, or of the one that the page names; raise
        a ReadingError."""
        named = self.games[0].name if len(self.games) == 1 else self._named()
        for game in self.games:
            if game.name == named or (game.player.is_distinctive and not named):
                return read_board(picture, puzzle=game.name, slanted=True, lit=self.lit)
        raise BoardNotFound("nothing on the page is a slanted board", hint="--headed to see it")

    def read_in_doubt(self, picture: Image, refusal: ReadingError) -> Reading:
        """Return the board of the only likely game in a picture in which none is certain; raise the
        ``refusal`` of that if no game can be read alone."""
        if len(self.games) == 1:
            raise refusal
        readings: list[Reading] = []
        refusals: list[ReadingError] = []
        for game in self.games:
            try:
                readings.append(self._read_as(game, picture))
            except ReadingError as error:
                refusals.append(error)
        named = self._named()
        likely = [one for one in readings if GAMES[one.puzzle].player.is_plausible(one)]
        for reading in likely:
            if reading.puzzle == named or GAMES[reading.puzzle].player.is_distinctive:
                return reading
        if named:
            readings = [reading for reading in readings if reading.puzzle == named]
            likely = []
        if not readings:
            raise refusal
        self.has_doubtful = True
        # A board that another game has noticed too, and could not read, is not pressed on.
        is_alone = all(isinstance(error, BoardNotFound) and not error.box for error in refusals)
        if is_alone and not likely:
            likely = readings
        if not self.accepts_doubtful or len(likely) != 1:
            raise AmbiguousBoard(UNCERTAIN, hint="--puzzle NAME")
        return likely[0]

    def _read_as(self, game: Game, picture: Image) -> Reading:
        found = self._choose(inspect(picture, puzzle=game.name, lit=self.lit))
        return _straighten(found, picture)

    def _choose(self, result: ReadResult) -> Reading:
        """Return the board of a picture that is to be played; raise a ReadingError."""
        left = [
            one for one in result.attempts if not (one.reading and key(one.reading) in self.aside)
        ]
        shown = replace(result, attempts=tuple(left))
        self.left_out = 0
        try:
            return shown.best()
        except ReadingError as error:
            pressed = list(filter(self._may_be_pressed, shown.readings))
            # A second board of lamps may be what the first one should look like.
            are_alike = len({one.puzzle for one in pressed}) == 1
            is_pattern = are_alike and bool(GAMES[pressed[0].puzzle].player.state_names)
            if len(pressed) != 1 and (not are_alike or is_pattern):
                if pressed:
                    error.hint = "--click what leads to one of them alone"
                raise
            self.left_out = len(pressed) - 1
            return pressed[0]


def key(reading: Reading) -> BoardKey:
    """Return what tells one board from another wherever it is: its game and its grid."""
    return reading.puzzle, reading.grid


def _straighten(reading: Reading, picture: Image) -> Reading:
    """Return the reading of a board of a distinctive game, which may be slanted; raise
    AmbiguousBoard if it is, and shows another grid then."""
    is_distinctive = GAMES[reading.puzzle].player.is_distinctive
    if not is_distinctive or reading.warp is not None or stands_upright(picture, reading):
        return reading
    slanted = read_board(picture, puzzle=reading.puzzle, slanted=True)
    if slanted.grid != reading.grid:
        raise AmbiguousBoard(
            "the board is slanted, and not read with certainty", hint="a larger window"
        )
    return slanted


@cache_per_image
def shown_game(picture: Image, lit: str) -> str:
    """Return the name of the only game whose board a picture shows; empty if there is none."""
    try:
        return read_board(picture, lit=lit).puzzle
    except ReadingError:
        return ""


NAMES: Final = """() => [document.title, location.pathname,
  ...[...document.querySelectorAll('h1, h2')].map((heading) => heading.innerText ?? '')]"""
"""Script returning what may name the game of a page."""


def named_game(page: Page, games: Sequence[Game]) -> str:
    """Return the name of the only one of these games that a page names; empty if there is none."""
    named: set[str] = set()
    for frame in own_frames(page):
        for text in ask(page, partial(frame.evaluate, NAMES)) or []:
            named.update(game.name for game in games if is_named(game, str(text)))
    return named.pop() if len(named) == 1 else ""


def is_named(game: Game, text: str) -> bool:
    """Return True if a text has one of the titles of a game: "LightsOut", "lights-out" and "Lights
    Out!" all count."""
    words = re.sub(r"([a-z])([A-Z])", r"\1 \2", text)
    joined = " ".join(re.findall(r"[^\W\d_]+", words))
    spaced = f" {joined} ".casefold()
    for title in game.player.titles:
        is_joined = " " in title or not title.isascii()
        if f" {title} " in spaced or (is_joined and title.replace(" ", "") in spaced):
            return True
    return False
