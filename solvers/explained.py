"""Parts that all games share: puzzles, solutions, and the steps between them.

Each step has a sentence, its reason, and the cells behind it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, ClassVar, Generic, TypeVar, cast

from solvers.cells import Cell, PlainData
from solvers.errors import BadNotation
from solvers.svg import Drawable


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(PlainData):
    """A step to the solution; each game adds what the step does.

    Attributes
    ----------
    rule : the name of the technique.
    cells : (row, col) that justify it.
    text : one sentence: what to do, and why.
    levels : hints at the step, each of which gives away more than the one before: where to look,
        at which cells, why, and what to do.
    """

    rule: str
    cells: tuple[Cell, ...]
    text: str
    levels: tuple[str, str, str, str] = field(repr=False, compare=False)

    @property
    def reason(self) -> str:
        """The reason alone, without what to do."""
        return self.levels[2]

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as plain data, and the reason."""
        return PlainData.to_dict(self) | {"reason": self.reason}

    @property
    def details(self) -> tuple[str, ...]:
        """Lines to print below the sentence, with what it only counts."""
        return ()


AnyStep = TypeVar("AnyStep", bound=Step, covariant=True)
AnySolution = TypeVar("AnySolution", covariant=True)
"""The steps and solutions of one game."""


@dataclass(frozen=True, slots=True)
class Explanation(PlainData, Generic[AnyStep]):
    """The steps to a solution.

    Attributes
    ----------
    steps : steps that each follow from the board and the steps before.
    cells : (row, col) of the solution: the stars, the presses, or the start and end of each jump.
    difficulty : one of DIFFICULTIES; empty if the game has none.
    """

    steps: tuple[AnyStep, ...]
    cells: tuple[Cell, ...]
    difficulty: str = ""


class GamePuzzle(PlainData, Drawable, Generic[AnySolution, AnyStep]):
    """Base of the puzzles of all games, which the functions of their ``package`` solve."""

    __slots__ = ()

    package: ClassVar[str]

    def solve(self, *, timeout_s: float | None = None) -> AnySolution:
        """Return what ``solve`` of the game does; raise SolveTimeout."""
        return cast(AnySolution, self._import_game().solve(self, timeout_s=timeout_s))

    def hint(self, *, timeout_s: float | None = None) -> AnyStep:
        """Return the next step, as ``hint`` of the game does; raise what that raises."""
        return cast(AnyStep, self._import_game().hint(self, timeout_s=timeout_s))

    def explain(self, *, timeout_s: float | None = None) -> Explanation[AnyStep]:
        """Return all steps, as ``explain`` of the game does; raise what that raises."""
        explanation = self._import_game().explain(self, timeout_s=timeout_s)
        return cast(Explanation[AnyStep], explanation)

    def _import_game(self) -> Any:
        # The package imports this module, so that it is imported only now.
        return import_module(self.package)


AnyPuzzle = TypeVar("AnyPuzzle", bound=GamePuzzle[Any, Any])
"""The puzzles of one game."""


class GameSolution(PlainData, Drawable, Generic[AnyPuzzle]):
    """Base of the solutions of all games: drawn on their puzzle, if they know it."""

    __slots__ = ()

    puzzle: AnyPuzzle | None

    @property
    def cells_drawn(self) -> int:
        """Number of cells of the puzzle's drawing."""
        return self.find_puzzle().cells_drawn

    def find_puzzle(self) -> AnyPuzzle:
        """Return the puzzle; raise BadNotation without one."""
        if self.puzzle is None:
            raise BadNotation(
                "a solution without its puzzle", hint="dataclasses.replace(solution, puzzle=puzzle)"
            )
        return self.puzzle

    def _repr_svg_(self) -> str | None:
        """Return the drawing for Jupyter, or None without a puzzle."""
        return Drawable._repr_svg_(self) if self.puzzle else None
