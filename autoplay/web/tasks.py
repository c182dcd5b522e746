"""Tasks for the processes of the pool: read a picture, or solve or draw a puzzle, and return the response."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from autoplay.batch.pictures import Picture
from autoplay.batch.read_item import read_item
from autoplay.batch.sources import Source
from autoplay.errors import Defect, NotWritable
from autoplay.files import write_together
from autoplay.games import GAMES
from autoplay.games.detect import detect_game
from autoplay.games.requests import ReadRequest, SolveRequest
from autoplay.games.results import BoardReport, ReadPicture, SolveResult
from autoplay.report.drawing import SheetKind, draw_sheet
from autoplay.report.json_text import error_row
from autoplay.report.read_report import ReadReport
from autoplay.web.errors import TooLarge, status_of
from autoplay.web.limits import KEPT_BYTES, KEPT_FILES, MEGAPIXEL, MIB, Limits
from solvers.deadline import Deadline
from solvers.errors import AutoplayError
from vision import Reading
from vision.formats import Header, inspect

NAME: Final = "-"
"""Name of a picture in the body of a request, as for one from stdin."""

Row: TypeAlias = dict[str, object]
SHEET_TYPES: Final[dict[SheetKind, str]] = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}
"""Kinds of drawings, and their media types."""


@dataclass(frozen=True, slots=True)
class TaskResponse:
    """Response to a request: HTTP status, body and its type, which is JSON except for drawings."""

    status: HTTPStatus
    body: bytes
    media_type: str = "application/json"


@dataclass(frozen=True, slots=True)
class ReadTask:
    """Picture to read; ``data`` holds the bytes of its file.

    ``explain`` requests the steps to the solution, ``lines`` the positions of the lines between cells. ``keep`` is the
    folder in which picture and response are saved, None for no folder.
    """

    request: ReadRequest
    limits: Limits
    data: bytes = b""
    explain: bool = False
    lines: bool = False
    keep: Path | None = None

    def answer(self) -> TaskResponse:
        """Return the reading, or a list of readings and errors if all boards are requested. Raises AutoplayError."""
        header = inspect(self.data)
        _check_size(header, self.limits)
        found = self._answer()
        if self.keep:
            try:
                _keep(self.keep, header, self.data, found)
            except NotWritable as error:  # a message for whoever runs the server, not for the visitor
                _warn(error.message, error.hint)
        return found

    def _answer(self) -> TaskResponse:
        picture = Picture(NAME, "picture", self.data)
        report = read_item(picture, self.request)
        if not report.boards:
            error = report.errors[0]
            return TaskResponse(status_of(error), msgspec.json.encode(report.error_row(error)))
        rows = [self._row(report, board, picture) for board in report.boards]
        if not self.request.every:
            return success(rows[0])
        return success(report.numbered([*rows, *map(report.error_row, report.errors)]))

    def _row(self, report: ReadReport, board: BoardReport, picture: Picture) -> Row:
        row = report.board_row(board)
        if self.explain and GAMES[board.reading.puzzle].explains:
            row |= _explained(board.reading, picture, self.request, self.limits, row)
        if self.lines:
            row |= {"xs": board.reading.xs, "ys": board.reading.ys, "warp": board.reading.warp}
        return row


@dataclass(frozen=True, slots=True)
class SolveTask:
    """Puzzle to solve; ``label`` holds the first fields of the response. ``board`` requests the grid too."""

    source: Source
    request: SolveRequest
    label: Row
    board: bool = False

    def answer(self) -> TaskResponse:
        """Return the solution, or the reason why there is none. Raises AutoplayError."""
        result = self.result()
        return success(self.label | result.to_row() | (result.board_row() if self.board else {}))

    def result(self) -> SolveResult:
        """Solve the puzzle. Raises AutoplayError."""
        game = GAMES[detect_game(self.source, self.request.puzzle)]
        return game.solve_text(self.source, self.request, Deadline(self.request.timeout_s))


@dataclass(frozen=True, slots=True)
class SheetTask:
    """Puzzle to draw as SVG, PNG or PDF; ``solution`` requests its solution below it."""

    puzzle: SolveTask
    kind: SheetKind
    solution: bool

    def answer(self) -> TaskResponse:
        """Return the drawing. Raises AutoplayError, also if there is no browser for PNG and PDF."""
        (sheet,) = self.puzzle.result().sheets()
        data = draw_sheet(sheet, self.kind, with_solution=self.solution)
        return TaskResponse(HTTPStatus.OK, data, SHEET_TYPES[self.kind])


WebTask: TypeAlias = ReadTask | SolveTask | SheetTask


def run_task(task: WebTask) -> TaskResponse:
    """Return the response to a task; every exception becomes an error response."""
    try:
        return task.answer()
    except AutoplayError as error:
        return refusal(error)
    except Exception as error:
        return refusal(defect(error))


def defect(error: Exception) -> Defect:
    """Return the error for an exception that is a bug of the program."""
    return Defect(f"internal error: {type(error).__name__}: {error}", hint="report it with this picture")


def success(content: Row | list[Row]) -> TaskResponse:
    """Return a response with this content."""
    return TaskResponse(HTTPStatus.OK, msgspec.json.encode(content))


def refusal(error: AutoplayError) -> TaskResponse:
    """Return the response for an error."""
    return TaskResponse(status_of(error), msgspec.json.encode(error_row(error)))


def _check_size(header: Header, limits: Limits) -> None:
    if header.width * header.height > limits.largest_px:
        size = f"{header.width}x{header.height} pixels, over {limits.largest_px / MEGAPIXEL:g} megapixels"
        raise TooLarge(f"the picture has {size}", hint="only the part with the board")


def _explained(reading: Reading, picture: Picture, request: ReadRequest, limits: Limits, row: Row) -> Row:
    """Return the fields that an explanation, starting from the marks, adds to those of the board."""
    values = {"explain": True} | ({"stars": row["stars"]} if row["stars"] else {})
    game = GAMES[reading.puzzle]
    solve = SolveRequest(reading.puzzle, timeout_s=limits.timeout_s, lit=request.lit, options=game.options(values))
    read = ReadPicture(picture.load().pixels, reading, NAME)
    with suppress(AutoplayError):  # the board's own fields say already that it can't be solved
        result = game.solve_picture(read, solve, Deadline(limits.timeout_s))
        return {key: value for key, value in result.to_row().items() if key not in row}
    return {}


@lru_cache(maxsize=16)
def _warn(message: str, hint: str) -> None:
    """Print a warning, once in each process: visitors could fill a log with it."""
    sys.stderr.write(f"autoplay: {message}. Try: {hint}.\n")


def _keep(folder: Path, header: Header, data: bytes, answer: TaskResponse) -> None:
    """Save a picture and its response, named after the current time. Raises NotWritable.

    If the folder is full, nothing is saved, and nothing is removed either: an earlier picture may be the one that is
    wanted, and the folder may hold other files. Pictures that arrive at the same moment may exceed the limit a little.
    """
    name = f"{datetime.now():%Y-%m-%dT%H-%M-%S.%f}-{sha256(data).hexdigest()[:8]}"
    files = {f"{name}.{header.format.lower()}": data, f"{name}.json": answer.body}
    try:
        if problem := _full(folder, sum(map(len, files.values()))):
            message = f"pictures are no longer saved: {folder} has {problem}"
            raise NotWritable(message, hint="an empty folder with autoplay web --output")
        write_together(folder, name, files)
    except OSError as error:
        message = f"a picture was not saved: {folder} can't be written to ({error.strerror})"
        raise NotWritable(message, hint="autoplay web --output elsewhere") from error


def _full(folder: Path, more: int) -> str:
    """Return the reason why ``more`` bytes can't be saved in the folder, "" if they can. Raises OSError."""
    sizes = [path.stat().st_size for path in folder.iterdir() if path.is_file()]
    if len(sizes) >= KEPT_FILES:
        return f"{KEPT_FILES} files"
    return f"{KEPT_BYTES // MIB} MiB" if sum(sizes) + more > KEPT_BYTES else ""
