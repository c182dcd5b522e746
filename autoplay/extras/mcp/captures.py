"""Captures of boards, and what a process of its own finds out about them: reading, answer, hint and
drawing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias, TypeVar

import vision
from autoplay.answers import read_picture, solve_puzzle
from autoplay.games import GAMES, PuzzleOptions, ReadRequest, SolveRequest, Steps
from autoplay.games.results import BoardReport, ReadPicture, SolveResult
from autoplay.limits import WEB_SOLVE_S
from autoplay.report.answers import summarize_answer
from autoplay.report.read_report import ReadReport
from autoplay.sources.pictures import Picture
from autoplay.sources.puzzles import split_text
from solvers.cells import Cell
from solvers.deadline import Deadline
from solvers.errors import AutoplayError, BadNotation
from vision import Reading

Answer = TypeVar("Answer")
Row: TypeAlias = dict[str, Any]

LEAST_CERTAIN: Final = 3
"""Number of measurements to list, the least certain ones: each costs a model some attention."""
NO_PLACE: Final = " "
"""Character of a grid for a place without a cell."""
MARGIN_PX: Final = 24
"""Rim round the board in a drawing, in which labels of rows and columns are still seen."""


@dataclass(frozen=True, slots=True)
class Capture:
    """A board as it was seen.

    ``name`` is the address of its page or the path of its picture, ``data`` the picture as a file.
    ``options`` are those of its game, None if nothing but the picture says any. ``visit`` is the
    number of the look at a page that found it, 0 for the board of a picture.
    """

    name: str
    data: bytes
    reading: Reading
    options: PuzzleOptions | None = None
    visit: int = 0


def do_job(job: Callable[[], Answer]) -> Answer:
    """Do a job: the function that the worker process calls."""
    return job()


def read_file(name: str, data: bytes, request: ReadRequest) -> tuple[Capture, Row]:
    """Return the board of a picture, given as the content of its file, and its description.

    Raises AutoplayError.
    """
    report = read_picture(Picture(name, "picture", data), request)
    if not report.boards:
        raise report.errors[0]
    board = report.boards[0]
    return Capture(name, data, board.reading, request.options), _describe_board(report, board)


def describe_capture(capture: Capture) -> Row:
    """Return the description of a board of a page; raise AutoplayError if its reading is in
    doubt."""
    request = ReadRequest(options=capture.options)
    board = GAMES[capture.reading.puzzle].reader.report(capture.reading, request)
    return _describe_board(ReadReport(capture.name, (board,)), board)


def _describe_board(report: ReadReport, board: BoardReport) -> Row:
    row = report.board_row(board)
    del row["seconds"]
    reader = GAMES[board.reading.puzzle].reader
    row["evidence"] = list(reader.describe_evidence(board.reading, LEAST_CERTAIN))
    return row


def find_centres(reading: Reading) -> list[list[list[int] | None]]:
    """Return [x, y] of the centre of each cell, row by row, None where there is no cell."""
    centres = []
    for row, line in enumerate(reading.grid):
        places: list[list[int] | None] = []
        for col, name in enumerate(line):
            x, y = reading.centre(row, col)
            places.append(None if name == NO_PLACE else [round(x), round(y)])
        centres.append(places)
    return centres


def give_answer(board: Capture | str) -> Row:
    """Return the JSON object of the solution, with the cells to ``press`` in their order.

    Raises AutoplayError if there is none.
    """
    result = _solve_board(board, None)
    cells = list(result.cells)
    if isinstance(board, Capture):
        # A press would take a star away that is there.
        there = board.reading.cells_marked("star")
        cells = [cell for cell in cells if cell not in there]
    return {**result.to_row(), "press": cells}


def give_hint(board: Capture | str) -> Row:
    """Return the next step in levels, and as plain data; raise AutoplayError, also for wrong
    marks."""
    result = _solve_board(board, "next")
    if not result.is_next_step:
        return {"levels": [], "message": summarize_answer(result)}
    step = result.steps[0]
    return {"levels": list(step.levels), "step": step.to_dict()}


def draw_answer(board: Capture | str) -> bytes:
    """Return the picture of a captured board with its solution drawn on it, as a PNG file.

    Raises AutoplayError if there is no solution.
    """
    assert isinstance(board, Capture)
    cells: tuple[Cell, ...] = _solve_board(board, None).cells
    image = vision.load_image(board.data)
    left, top, right, bottom = board.reading.box
    left = max(0, left - MARGIN_PX)
    top = max(0, top - MARGIN_PX)
    part = image[top : bottom + MARGIN_PX, left : right + MARGIN_PX]
    drawn = vision.draw_overlay(part, board.reading.move_by(-left, -top), cells)
    return vision.encode_png(drawn)


def _solve_board(board: Capture | str, steps: Steps | None) -> SolveResult:
    request = SolveRequest(timeout_s=WEB_SOLVE_S, steps=steps)
    result: SolveResult | AutoplayError
    if isinstance(board, Capture):
        reading = board.reading
        request = replace(request, puzzle=reading.puzzle, options=board.options)
        picture = ReadPicture(vision.load_image(board.data), reading, board.name)
        solver = GAMES[reading.puzzle].solver
        result = solver.solve_picture(picture, request, Deadline(WEB_SOLVE_S))
    else:
        sources = list(split_text(board))
        if len(sources) != 1:
            raise BadNotation(f"the text has {len(sources)} puzzles", hint="one puzzle at a time")
        result = solve_puzzle(sources[0], request).result
        if isinstance(result, AutoplayError):
            raise result
    if result.error:
        raise result.error
    return result
