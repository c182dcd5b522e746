"""Rows of whole numbers separated by spaces, one number a region.

0 0 0 1 1
0 2 2 1 1
0 2 3 1 1
0 2 3 3 3
2 2 4 4 4
"""

from __future__ import annotations

import re

from solvers.errors import BadNotation
from solvers.notation.lines import join, split
from solvers.notation.stars import puzzle_of
from solvers.star_battle import Puzzle
from solvers.star_battle.model import LETTERS

ROWS = "write one number a cell, the same for all cells of a region"
NUMBER = re.compile(r"[+-]?\d+")


def parse(text: str, stars: int | None = None) -> Puzzle:
    """The puzzle of rows of numbers, its regions lettered by first appearance; raises BadNotation."""
    stated, rows = split(text)
    return puzzle_of(_lettered([row.split() for row in rows]), stars, stated)


def format(puzzle: Puzzle) -> str:
    """Stars and rows of numbers from 0, by first appearance; raises BadNotation for walls."""
    numbers = {letter: str(number) for number, letter in enumerate(puzzle.regions)}
    if set("".join(puzzle.grid)) - set(numbers):
        raise BadNotation("a board with walls cannot be written as rows of numbers", hint="rows of letters can")
    return join(puzzle.stars, [" ".join(numbers[letter] for letter in row) for row in puzzle.grid])


def looks_like(row: str) -> bool:
    """Whether a row is one of numbers: whole numbers in its first two places."""
    return len(row.split()) > 1 and all(NUMBER.fullmatch(token) for token in row.split()[:2])


def _lettered(rows: list[list[str]]) -> tuple[str, ...]:
    letters: dict[int, str] = {}
    for number, row in enumerate(rows, 1):
        for column, token in enumerate(row, 1):
            if not NUMBER.fullmatch(token):
                raise BadNotation(f"row {number}, column {column}: {token!r} is not a whole number", hint=ROWS)
            if int(token) not in letters and len(letters) == len(LETTERS):
                message = f"row {number}, column {column}: more than {len(LETTERS)} different numbers"
                raise BadNotation(message, hint=ROWS)
            letters.setdefault(int(token), LETTERS[len(letters) % len(LETTERS)])
    return tuple("".join(letters[int(token)] for token in row) for row in rows)
