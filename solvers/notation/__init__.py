"""Puzzles as text: one module per form, each with ``parse`` and ``format``; this package recognises the form.

The stars per row come from the first available of these: the argument, the text itself, the only number for which
the board has exactly one solution, the usual number for its size. It is an error if text and argument disagree. Every
error names the form in which the text was read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Protocol

from solvers.errors import BadNotation
from solvers.notation import common_mistakes as mistaken
from solvers.notation import compact, letters, numbers, penpa, puzz_link, pzprv3, sbn, task
from solvers.notation.rows import split_rows
from solvers.notation.star_count import puzzle_of
from solvers.star_battle import Puzzle
from solvers.text import ONE_AT_A_TIME

__all__ = ["FORMS", "MARKED", "form_of", "from_row", "parse", "write"]

ROW = 'a line such as {"id": 1, "stars": 1, "grid": ["AAAB", …]}'
LONGEST = 1_000_000  # characters; a page's source with a task takes 100,000


class Form(Protocol):
    """Interface of a text form, which each module of this package has."""

    def parse(self, text: str, stars: int | None = None) -> Puzzle:
        """Return the puzzle of a text in this form; raises BadNotation."""

    def format(self, puzzle: Puzzle) -> str:
        """Return the puzzle as text that ends with a line feed; raises BadNotation if this form cannot express it."""

    def looks_like(self, text: str) -> bool:
        """Return True if a text is meant to be in this form."""


FORMS: Mapping[str, Form] = MappingProxyType(
    {
        "letters": letters,
        "numbers": numbers,
        "task": task,
        "puzz.link": puzz_link,
        "pzprv3": pzprv3,
        "penpa": penpa,
        "sbn": sbn,
        "compact": compact,
    }
)
"""Name of a form → its module."""

DISTINCTIVE = ("pzprv3", "puzz.link", "penpa", "sbn", "compact", "task")
"""Forms whose texts cannot be mistaken for rows, in the order in which they are tried."""

MARKED = ("pzprv3", "penpa", "sbn")
"""Forms that can hold marks."""

ONE_LINE = ("puzz.link", "penpa", "sbn", "compact")


def parse(text: str, stars: int | None = None) -> Puzzle:
    """Return the puzzle that a text describes, in any form.

    Raises
    ------
    BadNotation
        The text is not a board, or leaves the number of stars per row open; the message names the form in which it was
        read.
    """
    form = form_of(text)
    with _tried(form):
        return FORMS[form].parse(text, stars)


def form_of(text: str) -> str:
    """Return the name in FORMS of a text's form, ``letters`` unless it shows another one; raises BadNotation."""
    if len(text) > LONGEST:
        raise BadNotation(
            f"the text has {len(text)} characters; at most {LONGEST} are allowed", hint="one puzzle at a time"
        )
    for name in DISTINCTIVE:
        if FORMS[name].looks_like(text):
            return name
    mistaken.check_comment(text)
    _, rows = split_rows(text)
    if not rows:
        raise BadNotation("the text does not contain a board", hint="write one row of letters per line")
    if len(rows) > 1 and any(FORMS[name].looks_like(rows[0]) for name in ONE_LINE):
        raise BadNotation(f"{len(rows)} lines, and the first one is a whole puzzle", hint=ONE_AT_A_TIME)
    mistaken.check_address(rows[0])
    return "numbers" if numbers.looks_like(text) else "letters"


def write(puzzle: Puzzle, form: str) -> str:
    """Return the puzzle as text in one of FORMS; raises BadNotation if the form is unknown or cannot express it."""
    if form not in FORMS:
        raise BadNotation(f"{form!r} is not a text form", hint=f"one of {', '.join(FORMS)}")
    with _tried(form):
        return FORMS[form].format(puzzle)


def from_row(row: Mapping[str, object], stars: int | None = None) -> Puzzle:
    """Return the puzzle of an object of a JSON Lines file: ``{"id"?, "stars"?, "grid": rows of letters or numbers}``.

    Raises
    ------
    BadNotation
        A field is missing or of the wrong kind, or the grid is not a board.
    """
    grid, stated = row.get("grid"), row.get("stars")
    if stated is not None and (not isinstance(stated, int) or isinstance(stated, bool)):
        raise BadNotation(f'"stars" must be a whole number, not {stated!r}', hint=ROW)
    if isinstance(grid, list) and all(isinstance(line, str) for line in grid):
        return puzzle_of(tuple(grid), stars, stated)
    if isinstance(grid, list) and all(isinstance(line, list) for line in grid):
        return puzzle_of(numbers.named(grid), stars, stated)
    raise BadNotation('"grid" must be a list of rows of letters, or of lists of numbers', hint=ROW)


@contextmanager
def _tried(form: str) -> Iterator[None]:
    """Put the form's name in front of an error's message."""
    try:
        yield
    except BadNotation as error:
        error.message = f"{form}: {error.message}"
        raise
