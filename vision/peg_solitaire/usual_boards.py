"""Usual boards of peg solitaire, and sets of cells (row, col) on square and triangular lattices."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from typing import Final, NamedTuple

from solvers.peg_solitaire import BOARDS, Cell, Lattice, named_board
from solvers.peg_solitaire.board import NEIGHBOURS

ASYMMETRICAL: Final = frozenset(
    (row, col) for row in range(8) for col in range(8) if row in (3, 4, 5) or col in (2, 3, 4)
)
"""Sites of the asymmetrical cross, one of the six boards that are known best; it has no name in
texts."""
SMALLEST_TRIANGLE: Final = 4
"""Number of rows of the smallest triangle that is recognised: smaller ones can't be played."""
LARGEST_TRIANGLE: Final = 10
"""Number of rows of the largest triangle that is recognised; triangles of up to 7 rows are sold."""


class Shape(NamedTuple):
    """Sites of a board from row 0 and column 0, in so many ``rows`` and ``cols``."""

    sites: frozenset[Cell]
    rows: int
    cols: int


@cache
def list_usual_boards(kind: Lattice) -> tuple[Shape, ...]:
    """Return the usual boards, the largest first; triangles point up or down."""
    boards: list[frozenset[Cell]] = []
    if kind == "square":
        for name in BOARDS:
            if not name.startswith("triangle"):
                boards.append(frozenset(named_board(name).sites))
        turned = ASYMMETRICAL
        for _ in range(4):
            boards.append(turned)
            turned = move_to_zero([(col, -row) for row, col in turned])
    else:
        sizes = range(SMALLEST_TRIANGLE, LARGEST_TRIANGLE + 1)
        boards += [frozenset(named_board(f"triangle{size}").sites) for size in sizes]
        boards += [move_to_zero([(-row, col) for row, col in board]) for board in boards]
    shapes = []
    for sites in sorted(boards, key=len, reverse=True):
        rows, cols = measure_extent(sites)
        shapes.append(Shape(sites, rows, cols))
    return tuple(shapes)


def find_usual_boards_around(kind: Lattice, cells: frozenset[Cell]) -> Iterator[frozenset[Cell]]:
    """Yield the usual boards, in each position, that contain all of these cells, the smallest
    first."""
    row, col = find_first_row_col(cells)
    rows, cols = measure_extent(cells)
    moved = move_to_zero(cells)
    for board in reversed(list_usual_boards(kind)):
        for down in range(board.rows - rows + 1):
            for right in range(board.cols - cols + 1):
                if all((r + down, c + right) in board.sites for r, c in moved):
                    yield move_cells(board.sites, row - down, col - right)


def find_usual_boards_within(
    kind: Lattice, cells: frozenset[Cell], fewest: float = 0
) -> Iterator[frozenset[Cell]]:
    """Yield the usual boards of at least ``fewest`` sites, in each position, that lie entirely
    within these cells, the largest first."""
    row, col = find_first_row_col(cells)
    rows, cols = measure_extent(cells)
    for board in list_usual_boards(kind):
        if not fewest <= len(board.sites) <= len(cells):
            continue
        for down in range(row, row + rows - board.rows + 1):
            for right in range(col, col + cols - board.cols + 1):
                if all((r + down, c + right) in cells for r, c in board.sites):
                    yield move_cells(board.sites, down, right)


def move_cells(cells: Collection[Cell], rows: int, cols: int) -> frozenset[Cell]:
    """Return the cells moved down by ``rows`` and right by ``cols``."""
    return frozenset((row + rows, col + cols) for row, col in cells)


def move_to_zero(cells: Collection[Cell]) -> frozenset[Cell]:
    """Return the cells moved to begin at row 0 and column 0."""
    row, col = find_first_row_col(cells)
    return move_cells(cells, -row, -col)


def find_first_row_col(cells: Collection[Cell]) -> Cell:
    """Return the first row and the first column of cells."""
    return min(row for row, _ in cells), min(col for _, col in cells)


def measure_extent(cells: Collection[Cell]) -> tuple[int, int]:
    """Return the numbers of rows and of columns over which cells extend."""
    row, col = find_first_row_col(cells)
    last_row = max(row for row, _ in cells)
    last_col = max(col for _, col in cells)
    return last_row - row + 1, last_col - col + 1


def is_connected(kind: Lattice, cells: frozenset[Cell]) -> bool:
    """Return True if steps from neighbour to neighbour connect all cells."""
    return connect_cells(kind, cells, frozenset(sorted(cells)[:1])) == cells


def connect_cells(kind: Lattice, cells: frozenset[Cell], core: frozenset[Cell]) -> frozenset[Cell]:
    """Return the core and the cells that steps from neighbour to neighbour connect with it."""
    found = core
    edge = core
    while edge:
        edge = (find_neighbours(kind, edge) & cells) - found
        found |= edge
    return found


def find_neighbours(kind: Lattice, cells: frozenset[Cell]) -> frozenset[Cell]:
    """Return the places next to these cells, without the cells themselves."""
    around: set[Cell] = set()
    for down, right in NEIGHBOURS[kind]:
        around |= move_cells(cells, down, right)
    return frozenset(around - cells)
