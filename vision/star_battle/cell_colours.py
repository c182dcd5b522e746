"""Colours of the cells: what they are without the shade of a chess pattern or of the mouse pointer,
and the regions that cells of one colour form, in one piece or in several."""

from collections.abc import Iterator
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from solvers.cells import Cell, find_pieces
from vision.confidence import SAME_COLOUR
from vision.grid.borders import number_groups, pair_cells
from vision.grid.cells import stack_neighbours
from vision.image import Bools, Floats, to_bgr, to_lab
from vision.star_battle.border_evidence import CellGroups

SHADE: Final = (0.5, 0.97)
"""Range of a shaded cell's brightness, or its distance from white, relative to its region's; pages
use 0.8 to 0.9."""
EVEN: Final = 0.04
"""Maximum difference of that factor between channels; regions of two colours differ by 0.1 and
more."""
LEAST_CHANNEL: Final = 0.1
"""Minimum value of a channel, 0…1, for its factor to be used: that of a smaller value is mostly
rounding."""
FEWEST_CHANNELS: Final = 2
"""Minimum number of such channels: a single one has the same factor as itself, whatever the
colour."""
MOST_LONE: Final = 3
"""Maximum number of cells that are unlike all their neighbours if something may lie over one
of them."""
ONE_SHADE: Final = 4 / 255
"""Maximum difference (blue, green, red of 0…1) between a colour and the same one under the other
shade: the medians of cells in a JPEG differ by up to 2 levels."""
SHADE_FACTORS: Final = (0.6, 0.98)
"""Range of the factor by which the darker or paler shade of a chess pattern differs: pages have
0.75 to 0.95."""
BEYOND_COLOURS: Final = 0.2
"""Maximum distance of the colour that a shade moves towards from those that exist, 0…1: it is
extrapolated."""
GUESSES: Final = 200
"""Number of pairs of borders from which a shade is guessed. If two fifths of the borders lie inside
regions, one pair in six gives the shade."""
TELLING: Final = 0.1
"""Minimum difference (blue, green, red of 0…1) between two colours for a factor to be measured."""
LEAST_SHADED: Final = 0.4
"""Minimum fraction of borders at which the colours differ by the shade alone: real boards have 0.5
and more."""
MOST_EQUAL: Final = 0.25
"""Maximum number of borders with equal colours, as a fraction of those: a shade leaves none inside
regions."""


MOST_APART: Final = 3
"""Maximum number of rows, or columns, that are unlike those beside them if one of them is shaded:
single ones may be so on a small board."""


class Shade(NamedTuple):
    """Shade of a colour, as ``factor`` times the colour plus ``shift`` (3,), in blue, green and red
    of 0…1."""

    factor: float
    shift: Floats


def remove_shades(colours: Floats) -> list[Floats]:
    """Return the possible colours of cells (rows, cols, 3), in L*a*b*, without a shade; empty if no
    cell is shaded."""
    found = []
    for shaded in _list_shaded(colours):
        even = _remove_shade(colours, shaded)
        if even is not None:
            found.append(even)
            colours = even
            break
    return found + _remove_hover_shade(colours)


def _list_shaded(colours: Floats) -> Iterator[Bools]:
    """Yield masks of the cells (rows, cols) that may be shaded: every other one, as on a chess
    board, and a row and a column, as those of the selected cell."""
    chess = np.indices(colours.shape[:2]).sum(axis=0) % 2 == 1
    yield chess
    rows = _find_apart(colours)
    cols = _find_apart(colours.swapaxes(0, 1))
    for row, col in product([*rows, None], [*cols, None]):
        cross = np.zeros_like(chess)
        if row is not None:
            cross[row] = True
        if col is not None:
            cross[:, col] = True
        if cross.any():
            yield cross


def _find_apart(colours: Floats) -> list[int]:
    """Return the rows that have the colour of hardly any cell above or below them, if they are
    few."""
    equal = np.linalg.norm(np.diff(colours, axis=0), axis=2) <= SAME_COLOUR
    edges = np.pad(equal.sum(axis=1), 1)
    # A column that is shaded too may go on through the row.
    apart = np.flatnonzero((edges[:-1] <= 1) & (edges[1:] <= 1))
    return apart.tolist() if len(apart) <= MOST_APART else []


