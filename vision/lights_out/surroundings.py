"""Surroundings of a grid of lamps: the page, further lamps, or lamps that are cut off."""

from __future__ import annotations

from itertools import product
from math import ceil
from typing import Final

import numpy as np

from vision.blobs.outlines import LIKE_SIZE_RATIO, NOISE
from vision.errors import CROP_HINT, WHOLE_HINT, AmbiguousBoard, BoardCutOff
from vision.grid.lattice import Lattice
from vision.image import Bools, Floats, Image, Places, to_lab, visible_quantiles
from vision.lights_out.lamp_grid import MOST, ON_SITE, LampGrid, nearest_cells
from vision.lights_out.lamp_patches import ACROSS, cell_patches, insets, lattice_pitches
from vision.lights_out.states import LampStates

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
FEWEST_BEYOND: Final = 3
"""Minimum number of places of lamps beyond a grid that hold a box: one in twelve boxes is at such a
place by chance."""
FARTHEST_ROW: Final = 3
"""Maximum distance of these places from the grid, in rows or columns."""
FEWEST_CUT: Final = 2
"""Minimum number of lamps cut short beyond a side to conclude that the board continues there."""


def ground_colour(image: Image, lattice: Lattice) -> Floats:
    """Return the usual colour around a grid of lamps, in L*a*b*, shape (3,)."""
    inner, outer = (max(1, round(part * min(lattice_pitches(lattice)))) for part in STRIP)
    x0, y0, x1, y1 = lattice.box
    top, left = max(0, y0 - outer), max(0, x0 - outer)
    part = image[top : y1 + outer, left : x1 + outer]
    around = np.ones(part.shape[:2], np.bool_)
    around[
        max(0, y0 - inner - top) : y1 + inner - top, max(0, x0 - inner - left) : x1 + inner - left
    ] = False
    pixels = part[around] if around.any() else part.reshape(-1, 3)
    return np.asarray(np.median(to_lab(pixels.reshape(-1, 1, 3)), axis=0)[0], np.float32)


def gap_colour(image: Image, lattice: Lattice) -> Floats:
    """Return the usual colour where four lamps of a grid meet, in L*a*b*, shape (3,)."""
    pixels = image[np.rint(lattice.ys[1:-1]).astype(np.intp)][
        :, np.rint(lattice.xs[1:-1]).astype(np.intp)
    ]
    return np.asarray(np.median(to_lab(pixels).reshape(-1, 3), axis=0), np.float32)


def find_extension(
    what: str, image: Image, grid: LampGrid, states: LampStates
) -> tuple[int, int, Bools] | None:
    """Return the side with a further row or column of lamps, and a mask of its cells that hold
    lamps.

    The side is given as for ``LampGrid.extended``: an axis (0 for a row, 1 for a column) and an end
    (0 or -1). None if there is no such side. Raises BoardCutOff if the lamps there are only partly
    visible, AmbiguousBoard if only some of the cells resemble lamps.
    """
    patches, ground = cell_patches(image, grid.lattice), ground_colour(image, grid.lattice)
    inside = patches[1:-1, 1:-1]
    typical = [_typical(inside[states.labels == state]) for state in range(len(states.colours))]
    across, down = insets(grid.lattice)
    for axis, inset in ((0, down), (1, across)):
        gaps = _least_gap(typical, axis)
        for end in (0, -1):
            beside = np.asarray(grid.there.take(end, axis), np.bool_)
            outer = np.moveaxis(patches, axis, 0)[end, 1:-1][beside]
            if grid.there.shape[axis] < MOST and _are_middles_like(outer, typical, ground, axis):
                return axis, end, beside
            part = _nearest_part(axis, end, inset)
            # A frame or a margin is the same all along a side; a row of lamps shows gaps.
            if gaps > NOISE and _variation_along(outer[:, *part], axis) < LIKE * gaps:
                continue
            near = _are_like(outer, typical, ground, axis, part).mean()
            if not near > (LEAST_CUT if np.isnan(outer).any() else 0.5):
                continue
            whole = _are_like(outer, typical, ground, axis, (slice(None), slice(None)))
            if np.isnan(outer).any() or not whole.mean() > 0.5:
                raise BoardCutOff(
                    f"{what} continue where they are cut off or covered", hint=WHOLE_HINT
                )
            if not whole.all() or grid.there.shape[axis] == MOST:
                raise AmbiguousBoard(
                    f"{what} may continue, but only some cells there look like lamps",
                    hint=CROP_HINT,
                )
            return axis, end, beside
    return None


