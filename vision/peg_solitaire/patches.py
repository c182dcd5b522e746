"""Small pictures (patches) of the sites of a board, comparisons of them, and the page's colour
between them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.blobs import NOISE, as_colour, cluster_labels, find_last_within_group, spanning_tree
from vision.errors import BoardNotFound
from vision.image import Bools, Doubles, Floats, Image, Places, to_lab
from vision.peg_solitaire.frames import CoordinateFrame
from vision.reading import Colour

ACROSS: Final = 24
"""Samples along each side of a patch; a sample is the mean of its pixels."""
REACH: Final = 0.5
"""Distance from the middle of a patch to its border, in steps: the next site's patch begins
there."""
OFF: Final = (np.arange(ACROSS) - (ACROSS - 1) / 2) * 2 * REACH / ACROSS
"""Distance of each column or row of samples (ACROSS) from the middle, in steps."""
RADIUS: Final = np.hypot(OFF[:, None], OFF[None])
"""Distance of each sample (ACROSS, ACROSS) from the middle, in steps."""

GAPS: Final = (1.0, 0.76, 0.64)
"""Positions of the samples of the page's colour, as fractions of the way to the middles of the
gaps: farther out, lines may cross, which are wide in cells of 13 pixels."""
OWN: Final = 8.0
"""Maximum difference (L*a*b*) between such a sample and the middle of a site if it is on the site:
a letter may be drawn there."""
MOSTLY_OWN: Final = 0.8
"""Minimum fraction of the sites with samples of their own colour if the samples are on the sites:
holes alone may have the page's colour."""
ABOUT: Final = np.array([(0, 0), (0.05, 0.05), (-0.05, 0.05), (0.05, -0.05), (-0.05, -0.05)])
"""Offsets of the samples around such a point, in steps."""

BARE: Final = 3.0
"""Maximum difference (L*a*b*) between the middle and the corners of an object that fills its whole
cell."""
LIKE: Final = 0.4
"""Maximum difference between a patch and a site's, as a fraction of the site's difference from the
page."""
HIDDEN: Final = 0.08
"""Maximum distance, in steps, from a site's middle of the end of the visible part if little more
than half is hidden.
"""
MOSTLY: Final = 0.75
"""Minimum fraction of the samples of a half that lie in the picture: beside a picture that ends at
its board it is less than 0.3, where a board is cut through its sites from 0.8."""
STANDS_OUT: Final = 4.0
"""Minimum difference (L*a*b*) between a site and the page for a part of a site to be
distinguishable from the page: a hole may be a thin circle."""


def within(radius: float, beyond: float = -1.0) -> Bools:
    """Return a mask of the samples of a patch up to a radius and outside of another radius, in
    steps."""
    return np.asarray((radius >= RADIUS) & (beyond < RADIUS), np.bool_)


ROWS: Final = np.repeat(OFF[:, None], ACROSS, axis=1)
"""Distance of each sample (ACROSS, ACROSS) below the middle, in steps."""
COLS: Final = ROWS.T
"""Distance of each sample (ACROSS, ACROSS) to the right of the middle, in steps."""
HALVES: Final = (
    within(0.56) & (ROWS < -HIDDEN),
    within(0.56) & (ROWS > HIDDEN),
    within(0.56) & (COLS < -HIDDEN),
    within(0.56) & (COLS > HIDDEN),
)
"""Masks of the upper, lower, left and right part of a patch: a site that is cut off shows one of
them."""
ZONES: Final = (
    within(0.12),
    within(0.2, 0.12),
    within(0.28, 0.2),
    within(0.36, 0.28),
    within(0.44, 0.36),
)
"""The middle of a patch and the rings round it whose mean colours distinguish appearances."""
SIDES: Final = (ROWS < -0.41, ROWS > 0.41, COLS < -0.41, COLS > 0.41)
"""Masks of the upper, lower, left and right side of a patch, where the lines of a cell are."""
RING: Final = 0.04
"""Width, in steps, of the rings in which a peg is compared with a hole: one sample of a patch."""
RADII: Final = tuple(RING * ring for ring in range(4, 12))
"""Outer radii of these rings; any readable peg is larger than the smallest."""
RINGS: Final = tuple(within(radius, radius - RING) for radius in RADII)
"""Masks of these rings."""
SQUARE: Final = 0.86
"""Minimum fraction of its box that a square or a cell fills: discs fill 0.71 to 0.84, cells of
other puzzles 0.88 and more."""
LEAST_DISC: Final = 0.65
"""Minimum fraction of its box that nearly every disc fills: real discs fill 0.67 and more, of
digits some fill 0.6 and less."""
DISTINCT: Final = 5.0
"""Minimum difference (L*a*b*, over the zones) between two appearances."""
CLEAR_GAP: Final = 1.8
"""Minimum ratio of the differences between appearances to those among sites of one appearance."""
MOST_APPEARANCES: Final = 0.5
"""Maximum number of appearances, as a fraction of the sites: appearances repeat, letters do not; a
rack of 21 pool balls has 9."""
LARGEST_USUAL: Final = 0.9
"""Quantile of the widths of the objects on all sites that is the largest usual one."""


