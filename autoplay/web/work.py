"""What a process of the pool does: read a picture, or solve a puzzle, and say it as JSON."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from autoplay.batch.pictures import Picture
from autoplay.batch.read_item import read_item
from autoplay.batch.sources import Source
from autoplay.cli.options import print_error
from autoplay.errors import Defect, NotWritable
from autoplay.files import write_together
from autoplay.games import GAMES
from autoplay.games.detect import detect_game
from autoplay.games.requests import ReadRequest, SolveRequest
from autoplay.games.results import BoardReport, ReadPicture
from autoplay.report.json_text import error_row
from autoplay.report.read_report import ReadReport
from autoplay.web.errors import TooLarge, status_of
from autoplay.web.limits import MEGAPIXEL, Limits
from solvers.deadline import Deadline
from solvers.errors import AutoplayError
from vision import Reading
from vision.formats import Header, inspect

NAME: Final = "-"
"""What a picture is called that came as the body of a request, as one from stdin is."""

Row: TypeAlias = dict[str, object]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a request: its HTTP status, and its body as JSON."""

    status: HTTPStatus
    body: bytes


@dataclass(frozen=True, slots=True)
class ReadTask:
    """A picture to be read; ``data`` are the bytes of its file.

    ``explain`` is whether the steps to the solution are wanted too, ``lines`` where those between the cells are;
    ``keep`` is the folder in which the picture and the answer are kept, None for neither.
    """

    request: ReadRequest
    limits: Limits
    data: bytes = b""
    explain: bool = False
    lines: bool = False
    keep: Path | None = None

    def answer(self) -> Answer:
        """A reading; where every board is asked for, a list of readings and of refusals. Raises an AutoplayError."""
        header = inspect(self.data)
        _check_size(header, self.limits)
        found = self._answer()
        if self.keep:
            try:
                _keep(self.keep, header, self.data, found)
            except NotWritable as error:  # which is told to whoever keeps, and is no fault of who asks
                print_error(error)
        return found

    def _answer(self) -> Answer:
        picture = Picture(NAME, "picture", self.data)
        report = read_item(picture, self.request)
        if not report.boards:
            error = report.errors[0]
            return Answer(status_of(error), msgspec.json.encode(report.error_row(error)))
        rows = [self._row(report, board, picture) for board in report.boards]
        if not self.request.every:
            return told(rows[0])
        return told(report.numbered([*rows, *map(report.error_row, report.errors)]))

    def _row(self, report: ReadReport, board: BoardReport, picture: Picture) -> Row:
        row = report.board_row(board)
        if self.explain and GAMES[board.reading.puzzle].explains:
            row |= _explained(board.reading, picture, self.request, self.limits, row)
        if self.lines:
            row |= {"xs": board.reading.xs, "ys": board.reading.ys, "warp": board.reading.warp}
        return row


@dataclass(frozen=True, slots=True)
class SolveTask:
    """A puzzle to be solved; ``label`` goes in front of the answer."""

    source: Source
    request: SolveRequest
    label: Row

    def answer(self) -> Answer:
        """A solution, or why there is none; raises an AutoplayError."""
        game = GAMES[detect_game(self.source, self.request.puzzle)]
        result = game.solve_text(self.source, self.request, Deadline(self.request.timeout_s))
        return told(self.label | result.to_row())


def work(task: ReadTask | SolveTask) -> Answer:
    """The answer to a task, whatever happens."""
    try:
        return task.answer()
    except AutoplayError as error:
        return refusal(error)
    except Exception as error:
        return refusal(defect(error))


def defect(error: Exception) -> Defect:
    """An error that only the program itself can be the reason of."""
    return Defect(f"internal error: {type(error).__name__}: {error}", hint="report it with this picture")


def told(said: Row | list[Row]) -> Answer:
    """An answer that says this."""
    return Answer(HTTPStatus.OK, msgspec.json.encode(said))


def refusal(error: AutoplayError) -> Answer:
    """An answer that says why there is none."""
    return Answer(status_of(error), msgspec.json.encode(error_row(error)))


def _check_size(header: Header, limits: Limits) -> None:
    if header.width * header.height > limits.largest_px:
        size = f"{header.width}x{header.height} pixels, over {limits.largest_px / MEGAPIXEL:g} megapixels"
        raise TooLarge(f"the picture has {size}", hint="the part with the board, as a picture of its own")


def _explained(reading: Reading, picture: Picture, request: ReadRequest, limits: Limits, row: Row) -> Row:
    """What the steps from what is marked to the solution add to what is said of a board."""
    said = {"explain": True} | ({"stars": row["stars"]} if row["stars"] else {})
    game = GAMES[reading.puzzle]
    solve = SolveRequest(reading.puzzle, timeout_s=limits.timeout_s, lit=request.lit, options=game.options(said))
    read = ReadPicture(picture.load(), reading, NAME)
    with suppress(AutoplayError):  # that it can't be solved is told of the board already
        result = game.solve_picture(read, solve, Deadline(limits.timeout_s))
        return {key: value for key, value in result.to_row().items() if key not in row}
    return {}


def _keep(folder: Path, header: Header, data: bytes, answer: Answer) -> None:
    """Keep a picture and its answer under a name that tells when."""
    name = f"{datetime.now():%Y-%m-%dT%H-%M-%S.%f}-{sha256(data).hexdigest()[:8]}"
    files = {f"{name}.{header.format.lower()}": data, f"{name}.json": answer.body}
    try:
        write_together(folder, name, files)
    except OSError as error:
        message = f"a picture was not kept: {folder} can't be written to ({error.strerror})"
        raise NotWritable(message, hint="autoplay web --keep elsewhere") from error
