"""Rows of letters, one per region, optionally with blanks between; ``#`` is a wall, ``.`` a cell without a region.

stars 1
AAABB
ACCBB
ACDBB
ACDDD
CCEEE
"""

from __future__ import annotations

from solvers.notation.regions import check_unmarked
from solvers.notation.rows import join_rows, split_rows
from solvers.notation.star_count import puzzle_of
from solvers.star_battle import Puzzle


def parse(text: str, stars: int | None = None) -> Puzzle:
    """Return the puzzle of rows of letters, with or without a line ``stars K`` above them; raises BadNotation."""
    stated, rows = split_rows(text)
    return puzzle_of(tuple(map(_closed, rows)), stars, stated)


def format(puzzle: Puzzle) -> str:
    """Return stars and rows of letters; raises BadNotation for marks, which the form cannot hold."""
    check_unmarked(puzzle)
    return join_rows(puzzle.stars, list(puzzle.grid))


def _closed(row: str) -> str:
    """Return the row without blanks if they separate all its letters."""
    words = row.split()
    return "".join(words) if len(words) == len("".join(words)) else row


def looks_like(text: str) -> bool:
    """Return True if there are rows at all: a text in no other form is read as letters."""
    return bool(split_rows(text)[1])
