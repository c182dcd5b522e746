"""Lamps that were read before, looked at again: cheap, for it happens after each press."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from solvers.lights_out import NO_LAMP, STATES
from vision.blobs.outlines import CONTRASTS, find_outlines
from vision.blobs.patches import insets, lamp_faces
from vision.blobs.states import mean_looks
from vision.errors import AmbiguousBoard, BoardNotFound
from vision.grid.board import Lattice
from vision.image import Bools, Floats, Image
from vision.lights_out.lamp_grid import find_sites, seen_at
from vision.lights_out.plausibility import WIDE
from vision.reading import Colour, Reading

STILL_THERE: Final = 0.7
"""Least part of the lamps whose outlines are seen where the board still is in its place."""
PLAIN: Final = 6.0
"""Largest difference (L*a*b*) of the places of a lamp in which nothing is drawn, and that nothing cuts through."""
STRANGE: Final = 0.4
"""Largest distance of a look from a known one, as part of that to the next known one."""
STRANGE_ALONE: Final = 12.0
"""Largest distance (L*a*b*) of a look from the only known one."""


def reread_lamps(image: Image, reading: Reading, *, learn: bool = False) -> Reading:
    """The states of known lamps now; a look that is not known becomes a state if it may be learned."""
    lattice = Lattice(np.array(reading.xs, np.float32), np.array(reading.ys, np.float32), reading.box)
    there = np.array([[state != NO_LAMP for state in row] for row in reading.grid])
    if not (_still_there(image, lattice, there) or _runs_together(image, lattice, there, reading)):
        lattice = _moved(image, lattice, there)
    xs, ys = tuple(map(float, lattice.xs)), tuple(map(float, lattice.ys))
    looks = mean_looks(lamp_faces(image, lattice), reading.part)
    return _named(looks, there, replace(reading, xs=xs, ys=ys, box=lattice.box), learn=learn)


def _still_there(image: Image, lattice: Lattice, there: Bools) -> bool:
    """Whether the outlines of most lamps are seen in their places; edges hidden by a glow show at a higher contrast."""
    x0, y0, x1, y1 = lattice.box
    if x0 < 0 or y0 < 0 or x1 > image.shape[1] or y1 > image.shape[0]:
        return False
    left, top = max(0, x0 - 2), max(0, y0 - 2)
    part, near = image[top : y1 + 2, left : x1 + 2], lattice.moved(-left, -top)
    seen = np.zeros_like(there)
    for contrast in CONTRASTS:
        seen |= seen_at(find_outlines(part, contrast), near)
        if seen[there].mean() >= STILL_THERE:
            return True
    return False


def _runs_together(image: Image, lattice: Lattice, there: Bools, reading: Reading) -> bool:
    """Whether all lamps are still plain, and most as they were: those that touch have no outlines of their own."""
    if max(insets(lattice)) >= WIDE:
        return False
    faces = lamp_faces(image, lattice)
    plain = float(np.nanmax(np.ptp(faces, axis=(2, 3))[there])) <= PLAIN
    looks = mean_looks(faces, reading.part)[there]
    return plain and bool(np.mean([_nearest(look, list(reading.looks)) is not None for look in looks]) >= STILL_THERE)


def _moved(image: Image, before: Lattice, there: Bools) -> Lattice:
    """Where lamps in such rows and columns are now."""
    for contrast in CONTRASTS:
        for sites in find_sites(find_outlines(image, contrast)):
            if np.array_equal(sites.there, there):
                return sites.lattice
    what = f"the {before.rows}x{before.cols} lamps"
    raise BoardNotFound(f"{what} are not there any more", hint="start over with what is there now")


def _named(looks: Floats, there: Bools, reading: Reading, *, learn: bool) -> Reading:
    known = list(reading.looks)
    rows = [[NO_LAMP] * reading.cols for _ in range(reading.rows)]
    for row, col in np.argwhere(there).tolist():
        state = _nearest(looks[row, col], known)
        if state is None:
            if not learn or (None not in known and len(known) == len(STATES)):
                message = f"the lamp in row {row + 1}, column {col + 1} looks as none did before"
                raise AmbiguousBoard(message, hint="take the picture again, once the page stands still")
            state = _learned(known, looks[row, col])
        rows[row][col] = STATES[state]
    return replace(reading, grid=tuple("".join(row) for row in rows), looks=tuple(known))


def _nearest(look: Floats, known: list[Colour | None]) -> int | None:
    """The state that looks so; None if none does."""
    ranked = sorted((float(np.linalg.norm(look - np.array(old))), s) for s, old in enumerate(known) if old is not None)
    distance, state = ranked[0]
    most = STRANGE * ranked[1][0] if len(ranked) > 1 else STRANGE_ALONE
    return state if distance <= most else None


def _learned(known: list[Colour | None], look: Floats) -> int:
    """The number of a state that is new: that of one not seen yet, or the next."""
    state = known.index(None) if None in known else len(known)
    known[state : state + 1] = [(float(look[0]), float(look[1]), float(look[2]))]
    return state
