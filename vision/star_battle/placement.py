"""Rules that the stars on a board obey, as evidence for what its marks are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from itertools import combinations

from solvers.cells import Cell
from vision.star_battle.marks import Marks


def may_be_stars(grid: tuple[str, ...], cells: Collection[Cell]) -> bool:
    """Return True if no two of the cells touch, and no row, column or region has more of them than fit."""
    return not _touch(cells) and max(_counts(grid, cells).values(), default=0) <= max(1, len(grid) // 4)


def is_solution(grid: tuple[str, ...], cells: Collection[Cell]) -> bool:
    """Return True if no two of the cells touch, and all rows, columns and regions have the same number of them."""
    counts = _counts(grid, cells)
    units = 2 * len(grid) + len({letter for row in grid for letter in row})
    return len(counts) == units and len(set(counts.values())) == 1 and not _touch(cells)


def crosses_as_stars(grid: tuple[str, ...], marks: Marks) -> Marks:
    """Return the marks, with crosses as stars if there are no other stars and the crosses solve the puzzle."""
    kinds = {mark.kind for mark in marks.found}
    if kinds != {"cross"} or not is_solution(grid, [(mark.row, mark.col) for mark in marks.found]):
        return marks
    found = tuple(mark._replace(kind="star") for mark in marks.found)
    return Marks(found, (0,) * len(found), marks.numbered)


def _touch(cells: Iterable[Cell]) -> bool:
    return any(max(abs(r - row), abs(c - col)) == 1 for (r, c), (row, col) in combinations(cells, 2))


def _counts(grid: tuple[str, ...], cells: Iterable[Cell]) -> Counter[tuple[str, int | str]]:
    units = [(("row", r), ("col", c), ("region", grid[r][c])) for r, c in cells]
    return Counter(unit for three in units for unit in three)
