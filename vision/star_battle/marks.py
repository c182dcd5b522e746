"""Cells with a mark: stars (also crowns, queens, discs), crosses and dots; all cells are examined
at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

import numpy as np

from solvers.cells import Cell
from vision.grid.lattice import LARGEST_SKEW, Lattice
from vision.image import Bools, Floats, Image, Places, find_components, to_lab
from vision.reading import Mark
from vision.star_battle.mark_shapes import (
    CELL_MARGIN,
    CONTRAST,
    classify_marks,
    has_five_points,
    measure_boxes,
    number_drawings,
    number_figures,
)

GLANCE: Final = 24
"""Samples along a side of a larger cell in the first pass; a dot of a twelfth of the cell covers
four of them."""
MOST_PLACES: Final = 64
"""Maximum samples along a side of a cell with a mark: the notches of a small x need that many."""
BORDER_BLUR: Final = 0.18
"""Fraction of the examined area that the blur of a border may reach; all marks extend further in,
hollow letters to 0.2."""
NEAR_MIDDLE: Final = (0.3, 0.7)
"""Part of the examined area, along both axes, that marks fill more than its rim."""
RING_WIDTH: Final = 0.14
"""Maximum width of a ring at the rim, as a fraction of the examined area: a circle that fills the
area is further in between the sides."""
STRIPED: Final = 2.0
"""Maximum share of that part that is drawn on, as a multiple of that of all of the area, for
stripes: one in the middle of few gives 1.8."""
SAME_INK: Final = 0.25
"""Maximum difference between the contrasts of stripes at the rim and of the rest, as a fraction."""
MOST_TEXTURED: Final = 0.25
"""Maximum fraction of cells whose content extends beyond the examined area: more is hatching that
fills regions, not marks.

