"""Lamps measured on a grid: which places hold a lamp, the state of each, and how many differ from
their state."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import Final

import numpy as np

from vision.confidence import (
    FAR_APART,
    FEWEST_LAMPS_ALIKE,
    FEWEST_VARIED,
    MOST_ODD_LAMPS,
    VARIED_CONFIDENCE,
)
from vision.errors import CROP_HINT, WHOLE_HINT, AmbiguousBoard, BoardCutOff, BoardNotFound
from vision.image import Bools, Floats, Image, Places, visible_quantiles
from vision.lights_out.lamp_grid import LampGrid
from vision.lights_out.lamp_patches import ACROSS, lamp_patches
from vision.lights_out.states import (
    RIM_SAMPLES,
    TWO_HINT,
    WIDE_GAP,
    LampStates,
    find_states,
)
from vision.lights_out.surroundings import gap_colour, ground_colour

SAME_PATCH: Final = (3.0, 10.0)
"""Range of the maximum difference (L*a*b*) between patches of one state, which is half the distance
of the states.

The difference is taken at the most different samples; a digit causes 5 and more.
"""
WHERE_LARGEST: Final = 0.97
"""Quantile of the differences at all samples of a lamp; a small digit fills only a few hundredths
of it."""
IN_GLOW: Final = 3
"""Number of samples at the side of a lamp that a glowing neighbour may reach."""
BARE: Final = 2.5
"""Maximum difference (L*a*b*) between an empty place and the page around the lamps."""
GLOW: Final = 25.0
"""Maximum difference (L*a*b*) between a hole's colour and the page's: lamps beside the hole may
glow."""
MOST_BARE: Final = 0.75
"""Fraction of a lamp's samples that have the page's colour if the lamp has; lines may cross the
others."""
LEAST_REACHED: Final = 0.2
"""Quantile of the differences at all samples of a place: that of the samples that a glow reaches
least."""
CLEARLY: Final = 2.0
"""Ratio of the difference from the page to that from a lamp for a place in a glow to hold a lamp
clearly."""
ONE_STATE: Final = ("all", "none")
"""Values of the ``lit`` keyword for lamps that are all in one state."""


@dataclass(frozen=True, slots=True)
class MeasuredLamps:
    """Grid of lamps, their states, and the fraction of lamps that look different from others of
    their state."""

    grid: LampGrid
    states: LampStates
    odd: float

    @property
    def rank(self) -> int:
        """Preference among several grids, lowest first: two states before one, uniform lamps before
        varied ones."""
        return 2 * (len(self.states.colours) == 1) + (self.odd > MOST_ODD_LAMPS)

    @property
    def confidence(self) -> float:
        """Certainty of the states, 0…1: from the ratio of the distance between states to that
        within a state."""
        most = VARIED_CONFIDENCE if self.odd > MOST_ODD_LAMPS else 1.0
        return min(1 - 1 / self.states.gap**2, most)


def measure_lamps(what: str, image: Image, grid: LampGrid) -> MeasuredLamps:
    """Return the states of the cells of a grid.

    Raises BoardNotFound if they are not lamps, BoardCutOff if they extend beyond the picture.
    """
    patches = lamp_patches(image, grid.lattice)
    if np.isnan(patches[grid.there]).any():
        raise BoardCutOff(f"{what} run out of the picture", hint=WHOLE_HINT)
    states = find_states(patches, grid.there)
    if states is None or len(states.colours) > max(2, grid.count / FEWEST_LAMPS_ALIKE):
        raise BoardNotFound(f"{what} differ too much to be in a few states", hint=CROP_HINT)
    if len(states.colours) > 2 and states.gap < WIDE_GAP:
        raise BoardNotFound(
            f"{what} have colours that are not clearly separate states", hint=CROP_HINT
        )
    odd = float(
        np.mean(
            _strangeness(patches, states)[grid.there] > np.clip(states.distance / 2, *SAME_PATCH)
        )
    )
    fewest = int(np.bincount(states.labels[grid.there]).min())
    if odd > MOST_ODD_LAMPS and (states.distance < FAR_APART or fewest < FEWEST_VARIED):
        raise BoardNotFound(f"{what} all look different", hint=CROP_HINT)
    return MeasuredLamps(grid, states, odd)


def _strangeness(patches: Floats, states: LampStates) -> Floats:
    """Return the largest difference between each patch (rows, cols) and the typical patch of its
    state.

    The glow of lamps of another state is no difference: near their sides all samples are left out,
    and farther inside what changes smoothly.
    """
    off = patches - np.stack(states.patches)[states.labels]
    for state in range(len(states.colours)):
        off[_near(states.labels, state)] = np.nan
    off = off[:, :, RIM_SAMPLES : ACROSS - RIM_SAMPLES, RIM_SAMPLES : ACROSS - RIM_SAMPLES]
    strange = _largest(off)
    for row, col in np.argwhere(strange > SAME_PATCH[0]).tolist():
        strange[row, col] = _largest(off[row, col] - _smooth(off[row, col]))
    return strange


def _largest(off: Floats) -> Floats:
    distances = np.linalg.norm(off, axis=-1)
    return visible_quantiles(
        distances.reshape(-1, distances.shape[-1] ** 2), WHERE_LARGEST
    ).reshape(distances.shape[:-2])


def _smooth(off: Floats) -> Floats:
    """Return the cubic surface that is nearest to a patch (N, N, 3) in the places that are not
    NaN."""
    across = np.linspace(-1, 1, len(off), dtype=np.float32)
    x, y = np.meshgrid(across, across)
    terms = np.stack([x**i * y**j for i in range(4) for j in range(4 - i)], axis=-1)
    seen = np.isfinite(off[..., 0])
    return np.asarray(terms @ np.linalg.lstsq(terms[seen], off[seen])[0], np.float32)


def _near(labels: Places, state: int) -> Bools:
    """Return True for the samples (rows, cols, ACROSS, ACROSS) near a lamp of this state, in a lamp
    of another one."""
    rows, cols = labels.shape
    near = np.zeros((rows, cols, ACROSS, ACROSS), np.bool_)
    beside = {-1: slice(0, IN_GLOW), 0: slice(None), 1: slice(ACROSS - IN_GLOW, ACROSS)}
    there = np.pad(labels == state, 1)
    for (down, vertical), (right, horizontal) in product(beside.items(), repeat=2):
        other = there[1 + down : 1 + down + rows, 1 + right : 1 + right + cols]
        near[other & (labels != state), vertical, horizontal] = True
    return near


def resolve_holes(what: str, image: Image, grid: LampGrid, foreground: str) -> LampGrid:
    """Return the grid with lamps that have no outline, and without holes that have one from the
    gaps between lamps.

    Lamps without an outline have the colour of the page or of the lines. Raises AmbiguousBoard if a
    place may be a hole or a lamp: if only one state is visible, the other may look like the page.
    """
    if grid.there.all():
        return grid
    states = measure_lamps(what, image, grid).states
    patches, ground = lamp_patches(image, grid.lattice), ground_colour(image, grid.lattice)
    typical = np.stack(states.patches)
    plain = np.quantile(np.linalg.norm(typical - ground, axis=3), MOST_BARE, axis=(1, 2)) <= BARE
    off, off_page = (
        np.stack([_difference(patches, patch) for patch in typical]),
        _difference(patches, ground),
    )
    like = (
        (off <= np.clip(states.distance / 2, *SAME_PATCH))
        & (off < off_page)
        & ~plain[:, None, None]
    )
    unlit = np.min(
        [_least_difference(patches, patch) for patch in typical[~plain]], axis=0, initial=np.inf
    )
    # What lies between the lamps may not be the page's colour round them, as in a panel.
    between = gap_colour(image, grid.lattice)
    bare = np.minimum(_least_difference(patches, ground), _least_difference(patches, between))
    seen = grid.there | like.any(axis=0) | (CLEARLY * unlit < bare)
    there = _resolve_bare(what, seen, off_page <= BARE, int((~plain).sum()), foreground)
    middles = np.median(patches, axis=(2, 3))
    off_ground = np.linalg.norm(middles - ground, axis=2)
    off_between = np.linalg.norm(middles - between, axis=2)
    odd = ~there & (np.minimum(off_ground, off_between) > GLOW)
    odd |= ~there & (off_page > BARE) & (unlit <= bare + BARE)
    if odd.any():
        row, col = np.argwhere(odd)[0].tolist()
        raise AmbiguousBoard(
            f"row {row + 1}, column {col + 1} of {what} may hold a lamp or not", hint=TWO_HINT
        )
    return replace(grid, there=there)


def _resolve_bare(what: str, there: Bools, bare: Bools, states: int, foreground: str) -> Bools:
    """Return the places that hold a lamp, treating all bare places the same.

    Bare places are holes if two or more states are visible elsewhere or if ``foreground`` allows
    only one state.
    """
    if there.all():
        return there
    if states > 1 or foreground in ONE_STATE:
        return np.asarray(there & ~bare, np.bool_)
    if foreground in ("auto", "any"):
        raise AmbiguousBoard(
            f"places without a lamp among {what} may be lamps in the page's colour", hint=TWO_HINT
        )
    return np.asarray(there | bare, np.bool_)


def _least_difference(patches: Floats, typical: Floats) -> Floats:
    """Return the difference (rows, cols) at the samples that a neighbour's glow reaches least."""
    return np.asarray(
        np.quantile(np.linalg.norm(patches - typical, axis=-1), LEAST_REACHED, axis=(-2, -1)),
        np.float32,
    )


def _difference(patches: Floats, typical: Floats) -> Floats:
    """Return the largest difference between patches (…, ACROSS, ACROSS, 3) and a typical patch or a
    colour."""
    return np.asarray(np.linalg.norm(patches - typical, axis=-1).max(axis=(-2, -1)), np.float32)
