"""States of lamps: groups of similar lamps, and their appearances."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.blobs import (
    NOISE,
    as_colour,
    brightness,
    cluster_labels,
    find_last_within_group,
    spanning_tree,
)
from vision.grid.cell_patches import ACROSS, measure_mean_colours
from vision.image import Bools, Floats, Places
from vision.reading import Colour

MOST_STATES: Final = 10
PARTS: Final = (1.0, 0.4)
"""Central fractions of a lamp's sides whose mean colour may show its state: over the whole lamp, a
small sign is lost.
"""
DISTINCT: Final = 4.0
"""Minimum difference (L*a*b*) between the mean colours of two states; the eye can see a difference
of 2."""
CLEAR_GAP: Final = 2.0
"""Minimum ratio of the differences between lamps of two states to those between lamps of one
state."""
WIDE_GAP: Final = 4.0
"""Ratio of a clear gap between states; all smaller differences are within one state, such as
hovering or a hint."""
SHADE: Final = 0.44
"""Maximum difference of a lone lamp with a shade from its state, as a fraction of that between two
states: a lamp of 60 % opacity gives up to 0.43, a state half-way between two others 0.48."""
BESIDE: Final = 0.25
"""Maximum distance of a state's colour from the line between the outer two, as a fraction of their
distance."""
MOST_STEPS: Final = 3
"""Maximum number of such states."""
INNER: Final = slice(1, ACROSS - 1)
"""Rows or columns of the samples of a lamp that are compared: its rim may be off by half a
pixel."""


@dataclass(frozen=True, slots=True)
class LampStates:
    """State of each lamp, and appearance of each state.

    Attributes
    ----------
    labels : number of each lamp's state, shape (rows, cols), from the darkest; -1 if there is no
        lamp.
    colours : mean colour of each state (L*a*b*) over the middle ``part`` of its lamps.
    patches : typical patch (ACROSS, ACROSS, 3) of each state.
    part : central fraction of a lamp's sides that shows its state.
    gap : ratio of the distance between states to that between lamps of one state.
    distance : minimum distance (L*a*b*) between lamps of two states; 0 for one state.
    """

    labels: Places
    colours: tuple[Colour, ...]
    patches: tuple[Floats, ...]
    part: float
    gap: float
    distance: float


def find_states(patches: Floats, there: Bools) -> LampStates | None:
    """Return the states of the lamps in patches (rows, cols, …); None if there are more than
    ten."""
    candidates: list[LampStates] = []
    for part in PARTS:
        found = _find_states_by_part(part, patches, there)
        if found is None:
            continue
        if len(found.colours) > 1 and found.gap >= WIDE_GAP:
            return found
        candidates.append(found)
    several = [states for states in candidates if len(states.colours) > 1]
    # Of lamps that are all alike, a pointer or a shadow may cover the rim of some.
    return max(several or candidates, key=lambda states: states.gap, default=None)


def _find_states_by_part(part: float, patches: Floats, there: Bools) -> LampStates | None:
    """Return the states by the colour of a central part; the nearest lamps are joined first, up to
    a clear gap."""
    points = measure_mean_colours(patches, part)[there]
    edges = sorted(spanning_tree(points))
    lengths = np.array([length for length, _, _ in edges])
    last = find_last_within_group(lengths, DISTINCT, CLEAR_GAP, WIDE_GAP)
    if len(edges) - last > MOST_STATES:
        return None
    groups = _join_shades(points, cluster_labels(len(points), edges[: last + 1]))
    lamps = patches[there]
    typical = [np.median(lamps[groups == group], axis=0) for group in range(groups.max() + 1)]
    # States are numbered from the darkest.
    order = np.argsort([brightness(patch).mean() for patch in typical])
    labels = np.full(there.shape, -1, np.intp)
    labels[there] = np.argsort(order)[groups]
    colours = [as_colour(points[groups == group].mean(axis=0)) for group in order]
    between = [length for length, one, other in edges if groups[one] != groups[other]]
    distance = min(between, default=0.0)
    return LampStates(
        labels=labels,
        colours=tuple(colours),
        patches=tuple(typical[group] for group in order),
        part=part,
        gap=max(distance, DISTINCT) / max(float(lengths[last]), NOISE),
        distance=distance,
    )


def _join_shades(points: Floats, groups: Places) -> Places:
    """Return the groups of lamps with each lone lamp that only has a shade of its state in the
    group of that state.

    A pointer, a press or the focus lightens or fades one lamp; a further state differs as much as
    the others do.
    """
    sizes = np.bincount(groups)
    usual = np.flatnonzero(sizes > 1)
    if len(usual) < 2:
        return groups
    middles = np.stack([points[groups == group].mean(axis=0) for group in usual])
    apart = np.linalg.norm(middles[:, None] - middles, axis=2)
    joined = groups.copy()
    for lone in np.flatnonzero(sizes == 1):
        off = np.linalg.norm(middles - points[groups == lone], axis=1)
        nearest = int(off.argmin())
        if off[nearest] <= SHADE * np.delete(apart[nearest], nearest).min():
            joined[groups == lone] = usual[nearest]
    _, labels = np.unique(joined, return_inverse=True)
    return np.asarray(labels, np.intp)


def are_steps(colours: Sequence[Colour]) -> bool:
    """Return True for two states, and for more that lie between two of them, as if lamps shone more
    or less.

    The colours of other puzzles and games are chosen to differ, and maps of numbers have more
    shades.
    """
    if not 2 <= len(colours) <= MOST_STEPS:
        return False
    points = np.array(colours)
    apart = np.linalg.norm(points[:, None] - points[None], axis=2)
    most = float(apart.max())
    first, last = np.unravel_index(int(apart.argmax()), apart.shape)
    axis = (points[last] - points[first]) / max(most, 1.0)
    off = points - points[first]
    beside = np.linalg.norm(off - (off @ axis)[:, None] * axis, axis=1)
    # The outer two in colour have to be the darkest and the brightest too.
    lightness = points[:, 0]
    darker, brighter = sorted((lightness[first], lightness[last]))
    is_between = darker <= lightness.min() and lightness.max() <= brighter
    return bool(is_between and beside.max() <= BESIDE * most)
