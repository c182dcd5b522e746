"""Reasons to refuse a grid of lamps: it could also be a chess board, a crossword, a calendar or a
drawing."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Final

import numpy as np

from vision.confidence import (
    FARTHER_APART,
    FEW_ODD_LAMPS,
    LEAST_CHEQUERED,
    LEAST_TURNED,
    LEAST_VARIED,
    LINE_FLOOR,
)
from vision.errors import CROP_HINT, WHOLE_HINT, AmbiguousBoard, BoardCutOff, BoardNotFound
from vision.grid.borders import are_two_widths, line_borders
from vision.grid.cells import cell_colours
from vision.grid.lattice import Lattice
from vision.image import Bools, Floats, Image
from vision.lights_out.lamp_grid import ACROSS, measure_insets, sample_lamps
from vision.lights_out.measured_lamps import SAME_PATCH, WHERE_LARGEST, MeasuredLamps
from vision.lights_out.states import RIM_SAMPLES, LampStates, are_steps
from vision.reading import Colour

WIDE: Final = 0.02
"""Minimum space between a lamp and its cell's border for a gap, in cells; half of a thin line is
less."""
WIDE_LINE: Final = 0.05
"""Minimum space between a cell's colour and its border for a gap, not a line, between cells that
may be blocks."""
COLOURED: Final = 20.0
"""Minimum chroma of a coloured cell; walls are black or grey, and open cells white."""
BORDER_PX: Final = 1
"""Maximum distance from the picture's border at which a board may continue beyond the picture."""
COMMON_GROUND: Final = 12.0
"""Maximum difference (L*a*b*) between the rims of two states with a common ground: bulbs that reach
the rim give 11, lamps that light up as a whole 33 and more."""
DRAWN: Final = 7.0
"""Minimum difference (L*a*b*) between a thing in a cell and the ground."""
LEAST_COMMON: Final = 0.6
"""Minimum common part of the outlines of one thing in two states: lit and unlit bulbs have 0.9."""
LAMPS_HINT: Final = "if they are lamps: --puzzle lights-out"


def refuse_other_things(what: str, image: Image, lamps: MeasuredLamps) -> None:
    """Raise BoardNotFound for grids that can't be lamps: chess boards, and regions between lines of
    two widths."""
    labels, there = lamps.states.labels, lamps.grid.there
    row, col = np.indices(labels.shape)
    whole = len(lamps.states.colours) == 2 and there.all() and labels.size >= LEAST_CHEQUERED
    if whole and len(np.unique((labels + row + col) % 2)) == 1:
        raise BoardNotFound(f"{what} are the squares of a chess board", hint=CROP_HINT)
    if _has_two_line_widths(image, lamps):
        raise BoardNotFound(
            f"{what} have lines of two widths between them, like regions", hint=CROP_HINT
        )


def _has_two_line_widths(image: Image, lamps: MeasuredLamps) -> bool:
    """Return True if the lines between lamps of some state are of two widths, and both are
    frequent."""
    lattice, labels = lamps.grid.lattice, lamps.states.labels
    lines = line_borders(image, lattice, cell_colours(image, lattice)[0])[0]
    for state in range(len(lamps.states.colours)):
        here = labels == state
        right, below = here[:, 1:] & here[:, :-1], here[1:] & here[:-1]
        if are_two_widths(np.sort(lines.right[right])) or are_two_widths(
            np.sort(lines.below[below])
        ):
            return True
    return False


def refuse_separated(what: str, image: Image, lamps: MeasuredLamps) -> None:
    """Raise BoardNotFound for touching cells with lines between them or with something in them:
    they are not lamps."""
    lattice, labels = lamps.grid.lattice, lamps.states.labels
    lines = line_borders(image, lattice, cell_colours(image, lattice)[0])[0]
    inside = [lines.right[labels[:, 1:] == labels[:, :-1]], lines.below[labels[1:] == labels[:-1]]]
    separated = max((float(part.max()) for part in inside if part.size), default=0.0) > LINE_FLOOR
    if separated or lamps.odd or len(lamps.states.colours) != 2:
        raise BoardNotFound(f"{what} are the cells of something else", hint=CROP_HINT)


def refuse_uncertain(what: str, image: Image, lamps: MeasuredLamps) -> None:
    """Raise a ReadingError for grids that are lamps only if the puzzle is given.

    Without that, they may be the cells of a crossword or a calendar, a drawing, or a part of a
    larger board.
    """
    if _may_be_cut_off(image, lamps.grid.lattice):
        raise BoardCutOff(
            f"{what} end at the border of the picture", hint=f"{WHOLE_HINT}; {LAMPS_HINT}"
        )
    if _hold_other_things(lamps.states):
        raise AmbiguousBoard(f"{what} hold things of different shapes", hint=LAMPS_HINT)
    drawn = _all_drawn(sample_lamps(image, lamps.grid.lattice))
    walls = look_like_walls(lamps.grid.lattice, lamps.states.colours) or _are_blocks(image, lamps)
    if walls and not (drawn and lamps.grid.there.all()):
        raise AmbiguousBoard(
            f"{what} may be the cells of a board with walls, or a drawing", hint=LAMPS_HINT
        )
    if not are_steps(lamps.states.colours) or _has_pattern(lamps) or _is_varied(lamps, drawn=drawn):
        raise AmbiguousBoard(f"{what} may be the cells of something else", hint=LAMPS_HINT)


