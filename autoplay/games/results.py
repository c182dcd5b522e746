"""Results of reading, solving, explaining and generating puzzles; ``autoplay.report`` prints and
draws them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple, Self

import vision
from autoplay.files import keep_apart, writable
from autoplay.games import SolveRequest
from solvers.cells import Cell
from solvers.errors import AutoplayError, SolveTimeout
from solvers.explained import Step
from vision import Reading
from vision.files.picture_note import drawing_note


class SolveResult(ABC):
    """Result of solving a puzzle: a solution, or the reason why there is none.

    A result with steps has the ``request`` that asked for them.
    """

    request: SolveRequest

    @property
    @abstractmethod
    def outcome(self) -> str:
        """The kind of result in a few words, for the counts of many results."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The (row, col) cells of the solution to draw, empty if there is no solution or
        several."""
        return ()

    @property
    @abstractmethod
    def error(self) -> AutoplayError | None:
        """The error in the puzzle, or the timeout that cut the work short; None if neither
        occurred."""

    @property
    def steps(self) -> Sequence[Step]:
        """The steps to the solution, or the next one, if they were requested."""
        return ()

    @property
    def is_next_step(self) -> bool:
        """True if only the next step was requested, and there is one."""
        return bool(self.steps) and self.request.steps == "next"

    @property
    def pictures(self) -> tuple[str, ...]:
        """The files that show the solution."""
        return ()

    @property
    def written(self) -> str:
        """The puzzle in the requested notation."""
        return ""

    @abstractmethod
    def to_row(self) -> dict[str, object]:
        """Return the JSON object."""

    def steps_row(self) -> dict[str, object]:
        """Return the fields of the JSON object for the requested steps.

        ``levels`` are hints at the next step, each of which gives away more than the one before.
        """
        if not self.steps:
            return {}
        row: dict[str, object] = {"steps": [step.to_dict() for step in self.steps]}
        if self.is_next_step:
            row["levels"] = self.steps[0].levels
        return row

    def board_row(self) -> dict[str, object]:
        """Return the fields of the puzzle's board that the JSON object does not have."""
        return {}


class NotedPicture(NamedTuple):
    """Picture, (H, W, 3) BGR, that the program drew, and the board that is to be seen on it."""

    image: vision.image.Image
    reading: Reading

    def save(self, path: Path) -> None:
        """Write the picture as PNG with a note of its board, whole or not at all; raise OSError."""
        vision.save_image(path, self.image, drawing_note([self.reading]))


def describe_outcome(is_solvable: bool) -> str:
    """Return the outcome of a puzzle that has answers or none."""
    return "with a solution" if is_solvable else "without a solution"


def head_step(step: Step, place: tuple[int, int]) -> str:
    """Return the technique of a step, after its number if there are several."""
    number, total = place
    return f"{number}/{total} {step.rule}" if total > 1 else step.rule


def number_paths(path: Path, total: int) -> list[Path]:
    """Return a file for each of several pictures, named like ``path``: seen.png gives seen-01.png,
    seen-02.png …"""
    width = max(2, len(str(total)))
    paths = []
    for number in range(1, total + 1):
        paths.append(path.with_name(f"{path.stem}-{number:0{width}}{path.suffix}"))
    return paths


@dataclass(frozen=True, slots=True)
class ReadPicture:
    """A picture, (H, W, 3) BGR, with the board that was read from it; ``file`` is the name of the
    picture's file."""

    image: vision.image.Image
    reading: Reading
    file: str

    def save_answer(
        self, result: SolveResult, cells: tuple[Cell, ...], drawn_steps: Iterable[NotedPicture]
    ) -> tuple[str, ...]:
        """Save what ``--overlay`` asks for, and return the paths.

        That is the picture of the solution's (row, col) ``cells``, and a numbered one of each step;
        or the next step alone. Raises NotWritable.
        """
        path = result.request.overlay
        if path is None:
            return ()
        steps = list(drawn_steps)
        # The solution would give away more than the next step.
        if result.is_next_step:
            return self.save_overlays({path: steps[0]})
        drawn = vision.draw_overlay(self.image, self.reading, cells)
        pictures = {path: NotedPicture(drawn, self.reading)}
        for step_path, step in zip(number_paths(path, len(steps)), steps, strict=True):
            pictures[step_path] = step
        return self.save_overlays(pictures)

    def save_overlays(self, pictures: Mapping[Path, NotedPicture]) -> tuple[str, ...]:
        """Save pictures of ``--overlay`` and return their paths; raise NotWritable."""
        # All places are checked before the first picture is written.
        for path in pictures:
            writable(path.parent, "--overlay")
        keep_apart(list(pictures), [Path(self.file)], "--overlay")
        for path, picture in pictures.items():
            picture.save(path)
        return tuple(str(path) for path in pictures)


@dataclass(frozen=True, slots=True)
class BoardReport:
    """A board that was read.

    ``facts`` are the fields that its game adds to the JSON object, ``description`` the same in a
    few words. ``result`` is its solution if requested, ``doubt`` the error if the solution
    contradicts the reading. ``written`` is the puzzle in the requested notation, ``left_out`` a
    note about what that notation cannot hold.
    """

    reading: Reading
    facts: Mapping[str, object]
    description: str
    result: SolveResult | None = None
    doubt: AutoplayError | None = None
    written: str = ""
    left_out: str = ""

    def add_solution(self, solve: Callable[[], SolveResult]) -> Self:
        """Return the report with the result of ``solve``, or with the error that it raises as a
        doubt."""
        try:
            result = solve()
        except SolveTimeout as error:
            error.hint = "autoplay solve, which has --timeout"
            return replace(self, doubt=error)
        except AutoplayError as error:
            return replace(self, doubt=error)
        return replace(
            self, result=result, doubt=result.error, written=self.written or result.written
        )


@dataclass(frozen=True, slots=True)
class GeneratedPuzzle:
    """A new puzzle as ``text``, as the JSON ``row`` for solve, and the options of the ``command``
    that repeats it."""

    text: str
    row: dict[str, object]
    command: str
