"""Reasons to reject a board with clear regions: it may be another puzzle, or not exactly one whole board."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Final, NamedTuple

import numpy as np

from solvers.cells import Cell
from vision.confidence import (
    BARE_BORDER,
    LINE_FLOOR,
    MOST_FIGURES,
    MOST_NUMBERED_CELLS,
    MOST_STARRED_CELLS,
    TINTED_REGION,
)
from vision.corrections import Corrections
from vision.errors import CROP_HINT, AmbiguousBoard, ReadingError, UnsupportedPuzzle
from vision.grid.borders import along_two_sides, label
from vision.image import Bools, Floats
from vision.star_battle.classify import Cells
from vision.star_battle.marks import Marks

LETTERED: Final = 0.6
"""Minimum fraction of cells that show the most frequent figure of their region in a board with lettered regions; the
letter I does not count as a star."""
FEWEST_LETTERS: Final = 3
"""Minimum number of different figures for letters, since B and D may count as one; stars and pieces are one or two."""


def rejection(
    what: str, grid: tuple[str, ...], cells: Cells, marks: Marks, corrections: Corrections
) -> ReadingError | None:
    """Return the reason not to accept the grid of ``what`` as a board of N rows and N regions, or None."""
    other = _other_puzzle(grid, marks)
    if other:
        return UnsupportedPuzzle(f"{what} {other}", hint=CROP_HINT)
    bare = [pair[0] for pair in _bare(cells, grid) if not any(cell in corrections for cell in pair)]
    if bare:
        row, col = bare[0]
        return AmbiguousBoard(
            f"a line at row {row + 1}, column {col + 1} of {what} is missing, as if something covered it",
            hint="take the picture again without anything over the board",
        )
    return None


def _other_puzzle(grid: tuple[str, ...], marks: Marks) -> str:
    """Return the sign that a board belongs to another puzzle, or ""."""
    walls = any("#" in row for row in grid)
    stars = sum(mark.kind == "star" for mark in marks.found)
    cells = sum(letter != "#" for row in grid for letter in row)
    figures = len(set(marks.figures))
    if figures > MOST_FIGURES:
        return f"holds {figures} different figures, like digits"
    if stars > MOST_STARRED_CELLS * cells:
        return f"has pieces in {stars} cells, more than stars could be in"
    if walls and marks.numbered > MOST_NUMBERED_CELLS * cells:
        return f"has something in the corner of {marks.numbered} cells, like the numbers of a crossword"
    return "is divided into equal boxes, like a sudoku or a table" if not walls and _all_boxes(grid) else ""


def without_letters(grid: tuple[str, ...], marks: Marks) -> Marks:
    """Return the marks, or no marks if they are letters: nearly every cell shows its region's figure, of several."""
    stars = [mark for mark in marks.found if mark.kind == "star"]
    by_region: dict[str, Counter[int]] = defaultdict(Counter)
    for mark, figure in zip(stars, marks.figures, strict=True):
        by_region[grid[mark.row][mark.col]][figure] += 1
    usual = sum(max(figures.values()) for figures in by_region.values())
    letters = {figures.most_common(1)[0][0] for figures in by_region.values()}
    lettered = usual > LETTERED * sum(map(len, grid)) and len(letters) >= FEWEST_LETTERS
    return Marks(()) if lettered else marks


def _bare(cells: Cells, grid: tuple[str, ...]) -> list[tuple[Cell, Cell]]:
    """Return the two cells at each border without a trace of line, if lines are drawn between all others.

    Two patterns don't count as covered: a line of the grid that is bare at all borders inside regions, as with a
    fractional zoom, and a region that is not a rectangle and is bare inside, as its colour may cause. No cover has
    exactly such a shape.
    """
    usual = float(np.median(cells.trace.values()))
    if usual < LINE_FLOOR * 3 or any("#" in row for row in grid):
        return []
    labels, least = label(grid), BARE_BORDER * usual
    right, below = cells.trace.right < least, cells.trace.below < least
    regions = [labels == k for k in range(int(labels.max()) + 1)]
    pale = np.any([region for region in regions if not _rectangle(region) and _all_bare(region, right, below)], axis=0)
    pale = np.broadcast_to(pale, labels.shape)
    right &= ~(pale[:, 1:] | pale[:, :-1] | _vanished(cells.line.right < least, labels[:, 1:] == labels[:, :-1], 0))
    below &= ~(pale[1:] | pale[:-1] | _vanished(cells.line.below < least, labels[1:] == labels[:-1], 1))
    return [((int(r), int(c)), (int(r), int(c) + 1)) for r, c in np.argwhere(right)] + [
        ((int(r), int(c)), (int(r) + 1, int(c))) for r, c in np.argwhere(below)
    ]


def _vanished(bare: Bools, inside: Bools, axis: int) -> Bools:
    """Return True for the lines of the grid that are bare at all borders inside regions, and only there."""
    return np.asarray((bare == inside).all(axis=axis, keepdims=True))


def _all_bare(region: Bools, right: Bools, below: Bools) -> bool:
    """Return True if all borders inside a region are bare."""
    across, down = region[:, 1:] & region[:, :-1], region[1:] & region[:-1]
    return bool(right[across].all() and below[down].all())


def _rectangle(region: Bools) -> bool:
    return bool(region.sum() == region.any(axis=0).sum() * region.any(axis=1).sum())


class Headings(NamedTuple):
    """Outer row and column (0 or the last) that may be boxed headings as in a spreadsheet; certain if ``sure``."""

    row: int
    col: int
    sure: bool


def headed(grid: tuple[str, ...], marks: Marks, colours: Floats) -> Headings | None:
    """Return the headings that the grid shows as a region (an outer row and column, and nothing else), or None.

    The count does not reveal them, since they add one region and one row. Regions of real puzzles have that shape too,
    but rarely at the upper left, where headings are, and headings are not coloured. A player's marks have fewer
    different figures than labels. ``colours`` are the background colours in L*a*b*, shape (rows, cols, 3).
    """
    last = len(grid) - 1
    stars = [mark for mark in marks.found if mark.kind == "star"]
    figures = {(mark.row, mark.col): figure for mark, figure in zip(stars, marks.figures, strict=True)}
    for row, col, cells in along_two_sides(grid):
        labelled = [figures[cell] for cell in cells if cell in figures]
        sure = len(labelled) > last + 1 and len(set(labelled)) >= FEWEST_LETTERS
        if sure or ((row, col) == (0, 0) and not _tinted(cells, colours[..., 1:])):
            return Headings(row, col, sure)
    return None


def _tinted(cells: set[Cell], tints: Floats) -> bool:
    """Return True if these cells have a distinct hue; ``tints`` are the colours of all cells without lightness."""
    own, usual = np.median([tints[cell] for cell in cells], axis=0), np.median(tints, axis=(0, 1))
    return bool(min(np.linalg.norm(own), np.linalg.norm(own - usual)) >= TINTED_REGION)


def _all_boxes(grid: tuple[str, ...]) -> bool:
    """Return True if all regions are rectangles of one shape, as in a sudoku or a table but never in a Star Battle."""
    labels = label(grid)
    regions = [labels == k for k in range(int(labels.max()) + 1)]
    shapes = {(int(region.any(axis=1).sum()), int(region.any(axis=0).sum())) for region in regions}
    return len(shapes) == 1 and all(_rectangle(region) for region in regions)
