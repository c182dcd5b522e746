"""What `autoplay read` says of the boards it saw: as JSON, and as what a terminal shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from autoplay.games import GAMES
from autoplay.games.requests import Wanted, summary
from autoplay.report.text import count
from solvers.errors import AutoplayError
from vision.errors import BadImage, ReadingError

if TYPE_CHECKING:
    from autoplay.batch.read_item import Sight
    from autoplay.games.requests import Board

DOUBTFUL: Final = 10
"""Measurements that are told if not all are wanted: the most doubtful."""


def board_row(sight: Sight, board: Board, *, evidence: bool = False) -> dict[str, object]:
    """The JSON object of a board, with all that was measured, or the most doubtful of it."""
    reading = board.reading
    row: dict[str, object] = {
        "file": sight.name,
        "puzzle": reading.puzzle,
        "rows": reading.rows,
        "cols": reading.cols,
        "stars": None,
        **board.facts,
        "grid": reading.grid,
        "box": reading.box,
        "marks": reading.marks,
        "confidence": round(reading.confidence, 4),
        "evidence": GAMES[reading.puzzle].verbs().evidence(reading, None if evidence else DOUBTFUL),
        "seconds": round(sight.seconds, 4),
    }
    if reading.warp:
        row["corners"] = [[round(x, 1), round(y, 1)] for x, y in reading.corners]
    if sight.drawn:
        row["overlay"] = sight.drawn
    if board.written:
        row["written"] = board.written
    if board.answer:
        row |= {key: value for key, value in board.answer.row(Wanted()).items() if key not in row}
    if board.doubt:
        row["doubt"] = board.doubt.message
    return row


def numbered(name: str, rows: list[dict[str, object]]) -> list[dict[str, object]]:
    """The rows of the picture of this name, with ``board`` 1, 2, … where there are several."""
    if len(rows) == 1:
        return rows
    return [{"file": name, "board": number, **row} for number, row in enumerate(rows, 1)]


def place(sight: Sight, error: AutoplayError) -> dict[str, object]:
    """What an error is about: the picture, the box of what was taken for a board in it, and what was drawn of it."""
    row: dict[str, object] = {"file": sight.name}
    if isinstance(error, ReadingError) and error.box:
        row["box"] = error.box
    if sight.drawn:
        row["overlay"] = sight.drawn
    return row


def board_lines(sight: Sight, board: Board, *, evidence: bool = False) -> Iterator[str]:
    """A line that sums the board up, and the board as drawn in a terminal; or its text in the form that was wanted."""
    if board.written:
        yield board.written.rstrip("\n")
        return
    reading = board.reading
    yield f"{sight.name}: {summary(reading, board.words)} ({sight.seconds:.2f} s)"
    if evidence:
        yield from GAMES[reading.puzzle].verbs().evidence_lines(reading, DOUBTFUL)
    solution = list(board.answer.lines(Wanted())) if board.answer else []
    yield from solution or [GAMES[reading.puzzle].verbs().draw(reading)]


class Tally:
    """Counts pictures by what became of them."""

    def __init__(self) -> None:
        self._kinds = Counter[str]()
        self._refused = Counter[str]()
        self._boards = 0

    def add(self, sight: Sight) -> None:
        """Count one more."""
        self._boards += len(sight.boards)
        if sight.boards:
            self._kinds["read"] += 1
            return
        match sight.errors[0]:
            case ReadingError() as error:
                self._kinds["refused"] += 1
                self._refused[error.code] += 1
            case BadImage():
                self._kinds["not pictures"] += 1
            case other:
                self._kinds[other.code] += 1

    def __str__(self) -> str:
        """All of it in a line: ``9 pictures: 6 read, 2 refused (1 ambiguous, 1 no-board), 1 not pictures``."""
        detail = {"refused": _listed(self._refused)}
        if self._boards != self._kinds["read"]:
            detail["read"] = count(self._boards, "board")
        parts = [_kind(number, kind, detail.get(kind, "")) for kind, number in self._kinds.items()]
        return f"{count(self._kinds.total(), 'picture')}: {', '.join(parts)}"


def _kind(number: int, kind: str, detail: str) -> str:
    return f"{number} {kind} ({detail})" if detail else f"{number} {kind}"


def _listed(numbers: Counter[str]) -> str:
    return ", ".join(f"{number} {kind}" for kind, number in numbers.most_common())
