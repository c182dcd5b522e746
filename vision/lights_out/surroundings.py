"""Surroundings of a grid of lamps: the page, further lamps, or lamps that are cut off."""

from dataclasses import dataclass
from math import ceil
from typing import Final, TypeAlias

import numpy as np

from vision.blobs import NOISE, are_as_large
from vision.box_grids import MOST, BoxGrid, locate_boxes
from vision.errors import WHOLE_HINT, BoardCutOff
from vision.grid.cell_patches import (
    ACROSS,
    measure_insets,
    measure_lamp,
    sample_cells,
)
from vision.grid.lattice import Lattice
from vision.image import Bools, Floats, Image, Places, cache_per_image, to_lab, visible_quantiles
from vision.lights_out.states import LampStates

Part: TypeAlias = tuple[slice, slice]
"""Rows and columns of samples of a cell."""

LIKE: Final = 0.35
"""Maximum difference between a cell and a lamp, as a fraction of that between a lamp and the gap
around it."""
LEAST_DISTINCT: Final = 6.0
"""Minimum difference (L*a*b*) between lamps and the page for a cell to be distinguishable from the
bare page."""
MARKED: Final = 0.9
"""Quantile of the differences at the samples of a cell: a thin rim may fill only a tenth of it."""
NEAR: Final = 0.12
"""Depth, in cells from the lamp's edge, that has to resemble a lamp if the rest is hidden."""
MIDDLE: Final = slice(round(0.3 * ACROSS), round(0.7 * ACROSS))
"""Samples of the middle of a cell."""
WHOLE: Final = (slice(None), slice(None))
"""All samples of a cell."""
HALF: Final = 0.5
"""Minimum fraction of cells like a lamp for a row of lamps, if nothing hides them."""
SAME_GAPS: Final = 0.6
"""Maximum difference between the gaps of a cell and those of lamps, as a fraction of the latter."""
LEAST_CUT: Final = 0.15
"""Minimum fraction of cells at the edge of the picture like a lamp for a row that is cut off: glow
hides others."""
GAP_SAMPLES: Final = 3
"""Minimum depth, in samples, of a part that begins with a gap."""
LEAST_SEEN: Final = 0.5
"""Minimum fraction of these samples that lies in the picture."""
STRIP: Final = (0.1, 0.25)
"""Start and end, in pitches, of the strip outside the lamps that gives the page's colour."""
FLUSH: Final = 0.06
"""Maximum distance, in pitches, between the sides of a lamp that is cut short and those of a whole
lamp."""
FLUSH_PX: Final = 1.5
"""The same in pixels, for small lamps: outlines are off by one."""
FARTHEST_ROW: Final = 3
"""Maximum distance of these places from the grid, in rows or columns."""


def ground_colour(image: Image, lattice: Lattice) -> Floats:
    """Return the usual colour around a grid of lamps, in L*a*b*, shape (3,)."""
    pitch = min(lattice.pitches)
    inner = max(1, round(STRIP[0] * pitch))
    outer = max(1, round(STRIP[1] * pitch))
    return _measure_ground(image, lattice.box, inner, outer)


@cache_per_image
def _measure_ground(image: Image, box: tuple[int, int, int, int], inner: int, outer: int) -> Floats:
    """Return the usual colour of the strip between two distances, in pixels, from a box."""
    x0, y0, x1, y1 = box
    top = max(0, y0 - outer)
    left = max(0, x0 - outer)
    part = image[top : y1 + outer, left : x1 + outer]
    around = np.ones(part.shape[:2], np.bool_)
    rows = slice(max(0, y0 - inner - top), y1 + inner - top)
    cols = slice(max(0, x0 - inner - left), x1 + inner - left)
    around[rows, cols] = False
    # If the lamps fill the picture, there is nothing round them: then all of it counts.
    pixels = part[around] if around.any() else part.reshape(-1, 3)
    return np.asarray(np.median(to_lab(pixels.reshape(-1, 1, 3)), axis=0)[0], np.float32)


