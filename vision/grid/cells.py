"""Colours of the cells of a grid, also beside plates: patches under stars that hide a cell's
colour.

All cells are measured at once: pixels are sampled at the same positions in each cell, and stored in
arrays by row and column of the board. Pictures are uint8 (H, W, 3), BGR; only the sampled pixels
are converted to L*a*b*.
"""

from itertools import product
from typing import Final

import numpy as np

from vision.confidence import SAME_COLOUR
from vision.grid.lattice import Lattice
from vision.image import Bools, Floats, Image, Places, to_lab

GROUND_RING: Final = (0.16, 0.30)
"""Ring of a cell, in cells from its border, that shows the background: clear of lines and mostly of
marks."""
ALONG: Final = (0.22, 0.78)
"""Measured part of a border, in cells: clear of crossing lines and rounded corners."""
MOST_PLACES: Final = 10
"""Number of samples along a side of a cell; more of them would add nothing."""
BAND: Final = 0.105
"""Depth, in cells from its border, at which lines and large marks leave the sides of a cell
free."""
BAND_PLACES: Final = 8
"""Number of samples along each side there."""
MEDIAN: Final = 0.5
RARE: Final = 0.2
"""Maximum share of a cell's pixels that have a colour between two others, as at the rim of a
box."""
MOSTLY_PLAIN: Final = 0.9
"""Minimum share of the pixels in a cell's middle that have one colour if nothing is drawn there."""
WHITEST: Final = 100.0
"""Lightness of white."""
ANOTHER: Final = 20.0
"""Minimum difference (L*a*b*) of a quarter of a cell that has another colour; with marks it is
mostly up to 10."""


def cell_colours(image: Image, lattice: Lattice) -> tuple[Floats, Bools]:
    """Return each cell's background (rows, cols, 3) in L*a*b*, and a mask of the cells with several
    colours.

    A cell has several colours if those of its four quarters differ, and not only at a large mark or
    a wide gap.
    """
    down = spread(lattice.ys, GROUND_RING[0], 1 - GROUND_RING[0])
    along = spread(lattice.xs, GROUND_RING[0], 1 - GROUND_RING[0])
    rows = place_in_cells(lattice.ys, down)
    cols = place_in_cells(lattice.xs, along)
    pixels = sample(image, rows, cols).transpose(0, 2, 1, 3, 4)
    outer_rows = _is_clear_of_middle(down)
    outer_cols = _is_clear_of_middle(along)
    ring = outer_rows[:, None] | outer_cols
    corners = outer_rows[:, None] & outer_cols
    colours = choose_clear(_find_usual(pixels[:, :, ring]), _find_usual(pixels[:, :, corners]))
    colours = _look_inside_rings(colours, pixels[:, :, ~outer_rows[:, None] & ~outer_cols])
    quarters = []
    halves = product((down < MEDIAN, down >= MEDIAN), (along < MEDIAN, along >= MEDIAN))
    for in_rows, in_cols in halves:
        part = pixels[:, :, ring & in_rows[:, None] & in_cols]
        quarters.append(take_quantile(part, MEDIAN, axis=2))
    # A large mark fills quarters of the ring but not of the band beside the lines; a wide gap
    # fills the band but not the ring.
    off_ring = _measure_apart(np.stack(quarters), colours)
    off_band = _measure_apart(_measure_band(image, lattice), colours)
    return colours, np.minimum(off_ring, off_band) > ANOTHER


def _measure_apart(quarters: Floats, colours: Floats) -> Floats:
    """Return how far the quarter (4, rows, cols, 3) of each cell that is least like it is from its
    colour, beyond the light and shade that most cells have in common, as raised tiles do.

    Light mixes a colour with white, shade with black.
    """
    off = quarters - colours
    lighter = off[..., 0] - np.median(off[..., 0], axis=(1, 2), keepdims=True)
    ends = np.array([[WHITEST, 0, 0], [0, 0, 0]], np.float32)
    mixed = np.min([off_mixtures(quarters, colours, end) for end in ends], axis=0)
    shaded = np.hypot(mixed, lighter)
    return np.asarray(np.minimum(np.linalg.norm(off, axis=3), shaded).max(axis=0))