def sample_sites(image: Image, middles: Doubles, step: float) -> Floats:
    """Return the patches round these (x, y), in L*a*b*, shape (N, ACROSS, ACROSS, 3)."""
    small, points = _scale_part(image, middles, step, ACROSS / (2 * REACH))
    size = (ACROSS, ACROSS)
    patches = [cv2.getRectSubPix(small, size, (x, y)) for x, y in points.tolist()]
    strip = np.asarray(np.concatenate(patches), np.uint8)
    return to_lab(strip).reshape(len(patches), ACROSS, ACROSS, 3)


def sample_colours(image: Image, points: Doubles, step: float) -> Floats:
    """Return the mean colour (N, 3) in L*a*b* around each of these (x, y), over a tenth of a
    step."""
    small, scaled = _scale_part(image, points, step, 10)
    xs, ys = np.rint(scaled).astype(np.intp).T
    xs = np.clip(xs, 0, small.shape[1] - 1)
    ys = np.clip(ys, 0, small.shape[0] - 1)
    return np.asarray(to_lab(small[ys, xs][None])[0], np.float32)


def measure_grounds(image: Image, frame: CoordinateFrame, middles: Doubles) -> Floats:
    """Return the page's colour (N, 3) in L*a*b* round the sites with these middles, taken at the
    plainest place to avoid lines, and between the sites, since the page may end beside them."""
    step = frame.points.step
    gaps = frame.gaps
    between = middles[:, None] + gaps
    after_first = between >= middles.min(axis=0) - 1
    before_last = between <= middles.max(axis=0) + 1
    is_within = np.all(after_first & before_last, axis=2)
    # A site without any gap inside of the board has only those outside.
    is_within[~is_within.any(axis=1)] = True
    near_middles = middles[:, None] + 2 * ABOUT * step
    around = sample_colours(image, near_middles.reshape(-1, 2), step / 2)
    own = np.median(around.reshape(len(middles), len(ABOUT), 3), axis=1)
    plainest = np.inf
    grounds = np.zeros((len(middles), 3), np.float32)
    for part in GAPS:
        places = middles[:, None] + part * gaps
        points = places[:, :, None] + ABOUT * step
        colours = sample_colours(image, points.reshape(-1, 2), step / 2)
        colours = colours.reshape(len(middles), len(gaps), len(ABOUT), 3)
        varied = float(np.median(np.linalg.norm(colours.std(axis=2), axis=2)[is_within]))
        colours[~is_within] = np.nan
        found = np.asarray(np.nanmedian(colours, axis=(1, 2)), np.float32)
        # Nearer to the middles of square buttons there are the buttons themselves.
        is_own = np.linalg.norm(found - own, axis=1) <= OWN
        is_between = part == GAPS[0] or is_own.mean() < MOSTLY_OWN
        if is_between and varied < plainest - NOISE:
            plainest = varied
            grounds = found
    return grounds


def _scale_part(
    image: Image, points: Doubles, step: float, step_px: float
) -> tuple[Image, Doubles]:
    """Return the part of a picture round some points, scaled to ``step_px`` pixels a step, and the
    points in it."""
    low = np.maximum(np.floor(points.min(axis=0) - step), 0).astype(np.intp)
    high = np.ceil(points.max(axis=0) + step).astype(np.intp) + 1
    part = image[low[1] : high[1], low[0] : high[0]]
    scale = step_px / step
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    width = max(1, round(part.shape[1] * scale))
    height = max(1, round(part.shape[0] * scale))
    small = cv2.resize(part, (width, height), interpolation=way)
    # Middles of pixels, not their corners, are scaled.
    return np.asarray(small, np.uint8), (points - low + 0.5) * scale - 0.5


def measure_filled_shares(patches: Floats, grounds: Floats) -> Floats:
    """Return the fraction of its box that the object in each patch (N, …) fills on the ground
    (N, 3) round it; 1 where nothing stands out, which is no disc."""
    off = np.linalg.norm(patches - grounds[:, None, None], axis=3)
    stands_out = np.median(off[:, within(0.2)], axis=1)
    objects = off > stands_out[:, None, None] / 2
    # Farther out are the neighbours on a triangular lattice.
    near = objects & within(REACH)
    columns = near.any(axis=1)
    rows = near.any(axis=2)
    boxes = rows[:, :, None] & columns[:, None]
    shares = (objects & boxes).sum(axis=(1, 2)) / np.maximum(boxes.sum(axis=(1, 2)), 1)
    return np.where(stands_out > BARE, shares, 1).astype(np.float32)


