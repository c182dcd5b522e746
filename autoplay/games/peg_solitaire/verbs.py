"""Peg solitaire in the verbs; the reader and the solver are imported when they are asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from autoplay.batch.sources import Source
    from autoplay.games.peg_solitaire.options import Terms
    from autoplay.games.requests import Asked, Board, Found, Made, Order, Seen, Wanted
    from solvers.deadline import Deadline
    from vision import Reading

SLIPS: Final = 4
"""One character in so many may be a slip, in rows that are meant as pegs all the same."""
NAME: Final = re.compile(r"\s*(?:triangle\d+|english|european|wiegleb|diamond)\s*", re.IGNORECASE)
"""The names of boards, right or not, that can't be meant otherwise."""


def keys() -> frozenset[str]:
    """What only such puzzles say: as keys of a row, or in a line above the rows."""
    return frozenset({"lattice", "end"})


def claims(content: str) -> bool:
    """Whether a text is the name of a board, a row of pegs and holes, or several of hardly anything else."""
    found, several = "".join(content.split()), "\n" in content.strip()
    if NAME.fullmatch(content):
        return True
    if not several or "o" not in found:
        return bool(found) and set("oO.").issuperset(found)
    return SLIPS * sum(character in "o." for character in found) >= (SLIPS - 1) * len(found)


def terms(said: Mapping[str, Any]) -> Terms:
    """What its options say."""
    from autoplay.games.peg_solitaire.options import Terms

    return Terms(**said)


def answer_text(source: Source, wanted: Wanted, deadline: Deadline) -> Found:
    """All that is wanted of the puzzle of a text or a row; raises BadNotation, SolveTimeout."""
    from autoplay.games.peg_solitaire import solving as answer

    return answer.answer_text(source, wanted, deadline)


def answer_picture(seen: Seen, wanted: Wanted, deadline: Deadline) -> Found:
    """All that is wanted of the board in a picture; raises BadNotation, SolveTimeout, NotWritable."""
    from autoplay.games.peg_solitaire import solving as answer

    return answer.answer_picture(seen, wanted, deadline)


def board(reading: Reading, asked: Asked) -> Board:
    """A reading, with jumps that leave one peg where they are wanted; raises BadNotation for what is no board."""
    from autoplay.games.peg_solitaire.results import find_answer
    from autoplay.games.peg_solitaire.solving import SOLVE_S, puzzle_of
    from autoplay.games.requests import Board, Wanted
    from solvers.deadline import Deadline
    from solvers.errors import AutoplayError
    from solvers.peg_solitaire.text import lattice_of

    seen = Board(reading, {"lattice": lattice_of(reading.grid)}, words(reading))
    if not asked.solve:
        return seen
    wanted = Wanted(timeout_s=SOLVE_S)
    try:
        found = find_answer(puzzle_of(reading), wanted, Deadline(SOLVE_S))
    except AutoplayError as error:
        return replace(seen, doubt=error)
    return replace(seen, answer=replace(found, is_read=True), doubt=found.complaint(wanted))


def confirm(reading: Reading, stars: int | None) -> None:
    """Believe the reader: pegs may be left anywhere, so that no solution speaks against a reading."""


def make(order: Order, seed: int) -> Made:
    """The puzzle of a seed, the same each time; raises BadNotation, NotMade."""
    from autoplay.games.peg_solitaire import generating as makers

    return makers.make(order, seed)


def words(reading: Reading) -> str:
    """How many pegs there are, and on how many holes."""
    from autoplay.games.peg_solitaire.messages import peg_words

    return f"{reading.puzzle}, {peg_words(reading.grid)}"


def draw(reading: Reading) -> str:
    """The rows of its pegs and holes."""
    return "\n".join(row.rstrip() for row in reading.grid)


def evidence(reading: Reading, most: int | None) -> list[object]:
    """What the confidence rests on."""
    return list(reading.evidence[:most])


def evidence_lines(reading: Reading, most: int) -> Iterator[str]:
    """What the confidence rests on."""
    yield from reading.evidence[:most]
