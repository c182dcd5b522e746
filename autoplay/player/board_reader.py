"""Reads a board of one of several games from a picture, and decides which game it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from playwright.sync_api import Page

from autoplay.browser.controls import own_frames
from autoplay.browser.wait import ask
from autoplay.games import GAMES
from autoplay.games.adapter import Game
from vision import Reading, read_board, stands_upright
from vision.errors import AmbiguousBoard, BoardNotFound, ReadingError
from vision.image import Image, cache_per_image


class BoardReader:
    """Reader for the boards of several games.

    What a picture shows decides:

    - a distinctive game, and plausible as one: that reading
    - a distinctive game, but it may be of another one, or the page names another one:
      ``ambiguous``, until the other games were tried too
    - the only game that was asked for: that reading
    - another game, if `vision.read_board` says the same: that reading
    - another game, which the page names, and plausible: that reading
    - another game than the one which the page names: AmbiguousBoard
    - another game, implausible, if no game was uncertain: that reading, once
      ``accepts_implausible``
    - several games, or none: a ReadingError

    ``named`` returns the name of the only game that the page names, or nothing; it is asked only in
    doubt. ``has_implausible`` is True once a board was refused that ``accepts_implausible`` may let
    through.
    """

    def __init__(
        self, games: Sequence[Game], lit: str, named: Callable[[], str] = lambda: ""
    ) -> None:
        self.games = games
        self.lit = lit
        self._named = named
        self.distinctive = [game for game in games if game.player.is_distinctive]
        self.others = [game for game in games if not game.player.is_distinctive]
        self.ambiguous: Reading | None = None
        self.has_implausible = False
        self.accepts_implausible = False

    def read_distinctive(self, picture: Image) -> Reading:
        """Return the board of a distinctive game; raise AmbiguousBoard if it may be of another
        game."""
        self.ambiguous = None
        reading = self._read_all(self.distinctive, picture)[0][0]
        if not (self._is_plausible(reading, picture) and self._is_of_named_game(reading)):
            self.ambiguous = reading
            raise AmbiguousBoard("the board may be of several games", hint="--puzzle NAME")
        return reading

    def read_slanted(self, picture: Image) -> Reading | None:
        """Return the slanted board of a distinctive game; None if there is no such game, or an
        ambiguous board."""
        if not self.distinctive or self.ambiguous is not None:
            return None
        return read_board(picture, puzzle=self.distinctive[0].name, slanted=True)

    def read(self, picture: Image) -> Reading:
        """Return the board of any game in a picture of something that stands still; raise a
        ReadingError."""
        try:
            reading = self._read_all(self.distinctive, picture)[0][0]
        except ReadingError as refusal:
            try:
                return self.read_others(picture)
            except ReadingError as error:
                raise most_specific([refusal, error]) from None
        return (
            reading if self._is_plausible(reading, picture) else self.read_others(picture, reading)
        )

    def read_others(self, picture: Image, ambiguous: Reading | None = None) -> Reading:
        """Return the board of a game that is not distinctive, or the ``ambiguous`` one if it is
        proved and no other is.

        Raises a ReadingError.
        """
        proved = (
            ambiguous
            if ambiguous is not None and GAMES[ambiguous.puzzle].player.is_proved(ambiguous)
            else None
        )
        try:
            readings, refusals = self._read_all(self.others, picture)
        except ReadingError:
            if proved:
                return proved
            raise
        if len(self.games) == 1:
            return readings[0]
        shown = shown_game(picture, self.lit)
        named = self._named()
        of_shown_game = [reading for reading in readings if reading.puzzle == shown]
        if of_shown_game and named in ("", shown):
            return of_shown_game[0]
        if proved:
            return proved
        if named:
            readings = [reading for reading in readings if reading.puzzle == named]
            if readings and self._is_plausible(readings[0], picture):
                return readings[0]
        self.has_implausible = self.has_implausible or bool(readings)
        # A board that another game has noticed too, and could not read, is not pressed on.
        is_alone = all(
            isinstance(refusal, BoardNotFound) and refusal.box is None for refusal in refusals
        )
        likely = [
            reading for reading in readings if self._is_plausible(reading, picture)
        ] or readings * is_alone
        if not self.accepts_implausible or len(likely) != 1:
            raise AmbiguousBoard(
                "what looks like a board may be something else", hint="--puzzle NAME"
            )
        return likely[0]

    def _read_all(
        self, games: Sequence[Game], picture: Image
    ) -> tuple[list[Reading], list[ReadingError]]:
        """Return the boards of all of these games that can be read, and the errors of the other
        games.

        Raises the most specific of these errors if no board can be read.
        """
        readings: list[Reading] = []
        refusals: list[ReadingError] = []
        for game in games:
            try:
                readings.append(self._read_as(game, picture))
            except ReadingError as error:
                refusals.append(error)
        if not readings:
            raise most_specific(refusals)
        return readings, refusals

    def _read_as(self, game: Game, picture: Image) -> Reading:
        reading = read_board(picture, puzzle=game.name, lit=self.lit)
        if (
            game.player.is_distinctive
            and reading.warp is None
            and not stands_upright(picture, reading)
        ):
            slanted = read_board(picture, puzzle=game.name, slanted=True)
            if slanted.grid != reading.grid:
                raise AmbiguousBoard(
                    "the board is slanted, and not read with certainty", hint="a larger window"
                )
            return slanted
        return reading

    def _is_plausible(self, reading: Reading, picture: Image) -> bool:
        return len(self.games) == 1 or GAMES[reading.puzzle].player.is_plausible(picture, reading)

    def _is_of_named_game(self, reading: Reading) -> bool:
        """Return True unless the page names another game."""
        return len(self.games) == 1 or self._named() in ("", reading.puzzle)


@cache_per_image
def shown_game(picture: Image, lit: str) -> str:
    """Return the name of the only game whose board a picture shows; empty if there is none."""
    try:
        return read_board(picture, lit=lit).puzzle
    except ReadingError:
        return ""


def most_specific(refusals: Sequence[ReadingError]) -> ReadingError:
    """Return the error of a board that was noticed, else the first error."""
    nothing = BoardNotFound("nothing on the page stands still", hint="--headed to see it")
    noticed = (refusal for refusal in refusals if not isinstance(refusal, BoardNotFound))
    return next(noticed, next(iter(refusals), nothing))


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