def _remove_shade(colours: Floats, is_shaded: Bools) -> Floats | None:
    """Return the colours without the shade of these cells, or None if they have none.

    A shade moves all colours towards one colour by the same factor: black, white, or the page that
    shows through. In blue, green and red that is a straight line. It explains most borders and
    leaves few with equal colours.
    """
    levels = to_bgr(colours).clip(0, 1)
    shaded, plain = _pair_neighbours(levels, is_shaded)
    equal = float(np.mean(np.linalg.norm(shaded - plain, axis=1) < ONE_SHADE))
    if equal > MOST_EQUAL:
        return None
    shade, explained = _find_shade(shaded, plain)
    if explained < LEAST_SHADED or equal > MOST_EQUAL * explained:
        return None
    even = np.where(is_shaded[..., None], (levels - shade.shift) / shade.factor, levels)
    return to_lab(np.asarray(np.clip(even, 0, 1) * 255, np.float32))


def _pair_neighbours(levels: Floats, is_shaded: Bools) -> tuple[Floats, Floats]:
    """Return the colours of the shaded and of the other cell at each border between them, shape
    (K, 3)."""
    first, second = pair_cells(levels)
    is_first, is_second = pair_cells(is_shaded)
    between = is_first != is_second
    shaded = np.where(is_first[:, None], first, second)[between]
    return shaded, np.where(is_first[:, None], second, first)[between]


def _find_shade(shaded: Floats, plain: Floats) -> tuple[Shade, float]:
    """Return the shade between the colours of shaded and of other cells (K, 3), and the fraction of
    borders that it explains.

    Borders between regions have other differences, so pairs of borders are tried at random, and the
    best pair is refined by those that agree with it.
    """
    best = Shade(1.0, np.zeros(3, np.float32))
    most = 0.0
    pairs = np.random.default_rng(0).integers(len(plain), size=(GUESSES, 2))
    for pair in pairs:
        agreeing = np.zeros(len(plain), np.bool_)
        agreeing[pair] = True
        for _ in range(2):
            shade = _fit_shade(shaded[agreeing], plain[agreeing])
            if shade is None:
                break
            off = np.linalg.norm(shaded - shade.factor * plain - shade.shift, axis=1)
            agreeing = off < ONE_SHADE
            explained = float(agreeing.mean())
            if explained > most:
                best = shade
                most = explained
    return best, most


def _fit_shade(shaded: Floats, plain: Floats) -> Shade | None:
    """Fit a shade between colours (K, 3) by least squares; None if none is plausible."""
    if len(plain) < 2 or np.ptp(plain, axis=0).max() < TELLING:
        return None
    middle = plain.mean(axis=0)
    shaded_middle = shaded.mean(axis=0)
    off = plain - middle
    factor = float((off * (shaded - shaded_middle)).sum() / (off * off).sum())
    # Either kind of cell may be the paler one.
    lesser = min(factor, 1 / factor) if factor > 0 else 0.0
    if not SHADE_FACTORS[0] <= lesser <= SHADE_FACTORS[1]:
        return None
    # The colour that the shade moves towards has to exist, or nearly.
    shift = np.asarray(shaded_middle - factor * middle, np.float32)
    towards = shift / (1 - factor)
    if towards.min() < -BEYOND_COLOURS or towards.max() > 1 + BEYOND_COLOURS:
        return None
    return Shade(factor, shift)


def _remove_hover_shade(colours: Floats) -> list[Floats]:
    """Return the possible colours of cells without the shade of a hovered cell.

    There is one mouse, so at most one cell that is unlike its neighbours may look like a darker or
    a lighter one. For each neighbour that it may be a shade of, one result gives it that
    neighbour's colour.
    """
    shaded: set[Cell] = set()
    repaired: list[Floats] = []
    for cell, ground in _list_lone_cells(colours):
        if _is_shade(colours[cell], ground):
            shaded.add(cell)
            repaired.append(_recolour(colours, cell, ground))
    return repaired if len(shaded) == 1 else []


def recolour_lone_cells(colours: Floats) -> list[Floats]:
    """Return the possible colours of cells if one that is unlike all its neighbours has another
    colour only because something lies over it: a result for each colour beside it.

    A few more such cells may be regions of their own.
    """
    lone = list(_list_lone_cells(colours))
    if len({cell for cell, _ in lone}) > MOST_LONE:
        return []
    return [_recolour(colours, cell, ground) for cell, ground in lone]


