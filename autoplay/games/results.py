"""Results of solving, reading and generating puzzles."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import vision
from autoplay.files import keep_apart, writable
from solvers.cells import Cell
from solvers.errors import AutoplayError

if TYPE_CHECKING:
    from autoplay.games.sheet import Sheet
    from vision import Reading
    from vision.image import Image


class SolveResult(ABC):
    """Result of solving a puzzle: a solution, or the reason why there is none."""

    @property
    @abstractmethod
    def outcome(self) -> str:
        """The kind of result in a few words, by which many results are counted."""

    @property
    @abstractmethod
    def cells(self) -> tuple[Cell, ...]:
        """The (row, col) of the solution to draw, empty without a single one."""

    @property
    @abstractmethod
    def error(self) -> AutoplayError | None:
        """The error in the puzzle, or the work that the time limit cut off; None without either."""

    @property
    @abstractmethod
    def summary(self) -> str:
        """The line for stderr if there is no error."""

    @property
    def pictures(self) -> tuple[str, ...]:
        """The files that show the solution."""
        return ()

    @abstractmethod
    def to_row(self) -> dict[str, object]:
        """Return the JSON object."""

    @abstractmethod
    def lines(self) -> Iterator[str]:
        """Yield the lines for stdout."""

    @abstractmethod
    def sheets(self) -> Iterator[Sheet]:
        """Yield the sheets of paper to print; raise BadNotation for a board that can't be drawn."""


@dataclass(frozen=True, slots=True)
class ReadPicture:
    """A picture, (H, W, 3) BGR, with the board that was read from it; ``file`` is the name of the picture's file."""

    image: Image
    reading: Reading
    file: str

    def save_overlay(self, path: Path, cells: tuple[Cell, ...]) -> None:
        """Save the picture with the (row, col) cells of a solution drawn on it; raise NotWritable."""
        writable(path.parent, "--overlay")
        keep_apart([path], [Path(self.file)], "--overlay")
        vision.save_image(path, vision.draw_overlay(self.image, self.reading, cells))


@dataclass(frozen=True, slots=True)
class BoardReport:
    """A board that was read.

    ``facts`` are what its game adds to the JSON object, ``description`` says the same in a few words. ``result`` is its
    solution if that was asked for, ``doubt`` the error that the solution raises against the reading; ``written`` is
    the puzzle in the notation that was asked for, ``left_out`` says what that notation cannot hold.
    """

    reading: Reading
    facts: Mapping[str, object]
    description: str
    result: SolveResult | None = None
    doubt: AutoplayError | None = None
    written: str = ""
    left_out: str = ""


@dataclass(frozen=True, slots=True)
class GeneratedPuzzle:
    """A new puzzle as ``text``, as the JSON ``row`` for solve, and the options of the ``command`` that repeats it."""

    text: str
    row: dict[str, object]
    command: str
