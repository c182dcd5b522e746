"""Choice of the cells of a frame that are the sites of a board, usual or custom."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from solvers.peg_solitaire import Cell
from vision.blobs import find_break
from vision.confidence import FEWEST_SITES, MOST_BLANK_SITES, MOST_STRANGE_THINGS
from vision.errors import CROP_HINT, WHOLE_HINT, AmbiguousBoard, BoardCutOff, BoardNotFound
from vision.image import Bools, Doubles, Floats, Image
from vision.peg_solitaire.frames import (
    CoordinateFrame,
    connect_cells,
    find_first_row_col,
    find_neighbours,
    find_usual_boards_around,
    find_usual_boards_within,
    is_connected,
    list_usual_boards,
)
from vision.peg_solitaire.patches import (
    ACROSS,
    LEAST_DISC,
    OFF,
    REACH,
    SIDES,
    SQUARE,
    ZONES,
    average_zones,
    find_resembling,
    measure_filled_shares,
    measure_grounds,
    sample_sites,
)
from vision.peg_solitaire.peg_or_hole import INNER

PEGS_HINT: Final = "if they are pegs: --puzzle pegs"

MOST_FAINT_SITES: Final = 1
"""Maximum number of sites on which something is drawn that has no outline."""
MOSTLY_PLAIN: Final = 0.95
"""Quantile of the differences within a site at which something drawn is told from a line that
crosses it."""
ALIKE: Final = 3.0
"""Maximum mean difference (L*a*b*) between things that are drawn on sites in one way; letters differ
by 6 and more."""
BLANK: Final = 4.0
"""Maximum difference (L*a*b*) between the middle of a site and the page around it if nothing is
drawn."""
STRANGE: Final = 3.0
"""Minimum difference (L*a*b*, over the zones) between a foreign object and every site of a
board."""
SAME: Final = 2.0
"""Maximum difference (L*a*b*, over the zones) between equal objects."""
STRANGER: Final = 2.0
"""Minimum ratio of a foreign object's difference to that between a site and the site most like
it."""
LIKE_A_SITE: Final = 0.6
"""Maximum difference (L*a*b*, over the zones) between sites of one state in a clean picture;
letters differ by 0.8."""
NOISIER: Final = 3.0
"""Maximum ratio of that difference to that among sites of the usual size, in a picture with
noise."""
USUAL_NOISE: Final = 0.9
"""Quantile of the differences between each site and the site most like it that counts as their
noise: a few sites of a kind are alone."""
OTHER_GROUND: Final = 8.0
"""Minimum difference (L*a*b*) between the ground of a cell and that of all cells with an object if
the cell is not on the board; grey cells round white ones differ by 22, textures by up to 6."""


@dataclass(frozen=True, slots=True)
class BoardSites:
    """Sites (row, col) of a board in a frame, row by row, with their patches and the page's colours
    (N, 3) round them; ``usual`` if the shape is a usual one."""

    frame: CoordinateFrame
    cells: tuple[Cell, ...]
    patches: Floats
    grounds: Floats
    usual: bool


def find_board(
    what: str,
    image: Image,
    frame: CoordinateFrame,
    alike: frozenset[Cell],
    seen: frozenset[Cell],
    *,
    may_be_custom: bool = True,
) -> BoardSites:
    """Return the board that the occupied cells form.

    ``alike`` are the cells with objects of similar size, ``seen`` those with objects of any size.
    Unless a board ``may_be_custom``, only usual ones are found.
    The first matching case decides:

    - all sites of a usual board, and at most objects unlike its sites beside them: that board
    - all sites of a usual board except up to ``MOST_BLANK_SITES`` blank ones: that board
    - neither, and the rows are not level: BoardNotFound
    - a usual board, partly outside the picture: BoardCutOff
    - a usual board without up to ``MOST_BLANK_SITES``: AmbiguousBoard
    - anything else: a custom board

    The board is then refused if it is too small, not connected, or cut off (see ``_check_board``).
    """
    unusual = BoardNotFound(f"{what} don't have the shape of a usual board", hint=PEGS_HINT)
    # Cells of a page by the dozen need not be looked at.
    most = (1 + MOST_STRANGE_THINGS) * len(list_usual_boards(frame.kind)[0])
    if len(alike) > most and not may_be_custom:
        raise unusual
    # What the picture cuts off does not show how a site looks.
    cells = [cell for cell in sorted(seen) if _is_inside(image, frame, cell)]
    patches = dict(zip(cells, _sample_cells(image, frame, cells), strict=True))
    grounds = dict(
        zip(cells, measure_grounds(image, frame, frame.locate_cells(cells)), strict=True)
    )
    blank = _find_blank(patches, grounds)
    outside = _find_outside(frame, grounds, blank)
    patches = {cell: patch for cell, patch in patches.items() if cell not in outside}
    alike -= outside
    seen -= outside
    if not alike:
        raise BoardNotFound(f"{what} form no board", hint=CROP_HINT)
    usual = _find_whole_board(frame, alike, patches)
    # Where holes have an outline, a place without one is none.
    holes_are_drawn = len(alike & blank) > MOST_BLANK_SITES * len(alike) and not alike <= blank
    if usual is None and not holes_are_drawn:
        # Where holes are not drawn, they may separate some pegs from the others.
        equal = alike | _find_equal_cells(alike, patches)
        usual = _find_board_with_blanks(image, frame, equal, seen)
    if usual is not None:
        return _check_board(what, image, frame, usual, usual=True)
    if not frame.level or not may_be_custom:
        raise unusual
    sites = _find_custom_shape(image, frame, alike, patches)
    _refuse_part(what, image, frame, sites)
    return _check_board(what, image, frame, sites, usual=False)


def _find_whole_board(
    frame: CoordinateFrame, alike: frozenset[Cell], patches: dict[Cell, Floats]
) -> frozenset[Cell] | None:
    """Return the sites of the largest usual board that is completely visible, with only foreign
    objects beside it."""
    fewest = len(alike) / (1 + MOST_STRANGE_THINGS)
    for sites in find_usual_boards_within(frame.kind, frozenset(patches), fewest):
        if len(alike - sites) > MOST_STRANGE_THINGS * len(sites):
            continue
        beside = find_neighbours(frame.kind, sites).intersection(patches)
        if _are_of_states(patches, sites, alike) and _are_strange(patches, sites, beside):
            return sites
    return None


def _are_of_states(
    patches: dict[Cell, Floats], sites: frozenset[Cell], alike: frozenset[Cell]
) -> bool:
    """Return True if objects of other sizes are as much like other sites as the sites are among
    themselves.

    Holes may be drawn smaller than pegs, but all in one way, unlike the letters of a line below the
    board. There may be a single one of a kind.
    """
    cells = sorted(sites)
    own = _stack_patches(patches, cells)
    nearest = _measure_nearest(average_zones(own))
    is_alike = np.array([cell in alike for cell in cells])
    noise = float(np.quantile(nearest[is_alike], USUAL_NOISE))
    limit = max(LIKE_A_SITE, NOISIER * noise)
    return int(np.sum((nearest > limit)[~is_alike])) <= 1


def _are_strange(
    patches: dict[Cell, Floats], sites: frozenset[Cell], others: frozenset[Cell]
) -> bool:
    """Return True if none of the other cells with an object looks like a site of the board."""
    if not others:
        return True
    # The lines of a cell tell the cells of a grid from what is printed beside it.
    zones = ZONES + SIDES
    own = average_zones(_stack_patches(patches, sorted(sites)), zones)
    beside = average_zones(_stack_patches(patches, sorted(others)), zones)
    off = np.linalg.norm(beside[:, None] - own[None], axis=2).min()
    noise = float(np.quantile(_measure_nearest(own), USUAL_NOISE))
    return bool(off >= max(STRANGE, STRANGER * noise))


def _stack_patches(patches: dict[Cell, Floats], cells: list[Cell]) -> Floats:
    """Return the patches of some cells, shape (N, ACROSS, ACROSS, 3)."""
    return np.stack([patches[cell] for cell in cells])


def _measure_nearest(colours: Floats) -> Doubles:
    """Return the distance of each of the colours (N, D) from the nearest other one."""
    apart = np.linalg.norm(colours[:, None] - colours[None], axis=2).astype(np.float64)
    np.fill_diagonal(apart, np.inf)
    return np.asarray(apart.min(axis=1))


def _find_board_with_blanks(
    image: Image, frame: CoordinateFrame, alike: frozenset[Cell], seen: frozenset[Cell]
) -> frozenset[Cell] | None:
    """Return the sites of the smallest usual board around the objects of similar size if its other
    sites are blank.

    None if too many of its sites are blank, or there is an object of another size on it.
    """
    for sites in find_usual_boards_around(frame.kind, alike):
        if len(sites - alike) > MOST_BLANK_SITES * len(sites) or (seen & sites) - alike:
            continue
        # The picture has to show that nothing is drawn on the other sites.
        free = sorted(sites - seen)
        if not all(_is_inside(image, frame, cell) for cell in free):
            continue
        if not free or _are_blank_or_alike(_sample_cells(image, frame, free)):
            return sites
    return None


def _are_blank_or_alike(patches: Floats) -> bool:
    """Return True if all but one of the patches (N, …) show nothing but the page, or if all show one
    thing: holes that are drawn beside the middles of their sites."""
    off = np.linalg.norm(patches - np.median(patches, axis=(1, 2), keepdims=True), axis=3)
    drawn = np.quantile(off[:, INNER], MOSTLY_PLAIN, axis=1) > BLANK
    inner = patches[:, INNER]
    apart = np.linalg.norm(inner - np.median(inner, axis=0), axis=2).mean(axis=1)
    return bool(drawn.sum() <= MOST_FAINT_SITES or apart.max() <= ALIKE)


def _find_equal_cells(known: frozenset[Cell], patches: dict[Cell, Floats]) -> set[Cell]:
    """Return the other cells with objects that look like one of the known cells."""
    shown = sorted(known.intersection(patches))
    others = sorted(set(patches) - known)
    if not shown or not others:
        return set()
    own = average_zones(_stack_patches(patches, shown))
    colours = average_zones(_stack_patches(patches, others))
    off = np.linalg.norm(colours[:, None] - own[None], axis=2).min(axis=1)
    return {others[number] for number in np.flatnonzero(off < SAME).tolist()}


def _find_custom_shape(
    image: Image, frame: CoordinateFrame, alike: frozenset[Cell], patches: dict[Cell, Floats]
) -> frozenset[Cell]:
    """Return the sites of a custom board: objects of similar size, and round ones beside them."""
    cells = sorted(patches)
    grounds = measure_grounds(image, frame, frame.locate_cells(cells))
    shares = measure_filled_shares(_stack_patches(patches, cells), grounds)
    are_discs = (shares >= LEAST_DISC) & (shares < SQUARE)
    rounds = {cells[number] for number in np.flatnonzero(are_discs).tolist()}
    rounds |= alike.intersection(patches)
    return connect_cells(frame.kind, frozenset(rounds), alike)


def _find_blank(patches: dict[Cell, Floats], grounds: dict[Cell, Floats]) -> frozenset[Cell]:
    """Return the cells whose middle has the colour of the ground around it."""
    blank = set()
    for cell, patch in patches.items():
        middle = np.median(patch[INNER], axis=0)
        if float(np.linalg.norm(middle - grounds[cell])) <= BLANK:
            blank.add(cell)
    return frozenset(blank)


def _find_outside(
    frame: CoordinateFrame, grounds: dict[Cell, Floats], blank: frozenset[Cell]
) -> frozenset[Cell]:
    """Return the ``blank`` cells at the outside whose ground differs from that of all cells with an
    object."""
    objects = grounds.keys() - blank
    if not blank or not objects:
        return frozenset()
    cells = sorted(blank)
    own = np.stack([grounds[cell] for cell in cells])
    others = np.stack([grounds[cell] for cell in sorted(objects)])
    off = np.linalg.norm(own[:, None] - others, axis=2).min(axis=1)
    other = frozenset(cells[number] for number in np.flatnonzero(off > OTHER_GROUND).tolist())
    # What sites enclose is on the board, even if its ground differs.
    beside = find_neighbours(frame.kind, frozenset(grounds))
    return connect_cells(frame.kind, other, beside) - beside


def _refuse_part(what: str, image: Image, frame: CoordinateFrame, sites: frozenset[Cell]) -> None:
    """Raise a ReadingError if the sites are part of a usual board."""
    lacking = [board - sites for board in find_usual_boards_around(frame.kind, sites)]
    # A usual board that is plainly seen is whole, even if it is part of a larger one.
    if frozenset() in lacking:
        return
    for cells in lacking:
        if not any(_is_inside(image, frame, cell) for cell in cells):
            raise BoardCutOff(f"{what} are only part of a usual board", hint=WHOLE_HINT)
    fewest = min(map(len, lacking), default=len(sites))
    if fewest <= MOST_BLANK_SITES * (len(sites) + fewest):
        raise AmbiguousBoard(
            f"{what} have the shape of a usual board, but some sites are not visible",
            hint=WHOLE_HINT,
        )


def _check_board(
    what: str, image: Image, frame: CoordinateFrame, sites: frozenset[Cell], *, usual: bool
) -> BoardSites:
    """Return the board of these sites.

    Raises BoardNotFound if they are too few or not connected, BoardCutOff if the picture cuts them
    off or similar objects are beside them.
    """
    if len(sites) < FEWEST_SITES or not is_connected(frame.kind, sites):
        raise BoardNotFound(f"{what} form no board", hint=CROP_HINT)
    cells = sorted(sites)
    if not all(_is_inside(image, frame, cell) for cell in cells):
        raise BoardCutOff(f"{what} run out of the picture", hint=WHOLE_HINT)
    middles = frame.locate_cells(cells)
    if find_break(image) < middles[:, 1].max() + frame.points.step:
        raise BoardCutOff(f"{what} end where the picture breaks off", hint=WHOLE_HINT)
    grounds = measure_grounds(image, frame, middles)
    patches = sample_sites(image, middles, frame.points.step)
    patches = _replace_surroundings(patches, frame, middles, grounds)
    # A place beside the board that looks like one of its sites is one: then sites are missing.
    ring = sorted(find_neighbours(frame.kind, sites))
    visible = _find_visible_samples(image, frame, ring)
    around = _sample_cells(image, frame, ring)
    like_sites = find_resembling(around, patches, grounds, visible)
    if like_sites.any():
        first_row, first_col = find_first_row_col(sites)
        row, col = ring[int(like_sites.argmax())]
        # Rows and columns are counted from those before the board, where it may continue too.
        raise BoardCutOff(
            f"{what} may continue in row {row - first_row + 2}, column {col - first_col + 2}",
            hint=WHOLE_HINT,
        )
    return BoardSites(frame, tuple(cells), patches, grounds, usual)


def _find_visible_samples(image: Image, frame: CoordinateFrame, cells: list[Cell]) -> Bools:
    """Return a mask (N, ACROSS, ACROSS) of the samples of the cells' patches that lie in the
    picture."""
    xs, ys = _locate_samples(frame, frame.locate_cells(cells))
    in_x = (xs >= 0) & (xs <= image.shape[1] - 1)
    in_y = (ys >= 0) & (ys <= image.shape[0] - 1)
    return np.asarray(in_y[:, :, None] & in_x[:, None], np.bool_)


def _locate_samples(frame: CoordinateFrame, middles: Doubles) -> tuple[Doubles, Doubles]:
    """Return the x of each column and the y of each row of samples, shape (N, ACROSS), of the
    patches with these middles (N, 2)."""
    away = OFF * frame.points.step
    return middles[:, :1] + away, middles[:, 1:] + away


def _replace_surroundings(
    patches: Floats, frame: CoordinateFrame, middles: Doubles, grounds: Floats
) -> Floats:
    """Return the patches with each site's ground (N, 3) where they reach beyond the box round all
    objects.

    What begins there, such as a frame or the page round a cut-out picture, is not part of a site.
    """
    reach = frame.points.side / 2 - frame.points.step * REACH / ACROSS
    left, top = middles.min(axis=0) - reach
    right, bottom = middles.max(axis=0) + reach
    xs, ys = _locate_samples(frame, middles)
    off_x = (xs < left) | (xs > right)
    off_y = (ys < top) | (ys > bottom)
    outside = off_y[:, :, None] | off_x[:, None]
    return np.where(outside[..., None], grounds[:, None, None], patches)


def measure_colour_beside(image: Image, board: BoardSites) -> Floats:
    """Return the page's colour (3,) in L*a*b* on the places next to the sites of a board."""
    frame = board.frame
    around = sorted(find_neighbours(frame.kind, frozenset(board.cells)))
    beside = [cell for cell in around if _is_inside(image, frame, cell)]
    patches = _sample_cells(image, frame, beside) if beside else board.patches
    return np.asarray(np.median(patches[:, INNER], axis=(0, 1)), np.float32)


def _sample_cells(image: Image, frame: CoordinateFrame, cells: list[Cell]) -> Floats:
    """Return the patches of cells, shape (N, ACROSS, ACROSS, 3)."""
    return sample_sites(image, frame.locate_cells(cells), frame.points.step)


def _is_inside(image: Image, frame: CoordinateFrame, cell: Cell) -> bool:
    """Return True if the object in a cell lies in the picture."""
    row, col = cell
    x, y = frame.locate_cell(row, col)
    reach = frame.points.side / 2 - 1
    is_in_x = reach <= x <= image.shape[1] - reach
    return bool(is_in_x and reach <= y <= image.shape[0] - reach)
