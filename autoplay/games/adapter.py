"""Interface of a game: everything that differs from game to game outside of its reader and its
solver."""
# ruff: noqa: ARG002, B027 (the defaults need fewer arguments than the games do, or do nothing)

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pkgutil import resolve_name
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

import vision
from autoplay.games import GenerateRequest, PuzzleOptions, ReadRequest, SolveRequest
from autoplay.games.puzzle_text import PuzzleText
from autoplay.games.results import (
    BoardReport,
    GeneratedPuzzle,
    NotedPicture,
    ReadPicture,
    SolveResult,
    head_step,
)
from autoplay.limits import SOLVE_S
from solvers.cells import Cell
from solvers.deadline import Deadline
from solvers.explained import Explanation, Step
from solvers.names import GRID_FORM
from vision import Reading
from vision.drawing.step import reading_on_step

Grid: TypeAlias = tuple[str, ...]
"""Rows of a board, one character a cell."""


class PuzzleLike(Protocol):
    """A puzzle of any game: its ``grid`` as rows of text, and its ``stars`` per row if it is a Star
    Battle."""

    @property
    def grid(self) -> tuple[str, ...]: ...
    @property
    def stars(self) -> int | None: ...


class SolutionLike(Protocol):
    """A solution of any game: the (row, col) ``cells`` to act on, in order; a cell may occur
    several times."""

    @property
    def cells(self) -> tuple[Cell, ...]: ...


AnyResult = TypeVar("AnyResult", bound=SolveResult)
PlayedPuzzle = TypeVar("PlayedPuzzle", bound=PuzzleLike)
"""The puzzles of one game, as they are played."""
PlayedSolution = TypeVar("PlayedSolution", bound=SolutionLike)
"""The solutions of one game, as they are played."""


class ReaderPart(ABC):
    """Boards of one game that were read from pictures; ``vision`` has the reader itself."""

    @abstractmethod
    def describe(self, reading: Reading) -> str:
        """Return the size and content of a board in a few words."""

    @abstractmethod
    def draw_text(self, reading: Reading) -> str:
        """Return the board as text for a terminal."""

    @abstractmethod
    def report(self, reading: Reading, request: ReadRequest) -> BoardReport:
        """Return a reading with everything that was requested.

        Raises an AutoplayError if that is impossible, or if the reading is uncertain.
        """

    def list_evidence(self, reading: Reading) -> list[object]:
        """Return the measurements behind a reading as JSON objects, the least certain first."""
        return list(reading.evidence)

    def describe_evidence(self, reading: Reading, limit: int) -> Iterator[str]:
        """Yield the ``limit`` least certain of them as lines of text."""
        yield from reading.evidence[:limit]

    def check_solution(self, reading: Reading, stars: int | None) -> None:
        """Raise a ReadingError for a reading that its solution contradicts; ``stars`` per row if
        known.

        By default it never raises: in most games, any position is possible.
        """


def complete_report(
    board: BoardReport,
    request: ReadRequest,
    write_grid: Callable[[Reading], str],
    solve_board: Callable[[Reading, SolveRequest, Deadline], SolveResult],
) -> BoardReport:
    """Return a report with the text form and the solution that were requested.

    Raises what the functions raise for the text form; errors of the solution become a doubt.
    """
    if request.text_form == GRID_FORM:
        board = replace(board, written=write_grid(board.reading))
    if not request.solve:
        return board
    return board.add_solution(
        lambda: solve_board(board.reading, SolveRequest(timeout_s=SOLVE_S), Deadline(SOLVE_S))
    )


class SolverPart(ABC):
    """Texts of one game's puzzles, their solutions, and new puzzles.

    ``keys`` are the keys that only a JSON row of this game has; they also name the options in the
    lines above the text of a puzzle. ``names`` are those of boards, which may stand for their text.
    """

    keys: ClassVar[frozenset[str]] = frozenset()
    names: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def claims_text(self, text: str) -> bool:
        """Return True if a text could be a puzzle of this game."""

    @abstractmethod
    def parse_options(self, values: Mapping[str, Any]) -> PuzzleOptions:
        """Return the game's options from values by command-line option name; raise BadNotation."""

    @abstractmethod
    def solve_text(
        self, text: PuzzleText, request: SolveRequest, deadline: Deadline
    ) -> SolveResult:
        """Solve the puzzle of a text or a JSON row, with the requested steps.

        Raises BadNotation, SolveTimeout.
        """

    @abstractmethod
    def solve_picture(
        self, picture: ReadPicture, request: SolveRequest, deadline: Deadline
    ) -> SolveResult:
        """Solve a board that was read, with the requested steps, and save the overlays.

        Raises ReadingError if the reading is uncertain, BadNotation, SolveTimeout, NotWritable.
        """

    @abstractmethod
    def generate_puzzle(self, request: GenerateRequest, seed: int) -> GeneratedPuzzle:
        """Return the puzzle of a seed, the same each time.

        Raises BadNotation, NotMade, SolveTimeout.
        """

    def warn_of_slowness(self, request: GenerateRequest) -> str:
        """Return a sentence if making such a puzzle usually takes minutes, otherwise ""."""
        return ""

    def draw_steps(
        self, image: vision.image.Image, reading: Reading, puzzle: Any, steps: Sequence[Any]
    ) -> Iterator[NotedPicture]:
        """Yield a picture for each step: by default of the board before it, with its action."""
        for number, step in enumerate(steps, 1):
            caption = f"{head_step(step, (number, len(steps)))}: {step.text}"
            picture = vision.draw_step(
                image, reading, caption, grid=step.grid, **self.list_drawn(step)
            )
            shown = replace(reading_on_step(image, reading), grid=step.grid)
            yield NotedPicture(picture, shown)

    def list_drawn(self, step: Any) -> dict[str, Any]:
        """Return the arguments of ``vision.draw_step`` for what a step does."""
        return {}

    def add_pictures(
        self, result: AnyResult, picture: ReadPicture, puzzle: Any, cells: tuple[Cell, ...]
    ) -> AnyResult:
        """Return a result with the saved pictures of its cells and steps; raise NotWritable."""
        steps = self.draw_steps(picture.image, picture.reading, puzzle, result.steps)
        saved = picture.save_answer(result, cells, steps)
        return replace(result, pictures=saved)  # type: ignore[type-var]


