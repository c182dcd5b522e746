"""Marks in the cells: stars (also crowns, queens, discs), crosses and dots; all cells are examined
at once.

The first half finds the cells with a mark. The second half tells the kind of each by its shape,
from the contrast of K cells, shape (K, places, places): the distance of each sample from the
background.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from solvers.cells import Cell
from vision.grid.lattice import LARGEST_SKEW, Lattice
from vision.image import Bools, Floats, Image, Places, find_components, to_lab
from vision.reading import Mark

CELL_MARGIN: Final = 0.15
"""Fraction of a cell's side left out at each border, to exclude lines and their shadows."""
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
STAR_SIZE: Final = 0.26
"""Minimum larger side of a star, in cells. The discs of solved boards have 0.3, dots and dashes up
to 0.2."""
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
    first, end = _measure_boxes(contrast > CONTRAST)
    middles = (first + end) / (2 * contrast.shape[1])
    off = abs(middles - 0.5) * (1 - 2 * CELL_MARGIN)
    far = (off > OFF_CENTRE).any(axis=0)
    if not far.any() or (np.ptp(cells[far], axis=0) > 1).any():
        return np.zeros(len(cells), np.bool_)
    far[far] = ~has_five_points(contrast[far])
    return np.asarray(far)


def classify_marks(contrast: Floats) -> npt.NDArray[np.str_]:
    """Return the kind of mark in each of K cells."""
    first, end = _measure_boxes(contrast > CONTRAST)
    sides = (end - first) / contrast.shape[1] * (1 - 2 * CELL_MARGIN)
    # A dash is long but thin.
    large = (sides.max(axis=0) >= STAR_SIZE) & (sides.min(axis=0) >= STAR_SIZE / 2)
    kinds = np.where(is_cross(contrast), "cross", np.where(large, "star", "dot"))
    small = kinds == "dot"
    kinds[small] = np.where(has_five_points(contrast[small]), "star", "dot")
    return kinds


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


CONTRAST: Final = 12.0
"""Minimum distance (L*a*b*) between a mark and its cell; a JPEG's noise stays below 8, a pale grey
cross has 20."""
POINTED_PX: Final = 7
"""Minimum side, in samples, of a star to be recognized by its five points: smaller dots may have
any shape."""
POINTED: Final = 0.5
"""Minimum fifth harmonic of a small star, 1 if everything lies on five rays: drawn stars of 7 px
and more have 0.59 and more, discs, squares, dashes and small crosses up to 0.5."""
POINTS: Final = 1.5
"""Minimum ratio of the fifth to the second, third and fourth harmonic: stars have 1.8 and more,
letters and digits up to 1.25."""
DIAGONAL: Final = -0.5
"""Maximum fourth harmonic of an x, -1 if everything lies on the diagonals: real crosses have -0.74
and less, stars, discs and crowns -0.32 and more."""
OBLONG: Final = 0.75
"""Maximum second harmonic of an x, 1 for a stroke: most crosses have up to 0.28, a ballot x with a
long stroke 0.61."""
FIGURE: Final = 16
"""Rows and columns to which a figure is scaled for comparison."""
SAME_FIGURE_OVERLAP: Final = 0.55
"""Minimum overlap of two equal figures, as a fraction of their joint area."""
SAME_DRAWING: Final = 0.8
"""Minimum overlap of one drawing in two cells, or part of their joint area in the same colours:
marks of one kind have an overlap of 0.97 and more, a crown and a disc 0.58."""


def _measure_boxes(masks: Bools) -> tuple[Places, Places]:
    """Return the first row and column of the drawing in each of K masks, shape (2, K), and the row
    and column after the last; an empty mask is taken for a full one."""
    lines = np.stack([masks.any(axis=2), masks.any(axis=1)])
    first = lines.argmax(axis=2)
    end = lines.shape[2] - lines[:, :, ::-1].argmax(axis=2)
    return first, end


def is_cross(contrast: Floats) -> Bools:
    """Return True for each of K shapes that is an x: its fourth harmonic about the middle points
    along the diagonals.

    Blur does not change harmonic moments.
    """
    weight, off = _weigh_samples(contrast)
    square = (off * off.conj()).real
    second = (weight * off**2).sum(axis=1)
    fourth = (weight * off**4).real.sum(axis=1)
    size = (weight * square).sum(axis=1)
    spread = (weight * square**2).sum(axis=1)
    # A sample is a square, not a point, which matters for a dot of a few samples.
    spread += size * (2 / 3) * (2 / (contrast.shape[1] - 1)) ** 2
    return np.asarray((fourth <= DIAGONAL * spread) & (abs(second) <= OBLONG * size))


