"""A fourth game is added by its own files and two lines, as docs/add-a-game.md says."""
# ruff: noqa: ARG002 (the interface of all games)

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from autoplay.answers.read_picture import read_picture
from autoplay.answers.solve_puzzle import solve_puzzle
from autoplay.games import GAMES
from autoplay.games.adapter import Game, PlayerPart, ReaderPart, SolverPart
from autoplay.games.puzzle_text import PuzzleText
from autoplay.games.requests import GenerateRequest, PuzzleOptions, ReadRequest, SolveRequest
from autoplay.games.results import BoardReport, GeneratedPuzzle, SolveResult
from autoplay.player.applier import AnswerApplier
from autoplay.player.timing import Gesture
from autoplay.report.answers import answer_lines, summarize_answer
from autoplay.report.drawings import draw_sheets
from autoplay.sites import GENERIC
from autoplay.sources.pictures import Picture
from autoplay.sources.puzzles import Source
from autoplay.wording import coordinates
from solvers.cells import Cell
from solvers.deadline import Deadline
from solvers.errors import AutoplayError, BadNotation, NoSolution
from solvers.explained import Explanation, Step
from tests.playing import play
from vision import Reading, encode_png
from vision.errors import BoardNotFound
from vision.game_reader import Attempt, GameReader, Hints, Sign
from vision.grid.lattice import Lattice
from vision.image import Image
from vision.inspection import READERS

SIZE, PITCH, MARGIN = 4, 60, 30
DOT, EMPTY = "@", "-"
RED = (0, 0, 255)
TEXT = "----\n--@-\n----\n----\n"

PAGE = Path(__file__).with_name("fourth_game.html").read_text("utf-8")
"""A page of the game; its table is called solved once the dot is clicked."""

# the reader, which would be vision/find_the_dot/reader.py


class DotReader(GameReader):
    """Reader for grids with one red dot."""

    puzzle = "find-the-dot"
    title = "Find the dot"

    def attempts(self, image: Image, hints: Hints) -> list[Attempt]:
        ys, xs = np.nonzero(image.max(axis=2) < 64)
        red = (image == RED).all(axis=2)
        if not xs.size or not red.any():
            return []
        columns, rows = (np.linspace(found.min(), found.max(), SIZE + 1) for found in (xs, ys))
        box = int(columns[0]), int(rows[0]), int(columns[-1]), int(rows[-1])
        y, x = np.argwhere(red).mean(axis=0)
        dot = int(np.searchsorted(rows, y)) - 1, int(np.searchsorted(columns, x)) - 1
        grid = tuple(
            "".join(DOT if (row, col) == dot else EMPTY for col in range(SIZE))
            for row in range(SIZE)
        )
        reading = Reading(
            self.puzzle, grid, tuple(columns), tuple(rows), box, evidence=("a red dot",)
        )
        lattice = Lattice(columns.astype(np.float32), rows.astype(np.float32), box)
        # Lamps have no red dot: what was read as one lit lamp is one.
        sign = Sign("a red dot", 12)
        return [Attempt(lattice, self.puzzle, reading=reading, signs=(sign,))]

    def update(self, image: Image, reading: Reading, *, learn: bool = False) -> Reading | None:
        return None


# the solver, which would be solvers/find_the_dot/


def find_dot(grid: Sequence[str]) -> tuple[Cell, ...]:
    """Return the cells with a dot."""
    return tuple(
        (row, col) for row, line in enumerate(grid) for col, look in enumerate(line) if look == DOT
    )


def explain_dot(cells: Sequence[Cell]) -> tuple[Step, ...]:
    """Return the only step."""
    words = ("look", "look well", "it is red", "press it")
    return tuple(Step(rule="see", cells=(cell,), text="Press it.", levels=words) for cell in cells)


# the adapter, which would be autoplay/games/find_the_dot/adapter.py


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
        return (
            board.add_solution(lambda: DotResult(reading.grid, find_dot(reading.grid)))
            if request.solve
            else board
        )


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

    def solve_picture(self, picture, request, deadline):
        return DotResult(picture.reading.grid, find_dot(picture.reading.grid))

    def generate_puzzle(self, request: GenerateRequest, seed: int) -> GeneratedPuzzle:
        grid = tuple(
            "".join(DOT if row * SIZE + col == seed else EMPTY for col in range(SIZE))
            for row in range(SIZE)
        )
        return GeneratedPuzzle(
            "\n".join(grid), {"id": f"dot-{seed}", "grid": grid}, "--puzzle find-the-dot"
        )


class DotPlayerPart(PlayerPart):
    """The game on a page."""

    applier = f"{__name__}:DotApplier"

    def is_plausible(self, image: Image, reading: Reading) -> bool:
        return True

    def solve_reading(self, reading, options, *, any_solution=False):
        return reading, DotResult(reading.grid, find_dot(reading.grid))

    def explain(self, puzzle, solution, timeout_s):
        return Explanation(explain_dot(solution.cells), solution.cells)

    def list_facts(self, reading: Reading, puzzle: Any, solution: Any) -> dict[str, object]:
        return {}

    def draw_answer(self, puzzle: Any, solution: Any) -> str:
        return "\n".join([*puzzle.grid, coordinates(solution.cells)])

    def describe_puzzle(self, puzzle: Any) -> str:
        return f"{len(puzzle.grid)}x{len(puzzle.grid[0])}"


