"""Measurements of the cells and borders of a grid: colours, and the strength of the lines.

All cells are measured at once: pixels are sampled at the same positions in each cell, and stored in
arrays by row and column of the board. Pictures are uint8 (H, W, 3), BGR; only the sampled pixels
are converted to L*a*b*.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from vision.confidence import FEWEST_RULED, LEAST_RULED, LINE_FLOOR, TWICE_AS_WIDE
from vision.grid.borders import Borders, join_sides
from vision.grid.boxes import stack_neighbours
from vision.grid.lattice import Lattice
from vision.image import Bools, Floats, Image, Places, to_lab

GROUND_RING: Final = (0.16, 0.30)
"""Ring of a cell, in cells from its border, that shows the background: clear of lines and mostly of
marks."""
ALONG: Final = (0.22, 0.78)
"""Measured part of a border, in cells: clear of crossing lines and rounded corners."""
ENDS: Final = ((0.1, 0.22), (0.78, 0.9))
"""Parts of a border, in cells, near both ends: clear of the thickest crossing lines, 0.085, and of
round marks, which come near a border in its middle."""
ACROSS: Final = 0.16
"""Distance to both sides of a border, in cells, over which a line is measured: half of the thickest
line is 0.085, half of the widest gap 0.125; with 0.2, the rim of a disc of 0.65 cells counted as a
line."""
LEAST_LINE: Final = 0.4
"""Minimum difference (pixels of black) between lines that separate regions: gaps between lamps
appear as faint lines.
"""
MOST_PLACES: Final = 10
"""Number of samples along a side of a cell; more of them would add nothing."""
BAND: Final = 0.105
"""Depth, in cells from its border, at which lines and large marks leave the sides of a cell
free."""
BAND_PLACES: Final = 8
"""Number of samples along each side there."""
MEDIAN: Final = 0.5
SAME_PIXEL: Final = 4.0
"""Maximum difference (L*a*b*) between pixels of one colour."""
RARE: Final = 0.2
"""Maximum share of a cell's pixels that have a colour between two others, as at the rim of a
box."""
ANOTHER: Final = 20.0
"""Minimum difference (L*a*b*) of a quarter of a cell that has another colour; with marks it is
mostly up to 10."""
FAINT: Final = 0.3
"""Maximum contrast of a cell to the lines, relative to the median, that makes lines beside it
invisible."""
TRACED: Final = 0.9
"""Quantile of a line's strength along its length that shows it exists: a tenth may belong to a
mark."""


def cell_colours(image: Image, lattice: Lattice) -> tuple[Floats, Bools]:
    """Return each cell's background (rows, cols, 3) in L*a*b*, and a mask of the cells with several
    colours.

    A cell has several colours if those of its four quarters differ, and not only at a large mark or
    a wide gap.
    """
    down = _spread(lattice.ys, GROUND_RING[0], 1 - GROUND_RING[0])
    along = _spread(lattice.xs, GROUND_RING[0], 1 - GROUND_RING[0])
    rows = _place_in_cells(lattice.ys, down)
    cols = _place_in_cells(lattice.xs, along)
    pixels = _sample(image, rows, cols).transpose(0, 2, 1, 3, 4)
    outer_rows = _is_clear_of_middle(down)
    outer_cols = _is_clear_of_middle(along)
    ring = outer_rows[:, None] | outer_cols
    corners = outer_rows[:, None] & outer_cols
    colours = _choose_clear(_find_usual(pixels[:, :, ring]), _find_usual(pixels[:, :, corners]))
    quarters = []
    for upper in (down < MEDIAN, down >= MEDIAN):
        for left in (along < MEDIAN, along >= MEDIAN):
            part = pixels[:, :, ring & upper[:, None] & left]
            quarters.append(_take_quantile(part, MEDIAN, axis=2))
    # A large mark fills quarters of the ring but not of the band beside the lines; a wide gap
    # fills the band but not the ring.
    off_ring = np.linalg.norm(np.stack(quarters) - colours, axis=3).max(axis=0)
    off_band = np.linalg.norm(_measure_band(image, lattice) - colours, axis=3).max(axis=0)
    return colours, np.minimum(off_ring, off_band) > ANOTHER


def _is_clear_of_middle(parts: Floats) -> Bools:
    """Return True for the positions along a cell's side that are clear of its middle."""
    return (parts < GROUND_RING[1]) | (parts > 1 - GROUND_RING[1])


