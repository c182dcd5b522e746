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
from vision.picture_note import drawing_note

if TYPE_CHECKING:
    from autoplay.games.sheet import Sheet
    from vision import Reading
    from vision.image import Image


class SolveResult(ABC):
    """Result of solving a puzzle: a solution, or the reason why there is none."""

    @property
    @abstractmethod
    def outcome(self) -> str:
        """The kind of result in a few words, for the counts of many results."""

    @property
    @abstractmethod
    def cells(self) -> tuple[Cell, ...]:
        """The (row, col) cells of the solution to draw, empty if there is no solution or several."""

    @property
    @abstractmethod
    def error(self) -> AutoplayError | None:
        """The error in the puzzle, or the timeout that cut the work short; None if neither occurred."""

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

    def board_row(self) -> dict[str, object]:
        """Return the fields of the puzzle's board that the JSON object does not have."""
        return {}

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
        image = vision.draw_overlay(self.image, self.reading, cells)
        vision.save_image(path, image, drawing_note([self.reading]))


@dataclass(frozen=True, slots=True)
class BoardReport:
    """A board that was read.

    ``facts`` are the fields that its game adds to the JSON object, ``description`` the same in a few words. ``result``
    is its solution if requested, ``doubt`` the error if the solution contradicts the reading. ``written`` is the puzzle
    in the requested notation, ``left_out`` a note about what that notation cannot hold.
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
