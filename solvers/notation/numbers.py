"""Rows of whole numbers separated by spaces or commas, one number per region; any numbers, in any order.

0 0 0 1 1
0 2 2 1 1
0 2 3 1 1
0 2 3 3 3
2 2 4 4 4

A list of lists, as Python and JSON write it, is read too: ``[[0, 0, 1], …]``; and rows of digits without anything
between, if there are as many rows as digits in each.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from solvers.errors import BadNotation
from solvers.notation.regions import check_plain, lettered, numbered
from solvers.notation.rows import join_rows, split_rows
from solvers.notation.star_count import puzzle_of
from solvers.star_battle import Puzzle

ROWS = "write one number per cell, the same for all cells of a region"
NUMBER = re.compile(r"[+-]?[0-9]{1,18}")


def parse(text: str, stars: int | None = None) -> Puzzle:
    """Return the puzzle of rows of numbers, its regions lettered by first appearance; raises BadNotation."""
    stated, rows = split_rows(text)
    if rows and rows[0].startswith("["):
        return puzzle_of(named(_lists("".join(rows))), stars, stated)
    if rows and rows[0].isdecimal():
        return puzzle_of(named(_digits(rows)), stars, stated)
    return puzzle_of(named([_tokens(row) for row in rows]), stars, stated)


def format(puzzle: Puzzle) -> str:
    """Return stars and rows of numbers from 0, by first appearance; raises BadNotation for walls and marks."""
    check_plain(puzzle)
    return join_rows(puzzle.stars, [" ".join(map(str, row)) for row in numbered(puzzle, 0)])


def looks_like(text: str) -> bool:
    """Return True if the first row starts with two whole numbers, begins a list of lists, or consists of digits."""
    _, rows = split_rows(text)
    if not rows:
        return False
    tokens = _tokens(rows[0])
    pair = len(tokens) > 1 and all(map(NUMBER.fullmatch, tokens[:2]))
    return pair or rows[0].startswith("[") or (len(rows) > 1 and rows[0].isdecimal())


def named(rows: Sequence[Sequence[object]]) -> tuple[str, ...]:
    """Return rows of letters for rows of whole numbers, given as such or as text; raises BadNotation."""
    for number, row in enumerate(rows, 1):
        for column, token in enumerate(row, 1):
            if not NUMBER.fullmatch(str(token)):
                raise BadNotation(
                    f"row {number}, column {column}: {str(token)[:20]!r} is not a whole number", hint=ROWS
                )
    return lettered([[int(str(token)) for token in row] for row in rows])


def _tokens(row: str) -> list[str]:
    return row.replace(",", " ").split()


def _digits(rows: Sequence[str]) -> list[list[str]]:
    """Return the digits of a square board, one per cell; raises BadNotation if they may mean something else."""
    if any(len(row) != len(rows) or not row.isdecimal() for row in rows):
        message = f"{len(rows)} rows that begin {rows[0][:20]!r} are not a square of digits"
        raise BadNotation(message, hint="numbers need spaces or commas between them")
    return [list(row) for row in rows]


def _lists(text: str) -> list[list[object]]:
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError):
        raise BadNotation("the list of lists of numbers is not valid JSON", hint=ROWS) from None
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise BadNotation("the list contains something other than lists of numbers", hint=ROWS)
    return rows
