"""Extent of a board of N rows and N columns: it ends where its grid does, or the picture cuts it
off.

A board is square, so a picture that cuts it off along one axis alone leaves fewer columns than
rows, or fewer rows. A whole number of both remains only if a cut follows a line on both axes. So a
board is whole unless something speaks for more on both axes: sides without the frame that other
sides have, or with more cells outside.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from solvers.cells import WALL, Cell
from vision.confidence import (
    BARE_BORDER,
    COLOURED,
    DRAWN_LINE,
    FILLING_CONFIDENCE,
    LINE_FLOOR,
    SAME_COLOUR,
    UNFRAMED_CONFIDENCE,
)
from vision.game_reader import RegionResult
from vision.grid.borders import (
    FAINT,
    N,
    borders_beside,
    borders_inside,
    has_blocked_cells,
    is_without_regions,
    label_regions,
    mark_letter,
)
from vision.grid.cells import ALONG, off_mixtures
from vision.grid.lattice import Lattice
from vision.grid.lines import Edges
from vision.image import Bools, Floats, Image, Places, to_lab
from vision.star_battle.classify import Cells

DEEP: Final = 0.2
"""Maximum depth, in cells, of the strips outside whose colours are examined; deeper ones could
contain other page content."""
FILLED: Final = 3
"""Minimum number of sides at the picture's edge for a picture that was cropped to the board: cuts
take two."""
LEAST_ENDED: Final = 0.5
"""Minimum fraction of the cells along a side that a frame or another colour ends; a cell may have
the page's colour."""
ONE_GROUND: Final = 10.0
"""Maximum difference (L*a*b*) along the background at one side: real backgrounds have up to 2,
parts of cells 30 and more."""
FRAME: Final = 1.25
"""Minimum ratio of a frame to the lines inside regions: it is 1.0 if all lines are alike, 1.4 with
a frame."""
BORDER: Final = 0.75
"""Minimum ratio of a frame to the lines between regions: the weakest frames have 0.9, boards
without a frame 0.6."""
LESS: Final = 0.45
"""Maximum fraction of a frame that remains if the picture cuts a board along a line; cropped frames
keep 0.48."""
WHOLE_LINE: Final = 0.75
"""Minimum fraction of a line's thickness at the edge of a board with walls: a cut along a line
leaves half of it."""
BEYOND: Final = (0.22, 0.6)
"""Range searched for lines outside a grid, in pitches from its outermost lines: clear of the
thickest frame."""
FROM_LINE: Final = (0.0, 0.6)
BEFORE_LINE: Final = (-0.6, 0.0)
"""The same range from the outermost line itself, and as far inside: a line that reaches it inside
but not outside belongs to buttons in line with the board, beside which there is a gap."""
ANOTHER_CELL: Final = (-0.5, 1.75)
"""Range along which an outer line continues, in pitches: it begins inside the grid, unlike the edge
of a button beside it, and a frame that ends sooner has no room for another cell."""
WHOLE_WAY: Final = 0.8
"""Minimum fraction of that range that a continuing line covers."""
OFF_LINE: Final = 0.09
"""Maximum distance, in pitches, between a line and an edge that continues it: half of the thickest
border is 0.085."""
SHORTEST_STRIP_PX: Final = 3
"""Minimum width of a strip; if the picture ends sooner, lines can't be detected."""
MOST_RUN_ON: Final = 0.5
"""Maximum fraction of the inner lines that may continue outside, and of the edges outside that may
lie at lines."""


