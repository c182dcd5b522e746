"""What differs from game to game: a row for each puzzle, and what the modules of its package have to offer."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, cast

from solvers.cells import Cell

if TYPE_CHECKING:
    from autoplay.games.requests import Verbs
    from autoplay.player.applier import Placing
    from vision import Reading
    from vision.image import Image

Grid: TypeAlias = tuple[str, ...]
"""A board as rows of looks."""
Target: TypeAlias = Literal["off", "on"] | tuple[str, ...] | None
"""What lamps are to show: all off, all on, or rows of states; None where the page decides, which is all off mostly."""
End: TypeAlias = int | Literal["any"] | None
"""Where the last peg is to be: in the hole of this number, anywhere, or where the game started if that can be."""


class Given(Protocol):
    """A puzzle of any game: its ``grid`` as rows of text, and its ``stars`` per row if it is about stars."""

    @property
    def grid(self) -> tuple[str, ...]: ...
    @property
    def stars(self) -> int | None: ...


class Answer(Protocol):
    """A solution of any game: the (row, col) ``cells`` that it is about, one for each thing to be done."""

    @property
    def cells(self) -> tuple[Cell, ...]: ...


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is known of a puzzle beside its picture: ``stars`` per row, the ``target`` that lamps are to show, and the
    ``end`` of the last peg."""

    stars: int | None = None
    target: Target = None
    end: End = None


class Play(Protocol):
    """What a game has of its own where it is played on a page, as the module ``play`` of its package."""

    def is_sure(self, image: Image, reading: Reading, /) -> bool:
        """Whether a board that was read for the game does not look like one of another."""

    def is_proved(self, reading: Reading, /) -> bool:
        """Whether it can only be of this game though it does."""

    def solve_board(self, reading: Reading, wishes: Wishes, /) -> tuple[Any, Any]:
        """The puzzle of a reading and its answer; raises NoSolution, ManySolutions, BadNotation, SolveTimeout."""

    def placing(self) -> type[Placing]:
        """The class that brings an answer to the page."""

    def unplayed(self, puzzle: Any, solution: Any, /) -> str:
        """What to say of an answer that is not brought there; raises NoSolution."""

    def facts(self, reading: Reading, puzzle: Any, solution: Any, /) -> dict[str, object]:
        """What JSON says of its puzzles and of no other's."""

    def draw(self, puzzle: Any, solution: Any, /) -> str:
        """A board with its answer as text, and the answer in a line."""

    def kind(self, puzzle: Any, /) -> str:
        """A puzzle in a word: "10x10/2★"."""


@dataclass(frozen=True, slots=True)
class Game:
    """A puzzle that can be played; its package, whose name follows from the game's, is imported when it is used.

    ``is_plain`` is whether its boards can be told from whatever else a page shows; others are looked for only on a page
    that stands still. ``has_lines`` is whether the lines round its cells stay as they are whatever is played, so that
    moves and covers can be told by them. ``explains`` is whether there are steps to a solution.
    """

    name: str
    is_plain: bool = False
    has_lines: bool = False
    explains: bool = False

    def read(self, image: Image, lit: str) -> Reading:
        """The board of a picture, by which look is the ``lit`` one; raises a ReadingError."""
        from vision import read_board

        return read_board(image, puzzle=self.name, lit=lit)

    def play(self) -> Play:
        """What it takes to play it on a page."""
        return cast("Play", self._module("play"))

    def verbs(self) -> Verbs:
        """What it takes for the verbs that need no page."""
        return cast("Verbs", self._module("verbs"))

    def _module(self, name: str) -> object:
        package = {"pegs": "peg_solitaire"}.get(self.name, self.name.replace("-", "_"))
        return import_module(f"autoplay.games.{package}.{name}")
