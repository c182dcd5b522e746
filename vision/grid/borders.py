"""Borders between the cells of a grid: their measured strengths, and the groups of cells between
them, labelled by number or letter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from solvers.cells import LETTERS, WALL
from vision.confidence import FEWEST_RULED, LEAST_RULED, LINE_FLOOR, TWICE_AS_WIDE
from vision.grid.cells import (
    ALONG,
    MEDIAN,
    off_mixtures,
    place_in_cells,
    sample,
    spread,
    take_quantile,
)
from vision.grid.lattice import Lattice
from vision.image import Bools, Floats, Image, Places

Labels: TypeAlias = npt.NDArray[np.intp]
N = TypeVar("N", bound="np.generic[Any]")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Borders:
    """Strength of every border inside a board of so many rows and columns, shape (K,), in the order
    of ``number_sides``; ``visible`` is True for those that can be measured."""

    rows: int
    cols: int
    strengths: Floats
    visible: Bools

    def hide(self, which: Bools) -> Borders:
        """Return the borders with these hidden too."""
        return replace(self, visible=self.visible & ~which)


def number_sides(rows: int, cols: int) -> Places:
    """Return the numbers, row by row, of the two cells at each border, shape (K, 2): first those of
    cells side by side, then those of cells one below the other."""
    cells = np.arange(rows * cols).reshape(rows, cols)
    right = np.stack([cells[:, :-1].ravel(), cells[:, 1:].ravel()], axis=1)
    below = np.stack([cells[:-1].ravel(), cells[1:].ravel()], axis=1)
    return np.concatenate([right, below])


def pair_cells(cells: npt.NDArray[N]) -> tuple[npt.NDArray[N], npt.NDArray[N]]:
    """Return, for every border, the values of the two cells (rows, cols, …) at it."""
    rows, cols = cells.shape[:2]
    first, second = number_sides(rows, cols).T
    return cells[np.divmod(first, cols)], cells[np.divmod(second, cols)]


def borders_beside(cells: Bools) -> Bools:
    """Return True for every border at one of the cells (rows, cols)."""
    first, second = pair_cells(cells)
    return first | second


def borders_inside(labels: Labels) -> Bools:
    """Return True for every border between two cells of one group."""
    first, second = pair_cells(labels)
    return np.asarray(first == second, np.bool_)


def label_regions(grid: tuple[str, ...]) -> Labels:
    """Return the regions of a grid of letters, numbered by first appearance."""
    return number_groups(np.array(list(map(list, grid))))


def mark_letter(grid: tuple[str, ...], letter: str) -> Bools:
    """Return a mask with True for the cells of a grid with this letter."""
    return np.asarray(np.array(list(map(list, grid))) == letter)


def has_blocked_cells(grid: tuple[str, ...]) -> bool:
    """Return True if no star may be in some cells."""
    return any(WALL in row for row in grid)


def is_without_regions(grid: tuple[str, ...]) -> bool:
    """Return True for a board of walls and open cells alone."""
    return set("".join(grid)) <= {"#", "."}


def write_rows(labels: Labels) -> tuple[str, ...]:
    """Return numbered regions as rows of letters."""
    letters = np.array(list(LETTERS))[labels]
    return tuple(map("".join, letters.tolist()))


def number_groups(groups: npt.NDArray[Any]) -> Labels:
    """Return labels numbered by first appearance, row by row."""
    _, first, inverse = np.unique(groups.ravel(), return_index=True, return_inverse=True)
    rank = np.argsort(np.argsort(first))
    return np.asarray(rank[inverse].reshape(groups.shape), np.intp)


def along_two_sides(grid: tuple[str, ...]) -> Iterator[tuple[int, int, Bools]]:
    """Yield each pair of an outer row and an outer column, 0 or -1, that together form a region:
    row, column, and a mask of their cells."""
    labels = label_regions(grid)
    for row, col in product((0, -1), repeat=2):
        pair = np.zeros(labels.shape, np.bool_)
        pair[row] = True
        pair[:, col] = True
        if grid[row][col].isalpha() and np.array_equal(labels == labels[row, col], pair):
            yield row, col, pair


ENDS: Final = (0.1, 0.22)
"""Part of a border, in cells, near each end: clear of the thickest crossing lines, 0.085, and of
round marks, which come near a border in its middle."""
ACROSS: Final = 0.16
"""Distance to both sides of a border, in cells, over which a line is measured: half of the thickest
line is 0.085, half of the widest gap 0.125; with 0.2, the rim of a disc of 0.65 cells counted as a
line."""
LEAST_LINE: Final = 0.4
"""Minimum difference (pixels of black) between lines that separate regions: gaps between lamps
appear as faint lines.
"""
FAINT: Final = 0.3
"""Maximum contrast of a cell to the lines, relative to the median, that makes lines beside it
invisible."""
TRACED: Final = 0.9
"""Quantile of a line's strength along its length that shows it exists: a tenth may belong to a
mark."""


def colour_borders(colours: Floats) -> Borders:
    """Return the difference between the two cells at each border, in the units of the colours."""
    rows, cols = colours.shape[:2]
    first, second = pair_cells(colours)
    apart = np.linalg.norm(second - first, axis=1)
    return Borders(rows, cols, apart.astype(np.float32), np.ones(len(apart), np.bool_))


class Lines(NamedTuple):
    """Strength of the line at each border: width in pixels times contrast to the more similar of
    both cells.

    A step from one colour to the other without a line counts 0. The unit is a pixel of black on
    white. ``usual`` is the strength along most of a line, ``most`` that at its strongest point,
    since the middle of a dashed line may be in a gap, and ``least`` that at its weakest. ``colour``
    (L*a*b*) is the median of the lines that can be seen, each where it differs most from both
    cells; NaN if there are none.
    """

    usual: Borders
    most: Floats
    least: Floats
    colour: Floats


def line_borders(image: Image, lattice: Lattice, colours: Floats) -> Lines:
    """Return the strength of the line at each border between cells of these colours."""
    upright, level = _measure_both_ways(_measure_lines, image, lattice, colours)
    joined = []
    for right, turned in zip(upright, level, strict=True):
        # Row by row, in the order of ``number_sides``.
        joined.append(np.concatenate(list(right) + list(turned.swapaxes(0, 1))))
    usual, most, least, colours = joined
    seen = colours[most > LINE_FLOOR]
    colour = np.median(seen, axis=0) if len(seen) else np.full(3, np.nan)
    borders = Borders(lattice.rows, lattice.cols, usual, np.ones(len(usual), np.bool_))
    return Lines(borders, most, least, np.asarray(colour, np.float32))


def _measure_both_ways(
    measure: Callable[[Image, Floats, Floats, Floats], T],
    image: Image,
    lattice: Lattice,
    colours: Floats,
) -> tuple[T, T]:
    """Return what is measured for upright lines and for level ones, which are the upright lines of
    the transposed picture."""
    upright = measure(image, lattice.xs, lattice.ys, colours)
    turned = image.transpose(1, 0, 2)
    return upright, measure(turned, lattice.ys, lattice.xs, colours.transpose(1, 0, 2))


def _measure_lines(
    image: Image, xs: Floats, ys: Floats, colours: Floats
) -> tuple[Floats, Floats, Floats, Floats]:
    """Return the strength (rows, cols - 1) of the lines between cells along most of them, at their
    strongest and at their weakest point, and their colours (rows, cols - 1, 3)."""
    along = place_in_cells(ys, spread(ys, ALONG[0], ALONG[1]))
    near_ends = spread(ys, ENDS[0], ENDS[1])
    near_ends = np.concatenate([near_ends, 1 - near_ends])
    across = _place_across(xs[1:-1], xs)
    left = colours[:, :-1]
    right = colours[:, 1:]
    strips = sample(image, along, across)
    middle = take_quantile(strips, MEDIAN, axis=1)
    ends = take_quantile(sample(image, place_in_cells(ys, near_ends), across), MEDIAN, axis=1)
    # A disc reaches a line in its middle, a gap between round corners is wider at its ends.
    off_middle = off_mixtures(middle, left[:, :, None], right[:, :, None])
    ink_in_middle = _sum_across(off_middle)
    ink_at_ends = _sum_across(off_mixtures(ends, left[:, :, None], right[:, :, None]))
    off = off_mixtures(strips, left[:, None, :, None], right[:, None, :, None])
    # A tenth of the line may belong to a mark, which is darker.
    most = _sum_across(take_quantile(off, TRACED, axis=1))
    least = _sum_across(take_quantile(off, 1 - TRACED, axis=1))
    # Beside its middle a line is blurred with the cells.
    strongest = off_middle.argmax(axis=2)[..., None, None]
    line_colours = np.take_along_axis(middle, strongest, axis=2)[:, :, 0]
    return np.minimum(ink_in_middle, ink_at_ends), most, least, line_colours


def find_hidden_borders(colours: Floats, line: Floats) -> Bools:
    """Return True for every border at which a line could not be seen, since a cell has the colour
    of the lines.

    ``colours`` are those of the cells, shape (rows, cols, 3), ``line`` is that of the lines, shape
    (3,), both in L*a*b*.
    """
    faint = FAINT * float(np.median(np.linalg.norm(colours - line, axis=2)))
    first, second = pair_cells(colours)
    return off_mixtures(line, first, second) < faint


def side_strengths(
    image: Image, lattice: Lattice, colours: Floats
) -> tuple[Floats, Floats, Floats, Floats]:
    """Return the line strength beside each outermost cell: left, top, right, bottom.

    The unit is that of ``line_borders``; everything that differs from the outermost cells counts as
    line.
    """
    upright, level = _measure_both_ways(_measure_outer_lines, image, lattice, colours)
    return upright[0], level[0], upright[1], level[1]


def _measure_outer_lines(
    image: Image, xs: Floats, ys: Floats, colours: Floats
) -> tuple[Floats, Floats]:
    """Return the strengths along the first and the last upright line, cell by cell."""
    along = place_in_cells(ys, spread(ys, ALONG[0], ALONG[1]))
    across = _place_across(xs[[0, -1]], xs)
    strips = take_quantile(sample(image, along, across), MEDIAN, axis=1)
    outer = colours[:, [0, -1], None]
    # The strip may extend beyond the picture.
    inside = (across >= 0) & (across < image.shape[1])
    strength = _sum_across(off_mixtures(strips, outer, outer) * inside)
    return strength[:, 0], strength[:, 1]


def _place_across(lines: Floats, every: Floats) -> Places:
    """Return all pixels (lines, places) across some of the lines; none is skipped, as a line may be
    1 px wide."""
    reach = round(ACROSS * float(np.diff(every).min()))
    return np.asarray(np.rint(lines)[:, None] + np.arange(-reach, reach + 1), np.intp)


def _sum_across(strength: Floats) -> Floats:
    """Sum over the pixels across a line, in pixels of black."""
    return np.asarray(strength.sum(axis=-1) / 100, np.float32)


def are_two_widths(strength: Floats) -> bool:
    """Return True if sorted strengths of lines fall into two groups with more distance between than
    within them."""
    fewest = max(FEWEST_RULED, round(LEAST_RULED * len(strength)))
    if len(strength) < 2 * fewest:
        return False
    at = int(np.diff(strength).argmax()) + 1
    thin = strength[:at]
    thick = strength[at:]
    # A few odd lines are no second kind, and lines that are not there are no first one.
    if min(len(thin), len(thick)) < fewest or float(thin[0]) <= LINE_FLOOR:
        return False
    thickest_thin = float(thin[-1])
    spread = max(float(np.ptp(thin)), float(np.ptp(thick)))
    least_apart = thickest_thin + max(LEAST_LINE, spread)
    return float(thick[0]) > max(TWICE_AS_WIDE * thickest_thin, least_apart)