def has_five_points(contrast: Floats) -> Bools:
    """Return True for each of K shapes with five points, whatever its size: its fifth harmonic
    dominates."""
    weight, off = _weigh_samples(contrast)
    others = [_measure_harmonic(weight, off, power) for power in (2, 3, 4)]
    fifth = _measure_harmonic(weight, off, 5)
    first, end = _measure_boxes(contrast > CONTRAST)
    is_large = (end - first).min(axis=0) >= POINTED_PX
    is_star = fifth >= np.maximum(POINTED, POINTS * np.max(others, axis=0))
    return np.asarray(is_large & is_star)


def _measure_harmonic(weight: Floats, off: npt.NDArray[np.complex64], power: int) -> Floats:
    """Return a harmonic of each of K shapes, 1 if all of it lies on that many rays."""
    parts = weight * off**power
    whole = np.maximum(abs(parts).sum(axis=1), 1e-6)
    return np.asarray(abs(parts.sum(axis=1)) / whole, np.float32)


def number_figures(masks: Bools) -> tuple[int, ...]:
    """Return the number of the figure in each of K masks, from 0; similar ones have the same
    number."""
    shapes = _scale_figures(masks).reshape(len(masks), FIGURE**2)
    return _number_alike(
        len(masks), lambda first: _measure_overlap(shapes, first) >= SAME_FIGURE_OVERLAP
    )


def number_drawings(masks: Bools, inks: Floats) -> tuple[int, ...]:
    """Return the number of the drawing in each of K masks, from 0; only copies have the same
    number.

    ``inks`` (K, places, places, 3) are their colours: on some grounds more of a drawing stands
    out.
    """
    shapes = _scale_figures(masks).reshape(len(masks), FIGURE**2)

    def are_copies(first: int) -> Bools:
        joint = masks | masks[first]
        differs = joint & (np.linalg.norm(inks - inks[first], axis=3) > CONTRAST)
        is_inked_alike = differs.sum(axis=(1, 2)) <= (1 - SAME_DRAWING) * joint.sum(axis=(1, 2))
        return np.asarray(is_inked_alike | (_measure_overlap(shapes, first) >= SAME_DRAWING))

    return _number_alike(len(masks), are_copies)


def _number_alike(count: int, are_like: Callable[[int], Bools]) -> tuple[int, ...]:
    """Return numbers from 0 for so many things, the same for all that are like the first without
    one."""
    numbers = np.full(count, -1)
    while (numbers < 0).any():
        left = numbers < 0
        numbers[left & are_like(int(left.argmax()))] = numbers.max() + 1
    return tuple(numbers.tolist())


def _measure_overlap(shapes: Bools, first: int) -> Floats:
    """Return the overlap of K shapes (K, samples) with one of them, as a fraction of the joint
    area."""
    both = (shapes & shapes[first]).sum(axis=1)
    either = (shapes | shapes[first]).sum(axis=1)
    return np.asarray(both / np.maximum(either, 1), np.float32)


def _scale_figures(masks: Bools) -> Bools:
    """Return the shapes in K masks, each cut out and scaled to ``FIGURE`` by ``FIGURE`` samples."""
    first, end = _measure_boxes(masks)
    parts = (np.arange(FIGURE) + 0.5) / FIGURE
    rows, cols = (first[..., None] + parts * (end - first)[..., None]).astype(np.intp)
    shapes = np.arange(len(masks))
    return np.asarray(masks[shapes[:, None, None], rows[:, :, None], cols[:, None]])


def _weigh_samples(contrast: Floats) -> tuple[Floats, npt.NDArray[np.complex64]]:
    """Return the weights of K masks, (K, places²), each with the sum 1, and the places of the
    samples beside the middle, as complex numbers; pale parts are JPEG noise and weigh 0."""
    pale = np.maximum(CONTRAST, contrast.max(axis=(1, 2), keepdims=True, initial=0) / 4)
    weight = np.maximum(contrast - pale, 0).reshape(len(contrast), contrast.shape[1] ** 2)
    weight /= np.maximum(weight.sum(axis=1, keepdims=True), 1e-6)
    # From -1-1j to 1+1j.
    steps = np.linspace(-1, 1, contrast.shape[1], dtype=np.float32)
    samples = np.asarray(steps + 1j * steps[:, None], np.complex64).ravel()
    return np.asarray(weight, np.float32), samples - (weight @ samples)[:, None]