def _list_lone_cells(colours: Floats) -> Iterator[tuple[Cell, Floats]]:
    """Yield the cells that are unlike all their neighbours, each with every colour beside it."""
    beside = stack_neighbours(colours, axis=2)
    apart = np.linalg.norm(beside - colours[:, :, None], axis=3).min(axis=2)
    for row, col in np.argwhere(apart > SAME_COLOUR).tolist():
        # Outside the board there is no colour.
        grounds = beside[row, col][np.isfinite(beside[row, col, :, 0])]
        for number, ground in enumerate(grounds):
            # Two neighbours of one colour count once.
            known = np.linalg.norm(grounds[:number] - ground, axis=1) <= SAME_COLOUR
            if not known.any():
                yield (row, col), ground


def _recolour(colours: Floats, cell: Cell, ground: Floats) -> Floats:
    """Return the colours of cells with another one for this cell."""
    without = colours.copy()
    without[cell] = ground
    return without


def _is_shade(colour: Floats, ground: Floats) -> bool:
    """Return True if a colour is another one moved towards black or white by the same factor in
    each channel."""
    shade = to_bgr(colour)
    own = to_bgr(ground)
    for darker, brighter in ((shade, own), (1 - shade, 1 - own)):
        is_bright = brighter >= LEAST_CHANNEL
        factors = darker[is_bright] / brighter[is_bright]
        is_even = len(factors) >= FEWEST_CHANNELS and np.ptp(factors) <= EVEN
        if is_even and SHADE[0] <= factors.min() and factors.max() <= SHADE[1]:
            return True
    return False


FEWEST_ROWS: Final = 5
"""Minimum number of rows: one in 35 boards of 4x4 cells in 4 colours at random has pieces as large
as a board's."""
LEAST_PIECE: Final = 2.5
"""Minimum mean number of cells in a connected piece. 114 of 127 boards of a community whose regions
are in pieces have more; of 4,000 boards of N colours at random, 6 do with 5 rows, 1 with 6 and none
with more."""


MOST_BLOCKED: Final = 0.4
"""Maximum fraction of blocked cells."""


def list_blocked_cells(colours: Floats) -> list[Bools]:
    """Return the masks (rows, cols) of cells that may be blocked: those of each colour, and all
    that are unlike the most frequent one."""
    rows, cols = colours.shape[:2]
    flat = colours.reshape(-1, 3)
    left = np.ones(len(flat), np.bool_)
    masks = []
    while left.any():
        first = flat[left.argmax()]
        off = np.linalg.norm(flat - first, axis=1)
        same = left & (off <= SAME_COLOUR)
        # Of one region in the noise of a photo, some cells are nearly alike.
        if off[~same].min(initial=np.inf) > 2 * SAME_COLOUR:
            masks.append(same.reshape(rows, cols))
        left &= ~same
    masks.sort(key=lambda mask: int(mask.sum()))
    if masks:
        masks.append(~masks[-1])
    return [mask for mask in masks if 0 < mask.mean() <= MOST_BLOCKED]


def may_be_pieces(groups: CellGroups) -> bool:
    """Return True if groups are in several pieces, and these are larger than those of colours at
    random."""
    pieces = sum(map(len, find_pieces(groups.rows()).values()))
    is_large_enough = groups.labels.size >= LEAST_PIECE * pieces
    return groups.regions >= FEWEST_ROWS and pieces > groups.regions and is_large_enough


def measure_distances(colours: Floats, count: int) -> Floats:
    """Return the distance of each cell (rows, cols, N) from each of so many colours or textures,
    shape (count, cells).

    The first one is that of the first cell, each next one is least like all before.
    """
    flat = colours.reshape(-1, colours.shape[-1])
    distances = np.empty((count, len(flat)), np.float32)
    farthest = 0
    for number in range(count):
        distances[number] = np.linalg.norm(flat - flat[farthest], axis=1)
        farthest = int(distances[: number + 1].min(axis=0).argmax())
    return distances


def measure_remainders(colours: Floats, most: int) -> list[float]:
    """Return how unlike the first 1, 2, … ``most`` such colours the most different cell is."""
    distances = measure_distances(colours, most)
    return list(map(float, np.minimum.accumulate(distances).max(axis=1)))


def group_by_colour(colours: Floats) -> CellGroups:
    """Return as many groups of cells (rows, cols, 3) as rows, by their colours in L*a*b*.

    ``inside`` is the largest difference between a cell and the colour of its group, ``between`` the
    smallest between a cell and the colour of another group.
    """
    distances = measure_distances(colours, len(colours))
    labels = number_groups(distances.argmin(axis=0).reshape(colours.shape[:2]))
    ordered = np.sort(distances, axis=0)
    return CellGroups(labels, float(ordered[0].max()), float(ordered[1].min()))
