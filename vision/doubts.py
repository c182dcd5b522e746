"""What speaks against a board though its regions are clear: it may be another puzzle, or more or less than a board."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from vision.errors import AmbiguousBoard, ReadingError, UnsupportedPuzzle
from vision.fixes import Cell, Fixes
from vision.image import Floats
from vision.marks import Marks
from vision.reading import Mark
from vision.regions import label
from vision.verdict import LINE_FLOOR, Cells

Bools = npt.NDArray[np.bool_]

BARE: Final = 0.1
"""Least line of any border, in medians; something covers a border with less. Badly drawn boards have 0.14."""
MOST_FIGURES: Final = 4
"""Most different figures among the stars of a board: real ones have up to 3 when tiny, a sudoku's digits 7 and more."""
MOST_STARS: Final = 0.5
"""Largest part of the open cells with stars: a quarter can have them without touching, pegs and lamps stand in nearly
all."""
MOST_NUMBERED: Final = 2
"""Most cells of a board with walls that have something in the upper left corner alone; the smallest crossword has 8."""
CROP_HINT: Final = "use --crop X,Y,W,H or --size N"


def doubt(what: str, grid: tuple[str, ...], cells: Cells, marks: Marks, fixes: Fixes) -> ReadingError | None:
    """The reason not to take the grid of ``what`` for a board of N rows and N regions, if there is one."""
    other = _other_puzzle(grid, marks)
    if other:
        return UnsupportedPuzzle(f"{what} {other}", hint=CROP_HINT)
    bare = [pair[0] for pair in _bare(cells, grid) if not any(cell in fixes for cell in pair)]
    if bare:
        row, col = bare[0]
        return AmbiguousBoard(
            f"no line is seen at row {row + 1}, column {col + 1} of {what}, as if something covered it",
            hint="take the picture again with nothing over the board",
        )
    return None


def _other_puzzle(grid: tuple[str, ...], marks: Marks) -> str:
    """What tells that a board is another puzzle's; "" for nothing."""
    walls = any("#" in row for row in grid)
    stars = sum(mark.kind == "star" for mark in marks.found)
    if marks.figures > MOST_FIGURES:
        return f"holds {marks.figures} different figures, as digits are"
    if stars > MOST_STARS * sum(letter != "#" for row in grid for letter in row):
        return f"has pieces in {stars} cells, more than stars could be in"
    if walls and marks.numbered > MOST_NUMBERED:
        return f"has something in the corner of {marks.numbered} cells, as a crossword has numbers"
    return "is divided into equal boxes, as a sudoku or a table" if not walls and _all_boxes(grid) else ""


def _bare(cells: Cells, grid: tuple[str, ...]) -> list[tuple[Cell, Cell]]:
    """The two cells at each border without a trace of line, where lines are drawn between all others.

    At a fractional zoom a whole thin line of the grid may vanish; no cover hides just that.
    """
    if any("#" in row for row in grid):
        return []
    labels = label(grid)
    usual = float(np.median(cells.trace.values()))
    if usual < LINE_FLOOR * 3:
        return []
    right = _gaps(cells.trace.right.T, cells.line.right.T, (labels[:, 1:] == labels[:, :-1]).T, BARE * usual)
    below = _gaps(cells.trace.below, cells.line.below, labels[1:] == labels[:-1], BARE * usual)
    return [((r, c), (r, c + 1)) for c, r in right] + [((r, c), (r + 1, c)) for r, c in below]


def _gaps(trace: Floats, line: Floats, inside: Bools, least: float) -> list[tuple[int, int]]:
    """The (line, place) of borders with less trace than ``least``, but for lines (lines, places) all bare inside."""
    bare, vanished = trace < least, ((line < least) == inside).all(axis=1, keepdims=True)
    return [(int(at), int(place)) for at, place in np.argwhere(bare & ~vanished)]


class Headings(NamedTuple):
    """The outer row and column (0 or the last) that may be boxed headings, as round a spreadsheet, or surely are."""

    row: int
    col: int
    sure: bool


def headed(grid: tuple[str, ...], marks: tuple[Mark, ...]) -> Headings | None:
    """Headings of which the grid made a region.

    One region more on one row more: the count does not tell. Regions of real puzzles fill an outer row and column
    too, but seldom at the upper left, where headings are, and none of them holds labels in most of its cells.
    """
    last = len(grid) - 1
    labelled = {(mark.row, mark.col) for mark in marks if mark.kind != "cross"}
    for row, col in ((0, 0), (0, last), (last, 0), (last, last)):
        cells = {(row, c) for c in range(last + 1)} | {(r, col) for r in range(last + 1)}
        if len({grid[r][c] for r, c in cells}) > 1 or grid[row][col] in ".#":
            continue
        sure = len(cells & labelled) > last + 1
        if sure or (row, col) == (0, 0):
            return Headings(row, col, sure)
    return None


def _all_boxes(grid: tuple[str, ...]) -> bool:
    """Whether all regions are rectangles of one shape: no puzzle has that, a sudoku and a table do."""
    shapes = set()
    for name in {letter for row in grid for letter in row}:
        cells = [(r, c) for r, row in enumerate(grid) for c, letter in enumerate(row) if letter == name]
        height = max(r for r, _ in cells) - min(r for r, _ in cells) + 1
        width = max(c for _, c in cells) - min(c for _, c in cells) + 1
        shapes.add((height, width, height * width == len(cells)))
    return len(shapes) == 1 and all(full for _, _, full in shapes)
