"""Which boards pegs stand on, by the shape of their sites."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final

from solvers.peg_solitaire import BOARDS, NO_SITE, Cell, Lattice, named_board
from solvers.peg_solitaire.board import NEIGHBOURS

LARGEST_TRIANGLE: Final = 10
"""Rows of the largest triangle that is looked for; 7 are sold."""


def moved(cells: Iterable[Cell], rows: int, cols: int) -> frozenset[Cell]:
    """Cells so many rows further down and columns further right."""
    return frozenset((row + rows, col + cols) for row, col in cells)


def from_corner(cells: Iterable[Cell]) -> frozenset[Cell]:
    """Cells moved so that their first row and their first column are 0."""
    row, col = start(cells)
    return moved(cells, -row, -col)


def start(cells: Iterable[Cell]) -> Cell:
    """The first row and the first column of cells."""
    cells = list(cells)
    return min(row for row, _ in cells), min(col for _, col in cells)


@cache
def boards(kind: Lattice) -> tuple[frozenset[Cell], ...]:
    """The sites of the usual boards, from row 0 and column 0, the largest first; triangles point up or down."""
    if kind == "square":
        found = [frozenset(named_board(name).sites) for name in BOARDS if not name.startswith("triangle")]
    else:
        up = [frozenset(named_board(f"triangle{n}").sites) for n in range(4, LARGEST_TRIANGLE + 1)]
        found = up + [frozenset((-row + max(r for r, _ in board), col) for row, col in board) for board in up]
    return tuple(sorted(found, key=len, reverse=True))


def is_usual(grid: Sequence[str]) -> bool:
    """Whether the text rows of pegs and holes are those of a usual board."""
    cells = frozenset((r, c) for r, row in enumerate(grid) for c, site in enumerate(row) if site != NO_SITE)
    return cells in boards("square") or cells in boards("triangular")


def covering(kind: Lattice, cells: frozenset[Cell]) -> Iterator[frozenset[Cell]]:
    """The usual boards, where they lie, that have all these sites, those with fewest others first."""
    (row, col), tall, wide = start(cells), _tall(cells), _wide(cells)
    for board in reversed(boards(kind)):
        for down in range(_tall(board) - tall + 1):
            for right in range(_wide(board) - wide + 1):
                if all((r + down - row, c + right - col) in board for r, c in cells):
                    yield moved(board, row - down, col - right)


def covered(kind: Lattice, cells: frozenset[Cell]) -> Iterator[frozenset[Cell]]:
    """The usual boards, where they lie, all of whose sites are among these, the largest first."""
    (row, col), tall, wide = start(cells), _tall(cells), _wide(cells)
    for board in boards(kind):
        for down in range(tall - _tall(board) + 1):
            for right in range(wide - _wide(board) + 1):
                if all((r + row + down, c + col + right) in cells for r, c in board):
                    yield moved(board, row + down, col + right)


def hang_together(kind: Lattice, cells: frozenset[Cell]) -> bool:
    """Whether steps from site to site lead to all of them."""
    return around(kind, cells, frozenset(sorted(cells)[:1])) == cells


def around(kind: Lattice, cells: frozenset[Cell], core: frozenset[Cell]) -> frozenset[Cell]:
    """Those of the cells to which steps lead from the core."""
    found, queue = set(core), list(core)
    while queue:
        row, col = queue.pop()
        near = {(row + down, col + right) for down, right in NEIGHBOURS[kind]} & (cells - found)
        found |= near
        queue += near
    return frozenset(found)


def beside(kind: Lattice, cells: frozenset[Cell]) -> frozenset[Cell]:
    """The places next to these sites that are none of them."""
    return frozenset((r + down, c + right) for r, c in cells for down, right in NEIGHBOURS[kind]) - cells


def staircase(cells: frozenset[Cell]) -> bool | None:
    """Whether rows of 1 to n sites are aligned at the right (True) or at the left (False); None if they are no such."""
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