def find_resembling(patches: Floats, sites: Floats, grounds: Floats, visible: Bools) -> Bools:
    """Return True for each patch (N, …) that looks like one of the sites (M, …) in one half.

    ``grounds`` (M, 3) are the colours of the page round the sites. Of a half that is mostly not
    ``visible`` (N, ACROSS, ACROSS), since it lies outside the picture, nothing is known.
    """
    found = np.zeros(len(patches), np.bool_)
    for half in HALVES:
        theirs = patches[:, half]
        own = sites[:, half]
        inner = sites[:, half & within(0.4)]
        out = np.sqrt(((inner - grounds[:, None]) ** 2).sum(axis=2).mean(axis=1))
        # Parts differ at least as much as their means do, which are compared sooner.
        apart = np.linalg.norm(theirs.mean(axis=1)[:, None] - own.mean(axis=1), axis=2)
        drawn = _measure_variation(theirs)[:, None] >= LIKE * _measure_variation(own)
        possible = drawn & (apart < LIKE * out) & (out > STANDS_OUT)
        possible[visible[:, half].mean(axis=1) < MOSTLY] = False
        for number in np.flatnonzero(possible.any(axis=1) & ~found).tolist():
            near = possible[number]
            squares = ((own[near] - theirs[number]) ** 2).sum(axis=2).mean(axis=1)
            found[number] = (np.sqrt(squares) < LIKE * out[near]).any()
    return found


def _measure_variation(parts: Floats) -> Floats:
    """Return the variation of the colours in each part (N, samples, 3)."""
    return np.asarray(np.linalg.norm(parts.std(axis=1), axis=1), np.float32)


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


def find_appearances(what: str, patches: Floats, grounds: Floats) -> Appearances:
    """Return the appearances of sites (N, ACROSS, ACROSS, 3), given the colours (N, 3) of the page
    round them.

    What lies on the sites decides, not the page behind it: if the objects alone have one or two
    appearances, those count, and fewer than with the page. Raises BoardNotFound if there are too
    many appearances.
    """
    found = _group_sites(patches, ZONES)
    count = len(found.patches) if found is not None else len(patches)
    zones = _find_zones_of_objects(patches, grounds)
    if 1 < len(zones) < len(ZONES):
        objects = _group_sites(patches, zones)
        if objects is not None and len(objects.patches) < min(count, 3):
            return objects
    if found is None:
        raise BoardNotFound(f"{what} all look different", hint="show the board with --crop X,Y,W,H")
    return found


def _group_sites(patches: Floats, zones: Sequence[Bools]) -> Appearances | None:
    """Return the appearances of sites by the colours of some zones; None if there are too many.

    The nearest sites are joined first, until the next distance is much larger.
    """
    points = average_zones(patches, zones)
    edges = sorted(spanning_tree(points))
    lengths = np.array([0.0] + [length for length, _, _ in edges])
    # Differences that are not distinct are noise, or hovering.
    last = find_last_within_group(lengths, DISTINCT, CLEAR_GAP)
    if len(edges) - last >= MOST_APPEARANCES * len(points):
        return None
    labels = cluster_labels(len(points), edges[:last])
    typical = [np.median(patches[labels == number], axis=0) for number in range(labels.max() + 1)]
    distance = float(lengths[last + 1]) if last < len(edges) else DISTINCT
    return Appearances(labels, tuple(typical), distance / max(float(lengths[last]), NOISE))


def _find_zones_of_objects(patches: Floats, grounds: Floats) -> tuple[Bools, ...]:
    """Return the zones that the largest object on a site fills."""
    middles = np.median(patches[:, within(RADII[0])], axis=1)
    is_drawn = np.linalg.norm(middles - grounds, axis=1) >= BARE
    plain = np.broadcast_to(grounds[:, None, None], patches.shape)
    widths = np.where(is_drawn, measure_peg_width(patches, plain), 0)
    # A single larger thing, such as a mouse pointer, is no peg.
    usual = float(np.quantile(widths, LARGEST_USUAL))
    return tuple(zone for zone in ZONES if float(RADIUS[zone].max()) <= usual / 2)


def average_zones(patches: Floats, zones: Sequence[Bools] = ZONES) -> Floats:
    """Return the mean colours of the zones, (N, zones * 3), scaled to give the same distances as
    one colour."""
    means = np.concatenate([patches[:, zone].mean(axis=1) for zone in zones], axis=1)
    return np.asarray(means / np.sqrt(len(zones)), np.float32)


def measure_peg_width(peg: Floats, hole: Floats) -> Doubles:
    """Return the width of a peg, in steps: that of the area in which its patch clearly differs from
    a hole's; or the widths of several, each beside a hole's patch."""
    steps = [
        np.median(peg[..., ring, :], axis=-2) - np.median(hole[..., ring, :], axis=-2)
        for ring in RINGS
    ]
    off = np.linalg.norm(steps, axis=-1)
    # A highlight or a hint may be like the hole farther inside.
    is_clear = off >= off.max(axis=0) / 2
    outermost = len(RADII) - 1 - is_clear[::-1].argmax(axis=0)
    return np.asarray(2 * np.array(RADII)[outermost])


def select_rim(width: float) -> Bools:
    """Return a mask of the samples near the rim of a peg of this width, outside of any hint drawn
    in a hole."""
    return within(0.45 * width, 0.3 * width)


def measure_rim_colour(patch: Floats, width: float) -> Colour:
    """Return the colour of a patch near the rim of a peg of this width."""
    return as_colour(np.median(patch[select_rim(width)], axis=0))
