"""Rows of a text: lines without surrounding blanks; the first one may be ``stars K``."""

from __future__ import annotations

import re

from solvers.errors import BadNotation
from solvers.text import ONE_AT_A_TIME

_EMPTY_LINE = re.compile(r"\n\s*\n")
_STARS = re.compile(r"stars\s*[:=]?\s*([0-9]{1,9})", re.IGNORECASE)
_STARS_LINE = re.compile(r"stars[\s:=]", re.IGNORECASE)


def split_rows(text: str) -> tuple[int | None, list[str]]:
    """Return the stars that the text states, and its rows without empty lines.

    Raises
    ------
    BadNotation
        The stars are not a number, or another puzzle begins further down: with its stars, or after an empty line.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    stated = _STARS.fullmatch(lines[0]) if lines else None
    if lines and not stated and _STARS_LINE.match(lines[0]):
        raise BadNotation(f"{lines[0][:40]!r} does not say how many stars", hint="a first line such as 'stars 2'")
    rows = lines[1:] if stated else lines
    first = _EMPTY_LINE.split(text.strip(), maxsplit=1)[0].split("\n")[bool(stated) :]
    if any(map(_STARS.fullmatch, rows)) or (len(first) < len(rows) and _is_square(first)):
        raise BadNotation("more than one puzzle", hint=ONE_AT_A_TIME)
    return (int(stated[1]) if stated else None), rows


def _is_square(rows: list[str]) -> bool:
    """Return True if there are as many rows as cells in the first of them: letters, or numbers with separators."""
    words = rows[0].replace(",", " ").split() if rows else []
    return len(rows) == (len(words) if len(words) > 1 else len("".join(words))) > 1


def join_rows(stars: int, rows: list[str]) -> str:
    """Return the text whose first line states the stars."""
    return "\n".join([f"stars {stars}", *rows]) + "\n"
