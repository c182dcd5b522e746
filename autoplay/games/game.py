"""What differs from game to game: a row for each puzzle that can be played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

if TYPE_CHECKING:
    from autoplay.games.verbs import Verbs
    from autoplay.placing import Placing
    from vision import Reading
    from vision.image import Image

Cell: TypeAlias = tuple[int, int]
Target: TypeAlias = Literal["off", "on"] | tuple[str, ...] | None
"""What lamps are to show: all off, all on, or rows of states; None where the page decides, which is all off mostly."""


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
    """What is known of a puzzle beside its picture: ``stars`` per row, the ``target`` that lamps are to show."""

    stars: int | None = None
    target: Target = None


@dataclass(frozen=True, slots=True)
class Game:
    """A puzzle that can be played: all in which it differs from the others.

    ``read`` takes a picture, and which look of a lamp is lit. ``is_plain`` is whether its boards can be told from
    whatever else a page shows; others are looked for only on a page that stands still. ``has_lines`` is whether the
    lines round its cells stay as they are whatever is played, so that moves and covers can be told by them.

    ``is_sure`` is whether a board that was read for the game does not look like one of another, and ``is_proved``
    whether it can only be of this one though it does.

    ``solve`` gives the puzzle of a reading and its answer, or raises NoSolution or ManySolutions. ``placing`` gives the
    class that brings an answer to the page. ``unplayed`` is what to say of one that is not brought there, or raises
    NoSolution; ``explains`` is whether there are steps to it. ``facts`` are what JSON says of its puzzles and of no
    other's, ``draw`` is a board with its answer as text, ``kind`` names a puzzle in a word: "10x10/2★".
    ``verbs`` gives the module for those verbs that need no page.
    """

    name: str
    read: Callable[[Image, str], Reading]
    is_plain: bool
    has_lines: bool
    is_sure: Callable[[Image, Reading], bool]
    is_proved: Callable[[Reading], bool]
    solve: Callable[[Reading, Wishes], tuple[Any, Any]]
    placing: Callable[[], type[Placing]]
    unplayed: Callable[[Any, Any], str]
    explains: bool
    facts: Callable[[Reading, Any], dict[str, object]]
    draw: Callable[[Any, Any], str]
    kind: Callable[[Any], str]
    verbs: Callable[[], Verbs]
