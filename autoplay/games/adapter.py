"""Interface of a game: everything that differs from game to game outside of its reader and its solver."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import vision
from autoplay.games.options import PuzzleOptions
from autoplay.games.requests import AUTO

if TYPE_CHECKING:
    from autoplay.games.puzzle_text import PuzzleText
    from autoplay.games.requests import GenerateRequest, ReadRequest, SolveRequest, Steps
    from autoplay.games.results import BoardReport, GeneratedPuzzle, ReadPicture, SolveResult
    from solvers.deadline import Deadline
    from vision import Reading
    from vision.game_reader import GameReader
    from vision.image import Image


class GameAdapter(ABC):
    """One game, for all commands.

    ``name`` is that of ``Reading.puzzle`` and ``--puzzle``. ``is_distinctive`` is True if its boards cannot be mistaken
    for other things on a page; boards of other games are looked for only on a page that stands still.
    ``has_grid_lines`` is True if the lines around its cells stay the same during play; a moved or covered board is
    recognised by them. ``titles`` name the game on a page, in lower case. ``explains`` is True if the game can explain
    its solutions step by step. ``keys`` are the keys that only a JSON row of this game has; they also name the options
    in the lines above the text of a puzzle.
    """

    name: ClassVar[str]
    is_distinctive: ClassVar[bool] = False
    has_grid_lines: ClassVar[bool] = False
    titles: ClassVar[tuple[str, ...]] = ()
    explains: ClassVar[bool] = False
    keys: ClassVar[frozenset[str]] = frozenset()

    # pictures

    @property
    @abstractmethod
    def reader(self) -> GameReader:
        """Reader of its boards; an adapter imports it only here, because it loads OpenCV, which texts do not need."""

    def read(self, image: Image, lit: str = AUTO, *, slanted: bool = False) -> Reading:
        """Return the board in a picture, (H, W, 3) BGR; raise a ReadingError.

        ``lit`` and ``slanted`` are as for ``vision.read_board``.
        """
        return vision.inspect(image, puzzle=self.name, lit=lit, slanted=slanted, readers=[self.reader]).best()

    def update_reading(self, image: Image, reading: Reading, *, learn: bool = False) -> Reading:
        """Return a known board as a picture shows it now; arguments and errors as for ``vision.update_reading``."""
        return vision.update_reading(image, reading, learn=learn, readers=[self.reader])

    def read_as_known(self, image: Image, reading: Reading, lit: str = AUTO) -> Reading | None:  # noqa: ARG002
        """Return a known board read anew as a whole, with the states that are known; None if it shows others."""
        return None

    @abstractmethod
    def describe(self, reading: Reading) -> str:
        """Return the size and content of a board in a few words."""

    @abstractmethod
    def draw(self, reading: Reading) -> str:
        """Return the board as text for a terminal."""

    def evidence(self, reading: Reading, limit: int | None) -> list[object]:
        """Return the measurements behind a reading as JSON objects: the ``limit`` least certain ones, or all."""
        return list(reading.evidence[:limit])

    def evidence_lines(self, reading: Reading, limit: int) -> Iterator[str]:
        """Yield the same measurements as lines of text."""
        yield from reading.evidence[:limit]

    @abstractmethod
    def report(self, reading: Reading, request: ReadRequest) -> BoardReport:
        """Return a reading with everything that was requested.

        Raises an AutoplayError if that is impossible, or if the reading is uncertain.
        """

    def confirm(self, reading: Reading, stars: int | None) -> None:  # noqa: B027 (most games do not need it)
        """Raise a ReadingError for a reading that its solution contradicts; ``stars`` is the number per row if known.

        By default it never raises: in most games, any position is possible.
        """

    # texts and options

    @abstractmethod
    def claims(self, text: str) -> bool:
        """Return True if a text could be a puzzle of this game."""

    @abstractmethod
    def options(self, given: Mapping[str, Any]) -> PuzzleOptions:
        """Return the game's options from the ``given`` values, by command-line option name; raise BadNotation."""

    def with_steps(self, options: PuzzleOptions | None, steps: Steps) -> PuzzleOptions | None:  # noqa: ARG002
        """Return the options with a request for steps; called only for a game that ``explains``."""
        return options

    @abstractmethod
    def solve_text(self, text: PuzzleText, request: SolveRequest, deadline: Deadline) -> SolveResult:
        """Solve the puzzle of a text or a JSON row; raise BadNotation, SolveTimeout."""

    @abstractmethod
    def solve_picture(self, picture: ReadPicture, request: SolveRequest, deadline: Deadline) -> SolveResult:
        """Solve a board that was read; raise ReadingError if the reading is uncertain, BadNotation, SolveTimeout."""

    @abstractmethod
    def generate(self, request: GenerateRequest, seed: int) -> GeneratedPuzzle:
        """Return the puzzle of a seed, the same each time; raise BadNotation, NotMade, SolveTimeout."""

    # play

    @abstractmethod
    def is_plausible(self, image: Image, reading: Reading) -> bool:
        """Return True if a board that was read as this game does not look like one of another."""

    def is_proved(self, reading: Reading) -> bool:  # noqa: ARG002 (boards of most games have solutions)
        """Return True if an implausible reading provably belongs to this game."""
        return False

    def may_be_idle(self, reading: Reading) -> bool:  # noqa: ARG002 (most boards show their puzzle)
        """Return True if a board looks like one of a game that has not begun."""
        return False

    def options_on_page(self, options: PuzzleOptions | None, stars: int | None) -> PuzzleOptions | None:
        """Return the options, completed with the ``stars`` per row according to the page, None if it gives no number.

        Raises BadNotation if they contradict each other. Most games ignore ``stars``.
        """
        del stars
        return options

    @abstractmethod
    def solve_reading(
        self, reading: Reading, options: PuzzleOptions | None, *, any_solution: bool = False
    ) -> tuple[Any, Any]:
        """Return the puzzle of a reading and its solution, a PuzzleLike and a SolutionLike.

        ``any_solution`` accepts the first of several; in most games any solution will do. Raises NoSolution,
        ManySolutions, BadNotation, SolveTimeout.
        """

    def unplayed_message(self, puzzle: Any, solution: Any) -> str:  # noqa: ARG002 (most games have nothing to add)
        """Return the message about a solution that is not played; raise NoSolution if there is none."""
        return "nothing was clicked"

    @abstractmethod
    def play_facts(self, reading: Reading, puzzle: Any, solution: Any) -> dict[str, object]:
        """Return the JSON values that only puzzles of this game have."""

    @abstractmethod
    def draw_answer(self, puzzle: Any, solution: Any) -> str:
        """Return the board with its solution as text, and the solution's cells or moves on a line below."""

    @abstractmethod
    def describe_puzzle(self, puzzle: Any) -> str:
        """Return the size and kind of a puzzle in a few words, such as "10x10/2★"."""
