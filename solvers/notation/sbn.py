"""SBN, the Star Battle Notation of StarBattleLab: one line, six bits a digit.

551W0…: the side of the board twice, as one digit each, the stars, and ``W``, or ``e`` if marks follow. Then come
the borders, padded with zeros in front: those between columns row by row, those between rows column by column.
Marks are two bits per cell (0 none, 1 a cross, 2 a star) after two empty ones; after a ``~`` comes the history of
play, which is skipped. Files older than July 2025 lack the two empty cells; they are read if that is evident.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from solvers.cells import Cell
from solvers.errors import BadNotation
from solvers.notation.regions import across, bordered, check_plain, down
from solvers.notation.star_count import puzzle_of
from solvers.star_battle import Puzzle

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
BITS = 6
SIDES = range(5, 26)
PLAIN, MARKED = "W", "e"
CROSS, STAR = 1, 2
SHIFT = 2
HEAD = re.compile(r"([5-9A-P])\1[0-9][A-Za-z]")
HINT = "the whole line, such as 551W and 7 digits"


def parse(text: str, stars: int | None = None) -> Puzzle:
    """Return the puzzle of such a line; its marks are known cells; raises BadNotation."""
    line = text.strip().partition("~")[0]
    if not HEAD.match(line):
        raise BadNotation(f"the line begins {line[:4]!r} instead of size twice, stars, and W or e", hint=HINT)
    size, flag, digits = DIGITS.index(line[0]), line[3], line[4:]
    if flag not in (PLAIN, MARKED):
        raise BadNotation(f"the fourth character is {flag!r}, not W or e", hint=HINT)
    for place, digit in enumerate(digits, 5):
        if digit not in DIGITS:
            raise BadNotation(f"character {place} is {digit!r}", hint="0-9, A-Z, a-z, - and _")
    count = 2 * size * (size - 1)
    length = -(-count // BITS)
    if len(digits) < length or (flag == PLAIN and len(digits) > length):
        raise BadNotation(f"the borders of a {size}x{size} board take {length} digits, not {len(digits)}", hint=HINT)
    borders = [bit == "1" for bit in _bits(digits[:length])[-count:]]
    grid = bordered(size, borders[: count // 2], _turned(borders[count // 2 :], size - 1))
    marks = _marks(digits[length:], size)
    return puzzle_of(grid, stars, int(line[2]), given=_cells(marks, STAR), crossed=_cells(marks, CROSS))


def format(puzzle: Puzzle) -> str:
    """Return the puzzle in one line, with its marks; raises BadNotation for walls and sides other than 5 to 25."""
    check_plain(puzzle, marks=True)
    size = puzzle.size
    if size not in SIDES:
        raise BadNotation(f"{size}x{size} cannot be written in this form, only 5x5 to 25x25", hint="puzz.link can")
    borders = across(puzzle.grid) + _turned(down(puzzle.grid), size)
    bits = "".join("01"[bit] for bit in borders)
    marks = dict.fromkeys(puzzle.crossed, CROSS) | dict.fromkeys(puzzle.given, STAR)
    cells = [0] * SHIFT + [marks.get((row, col), 0) for row in range(size) for col in range(size)]
    notes = _digits("".join(f"{mark:02b}" for mark in cells).ljust(-(-len(cells) // 3) * BITS, "0")) if marks else ""
    flag = MARKED if marks else PLAIN
    return f"{2 * DIGITS[size]}{puzzle.stars}{flag}{_digits(bits.rjust(-(-len(bits) // BITS) * BITS, '0'))}{notes}\n"


def looks_like(text: str) -> bool:
    """Return True if a text begins like such a line."""
    return len(text.split()) == 1 and bool(HEAD.match(text.strip()))


def _turned(flags: Sequence[bool], rows: int) -> list[bool]:
    """Return the flags of a table row by row, given column by column with ``rows`` in each."""
    return [flag for row in range(rows) for flag in flags[row::rows]]


def _marks(digits: str, size: int) -> list[int]:
    """Return the mark of each cell, row by row."""
    cells = size * size
    if not digits:
        return [0] * cells
    bits = _bits(digits)
    marks = [int(bits[i : i + 2], 2) for i in range(0, len(bits), 2)]
    old = len(digits) == -(-cells // 3) and (len(marks) < cells + SHIFT or any(marks[:SHIFT]))
    if not old and len(marks) != -(-(cells + SHIFT) // 3) * 3:
        message = f"the marks of a {size}x{size} board take {-(-(cells + SHIFT) // 3)} digits, not {len(digits)}"
        raise BadNotation(message, hint=HINT)
    marks = marks if old else marks[SHIFT:]
    if any(marks[cells:]) or max(marks) > STAR:
        raise BadNotation("the marks contain something other than stars and crosses on the board", hint=HINT)
    return marks[:cells]


def _cells(marks: Sequence[int], kind: int) -> frozenset[Cell]:
    size = round(len(marks) ** 0.5)
    return frozenset(divmod(place, size) for place, mark in enumerate(marks) if mark == kind)


def _bits(digits: str) -> str:
    return "".join(f"{DIGITS.index(digit):06b}" for digit in digits)


def _digits(bits: str) -> str:
    return "".join(DIGITS[int(bits[i : i + BITS], 2)] for i in range(0, len(bits), BITS))
