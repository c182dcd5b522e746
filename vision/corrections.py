"""Corrections by a person, who names the regions of single cells by their letters in the printed
grid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final, TypeAlias

import numpy as np

from solvers.cells import Cell, change_cells, find_pieces
from vision.errors import BadFix
from vision.grid.borders import (
    Borders,
    borders_beside,
    borders_inside,
    label_regions,
    write_rows,
)
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
    rows = len(grid)
    cols = len(grid[0])
    letters = sorted(set("".join(grid)) - {".", "#"})
    names = f"{letters[0]} to {letters[-1]}" if letters else "none, since it has walls"
    for (row, col), letter in corrections.items():
        if not (0 <= row < rows and 0 <= col < cols):
            raise BadFix(
                f"cell {row},{col} is outside the board of {rows} rows and {cols} columns",
                hint="R and C of --fix count from 0",
            )
        if letter not in letters:
            raise BadFix(
                f"the board has no region {letter} for cell {row},{col}",
                hint=f"its letters are {names}",
            )
    corrected = change_cells(grid, corrections)
    # Only now, since a cell may be joined to its region by another corrected one.
    pieces = find_pieces(corrected)
    for (row, col), letter in corrections.items():
        if len(pieces[letter]) > 1 and {(row, col)} in pieces[letter]:
            raise BadFix(
                f"cell {row},{col} can't be in region {letter}: it has no neighbour there",
                hint="fix the cells in between too",
            )
    return corrected


def letters_by_appearance(grid: tuple[str, ...]) -> tuple[str, ...]:
    """Return the grid with its regions renamed by first appearance; a grid with walls is
    unchanged."""
    if "#" in "".join(grid):
        return grid
    return write_rows(label_regions(grid))


def settle_borders(borders: Borders, grid: tuple[str, ...], corrections: Corrections) -> Borders:
    """Return the borders with those at corrected cells set to 0 inside a region and to infinity
    between two."""
    labels = label_regions(grid)
    corrected = np.zeros(labels.shape, np.bool_)
    for cell in corrections:
        corrected[cell] = True
    known = borders_beside(corrected)
    settled = np.where(borders_inside(labels), 0, np.inf)
    strengths = np.where(known, settled, borders.strengths).astype(np.float32)
    return replace(borders, strengths=strengths, visible=borders.visible | known)


def cells_beside(border: Border) -> tuple[Cell, Cell]:
    """Return the (row, col) of the two cells at a border."""
    row = border.row
    col = border.col
    other = (row, col + 1) if border.side == "right" else (row + 1, col)
    return (row, col), other


def cells_to_confirm(doubtful: Iterable[Border]) -> list[Cell]:
    """Return cells whose confirmation settles all these borders, the cells at most borders
    first."""
    left = list(doubtful)
    cells = []
    while left:
        counts: Counter[Cell] = Counter()
        for border in left:
            counts.update(cells_beside(border))
        cell = max(counts, key=lambda cell: counts[cell])
        cells.append(cell)
        left = [border for border in left if cell not in cells_beside(border)]
    return cells


def fix_options(grid: tuple[str, ...], cells: Iterable[Cell]) -> str:
    """Return the command-line options that confirm the regions of these cells in the grid."""
    return " ".join(f"--fix {row},{col}={grid[row][col]}" for row, col in cells)
