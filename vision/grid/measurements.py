"""Measurements of the cells and borders of a grid: colours, and the strength of the lines.

All cells are measured at once: pixels are sampled at the same positions in each cell, and stored in
arrays by row and column of the board. Pictures are uint8 (H, W, 3), BGR; only the sampled pixels
are converted to L*a*b*.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from vision.confidence import FEWEST_RULED, LEAST_RULED, LINE_FLOOR, TWICE_AS_WIDE
from vision.grid.borders import Borders
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

    A cell has several colours if those of its four quarters differ, not only where a large mark or
    a wide gap is.
    """
    rows, down = _places(lattice.ys, GROUND_RING[0], 1 - GROUND_RING[0])
    cols, along = _places(lattice.xs, GROUND_RING[0], 1 - GROUND_RING[0])
    ring = _outside(down)[:, None] | _outside(along)[None]
    pixels = _taken(image, rows, cols).transpose(0, 2, 1, 3, 4)
    corners = _outside(down)[:, None] & _outside(along)[None]
    colours = _clear(*(_usual(pixels[:, :, part]) for part in (ring, corners)))
    of_cell = _quarters(down, along)
    quarters = np.stack([_ranked(pixels[:, :, ring & part], MEDIAN, axis=2) for part in of_cell])
    off = [
        np.linalg.norm(parts - colours, axis=3).max(axis=0)
        for parts in (quarters, _band(image, lattice))
    ]
    return colours, np.minimum(*off) > ANOTHER


def _usual(pixels: Floats) -> Floats:
    """Return the median of the pixels (rows, cols, N, 3) of each cell, or the commonest one if the
    median is rare.

    It is taken by channel, so it may be a mixture of two colours.
    """
    usual = _ranked(pixels, MEDIAN, axis=2)
    alike = np.linalg.norm(pixels - usual[:, :, None], axis=3) <= SAME_PIXEL
    for row, col in np.argwhere(alike.mean(axis=2) < RARE).tolist():
        found = pixels[row, col]
        close = np.linalg.norm(found[:, None] - found, axis=2) <= SAME_PIXEL
        usual[row, col] = found[close.sum(axis=1).argmax()]
    return usual


def _clear(ring: Floats, corners: Floats) -> Floats:
    """Return the colour of each cell's ring, or of its corners if those are more like a neighbour.

    A large disc fills the ring except for the corners, a large x fills the corners, and marks are
    seldom side by side.
    """
    padded = np.pad(ring, ((1, 1), (1, 1), (0, 0)), constant_values=np.inf)
    beside = np.stack([padded[:-2, 1:-1], padded[2:, 1:-1], padded[1:-1, :-2], padded[1:-1, 2:]])
    off, of_corners = (
        np.linalg.norm(beside - colours, axis=3).min(axis=0) for colours in (ring, corners)
    )
    return np.where((of_corners < off)[..., None], corners, ring)


