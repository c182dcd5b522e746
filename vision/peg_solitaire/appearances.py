"""Appearances of sites: groups of similar sites, and the part of a site that shows its colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.blobs.clustering import NOISE, cluster_labels, spanning_tree
from vision.errors import BoardNotFound
from vision.image import Bools, Floats, Places
from vision.peg_solitaire.patches import within
from vision.reading import Colour

ZONES: Final = (within(0.12), within(0.2, 0.12), within(0.28, 0.2), within(0.36, 0.28), within(0.44, 0.36))
"""The middle of a patch and the rings round it whose mean colours distinguish appearances."""
RING: Final = 0.04
"""Width, in steps, of the rings in which a peg is compared with a hole: one sample of a patch."""
RADII: Final = tuple(RING * ring for ring in range(4, 12))
"""Outer radii of these rings; any readable peg is larger than the smallest."""
DISTINCT: Final = 5.0
"""Minimum difference (L*a*b*, over the zones) between two appearances."""
CLEAR_GAP: Final = 1.8
"""Minimum ratio of the differences between appearances to those among sites of one appearance."""
MOST_APPEARANCES: Final = 8


@dataclass(frozen=True, slots=True)
class Appearances:
    """Groups of similar sites.

    Attributes
    ----------
    labels : number of each site's appearance, shape (N,).
    patches : typical patch (ACROSS, ACROSS, 3) of each appearance.
    gap : ratio of the distance between appearances to that among sites of one appearance.
    """

    labels: Places
    patches: tuple[Floats, ...]
    gap: float

    @property
    def counts(self) -> Places:
        """Number of sites of each appearance."""
        return np.bincount(self.labels)


def find_appearances(what: str, patches: Floats) -> Appearances:
    """Return the appearances of sites (N, ACROSS, ACROSS, 3).

    The nearest sites are joined first, until the next distance is much larger. Raises BoardNotFound if there are too
    many appearances.
    """
    points = zone_colours(patches)
    edges = sorted(spanning_tree(points))
    lengths = np.array([0.0, *(length for length, *_ in edges)])
    ratios = lengths[1:] / np.maximum(lengths[:-1], NOISE)
    clear = [i for i, ratio in enumerate(ratios) if ratio >= CLEAR_GAP and lengths[i + 1] >= DISTINCT]
    last = max(clear, key=lambda i: float(ratios[i]), default=len(edges))
    if len(edges) - last >= MOST_APPEARANCES:
        raise BoardNotFound(f"{what} all look different", hint="show the board with --crop X,Y,W,H")
    labels = cluster_labels(len(points), edges[:last])
    typical = tuple(np.median(patches[labels == number], axis=0) for number in range(labels.max() + 1))
    distance = float(lengths[last + 1]) if last < len(edges) else DISTINCT
    return Appearances(labels, typical, distance / max(float(lengths[last]), NOISE))


def zone_colours(patches: Floats) -> Floats:
    """Return the mean colours of the zones, (N, zones * 3), scaled to give the same distances as one colour."""
    means = np.stack([patches[:, zone].mean(axis=1) for zone in ZONES], axis=1)
    return np.asarray(means.reshape(len(patches), -1) / np.sqrt(len(ZONES)), np.float32)


def peg_width(peg: Floats, hole: Floats) -> float:
    """Return the width of a peg, in steps: that of the area in which its patch clearly differs from a hole's."""
    rings = [within(radius, radius - RING) for radius in RADII]
    off = [float(np.linalg.norm(np.median(peg[ring], axis=0) - np.median(hole[ring], axis=0))) for ring in rings]
    return float(2 * max(radius for radius, far in zip(RADII, off, strict=True) if far >= max(off) / 2))


def rim_of(width: float) -> Bools:
    """Return a mask of the samples near the rim of a peg of this width, outside of any hint drawn in a hole."""
    return within(0.45 * width, 0.3 * width)


def rim_colour(patch: Floats, width: float) -> Colour:
    """Return the colour of a patch near the rim of a peg of this width."""
    return as_colour(np.median(patch[rim_of(width)], axis=0))


def as_colour(lab: Floats) -> Colour:
    """Convert a colour (3,) to the tuple used in readings."""
    return float(lab[0]), float(lab[1]), float(lab[2])
