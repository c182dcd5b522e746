"""Lamps measured on a grid: which places hold a lamp, the state of each, and how many differ from
their state."""

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.box_grids import BoxGrid
from vision.confidence import (
    FAR_APART,
    FEWEST_LAMPS_ALIKE,
    FEWEST_VARIED,
    MOST_ODD_LAMPS,
    VARIED_CONFIDENCE,
)
from vision.errors import CROP_HINT, WHOLE_HINT, AmbiguousBoard, BoardCutOff, BoardNotFound
from vision.grid.cell_patches import ACROSS, sample_lamps
from vision.image import Bools, Floats, Image, Places, visible_quantiles
from vision.lights_out.lit_state import TWO_HINT
from vision.lights_out.states import (
    INNER,
    WIDE_GAP,
    LampStates,
    find_states,
)
from vision.lights_out.surroundings import gap_colour, ground_colour

SAME_PATCH: Final = (3.0, 10.0)
"""Range of the maximum difference (L*a*b*) between patches of one state; within it, half the
distance of the states.

The difference is taken at the most different samples; a digit causes 5 and more.
"""
WHERE_LARGEST: Final = 0.97
"""Quantile of the differences at all samples of a lamp; a small digit fills only a few hundredths
of it."""
SHIFT: Final = 0.3
"""Part of a sample by which a lamp may lie beside its place: a pixel of lamps of 33 px."""
IN_GLOW: Final = 3
"""Number of samples at the side of a lamp that a glowing neighbour may reach."""
BARE: Final = 2.5
"""Maximum difference (L*a*b*) between an empty place and the page around the lamps."""
MOST_BARE: Final = 0.75
"""Fraction of a lamp's samples that have the page's colour if the lamp has; lines may cross the
others."""
GLOW: Final = 25.0
"""Maximum difference (L*a*b*) between most of a hole and the page: lamps beside the hole may
glow."""
CLEARLY: Final = 2.0
"""Ratio of the difference from the page to that from a lamp for a place to hold a lamp clearly, and
of that from a lamp to that from the page for a hole."""
ONE_STATE: Final = ("all", "none")
"""Values of the ``lit`` keyword for lamps that are all in one state."""


@dataclass(frozen=True, slots=True)
class MeasuredLamps:
    """Grid of lamps and their states; ``odd`` is the fraction of lamps that look different from
    others of their state."""

    grid: BoxGrid
    states: LampStates
    odd: float

    @property
    def confidence(self) -> float:
        """Certainty of the states, 0…1: from the ratio of the distance between states to that
        within a state."""
        most = VARIED_CONFIDENCE if self.odd > MOST_ODD_LAMPS else 1.0
        return min(1 - 1 / self.states.gap**2, most)


def measure_lamps(what: str, image: Image, grid: BoxGrid) -> MeasuredLamps:
    """Return the states of the cells of a grid.

    Raises BoardNotFound if they are not lamps, BoardCutOff if they extend beyond the picture.
    """
    patches = sample_lamps(image, grid.lattice)
    if np.isnan(patches[grid.there]).any():
        raise BoardCutOff(f"{what} run out of the picture", hint=WHOLE_HINT)
    states = find_states(patches, grid.there)
    # Pictures have as many appearances as cells; states repeat.
    if states is None or len(states.colours) > max(2, grid.count / FEWEST_LAMPS_ALIKE):
        raise BoardNotFound(f"{what} differ too much to be in a few states", hint=CROP_HINT)
    if len(states.colours) > 2 and states.gap < WIDE_GAP:
        raise BoardNotFound(
            f"{what} have colours that are not clearly separate states", hint=CROP_HINT
        )
    strangeness = _measure_strangeness(patches, states)
    odd = float(np.mean(strangeness[grid.there] > limit_difference(states)))
    fewest = int(np.bincount(states.labels[grid.there]).min())
    # Letters and pictures vary within a state too, unless the states are far apart.
    if odd > MOST_ODD_LAMPS and (states.distance < FAR_APART or fewest < FEWEST_VARIED):
        raise BoardNotFound(f"{what} all look different", hint=CROP_HINT)
    return MeasuredLamps(grid, states, odd)


def limit_difference(states: LampStates) -> float:
    """Return the maximum difference (L*a*b*) between patches of one state."""
    least, most = SAME_PATCH
    return min(max(states.distance / 2, least), most)


def _measure_strangeness(patches: Floats, states: LampStates) -> Floats:
    """Return the largest difference between each patch (rows, cols) and the typical patch of its
    state.

    The glow of lamps of another state is no difference: near their sides all samples are left out,
    and farther inside what changes smoothly.
    """
    off = _subtract_states(patches, states)
    strange = _measure_largest(off)
    # Only these may still be alike once what is smooth is gone: the fit is slow.
    for row, col in np.argwhere(strange > SAME_PATCH[0]).tolist():
        rest = off[row, col] - _fit_smooth_surface(off[row, col])
        strange[row, col] = _measure_largest(rest)
    return strange


def _subtract_states(patches: Floats, states: LampStates) -> Floats:
    """Return the patches (rows, cols, N, N, 3) less the typical patch of their state, without rims.

    Samples near lamps of another state are NaN: these may glow.
    """
    ranges = np.stack([_allow_for_shift(patch) for patch in states.patches])
    lowest, highest = ranges[states.labels].transpose(2, 0, 1, 3, 4, 5)
    off = patches - np.clip(patches, lowest, highest)
    for state in range(len(states.colours)):
        off[_find_glow(states.labels, state)] = np.nan
    return off[:, :, INNER, INNER]


