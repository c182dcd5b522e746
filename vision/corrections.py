"""Corrections by a person: the regions of single cells, given by their letters in the printed
grid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

import numpy as np

from solvers.cells import LETTERS, Cell
from vision.errors import BadFix
from vision.grid.borders import Borders, beside, label
from vision.reading import Border

Corrections: TypeAlias = Mapping[Cell, str]

MOST_ASKED: Final = 4
"""Maximum number of cells to ask a person about; if more are doubtful, taking a better picture is
less work."""


def apply_corrections(grid: tuple[str, ...], corrections: Corrections) -> tuple[str, ...]:
    """Return the grid with the corrected cells moved to their regions.

    Raises
    ------
    BadFix
        If a cell is not on the board, the board has no such letter, or no other cell of that region
        is beside it.
    """
    letters = sorted({letter for row in grid for letter in row} - {".", "#"})
    names = f"{letters[0]} to {letters[-1]}" if letters else "none, since it has walls"
    for (row, col), letter in corrections.items():
        if not (0 <= row < len(grid) and 0 <= col < len(grid[0])):
            size = f"{len(grid)} rows and {len(grid[0])} columns"
            raise BadFix(
                f"cell {row},{col} is outside the board of {size}",
                hint="R and C of --fix count from 0",
            )
        if letter not in letters:
            raise BadFix(
                f"the board has no region {letter} for cell {row},{col}",
                hint=f"its letters are {names}",
            )
    after = tuple(
        "".join(corrections.get((r, c), letter) for c, letter in enumerate(row))
        for r, row in enumerate(grid)
    )
    for (row, col), letter in corrections.items():
        alone = sum(line.count(letter) for line in after) > 1 and letter not in _beside(
            after, (row, col)
        )
        if alone:
            raise BadFix(
                f"cell {row},{col} can't be in region {letter}: it has no neighbour there",
                hint="fix the cells in between too",
            )
    return after


def letters_by_appearance(grid: tuple[str, ...]) -> tuple[str, ...]:
    """Return the grid with its regions renamed by first appearance; walls and cells without a
    region are unchanged."""
    if any("#" in row for row in grid):
        return grid
    return tuple("".join(LETTERS[k] for k in row) for row in label(grid))


def settle_borders(borders: Borders, grid: tuple[str, ...], corrections: Corrections) -> Borders:
    """Return the borders with those at corrected cells set to 0 inside a region and to infinity
    between two."""
    labels = label(grid)
    known = np.zeros(labels.shape, np.bool_)
    known[tuple(zip(*corrections, strict=True))] = True
    right, below = labels[:, 1:] != labels[:, :-1], labels[1:] != labels[:-1]
    return Borders(
        np.where(known[:, 1:] | known[:, :-1], np.where(right, np.inf, 0), borders.right).astype(
            np.float32
        ),
        np.where(known[1:] | known[:-1], np.where(below, np.inf, 0), borders.below).astype(
            np.float32
        ),
        ~borders.visible() & ~beside(known),
    )


def cells_beside(border: Border) -> tuple[Cell, Cell]:
    """Return the (row, col) of the two cells at a border."""
    row, col = border.row, border.col
    return (row, col), (row, col + 1) if border.side == "right" else (row + 1, col)


def cells_to_confirm(doubtful: Iterable[Border]) -> list[Cell]:
    """Return cells whose confirmation settles all these borders, the cells at most borders
    first."""
    left, cells = list(doubtful), []
    while left:
        touched = Counter(cell for border in left for cell in cells_beside(border))
        cells.append(max(touched, key=lambda cell: touched[cell]))
        left = [border for border in left if cells[-1] not in cells_beside(border)]
    return cells


def fix_options(grid: tuple[str, ...], cells: Iterable[Cell]) -> str:
    """Return the command-line options that confirm the regions of these cells in the grid."""
    return " ".join(f"--fix {row},{col}={grid[row][col]}" for row, col in cells)


def _beside(grid: tuple[str, ...], cell: Cell) -> set[str]:
    row, col = cell
    places = ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
    return {grid[r][c] for r, c in places if 0 <= r < len(grid) and 0 <= c < len(grid[0])}