def extent_confidence(
    image: Image, lattice: Lattice, cells: Cells, regions: RegionResult, near: Bools
) -> float:
    """Return the confidence, 0…1, that a board of N rows and N columns ends where its grid does.

    ``near`` are the sides (left, top, right, bottom) where the grid ends at the picture's edge, or
    too close to it to see lines outside.
    """
    # Lines between cells show where the board ends if nothing else does.
    within = borders_inside(label_regions(regions.grid))
    strength = float(np.median(cells.lines.most[within]))
    if strength < LINE_FLOOR:
        has_end = np.array([np.mean(side >= DRAWN_LINE) >= LEAST_ENDED for side in cells.sides])
        if not (has_end | near).all():
            return 0.0
    outer = _list_sides(cells.colours)
    bare = 0
    framed = _find_framed_sides(cells, regions.grid)
    ended = framed.copy()
    has_lines = strength >= DRAWN_LINE
    for side in np.flatnonzero(near).tolist():
        pixels, ends = _cut_strip(image, lattice, side)
        if pixels.shape[1] < SHORTEST_STRIP_PX:
            bare += 1
        # Visible parts of the next cells are evidence that no frame outweighs.
        elif _shows_cells(to_lab(pixels), ends, outer[side]):
            return 0.0
        # Lines between the next cells would be seen.
        elif has_lines:
            ended[side] = True
    loose = near & ~ended
    # No count of regions confirms a board with walls: one side without a frame is enough.
    has_walls = is_without_regions(regions.grid)
    if not _are_on_both_axes(near if has_walls and loose.any() else loose):
        return 1.0
    if has_walls:
        return 0.0
    if framed.any():
        return UNFRAMED_CONFIDENCE if bare >= FILLED else 0.0
    return FILLING_CONFIDENCE if loose.sum() >= FILLED else UNFRAMED_CONFIDENCE


def has_same_colours_beside(colours: Floats, larger: Lattice, part: Lattice) -> bool:
    """Return True if the cells beside a part of a larger grid have several of the part's colours.

    ``colours`` (rows, cols, 3) are those of the cells of the larger grid. Headings have one.
    """
    first_col = int(np.abs(larger.xs - part.xs[0]).argmin())
    first_row = int(np.abs(larger.ys - part.ys[0]).argmin())
    inner = np.zeros(colours.shape[:2], np.bool_)
    inner[first_row : first_row + part.rows, first_col : first_col + part.cols] = True
    around = cv2.dilate(inner.astype(np.uint8), np.ones((3, 3), np.uint8)) > inner
    beside = colours[around]
    apart = np.linalg.norm(beside[:, None] - colours[inner], axis=2).min(axis=1)
    same = beside[apart <= SAME_COLOUR]
    return len(same) > 0 and float(np.linalg.norm(same - same[0], axis=1).max()) > ONE_GROUND


def has_frame_where_cut(
    sides: tuple[Floats, Floats, Floats, Floats], larger: Lattice, part: Lattice
) -> bool:
    """Return True if a part of a larger grid has a frame as thick where it was cut off as on its
    other sides.

    ``sides`` are the strengths of its outer lines. The inner lines of a board are no frame.
    """
    weakest = np.array([side.min() for side in sides])
    ends = np.array([part.xs[0], part.ys[0], part.xs[-1], part.ys[-1]])
    is_cut = ends != np.array([larger.xs[0], larger.ys[0], larger.xs[-1], larger.ys[-1]])
    return bool(weakest[is_cut].min() >= LESS * weakest[~is_cut].max(initial=0.0))


def _list_sides(cells: npt.NDArray[N]) -> tuple[npt.NDArray[N], ...]:
    """Return the outermost cells (rows, cols, …) at each side: left, top, right, bottom."""
    return cells[:, 0], cells[0], cells[:, -1], cells[-1]


def _are_on_both_axes(sides: Bools) -> bool:
    """Return True if a side of each axis is set."""
    left_and_top, right_and_bottom = sides.reshape(2, 2)
    return bool((left_and_top | right_and_bottom).all())


def _find_framed_sides(cells: Cells, grid: tuple[str, ...]) -> Bools:
    """Return True for the sides with a frame: a line that is thicker than those inside regions and
    about as thick as that of any other side."""
    strengths = cells.line.strengths
    # Beside walls no line can be seen; all others are of one thickness.
    if is_without_regions(grid):
        line = float(np.median(strengths[~borders_beside(mark_letter(grid, WALL))]))
        return np.array(cells.frame) >= max(WHOLE_LINE * line, max(cells.frame) / 2)
    thin, thick = _measure_both_kinds(cells, grid)
    thickest = max(cells.frame)
    if thickest < max(BORDER * thick, FRAME * thin):
        return np.zeros(4, np.bool_)
    return np.array(cells.frame) >= min(LESS * thickest, (thin + thick) / 2)