@dataclass(frozen=True, slots=True)
class GoalOnPage:
    """Goal that a page gives, for games that have several: ``stated`` returns what it says in
    words, ``find_pictures`` its pictures of other boards of the game."""

    stated: Callable[[], str | None]
    find_pictures: Callable[[], Sequence[Reading]]


class PlayerPart(ABC, Generic[PlayedPuzzle, PlayedSolution]):
    """One game on a page, with its own kinds of puzzles and solutions.

    ``titles`` name the game on a page, in lower case. ``applier`` is the class that presses the
    answer, as "module:class". ``is_distinctive`` is True if its boards cannot be mistaken for other
    things on a page; boards of other games are looked for only on a page that stands still.
    ``has_grid_lines`` is True if the lines around its cells stay the same during play; a moved or
    covered board is recognised by them. ``state_names`` are the characters of the states of a cell
    that a page may show later; if there are none, a new appearance is one of what was there before.
    """

    titles: ClassVar[tuple[str, ...]] = ()
    applier: ClassVar[str]
    is_distinctive: ClassVar[bool] = False
    has_grid_lines: ClassVar[bool] = False
    state_names: ClassVar[str] = ""

    @property
    def applier_class(self) -> Any:
        """The class that presses the answer on a page: a subclass of AnswerApplier, of which this
        room knows nothing."""
        return resolve_name(self.applier)

    @abstractmethod
    def is_plausible(self, reading: Reading) -> bool:
        """Return True if a board that was read as this game, in doubt, does not look like one of
        another: of a distinctive game, if that is proved."""

    def may_be_idle(self, reading: Reading) -> bool:
        """Return True if a board looks like one of a game that has not begun."""
        return False

    def options_on_page(
        self, options: PuzzleOptions | None, stars: int | None
    ) -> PuzzleOptions | None:
        """Return the options, completed with the ``stars`` per row according to the page, None if
        it gives no number.

        Raises BadNotation if they contradict each other. Most games ignore ``stars``.
        """
        return options

    def add_goal(self, options: PuzzleOptions | None, page: GoalOnPage) -> PuzzleOptions | None:
        """Return the options, completed with the goal that the page gives. Most games have one goal
        alone.

        Raises AmbiguousBoard if the page wants something that can't be read.
        """
        return options

    @abstractmethod
    def solve_reading(
        self, reading: Reading, options: PuzzleOptions | None, *, any_solution: bool = False
    ) -> tuple[PlayedPuzzle, PlayedSolution]:
        """Return the puzzle of a reading and its solution.

        ``any_solution`` accepts the first of several; in most games any solution will do. Raises
        NoSolution, ManySolutions, BadNotation, SolveTimeout.
        """

    @abstractmethod
    def explain(
        self, puzzle: PlayedPuzzle, solution: PlayedSolution, timeout_s: float
    ) -> Explanation[Step]:
        """Return the steps to the solution that is played.

        Raises NoSolution, ManySolutions, SolveTimeout.
        """

    def describe_unplayed(self, puzzle: PlayedPuzzle, solution: PlayedSolution) -> str:
        """Return the message about a solution that is not played.

        Raises NoSolution if there is none.
        """
        return "nothing was clicked"

    @abstractmethod
    def list_facts(
        self, reading: Reading, puzzle: PlayedPuzzle, solution: PlayedSolution
    ) -> dict[str, object]:
        """Return the JSON values that only puzzles of this game have."""

    @abstractmethod
    def draw_answer(self, puzzle: PlayedPuzzle, solution: PlayedSolution) -> str:
        """Return the board with its solution as text, and the solution's cells or moves on a line
        below."""

    @abstractmethod
    def describe_puzzle(self, puzzle: PlayedPuzzle) -> str:
        """Return the size and kind of a puzzle in a few words, such as "10x10/2★"."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game, for all commands; ``name`` is that of ``Reading.puzzle`` and ``--puzzle``.

    ``player`` takes puzzles and solutions that it made itself: which game they are of is only known
    when the program runs.
    """

    name: str
    reader: ReaderPart
    solver: SolverPart
    player: PlayerPart[Any, Any]
