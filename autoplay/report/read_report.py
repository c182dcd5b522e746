"""Report of the boards that were read from a picture, as JSON and as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from autoplay.games import GAMES
from autoplay.games.results import BoardReport
from autoplay.report.answers import answer_lines
from autoplay.report.json_text import error_row
from solvers.errors import AutoplayError, count_of
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