def _measure_both_kinds(cells: Cells, grid: tuple[str, ...]) -> tuple[float, float]:
    """Return the usual strengths of lines inside regions and between them."""
    within = borders_inside(label_regions(grid))
    strengths = cells.line.strengths
    return float(np.median(strengths[within])), float(np.median(strengths[~within]))


def find_gap_in_frame(cells: Cells, grid: tuple[str, ...]) -> Cell | None:
    """Return an outer cell (row, col) without the frame that the others on its side have, or None.

    A cell with the colour of the frame hides it, and without a frame a cell may have the page's
    colour.
    """
    if has_blocked_cells(grid):
        return None
    numbers = np.arange(len(grid) ** 2).reshape(len(grid), len(grid))
    is_dark = _find_dark_cells(cells).ravel()
    thin, thick = _measure_both_kinds(cells, grid)
    # Without thick lines between regions there may be no frame, and the page ends the cells.
    if thick < max(DRAWN_LINE, FRAME * thin):
        return None
    for beside, strengths in zip(_list_sides(numbers), cells.sides, strict=True):
        usual = float(np.median(strengths))
        if usual < max(DRAWN_LINE, BORDER * thick):
            continue
        bare = beside[(strengths < BARE_BORDER * usual) & ~is_dark[beside]]
        if len(bare):
            row, col = divmod(int(bare[0]), len(grid))
            return row, col
    return None


def has_dark_side(cells: Cells, grid: tuple[str, ...]) -> bool:
    """Return True if all cells along a side have the colour of the lines, and none is blocked.

    A bar ends where a row or a column does, and what goes on into some cells of the next one is a
    region.
    """
    if has_blocked_cells(grid):
        return False
    is_dark = _find_dark_cells(cells)
    for from_side in (is_dark, is_dark[::-1], is_dark.T, is_dark.T[::-1]):
        depth = int(from_side.all(axis=1).argmin())
        if depth > 0 and not from_side[depth].any():
            return True
    return False


def _find_dark_cells(cells: Cells) -> Bools:
    """Return which cells have the colour of the lines, or are grey and differ more from most cells,
    as thin lines are blurred: no line can be seen beside them."""
    line = cells.lines.colour
    usual = np.median(cells.colours, axis=(0, 1))
    apart = np.linalg.norm(cells.colours - line, axis=2)
    is_grey = np.hypot(cells.colours[..., 1], cells.colours[..., 2]) < COLOURED / 2
    step = line[0] - usual[0]
    is_beyond_line = (cells.colours[..., 0] - line[0]) * step > 0
    is_beyond_line &= is_grey & (abs(step) > COLOURED)
    return np.asarray(is_beyond_line | (apart < FAINT * np.median(apart)), np.bool_)


def _shows_cells(strip: Floats, ends: Places, outer: Floats) -> bool:
    """Return True if the colours of a strip outside a side differ from cell to cell.

    Lines between cells of one colour show that there are more cells too. ``outer`` are the colours
    of the outermost cells (K, 3).
    """
    along = np.median(strip, axis=1)
    colours = []
    for start, end in pairwise(ends.tolist()):
        first, last = (start + round(part * (end - start)) for part in ALONG)
        colours.append(np.median(strip[first : max(last, first + 1)], axis=(0, 1)))
    usual = np.median(colours, axis=0)
    # The rest of a thick frame is unlike all cells; compression leaves a little of their colours.
    contrast = float(np.median(np.linalg.norm(outer - usual, axis=1)))
    ground = max(ONE_GROUND, FAINT * contrast)
    if np.linalg.norm(colours - usual, axis=1).max() > ground:
        return True
    # A frame that is drawn cell by cell has seams, in which the cells' colours show.
    is_other = off_mixtures(along, usual, np.median(outer, axis=0)) > ground
    lines = [is_other[max(0, end - 1) : end + 2].any() for end in ends[1:-1].tolist()]
    return float(np.mean(lines)) > MOST_RUN_ON


