"""Choice of the cells of a frame that are the sites of a board, usual or custom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

import numpy as np

from solvers.peg_solitaire import BOARDS, NO_SITE, Cell, Lattice, named_board
from solvers.peg_solitaire.board import NEIGHBOURS
from vision.blobs.outlines import NOISE
from vision.confidence import FEWEST_SITES, MOST_BLANK_SITES, MOST_STRANGE_THINGS
from vision.errors import CROP_HINT, WHOLE_HINT, AmbiguousBoard, BoardCutOff, BoardNotFound
from vision.image import Bools, Floats, Image
from vision.peg_solitaire.coordinate_frames import CoordinateFrame
from vision.peg_solitaire.patches import (
    ACROSS,
    OFF,
    REACH,
    SIDES,
    ZONES,
    colours_at,
    resembles,
    roundness,
    site_patches,
    zone_colours,
)
from vision.peg_solitaire.peg_or_hole import INNER
from vision.peg_solitaire.point_lattices import Doubles

BLANK: Final = 4.0
"""Maximum difference (L*a*b*) between the middle of a site and the page around it if nothing is
drawn."""
MOST_FAINT_SITES: Final = 1
"""Maximum number of sites on which something is drawn that has no outline."""
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
ROUND: Final = 0.85
"""Minimum roundness of an object of a different size that is a site of a custom board."""
GAPS: Final = (1.0, 0.76, 0.64)
"""Positions of the samples of the page's colour, as fractions of the way to the middles of the
gaps: farther out, lines may cross, which are wide in cells of 13 pixels."""
OTHER_GROUND: Final = 8.0
"""Minimum difference (L*a*b*) between the ground of a cell and that of all cells with an object if
the cell is not on the board; grey cells round white ones differ by 22, textures by up to 6."""
ABOUT: Final = np.array([(0, 0), (0.05, 0.05), (-0.05, 0.05), (0.05, -0.05), (-0.05, -0.05)])
"""Offsets of the samples around such a point, in steps."""


@dataclass(frozen=True, slots=True)
class BoardSites:
    """Sites (row, col) of a board in a frame, row by row, with their patches; ``usual`` if the
    shape is a usual one."""

    frame: CoordinateFrame
    cells: tuple[Cell, ...]
    patches: Floats
    usual: bool

    @property
    def middles(self) -> Doubles:
        """Middles (N, 2) of the sites (x, y) in the picture."""
        return np.array([self.frame.at(*cell) for cell in self.cells])


def find_board(
    what: str, image: Image, frame: CoordinateFrame, alike: frozenset[Cell], seen: frozenset[Cell]
) -> BoardSites:
    """Return the board that the occupied cells form.

    ``alike`` are the cells with objects of similar size, ``seen`` those with objects of any size.
    The first matching case decides:

    ==============================================================================
    ==========================
    fewer than ``FEWEST_SITES`` objects of similar size                             BoardNotFound
    all sites of a usual board, and at most objects unlike its sites beside them    usual board
    all sites of a usual board except up to ``MOST_BLANK_SITES`` blank ones         usual board
    neither, and the rows are not level                                             BoardNotFound
    a usual board, partly outside the picture                                       BoardCutOff
    a usual board without up to ``MOST_BLANK_SITES``, or sites round a free place   AmbiguousBoard
    anything else                                                                   custom board
    ==============================================================================  ==========================

    The board is then refused if it is not connected or is cut off (see ``_checked``).
    """
    if len(alike) < FEWEST_SITES:
        raise BoardNotFound(f"{what} are too few for a board", hint=CROP_HINT)
    cells = sorted(cell for cell in seen if _is_inside(image, frame, cell))
    patches = dict(zip(cells, _patches(image, frame, cells), strict=True))
    usual = _all_seen(frame, alike, patches)
    if usual is None:
        # Where holes are not drawn, they may separate some pegs from the others.
        usual = _seen_but_blanks(image, frame, alike | _equal_cells(alike, patches), seen)
    if usual:
        return _checked(what, image, frame, usual, usual=True)
    if not frame.level:
        raise BoardNotFound(f"{what} don't have the shape of a usual board", hint=CROP_HINT)
    sites = _own_shape(frame, alike, patches)
    try:
        sites = _without_outside(what, image, frame, sites, patches)
    except AmbiguousBoard:
        # Of a board that is cut off, the rest comes before this doubt.
        _checked(what, image, frame, sites, usual=False)
        raise
    _refuse_part(what, image, frame, sites)
    return _checked(what, image, frame, sites, usual=False)


def _all_seen(
    frame: CoordinateFrame, alike: frozenset[Cell], patches: dict[Cell, Floats]
) -> frozenset[Cell] | None:
    """Return the sites of the largest usual board that is completely visible, with only foreign
    objects beside it."""
    for sites in usual_boards_within(frame.kind, frozenset(patches)):
        few_beyond = len(alike - sites) <= MOST_STRANGE_THINGS * len(sites)
        if not few_beyond or len(sites & alike) < len(sites) / 2:
            continue
        others = [cell for cell in patches if cell not in sites]
        if _are_of_states(patches, sites, alike) and _are_strange(patches, sites, others):
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
    colours = zone_colours(np.stack([patches[cell] for cell in cells]))
    among = np.linalg.norm(colours[:, None] - colours[None], axis=2) + np.diag(
        np.full(len(cells), np.inf)
    )
    nearest = among.min(axis=1)
    sized = np.array([cell in alike for cell in cells])
    noise = float(np.quantile(nearest[sized], 0.9))
    return int(np.sum(nearest[~sized] > max(LIKE_A_SITE, NOISIER * noise))) <= 1


def _are_strange(patches: dict[Cell, Floats], sites: frozenset[Cell], others: list[Cell]) -> bool:
    """Return True if no other cell looks like a site of the board."""
    if not others:
        return True
    zones = (*ZONES, *SIDES)
    own = zone_colours(np.stack([patches[cell] for cell in sorted(sites)]), zones)
    beside = zone_colours(np.stack([patches[cell] for cell in others]), zones)
    off = np.linalg.norm(beside[:, None] - own[None], axis=2).min(axis=1)
    among = np.linalg.norm(own[:, None] - own[None], axis=2) + np.diag(np.full(len(own), np.inf))
    return bool(off.min() >= max(STRANGE, STRANGER * float(np.quantile(among.min(axis=1), 0.9))))


def _seen_but_blanks(
    image: Image, frame: CoordinateFrame, alike: frozenset[Cell], seen: frozenset[Cell]
) -> frozenset[Cell] | None:
    """Return the sites of the smallest usual board around the objects of similar size if its other
    sites are blank.

    What is drawn on a single other site may be too faint for an outline. None if too many of its
    sites are blank, or there is an object of another size on it.
    """
    for sites in usual_boards_around(frame.kind, alike):
        if len(sites - alike) > MOST_BLANK_SITES * len(sites) or (seen & sites) - alike:
            continue
        blank = _blank_cells(image, frame, sites - seen)
        if blank is not None and len(sites - seen - blank) <= MOST_FAINT_SITES:
            return sites
    return None


def _blank_cells(
    image: Image, frame: CoordinateFrame, cells: frozenset[Cell]
) -> frozenset[Cell] | None:
    """Return the cells that show only the page; None if some are outside the picture."""
    if not all(_is_inside(image, frame, cell) for cell in cells):
        return None
    ordered = sorted(cells)
    if not ordered:
        return frozenset()
    patches = _patches(image, frame, ordered)
    off = np.linalg.norm(patches - np.median(patches, axis=(1, 2), keepdims=True), axis=3)[:, INNER]
    drawn = np.quantile(off, 0.95, axis=1)
    return frozenset(cell for cell, most in zip(ordered, drawn, strict=True) if most <= BLANK)


def _equal_cells(known: frozenset[Cell], patches: dict[Cell, Floats]) -> set[Cell]:
    """Return the other cells with objects that look like one of the known cells."""
    shown = sorted(cell for cell in known if cell in patches)
    if not shown:
        return set()
    own = zone_colours(np.stack([patches[cell] for cell in shown]))
    found = set()
    for cell in sorted(set(patches) - known):
        if (np.linalg.norm(zone_colours(patches[cell][None]) - own, axis=1) < SAME).any():
            found.add(cell)
    return found


def _own_shape(
    frame: CoordinateFrame, alike: frozenset[Cell], patches: dict[Cell, Floats]
) -> frozenset[Cell]:
    """Return the sites of a custom board: objects of similar size, and round or equal objects
    beside them."""
    rounds = {cell for cell in patches if cell in alike or roundness(patches[cell]) >= ROUND}
    rounds |= _equal_cells(frozenset(rounds), patches)
    return connected_to(frame.kind, frozenset(rounds), alike)


def _without_outside(
    what: str,
    image: Image,
    frame: CoordinateFrame,
    sites: frozenset[Cell],
    patches: dict[Cell, Floats],
) -> frozenset[Cell]:
    """Return the sites without blank cells at the outside that have another ground than all cells
    with an object.

    Raises AmbiguousBoard if there are such cells, but no other blank ones that show how holes look.
    """
    cells = sorted(cell for cell in sites if cell in patches)
    own = np.stack([patches[cell] for cell in cells])
    grounds = ground_colours(image, BoardSites(frame, tuple(cells), own, usual=False))
    middles = np.median(own[:, INNER], axis=1)
    has_object = np.linalg.norm(middles - grounds, axis=1) > BLANK
    if has_object.all() or not has_object.any():
        return sites
    off = np.linalg.norm(grounds[:, None] - grounds[has_object][None], axis=2).min(axis=1)
    blank = {cell for cell, drawn in zip(cells, has_object, strict=True) if not drawn}
    other = {cell for cell, far in zip(cells, off, strict=True) if far > OTHER_GROUND} & blank
    # What sites enclose is on the board, even if its ground differs.
    kept = sites - other
    beside = neighbours_of(frame.kind, sites)
    outside = connected_to(frame.kind, frozenset(other | beside), frozenset(beside)) - beside
    if not outside:
        return sites
    if not blank - other:
        raise AmbiguousBoard(
            f"{what} have blank cells of another colour, which may be holes or no sites",
            hint=CROP_HINT,
        )
    return frozenset(kept | (other - outside))


def _refuse_part(what: str, image: Image, frame: CoordinateFrame, sites: frozenset[Cell]) -> None:
    """Raise a ReadingError if the sites are part of a usual board, or enclose a place that may be a
    site."""
    lacking = [board - sites for board in usual_boards_around(frame.kind, sites)]
    # A usual board that is plainly seen is whole, even if it is part of a larger one.
    if frozenset() in lacking:
        return
    if any(
        cells and not any(_is_inside(image, frame, cell) for cell in cells) for cells in lacking
    ):
        raise BoardCutOff(f"{what} are only part of a usual board", hint=WHOLE_HINT)
    fewest = min(map(len, lacking), default=len(sites))
    around = neighbours_of(frame.kind, sites)
    enclosed = any(not neighbours_of(frame.kind, frozenset([cell])) - sites for cell in around)
    if 0 < fewest <= MOST_BLANK_SITES * len(sites) or enclosed:
        raise AmbiguousBoard(
            f"{what} have the shape of a usual board, but some sites are not visible",
            hint=WHOLE_HINT,
        )


def _checked(
    what: str, image: Image, frame: CoordinateFrame, sites: frozenset[Cell], *, usual: bool
) -> BoardSites:
    """Return the board of these sites.

    Raises BoardNotFound if they are not connected, BoardCutOff if the picture cuts them off or
    similar objects are beside them.
    """
    if not is_connected(frame.kind, sites):
        raise BoardNotFound(f"{what} are not connected", hint=CROP_HINT)
    cells = sorted(sites)
    if not all(_is_inside(image, frame, cell) for cell in cells):
        raise BoardCutOff(f"{what} run out of the picture", hint=WHOLE_HINT)
    seen = BoardSites(frame, tuple(cells), _patches(image, frame, cells), usual)
    grounds = ground_colours(image, seen)
    board = replace(seen, patches=_without_surroundings(seen, grounds))
    ring = sorted(neighbours_of(frame.kind, sites))
    visible = _visible_samples(
        image, np.array([frame.at(*cell) for cell in ring]), frame.points.step
    )
    like_sites = resembles(_patches(image, frame, ring), board.patches, grounds, visible)
    if like_sites.any():
        row, col = (np.subtract(ring[int(like_sites.argmax())], first_row_col(sites)) + 1).tolist()
        raise BoardCutOff(
            f"{what} may continue in row {row + 1}, column {col + 1}", hint=WHOLE_HINT
        )
    return board


def _visible_samples(image: Image, middles: Doubles, step: float) -> Bools:
    """Return a mask (N, ACROSS, ACROSS) of the samples of patches round these (x, y) that lie in the
    picture."""
    xs = middles[:, :1] + OFF * step
    ys = middles[:, 1:] + OFF * step
    in_x = (xs >= 0) & (xs <= image.shape[1] - 1)
    in_y = (ys >= 0) & (ys <= image.shape[0] - 1)
    return np.asarray(in_y[:, :, None] & in_x[:, None], np.bool_)


def _without_surroundings(board: BoardSites, grounds: Floats) -> Floats:
    """Return the patches with each site's ground (N, 3) where they reach beyond the box round all
    objects.

    What begins there, such as a frame or the page round a cut-out picture, is not part of a site.
    """
    step = board.frame.points.step
    middles = board.middles
    reach = board.frame.points.side / 2 - step * REACH / ACROSS
    low = middles.min(axis=0) - reach
    high = middles.max(axis=0) + reach
    xs = middles[:, :1] + OFF * step
    ys = middles[:, 1:] + OFF * step
    off_x = (xs < low[0]) | (xs > high[0])
    off_y = (ys < low[1]) | (ys > high[1])
    outside = off_y[:, :, None] | off_x[:, None]
    return np.where(outside[..., None], grounds[:, None, None], board.patches)


def ground_colours(image: Image, board: BoardSites) -> Floats:
    """Return the page's colour (N, 3) in L*a*b* round each site, taken at the plainest place to
    avoid lines, and between the sites, since the page may end beside them."""
    step, middles = board.frame.points.step, board.middles
    within_board = np.all(
        (middles[:, None] + board.frame.gaps >= middles.min(axis=0) - 1)
        & (middles[:, None] + board.frame.gaps <= middles.max(axis=0) + 1),
        axis=2,
    )
    within_board[~within_board.any(axis=1)] = True
    plainest, ground = np.inf, np.zeros((len(middles), 3), np.float32)
    for part in GAPS:
        gaps = middles[:, None] + part * board.frame.gaps
        points = gaps[:, :, None] + ABOUT * step
        colours = colours_at(image, points.reshape(-1, 2), step / 2).reshape(*points.shape[:3], 3)
        varied = float(np.median(np.linalg.norm(colours.std(axis=2), axis=2)[within_board]))
        if varied < plainest - NOISE:
            plainest = varied
            colours[~within_board] = np.nan
            ground = np.asarray(np.nanmedian(colours, axis=(1, 2)), np.float32)
    return ground


def colour_beside(image: Image, board: BoardSites) -> Floats:
    """Return the page's colour (3,) in L*a*b* on the places next to the sites of a board."""
    frame = board.frame
    around = sorted(neighbours_of(frame.kind, frozenset(board.cells)))
    beside = [cell for cell in around if _is_inside(image, frame, cell)]
    patches = _patches(image, frame, beside) if beside else board.patches
    return np.asarray(np.median(patches[:, INNER], axis=(0, 1)), np.float32)