def _allow_for_shift(patch: Floats) -> tuple[Floats, Floats]:
    """Return the lowest and the highest values of a patch (N, N, 3) that lies a pixel beside its
    place: its edges differ by as much from lamp to lamp."""
    around = np.ones((3, 3), np.uint8)
    lowest = patch + SHIFT * (cv2.erode(patch, around) - patch)
    highest = patch + SHIFT * (cv2.dilate(patch, around) - patch)
    return lowest, highest


def _measure_largest(off: Floats) -> Floats:
    """Return the ``WHERE_LARGEST`` quantile of the differences of each patch (…, N, N, 3)."""
    distances = np.linalg.norm(off, axis=-1)
    samples = distances.reshape(-1, distances.shape[-1] ** 2)
    return visible_quantiles(samples, WHERE_LARGEST).reshape(distances.shape[:-2])


def _fit_smooth_surface(off: Floats) -> Floats:
    """Return the cubic surface that is nearest to a patch (N, N, 3) in the places that are not
    NaN."""
    across = np.linspace(-1, 1, len(off), dtype=np.float32)
    x, y = np.meshgrid(across, across)
    one = np.ones_like(x)
    powers = [one, y, y**2, y**3, x, x * y, x * y**2, x**2, x**2 * y, x**3]
    terms = np.stack(powers, axis=-1)
    seen = np.isfinite(off[..., 0])
    return np.asarray(terms @ np.linalg.lstsq(terms[seen], off[seen])[0], np.float32)


def _find_glow(labels: Places, state: int) -> Bools:
    """Return True for the samples (rows, cols, ACROSS, ACROSS) near a lamp of this state, in a lamp
    of another one."""
    rows, cols = labels.shape
    shining = np.kron(labels == state, np.ones((ACROSS, ACROSS), np.uint8))
    reached = cv2.dilate(shining, np.ones((2 * IN_GLOW + 1,) * 2, np.uint8))
    near = (reached > shining).reshape(rows, ACROSS, cols, ACROSS)
    return near.transpose(0, 2, 1, 3)


def resolve_holes(what: str, image: Image, grid: BoxGrid, foreground: str) -> BoxGrid:
    """Return the grid with lamps that have no outline, and without holes that have one from the
    gaps between lamps.

    Lamps without an outline have the colour of the page or of the lines. Raises AmbiguousBoard if a
    place may be a hole or a lamp: if only one state is visible, the other may look like the page.
    """
    if grid.there.all():
        return grid
    states = measure_lamps(what, image, grid).states
    patches = sample_lamps(image, grid.lattice)
    ground = ground_colour(image, grid.lattice)
    pages = [ground]
    # What lies between the lamps may not be the page's colour round them, as in a panel.
    between = gap_colour(image, grid.lattice, np.ones_like(grid.there))
    if between is not None and not any(_are_alike(typical, between) for typical in states.patches):
        pages.append(between)
    off_page = np.min([_measure_difference(patches, page) for page in pages], axis=0)
    off = np.min([np.linalg.norm(patches - page, axis=-1) for page in pages], axis=0)
    # A state in the page's colour can't be told from a place without a lamp.
    lamps = [typical for typical in states.patches if not _are_alike(typical, ground)]
    differences = [_measure_difference(patches, typical) for typical in lamps]
    off_lamp = np.min(differences, axis=0) if lamps else np.full(grid.there.shape, np.inf)
    there = grid.there | (CLEARLY * off_lamp < off_page)
    is_hole = (off_page <= BARE) | (CLEARLY * off_page < off_lamp)
    odd = ~there & ~(is_hole & (np.quantile(off, MOST_BARE, axis=(2, 3)) <= GLOW))
    if odd.any():
        row, col = np.argwhere(odd)[0].tolist()
        raise AmbiguousBoard(
            f"row {row + 1}, column {col + 1} of {what} may hold a lamp or not", hint=TWO_HINT
        )
    if there.all():
        return replace(grid, there=there)
    # No other state is left for bare places if both are seen, or only one is wanted.
    if len(lamps) > 1 or foreground in ONE_STATE:
        there &= ~(off_page <= BARE)
        if not there.any():
            raise BoardNotFound(f"{what} look like the page around them", hint=CROP_HINT)
        return replace(grid, there=there)
    if foreground in ("auto", "any"):
        raise AmbiguousBoard(
            f"places without a lamp among {what} may be lamps in the page's colour", hint=TWO_HINT
        )
    return replace(grid, there=there | (off_page <= BARE))


def _are_alike(typical: Floats, colour: Floats) -> bool:
    """Return True if most of a lamp has a colour of the page."""
    return bool(np.quantile(np.linalg.norm(typical - colour, axis=2), MOST_BARE) <= BARE)


def _measure_difference(patches: Floats, typical: Floats) -> Floats:
    """Return the difference (rows, cols) from a typical patch or a colour in the middle of a place,
    which a neighbour's glow hardly reaches."""
    off = np.linalg.norm(patches - typical, axis=-1)
    middle = slice(IN_GLOW, ACROSS - IN_GLOW)
    return np.asarray(off[..., middle, middle].max(axis=(-2, -1)), np.float32)
