"""Rows of letters, one letter a region; ``#`` is a wall, ``.`` a cell of a shapeless board; blanks may part them.

stars 1
AAABB
ACCBB
ACDBB
ACDDD
CCEEE
"""

from __future__ import annotations

from solvers.notation.regions import check_unmarked
from solvers.notation.rows import join, split
from solvers.notation.star_count import puzzle_of
from solvers.star_battle import Puzzle


def parse(text: str, stars: int | None = None) -> Puzzle:
    """The puzzle of rows of letters, with or without a line ``stars K`` above them; raises BadNotation."""
    stated, rows = split(text)
    return puzzle_of(tuple(map(_closed, rows)), stars, stated)


def format(puzzle: Puzzle) -> str:
    """Stars and rows of letters; raises BadNotation for marks, which are no part of the form."""
    check_unmarked(puzzle)
    return join(puzzle.stars, list(puzzle.grid))


def _closed(row: str) -> str:
    """The row without the blanks between its letters, if that is what they are."""
    words = row.split()
    return "".join(words) if len(words) == len("".join(words)) else row


def looks_like(text: str) -> bool:
    """Whether there are rows at all: what is of no other form is taken for letters."""
    return bool(split(text)[1])