def _patches(image: Image, frame: CoordinateFrame, cells: list[Cell]) -> Floats:
    return site_patches(image, np.array([frame.at(*cell) for cell in cells]), frame.points.step)


def _is_inside(image: Image, frame: CoordinateFrame, cell: Cell) -> bool:
    """Return True if the object in a cell lies in the picture."""
    x, y = frame.at(*cell)
    reach = frame.points.side / 2 - 1
    return bool(reach <= x <= image.shape[1] - reach and reach <= y <= image.shape[0] - reach)


ASYMMETRICAL: Final = frozenset(
    (row, col) for row in range(8) for col in range(8) if row in (3, 4, 5) or col in (2, 3, 4)
)
"""Sites of the asymmetrical cross, one of the six boards that are known best; it has no name in
texts."""
LARGEST_TRIANGLE: Final = 10
"""Number of rows of the largest triangle that is recognised; triangles of up to 7 rows are sold."""


def translated(cells: Iterable[Cell], rows: int, cols: int) -> frozenset[Cell]:
    """Return the cells moved down by ``rows`` and right by ``cols``."""
    return frozenset((row + rows, col + cols) for row, col in cells)


def from_zero(cells: Iterable[Cell]) -> frozenset[Cell]:
    """Return the cells moved to begin at row 0 and column 0."""
    row, col = first_row_col(cells)
    return translated(cells, -row, -col)