def gap_colour(image: Image, lattice: Lattice, lamps: Bools) -> Floats | None:
    """Return the usual colour where four of these ``lamps`` (rows, cols) meet, in L*a*b*, shape
    (3,); None if they meet nowhere."""
    meet = lamps[1:, 1:] & lamps[1:, :-1] & lamps[:-1, 1:] & lamps[:-1, :-1]
    rows, cols = np.nonzero(meet)
    if not len(rows):
        return None
    ys = np.rint(lattice.ys[1 + rows]).astype(np.intp)
    xs = np.rint(lattice.xs[1 + cols]).astype(np.intp)
    pixels = image[ys, xs]
    return np.asarray(np.median(to_lab(pixels[None])[0], axis=0), np.float32)


def find_extension(
    what: str, image: Image, grid: BoxGrid, states: LampStates
) -> tuple[int, int, Bools] | None:
    """Return the side with a further row or column of lamps, and a mask of its cells that hold
    lamps.

    The side is given as for ``BoxGrid.change_end``: an axis (0 for a row, 1 for a column) and an
    end (0 or -1). None if there is no such side. Raises BoardCutOff if the lamps there are only
    partly visible.
    """
    patches = sample_cells(image, grid.lattice)
    inside = patches[1:-1, 1:-1]
    count = len(states.colours)
    typical = [_take_median(inside[states.labels == state]) for state in range(count)]
    ground = ground_colour(image, grid.lattice)
    inset_x, inset_y = measure_insets(grid.lattice)
    for axis, inset in ((0, inset_y), (1, inset_x)):
        cells = _TypicalCells(typical, ground, axis)
        for end in (0, -1):
            beside = np.asarray(grid.there.take(end, axis), np.bool_)
            outer = np.moveaxis(patches, axis, 0)[end, 1:-1][beside]
            nearest = _find_nearest_part(axis, end, inset)
            if cells.are_same_all_along(outer, nearest):
                continue
            is_hidden = np.isnan(outer).any()
            is_lamp = cells.are_like_lamps(outer, WHOLE)
            if is_lamp.all() and not is_hidden and grid.there.shape[axis] < MOST:
                return axis, end, beside
            # The part that is nearest may be that of lamps that are cut off or covered; at the edge
            # of the picture only a few of them may still be visible.
            may_be = cells.are_like_lamps(outer, nearest)
            if may_be.mean() > (LEAST_CUT if is_hidden else HALF):
                raise BoardCutOff(
                    f"{what} continue where they are cut off or covered", hint=WHOLE_HINT
                )
    return None


@dataclass(frozen=True, slots=True)
class _TypicalCells:
    """Typical cell of each state, to compare the cells beyond a side with, in grids with this page
    and for rows (axis 0) or columns (1)."""

    patches: list[Floats]
    ground: Floats
    axis: int

    def are_like_lamps(self, cells: Floats, part: Part) -> Bools:
        """Return True for each of the cells (N, ACROSS, ACROSS, 3) that resembles the typical cell
        of a state in a part, not the bare page.

        Where gaps along the side show, the cells must have them too.
        """
        rows, cols = part
        shown = cells[:, rows, cols]
        gaps = _subtract_usual(shown, self.axis)
        # What the cells hide is hidden in the typical ones too, for differences of as many samples.
        seen = np.where(np.isnan(shown), np.nan, np.float32(0))
        alike = np.zeros(len(cells), np.bool_)
        for patch in self.patches:
            typical = patch[rows, cols]
            distinct = _measure_largest(seen + (typical - self.ground))
            off = _measure_largest(shown - typical)
            own_gaps = _subtract_usual(typical[None], self.axis)
            clear = _measure_largest(seen + own_gaps)
            has_gaps = _measure_largest(gaps - own_gaps) <= SAME_GAPS * clear
            is_lamp = (distinct >= LEAST_DISTINCT) & (off <= LIKE * distinct)
            alike |= is_lamp & (has_gaps | (clear < LEAST_DISTINCT))
        return alike

    def are_same_all_along(self, cells: Floats, part: Part) -> bool:
        """Return True if a part of the cells beyond a side shows no gaps as those between lamps: a
        frame or a margin is the same all along a side."""
        rows, cols = part
        middles = [patch[MIDDLE] if self.axis == 0 else patch[:, MIDDLE] for patch in self.patches]
        gaps = min(_measure_variation(middle[None], self.axis) for middle in middles)
        return gaps > NOISE and _measure_variation(cells[:, rows, cols], self.axis) < LIKE * gaps


