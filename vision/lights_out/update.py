"""Update of a known board of lamps from a new picture; it has to be cheap, since it runs after each press."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from solvers.lights_out import NO_LAMP, STATES
from vision.blobs.outlines import CONTRASTS, find_outlines
from vision.errors import AmbiguousBoard, BoardNotFound
from vision.grid.lattice import Lattice
from vision.image import Bools, Floats, Image, Places
from vision.lights_out.lamp_grid import find_lamp_grids, lamps_seen
from vision.lights_out.lamp_patches import insets, lamp_patches
from vision.lights_out.plausibility import WIDE
from vision.lights_out.states import mean_colours
from vision.reading import Colour, Reading

STILL_THERE: Final = 0.7
"""Minimum fraction of lamps with visible outlines if the board has not moved."""
PLAIN: Final = 6.0
"""Maximum difference (L*a*b*) between the samples of a lamp without a drawing or a crossing line."""
STRANGE: Final = 0.4
"""Maximum distance of a colour from the nearest known colour, as a fraction of that to the second nearest."""
STRANGE_ALONE: Final = 12.0
"""Maximum distance (L*a*b*) of a colour from the only known colour."""


def update_lamps(image: Image, reading: Reading, *, learn: bool = False) -> Reading:
    """Read the present states of known lamps.

    With ``learn``, a lamp of an unknown colour adds a state. Raises BoardNotFound if the board is gone,
    AmbiguousBoard if a lamp has an unknown colour that can't be learned.
    """
    lattice = Lattice(np.array(reading.xs, np.float32), np.array(reading.ys, np.float32), reading.box)
    there = np.array([[state != NO_LAMP for state in row] for row in reading.grid])
    if not (_has_outlines(image, lattice, there) or _is_plain(image, lattice, there, reading)):
        lattice = _moved(image, lattice, there)
    xs, ys = tuple(map(float, lattice.xs)), tuple(map(float, lattice.ys))
    colours = mean_colours(lamp_patches(image, lattice), reading.part)
    return _with_states(colours, there, replace(reading, xs=xs, ys=ys, box=lattice.box), learn=learn)


def _has_outlines(image: Image, lattice: Lattice, there: Bools) -> bool:
    """Return True if the outlines of most lamps are in place; edges hidden by a glow need a higher contrast."""
    x0, y0, x1, y1 = lattice.box
    if x0 < 0 or y0 < 0 or x1 > image.shape[1] or y1 > image.shape[0]:
        return False
    left, top = max(0, x0 - 2), max(0, y0 - 2)
    part, near = image[top : y1 + 2, left : x1 + 2], lattice.moved(-left, -top)
    seen = np.zeros_like(there)
    for contrast in CONTRASTS:
        seen |= lamps_seen(find_outlines(part, contrast), near)
        if seen[there].mean() >= STILL_THERE:
            return True
    return False


def _is_plain(image: Image, lattice: Lattice, there: Bools, reading: Reading) -> bool:
    """Return True if touching lamps are plain and most have known colours; touching lamps have no own outlines."""
    if max(insets(lattice)) >= WIDE:
        return False
    patches = lamp_patches(image, lattice)
    plain = float(np.nanmax(np.ptp(patches, axis=(2, 3))[there])) <= PLAIN
    colours = mean_colours(patches, reading.part)[there]
    is_known = _nearest_states(colours, list(reading.looks)) >= 0
    return plain and bool(is_known.mean() >= STILL_THERE)


def _moved(image: Image, before: Lattice, there: Bools) -> Lattice:
    """Return the lattice of the lamps' new position, with the same rows and columns as before."""
    for contrast in CONTRASTS:
        for grid in find_lamp_grids(find_outlines(image, contrast)):
            if np.array_equal(grid.there, there):
                return grid.lattice
    what = f"the {before.rows}x{before.cols} lamps"
    raise BoardNotFound(f"{what} are no longer there", hint="start again with the board that is there now")


def _with_states(colours: Floats, there: Bools, reading: Reading, *, learn: bool) -> Reading:
    """Return the reading with the states given by the lamps' colours (rows, cols, 3)."""
    known, seen = list(reading.looks), colours[there]
    states = _nearest_states(seen, known)
    for number in np.flatnonzero(states < 0):
        states[number] = _nearest_states(seen[number : number + 1], known)[0]  # others may have been learned
        if states[number] < 0:
            if not learn or (None not in known and len(known) == len(STATES)):
                row, col = np.argwhere(there)[number]
                message = f"the lamp in row {row + 1}, column {col + 1} has an unknown colour"
                raise AmbiguousBoard(message, hint="take the picture again once the page has stopped changing")
            states[number] = _add_state(known, seen[number])
    shown = np.full(there.shape, NO_LAMP)
    shown[there] = np.array([*STATES])[states]
    return replace(reading, grid=tuple("".join(row) for row in shown), looks=tuple(known))


def _nearest_states(colours: Floats, known: list[Colour | None]) -> Places:
    """Return the state with each of these colours (N, 3); -1 for an unknown colour."""
    states = [state for state, colour in enumerate(known) if colour is not None]
    looks = np.array([known[state] for state in states], np.float32)
    distances = np.linalg.norm(colours[:, None] - looks[None], axis=2)
    nearest = distances.argmin(axis=1)
    ordered = np.sort(distances, axis=1)
    most = STRANGE * ordered[:, 1] if len(states) > 1 else np.full(len(colours), STRANGE_ALONE)
    return np.where(ordered[:, 0] <= most, np.array(states)[nearest], -1)


def _add_state(known: list[Colour | None], colour: Floats) -> int:
    """Add a new state to ``known`` and return its number: that of a state not seen yet, or the next number."""
    state = known.index(None) if None in known else len(known)
    known[state : state + 1] = [(float(colour[0]), float(colour[1]), float(colour[2]))]
    return state