def first_row_col(cells: Iterable[Cell]) -> Cell:
    """Return the first row and the first column of cells."""
    cells = list(cells)
    return min(row for row, _ in cells), min(col for _, col in cells)


@cache
def usual_boards(kind: Lattice) -> tuple[frozenset[Cell], ...]:
    """Return the sites of the usual boards from (0, 0), the largest first; triangles point up or
    down."""
    if kind == "square":
        found = [
            frozenset(named_board(name).sites) for name in BOARDS if not name.startswith("triangle")
        ]
        found += [_turned(ASYMMETRICAL, quarters) for quarters in range(4)]
    else:
        up = [frozenset(named_board(f"triangle{n}").sites) for n in range(4, LARGEST_TRIANGLE + 1)]
        found = up + [
            frozenset((-row + max(r for r, _ in board), col) for row, col in board) for board in up
        ]
    return tuple(sorted(found, key=len, reverse=True))


def _turned(cells: frozenset[Cell], quarters: int) -> frozenset[Cell]:
    """Return cells turned by a number of right angles, from (0, 0)."""
    for _ in range(quarters):
        cells = from_zero([(col, -row) for row, col in cells])
    return cells


def is_usual(grid: Sequence[str]) -> bool:
    """Return True if the text rows of pegs and holes have the shape of a usual board."""
    cells = frozenset(
        (r, c) for r, row in enumerate(grid) for c, site in enumerate(row) if site != NO_SITE
    )
    return cells in usual_boards("square") or cells in usual_boards("triangular")