def _is_clear_of_middle(parts: Floats) -> Bools:
    """Return True for the positions along a cell's side that are clear of its middle."""
    return (parts < GROUND_RING[1]) | (parts > 1 - GROUND_RING[1])


def _find_usual(pixels: Floats) -> Floats:
    """Return the median of the pixels (rows, cols, N, 3) of each cell, or the commonest one if the
    median is rare.

    The median is taken by channel, so it may be a mixture of two colours.
    """
    usual = take_quantile(pixels, MEDIAN, axis=2)
    alike = np.linalg.norm(pixels - usual[:, :, None], axis=3) <= SAME_COLOUR
    # A colour that hardly any pixel has is a mixture: the commonest pixel takes its place.
    for row, col in np.argwhere(alike.mean(axis=2) < RARE).tolist():
        found = pixels[row, col]
        close = np.linalg.norm(found[:, None] - found, axis=2) <= SAME_COLOUR
        usual[row, col] = found[close.sum(axis=1).argmax()]
    return usual


def choose_clear(ring: Floats, corners: Floats) -> Floats:
    """Return what each cell's ring shows, or its corners if those are more like a neighbour.

    A large disc fills the ring except for the corners, a large x fills the corners, and marks are
    seldom side by side.
    """
    off_ring = _measure_off_neighbours(ring, ring)
    off_corners = _measure_off_neighbours(ring, corners)
    return np.where((off_corners < off_ring)[..., None], corners, ring)


def _measure_off_neighbours(colours: Floats, shown: Floats) -> Floats:
    """Return how far what each cell shows (rows, cols, 3) is from the nearest of its neighbours'
    colours (rows, cols, 3)."""
    beside = stack_neighbours(colours, axis=0)
    return np.asarray(np.linalg.norm(beside - shown, axis=3).min(axis=0))


def _look_inside_rings(colours: Floats, middles: Floats) -> Floats:
    """Return the colours, and that of its middle for a cell that is unlike all its neighbours but
    for its plain middle: one with a ring inside, such as the one that is selected.

    ``middles`` are the pixels there, shape (rows, cols, N, 3).
    """
    usual = take_quantile(middles, MEDIAN, axis=2)
    alike = np.linalg.norm(middles - usual[:, :, None], axis=3) <= SAME_COLOUR
    is_other = _measure_off_neighbours(colours, colours) > 2 * SAME_COLOUR
    has_ring = is_other & (_measure_off_neighbours(colours, usual) < SAME_COLOUR)
    has_ring &= alike.mean(axis=2) >= MOSTLY_PLAIN
    return np.where(has_ring[..., None], usual, colours)