def ends_too_soon(image: Image, lattice: Lattice) -> bool:
    """Return True if the picture ends so near to the outer lamps that it may lack a further row or
    column."""
    (height, width), (x0, y0, x1, y1) = image.shape[:2], lattice.box
    pitch, inset = np.array(lattice_pitches(lattice)), np.array(insets(lattice))
    room = np.array([(x0, y0), (width - x1, height - y1)])
    return bool((room < (2 * inset + NEAR) * pitch).any())


def _typical(cells: Floats) -> Floats:
    """Return the median of the cells (N, ACROSS, ACROSS, 3) where any is visible; NaN elsewhere."""
    hidden = np.isnan(cells).all(axis=0)
    return np.asarray(
        np.where(hidden, np.nan, np.nanmedian(np.where(hidden, 0, cells), axis=0)), np.float32
    )


def _nearest_part(axis: int, end: int, inset: float) -> tuple[slice, slice]:
    """Return the samples of a cell beyond a side that are nearest to it; ``inset`` is that of
    ``insets``.

    The first sample of a wide gap is left out, since a lamp's edge may reach into it.
    """
    depth = ceil((2 * inset + NEAR) / (1 + 2 * inset) * ACROSS)
    first = int(depth >= GAP_SAMPLES)
    near = slice(first, depth) if end == -1 else slice(ACROSS - depth, ACROSS - first)
    return (near, slice(None)) if axis == 0 else (slice(None), near)


def _are_like(
    cells: Floats, typical: list[Floats], ground: Floats, axis: int, part: tuple[slice, slice]
) -> Bools:
    """Return a mask of the cells (N, ACROSS, ACROSS, 3) that resemble a typical cell in a part, not
    the bare page.

    Where gaps along the side show, the cells must have them too: a frame, a panel or a glow is the
    same all along.
    """
    like, cells = np.zeros(len(cells), np.bool_), cells[:, *part]
    seen, gaps = np.where(np.isnan(cells), np.nan, np.float32(0)), _varying(cells, axis)
    for patch in (one[part] for one in typical):
        distinct, own_gaps = _largest(seen + (patch - ground)), _varying(patch[None], axis)
        alike = (distinct >= LEAST_DISTINCT) & (_largest(cells - patch) <= LIKE * distinct)
        clear = _largest(seen + own_gaps)
        like |= alike & (
            (clear < LEAST_DISTINCT) | (_largest(gaps - own_gaps) <= SAME_GAPS * clear)
        )
    return like


def _least_gap(typical: list[Floats], axis: int) -> float:
    """Return the difference (L*a*b*) between lamps of a row, or of a column (axis 1), and the gaps
    between them, in the state in which it is smallest."""
    middles = [patch[MIDDLE] if axis == 0 else patch[:, MIDDLE] for patch in typical]
    return min(_variation_along(middle[None], axis) for middle in middles)


def _variation_along(cells: Floats, axis: int) -> float:
    """Return the largest difference (L*a*b*) of any place along a row, or along a column (axis 1),
    of cells (N, …, …, 3) from most others; 0 where nothing is visible."""
    seen = np.isfinite(cells)
    count = seen.sum(axis=1 + axis)
    total = np.where(seen, cells, 0).sum(axis=1 + axis)
    means = total[count[..., 0] > 0] / count[count[..., 0] > 0]
    if not len(means):
        return 0.0
    return float(np.linalg.norm(means - np.median(means, axis=0), axis=1).max())


def _are_middles_like(cells: Floats, typical: list[Floats], ground: Floats, axis: int) -> bool:
    """Return True if the middle of each cell resembles a typical one, and of some another one than
    of the others.

    Glow of the neighbours hides edges and gaps; what is behind a board does not change from cell to
    cell.
    """
    like = [_are_like(cells, [one], ground, axis, (MIDDLE, MIDDLE)) for one in typical]
    return bool(np.any(like, axis=0).all()) and sum(bool(one.any()) for one in like) > 1