def usual_boards_around(kind: Lattice, cells: frozenset[Cell]) -> Iterator[frozenset[Cell]]:
    """Yield the usual boards, in each position, that contain all of these cells, the smallest
    first."""
    (row, col), tall, wide = first_row_col(cells), _tall(cells), _wide(cells)
    for board in reversed(usual_boards(kind)):
        for down in range(_tall(board) - tall + 1):
            for right in range(_wide(board) - wide + 1):
                if all((r + down - row, c + right - col) in board for r, c in cells):
                    yield translated(board, row - down, col - right)


def usual_boards_within(kind: Lattice, cells: frozenset[Cell]) -> Iterator[frozenset[Cell]]:
    """Yield the usual boards, in each position, that lie entirely within these cells, the largest
    first."""
    (row, col), tall, wide = first_row_col(cells), _tall(cells), _wide(cells)
    for board in usual_boards(kind):
        for down in range(tall - _tall(board) + 1):
            for right in range(wide - _wide(board) + 1):
                if all((r + row + down, c + col + right) in cells for r, c in board):
                    yield translated(board, row + down, col + right)


def is_connected(kind: Lattice, cells: frozenset[Cell]) -> bool:
    """Return True if steps from neighbour to neighbour connect all cells."""
    return connected_to(kind, cells, frozenset(sorted(cells)[:1])) == cells


