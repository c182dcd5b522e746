"""Report of the boards that were read from a picture, as JSON and as text."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from autoplay.errors import NotWritable
from autoplay.files import write_whole
from autoplay.games import GAMES
from autoplay.games.results import BoardReport
from autoplay.output import error_row, escape_controls
from autoplay.report.answers import answer_lines
from solvers.errors import AutoplayError, count_of
from solvers.names import GRID_FORM
from vision import Reading
from vision.errors import BadImage, ReadingError

LEAST_CERTAIN: Final = 10
"""Number of measurements to print for a person, the least certain ones."""


@dataclass(frozen=True, slots=True)
class ReadReport:
    """Boards read from the picture called ``name``, and the reasons why others, or all, were
    refused.

    ``seconds`` is the time for reading it. ``overlay`` is the file of the overlay, ``stages`` the
    pattern of the files of the stages; each is "" if there is none.
    """

    name: str
    boards: tuple[BoardReport, ...] = ()
    errors: tuple[AutoplayError, ...] = ()
    seconds: float = 0.0
    overlay: str = ""
    stages: str = ""

    @property
    def exit_status(self) -> int:
        """The highest exit status of all errors, 0 without one."""
        doubts = [board.doubt for board in self.boards if board.doubt]
        return max((error.exit_status for error in list(self.errors) + doubts), default=0)

    def to_rows(self, *, evidence: bool = False) -> list[dict[str, object]]:
        """Return a JSON object for each board and each error; if there are several, they are
        numbered."""
        rows = [self.board_row(board, evidence=evidence) for board in self.boards]
        rows += map(self.error_row, self.errors)
        return self.number_rows(rows)

    def number_rows(self, rows: list[dict[str, object]]) -> list[dict[str, object]]:
        """Return the rows of this picture with ``board`` 1, 2, … if there are several."""
        if len(rows) == 1:
            return rows
        return [{"file": self.name, "board": number} | row for number, row in enumerate(rows, 1)]

    def board_row(self, board: BoardReport, *, evidence: bool = False) -> dict[str, object]:
        """Return the JSON object of a board, with all measurements if ``evidence`` is True."""
        reading = board.reading
        row: dict[str, object] = {
            "file": self.name,
            "puzzle": reading.puzzle,
            "rows": reading.rows,
            "cols": reading.cols,
            "stars": None,
            **board.facts,
            "grid": reading.grid,
            "box": reading.box,
            "marks": reading.marks,
            "confidence": round(reading.confidence, 4),
        }
        if evidence:
            row["evidence"] = GAMES[reading.puzzle].reader.list_evidence(reading)
        row["seconds"] = round(self.seconds, 4)
        if reading.warp:
            row["corners"] = [[round(x, 1), round(y, 1)] for x, y in reading.corners]
        if self.overlay:
            row["overlay"] = self.overlay
        if board.written:
            row["written"] = board.written
        # Facts of the reading come before those of its solution.
        if board.result:
            for key, value in board.result.to_row().items():
                row.setdefault(key, value)
        if board.doubt:
            row["doubt"] = board.doubt.message
        return row

    def error_row(self, error: AutoplayError) -> dict[str, object]:
        """Return the JSON object of an error, with the box around the possible board."""
        where: dict[str, object] = {"file": self.name}
        if isinstance(error, ReadingError) and error.box:
            where["box"] = error.box
        if self.overlay:
            where["overlay"] = self.overlay
        return error_row(error, **where)

    def board_lines(self, board: BoardReport, *, evidence: bool = False) -> Iterator[str]:
        """Yield a summary of a board and the board as text."""
        reading = board.reading
        reader = GAMES[reading.puzzle].reader
        yield f"{self.name}: {describe_reading(reading, board.description)} ({self.seconds:.2f} s)"
        if evidence:
            yield from reader.describe_evidence(reading, LEAST_CERTAIN)
        # The lines of a solution show the board too; without one it is drawn as it was read.
        solution = list(answer_lines(board.result)) if board.result else []
        yield from solution or [reader.draw_text(reading)]


def describe_reading(reading: Reading, description: str = "") -> str:
    """Return a reading in one line: its ``description`` (by default that of its game) and its
    confidence."""
    if not description:
        description = GAMES[reading.puzzle].reader.describe(reading)
    return f"{description}, {reading.confidence:.0%} sure"


class ReadTally:
    """Counter of pictures by their results."""

    def __init__(self) -> None:
        self._kinds = Counter[str]()
        self._refused = Counter[str]()
        self._boards = 0

    def add(self, report: ReadReport) -> None:
        """Count one more picture."""
        self._boards += len(report.boards)
        kind = "read"
        if not report.boards:
            error = report.errors[0]
            kind = "not pictures" if isinstance(error, BadImage) else error.code
            # The reasons of refusals are told behind their number.
            if isinstance(error, ReadingError):
                kind = "refused"
                self._refused[error.code] += 1
        self._kinds[kind] += 1

    def __str__(self) -> str:
        """Return the counts as a line: ``9 pictures: 6 read, 2 refused (1 ambiguous, 1 no-board), 1
        not pictures``."""
        parts = []
        for kind, number in self._kinds.items():
            text = f"{number} {kind}"
            if kind == "refused":
                # The most frequent reason comes first.
                reasons = [f"{times} {code}" for code, times in self._refused.most_common()]
                text += f" ({', '.join(reasons)})"
            elif kind == "read" and self._boards != number:
                text += f" ({count_of(self._boards, 'board')})"
            parts.append(text)
        return f"{count_of(self._kinds.total(), 'picture')}: {', '.join(parts)}"


LIST_NAME: Final = "refused.csv"
"""Name of the list; its ending is none of those of puzzles and pictures, so that the folder can be
solved as it is."""
COLUMNS: Final = ("file", "error", "message", "try")
"""Columns of the list, which are also its first line, and the keys of an error as JSON."""


class TextFolder:
    """Folder to write the boards of pictures into, as text in one form.

    A file that is there already with other contents is replaced only by ``force``: a person may
    have made or corrected it. The list of refused pictures keeps the rows of pictures that are not
    read this time.
    """

    def __init__(self, folder: Path, form: str, *, force: bool = False) -> None:
        """Raise NotWritable if there is another file with the name of the list."""
        self.count = 0
        self._folder = folder
        self._ending = ".grid.txt" if form == GRID_FORM else ".txt"
        self._force = force
        self._rows = self._read_list()

    @property
    def list_path(self) -> Path:
        """The file of the list, which exists only if pictures were refused."""
        return self._folder / LIST_NAME

    @property
    def has_refused(self) -> bool:
        """True if the list has rows."""
        return any(self._rows.values())

    def add(self, report: ReadReport, place: str) -> ReadReport:
        """Write the boards of a picture into the file ``place``, a path in the folder without its
        ending; return the report, with an error if the file could not be written."""
        self._rows[report.name] = [
            [escape_controls(str(row[key])) for key in COLUMNS]
            for row in map(report.error_row, report.errors)
        ]
        if not report.boards:
            return report
        path = self._folder / f"{place}{self._ending}"
        try:
            self._write(path, "\n\n".join(list_texts(report)) + "\n")
        except NotWritable as error:
            return replace(report, errors=(*report.errors, error))
        self.count += 1
        return report

    def save_list(self) -> None:
        """Write the list of refused pictures, or remove it if there are none; raise NotWritable."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(COLUMNS)
        for rows in self._rows.values():
            writer.writerows(rows)
        try:
            if self.has_refused:
                write_whole(self.list_path, text.getvalue().encode())
            else:
                self.list_path.unlink(missing_ok=True)
        except OSError as error:
            raise _not_writable(self.list_path, error) from error

    def _write(self, path: Path, text: str) -> None:
        data = text.encode()
        try:
            is_new = not path.exists()
            if not is_new and path.read_bytes() == data:
                return
            if not (is_new or self._force):
                raise NotWritable(
                    f"{path} exists already and has other contents",
                    hint="--force to replace it, or another --output",
                )
            write_whole(path, data)
        except OSError as error:
            raise _not_writable(path, error) from error

    def _read_list(self) -> dict[str, list[list[str]]]:
        """Return the rows of the list by the names of their pictures."""
        found: dict[str, list[list[str]]] = {}
        try:
            text = self.list_path.read_text("utf-8", errors="replace")
        except FileNotFoundError:
            return found
        except OSError as error:
            raise _not_writable(self.list_path, error) from error
        # A spreadsheet leaves empty lines.
        rows = [row for row in csv.reader(io.StringIO(text)) if row]
        is_list = all(len(row) == len(COLUMNS) for row in rows)
        if not is_list or rows[:1] != [list(COLUMNS)]:
            raise NotWritable(
                f"{self.list_path} would be overwritten, but it is no list of refused pictures",
                hint="another --output",
            )
        for row in rows[1:]:
            found.setdefault(row[0], []).append(row)
        return found