Stars may fill a cell, but stars that don't touch are in at most a quarter of the cells.
"""
NUMBER: Final = (0.12, 0.38)
"""Position of a crossword's numbers, in cells below the upper line; marks extend beyond the middle
of the cell."""
LOWER_HALF: Final = (0.5, 0.88)
PLAIN: Final = 8
"""Minimum difference of any channel (of 255) within a cell with a mark: a ``CONTRAST`` is twice as
much."""
OFF_CENTRE: Final = 0.13
"""Maximum distance of a mark from the middle of its cell, in cells: real ones have up to 0.12,
mouse pointers over the board up to 0.28."""
LEAST_AREA: Final = 0.012
"""Minimum fraction of the examined area that a mark covers: a dot of a twelfth of the cell."""
MOSTLY_SHADED: Final = 0.5
"""Minimum fraction of cells in which something is drawn for light and shade to be in common."""
FREE_ENDS: Final = 0.15
"""Part of the examined area at each end that marks seldom reach: it is a tenth of a cell."""
LARGE_PX: Final = 40
"""Number of pixels that make a mark in a large cell, even if they are below ``LEAST_AREA``: a star
of 12 px."""

Part: TypeAlias = tuple[float, float]
"""Start and end of a part of each cell, in cells."""
INNER: Final = (CELL_MARGIN, 1 - CELL_MARGIN)
"""The part of each cell that is examined, along both axes."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Marks of a board, row by row.

    ``figures`` numbers the figure of the star in a cell; similar figures have the same number.
    ``drawings`` numbers them more finely: only copies of one drawing have the same number.
    ``numbered`` is the number of cells with something in their upper part and nothing in their
    lower half.
    """

    found: tuple[Mark, ...]
    figures: Mapping[Cell, int] = field(default_factory=dict)
    drawings: Mapping[Cell, int] = field(default_factory=dict)
    numbered: int = 0

    @property
    def stars(self) -> list[Cell]:
        """Cells with a star, row by row."""
        return [(mark.row, mark.col) for mark in self.found if mark.kind == "star"]

    @property
    def looks(self) -> dict[Cell, int | str]:
        """Figure of the star in a cell, or the kind of another mark, by cell."""
        kinds = {(mark.row, mark.col): mark.kind for mark in self.found}
        return {cell: self.figures.get(cell, kind) for cell, kind in kinds.items()}

    def remove_from(self, grid: tuple[str, ...], letter: str) -> Marks:
        """Return the marks without those in cells with this letter."""
        left = tuple(mark for mark in self.found if grid[mark.row][mark.col] != letter)
        return replace(self, found=left)


def find_marks(image: Image, lattice: Lattice, colours: Floats) -> Marks:
    """Find the marks in a picture; ``colours`` are the background colours of the cells, shape
    (rows, cols, 3)."""
    pixels = int(_measure_shortest_side(lattice) * (1 - 2 * CELL_MARGIN))
    cells = np.argwhere(~_is_plain(image, lattice, min(GLANCE, pixels), INNER))
    numbered = _count_numbered(image, lattice, colours, cells)
    # A first glance at few samples leaves only cells with a mark; only these are worth more.
    places = pixels if pixels < 2 * GLANCE else GLANCE
    most_places = min(MOST_PLACES, pixels)
    contrast = _measure_contrast(image, lattice, colours, cells, places, INNER, INNER)
    marked = _is_marked(contrast, pixels)
    cells = cells[marked]
    contrast = contrast[marked]
    if places < most_places:
        contrast = _measure_contrast(image, lattice, colours, cells, most_places, INNER, INNER)
    before = contrast
    contrast, striped, apart = _erase_parts_at_rim(before)
    marked = _is_marked(contrast, pixels)
    cells = cells[marked]
    contrast = contrast[marked]
    kinds = classify_marks(contrast)
    # A cross may be drawn from corner to corner.
    at_rim = _is_at_rim(contrast) & (kinds != "cross")
    own = np.ones(len(kinds), np.bool_)
    if at_rim.sum() + striped.sum() > MOST_TEXTURED * colours[..., 0].size:
        own = ~_is_at_rim(before[marked]) | (kinds == "cross") | apart[marked]
    # The pointer is sought among what is left: hatching is off-centre in many cells.
    own[own] = ~_is_pointer(cells[own], contrast[own])
    cells = cells[own]
    kinds = kinds[own]
    rows, cols = cells.T.tolist()
    found = tuple(map(Mark, rows, cols, kinds.tolist()))
    stars = _remove_soft_edges(contrast[own][kinds == "star"])
    starred = [(row, col) for row, col in cells[kinds == "star"].tolist()]
    figures = dict(zip(starred, number_figures(stars), strict=True))
    inks = _sample(image, lattice, cells[kinds == "star"], contrast.shape[1], INNER, INNER)
    drawings = dict(zip(starred, number_drawings(stars, inks), strict=True))
    return Marks(found, figures, drawings, numbered)


def _erase_parts_at_rim(contrast: Floats) -> tuple[Floats, Bools, Bools]:
    """Return the contrast without parts at the rim that don't reach round the middle, such as
    corners beyond a round cell and stripes, without rings all along the rim, such as that of the
    selected cell, and without all of a cell with nothing but stripes.

    Also return a mask of these cells, and one of those with a mark in another ink than such parts.
    """
    drawn = contrast > CONTRAST
    side = contrast.shape[1]
    inner = slice(round(NEAR_MIDDLE[0] * side), round(NEAR_MIDDLE[1] * side))
    rim = round(RING_WIDTH * side)
    beyond_rim = slice(rim, side - rim)
    # Stripes are about as dense everywhere, a mark is denser.
    most = STRIPED * drawn.mean(axis=(1, 2))
    may_be_striped = drawn[:, inner, inner].mean(axis=(1, 2)) <= most
    cleared = contrast.copy()
    striped = np.zeros(len(contrast), np.bool_)
    apart = np.zeros(len(contrast), np.bool_)
    for cell in np.flatnonzero(_is_at_rim(contrast)).tolist():
        labels, boxes = find_components(drawn[cell].astype(np.uint8))
        first = boxes[:, :2]
        end = first + boxes[:, 2:4]
        # Left, top, right and bottom.
        sides = np.concatenate([first == 0, end == side], axis=1)
        is_round_middle = ((first <= side / 2) & (side / 2 <= end)).all(axis=1)
        is_along_rim = np.ones(len(boxes), np.bool_)
        is_along_rim[labels[beyond_rim, beyond_rim]] = False
        is_ring = is_along_rim & is_round_middle
        is_outer = sides.any(axis=1) & (is_ring | ~is_round_middle)
        outer = is_outer[labels]
        in_middle = contrast[cell, inner, inner][drawn[cell, inner, inner]]
        if outer.any() and in_middle.size:
            ink = np.median(contrast[cell][outer])
            apart[cell] = abs(np.median(in_middle) - ink) > SAME_INK * ink
        is_all_round = sides[is_outer & ~is_ring].any(axis=0).all()
        striped[cell] = may_be_striped[cell] and is_all_round and not apart[cell]
        cleared[cell][outer | striped[cell]] = 0
    return cleared, striped, apart


def _is_at_rim(contrast: Floats) -> Bools:
    """Return True for those of K drawings that reach the rim of the examined area."""
    drawn = contrast > CONTRAST
    ends = drawn[:, [0, -1]].any(axis=(1, 2))
    return np.asarray(ends | drawn[:, :, [0, -1]].any(axis=(1, 2)))


def _is_pointer(cells: Places, contrast: Floats) -> Bools:
    """Return True for marks in K cells that are the mouse pointer: all off-centre marks, if their
    cells touch.

    A star with five points is a mark wherever it is: a page may draw it off-centre, and the first
    one is alone.
    """
    first, end = measure_boxes(contrast > CONTRAST)
    middles = (first + end) / (2 * contrast.shape[1])
    off = abs(middles - 0.5) * (1 - 2 * CELL_MARGIN)
    far = (off > OFF_CENTRE).any(axis=0)
    if not far.any() or (np.ptp(cells[far], axis=0) > 1).any():
        return np.zeros(len(cells), np.bool_)
    far[far] = ~has_five_points(contrast[far])
    return np.asarray(far)


def _remove_soft_edges(contrast: Floats) -> Bools:
    """Return masks without the soft edges of strokes, which would fill the notches of a small x."""
    strongest = contrast.max(axis=(1, 2), keepdims=True, initial=0)
    return np.asarray(contrast > np.maximum(CONTRAST, strongest / 2))


def _count_numbered(image: Image, lattice: Lattice, colours: Floats, cells: Places) -> int:
    """Return the number of cells with something in their upper part and nothing in their lower
    half."""
    across = (NUMBER[0], 1 - NUMBER[0])
    above = _measure_contrast(image, lattice, colours, cells, GLANCE // 2, NUMBER, across)
    cells = cells[(above > CONTRAST).any(axis=(1, 2))]
    below = _measure_contrast(image, lattice, colours, cells, GLANCE // 2, LOWER_HALF, across)
    return int((below <= CONTRAST).all(axis=(1, 2)).sum())


def _is_plain(image: Image, lattice: Lattice, number: int, part: Part) -> Bools:
    """Return True for the cells (rows, cols) with a single colour in this part, so with nothing
    drawn there."""
    side = _measure_shortest_side(lattice)
    y = np.clip(_sample_places(lattice.ys, side, number, part), 0, image.shape[0] - 1)
    x = np.clip(_sample_places(lattice.xs, side, number, part), 0, image.shape[1] - 1)
    left = int(x.min())
    right = int(x.max()) + 1
    # Reduce whole rows first: this is much faster than picking the places alone.
    rows = image[y.ravel(), left:right].reshape(len(y), number, -1)
    highest = rows.max(axis=1).reshape(len(y), -1, 3)[:, x - left].max(axis=2)
    lowest = rows.min(axis=1).reshape(len(y), -1, 3)[:, x - left].min(axis=2)
    return np.asarray((highest - lowest < PLAIN).all(axis=2))


def _measure_contrast(
    image: Image,
    lattice: Lattice,
    colours: Floats,
    cells: Places,
    number: int,
    down: Part,
    along: Part,
) -> Floats:
    """Return the distance (L*a*b*) from the ground of ``number`` by ``number`` samples in a part of
    each of K cells."""
    off = _sample(image, lattice, cells, number, down, along)
    off -= colours[cells[:, 0], cells[:, 1]][:, None, None]
    if len(cells) >= MOSTLY_SHADED * colours[..., 0].size and down == along:
        off -= _find_common_shade(off)
    # Adding channel by channel is several times as fast.
    off *= off
    return np.asarray(np.sqrt(off[..., 0] + off[..., 1] + off[..., 2]), np.float32)


def _sample(
    image: Image, lattice: Lattice, cells: Places, number: int, down: Part, along: Part
) -> Floats:
    """Return the colours (L*a*b*) of ``number`` by ``number`` samples in a part of each of K cells,
    (K, number, number, 3)."""
    rows, cols = cells.T
    side = _measure_shortest_side(lattice)
    y = np.clip(_sample_places(lattice.ys, side, number, down)[rows], 0, image.shape[0] - 1)
    x = np.clip(_sample_places(lattice.xs, side, number, along)[cols], 0, image.shape[1] - 1)
    # Indexing one long row of pixels is several times as fast.
    at = y[:, :, None] * image.shape[1] + x[:, None]
    pixels = image.reshape(-1, 3).take(at, axis=0)
    return to_lab(pixels.reshape(-1, number, 3)).reshape(pixels.shape)


def _find_common_shade(off: Floats) -> Floats:
    """Return the even light and shade (places, places, 3) that cells have in common, by how far
    their samples (K, places, places, 3) are off their grounds: raised tiles are darker to one side.

    It is measured at the ends of rows and columns, which marks leave free.
    """
    number = off.shape[1]
    ends = round(FREE_ENDS * number)
    beside = np.concatenate([off[:, :, :ends], off[:, :, -ends:]], axis=2)
    across = np.concatenate([off[:, :ends], off[:, -ends:]], axis=1)
    steps = np.linspace(-1, 1, number, dtype=np.float32)
    down = np.median(np.median(beside, axis=2), axis=0)
    along = np.median(np.median(across, axis=1), axis=0)
    # The slopes of straight lines through what is seen from end to end.
    slopes = np.stack([steps @ down, steps @ along]) / (steps @ steps)
    shade = steps[:, None, None] * slopes[0] + steps[:, None] * slopes[1]
    # The ground of a shaded cell is the colour of some place in it, seldom that of its middle.
    most = np.abs(slopes).sum(axis=0)
    middle = np.clip(np.median(np.concatenate([down, along]), axis=0), -most, most)
    return np.asarray(shade + middle, np.float32)


def _is_marked(contrast: Floats, pixels: int) -> Bools:
    """Return True for the cells with a mark: marks extend beyond the rim, the blur of a border does
    not."""
    drawn = contrast > CONTRAST
    rim = round(BORDER_BLUR * contrast.shape[1])
    middle = slice(rim, contrast.shape[1] - rim)
    # In a large cell a small mark is still as large as in a small one.
    least = min(LEAST_AREA, LARGE_PX / pixels**2)
    is_large = drawn.mean(axis=(1, 2)) >= least
    return np.asarray(is_large & drawn[:, middle, middle].any(axis=(1, 2)))


def _measure_shortest_side(lattice: Lattice) -> float:
    """Return the shortest side of any cell, in pixels."""
    return float(min(np.diff(lattice.xs).min(), np.diff(lattice.ys).min()))


def _sample_places(lines: Floats, side: float, number: int, part: Part) -> Places:
    """Return pixels (cells, places) in a part of each cell along an axis, evenly spaced; of wide
    cells, in a square of this side in their middle, since marks are not squeezed there."""
    sides = np.diff(lines)
    squares = np.where(sides > LARGEST_SKEW * side, side, sides)
    width = float(squares.min()) * (part[1] - part[0])
    apart = 1.0 if int(width) == number else width / number
    steps = ((np.arange(number) + 0.5) * apart).astype(np.intp)
    middles = (lines[:-1] + lines[1:]) / 2
    first = np.rint(middles - (0.5 - part[0]) * squares).astype(np.intp)
    return np.asarray(first[:, None] + steps)
