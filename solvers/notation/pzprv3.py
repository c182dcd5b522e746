"""The file of the puzz.link engine: its name, the puzzle's, rows, columns, stars, then regions and marks.

The number of regions comes before rows of region numbers; after them come rows of ``#`` for a star, ``+`` for a
cell without one and ``.`` for neither. A line may end in a slash instead, as in addresses: ``p?pzprv3/starbattle/…``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import unquote

from solvers.errors import BadNotation
from solvers.notation.regions import across, bordered, check_plain, check_size, down, lettered, numbered, whole
from solvers.notation.star_count import puzzle_of
from solvers.star_battle import Puzzle
from solvers.text import ONE_AT_A_TIME

HEAD = re.compile(r"(?:^|[?&])(pzprv3(?:\.[0-9]+)?(?:/|%2F|\s).*)", re.DOTALL | re.IGNORECASE)
AFTER = re.compile(r"info:|history:|__HISTORY__|TrialData|https?:")
STAR, CROSS, EMPTY = "#", "+", "."
HINT = "the whole file, from pzprv3 to the rows of marks"


def parse(text: str, stars: int | None = None) -> Puzzle:
    """Return the puzzle of a file or of an address that contains one; its marks are known cells; raises BadNotation."""
    found = HEAD.search(text.strip())
    if not found:
        raise BadNotation("the first line is not pzprv3", hint=HINT)
    lines = [line.strip() for line in re.split(r"[\n/]", unquote(found[1]))]
    if lines[1] != "starbattle":
        raise BadNotation(f"line 2 is {lines[1][:20]!r}, not starbattle", hint="a Star Battle puzzle")
    if lines[0] in lines[1:]:
        raise BadNotation("more than one puzzle", hint=ONE_AT_A_TIME)
    if len(lines) < 6:
        raise BadNotation(f"the file ends after line {len(lines)}", hint=HINT)
    rows, cols, stated, regions = (whole(lines[i], f"line {i + 1}") for i in range(2, 6))
    size = check_size(rows, cols)
    grid = _regions(_rows(lines[6 : 6 + size], size, "region"), regions)
    marks = _marks(lines[6 + size : 6 + 2 * size], size)
    return puzzle_of(grid, stars, stated, given=_cells(marks, STAR), crossed=_cells(marks, CROSS))


def format(puzzle: Puzzle) -> str:
    """Return the file as the engine writes it; raises BadNotation for walls."""
    check_plain(puzzle, marks=True)
    marks = dict.fromkeys(puzzle.crossed, CROSS) | dict.fromkeys(puzzle.given, STAR)
    size = puzzle.size
    regions = ["".join(f"{number} " for number in row) for row in numbered(puzzle, 0)]
    cells = ["".join(f"{marks.get((row, col), EMPTY)} " for col in range(size)) for row in range(size)]
    head = ["pzprv3", "starbattle", size, size, puzzle.stars, size]
    return "\n".join([*map(str, head), *regions, *cells]) + "\n"


def looks_like(text: str) -> bool:
    """Return True if a text is such a file, or an address that contains one."""
    return bool(HEAD.search(text.strip()))


def _regions(rows: Sequence[Sequence[str]], stated: int) -> tuple[str, ...]:
    """Return the regions between cells with different numbers, as the engine reads them."""
    names = lettered(rows)
    if stated != len(rows):
        message = f"line 6 says {stated} regions, but a {len(rows)}x{len(rows)} board needs {len(rows)}"
        raise BadNotation(message, hint="as many regions as rows")
    return bordered(len(rows), across(names), down(names))


def _marks(lines: Sequence[str], size: int) -> list[list[str]]:
    """Return the rows of marks, all empty if the file ends before them."""
    if not any(lines) or AFTER.match(lines[0]):
        return [[EMPTY] * size] * size
    return _rows(lines, size, "mark", (STAR, CROSS, EMPTY))


def _rows(lines: Sequence[str], size: int, what: str, known: Sequence[str] = ()) -> list[list[str]]:
    rows = [line.split() for line in lines]
    if len(rows) < size:
        raise BadNotation(f"the {what}s take {size} rows, not {len(rows)}", hint=HINT)
    for number, row in enumerate(rows, 1):
        if len(row) != size:
            raise BadNotation(f"row {number} of the {what}s has {len(row)} of them, not {size}", hint=HINT)
        for column, token in enumerate(row, 1):
            if (token not in known) if known else not token.isdigit():
                raise BadNotation(f"row {number}, column {column} of the {what}s: {token[:20]!r}", hint=HINT)
    return rows


def _cells(rows: Sequence[Sequence[str]], mark: str) -> frozenset[tuple[int, int]]:
    return frozenset((r, c) for r, row in enumerate(rows) for c, token in enumerate(row) if token == mark)
