"""Borders between the cells of a grid, and groups of cells labelled by number or letter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from solvers.cells import Cell
from vision.image import Bools, Floats

Labels: TypeAlias = npt.NDArray[np.intp]
T = TypeVar("T", bound="np.generic[Any]")


@dataclass(frozen=True, slots=True)
class Borders:
    """Strength of every border inside an N x M board.

    ``right[r, c]`` is the border between (r, c) and (r, c + 1), ``below[r, c]`` that between (r, c)
    and (r + 1, c). ``hidden`` is True for those that can't be measured, in the order of ``values``;
    None if all can.
    """

    right: Floats
    below: Floats
    hidden: Bools | None = None

    @property
    def rows(self) -> int:
        """Number of rows."""
        return int(self.right.shape[0])

    @property
    def cols(self) -> int:
        """Number of columns."""
        return int(self.below.shape[1])

    def values(self) -> Floats:
        """Return all strengths, those of ``right`` first."""
        return join_sides(self.right, self.below)

    def visible(self) -> Bools:
        """Return, in the order of ``values``, True for each border that can be measured."""
        if self.hidden is None:
            return np.ones(self.right.size + self.below.size, np.bool_)
        return ~self.hidden

    def hide(self, which: Bools) -> Borders:
        """Return the borders with these, in the order of ``values``, hidden too."""
        return replace(self, hidden=~self.visible() | which)


def join_sides(right: npt.NDArray[T], below: npt.NDArray[T]) -> npt.NDArray[T]:
    """Return a value for every border in the order of ``Borders.values``.

    ``right`` (rows, cols - 1) and ``below`` (rows - 1, cols) are the values on each side of cells.
    """
    return np.concatenate([right.ravel(), below.ravel()])


def beside(cells: Bools) -> Bools:
    """Return, for every border in the order of ``Borders.values``, True if it is at one of the
    cells (rows, cols)."""
    return join_sides(cells[:, 1:] | cells[:, :-1], cells[1:] | cells[:-1])


def inside(labels: Labels) -> Bools:
    """Return, for every border in the order of ``Borders.values``, True if it lies between two
    cells of one group."""
    return join_sides(labels[:, 1:] == labels[:, :-1], labels[1:] == labels[:-1])


def label(grid: tuple[str, ...]) -> Labels:
    """Return the regions of a grid of letters, numbered by first appearance."""
    codes = [list(map(ord, row)) for row in grid]
    return number(np.array(codes, np.intp))


def number(groups: Labels) -> Labels:
    """Return labels numbered by first appearance, row by row."""
    _, first, inverse = np.unique(groups.ravel(), return_index=True, return_inverse=True)
    rank = np.argsort(np.argsort(first))
    return np.asarray(rank[inverse].reshape(groups.shape), np.intp)


def along_two_sides(grid: tuple[str, ...]) -> Iterator[tuple[int, int, set[Cell]]]:
    """Yield each pair of an outer row and an outer column that together form a region: row, column,
    and their cells."""
    end = len(grid) - 1
    cells = list(product(range(len(grid)), repeat=2))
    for row, col in product((0, end), repeat=2):
        letter = grid[row][col]
        pair = {(r, c) for r, c in cells if r == row or c == col}
        region = {(r, c) for r, c in cells if grid[r][c] == letter}
        if region == pair and letter not in ".#":
            yield row, col, pair