def _measure_band(image: Image, lattice: Lattice) -> Floats:
    """Return the median colours (4, rows, cols, 3) along the sides of each cell just inside the
    lines, by quarters."""
    ends = np.array((BAND, 1 - BAND), np.float32)
    along = np.linspace(ALONG[0], ALONG[1], BAND_PLACES, dtype=np.float32)
    level = sample(image, place_in_cells(lattice.ys, ends), place_in_cells(lattice.xs, along))
    upright = sample(image, place_in_cells(lattice.ys, along), place_in_cells(lattice.xs, ends))
    # Each quarter has half of a level side and half of an upright one.
    halves = (slice(0, BAND_PLACES // 2), slice(BAND_PLACES // 2, BAND_PLACES))
    quarters = []
    for lower, right in product((0, 1), repeat=2):
        of_level = level[:, lower, :, halves[right]].transpose(0, 2, 1, 3)
        of_upright = upright[:, halves[lower], :, right]
        both = np.concatenate([of_level, of_upright], axis=1)
        quarters.append(take_quantile(both, MEDIAN, axis=1))
    return np.stack(quarters)


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


def spread(lines: Floats, first: float, last: float) -> Floats:
    """Return evenly spread positions in this part of a cell, about one a pixel of the smallest
    cell."""
    smallest = float(np.diff(lines).min())
    number = max(1, min(MOST_PLACES, round(smallest * (last - first))))
    parts = first + (np.arange(number, dtype=np.float32) + 0.5) / number * (last - first)
    return np.asarray(parts, np.float32)


def place_in_cells(lines: Floats, parts: Floats) -> Places:
    """Return the pixels (cells, parts) at these positions of each cell along an axis."""
    return np.asarray(lines[:-1, None] + parts * np.diff(lines)[:, None], np.intp)


def sample(image: Image, rows: Places, cols: Places) -> Floats:
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


def take_quantile(values: Floats, share: float, axis: int) -> Floats:
    """Return a quantile along an axis, as np.quantile without interpolation but in a third of the
    time."""
    ranked = np.ascontiguousarray(np.moveaxis(values, axis, -1))
    nth = round(share * (ranked.shape[-1] - 1))
    return np.asarray(np.partition(ranked, nth, axis=-1)[..., nth], np.float32)


EDGES: Final = (0.12, 0.1, 0.08, 0.06, 0.045, 0.035)
"""Depths, in cells, at which a cell with a plate under its star may show its own colour."""
EDGE_PX: Final = 1.5
"""Minimum depth in pixels: nearer to the line its blur and the neighbour show."""


def look_beside_plates(image: Image, lattice: Lattice, colours: Floats) -> tuple[Floats, Bools]:
    """Return the cells' own colours (rows, cols, 3) in L*a*b*, and a mask of the cells with plates.

    A plate is unlike all neighbours of its cell, but between it and the lines the cell is like one
    of them. ``colours`` are those measured in the cells, with the plates.
    """
    beside = stack_neighbours(colours, axis=2)
    least = np.linalg.norm(beside - colours[:, :, None], axis=3).min(axis=2)
    alone = np.argwhere(least > 2 * SAME_COLOUR)
    own = colours.copy()
    plates = np.zeros(colours.shape[:2], np.bool_)
    for row, col in alone.tolist():
        colour = _find_own_colour(image, lattice, row, col, beside[row, col])
        if colour is not None:
            own[row, col] = colour
            plates[row, col] = True
    return own, plates


def stack_neighbours(colours: Floats, axis: int) -> Floats:
    """Return the colours (rows, cols, 3) of the cells above, below, left and right of each cell.

    They are stacked along a new axis of length 4; infinity stands outside the board.
    """
    padded = np.pad(colours, ((1, 1), (1, 1), (0, 0)), constant_values=np.inf)
    return np.stack(
        [padded[:-2, 1:-1], padded[2:, 1:-1], padded[1:-1, :-2], padded[1:-1, 2:]], axis=axis
    )


def _find_own_colour(
    image: Image, lattice: Lattice, row: int, col: int, beside: Floats
) -> Floats | None:
    """Return the colour at the sides of a cell that is most like one of its neighbours' (4, 3).

    Return None if none is like one.
    """
    closest = None
    least = SAME_COLOUR
    for depth in EDGES:
        if depth * lattice.pitch < EDGE_PX:
            continue
        sides = _sample_sides(image, lattice, row, col, depth)
        colour = np.median(sides.reshape(-1, 3), axis=0)
        off = float(np.linalg.norm(colour - beside, axis=1).min())
        if off < least:
            closest = colour
            least = off
    return closest


def _sample_sides(image: Image, lattice: Lattice, row: int, col: int, depth: float) -> Floats:
    """Return the colours (4, BAND_PLACES, 3) along the sides of a cell, at a depth in cells."""
    x0, x1 = lattice.xs[col : col + 2]
    y0, y1 = lattice.ys[row : row + 2]
    along = np.linspace(ALONG[0], ALONG[1], BAND_PLACES)
    near = np.full(BAND_PLACES, depth)
    far = 1 - near
    # Top, bottom, left and right.
    x = x0 + np.stack([along, along, near, far]) * (x1 - x0)
    y = y0 + np.stack([near, far, along, along]) * (y1 - y0)
    height, width = image.shape[:2]
    cols = np.clip(x, 0, width - 1).astype(np.intp)
    rows = np.clip(y, 0, height - 1).astype(np.intp)
    return to_lab(image[rows, cols])
