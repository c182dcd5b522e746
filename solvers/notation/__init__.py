"""Puzzles as text: one module a form, each with ``parse`` and ``format``; here the form is recognised.

Where the stars per row come from, in this order: the argument, the text's own line ``stars K``, the
only number for which the board has exactly one solution, what is usual for its size. A text and an
argument that disagree are an error.
"""

from __future__ import annotations

from collections.abc import Mapping

from solvers.errors import BadNotation
from solvers.notation import letters, numbers
from solvers.notation.lines import split
from solvers.notation.stars import puzzle_of
from solvers.star_battle import Puzzle

__all__ = ["from_row", "letters", "numbers", "parse"]

ROW = 'a line such as {"id": 1, "stars": 1, "grid": ["AAAB", …]}'


def parse(text: str, stars: int | None = None) -> Puzzle:
    """The puzzle that a text describes, in whichever form it is.

    Raises
    ------
    BadNotation
        The text is no board, or leaves open how many stars a row holds.
    """
    _, rows = split(text)
    if not rows:
        raise BadNotation("the text holds no board", hint="write one row of letters a line")
    if numbers.looks_like(rows[0]):
        return numbers.parse(text, stars)
    return letters.parse(text, stars)


def from_row(row: Mapping[str, object], stars: int | None = None) -> Puzzle:
    """The puzzle of one object of a JSON Lines file: ``{"id"?, "stars"?, "grid": [rows of letters]}``.

    Raises
    ------
    BadNotation
        A field is missing or of the wrong kind, or the grid is no board.
    """
    grid, stated = row.get("grid"), row.get("stars")
    if not isinstance(grid, list) or not all(isinstance(line, str) for line in grid):
        raise BadNotation('"grid" must be a list of rows of letters', hint=ROW)
    if stated is not None and (not isinstance(stated, int) or isinstance(stated, bool)):
        raise BadNotation(f'"stars" must be a whole number, not {stated!r}', hint=ROW)
    return puzzle_of(tuple(grid), stars, stated)
