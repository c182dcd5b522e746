"""A whole game in one file, as docs/add-a-game.md describes it: click on the only dot of a grid.

Each part stands in a file of its own in the program, which the line above it names.
"""
# ruff: noqa: ARG002 (the interface of all games)

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from autoplay.games import GenerateRequest, PuzzleOptions, ReadRequest, SolveRequest
from autoplay.games.adapter import Game, PlayerPart, ReaderPart, SolverPart
from autoplay.games.puzzle_text import PuzzleText
from autoplay.games.results import (
    BoardReport,
    GeneratedPuzzle,
    ReadPicture,
    SolveResult,
)
from autoplay.player.applier import AnswerApplier
from autoplay.wording import coordinates
from solvers.cells import Cell
from solvers.deadline import Deadline
from solvers.errors import AutoplayError, NoSolution
from solvers.explained import Explanation, Step
from vision import Reading
from vision.game_reader import Attempt, GameReader, Hints, Sign
from vision.grid.lattice import Lattice
from vision.image import Image

SIZE = 4
"""Cells of a side; a larger game would find it out from the lines."""
DOT, EMPTY = "@", "-"
RED = (0, 0, 255)
DARK = 64
"""Highest level of the pixels of a line."""
ODDS_OF_DOT = 12
"""Evidence of a red dot: lamps have none, so that one lit lamp is not a rival."""

# vision/find_the_dot/reader.py


class DotReader(GameReader):
    """Reader for grids with one red dot."""

    puzzle = "find-the-dot"
    title = "Find the dot"

    def attempts(self, image: Image, hints: Hints) -> list[Attempt]:
        """Return the only board that the picture shows, if there is a red dot on it."""
        line_ys, line_xs = np.nonzero(image.max(axis=2) < DARK)
        red = (image == RED).all(axis=2)
        if not line_xs.size or not red.any():
            return []
        xs = np.linspace(line_xs.min(), line_xs.max(), SIZE + 1)
        ys = np.linspace(line_ys.min(), line_ys.max(), SIZE + 1)
        box = (int(xs[0]), int(ys[0]), int(xs[-1]), int(ys[-1]))
        y, x = np.argwhere(red).mean(axis=0)
        row = int(np.searchsorted(ys, y)) - 1
        col = int(np.searchsorted(xs, x)) - 1
        reading = Reading(self.puzzle, draw_grid((row, col)), tuple(xs), tuple(ys), box)
        lattice = Lattice(xs.astype(np.float32), ys.astype(np.float32), box)
        sign = Sign("a red dot", ODDS_OF_DOT)
        return [Attempt(lattice, self.puzzle, reading=reading, signs=(sign,))]

    def update(self, image: Image, reading: Reading, *, learn: bool = False) -> Reading | None:
        """Return None, so that a later picture is read as the first one was."""
        return None


# solvers/find_the_dot/


def draw_grid(dot: Cell) -> tuple[str, ...]:
    """Return the rows of a board with its dot in a cell."""
    rows = [[EMPTY] * SIZE for _ in range(SIZE)]
    rows[dot[0]][dot[1]] = DOT
    return tuple("".join(row) for row in rows)


def find_dot(grid: Sequence[str]) -> tuple[Cell, ...]:
    """Return the cells with a dot."""
    return tuple((row, line.index(DOT)) for row, line in enumerate(grid) if DOT in line)


def explain_dot(cells: Sequence[Cell]) -> tuple[Step, ...]:
    """Return the only step, with its four levels of hints."""
    levels = ("look", "look well", "it is red", "press it")
    return tuple(Step(rule="see", cells=(cell,), text="Press it.", levels=levels) for cell in cells)


# autoplay/games/find_the_dot/adapter.py


@dataclass(frozen=True)
class DotOptions(PuzzleOptions):
    """Options of the game; there are none."""


