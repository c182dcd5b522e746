"""Puzzles as text: this package recognises the form, and has a ``Form`` for each.

The stars per row come from the first available of these: the argument, the text itself, the only
number for which the board has exactly one solution, the usual number for its size. It is an error
if text and argument disagree. Every error names the form in which the text was read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType

from solvers.errors import ONE_AT_A_TIME, BadNotation
from solvers.names import FORM_NAMES
from solvers.notation.boards import Form, puzzle_of
from solvers.notation.borders import PUZZ_LINK, PZPRV3, SBN
from solvers.notation.penpa import PENPA
from solvers.notation.rows import (
    COMPACT,
    GRID,
    LETTERS,
    NUMBERS,
    TASK,
    are_numbers,
    letter_numbers,
    split_marks,
    split_rows,
)
from solvers.star_battle import Puzzle

__all__ = ["FORMS", "MARKED", "form_of", "from_row", "parse", "write"]

ROW = 'a line such as {"id": 1, "stars": 1, "grid": ["AAAB", …]}'
LONGEST_NOTATION = 1_000_000  # characters; a page's source with a task takes 100,000

_IN_ORDER = (LETTERS, GRID, NUMBERS, TASK, PUZZ_LINK, PZPRV3, PENPA, SBN, COMPACT)

FORMS: Mapping[str, Form] = MappingProxyType(dict(zip(FORM_NAMES, _IN_ORDER, strict=True)))
"""Name of a form → the form."""

DISTINCTIVE = ("pzprv3", "puzz.link", "penpa", "sbn", "compact", "task")
"""Forms whose texts cannot be mistaken for rows, in the order in which they are tried."""

MARKED = ("grid", "pzprv3", "penpa", "sbn")
"""Forms that can hold marks."""

TEXT_SHOWN = 60
"""Characters of a line that an error quotes."""

_ADDRESSES = (
    (
        r"(?:\S*/)?p(?:\.html)?\?(\w+)/\S*",
        r"is not a Star Battle puzzle but \1",
        "an address with starbattle/ in it",
    ),
    (
        r"(?i:https?://(?:www\.)?(?:tinyurl\.com|bit\.ly|is\.gd|t\.co|goo\.gl)/\S+)",
        "is a shortened address",
        "open it and copy the long address",
    ),
    (
        r"(?i:https?://[^?#\s]*\.(?:png|jpe?g|webp|gif|bmp|tiff?)(?:[?#]\S*)?)",
        "is the address of a picture",
        "download the picture, or open the page with autoplay play",
    ),
    (
        r"(?i:https?://\S+)",
        "does not contain a Star Battle puzzle itself",
        r"autoplay play \g<0>",
    ),
)
"""Pattern of an address that is no puzzle, what it is instead, and what to try."""


def parse(text: str, stars: int | None = None) -> Puzzle:
    """Return the puzzle that a text describes, in any form.

    Raises
    ------
    BadNotation
        The text is not a board, or leaves the number of stars per row open; the message names the
        form in which it was read.
    """
    form = form_of(text)
    with _name_form(form):
        return FORMS[form].parse(text, stars)


def form_of(text: str) -> str:
    """Return the name in FORMS of a text's form, ``letters`` unless it shows another one.

    A grid without marks is letters. Raises BadNotation.
    """
    if len(text) > LONGEST_NOTATION:
        raise BadNotation(
            f"the text has {len(text)} characters; at most {LONGEST_NOTATION} are allowed",
            hint="one puzzle at a time",
        )
    # Forms with a mark of their own first, since letters and numbers may be anything.
    for name in DISTINCTIVE:
        if FORMS[name].is_form_of(text):
            return name
    _check_for_comment(text)
    with _name_form("grid"):
        text, marks = split_marks(text)
    _, rows = split_rows(text)
    if marks:
        return "grid"
    if not rows:
        raise BadNotation(
            "the text does not contain a board", hint="write one row of letters per line"
        )
    # The other forms take one line, so more lines are several puzzles.
    if len(rows) > 1 and any(form.is_form_of(rows[0]) for form in _IN_ORDER if form.is_one_line):
        raise BadNotation(
            f"{len(rows)} lines, and the first one is a whole puzzle", hint=ONE_AT_A_TIME
        )
    _check_for_address(rows[0])
    return "numbers" if are_numbers(rows) else "letters"


def write(puzzle: Puzzle, form: str) -> str:
    """Return the puzzle as text in one of FORMS.

    Raises BadNotation if the form is unknown or cannot express it.
    """
    if form not in FORMS:
        raise BadNotation(f"{form!r} is not a text form", hint=f"one of {', '.join(FORMS)}")
    with _name_form(form):
        return FORMS[form].format(puzzle)


def from_row(row: Mapping[str, object], stars: int | None = None) -> Puzzle:
    """Return the puzzle of an object of a JSON Lines file: ``{"id"?, "stars"?, "grid": rows of
    letters or numbers}``.

    Raises
    ------
    BadNotation
        A field is missing or of the wrong kind, or the grid is not a board.
    """
    grid = row.get("grid")
    stated = row.get("stars")
    # True and False are whole numbers in Python, but not in JSON.
    if stated is not None and (not isinstance(stated, int) or isinstance(stated, bool)):
        raise BadNotation(f'"stars" must be a whole number, not {stated!r}', hint=ROW)
    if isinstance(grid, list):
        kinds = set(map(type, grid))
        if kinds <= {str}:
            return puzzle_of(tuple(grid), stars, stated)
        if kinds == {list}:
            return puzzle_of(letter_numbers(grid), stars, stated)
    raise BadNotation('"grid" must be a list of rows of letters, or of lists of numbers', hint=ROW)


@contextmanager
def _name_form(form: str) -> Iterator[None]:
    """Put the form's name in front of an error's message."""
    try:
        yield
    except BadNotation as error:
        error.message = f"{form}: {error.message}"
        raise


def _check_for_comment(text: str) -> None:
    """Raise BadNotation if a text begins with a comment, which looks like a wall."""
    first, _, _ = text.strip().partition("\n")
    words = first.split()
    if first.startswith("#") and len(words) > 1 and max(map(len, words)) > 1:
        raise BadNotation(
            f"{first[:TEXT_SHOWN]!r} is not a row of a board",
            hint="leave it out: '#' is a wall here; only a file may have comments, '# …'",
        )


def _check_for_address(row: str) -> None:
    """Raise BadNotation if a row is the address of something other than a Star Battle puzzle
    itself.
    """
    # Anything else is read as letters, whose errors name the place.
    for pattern, what, hint in _ADDRESSES:
        if found := re.fullmatch(pattern, row):
            raise BadNotation(f"{row[:TEXT_SHOWN]} {found.expand(what)}", hint=found.expand(hint))
