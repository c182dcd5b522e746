"""Puzzles as text: one module a form, each with ``parse`` and ``format``; here the form is recognised.

Where the stars per row come from, in this order: the argument, the text's own line ``stars K``, the
only number for which the board has exactly one solution, what is usual for its size. A text and an
argument that disagree are an error.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Protocol

from solvers.errors import BadNotation
from solvers.notation import letters, numbers
from solvers.notation.lines import split
from solvers.notation.stars import puzzle_of
from solvers.star_battle import Puzzle

__all__ = ["FORMS", "from_row", "letters", "numbers", "parse", "write"]


class Form(Protocol):
    """A text form: what each module of this package offers."""

    def parse(self, text: str, stars: int | None = None) -> Puzzle:
        """The puzzle of a text in this form; raises BadNotation."""

    def format(self, puzzle: Puzzle) -> str:
        """The puzzle as text; raises BadNotation if this form cannot express it."""


FORMS: Mapping[str, Form] = MappingProxyType({"letters": letters, "numbers": numbers})
"""A form's name → its module."""

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


def write(puzzle: Puzzle, form: str) -> str:
    """The puzzle as text in one of FORMS; raises BadNotation if the form is unknown or cannot express the puzzle."""
    if form not in FORMS:
        raise BadNotation(f"{form!r} is no form of a puzzle's text", hint=f"one of {', '.join(FORMS)}")
    return FORMS[form].format(puzzle)


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