def _find_usual(pixels: Floats) -> Floats:
    """Return the median of the pixels (rows, cols, N, 3) of each cell, or the commonest one if the
    median is rare.

    The median is taken by channel, so it may be a mixture of two colours.
    """
    usual = _take_quantile(pixels, MEDIAN, axis=2)
    alike = np.linalg.norm(pixels - usual[:, :, None], axis=3) <= SAME_PIXEL
    for row, col in np.argwhere(alike.mean(axis=2) < RARE).tolist():
        found = pixels[row, col]
        close = np.linalg.norm(found[:, None] - found, axis=2) <= SAME_PIXEL
        usual[row, col] = found[close.sum(axis=1).argmax()]
    return usual


def _choose_clear(ring: Floats, corners: Floats) -> Floats:
    """Return the colour of each cell's ring, or of its corners if those are more like a neighbour.

    A large disc fills the ring except for the corners, a large x fills the corners, and marks are
    seldom side by side.
    """
    beside = stack_neighbours(ring, axis=0)
    off_ring = np.linalg.norm(beside - ring, axis=3).min(axis=0)
    off_corners = np.linalg.norm(beside - corners, axis=3).min(axis=0)
    return np.where((off_corners < off_ring)[..., None], corners, ring)


def _measure_band(image: Image, lattice: Lattice) -> Floats:
    """Return the median colours (4, rows, cols, 3) along the sides of each cell just inside the
    lines, by quarters."""
    ends = np.array((BAND, 1 - BAND), np.float32)
    along = np.linspace(ALONG[0], ALONG[1], BAND_PLACES, dtype=np.float32)
    level = _sample(image, _place_in_cells(lattice.ys, ends), _place_in_cells(lattice.xs, along))
    upright = _sample(image, _place_in_cells(lattice.ys, along), _place_in_cells(lattice.xs, ends))
    # Each quarter has half of a level side and half of an upright one.
    halves = (slice(0, BAND_PLACES // 2), slice(BAND_PLACES // 2, BAND_PLACES))
    quarters = []
    for lower in (0, 1):
        for right in (0, 1):
            of_level = level[:, lower, :, halves[right]].transpose(0, 2, 1, 3)
            of_upright = upright[:, halves[lower], :, right]
            both = np.concatenate([of_level, of_upright], axis=1)
            quarters.append(_take_quantile(both, MEDIAN, axis=1))
    return np.stack(quarters)


def colour_borders(colours: Floats) -> Borders:
    """Return the difference between the two cells at each border, in the units of the colours."""
    right = np.linalg.norm(colours[:, 1:] - colours[:, :-1], axis=2)
    below = np.linalg.norm(colours[1:] - colours[:-1], axis=2)
    return Borders(right.astype(np.float32), below.astype(np.float32))


def line_borders(image: Image, lattice: Lattice, colours: Floats) -> tuple[Borders, Borders]:
    """Return the line strength at each border: width in pixels times contrast to the more similar
    of both cells.

    A step from one colour to the other without a line counts 0. The unit is a pixel of black on
    white. The second result is the strength at each line's strongest point, since the median of a
    dashed line may be in a gap.
    """
    right, right_trace = _measure_upright_lines(image, lattice.xs, lattice.ys, colours)
    # Level lines are the upright ones of the transposed picture.
    turned = image.transpose(1, 0, 2)
    below, below_trace = _measure_upright_lines(
        turned, lattice.ys, lattice.xs, colours.transpose(1, 0, 2)
    )
    return Borders(right, below.T), Borders(right_trace, below_trace.T)


def _measure_upright_lines(
    image: Image, xs: Floats, ys: Floats, colours: Floats
) -> tuple[Floats, Floats]:
    """Return the strength (rows, cols - 1) of the lines between cells, and at their strongest
    point."""
    along = _place_in_cells(ys, _spread(ys, ALONG[0], ALONG[1]))
    near_ends = [_place_in_cells(ys, _spread(ys, first, last)) for first, last in ENDS]
    across = _place_across(xs[1:-1], xs)
    left = colours[:, :-1]
    right = colours[:, 1:]
    strips = _sample(image, along, across)
    middle = _take_quantile(strips, MEDIAN, axis=1)
    ends = _take_quantile(_sample(image, np.concatenate(near_ends, axis=1), across), MEDIAN, axis=1)
    # A disc reaches a line in its middle, a gap between round corners is wider at its ends.
    ink_in_middle = _sum_across(off_mixtures(middle, left[:, :, None], right[:, :, None]))
    ink_at_ends = _sum_across(off_mixtures(ends, left[:, :, None], right[:, :, None]))
    off = off_mixtures(strips, left[:, None, :, None], right[:, None, :, None])
    trace = _sum_across(_take_quantile(off, TRACED, axis=1))
    return np.minimum(ink_in_middle, ink_at_ends), trace


def line_colour(image: Image, lattice: Lattice, colours: Floats) -> Floats:
    """Return the median colour (L*a*b*) of the lines between cells, each where it differs most from
    both cells."""
    turned = image.transpose(1, 0, 2)
    right = _pick_line_colours(image, lattice.xs, lattice.ys, colours)
    below = _pick_line_colours(turned, lattice.ys, lattice.xs, colours.transpose(1, 0, 2))
    return np.asarray(np.median(np.concatenate([right, below]), axis=0), np.float32)


def _pick_line_colours(image: Image, xs: Floats, ys: Floats, colours: Floats) -> Floats:
    """Return the colour (N, 3) of each upright line where it differs most from both cells."""
    along = _place_in_cells(ys, _spread(ys, ALONG[0], ALONG[1]))
    across = _place_across(xs[1:-1], xs)
    strips = _take_quantile(_sample(image, along, across), MEDIAN, axis=1)
    off = off_mixtures(strips, colours[:, :-1, None], colours[:, 1:, None])
    strongest = off.argmax(axis=2)[..., None, None]
    return np.take_along_axis(strips, strongest, axis=2).reshape(-1, 3)


def find_hidden_borders(colours: Floats, line: Floats) -> Bools:
    """Return, in the order of ``Borders.values``, True for the borders at which a line could not be
    seen, since a cell has the colour of the lines.

    ``colours`` are those of the cells, shape (rows, cols, 3), ``line`` is that of the lines, shape
    (3,), both in L*a*b*.
    """
    faint = FAINT * float(np.median(np.linalg.norm(colours - line, axis=2)))
    right = off_mixtures(line, colours[:, :-1], colours[:, 1:])
    below = off_mixtures(line, colours[:-1], colours[1:])
    return join_sides(right, below) < faint


def frame_strength(
    image: Image, lattice: Lattice, colours: Floats
) -> tuple[float, float, float, float]:
    """Return the line strength at the left, top, right and bottom of a board, each at its weakest
    point.

    The unit is that of ``line_borders``; everything that differs from the outermost cells counts as
    line.
    """
    left, top, right, bottom = side_strengths(image, lattice, colours)
    return float(left.min()), float(top.min()), float(right.min()), float(bottom.min())


def side_strengths(
    image: Image, lattice: Lattice, colours: Floats
) -> tuple[Floats, Floats, Floats, Floats]:
    """Return the line strength beside each outermost cell: left, top, right, bottom; see
    ``frame_strength``."""
    turned = image.transpose(1, 0, 2)
    left, right = _measure_outer_lines(image, lattice.xs, lattice.ys, colours)
    top, bottom = _measure_outer_lines(turned, lattice.ys, lattice.xs, colours.transpose(1, 0, 2))
    return left, top, right, bottom


def _measure_outer_lines(
    image: Image, xs: Floats, ys: Floats, colours: Floats
) -> tuple[Floats, Floats]:
    """Return the strengths along the first and the last upright line, cell by cell."""
    along = _place_in_cells(ys, _spread(ys, ALONG[0], ALONG[1]))
    across = _place_across(xs[[0, -1]], xs)
    strips = _take_quantile(_sample(image, along, across), MEDIAN, axis=1)
    outer = colours[:, [0, -1], None]
    # The strip may extend beyond the picture.
    inside = (across >= 0) & (across < image.shape[1])
    strength = _sum_across(off_mixtures(strips, outer, outer) * inside)
    return strength[:, 0], strength[:, 1]


def _spread(lines: Floats, first: float, last: float) -> Floats:
    """Return evenly spread positions in this part of a cell, about one a pixel of the smallest
    cell."""
    smallest = float(np.diff(lines).min())
    number = max(1, min(MOST_PLACES, round(smallest * (last - first))))
    parts = first + (np.arange(number, dtype=np.float32) + 0.5) / number * (last - first)
    return np.asarray(parts, np.float32)


def _place_in_cells(lines: Floats, parts: Floats) -> Places:
    """Return the pixels (cells, parts) at these positions of each cell along an axis."""
    return np.asarray(lines[:-1, None] + parts * np.diff(lines)[:, None], np.intp)


def _place_across(lines: Floats, every: Floats) -> Places:
    """Return all pixels (lines, places) across some of the lines; none is skipped, as a line may be
    1 px wide."""
    reach = round(ACROSS * float(np.diff(every).min()))
    return np.asarray(np.rint(lines)[:, None] + np.arange(-reach, reach + 1), np.intp)


def _sample(image: Image, rows: Places, cols: Places) -> Floats:
    """Return the pixels (rows, places, columns, places, 3) in L*a*b*.

    A place outside the picture gets the nearest pixel.
    """
    if image.strides[0] < image.strides[1]:
        # In a transposed picture, indexing in the order of its memory is several times as fast.
        pixels = _pick_pixels(image.transpose(1, 0, 2), cols, rows).transpose(2, 3, 0, 1, 4)
    else:
        pixels = _pick_pixels(image, rows, cols)
    return to_lab(pixels.reshape(-1, pixels.shape[-2], 3)).reshape(pixels.shape)


def _pick_pixels(image: Image, rows: Places, cols: Places) -> Image:
    y = np.clip(rows, 0, image.shape[0] - 1)
    x = np.clip(cols, 0, image.shape[1] - 1)
    left = int(x.min())
    right = int(x.max()) + 1
    # Indexing rows and then columns is several times as fast as both at once.
    pixels = image[y.ravel(), left:right][:, x.ravel() - left]
    return pixels.reshape(y.shape + x.shape + (3,))


def _take_quantile(values: Floats, share: float, axis: int) -> Floats:
    """Return a quantile along an axis, as np.quantile without interpolation but in a third of the
    time."""
    ranked = np.ascontiguousarray(np.moveaxis(values, axis, -1))
    nth = round(share * (ranked.shape[-1] - 1))
    return np.asarray(np.partition(ranked, nth, axis=-1)[..., nth], np.float32)


def _sum_across(strength: Floats) -> Floats:
    """Sum over the pixels across a line, in pixels of black."""
    return np.asarray(strength.sum(axis=-1) / 100, np.float32)


def off_mixtures(pixels: Floats, left: Floats, right: Floats) -> Floats:
    """Return the distance of pixels (…, 3) from every mixture of two colours (…, 3)."""
    step = right - left
    off = pixels - left
    length = _multiply(step, step)
    along = _multiply(off, step)
    share = np.clip(along / np.maximum(length, 1e-6), 0, 1)
    return np.sqrt(np.maximum(_multiply(off, off) - share * (2 * along - share * length), 0))


def _multiply(a: Floats, b: Floats) -> Floats:
    """Return the scalar products of vectors (…, 3)."""
    product = a * b
    return np.asarray(product[..., 0] + product[..., 1] + product[..., 2], np.float32)


def are_two_widths(strength: Floats) -> bool:
    """Return True if sorted strengths of lines fall into two groups with more distance between than
    within them."""
    fewest = max(FEWEST_RULED, round(LEAST_RULED * len(strength)))
    if len(strength) < 2 * fewest:
        return False
    at = int(np.diff(strength).argmax()) + 1
    thin = strength[:at]
    thick = strength[at:]
    if min(len(thin), len(thick)) < fewest or float(thin[0]) <= LINE_FLOOR:
        return False
    thickest_thin = float(thin[-1])
    spread = max(float(np.ptp(thin)), float(np.ptp(thick)))
    least_apart = thickest_thin + max(LEAST_LINE, spread)
    return float(thick[0]) > max(TWICE_AS_WIDE * thickest_thin, least_apart)
