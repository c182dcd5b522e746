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

from vision.confidence import FILLING_CONFIDENCE, LINE_FLOOR, UNFRAMED_CONFIDENCE
from vision.game_reader import RegionResult
from vision.grid.borders import FAINT, borders_inside, label_regions, side_strengths
from vision.grid.cells import ALONG, cell_colours
from vision.grid.continuation import MOST_RUN_ON, Sides
from vision.grid.lattice import Lattice
from vision.image import Floats, Image, to_lab
from vision.star_battle.classify import Cells

DEEP: Final = 0.2
"""Maximum depth, in cells, of the strips outside whose colours are examined; deeper ones could
contain other page content."""
SHALLOWEST_PX: Final = 3
"""Minimum depth of a margin or of parts of cells, in pixels: a shallower strip may be the blur of
the outermost line."""
LEAST_MARGIN_CELLS: Final = 0.1
"""Minimum depth of a margin, in cells: half of the thickest line, which a cut leaves, is 0.085."""
LEAST_END: Final = 0.3
"""Minimum strength (px of black) along a whole side for the board to end there: three times that of
noise."""
FILLED: Final = 3
"""Minimum number of sides at the picture's edge for a picture that was cropped to the board: cuts
take two."""
LEAST_ENDED: Final = 0.5
"""Minimum fraction of the cells along a side that a frame or another colour ends; a cell may have
the page's colour."""
PLAIN: Final = 4.0
"""Maximum difference (L*a*b*) along a plain margin: half of that between cells and the faintest
lines."""
ONE_GROUND: Final = 10.0
"""Maximum difference (L*a*b*) along the background at one side: real backgrounds have up to 2,
parts of cells 30 and more."""
FRAME: Final = 1.25
"""Minimum ratio of a frame to the lines inside regions: it is 1.0 if all lines are alike, 1.4 with
a frame."""
BORDER: Final = 0.75
"""Minimum ratio of a frame to the lines between regions: the weakest frames have 0.9, boards
without a frame 0.6."""
SAME_COLOUR: Final = 4.0
"""Maximum difference (L*a*b*) between cells of one region's colour."""
LESS: Final = 0.45
"""Maximum fraction of a frame that remains if the picture cuts a board along a line; cropped frames
keep 0.48."""


def extent_confidence(
    image: Image, lattice: Lattice, cells: Cells, regions: RegionResult, near: Sides
) -> float:
    """Return the confidence, 0…1, that a board of N rows and N columns ends where its grid does.

    ``near`` are the sides where the grid ends at the picture's edge, or too close to it to see
    lines outside.
    """
    sides = side_strengths(image, lattice, cells.colours)
    ended = [float(np.mean(side >= LEAST_END)) >= LEAST_ENDED for side in sides]
    # Lines between cells show where the board ends if nothing else does.
    bare = (
        float(np.median(cells.trace.values()[borders_inside(label_regions(regions.grid))]))
        < LINE_FLOOR
    )
    if bare and not all(end or close for end, close in zip(ended, near, strict=True)):
        return 0.0
    # Visible parts of the next cells are evidence that no frame outweighs.
    outer = _outer_colours(cells.colours)
    if any(_cells_beyond(image, lattice, side, outer[side]) for side, on in enumerate(near) if on):
        return 0.0
    plain = [
        _margin(image, lattice, side, strengths, inside) if on else None
        for side, (on, strengths, inside) in enumerate(zip(near, sides, outer, strict=True))
    ]
    if not _differ(plain):
        near = _each(near, tuple(margin is None for margin in plain))
    loose = _each(near, tuple(not side for side in regions.framed))
    if not _on_both_axes(near) or not any(loose):
        return 1.0
    filling = sum(near) >= FILLED
    if regions.frame_expected or _on_both_axes(_each(loose, _less_framed(cells, regions.grid))):
        counted = not any(
            "#" in row for row in regions.grid
        )  # no count of regions confirms a board with walls
        return UNFRAMED_CONFIDENCE if filling and counted else 0.0
    if not _on_both_axes(loose):
        return 1.0
    return FILLING_CONFIDENCE if filling else UNFRAMED_CONFIDENCE


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
    own = colours[inner]
    beside = colours[around]
    same = beside[np.linalg.norm(beside[:, None] - own, axis=2).min(axis=1) <= SAME_COLOUR]
    return len(same) > 0 and float(np.linalg.norm(same - same[0], axis=1).max()) > ONE_GROUND


def _usual_lines(cells: Cells, grid: tuple[str, ...]) -> tuple[float, float]:
    """Return the median strengths of the lines inside and between regions."""
    strengths, within = cells.line.values(), borders_inside(label_regions(grid))
    return float(np.median(strengths[within])), float(np.median(strengths[~within]))


