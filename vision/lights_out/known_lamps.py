"""Present states of lamps whose board is known, from a new picture."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from solvers.lights_out import NO_LAMP, STATES
from vision.blobs import CONTRASTS, find_outlines
from vision.errors import AmbiguousBoard, BoardNotFound
from vision.grid.lattice import Lattice
from vision.image import Bools, Floats, Image
from vision.known_sites import (
    STILL_THERE,
    are_in_picture,
    as_colour,
    find_kinds,
    have_outlines,
    locate_sites,
)
from vision.lights_out.lamp_grid import (
    WIDE,
    find_lamp_grids,
    measure_insets,
    measure_mean_colours,
    sample_lamps,
)
from vision.reading import Reading

PLAIN: Final = 6.0
"""Maximum difference (L*a*b*) between the samples of a lamp without a drawing or a crossing
line."""


def update_lamps(image: Image, reading: Reading, *, learn: bool = False) -> Reading:
    """Read the present states of known lamps.

    With ``learn``, a lamp of an unknown colour adds a state. Raises BoardNotFound if the board is
    gone, AmbiguousBoard if a lamp has an unknown colour that can't be learned.
    """
    there = np.array([[state != NO_LAMP for state in row] for row in reading.grid])
    lattice = Lattice(
        np.array(reading.xs, np.float32), np.array(reading.ys, np.float32), reading.box
    )
    patches = sample_lamps(image, lattice)
    if not _are_still_there(image, reading, lattice, patches, there):
        lattice = _find_moved(image, reading, there)
        patches = sample_lamps(image, lattice)
    colours = measure_mean_colours(patches, reading.part)[there]
    xs, ys = tuple(map(float, lattice.xs)), tuple(map(float, lattice.ys))
    reading = replace(reading, xs=xs, ys=ys, box=lattice.box)
    return _with_states(colours, there, reading, learn=learn)


def _are_still_there(
    image: Image, reading: Reading, lattice: Lattice, patches: Floats, there: Bools
) -> bool:
    """Return True if most lamps have outlines; lamps that touch and have none of their own, if they
    are plain and most have known colours."""
    _, middles, step = locate_sites(reading)
    if not are_in_picture(image, middles):
        return False
    if have_outlines(image, middles, step):
        return True
    if max(measure_insets(lattice)) >= WIDE:
        return False
    colours = measure_mean_colours(patches, reading.part)[there]
    is_known = find_kinds(colours, reading.looks, len(reading.looks)) >= 0
    is_plain = np.ptp(patches[there], axis=(1, 2)).max() <= PLAIN
    return bool(is_plain and is_known.mean() >= STILL_THERE)


def _find_moved(image: Image, reading: Reading, there: Bools) -> Lattice:
    """Return the lattice of the lamps' new position, with the same rows and columns as before."""
    for contrast in CONTRASTS:
        for grid in find_lamp_grids(find_outlines(image, contrast)):
            if np.array_equal(grid.there, there):
                return grid.lattice
    raise BoardNotFound(
        f"the {reading.rows}x{reading.cols} lamps are no longer there",
        hint="start again with the board that is there now",
    )


def _with_states(colours: Floats, there: Bools, reading: Reading, *, learn: bool) -> Reading:
    """Return the reading with the states given by the colours (N, 3) of its lamps."""
    looks = list(reading.looks)
    states = find_kinds(colours, looks, len(looks))
    while (states < 0).any():
        number = int(states.argmin())
        if None not in looks:
            looks.append(None)
        if not learn or len(looks) > len(STATES):
            row, col = np.argwhere(there)[number].tolist()
            raise AmbiguousBoard(
                f"the lamp in row {row + 1}, column {col + 1} has an unknown colour",
                hint="take the picture again once the page has stopped changing",
            )
        # The first state not seen yet, or the next one, has this colour.
        looks[looks.index(None)] = as_colour(colours[number])
        states = np.where(states < 0, find_kinds(colours, looks, len(looks)), states)
    shown = np.full(there.shape, NO_LAMP)
    shown[there] = np.array([*STATES])[states]
    return replace(reading, grid=tuple("".join(row) for row in shown), looks=tuple(looks))
