"""Shapes of boards: sets of sites (row, col), and the usual boards that contain them or lie within them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final

from solvers.peg_solitaire import BOARDS, NO_SITE, Cell, Lattice, named_board
from solvers.peg_solitaire.board import NEIGHBOURS

LARGEST_TRIANGLE: Final = 10
"""Number of rows of the largest triangle that is recognised; triangles of up to 7 rows are sold."""


def translated(cells: Iterable[Cell], rows: int, cols: int) -> frozenset[Cell]:
    """Return the cells moved down by ``rows`` and right by ``cols``."""
    return frozenset((row + rows, col + cols) for row, col in cells)


def from_zero(cells: Iterable[Cell]) -> frozenset[Cell]:
    """Return the cells moved to begin at row 0 and column 0."""
    row, col = first_row_col(cells)
    return translated(cells, -row, -col)


def first_row_col(cells: Iterable[Cell]) -> Cell:
    """Return the first row and the first column of cells."""
    cells = list(cells)
    return min(row for row, _ in cells), min(col for _, col in cells)


@cache
def usual_boards(kind: Lattice) -> tuple[frozenset[Cell], ...]:
    """Return the sites of the usual boards from (0, 0), the largest first; triangles point up or down."""
    if kind == "square":
        found = [frozenset(named_board(name).sites) for name in BOARDS if not name.startswith("triangle")]
    else:
        up = [frozenset(named_board(f"triangle{n}").sites) for n in range(4, LARGEST_TRIANGLE + 1)]
        found = up + [frozenset((-row + max(r for r, _ in board), col) for row, col in board) for board in up]
    return tuple(sorted(found, key=len, reverse=True))


def is_usual(grid: Sequence[str]) -> bool:
    """Return True if the text rows of pegs and holes have the shape of a usual board."""
    cells = frozenset((r, c) for r, row in enumerate(grid) for c, site in enumerate(row) if site != NO_SITE)
    return cells in usual_boards("square") or cells in usual_boards("triangular")


def usual_boards_around(kind: Lattice, cells: frozenset[Cell]) -> Iterator[frozenset[Cell]]:
    """Yield the usual boards, in each position, that contain all of these cells, the smallest first."""
    (row, col), tall, wide = first_row_col(cells), _tall(cells), _wide(cells)
    for board in reversed(usual_boards(kind)):
        for down in range(_tall(board) - tall + 1):
            for right in range(_wide(board) - wide + 1):
                if all((r + down - row, c + right - col) in board for r, c in cells):
                    yield translated(board, row - down, col - right)


def usual_boards_within(kind: Lattice, cells: frozenset[Cell]) -> Iterator[frozenset[Cell]]:
    """Yield the usual boards, in each position, that lie entirely within these cells, the largest first."""
    (row, col), tall, wide = first_row_col(cells), _tall(cells), _wide(cells)
    for board in usual_boards(kind):
        for down in range(tall - _tall(board) + 1):
            for right in range(wide - _wide(board) + 1):
                if all((r + row + down, c + col + right) in cells for r, c in board):
                    yield translated(board, row + down, col + right)


def is_connected(kind: Lattice, cells: frozenset[Cell]) -> bool:
    """Return True if steps from neighbour to neighbour connect all cells."""
    return connected_to(kind, cells, frozenset(sorted(cells)[:1])) == cells


def connected_to(kind: Lattice, cells: frozenset[Cell], core: frozenset[Cell]) -> frozenset[Cell]:
    """Return the core and the cells that steps from neighbour to neighbour connect with it."""
    found, queue = set(core), list(core)
    while queue:
        row, col = queue.pop()
        near = {(row + down, col + right) for down, right in NEIGHBOURS[kind]} & (cells - found)
        found |= near
        queue += near
    return frozenset(found)


def neighbours_of(kind: Lattice, cells: frozenset[Cell]) -> frozenset[Cell]:
    """Return the places next to these cells, without the cells themselves."""
    return frozenset((r + down, c + right) for r, c in cells for down, right in NEIGHBOURS[kind]) - cells


def staircase(cells: frozenset[Cell]) -> bool | None:
    """Return True for rows of 1 to n sites aligned at the right, False if aligned at the left, otherwise None."""
    rows = sorted({row for row, _ in cells})
    ends = [[col for r, col in cells if r == row] for row in rows]
    lengths = [len(cols) for cols in ends]
    whole = all(max(cols) - min(cols) + 1 == len(cols) for cols in ends)
    if len(rows) < 4 or not whole or lengths not in (sorted(lengths), sorted(lengths, reverse=True)):
        return None
    if sorted(lengths) != list(range(1, len(rows) + 1)):
        return None
    if len({min(cols) for cols in ends}) == 1:
        return False
    return True if len({max(cols) for cols in ends}) == 1 else None


def _tall(cells: frozenset[Cell]) -> int:
    return max(row for row, _ in cells) - min(row for row, _ in cells) + 1


def _wide(cells: frozenset[Cell]) -> int:
    return max(col for _, col in cells) - min(col for _, col in cells) + 1