def ends_too_soon(image: Image, lattice: Lattice) -> bool:
    """Return True if the picture ends so near to the outer lamps that it may lack a further row or
    column."""
    height, width = image.shape[:2]
    left, top, right, bottom = lattice.box
    across, down = lattice.pitches
    inset_x, inset_y = measure_insets(lattice)
    is_narrow = min(left, width - right) < (2 * inset_x + NEAR) * across
    is_low = min(top, height - bottom) < (2 * inset_y + NEAR) * down
    return bool(is_narrow or is_low)


def _take_median(cells: Floats) -> Floats:
    """Return the median of the cells (N, ACROSS, ACROSS, 3) where any is visible; NaN elsewhere."""
    hidden = np.isnan(cells).all(axis=0)
    middle = np.nanmedian(np.where(hidden, 0, cells), axis=0)
    return np.asarray(np.where(hidden, np.nan, middle), np.float32)


def _find_nearest_part(axis: int, end: int, inset: float) -> Part:
    """Return the samples of a cell beyond a side that are nearest to it; ``inset`` is that of
    ``measure_insets``.

    The first sample of a wide gap is left out, since a lamp's edge may reach into it.
    """
    depth = ceil((2 * inset + NEAR) / (1 + 2 * inset) * ACROSS)
    first = 1 if depth >= GAP_SAMPLES else 0
    near = slice(first, depth) if end == -1 else slice(ACROSS - depth, ACROSS - first)
    return (near, slice(None)) if axis == 0 else (slice(None), near)


def _measure_variation(cells: Floats, axis: int) -> float:
    """Return the largest difference (L*a*b*) of any place along a row, or along a column (axis 1),
    of cells (N, …, …, 3) from most others; 0 where nothing is visible."""
    seen = np.isfinite(cells)
    count = seen.sum(axis=1 + axis)
    total = np.where(seen, cells, 0).sum(axis=1 + axis)
    is_visible = count[..., 0] > 0
    means = total[is_visible] / count[is_visible]
    if not len(means):
        return 0.0
    return float(np.linalg.norm(means - np.median(means, axis=0), axis=1).max())


def _subtract_usual(cells: Floats, axis: int) -> Floats:
    """Return the difference between samples of cells (N, …, …, 3) and those beside them along the
    side."""
    return np.asarray(cells - np.median(cells, axis=2 - axis, keepdims=True), np.float32)


def _measure_largest(difference: Floats) -> Floats:
    """Return the ``MARKED`` quantile of each of the differences (N, …, …, 3); NaN if too little is
    visible."""
    off = np.linalg.norm(difference, axis=3).reshape(len(difference), -1)
    seen = np.isfinite(off).mean(axis=1) >= LEAST_SEEN
    return np.asarray(np.where(seen, visible_quantiles(off, MARKED), np.nan), np.float32)