def _varying(cells: Floats, axis: int) -> Floats:
    """Return the difference between samples of cells (N, …, …, 3) and those beside them along the
    side."""
    return np.asarray(cells - np.median(cells, axis=2 - axis, keepdims=True), np.float32)


def _largest(difference: Floats) -> Floats:
    """Return the ``MARKED`` quantile of each of the differences (N, …, …, 3); NaN if too little is
    visible."""
    off = np.linalg.norm(difference, axis=3).reshape(len(difference), -1)
    seen = np.isfinite(off).mean(axis=1) >= LEAST_SEEN
    return np.asarray(np.where(seen, visible_quantiles(off, MARKED), np.nan), np.float32)


def is_cut_short(boxes: Places, lattice: Lattice) -> bool:
    """Return True if most lamps of an outer row or column, or of the next one beyond it, are cut
    short.

    A box is cut short if it is as wide as a lamp and begins at a lamp's position but ends too soon.
    A neighbour's glow or a bevel hides a part of single lamps.
    """
    sides = product((0, 1), (0, 1), (0, 1))
    cut = (_cut_and_whole(boxes, lattice, axis, end, at) for axis, end, at in sides)
    return any(short >= max(FEWEST_CUT, whole + 1) for short, whole in cut)


def _cut_and_whole(
    boxes: Places, lattice: Lattice, axis: int, end: int, at: int
) -> tuple[int, int]:
    """Return the numbers of cut and of whole lamps in the outer row or column of a side (at 0) or
    in the next (1)."""
    pitch, count = lattice_pitches(lattice)[axis], (lattice.cols, lattice.rows)[axis]
    sides, onward = (lattice.box[axis], lattice.box[axis + 2]), pitch if end else -pitch
    slots = _slots(boxes[:, 1 - axis :: 2], lattice, 1 - axis)
    begins = (
        np.abs(boxes[:, axis + 2 * (1 - end)] - sides[1 - end] - onward * (count - 1 + at))
        <= FLUSH * pitch
    )
    lacking = (sides[end] + onward * at - boxes[:, axis + 2 * end]) * np.sign(onward) / pitch
    short, whole = (
        set(slots[begins & part].tolist()) - {-1} for part in (lacking > FLUSH, lacking <= FLUSH)
    )
    return len(short - whole), len(whole)


def _slots(spans: Places, lattice: Lattice, axis: int) -> Places:
    """Return the column (axis 0) or row (axis 1) whose lamps match the spans (N, 2); -1 if there is
    none."""
    pitch = lattice_pitches(lattice)[axis]
    begin, count = lattice.box[axis], (lattice.cols, lattice.rows)[axis]
    side = lattice.box[axis + 2] - begin - pitch * (count - 1)
    slot = np.rint((spans[:, 0] - begin) / pitch).astype(np.intp)
    off = np.abs(spans - (begin + slot * pitch)[:, None] - (0, side)).max(axis=1)
    return np.where((off <= FLUSH * pitch) & (slot >= 0) & (slot < count), slot, -1)


def has_cells_beside(boxes: Places, lattice: Lattice) -> bool:
    """Return True if boxes as large as lamps, or as their places, continue the rows or columns of a
    grid.

    They fill half of the next row or column, or are a little farther away, where glow may hide
    those between.
    """
    col, row, off = nearest_cells(boxes, lattice)
    pitch, counts = np.array(lattice_pitches(lattice)), (lattice.cols, lattice.rows)
    side = np.array(lattice.box[2:]) - lattice.box[:2] - pitch * (np.array(counts) - 1)
    sizes = boxes[:, 2:] - boxes[:, :2]
    fits = (off <= ON_SITE) & np.all(
        (sizes >= side / LIKE_SIZE_RATIO) & (sizes <= np.maximum(side * LIKE_SIZE_RATIO, pitch)),
        axis=1,
    )
    for along, across, count, places in ((col, row, *counts), (row, col, *counts[::-1])):
        inside = fits & (across >= 0) & (across < places)
        for beyond in (-1, count):
            if 2 * len(np.unique(across[inside & (along == beyond)])) >= places:
                return True
        far = (
            inside
            & ((along < 0) | (along >= count))
            & (along >= -FARTHEST_ROW)
            & (along < count + FARTHEST_ROW)
        )
        if len(np.unique(np.stack([along, across])[:, far], axis=1).T) >= FEWEST_BEYOND:
            return True
    return False