def list_texts(report: ReadReport, *, with_names: bool = False) -> list[str]:
    """Return the text of each board of a picture, and a comment for each refused one.

    Each is below a comment with the name of the picture if there are several, or if ``with_names``
    asks for it. `autoplay solve` reads such texts, also with empty lines between them.
    """
    texts = []
    has_names = with_names or len(report.boards) + len(report.errors) > 1
    for number, board in enumerate(report.boards, 1):
        text = board.written.rstrip("\n")
        which = f", board {number}" if len(report.boards) > 1 else ""
        # A board whose solution contradicts it has no text.
        if board.doubt and not text:
            texts.append(_comment(f"{report.name}{which}: refused: {board.doubt.message}"))
        elif has_names:
            texts.append(f"{_comment(report.name + which)}\n{text}")
        else:
            texts.append(text)
    if has_names:
        for error in report.errors:
            texts.append(_comment(f"{report.name}: refused: {error.message}"))
    return texts


def _comment(text: str) -> str:
    """Return a line that no reader of puzzles takes for a part of a board."""
    words = escape_controls(text).split()
    return f"# {' '.join(words)}"


def _not_writable(path: Path, error: OSError) -> NotWritable:
    return NotWritable(
        f"{path} can't be written ({error.strerror or error})", hint="--output elsewhere"
    )
