"""Star Battle in the verbs; the reader and the solver are imported when they are asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from autoplay.games.star_battle.messages import border_line, border_row, said
from autoplay.report import text
from autoplay.report.text import count
from solvers.cells import LETTERS, PLAIN, WALL

if TYPE_CHECKING:
    from autoplay.batch.sources import Source
    from autoplay.games.requests import Asked, Board, Found, Made, Order, Seen, Wanted
    from autoplay.games.star_battle.options import Terms
    from solvers.deadline import Deadline
    from vision import Reading

ROWS: Final = re.compile(rf"[{LETTERS}{WALL}{PLAIN}\s]*")
SMALL: Final = re.compile(r"[\s.]*[a-z][a-z\s.]*")
"""Rows of no letters but small ones, which regions have after the large ones."""


def keys() -> frozenset[str]:
    """The key of a row that only Star Battle has."""
    return frozenset({"stars"})


def claims(content: str) -> bool:
    """Whether a text is of several rows of regions, walls and cells without a region alone.

    Rows of small letters alone may be of pegs and slips; where they are of nothing else, they are taken for regions.
    """
    several = "\n" in content.strip() and ROWS.fullmatch(content) is not None
    return several and not SMALL.fullmatch(content)


def terms(said: Mapping[str, Any]) -> Terms:
    """What its options say; ``hint`` is for the next step, ``explain`` for all."""
    from autoplay.games.star_battle.options import Terms

    known = {name: value for name, value in said.items() if name not in ("hint", "explain")}
    return Terms(**known, steps="next" if said.get("hint") else "all" if said.get("explain") else None)


def answer_text(source: Source, wanted: Wanted, deadline: Deadline) -> Found:
    """All that is wanted of the puzzle of a text or a row; raises BadNotation, SolveTimeout."""
    from autoplay.games.star_battle import solving as answer

    return answer.answer_text(source, wanted, deadline)


def answer_picture(seen: Seen, wanted: Wanted, deadline: Deadline) -> Found:
    """All that is wanted of a board in a picture; raises a ReadingError, BadNotation, SolveTimeout."""
    from autoplay.games.star_battle import solving as answer

    return answer.answer_picture(seen, wanted, deadline)


def board(reading: Reading, asked: Asked) -> Board:
    """A reading with its stars, and its solution where that is wanted; raises an AutoplayError."""
    from autoplay.games.star_battle import reading as boards

    return boards.board(reading, asked)


def confirm(reading: Reading, stars: int | None) -> None:
    """Raise a ReadingError for a reading that has to be doubted, since it has no single solution."""
    from autoplay.games.star_battle.play import find_stars

    find_stars(reading, stars, infer_s=0)


def make(order: Order, seed: int) -> Made:
    """The puzzle of a seed, the same each time; raises BadNotation, NotMade, SolveTimeout."""
    from autoplay.games.star_battle import generating as makers

    return makers.make(order, seed)


def words(reading: Reading) -> str:
    """Size, stars where they are known, and marks."""
    return said(reading, count(reading.stars, "star") if reading.stars else "")


def draw(reading: Reading) -> str:
    """The borders of its regions and the marks."""
    return text.draw(reading.grid, {(mark.row, mark.col): mark.kind for mark in reading.marks})


def evidence(reading: Reading, most: int | None) -> list[object]:
    """What was measured at its borders, at the most doubtful ones or at all."""
    return [border_row(border) for border in reading.borders[:most]]


def evidence_lines(reading: Reading, most: int) -> Iterator[str]:
    """What the confidence rests on, and the most doubtful borders."""
    yield from reading.evidence
    yield from map(border_line, reading.borders[:most])
