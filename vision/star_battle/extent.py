"""Extent of a board of N rows and N columns: it ends where its grid does, or the picture cuts it
off.

A board is square, so a picture that cuts it off along one axis alone leaves fewer columns than
rows, or fewer rows. A whole number of both remains only if a cut follows a line on both axes. So a
board is whole unless something speaks for more on both axes: sides without the frame that other
sides have, or with more cells outside.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import cv2
import numpy as np

from vision.confidence import (
    DRAWN_LINE,
    FILLING_CONFIDENCE,
    LEAST_CONFIDENCE,
    LINE_FLOOR,
    SAME_COLOUR,
    UNFRAMED_CONFIDENCE,
)
from vision.game_reader import RegionResult
from vision.grid.borders import FAINT, borders_inside, label_regions
from vision.grid.cells import ALONG, cell_colours
from vision.grid.continuation import MOST_RUN_ON, SHORTEST_STRIP_PX
from vision.grid.lattice import Lattice
from vision.image import Bools, Floats, Image, Places, to_lab
from vision.star_battle.classify import Cells, measure_cells, score_colours

DEEP: Final = 0.2
"""Maximum depth, in cells, of the strips outside whose colours are examined; deeper ones could
contain other page content."""
LEAST_MARGIN_CELLS: Final = 0.1
"""Minimum depth of a margin, in cells: half of the thickest line, which a cut leaves, is 0.085."""
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


def extent_confidence(
    image: Image, lattice: Lattice, cells: Cells, regions: RegionResult, near: Bools
) -> float:
    """Return the confidence, 0…1, that a board of N rows and N columns ends where its grid does.

    ``near`` are the sides (left, top, right, bottom) where the grid ends at the picture's edge, or too close to it to see
    lines outside.
    """
    is_near = near.copy()
    # Lines between cells show where the board ends if nothing else does.
    within = borders_inside(label_regions(regions.grid))
    if np.median(cells.trace.values()[within]) < LINE_FLOOR:
        has_end = np.array([np.mean(side >= DRAWN_LINE) >= LEAST_ENDED for side in cells.sides])
        if not (has_end | is_near).all():
            return 0.0
    outer = (cells.colours[:, 0], cells.colours[0], cells.colours[:, -1], cells.colours[-1])
    margins: dict[int, Floats] = {}
    for side in np.flatnonzero(is_near).tolist():
        pixels, ends = _cut_strip(image, lattice, side)
        if pixels.shape[1] < SHORTEST_STRIP_PX:
            continue
        strip = to_lab(pixels)
        # Visible parts of the next cells are evidence that no frame outweighs.
        if _shows_cells(strip, ends, outer[side]):
            return 0.0
        is_deep = strip.shape[1] >= LEAST_MARGIN_CELLS * lattice.pitch
        if is_deep and _is_plain_margin(strip, cells.sides[side], outer[side]):
            margins[side] = np.median(strip, axis=(0, 1))
    # Margins of different colours may be parts of cells and of a frame.
    if margins and np.ptp(list(margins.values()), axis=0).max() <= ONE_GROUND:
        is_near[list(margins)] = False
    is_loose = is_near & ~np.array(regions.framed)
    if not _are_on_both_axes(is_near) or not is_loose.any():
        return 1.0
    fills_picture = is_near.sum() >= FILLED
    is_less_framed = is_loose & _find_less_framed_sides(cells, regions.grid)
    if regions.frame_expected or _are_on_both_axes(is_less_framed):
        # No count of regions confirms a board with walls.
        has_walls = "#" in "".join(regions.grid)
        return UNFRAMED_CONFIDENCE if fills_picture and not has_walls else 0.0
    if not _are_on_both_axes(is_loose):
        return 1.0
    return FILLING_CONFIDENCE if fills_picture else UNFRAMED_CONFIDENCE


def stands_alone(image: Image, lattice: Lattice, grid: tuple[str, ...]) -> bool:
    """Return True if colours show a board, or if its frame is stronger than lines between its cells
    on all sides."""
    cells = measure_cells(image, lattice)
    strengths = cells.line.values()
    within = borders_inside(label_regions(grid))
    usual = (np.median(strengths[within]) + np.median(strengths[~within])) / 2
    return score_colours(cells, grid) >= LEAST_CONFIDENCE or bool(min(cells.frame) >= usual)


def has_same_colours_beside(image: Image, larger: Lattice, part: Lattice) -> bool:
    """Return True if the cells beside a part of a larger grid have several of the part's colours.

    Headings have one colour.
    """
    colours = cell_colours(image, larger)[0]
    first_col = int(np.abs(larger.xs - part.xs[0]).argmin())
    first_row = int(np.abs(larger.ys - part.ys[0]).argmin())
    inner = np.zeros(colours.shape[:2], np.bool_)
    inner[first_row : first_row + part.rows, first_col : first_col + part.cols] = True
    around = cv2.dilate(inner.astype(np.uint8), np.ones((3, 3), np.uint8)) > inner
    beside = colours[around]
    apart = np.linalg.norm(beside[:, None] - colours[inner], axis=2).min(axis=1)
    same = beside[apart <= SAME_COLOUR]
    return len(same) > 0 and float(np.linalg.norm(same - same[0], axis=1).max()) > ONE_GROUND


def _are_on_both_axes(sides: Bools) -> bool:
    """Return True if a side of each axis is set."""
    left_and_top, right_and_bottom = sides.reshape(2, 2)
    return bool((left_and_top | right_and_bottom).all())


def _find_less_framed_sides(cells: Cells, grid: tuple[str, ...]) -> Bools:
    """Return True for the sides with at most half of the frame of another side, and no more than
    between cells."""
    strengths = cells.line.values()
    within = borders_inside(label_regions(grid))
    thin = np.median(strengths[within])
    thick = np.median(strengths[~within])
    thickest = max(cells.frame)
    if thickest < max(BORDER * thick, FRAME * thin):
        return np.zeros(4, np.bool_)
    return np.array(cells.frame) < min(LESS * thickest, (thin + thick) / 2)


def _is_plain_margin(strip: Floats, strengths: Floats, outer: Floats) -> bool:
    """Return True if a strip outside a side has one colour, and the board ends beside it.

    ``strengths`` are those of the line beside each outermost cell, ``outer`` the colours of these
    cells (K, 3). Whether a cell of the strip's colour ends there can't be seen.
    """
    along = np.median(strip, axis=1)
    colour = np.median(along, axis=0)
    is_plain = np.linalg.norm(along - colour, axis=1).max() <= SAME_COLOUR
    ends = strengths >= DRAWN_LINE
    is_unseen = np.linalg.norm(outer - colour, axis=1) <= SAME_COLOUR
    return bool(is_plain and ends.mean() >= LEAST_ENDED and (ends | is_unseen).all())


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
    is_other = np.linalg.norm(along - usual, axis=1) > ground
    lines = [is_other[max(0, end - 1) : end + 2].any() for end in ends[1:-1].tolist()]
    return float(np.mean(lines)) > MOST_RUN_ON


def _cut_strip(image: Image, lattice: Lattice, side: int) -> tuple[Image, Places]:
    """Return the pixels outside a side (numbered clockwise from the left), along it and
    then across, and the ends of the cells along it."""
    x0, y0, x1, y1 = lattice.box
    lines = lattice.ys
    first = x0
    last = x1
    if side % 2:
        image = image.transpose(1, 0, 2)
        lines = lattice.xs
        first = y0
        last = y1
    reach = max(SHORTEST_STRIP_PX, round(DEEP * lattice.pitch))
    strip = image[:, max(0, first - reach) : max(0, first)]
    if side >= 2:
        strip = image[:, last : last + reach]
    places = np.rint(lines).astype(np.intp).clip(0, len(image))
    return strip[places[0] : places[-1]], places - places[0]
