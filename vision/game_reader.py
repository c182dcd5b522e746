"""Interface between the reader of one game and the code that arbitrates between all readers."""
# ruff: noqa: ARG002 (the defaults need fewer arguments than the games do)

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar

from vision.attempt import Attempt, Hints
from vision.image import Image
from vision.reading import Reading


class GameReader(ABC):
    """Reader for the boards of one game.

    With ``puzzle="auto"`` the readers run in the order of the registry, and each receives the attempts of the readers
    before it. The defaults suit a game that yields to all others: its boards count only if no other game was read.

    Attributes
    ----------
    puzzle : name of the game in options and in ``Reading.puzzle``.
    title : name of the game in messages.
    reads_photos : True if ``attempts_in_photo`` finds boards that are not upright.
    symbols : characters that a grid of this game can have; a saved reading with others is ignored. "" is any.
    exclusive : True if a board of this game rules out other games: then refusals of other games are dropped, and this
        game's own refusals are dropped if there are attempts of other games.
    """

    puzzle: ClassVar[str]
    title: ClassVar[str]
    reads_photos: ClassVar[bool] = False
    exclusive: ClassVar[bool] = False
    symbols: ClassVar[str] = ""

    @abstractmethod
    def attempts(self, image: Image, hints: Hints, *, only_certain: bool = False) -> list[Attempt]:
        """Return the attempts to read upright boards in a picture.

        Parameters
        ----------
        image : ndarray of shape (H, W, 3) and dtype uint8, BGR.
        hints : information about the board.
        only_certain : refuse boards that may be something else; True if the puzzle was not given.
        """

    @abstractmethod
    def update(self, image: Image, reading: Reading, *, learn: bool = False) -> Reading | None:
        """Return the known reading updated from the picture; the arguments are those of ``vision.update_reading``.

        None if the grid was not found: the caller then reads the picture from scratch and expects the same grid.
        """

    def attempts_in_photo(self, image: Image, hints: Hints, *, slanted: bool) -> Iterable[Attempt]:
        """Return the attempts to read boards in a photo; called if no board was read or the board is ``slanted``."""
        return ()

    def is_plausible(self, image: Image, earlier: Sequence[Attempt]) -> bool:
        """Return True if the picture may still show this game, given the attempts of other games."""
        return not any(attempt.reading for attempt in earlier)

    def prevails(self, image: Image, own: Sequence[Attempt]) -> bool:
        """Return True if this reader's readings can't belong to another game that was read too."""
        return False

    def disputes(self, image: Image, attempt: Attempt, own: Sequence[Attempt]) -> bool:
        """Return True if another game's reading may be a board of this game, given this reader's own attempts."""
        return any(other.reading for other in own)
