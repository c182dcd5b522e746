"""What speaks against a board though its regions are clear: it may be another puzzle, or more or less than a board."""

from __future__ import annotations

from typing import Final

import numpy as np

from vision.errors import AmbiguousBoard, ReadingError, UnsupportedPuzzle
from vision.fixes import Cell, Fixes
from vision.marks import Marks
from vision.reading import Mark
from vision.verdict import LINE_FLOOR, Cells

BARE: Final = 0.1
"""Least line of any border, in medians; something covers a border with less. Badly drawn boards have 0.14."""
MOST_FIGURES: Final = 4
"""Most different figures among the stars of a board: real ones have up to 3 when tiny, a sudoku's digits 7 and more."""
MOST_STARS: Final = 0.5
"""Largest part of the open cells with stars: a quarter can have them without touching, pegs and lamps stand in nearly
all."""
CROP_HINT: Final = "use --crop X,Y,W,H or --size N"


def doubt(what: str, grid: tuple[str, ...], cells: Cells, marks: Marks, fixes: Fixes) -> ReadingError | None:
    """The reason not to take the grid of ``what`` for a board of N rows and N regions, if there is one."""
    if marks.figures > MOST_FIGURES:
        return UnsupportedPuzzle(f"{marks.figures} different figures stand in {what}, as digits do", hint=CROP_HINT)
    stars = sum(mark.kind == "star" for mark in marks.found)
    if stars > MOST_STARS * sum(letter != "#" for row in grid for letter in row):
        return UnsupportedPuzzle(f"pieces stand in {stars} cells of {what}, more than stars could", hint=CROP_HINT)
    if any("#" in row for row in grid):
        return None
    if _all_boxes(grid):
        return UnsupportedPuzzle(f"{what} is divided into equal boxes, as a sudoku or a table", hint=CROP_HINT)
    if _headings(grid, marks.found):
        return AmbiguousBoard(f"the first row and column of {what} may be headings", hint=CROP_HINT)
    bare = [pair[0] for pair in _bare(cells) if not any(cell in fixes for cell in pair)]
    if bare:
        row, col = bare[0]
        return AmbiguousBoard(
            f"no line is seen at row {row + 1}, column {col + 1} of {what}, as if something covered it",
            hint="take the picture again with nothing over the board",
        )
    return None


def _bare(cells: Cells) -> list[tuple[Cell, Cell]]:
    """The two cells at each border without a trace of line, where lines are drawn between all others."""
    usual = float(np.median(cells.trace.values()))
    if usual < LINE_FLOOR * 3:
        return []
    right = [((int(r), int(c)), (int(r), int(c) + 1)) for r, c in np.argwhere(cells.trace.right < BARE * usual)]
    below = [((int(r), int(c)), (int(r) + 1, int(c))) for r, c in np.argwhere(cells.trace.below < BARE * usual)]
    return right + below


def _headings(grid: tuple[str, ...], marks: tuple[Mark, ...]) -> bool:
    """Whether a region that fills an outer row and an outer column may be boxed headings, as round a spreadsheet.

    One region more on one row more: the count does not tell. Regions of real puzzles do that too, but seldom at
    the upper left, where headings are, and none of them holds labels in most of its cells.
    """
    size = len(grid)
    labelled = {(mark.row, mark.col) for mark in marks if mark.kind != "cross"}
    for row, col in ((0, 0), (0, size - 1), (size - 1, 0), (size - 1, size - 1)):
        cells = {(row, c) for c in range(size)} | {(r, col) for r in range(size)}
        if len({grid[r][c] for r, c in cells}) == 1 and ((row, col) == (0, 0) or len(cells & labelled) > size):
            return True
    return False


def _all_boxes(grid: tuple[str, ...]) -> bool:
    """Whether all regions are rectangles of one shape: no puzzle has that, a sudoku and a table do."""
    shapes = set()
    for name in {letter for row in grid for letter in row}:
        cells = [(r, c) for r, row in enumerate(grid) for c, letter in enumerate(row) if letter == name]
        height = max(r for r, _ in cells) - min(r for r, _ in cells) + 1
        width = max(c for _, c in cells) - min(c for _, c in cells) + 1
        shapes.add((height, width, height * width == len(cells)))
    return len(shapes) == 1 and all(full for _, _, full in shapes)