def _band(image: Image, lattice: Lattice) -> Floats:
    """Return the median colours (4, rows, cols, 3) along the sides of each cell just inside the
    lines, by quarters."""
    ends = np.array((BAND, 1 - BAND), np.float32)
    along = np.linspace(*ALONG, BAND_PLACES, dtype=np.float32)
    level = _taken(image, _at(lattice.ys, ends), _at(lattice.xs, along))
    upright = _taken(image, _at(lattice.ys, along), _at(lattice.xs, ends))
    halves = slice(0, BAND_PLACES // 2), slice(BAND_PLACES // 2, BAND_PLACES)
    quarters = [
        np.concatenate(
            [level[:, v, :, halves[h]].transpose(0, 2, 1, 3), upright[:, halves[v], :, h]], axis=1
        )
        for v in (0, 1)
        for h in (0, 1)
    ]
    return np.stack([_ranked(quarter, MEDIAN, axis=1) for quarter in quarters])


def _at(lines: Floats, parts: Floats) -> Places:
    """Return the pixels (cells, parts) at these parts of each cell along an axis."""
    return np.asarray(lines[:-1, None] + parts * np.diff(lines)[:, None], np.intp)


def _quarters(down: Floats, along: Floats) -> list[Bools]:
    """Return the masks of the four quarters of a cell."""
    halves = (down < MEDIAN, down >= MEDIAN), (along < MEDIAN, along >= MEDIAN)
    return [v[:, None] & h for v in halves[0] for h in halves[1]]


def _outside(parts: Floats) -> Bools:
    """Return True for the positions along a cell's side that are clear of its middle."""
    return (parts < GROUND_RING[1]) | (parts > 1 - GROUND_RING[1])


def colour_borders(colours: Floats) -> Borders:
    """Return the difference between the two cells at each border, in the units of the colours."""
    return Borders(
        np.linalg.norm(colours[:, 1:] - colours[:, :-1], axis=2).astype(np.float32),
        np.linalg.norm(colours[1:] - colours[:-1], axis=2).astype(np.float32),
    )


def line_borders(image: Image, lattice: Lattice, colours: Floats) -> tuple[Borders, Borders]:
    """Return the line strength at each border: width in pixels times contrast to the more similar
    of both cells.

    A step from one colour to the other without a line counts 0. The unit is a pixel of black on
    white. The second result is the strength at each line's strongest point, since the median of a
    dashed line may be in a gap.
    """
    right, right_trace = _lines(image, lattice.xs, lattice.ys, colours)
    below, below_trace = _lines(
        image.transpose(1, 0, 2), lattice.ys, lattice.xs, colours.transpose(1, 0, 2)
    )
    return Borders(right, below.T), Borders(right_trace, below_trace.T)


def _lines(image: Image, xs: Floats, ys: Floats, colours: Floats) -> tuple[Floats, Floats]:
    rows, _ = _places(ys, *ALONG)
    ends = np.concatenate([_places(ys, *end)[0] for end in ENDS], axis=1)
    across = _around(xs[1:-1], xs)
    strips = _taken(image, rows, across)
    left, right = colours[:, :-1], colours[:, 1:]
    # A disc reaches a line in its middle, a gap between round corners is wider at its ends.
    ink = np.minimum(
        *(
            _summed(
                off_mixtures(_ranked(part, MEDIAN, axis=1), left[:, :, None], right[:, :, None])
            )
            for part in (strips, _taken(image, ends, across))
        )
    )
    trace = _ranked(
        off_mixtures(strips, left[:, None, :, None], right[:, None, :, None]), TRACED, axis=1
    )
    return ink, _summed(trace)


def line_colour(image: Image, lattice: Lattice, colours: Floats) -> Floats:
    """Return the median colour (L*a*b*) of the lines between cells, each where it differs most from
    both cells."""
    right = _line_pixels(image, lattice.xs, lattice.ys, colours)
    below = _line_pixels(
        image.transpose(1, 0, 2), lattice.ys, lattice.xs, colours.transpose(1, 0, 2)
    )
    return np.asarray(np.median(np.concatenate([right, below]), axis=0), np.float32)


def find_hidden_borders(colours: Floats, line: Floats) -> Bools:
    """Return, in the order of ``Borders.values``, True for the borders at which a line could not be
    seen, since a cell has the colour of the lines.

    ``colours`` are those of the cells, shape (rows, cols, 3), ``line`` is that of the lines, shape
    (3,), both in L*a*b*.
    """
    faint = FAINT * float(np.median(np.linalg.norm(colours - line, axis=2)))
    right = off_mixtures(line, colours[:, :-1], colours[:, 1:]) < faint
    below = off_mixtures(line, colours[:-1], colours[1:]) < faint
    return np.concatenate([right.ravel(), below.ravel()])


def _line_pixels(image: Image, xs: Floats, ys: Floats, colours: Floats) -> Floats:
    rows, _ = _places(ys, *ALONG)
    strips = _ranked(_taken(image, rows, _around(xs[1:-1], xs)), MEDIAN, axis=1)
    off = off_mixtures(strips, colours[:, :-1, None], colours[:, 1:, None])
    return np.take_along_axis(strips, off.argmax(axis=2)[..., None, None], axis=2).reshape(-1, 3)


def frame_strength(
    image: Image, lattice: Lattice, colours: Floats
) -> tuple[float, float, float, float]:
    """Return the line strength at the left, top, right and bottom of a board, each at its weakest
    point.

    The unit is that of ``line_borders``; everything that differs from the outermost cells counts as
    line.
    """
    left, top, right, bottom = (
        float(side.min()) for side in side_strengths(image, lattice, colours)
    )
    return left, top, right, bottom


def side_strengths(
    image: Image, lattice: Lattice, colours: Floats
) -> tuple[Floats, Floats, Floats, Floats]:
    """Return the line strength beside each outermost cell: left, top, right, bottom; see
    ``frame_strength``."""
    left, right = _sides(image, lattice.xs, lattice.ys, colours)
    top, bottom = _sides(
        image.transpose(1, 0, 2), lattice.ys, lattice.xs, colours.transpose(1, 0, 2)
    )
    return left, top, right, bottom


def _sides(image: Image, xs: Floats, ys: Floats, colours: Floats) -> tuple[Floats, Floats]:
    """Return the strengths along the first and the last upright line, cell by cell."""
    rows, _ = _places(ys, *ALONG)
    cols = _around(xs[[0, -1]], xs)
    strips = _ranked(_taken(image, rows, cols), MEDIAN, axis=1)
    outer = colours[:, [0, -1], None]
    inside = (cols >= 0) & (cols < image.shape[1])  # the strip may extend beyond the picture
    strength = _summed(off_mixtures(strips, outer, outer) * inside)
    return strength[:, 0], strength[:, 1]


def _places(lines: Floats, first: float, last: float) -> tuple[Places, Floats]:
    """Return pixels (cells, places) in this part of each cell along an axis, and their positions in
    a cell."""
    sides = np.diff(lines)
    number = max(1, min(MOST_PLACES, round(float(sides.min()) * (last - first))))
    parts = first + (np.arange(number, dtype=np.float32) + 0.5) / number * (last - first)
    return np.asarray(lines[:-1, None] + parts * sides[:, None], np.intp), np.asarray(
        parts, np.float32
    )


def _around(lines: Floats, every: Floats) -> Places:
    """Return all pixels (lines, places) across some of the lines; none is skipped, as a line may be
    1 px wide."""
    reach = round(ACROSS * float(np.diff(every).min()))
    return np.asarray(np.rint(lines)[:, None] + np.arange(-reach, reach + 1), np.intp)


def _taken(image: Image, rows: Places, cols: Places) -> Floats:
    """Return the pixels (rows, places, columns, places, 3) in L*a*b*; the nearest pixel for one
    outside the picture."""
    if (
        image.strides[0] < image.strides[1]
    ):  # transposed picture: indexing in memory order is several times as fast
        pixels = _picked(image.transpose(1, 0, 2), cols, rows).transpose(2, 3, 0, 1, 4)
    else:
        pixels = _picked(image, rows, cols)
    return to_lab(pixels.reshape(-1, pixels.shape[-2], 3)).reshape(pixels.shape)


def _picked(image: Image, rows: Places, cols: Places) -> Image:
    y, x = np.clip(rows, 0, image.shape[0] - 1), np.clip(cols, 0, image.shape[1] - 1)
    left, right = int(x.min()), int(x.max()) + 1
    # Indexing rows and then columns is several times as fast as both at once.
    return image[y.ravel(), left:right][:, x.ravel() - left].reshape(*y.shape, *x.shape, 3)


def _ranked(values: Floats, share: float, axis: int) -> Floats:
    """Return a quantile along an axis, as np.quantile without interpolation but in a third of the
    time."""
    ranked = np.ascontiguousarray(np.moveaxis(values, axis, -1))
    nth = round(share * (ranked.shape[-1] - 1))
    return np.asarray(np.partition(ranked, nth, axis=-1)[..., nth], np.float32)


def _summed(strength: npt.NDArray[Any]) -> Floats:
    """Sum over the pixels across a line, in pixels of black."""
    return np.asarray(strength.sum(axis=-1) / 100, np.float32)


def off_mixtures(pixels: Floats, left: Floats, right: Floats) -> Floats:
    """Return the distance of pixels (…, 3) from every mixture of two colours (…, 3)."""
    step, off = right - left, pixels - left
    length, along = _dot(step, step), _dot(off, step)
    share = np.clip(along / np.maximum(length, 1e-6), 0, 1)
    return np.sqrt(np.maximum(_dot(off, off) - share * (2 * along - share * length), 0))


def _dot(a: Floats, b: Floats) -> Floats:
    product = a * b
    return np.asarray(product[..., 0] + product[..., 1] + product[..., 2], np.float32)


def are_two_widths(strength: Floats) -> bool:
    """Return True if sorted strengths of lines fall into two groups with more distance between than
    within them."""
    fewest = max(FEWEST_RULED, round(LEAST_RULED * len(strength)))
    if len(strength) < 2 * fewest:
        return False
    at = int(np.diff(strength).argmax()) + 1
    thin, thick = strength[:at], strength[at:]
    spread = max(float(np.ptp(thin)), float(np.ptp(thick)))
    apart = float(thick[0]) > max(
        TWICE_AS_WIDE * float(thin[-1]), float(thin[-1]) + max(LEAST_LINE, spread)
    )
    return apart and min(len(thin), len(thick)) >= fewest and float(thin[0]) > LINE_FLOOR
