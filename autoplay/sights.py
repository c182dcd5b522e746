"""What `autoplay read` says of the boards it saw: as JSON, and as what a terminal shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from autoplay import answer
from autoplay.answers import answer_lines, answer_row
from autoplay.text import count, draw, summary
from solvers.errors import AutoplayError
from solvers.notation import MARKED
from vision.errors import BadImage, ReadingError

if TYPE_CHECKING:
    from autoplay.examine import Board, Sight
    from autoplay.games import Stars
    from vision import Border

DOUBTFUL: Final = 10
"""Borders that are told if not all are wanted: the most doubtful."""
MOST_MARGIN: Final = 99.99
"""What is told of a border that a person vouches for, or that nothing speaks against: its margin has no end."""
SAID: Final = {"inferred": " (inferred)", "usual": " (as usual)"}
"""What is added to a number of stars that nobody has seen."""


def board_row(sight: Sight, board: Board, *, evidence: bool = False) -> dict[str, object]:
    """The JSON object of a board, with all that was measured at its borders, or at the most doubtful ones."""
    reading = board.reading
    row: dict[str, object] = {
        "file": sight.name,
        "puzzle": reading.puzzle,
        "rows": reading.rows,
        "cols": reading.cols,
        "stars": board.stars.number,
        "stars_from": board.stars.origin,
        "grid": reading.grid,
        "box": reading.box,
        "marks": reading.marks,
        "confidence": round(reading.confidence, 4),
        "evidence": [_border_row(border) for border in reading.borders[: None if evidence else DOUBTFUL]],
        "seconds": round(sight.seconds, 4),
    }
    if reading.warp:
        row["corners"] = [[round(x, 1), round(y, 1)] for x, y in reading.corners]
    if sight.drawn:
        row["overlay"] = sight.drawn
    if board.written:
        row["written"] = board.written
    if board.answer:
        row |= {key: value for key, value in answer_row(board.answer, answer.Wanted()).items() if key not in row}
    if board.doubt:
        row["doubt"] = board.doubt.message
    return row


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
    yield f"{sight.name}: {summary(reading, stars_words(board.stars))} ({sight.seconds:.2f} s)"
    if evidence:
        yield from reading.evidence
        yield from map(_border_line, reading.borders[:DOUBTFUL])
    if board.answer and board.answer.solution.solutions:
        yield from answer_lines(board.answer, answer.Wanted())
    else:
        yield draw(reading.grid, {(mark.row, mark.col): mark.kind for mark in reading.marks})


def left_out(board: Board, form: str | None) -> str:
    """What of a board its text in a form does not hold; "" where that is nothing."""
    if not form or form in MARKED or not board.reading.marks:
        return ""
    return f"{count(len(board.reading.marks), 'mark')} left out: {form} holds none"


def stars_words(stars: Stars) -> str:
    """How many stars go into each row, and whether that was only concluded."""
    if not stars.number:
        return "stars not known"
    return count(stars.number, "star") + SAID.get(stars.origin or "", "")


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


def _border_row(border: Border) -> dict[str, object]:
    return {
        "cell": [border.row, border.col],
        "side": border.side,
        "wall": border.drawn,
        "line": round(border.line, 2),
        "colour": round(border.colour, 2),
        "margin": _margin(border),
    }


def _border_line(border: Border) -> str:
    kind = "between regions" if border.drawn else "inside a region"
    return (
        f"row {border.row + 1}, column {border.col + 1}, {border.side}: {kind}, {border.line:.2f} px of line, "
        f"colours {border.colour:.1f} apart, {_margin(border):.1f} times as sure as needed"
    )


def _margin(border: Border) -> float:
    return min(round(border.margin, 2), MOST_MARGIN)
