"""Addresses of puzz.link, pzv.jp, pzprxs and other sites with their engine: ``starbattle/10/10/2/…``.

After columns, rows and stars come the borders, first those between columns row by row, then those between
rows; each of the two has five bits per digit of base 32, its last digit padded with zeros.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from solvers.errors import BadNotation
from solvers.notation.regions import across, bordered, check_plain, check_size, down, whole
from solvers.notation.star_count import puzzle_of
from solvers.star_battle import Puzzle

ADDRESS = "https://puzz.link/p?"
KIND = re.compile(r"(?:^|[?&/])(v:[^/]{0,40}/)?starbattle(?:_edit|_play)?/([^\s#&]*)")
DIGITS = "0123456789abcdefghijklmnopqrstuv"
BITS = 5
HINT = "the whole address, such as https://puzz.link/p?starbattle/10/10/2/…"


def parse(text: str, stars: int | None = None) -> Puzzle:
    """Return the puzzle of an address, or of its part from ``starbattle/`` on; raises BadNotation."""
    found = KIND.search(text.strip())
    if not found:
        raise BadNotation("no starbattle/ in the address", hint=HINT)
    fields = found[2].rstrip("/").split("/")
    if found[1] or fields[0].startswith("v:"):
        raise BadNotation("a variant with rules of its own", hint="puzzles with the usual rules can be solved")
    if not fields[0].isdigit():  # flags, which do not matter here
        fields = fields[1:]
    if len(fields) != 4:
        raise BadNotation(
            f"{len(fields)} fields after starbattle/ instead of columns, rows, stars and borders", hint=HINT
        )
    cols, rows, stated = (whole(field, what) for field, what in zip(fields, ("columns", "rows", "stars"), strict=False))
    size = check_size(rows, cols)
    return puzzle_of(bordered(size, *_borders(fields[3].lower(), size)), stars, stated)


def format(puzzle: Puzzle) -> str:
    """Return the puzzle's address on puzz.link; raises BadNotation for walls and marks."""
    check_plain(puzzle)
    borders = _digits(across(puzzle.grid)) + _digits(down(puzzle.grid))
    return f"{ADDRESS}starbattle/{puzzle.size}/{puzzle.size}/{puzzle.stars}/{borders}\n"


def looks_like(text: str) -> bool:
    """Return True if a text is such an address, or the relevant part of one."""
    return len(text.split()) == 1 and bool(KIND.search(text.strip()))


def _borders(digits: str, size: int) -> tuple[list[bool], list[bool]]:
    count = size * (size - 1)
    length = -(-count // BITS)
    if len(digits) != 2 * length:
        message = f"the borders of a {size}x{size} board take {2 * length} digits, not {len(digits)}"
        raise BadNotation(message, hint=HINT)
    for place, digit in enumerate(digits, 1):
        if digit not in DIGITS:
            raise BadNotation(f"digit {place} of the borders is {digit!r}", hint="base 32 has 0-9 and a-v")
    bits = [DIGITS.index(digit) >> BITS - 1 - bit & 1 == 1 for digit in digits for bit in range(BITS)]
    return bits[:count], bits[length * BITS :][:count]


def _digits(bits: Sequence[bool]) -> str:
    text = "".join("01"[bit] for bit in bits)
    text += "0" * (-len(text) % BITS)
    return "".join(DIGITS[int(text[i : i + BITS], 2)] for i in range(0, len(text), BITS))
