"""The geometry of a board: which straight edges form a grid of cells, and where each line of it lies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from vision.image import Floats, Mask
from vision.lines import Comb, Edges, find_combs

FEWEST_CELLS, MOST_CELLS = 4, 30
LONG_RUN: Final = 0.45
"""An edge of a cell runs straight for at least this part of the pitch; glyphs inside a cell do not."""
OFF_COMB: Final = 0.16
"""How far from its even place, in pitches, a line may lie: half of the thickest border (17 % of a cell) and a bit."""
MOST_OFF_COMB: Final = 0.12
"""Largest part of the edges that may lie off the comb; a comb of the wrong pitch leaves a quarter or more off."""
END_SLACK: Final = 0.22
"""How far, in pitches, the outermost edges may lie from a whole number of cells."""
LARGEST_SKEW: Final = 1.2
"""Largest ratio between the width and the height of a cell; 1.05 is seen in squeezed screenshots, 1.08 in plots."""
WHOLE_SIDE: Final = 0.9
"""Least part of a side that is drawn where it counts as drawn from end to end."""
FEWEST_LINES: Final = 0.75
"""Least part of the inner lines of which a piece is seen; a mere frame shows none of them."""

Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Lattice:
    """Line positions along each axis, and the box (x0, y0, x1, y1) of the outermost edges, in pixels."""

    xs: Floats
    ys: Floats
    box: tuple[int, int, int, int]

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self.ys) - 1

    @property
    def cols(self) -> int:
        """Number of columns."""
        return len(self.xs) - 1

    @property
    def pitch(self) -> float:
        """Mean side of a cell in pixels."""
        return float((self.xs[-1] - self.xs[0]) / self.cols + (self.ys[-1] - self.ys[0]) / self.rows) / 2

    @property
    def area(self) -> int:
        """Of the box, in square pixels."""
        return (self.box[2] - self.box[0]) * (self.box[3] - self.box[1])

    def moved(self, x: int, y: int) -> Lattice:
        """The same grid this many pixels to the right and down."""
        x0, y0, x1, y1 = self.box
        return Lattice(self.xs + np.float32(x), self.ys + np.float32(y), (x0 + x, y0 + y, x1 + x, y1 + y))


def find_lattice(edges: Edges, part: Mask) -> Lattice | None:
    """The grid of cells that the edges of a mesh form, if they form one.

    Of several spacings that agree with the edges the widest is taken: the others divide its cells. Cells need
    not be square or of equal size to the pixel, and rows and columns may differ in number.
    """
    mesh = Edges(edges.vertical * part, edges.horizontal * part)
    combs_x = find_combs(mesh.vertical.sum(axis=0, dtype=np.float32))
    combs_y = find_combs(mesh.horizontal.sum(axis=1, dtype=np.float32))
    pairs = [(x, y) for x in combs_x for y in combs_y if 1 / LARGEST_SKEW < x.pitch / y.pitch < LARGEST_SKEW]
    for comb_x, comb_y in sorted(pairs, key=lambda pair: -pair[0].pitch * pair[1].pitch):
        lattice = _fit(mesh, comb_x, comb_y)
        if lattice is not None:
            return lattice
    return None


def _fit(mesh: Edges, comb_x: Comb, comb_y: Comb) -> Lattice | None:
    long = Edges(
        mesh.runs(max(3, round(comb_y.pitch * LONG_RUN))).vertical,
        mesh.runs(max(3, round(comb_x.pitch * LONG_RUN))).horizontal,
    )
    comb_x, comb_y = _settle(comb_x, long.vertical.sum(axis=0)), _settle(comb_y, long.horizontal.sum(axis=1))
    vertical = long.vertical * _near_comb(comb_x, long.vertical.shape[1])[None, :]
    horizontal = long.horizontal * _near_comb(comb_y, long.horizontal.shape[0])[:, None]
    ends_x, ends_y = _ends((vertical | horizontal).max(axis=0)), _ends((vertical | horizontal).max(axis=1))
    if ends_x is None or ends_y is None:
        return None
    range_x, range_y = _whole(comb_x, ends_x), _whole(comb_y, ends_y)
    if min(range_x[1] - range_x[0], range_y[1] - range_y[0]) < FEWEST_CELLS:
        return None
    if max(range_x[1] - range_x[0], range_y[1] - range_y[0]) > 3 * MOST_CELLS:
        return None
    sides_v, sides_h = (
        _sides(vertical, comb_x, comb_y, range_x, range_y),
        _sides(horizontal.T, comb_y, comb_x, range_y, range_x).T,
    )
    left, right, top, bottom = _trim(sides_v, sides_h)
    range_x, range_y = (range_x[0] + left, range_x[1] - right), (range_y[0] + top, range_y[1] - bottom)
    sides_v = sides_v[top : sides_v.shape[0] - bottom, left : sides_v.shape[1] - right]
    sides_h = sides_h[top : sides_h.shape[0] - bottom, left : sides_h.shape[1] - right]
    if not _plausible(sides_v, sides_h):
        return None
    return _measure(long, vertical, horizontal, comb_x, comb_y, range_x, range_y)


def _measure(
    long: Edges,
    vertical: Mask,
    horizontal: Mask,
    comb_x: Comb,
    comb_y: Comb,
    range_x: tuple[int, int],
    range_y: tuple[int, int],
) -> Lattice | None:
    """Line positions and box of the cells in these ranges; None if too many edges lie off the combs there."""
    x0, x1 = (comb_x.phase + comb_x.pitch * (i + d) for i, d in zip(range_x, (-END_SLACK, END_SLACK), strict=True))
    y0, y1 = (comb_y.phase + comb_y.pitch * (i + d) for i, d in zip(range_y, (-END_SLACK, END_SLACK), strict=True))
    rows, cols = slice(max(0, round(y0)), round(y1) + 1), slice(max(0, round(x0)), round(x1) + 1)
    every = int(long.vertical[rows, cols].sum()) + int(long.horizontal[rows, cols].sum())
    on = int(vertical[rows, cols].sum()) + int(horizontal[rows, cols].sum())
    if on < (1 - MOST_OFF_COMB) * every:
        return None
    profile_x, profile_y = vertical[rows].sum(axis=0), horizontal[:, cols].sum(axis=1)
    xs = np.array([_line_near(profile_x, comb_x, i) for i in range(range_x[0], range_x[1] + 1)], np.float32)
    ys = np.array([_line_near(profile_y, comb_y, i) for i in range(range_y[0], range_y[1] + 1)], np.float32)
    mesh = (vertical | horizontal)[rows, cols]
    in_x, in_y = _ends(mesh.max(axis=0)), _ends(mesh.max(axis=1))
    if in_x is None or in_y is None:
        return None
    box = (in_x[0] + cols.start, in_y[0] + rows.start, in_x[1] + cols.start, in_y[1] + rows.start)
    return Lattice(xs, ys, box)


def _settle(comb: Comb, profile: npt.NDArray[np.integer]) -> Comb:
    """The comb with the least squared distance to the edges near it."""
    at = np.flatnonzero(profile)
    weight = np.sqrt(profile[at])
    for _ in range(3):
        index = comb.index(at)
        whole = np.rint(index)
        near = np.abs(index - whole) < 0.25
        if len(np.unique(whole[near])) < 3:
            break
        pitch, phase = np.polyfit(whole[near], at[near], 1, w=weight[near])
        comb = Comb(float(pitch), float(phase), comb.fit)
    return comb


def _near_comb(comb: Comb, length: int) -> Mask:
    """1 at the positions that lie on the comb, within ``OFF_COMB``."""
    index = comb.index(np.arange(length))
    return np.asarray(np.abs(index - np.rint(index)) <= OFF_COMB, np.uint8)


def _ends(profile: npt.NDArray[Any]) -> tuple[int, int] | None:
    at = np.flatnonzero(profile)
    return (int(at[0]), int(at[-1])) if len(at) else None


def _whole(comb: Comb, ends: tuple[int, int]) -> tuple[int, int]:
    """First and last line of the comb between these ends; part of a cell beyond them is left out."""
    first, last = comb.index(ends[0]), comb.index(ends[1])
    return int(np.ceil(first - END_SLACK)), int(np.floor(last + END_SLACK))


def _sides(mask: Mask, across: Comb, along: Comb, range_across: tuple[int, int], range_along: tuple[int, int]) -> Bools:
    """``[k, i]``: is an edge seen on line i of ``across`` over the middle of cell k of ``along``?"""
    width = max(1, round(across.pitch * OFF_COMB))
    found = np.zeros((range_along[1] - range_along[0], range_across[1] - range_across[0] + 1), np.bool_)
    for j in range(found.shape[1]):
        at = round(across.phase + across.pitch * (range_across[0] + j))
        seen: Bools = np.asarray(mask[:, max(0, at - width) : max(0, at + width + 1)].any(axis=1))
        for k in range(found.shape[0]):
            low = along.phase + along.pitch * (range_along[0] + k)
            piece = seen[max(0, round(low + 0.25 * along.pitch)) : max(0, round(low + 0.75 * along.pitch))]
            found[k, j] = len(piece) > 0 and piece.mean() >= 0.5
    return found


def _trim(sides_v: Bools, sides_h: Bools) -> tuple[int, int, int, int]:
    """How many columns at the left and right and rows at the top and bottom are no part of the board.

    An outermost column is part of it if its outer line is drawn from end to end, or if the lines across it are
    drawn at least half as often as elsewhere.
    """
    left = top = 0
    bottom, right = sides_v.shape[0], sides_h.shape[1]
    while bottom - top >= FEWEST_CELLS and right - left >= FEWEST_CELLS:
        v, h = sides_v[top:bottom, left : right + 1], sides_h[top : bottom + 1, left:right]
        usual_v, usual_h = v.mean() / 2, h.mean() / 2
        if v[:, 0].mean() < WHOLE_SIDE and h[:, 0].mean() < usual_h:
            left += 1
        elif v[:, -1].mean() < WHOLE_SIDE and h[:, -1].mean() < usual_h:
            right -= 1
        elif h[0].mean() < WHOLE_SIDE and v[0].mean() < usual_v:
            top += 1
        elif h[-1].mean() < WHOLE_SIDE and v[-1].mean() < usual_v:
            bottom -= 1
        else:
            break
    return left, sides_h.shape[1] - right, top, sides_v.shape[0] - bottom


def _plausible(sides_v: Bools, sides_h: Bools) -> bool:
    """Whether there are as many cells as a board has and a piece of nearly every inner line is seen."""
    rows, cols = sides_v.shape[0], sides_h.shape[1]
    if not (FEWEST_CELLS <= rows <= MOST_CELLS and FEWEST_CELLS <= cols <= MOST_CELLS):
        return False
    return bool(min(sides_v[:, 1:-1].any(axis=0).mean(), sides_h[1:-1].any(axis=1).mean()) >= FEWEST_LINES)


def _line_near(profile: npt.NDArray[np.integer], comb: Comb, index: int) -> float:
    """Where a line of the comb really lies: midway between its outer edges; its even place where none is seen."""
    even = comb.phase + comb.pitch * index
    low = max(0, round(even - comb.pitch * OFF_COMB))
    window = profile[low : max(0, round(even + comb.pitch * OFF_COMB) + 1)]
    strong = np.flatnonzero(window >= max(comb.pitch * LONG_RUN, window.max(initial=0) * 0.5))
    return low + float(strong[0] + strong[-1]) / 2 if len(strong) else even