FIND_THE_DOT = Game("find-the-dot", DotReaderPart(), DotSolverPart(), DotPlayerPart())


# the applier, which would be autoplay/player/find_the_dot/applier.py


class DotApplier(AnswerApplier):
    """Applies the answer with one click on the dot."""

    gesture: tuple[Gesture, ...] = ("left",)

    def _is_complete(self) -> bool:
        return self.presser.has_pressed_all

    def _step(self) -> None:
        for cell in self.solution.cells:
            self.presser.press(cell, "left")
        self.presser.has_pressed_all = True

    def _is_same_puzzle(self, before: Reading) -> bool:
        return before.grid == self.board.reading.grid


@pytest.fixture(autouse=True)
def _registered(monkeypatch):
    """Add the game to the reader's list and to the registry."""
    READERS.append(DotReader())
    monkeypatch.setitem(GAMES, "find-the-dot", FIND_THE_DOT)
    yield
    READERS.pop()


def drawn(dot: Cell | None = (1, 2)) -> Image:
    """Return a picture of a grid, with a dot in one of its cells."""
    side = 2 * MARGIN + SIZE * PITCH
    image = np.full((side, side, 3), 255, np.uint8)
    for line in range(SIZE + 1):
        at = MARGIN + line * PITCH
        cv2.line(image, (at, MARGIN), (at, side - MARGIN), (0, 0, 0), 1)
        cv2.line(image, (MARGIN, at), (side - MARGIN, at), (0, 0, 0), 1)
    if dot:
        centre = tuple(MARGIN + at * PITCH + PITCH // 2 for at in reversed(dot))
        cv2.circle(image, centre, PITCH // 4, RED, -1)
    return image


def read(image: Image, puzzle: str = "find-the-dot", **asked: Any):
    return read_picture(Picture("dot.png", "dot", encode_png(image)), ReadRequest(puzzle, **asked))


def test_its_boards_are_read_and_solved():
    report = read(drawn(), solve=True)
    assert report.errors == ()
    (row,) = report.to_rows()
    assert (row["puzzle"], row["grid"]) == ("find-the-dot", tuple(TEXT.split()))
    assert row["cells"] == ((1, 2),)
    assert row["box"] == (MARGIN, MARGIN, MARGIN + SIZE * PITCH, MARGIN + SIZE * PITCH)
    assert next(report.board_lines(report.boards[0])).startswith(
        "dot.png: 4x4 with a dot, 100% sure"
    )


def test_its_boards_are_detected():
    (board,) = read(drawn(), "auto").boards
    assert board.reading.puzzle == "find-the-dot"


def test_a_picture_without_its_board_is_refused():
    assert isinstance(read(drawn(None)).errors[0], BoardNotFound)


def test_its_texts_are_detected_and_solved():
    expected = {"puzzle": "find-the-dot", "cells": ((1, 2),)}
    assert solve_puzzle(Source(TEXT), SolveRequest()).to_row() == expected
    found = solve_puzzle(Source(TEXT.replace(DOT, EMPTY)), SolveRequest()).error.message
    assert found == "there is no dot"


@pytest.mark.parametrize("named", [{"puzzle": "find-the-dot"}, {"dot": True}])
def test_its_rows_are_detected_by_name_and_by_key(named):
    row = Source(json.dumps({"id": 7, "grid": TEXT.split(), **named}), line=1)
    expected = {"id": 7, "puzzle": "find-the-dot", "cells": ((1, 2),)}
    assert solve_puzzle(row, SolveRequest()).to_row() == expected


def test_its_result_is_printed_without_a_form_of_its_own():
    result = solve_puzzle(Source(TEXT), SolveRequest()).result
    assert list(answer_lines(result)) == ["[[1,2]]"]
    assert summarize_answer(result) == "found"
    with pytest.raises(BadNotation, match="can't be drawn yet"):
        draw_sheets(result)


def test_it_has_a_hint():
    row = solve_puzzle(Source(TEXT), SolveRequest(steps="next")).to_row()
    assert row["levels"] == ("look", "look well", "it is red", "press it")


def test_its_pictures_are_solved():
    source = Source("", "-", data=encode_png(drawn((3, 0))))
    assert solve_puzzle(source, SolveRequest("find-the-dot")).to_row()["cells"] == ((3, 0),)


def test_what_it_makes_is_solved():
    made = GAMES["find-the-dot"].solver.generate_puzzle(GenerateRequest(), 5)
    assert solve_puzzle(Source(made.text), SolveRequest()).result.cells == ((1, 1),)


def test_it_is_solved_for_play():
    reading = read(drawn()).boards[0].reading
    puzzle, solution = GAMES["find-the-dot"].player.solve_reading(reading, None)
    assert solution.cells == ((1, 2),)
    assert GAMES["find-the-dot"].player.draw_answer(puzzle, solution) == TEXT + "[[1,2]]"


def test_its_page_is_played(page, tmp_path):
    page.set_content(PAGE)
    outcome = play(page, GENERIC, tmp_path)
    assert outcome.verdict.result == "solved"
    assert outcome.verdict.message == "the page calls itself 'solved'"
    assert (outcome.reading.grid, outcome.presses) == (tuple(TEXT.split()), 1)
    assert page.evaluate("presses") == [[1, 2]]