@dataclass(frozen=True)
class DotResult(SolveResult):
    """The dot of a grid."""

    grid: tuple[str, ...]
    found: tuple[Cell, ...]
    request: SolveRequest = field(default_factory=SolveRequest)

    @property
    def steps(self) -> Sequence[Step]:
        return self.request.take_steps(iter(explain_dot(self.found)))

    @property
    def outcome(self) -> str:
        return "found" if self.found else "not found"

    @property
    def cells(self) -> tuple[Cell, ...]:
        return self.found

    @property
    def error(self) -> AutoplayError | None:
        return None if self.found else NoSolution("there is no dot", hint="draw one")

    def to_row(self) -> dict[str, object]:
        return {"puzzle": "find-the-dot", "cells": self.found, **self.steps_row()}


class DotReaderPart(ReaderPart):
    """Boards that were read."""

    def describe(self, reading: Reading) -> str:
        return f"{reading.rows}x{reading.cols} with a dot"

    def draw_text(self, reading: Reading) -> str:
        return "\n".join(reading.grid)

    def report(self, reading: Reading, request: ReadRequest) -> BoardReport:
        board = BoardReport(reading, {}, self.describe(reading))
        if not request.solve:
            return board
        return board.add_solution(lambda: DotResult(reading.grid, find_dot(reading.grid)))


class DotSolverPart(SolverPart):
    """Texts, solutions and new puzzles."""

    keys = frozenset({"dot"})

    def claims_text(self, text: str) -> bool:
        return set(text) <= {DOT, EMPTY, "\n"}

    def parse_options(self, values: Mapping[str, Any]) -> DotOptions:
        return DotOptions(**values)

    def solve_text(self, text: PuzzleText, request: SolveRequest, deadline: Deadline) -> DotResult:
        grid = text.row()["grid"] if text.is_row else text.text.split()
        assert isinstance(grid, list)
        return DotResult(tuple(grid), find_dot(grid), request)

    def solve_picture(
        self, picture: ReadPicture, request: SolveRequest, deadline: Deadline
    ) -> DotResult:
        grid = picture.reading.grid
        return DotResult(grid, find_dot(grid), request)

    def generate_puzzle(self, request: GenerateRequest, seed: int) -> GeneratedPuzzle:
        grid = draw_grid(divmod(seed % SIZE**2, SIZE))
        row: dict[str, object] = {"id": f"dot-{seed}", "grid": grid}
        return GeneratedPuzzle("\n".join(grid), row, "--puzzle find-the-dot")


class DotPlayerPart(PlayerPart[Any, Any]):
    """The game on a page."""

    applier = f"{__name__}:DotApplier"

    def is_plausible(self, reading: Reading) -> bool:
        return True

    def solve_reading(
        self, reading: Reading, options: Any, *, any_solution: bool = False
    ) -> tuple[Any, Any]:
        return reading, DotResult(reading.grid, find_dot(reading.grid))

    def explain(self, puzzle: Any, solution: Any, timeout_s: float) -> Explanation[Step]:
        return Explanation(explain_dot(solution.cells), solution.cells)

    def list_facts(self, reading: Reading, puzzle: Any, solution: Any) -> dict[str, object]:
        return {}

    def draw_answer(self, puzzle: Any, solution: Any) -> str:
        return "\n".join([*puzzle.grid, coordinates(solution.cells)])

    def describe_puzzle(self, puzzle: Any) -> str:
        return f"{len(puzzle.grid)}x{len(puzzle.grid[0])}"


# The line of autoplay/games/__init__.py that registers the game names this.
FIND_THE_DOT = Game("find-the-dot", DotReaderPart(), DotSolverPart(), DotPlayerPart())


# autoplay/player/find_the_dot/applier.py


class DotApplier(AnswerApplier[Any, Any]):
    """Applies the answer with one click on the dot."""

    def _is_complete(self) -> bool:
        return self.has_pressed_all

    def _step(self) -> None:
        self.gesture = ("left",)
        for cell in self.solution.cells:
            self.press(cell, self.gesture)
        self.has_pressed_all = True

    def _is_same_puzzle(self, before: Reading) -> bool:
        return before.grid == self.board.reading.grid
