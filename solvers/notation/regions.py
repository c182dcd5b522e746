"""Conversions and checks of boards that the text forms share: regions by numbers, regions by borders.

The borders of an N by N board are flags in two lists: ``across`` between cells side by side, row by row, N - 1 a
row; and ``down`` between cells above each other, row by row, N in each of N - 1 rows.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence, Set
from itertools import pairwise, product

from solvers.cells import LETTERS, PLAIN, WALL, Cell
from solvers.errors import BadNotation
from solvers.star_battle import Puzzle
from solvers.star_battle.model import LARGEST, SMALLEST, a_board, beside
from solvers.text import count_of

WALLED_FORMS = "--to letters or --to penpa"


def lettered(rows: Sequence[Sequence[Hashable]]) -> tuple[str, ...]:
    """Return rows of letters for rows of any region names, by first appearance; raises BadNotation past 52."""
    letters: dict[Hashable, str] = {}
    for number, row in enumerate(rows, 1):
        for column, name in enumerate(row, 1):
            if name not in letters and len(letters) == len(LETTERS):
                message = f"row {number}, column {column}: more than {len(LETTERS)} different regions"
                raise BadNotation(message, hint=f"boards up to {LARGEST}x{LARGEST}, one region per row")
            letters.setdefault(name, LETTERS[len(letters) % len(LETTERS)])
    return tuple("".join(letters[name] for name in row) for row in rows)


def numbered(puzzle: Puzzle, first: int) -> list[list[int]]:
    """Return rows of region numbers from ``first``, by first appearance."""
    numbers = {letter: number for number, letter in enumerate(puzzle.regions, first)}
    return [[numbers[letter] for letter in row] for row in puzzle.grid]


def across(grid: Sequence[str]) -> list[bool]:
    """Return, for each cell but the last of each row, True if there is a border to its right."""
    return [left != right for row in grid for left, right in pairwise(row)]


def down(grid: Sequence[str]) -> list[bool]:
    """Return, for each cell but those of the last row, True if there is a border below it."""
    return [upper != lower for row, below in pairwise(grid) for upper, lower in zip(row, below, strict=True)]


def bordered(
    size: int, across: Sequence[bool], down: Sequence[bool], walls: Set[Cell] = frozenset()
) -> tuple[str, ...]:
    """Return rows of letters for the regions between borders; raises BadNotation unless there are ``size``."""
    region: dict[Cell, int] = {}
    count = 0
    for cell in product(range(size), range(size)):
        if cell not in region and cell not in walls:
            region |= dict.fromkeys(_reached(cell, size, across, down, walls), count)
            count += 1
    if count != size:
        message = f"the borders leave {count_of(count, 'region')} on {a_board(size)}"
        raise BadNotation(f"{message}, which needs {size}", hint="draw all borders around every region")
    return tuple("".join(LETTERS[region[r, c]] if (r, c) in region else WALL for c in range(size)) for r in range(size))


def check_size(rows: int, cols: int) -> int:
    """Return the side of a board of this size; raises BadNotation unless it is a square that can be solved."""
    if rows != cols:
        message = f"the board is not square: {count_of(rows, 'row')} of {cols} cells"
        raise BadNotation(message, hint="as many rows as columns")
    if not SMALLEST <= rows <= LARGEST:
        message = f"a board of {rows}x{rows} cells: sizes from {SMALLEST} to {LARGEST} can be solved"
        raise BadNotation(message, hint="a larger or smaller board")
    return rows


def check_plain(puzzle: Puzzle, *, marks: bool = False) -> None:
    """Raise BadNotation if a puzzle has walls or no regions, or marks unless the form can hold them."""
    characters = set("".join(puzzle.grid))
    if WALL in characters:
        raise BadNotation("a board with walls cannot be written in this form", hint=WALLED_FORMS)
    if PLAIN in characters:
        raise BadNotation("a board without regions cannot be written in this form", hint=WALLED_FORMS)
    if not marks:
        check_unmarked(puzzle)


def check_unmarked(puzzle: Puzzle) -> None:
    """Raise BadNotation if stars or crosses are marked, for a form that cannot hold them."""
    if puzzle.given or puzzle.crossed:
        hint = "pzprv3, penpa and sbn can hold them"
        raise BadNotation("marked stars and crosses cannot be written in this form", hint=hint)


def whole(text: str, what: str) -> int:
    """Return a whole number from 0 in decimal digits, at most nine of them; raises BadNotation."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise BadNotation(f"{what}: {text[:20]!r} is not a whole number", hint="decimal digits")
    return int(text)


def _reached(start: Cell, size: int, across: Sequence[bool], down: Sequence[bool], walls: Set[Cell]) -> Iterator[Cell]:
    """Yield the cells that can be reached from one without crossing a border."""
    seen, todo = {start}, [start]
    while todo:
        cell = todo.pop()
        yield cell
        for other in beside(cell):
            inside = 0 <= other[0] < size and 0 <= other[1] < size
            if inside and other not in seen and other not in walls and not _border(cell, other, size, across, down):
                seen.add(other)
                todo.append(other)


def _border(one: Cell, other: Cell, size: int, across: Sequence[bool], down: Sequence[bool]) -> bool:
    (row, col), (other_row, _) = min(one, other), max(one, other)
    return across[row * (size - 1) + col] if row == other_row else down[row * size + col]
