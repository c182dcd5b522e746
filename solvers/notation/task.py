"""The task string of the Puzzle Team sites: region numbers row by row, counted from 1, with commas between.

1,1,1,2,2,1,3,3,2,2,1,3,4,2,2,1,3,4,4,4,3,3,5,5,5

It is read by itself, after a line ``stars K``, or from the page's source, which contains it as ``var task = '…'``.
The form of a task without regions is not known, so none is read or written.
"""

from __future__ import annotations

import re
from math import isqrt

from solvers.errors import BadNotation
from solvers.notation.numbers import NUMBER, named
from solvers.notation.regions import check_plain, numbered
from solvers.notation.rows import split_rows
from solvers.notation.star_count import puzzle_of
from solvers.star_battle import Puzzle

IN_SOURCE = re.compile(r"""\btask["']?\s*[:=]\s*["']([^"']*)["']""")
ALONE = re.compile(r"(?:stars[^\n]*\n\s*)?[+-]?[0-9]+(?:[ \t]*,[ \t]*[+-]?[0-9]+){2,}[ \t]*,?", re.IGNORECASE)
HINT = "as many numbers as the board has cells, with commas between"


def parse(text: str, stars: int | None = None) -> Puzzle:
    """Return the puzzle of a task string, alone or in a page's source; raises BadNotation."""
    tasks = {found[1].strip() for found in IN_SOURCE.finditer(text)}
    filled = sorted(tasks - {""})
    if len(filled) > 1:
        raise BadNotation(f"the page's source has {len(filled)} tasks", hint="the task of one puzzle alone")
    stated, rows = (None, filled) if tasks else split_rows(text)
    names = [name.strip() for name in "".join(rows).strip().rstrip(",").split(",")]
    for place, name in enumerate(names, 1):
        if not NUMBER.fullmatch(name):
            raise BadNotation(f"number {place} of the task: {name[:20]!r} is not a whole number", hint=HINT)
    size = isqrt(len(names))
    if size * size != len(names):
        raise BadNotation(f"the task has {len(names)} numbers, which do not form a square board", hint=HINT)
    return puzzle_of(named([names[row * size : (row + 1) * size] for row in range(size)]), stars, stated)


def format(puzzle: Puzzle) -> str:
    """Return region numbers from 1 by first appearance, without the stars; raises BadNotation for walls and marks."""
    check_plain(puzzle)
    return ",".join(str(number) for row in numbered(puzzle, 1) for number in row) + "\n"


def looks_like(text: str) -> bool:
    """Return True if a text is a task string, one line of numbers with commas, or a page's source with one."""
    return bool(IN_SOURCE.search(text) or ALONE.fullmatch(text.strip()))
