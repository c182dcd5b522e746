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
from autoplay.batch.read_item import Sight, examine
from autoplay.batch.sources import Source
from autoplay.cli.options import error_row, print_error
from autoplay.errors import Defect, NotWritable
from autoplay.files import write_together
from autoplay.games import GAMES
from autoplay.games.detect import name_of
from autoplay.games.requests import Asked, Board, Found, Seen, Wanted
from autoplay.report.read_report import board_row, numbered, place
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

    asked: Asked
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
        sight = examine(picture, self.asked)
        if not sight.boards:
            return refusal(sight.errors[0], place(sight, sight.errors[0]))
        rows = [self._row(sight, board, picture) for board in sight.boards]
        if not self.asked.every:
            return told(rows[0])
        rows += [error_row(error, **place(sight, error)) for error in sight.errors]
        return told(numbered(NAME, rows))

    def _row(self, sight: Sight, board: Board, picture: Picture) -> Row:
        row = board_row(sight, board)
        if self.explain and GAMES[board.reading.puzzle].explains:
            row |= _explained(board.reading, picture, self.asked, self.limits, row)
        if self.lines:
            row |= {"xs": board.reading.xs, "ys": board.reading.ys, "warp": board.reading.warp}
        return row


@dataclass(frozen=True, slots=True)
class SolveTask:
    """A puzzle to be solved; ``label`` goes in front of the answer."""

    source: Source
    wanted: Wanted
    label: Row

    def answer(self) -> Answer:
        """A solution, or why there is none; raises an AutoplayError."""
        verbs = GAMES[name_of(self.source, self.wanted.puzzle)].verbs()
        found: Found = verbs.answer_text(self.source, self.wanted, Deadline(self.wanted.timeout_s))
        return told(self.label | found.row(self.wanted))


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


def refusal(error: AutoplayError, where: Row | None = None) -> Answer:
    """An answer that says why there is none."""
    return Answer(status_of(error), msgspec.json.encode(error_row(error, **where or {})))


def _check_size(header: Header, limits: Limits) -> None:
    if header.width * header.height > limits.largest_px:
        size = f"{header.width}x{header.height} pixels, over {limits.largest_px / MEGAPIXEL:g} megapixels"
        raise TooLarge(f"the picture has {size}", hint="the part with the board, as a picture of its own")


def _explained(reading: Reading, picture: Picture, asked: Asked, limits: Limits, row: Row) -> Row:
    """What the steps from what is marked to the solution add to what is said of a board."""
    said = {"explain": True} | ({"stars": row["stars"]} if row["stars"] else {})
    terms = GAMES[reading.puzzle].verbs().terms(said)
    wanted = Wanted(reading.puzzle, timeout_s=limits.timeout_s, lit=asked.lit, terms=terms)
    seen = Seen(picture.load(), reading, NAME)
    with suppress(AutoplayError):  # that it can't be solved is told of the board already
        found = GAMES[reading.puzzle].verbs().answer_picture(seen, wanted, Deadline(limits.timeout_s))
        return {key: value for key, value in found.row(wanted).items() if key not in row}
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
