"""Steps to a solution, for all games: each has a sentence, its reason, and the cells behind it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from solvers.cells import Cell, PlainData


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
"""The steps of one game."""


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
