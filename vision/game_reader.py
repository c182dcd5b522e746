"""The interface between the reader of one game and the code that arbitrates between all of them."""
# ruff: noqa: ARG002 (the defaults need less than the games do)

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar

from vision.attempt import Attempt, Hints
from vision.image import Image
from vision.reading import Reading


class GameReader(ABC):
    """Reader for the boards of one game.

    With ``puzzle="auto"`` the readers are asked in the order of the registry, each with the attempts of the readers
    before it. The defaults suit a game that gives way to all others: its boards count if no other game was read.

    Attributes
    ----------
    puzzle : name of the game in options and in ``Reading.puzzle``.
    title : name of the game in messages.
    reads_photos : True if ``attempts_in_photo`` finds boards that do not stand upright.
    exclusive : True if a board of this game leaves no room for others: refusals of other games are dropped beside it,
        and its own refusals are dropped beside attempts of other games.
    """

    puzzle: ClassVar[str]
    title: ClassVar[str]
    reads_photos: ClassVar[bool] = False
    exclusive: ClassVar[bool] = False

    @abstractmethod
    def attempts(self, image: Image, hints: Hints, *, only_certain: bool = False) -> list[Attempt]:
        """Return the attempts at upright boards in a picture.

        Parameters
        ----------
        image : ndarray of shape (H, W, 3) and dtype uint8, BGR.
        hints : what is known of the board.
        only_certain : refuse what may be something else; True if nobody named the puzzle.
        """

    @abstractmethod
    def update(self, image: Image, reading: Reading, *, learn: bool = False) -> Reading | None:
        """Return the known reading with what the picture shows now; the arguments of ``vision.update_reading``.

        None means that the grid is not found: the picture is read anew, and has to show the same grid.
        """

    def attempts_in_photo(self, image: Image, hints: Hints, *, slanted: bool) -> Iterable[Attempt]:
        """Return the attempts at boards in a photo; asked if no reader read a board, or the board is ``slanted``."""
        return ()

    def is_plausible(self, image: Image, earlier: Sequence[Attempt]) -> bool:
        """Return True if the attempts of other games leave it possible that the picture shows this game."""
        return not any(attempt.reading for attempt in earlier)

    def prevails(self, image: Image, own: Sequence[Attempt]) -> bool:
        """Return True if the own readings can't be of another game that was read too."""
        return False

    def disputes(self, image: Image, attempt: Attempt, own: Sequence[Attempt]) -> bool:
        """Return True if the reading of another game's attempt may be a board of this game, given the own attempts."""
        return any(other.reading for other in own)