def connected_to(kind: Lattice, cells: frozenset[Cell], core: frozenset[Cell]) -> frozenset[Cell]:
    """Return the core and the cells that steps from neighbour to neighbour connect with it."""
    found, queue = set(core), list(core)
    while queue:
        row, col = queue.pop()
        near = {(row + down, col + right) for down, right in NEIGHBOURS[kind]} & (cells - found)
        found |= near
        queue += near
    return frozenset(found)


def neighbours_of(kind: Lattice, cells: frozenset[Cell]) -> frozenset[Cell]:
    """Return the places next to these cells, without the cells themselves."""
    return (
        frozenset((r + down, c + right) for r, c in cells for down, right in NEIGHBOURS[kind])
        - cells
    )


def staircase(cells: frozenset[Cell]) -> bool | None:
    """Return True for rows of 1 to n sites aligned at the right, False if aligned at the left,
    otherwise None."""
    rows = sorted({row for row, _ in cells})
    ends = [[col for r, col in cells if r == row] for row in rows]
    lengths = [len(cols) for cols in ends]
    whole = all(max(cols) - min(cols) + 1 == len(cols) for cols in ends)
    if (
        len(rows) < 4
        or not whole
        or lengths not in (sorted(lengths), sorted(lengths, reverse=True))
    ):
        return None
    if sorted(lengths) != list(range(1, len(rows) + 1)):
        return None
    if len({min(cols) for cols in ends}) == 1:
        return False
    return True if len({max(cols) for cols in ends}) == 1 else None


def _tall(cells: frozenset[Cell]) -> int:
    return max(row for row, _ in cells) - min(row for row, _ in cells) + 1


def _wide(cells: frozenset[Cell]) -> int:
    return max(col for _, col in cells) - min(col for _, col in cells) + 1