def has_lamps_beside(image: Image, boxes: Places, grid: BoxGrid, states: LampStates) -> bool:
    """Return True if half of the places of a further row or column show the same as some cell of
    the grid; or if they look like lamps in their middles: half of them, with boxes as large as a
    lamp's, or all of them, in several states.

    A glow or a shadow may hide where a lamp begins; a frame is the same all along.
    """
    lattice = grid.lattice
    as_large = boxes[are_as_large(boxes, measure_lamp(lattice))]
    boxed = locate_boxes(as_large, lattice, beyond=1)
    cells = sample_cells(image, lattice)
    ground = ground_colour(image, lattice)
    middles = cells[:, :, MIDDLE, MIDDLE].mean(axis=(2, 3))
    inside = middles[1:-1, 1:-1]
    count = len(states.colours)
    typical = [np.median(inside[states.labels == state], axis=0) for state in range(count)]
    away = np.linalg.norm(middles[:, :, None] - np.stack(typical), axis=3)
    off_page = np.linalg.norm(middles - ground, axis=2)
    # The bare page may be like the middle of an unlit lamp.
    is_like = away.min(axis=2) < np.minimum(LIKE * off_page, LEAST_DISTINCT)
    nearest = away.argmin(axis=2)
    for side in (np.s_[0, 1:-1], np.s_[-1, 1:-1], np.s_[1:-1, 0], np.s_[1:-1, -1]):
        in_several = is_like[side].all() and len(np.unique(nearest[side])) > 1
        if _are_like_cells(cells[side], cells[1:-1, 1:-1], ground).mean() >= HALF:
            return True
        if in_several or 2 * np.sum(is_like[side] & boxed[side]) >= len(is_like[side]):
            return True
    return False


def _are_like_cells(beside: Floats, inside: Floats, ground: Floats) -> Bools:
    """Return True for the cells (N, ACROSS, ACROSS, 3) that show something, and the same as one of
    the cells (rows, cols, ACROSS, ACROSS, 3)."""
    known = np.concatenate(list(inside))
    shown = np.linalg.norm(beside - ground, axis=3).mean(axis=(1, 2))
    off = [np.linalg.norm(known - cell, axis=3).mean(axis=(1, 2)).min() for cell in beside]
    return np.asarray((shown >= NOISE) & (np.array(off) <= LIKE * shown), np.bool_)


def has_cells_beside(boxes: Places, lattice: Lattice, farthest: int) -> bool:
    """Return True if boxes in line with half of the lamps begin where those of a further row or
    column would, up to so many of them away, or if half of an outer row is cut short.

    Those farther out may be whole lamps, or cut short too.
    """
    for axis, across in ((0, lattice.rows), (1, lattice.cols)):
        pitch = lattice.pitches[axis]
        flush = max(FLUSH, FLUSH_PX / pitch)
        slots = _find_slots(boxes[:, 1 - axis :: 2], lattice, 1 - axis)
        low = (boxes[:, axis] - lattice.box[axis]) / pitch
        high = (lattice.box[axis + 2] - boxes[:, axis + 2]) / pitch
        count = lattice.cols if axis == 0 else lattice.rows
        for inner, outer in ((low, high), (high, low)):
            away = np.rint(inner).astype(np.intp) - count
            begins = (slots >= 0) & (np.abs(inner - np.rint(inner)) <= flush)
            is_whole = begins & (away == -1) & (outer <= flush)
            is_beyond = begins & (away >= -1) & (away < farthest) & ~is_whole
            if 2 * len(np.setdiff1d(slots[is_beyond], slots[is_whole])) >= across:
                return True
    return False


def _find_slots(spans: Places, lattice: Lattice, axis: int) -> Places:
    """Return the column (axis 0) or row (axis 1) whose lamps match the spans (N, 2); -1 if there is
    none."""
    pitch = lattice.pitches[axis]
    count = lattice.cols if axis == 0 else lattice.rows
    begin = lattice.box[axis]
    side = lattice.box[axis + 2] - begin - pitch * (count - 1)
    slot = np.rint((spans[:, 0] - begin) / pitch).astype(np.intp)
    start = begin + slot * pitch
    off = np.maximum(np.abs(spans[:, 0] - start), np.abs(spans[:, 1] - start - side))
    return np.where((off <= max(FLUSH * pitch, FLUSH_PX)) & (slot >= 0) & (slot < count), slot, -1)
