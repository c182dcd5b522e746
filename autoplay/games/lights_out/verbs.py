"""Lights Out in the verbs; the reader and the solver are imported when they are asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from autoplay.batch.sources import Source
    from autoplay.games.lights_out.options import Terms
    from autoplay.games.requests import Asked, Board, Found, Made, Order, Seen, Wanted
    from solvers.deadline import Deadline
    from vision import Reading

HEAD: Final = re.compile(r"\s*(?:(rule|states|target)[ \t]+(\S+)|(wrap))[ \t]*\n")
"""A line above the rows that says how they are to be solved."""
LAMPS: Final = re.compile(r"[0-9*.xX×\s]*")
"""What may be a size or rows of lamps; for any other text the solver need not be imported."""


def keys() -> frozenset[str]:
    """The keys of a row that say how its lamps are to be solved."""
    return frozenset({"target", "states", "rule", "wrap", "matrix"})


def claims(content: str) -> bool:
    """Whether a text is a size, or rows of nothing but states of lamps; digits are so if they are all 0 and 1.

    Whatever has a line above that only such puzzles have is meant as one.
    """
    if HEAD.match(content):
        return True
    if not LAMPS.fullmatch(content):
        return False
    from solvers.lights_out.text import looks_like

    found = set(content)
    return looks_like(content) and (bool(found & set("*.x×X")) or not found & set("23456789"))


def terms(said: Mapping[str, Any]) -> Terms:
    """What its options say; raises BadNotation where they contradict each other, or a file holds none."""
    from autoplay.games.lights_out.options import asked_terms

    return asked_terms(**said)


def answer_text(source: Source, wanted: Wanted, deadline: Deadline) -> Found:
    """All that is wanted of the puzzle of a text or a row; raises BadNotation, SolveTimeout."""
    from autoplay.games.lights_out import solving as answer

    return answer.answer_text(source, wanted, deadline)


def answer_picture(seen: Seen, wanted: Wanted, deadline: Deadline) -> Found:
    """All that is wanted of the board in a picture; raises BadNotation, SolveTimeout, NotWritable."""
    from autoplay.games.lights_out import solving as answer

    return answer.answer_picture(seen, wanted, deadline)


def board(reading: Reading, asked: Asked) -> Board:
    """A reading, with the presses to put all its lamps out where they are wanted."""
    from autoplay.games.lights_out.solving import SOLVE_S, find_answer, puzzle_of
    from autoplay.games.requests import Board, Wanted
    from solvers.deadline import Deadline
    from solvers.errors import AutoplayError

    seen = Board(reading, {"stars": None, "states": len(reading.looks)}, words(reading))
    if not asked.solve:
        return seen
    try:
        found = find_answer(puzzle_of(reading), Deadline(SOLVE_S))
    except AutoplayError as error:
        return replace(seen, doubt=error)
    return replace(seen, answer=replace(found, is_read=True), doubt=found.complaint(Wanted(timeout_s=SOLVE_S)))


def confirm(reading: Reading, stars: int | None) -> None:
    """Believe the reader: lamps may show anything, so that no solution speaks against a reading."""


def make(order: Order, seed: int) -> Made:
    """The puzzle of a seed, the same each time; raises BadNotation, NotMade, SolveTimeout."""
    from autoplay.games.lights_out import generating as makers

    return makers.make(order, seed)


def words(reading: Reading) -> str:
    """Size, and how many lamps are lit; or that all show the same, so that this rests on one look alone."""
    from autoplay.games.lights_out.messages import lit_words

    alike = len(set("".join(reading.grid)) - {" "}) == 1
    return f"{reading.rows}x{reading.cols} {reading.puzzle}, {lit_words(reading.grid)}{', all alike' * alike}"


def draw(reading: Reading) -> str:
    """The rows of its lamps."""
    return "\n".join(reading.grid)


def evidence(reading: Reading, most: int | None) -> list[object]:
    """What the confidence rests on."""
    return list(reading.evidence[:most])


def evidence_lines(reading: Reading, most: int) -> Iterator[str]:
    """What the confidence rests on."""
    yield from reading.evidence[:most]