def _on_both_axes(sides: Sides) -> bool:
    """Return True if a side of each axis is set."""
    left, top, right, bottom = sides
    return (left or right) and (top or bottom)


def _each(sides: tuple[bool, ...], others: tuple[bool, ...]) -> Sides:
    """Return the sides that are set in both."""
    left, top, right, bottom = (one and other for one, other in zip(sides, others, strict=True))
    return left, top, right, bottom


def _less_framed(cells: Cells, grid: tuple[str, ...]) -> tuple[bool, ...]:
    """Return True for the sides with at most half of the frame of another side, and no more than
    between cells."""
    thin, thick = _usual_lines(cells, grid)
    thickest = max(cells.frame)
    least = min(LESS * thickest, (thin + thick) / 2)
    has_frame = thickest >= max(BORDER * thick, FRAME * thin)
    return tuple(has_frame and strength < least for strength in cells.frame)


def _outer_colours(colours: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Return the colours of the outermost cells: left, top, right, bottom."""
    return colours[:, 0], colours[0], colours[:, -1], colours[-1]


def _margin(
    image: Image, lattice: Lattice, side: int, strengths: Floats, outer: Floats
) -> Floats | None:
    """Return the colour of a plain strip outside a side (numbered clockwise from the left) where
    the board ends, or None.

    ``strengths`` are those of the line beside each outermost cell, ``outer`` the colours of these
    cells (K, 3). Whether a cell of the strip's colour ends there can't be seen.
    """
    strip = _strip(image, lattice, side)[0]
    if strip.shape[1] < max(SHALLOWEST_PX, LEAST_MARGIN_CELLS * lattice.pitch):
        return None
    along = np.median(to_lab(strip), axis=1)
    colour = np.median(along, axis=0)
    plain = np.linalg.norm(along - colour, axis=1).max() <= PLAIN
    ends = strengths >= LEAST_END
    unseen = np.linalg.norm(outer - colour, axis=1) <= PLAIN
    ended = ends.mean() >= LEAST_ENDED and bool((ends | unseen).all())
    return np.asarray(colour, np.float32) if plain and ended else None


def _differ(margins: list[Floats | None]) -> bool:
    """Return True if margins have different colours, as parts of cells and of a frame have."""
    colours = [margin for margin in margins if margin is not None]
    return bool(colours and np.ptp(colours, axis=0).max() > ONE_GROUND)


def _cells_beyond(image: Image, lattice: Lattice, side: int, outer: Floats) -> bool:
    """Return True if colours just outside a side (numbered clockwise from the left) differ from
    cell to cell.

    Lines between cells of one colour show that there are more cells too. ``outer`` are the colours
    of the outermost cells (K, 3).
    """
    strip, ends = _strip(image, lattice, side)
    if strip.shape[1] < SHALLOWEST_PX:
        return False
    colours = np.array([_colour(strip, *cell) for cell in pairwise(ends)])
    usual = np.median(colours, axis=0)
    # The rest of a thick frame is unlike all cells; compression leaves a little of their colours.
    contrast = float(np.median(np.linalg.norm(outer - usual, axis=1)))
    ground = max(ONE_GROUND, FAINT * contrast)
    if np.linalg.norm(colours - usual, axis=1).max() > ground:
        return True
    along = np.linalg.norm(np.median(to_lab(strip), axis=1) - usual, axis=1)
    lines = [
        along[max(0, round(float(end)) - 1) : round(float(end)) + 2].max(initial=0)
        for end in ends[1:-1]
    ]
    return float(np.mean(np.array(lines) > ground)) > MOST_RUN_ON


def _strip(image: Image, lattice: Lattice, side: int) -> tuple[Image, Floats]:
    """Return the pixels outside a side, along it and then across, and the ends of the cells along
    it."""
    x0, y0, x1, y1 = lattice.box
    ways = (image, lattice.ys, x0, x1), (image.transpose(1, 0, 2), lattice.xs, y0, y1)
    across, lines, first, last = ways[side % 2]
    reach = max(SHALLOWEST_PX, round(DEEP * lattice.pitch))
    strip = (
        across[:, max(0, first - reach) : max(0, first)]
        if side < 2
        else across[:, last : last + reach]
    )
    start = max(0, round(float(lines[0])))
    return strip[start : max(start, round(float(lines[-1])))], lines - start


def _colour(strip: Image, start: float, end: float) -> Floats:
    """Return the median colour beside a cell that extends from ``start`` to ``end``."""
    first, last = (round(start + part * (end - start)) for part in ALONG)
    return np.asarray(
        np.median(to_lab(strip[max(0, first) : max(0, first) + last - first]), axis=(0, 1)),
        np.float32,
    )