def _cut_strip(image: Image, lattice: Lattice, side: int) -> tuple[Image, Places]:
    """Return the pixels outside a side (numbered clockwise from the left), along it and
    then across, and the ends of the cells along it."""
    lines = lattice.ys
    if side % 2:
        image = image.transpose(1, 0, 2)
        lines = lattice.xs
    reach = max(SHORTEST_STRIP_PX, round(DEEP * lattice.pitch))
    first = lattice.box[side]
    if side < 2:
        first -= reach
    strip = image[:, max(0, first) : max(0, first + reach)]
    places = np.rint(lines).astype(np.intp).clip(0, len(image))
    return strip[places[0] : places[-1]], places - places[0]


def find_continuation(edges: Edges, lattice: Lattice) -> tuple[bool, bool]:
    """Return True if the lines of a grid continue outside its box, so that it is a part of a larger
    grid, and True if they do so up to the picture's edge, less than a cell away."""
    continues = _find_sides_with_lines(edges, lattice, BEYOND)
    if continues.any():
        reaches = _find_sides_with_lines(edges, lattice, FROM_LINE)
        continues &= reaches | ~_find_sides_with_lines(edges, lattice, BEFORE_LINE)
    is_close = _measure_room(edges, lattice) < lattice.pitch
    return bool(continues.any()), bool((continues & is_close).any())


def is_corner_of_frame(edges: Edges, lattice: Lattice) -> bool:
    """Return True if outer lines of a grid continue outside its box on both axes: they are the
    frame of a larger board, of which the grid fills a corner.

    On one axis alone they may frame a bar of buttons too.
    """
    near = [lines[[0, -1]].any() for lines in _match_lines(edges, lattice, ANOTHER_CELL)]
    has_room = _measure_room(edges, lattice) >= lattice.pitch
    left, top, right, bottom = np.array(near) & has_room
    return bool((left | right) & (top | bottom))


def at_border(edges: Edges, lattice: Lattice) -> Bools:
    """Return True for each side (left, top, right, bottom) at which the grid ends at or very near
    the picture's edge."""
    return _measure_room(edges, lattice) < BEYOND[0] * lattice.pitch + SHORTEST_STRIP_PX


def _measure_room(edges: Edges, lattice: Lattice) -> Places:
    """Return the distances in pixels between the box and the picture's edge: left, top, right,
    bottom."""
    height, width = edges.shape
    x0, y0, x1, y1 = lattice.box
    return np.array([x0, y0, width - x1, height - y1])


def _find_sides_with_lines(edges: Edges, lattice: Lattice, reach: tuple[float, float]) -> Bools:
    """Return True for each side at which most of the lines but the outermost have an edge in this
    range, and most of the edges there a line: strokes of large letters lie anywhere."""
    found = []
    for near in _match_lines(edges, lattice, reach):
        shares = (0.0, 0.0)
        if near.size:
            shares = (near.any(axis=0).mean(), near[1:-1].any(axis=1).mean())
        found.append(min(shares) > MOST_RUN_ON)
    return np.array(found)


def _match_lines(edges: Edges, lattice: Lattice, beyond: tuple[float, float]) -> Iterator[Bools]:
    """Yield for each side an array ``[i, k]`` that is True if line i of those that end there is
    continued by edge k outside.

    ``beyond`` is the range searched, in pitches from the outermost lines.
    """
    height, width = edges.shape
    x, y = (edges.horizontal, lattice.ys), (edges.vertical, lattice.xs)
    for side, step, end, (runs, lines) in (
        (lattice.xs[0], -lattice.pitch, width, x),
        (lattice.ys[0], -lattice.pitch, height, y),
        (lattice.xs[-1], lattice.pitch, width, x),
        (lattice.ys[-1], lattice.pitch, height, y),
    ):
        # The strip ends with the picture.
        ends = [round(float(side) + place * step) for place in beyond]
        low, high = sorted(np.clip(ends, 0, end).tolist())
        if high - low < SHORTEST_STRIP_PX:
            yield np.zeros((len(lines), 0), np.bool_)
            continue
        outside = runs.clip(low, high)
        # One straight edge must cover the way: text and noise have many short ones near each line.
        whole = outside.at[outside.lengths >= WHOLE_WAY * (high - low)]
        slack = max(1, round(OFF_LINE * lattice.pitch))
        yield np.abs(np.rint(lines)[:, None] - whole) <= slack