def _may_be_cut_off(image: Image, lattice: Lattice) -> bool:
    """Return True if the picture's border may hide a row or a column.

    A cut along one axis alone would leave fewer columns than rows, or more.
    """
    (height, width), (x0, y0, x1, y1) = image.shape[:2], lattice.box
    is_at_side = min(x0, width - x1) <= BORDER_PX
    is_at_end = min(y0, height - y1) <= BORDER_PX
    if is_at_side and is_at_end:
        return True
    return (is_at_side or is_at_end) and lattice.rows != lattice.cols


def _hold_other_things(states: LampStates) -> bool:
    """Return True if the cells of two states have one ground, but things of different outlines on
    it, or nothing: tents on a meadow, not bulbs that are lit or not."""
    rims = [_ring_colour(patch) for patch in states.patches]
    outlines = [
        _filled_outline(patch, rim) for patch, rim in zip(states.patches, rims, strict=True)
    ]
    for one, other in combinations(range(len(rims)), 2):
        if float(np.linalg.norm(rims[one] - rims[other])) > COMMON_GROUND:
            continue
        common = (outlines[one] & outlines[other]).sum()
        either = (outlines[one] | outlines[other]).sum()
        if common < LEAST_COMMON * either:
            return True
    return False


def _ring_colour(patch: Floats) -> Floats:
    """Return the usual colour of a lamp near its rim."""
    inner = patch[RIM_SAMPLES : ACROSS - RIM_SAMPLES, RIM_SAMPLES : ACROSS - RIM_SAMPLES]
    ring = np.concatenate([inner[0], inner[-1], inner[:, 0], inner[:, -1]])
    return np.asarray(np.median(ring, axis=0), np.float32)


def _filled_outline(patch: Floats, ground: Floats) -> Bools:
    """Return a mask of the samples of a thing on a ground, and of what it encloses."""
    inner = patch[RIM_SAMPLES : ACROSS - RIM_SAMPLES, RIM_SAMPLES : ACROSS - RIM_SAMPLES]
    drawn = np.linalg.norm(inner - ground, axis=-1) > DRAWN
    begun = np.logical_or.accumulate(drawn, axis=1)
    not_ended = np.logical_or.accumulate(drawn[:, ::-1], axis=1)[:, ::-1]
    return np.asarray(begun & not_ended, np.bool_)


def _has_pattern(lamps: MeasuredLamps) -> bool:
    """Return True for stripes, and for large grids that look the same upside down."""
    lit = lamps.states.labels == 1
    turned = lit.size >= LEAST_TURNED and np.array_equal(lit, lit[::-1, ::-1])
    striped = any((lit == lit.take([0], axis)).all() for axis in (0, 1))
    return turned or striped


def _is_varied(lamps: MeasuredLamps, *, drawn: bool) -> bool:
    """Return True if lamps of one state differ, and the states are not distinct enough to outweigh
    that."""
    rare = (
        np.bincount(lamps.states.labels[lamps.grid.there]).min() < LEAST_VARIED * lamps.grid.count
    )
    return lamps.odd > FEW_ODD_LAMPS and bool(
        rare or lamps.states.distance < FARTHER_APART or not drawn
    )


def look_like_walls(lattice: Lattice, colours: Iterable[Colour | None]) -> bool:
    """Return True if only thin lines separate the cells, and the cells are black, grey or white."""
    return max(measure_insets(lattice)) < WIDE and _chroma(colours) < COLOURED


def _are_blocks(image: Image, lamps: MeasuredLamps) -> bool:
    """Return True if the cells are black, grey or white, and thin lines separate all but the
    darkest, which merge."""
    lattice, dark = lamps.grid.lattice, lamps.states.labels == 0
    if max(measure_insets(lattice)) >= WIDE_LINE or _chroma(lamps.states.colours) >= COLOURED:
        return False
    lines = line_borders(image, lattice, cell_colours(image, lattice)[0])[0]
    merged = np.concatenate(
        [lines.right[dark[:, 1:] & dark[:, :-1]], lines.below[dark[1:] & dark[:-1]]]
    )
    return len(merged) > 0 and float(np.median(merged)) <= LINE_FLOOR


def _chroma(colours: Iterable[Colour | None]) -> float:
    return max(float(np.hypot(colour[1], colour[2])) for colour in colours if colour)


def _all_drawn(patches: Floats) -> bool:
    """Return True if something is drawn in every cell, unlike in a crossword."""
    off = np.linalg.norm(patches - np.median(patches, axis=(2, 3), keepdims=True), axis=4)
    inner = off[:, :, RIM_SAMPLES : ACROSS - RIM_SAMPLES, RIM_SAMPLES : ACROSS - RIM_SAMPLES]
    return bool(np.quantile(inner, WHERE_LARGEST, axis=(2, 3)).min() > SAME_PATCH[0])
