"""Tools for lamps and pegs alike: outlines that stand apart, groups of similar colours, the
brightness that tells the foreground, and the sites of a known board in a new picture.

An outline is a box round an area that edges enclose, such as a lamp with a gap around it.
"""

import re
from collections.abc import Iterator, Sequence
from math import inf
from typing import Final

import cv2
import numpy as np

from solvers.peg_solitaire import NO_SITE, Cell
from vision.grid.lines import measure_change
from vision.image import (
    Bools,
    Doubles,
    Floats,
    Image,
    Mask,
    Places,
    cache_per_image,
    find_components,
    to_bgr,
    to_lab,
)
from vision.reading import Colour, Reading

CONTRASTS: Final = (9, 4, 24, 60)
"""Minimum changes of any channel at an edge, in the order of trial: usual, faint, and for lamps
hidden by glow."""
SMALLEST_PX: Final = 9
"""Minimum side of an outline: a cell of 12 pixels minus its gap and its line."""
LARGEST_OUTLINE: Final = 0.45
"""Maximum side of an outline, as a fraction of the picture's side: two lamps have to fit side by
side."""
LIKE_SIZE_RATIO: Final = 1.3
"""Maximum ratio between the sides of outlines of similar size: lit lamps may have a rim or a
glow."""
SAME_DEPTH: Final = 0.01
"""Maximum difference between equal distances to an edge, in pixels."""
LARGEST_PEAK_PX: Final = 3
"""Maximum side of the middle of a disc, where the distance to the edge is largest; that of a bar is
long."""
LONGEST_OUTLINE: Final = 2.0
"""Maximum ratio of an outline's sides; a lamp is less than twice as long as wide."""


def find_outlines(
    image: Image, contrast: int, smallest_px: int = SMALLEST_PX, largest: float = LARGEST_OUTLINE
) -> Places:
    """Return the boxes (x0, y0, x1, y1), shape (N, 4), round areas enclosed by edges of this
    contrast, each once.

    Their sides have at least ``smallest_px`` pixels and at most the fraction ``largest`` of the
    picture's.
    """
    found = _find_enclosed(image, contrast)
    width = found[:, 2]
    height = found[:, 3]
    short = np.minimum(width, height)
    long = np.maximum(width, height)
    is_inside = (width <= largest * image.shape[1]) & (height <= largest * image.shape[0])
    is_plausible = (short >= smallest_px) & (long <= LONGEST_OUTLINE * short) & is_inside
    boxes = np.concatenate([found[:, :2], found[:, :2] + found[:, 2:]], axis=1)
    return np.unique(boxes[is_plausible], axis=0)


def find_all_outlines(image: Image) -> Places:
    """Return the outlines of all ``CONTRASTS``, each once; see ``find_outlines``."""
    found = [find_outlines(image, contrast) for contrast in CONTRASTS]
    return np.unique(np.concatenate(found), axis=0)


@cache_per_image
def _find_enclosed(image: Image, contrast: int) -> Places:
    """Return the areas enclosed by edges as x, y, width and height, shape (N, 4), with
    duplicates."""
    mask = _mark_edges(image, contrast)
    # An edge is marked at the pixel left of it or above it.
    drawn = find_components(mask)[1][1:, :4] + (1, 1, -1, -1)
    flat = find_components(1 - mask, connectivity=4)[1][1:, :4] + (0, 0, 1, 1)
    return np.concatenate([drawn, flat]).astype(np.intp)


def find_touching(image: Image, contrast: int, smallest_px: int) -> Places:
    """Return the boxes (x0, y0, x1, y1), shape (N, 4), of objects that touch and have one outline.

    Each is a place at which the distance to the nearest edge is largest. What lies open to the
    picture's border is the page, whose gaps between objects look alike.
    """
    inside = 1 - _mark_edges(image, contrast)
    depth = cv2.distanceTransform(inside, cv2.DIST_L2, 5)
    labels, _ = find_components(inside, connectivity=4)
    borders = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
    depth[np.isin(labels, borders)] = 0
    highest = cv2.dilate(depth, np.ones((3, 3), np.uint8))
    peaks = (depth >= max(smallest_px / 2, 1)) & (depth >= highest - SAME_DEPTH)
    _, _, sizes, middles = cv2.connectedComponentsWithStats(peaks.view(np.uint8))
    # The first component is the background.
    is_small = sizes[1:, 2:4].max(axis=1) <= LARGEST_PEAK_PX
    middles = middles[1:][is_small]
    at = np.rint(middles).astype(np.intp)
    reach = depth[at[:, 1], at[:, 0]][:, None]
    boxes = np.rint(np.concatenate([middles - reach, middles + reach], axis=1))
    return np.asarray(boxes, np.intp)


def groups_of_like_size(boxes: Places) -> Iterator[Places]:
    """Yield groups of boxes (N, 4) of similar width and height.

    Each box is in the group of its own logarithmic step of size and in those of the adjacent steps;
    two steps are a ratio of ``LIKE_SIZE_RATIO``.
    """
    sides = np.maximum(boxes[:, 2:] - boxes[:, :2], 1)
    steps = np.floor(np.log(sides) / np.log(LIKE_SIZE_RATIO) * 2)
    for first in np.unique(steps, axis=0):
        yield boxes[np.all((steps >= first) & (steps <= first + 1), axis=1)]


def are_as_large(boxes: Places, size: Doubles | float) -> Bools:
    """Return True for the boxes (N, 4) of about this width and height, in pixels."""
    ratios = np.log((boxes[:, 2:] - boxes[:, :2]) / size)
    return np.asarray(np.abs(ratios).max(axis=1) <= np.log(LIKE_SIZE_RATIO), np.bool_)


def _mark_edges(image: Image, contrast: int) -> Mask:
    """Return a mask with 1 at each pixel that differs by ``contrast`` from the one to its right or
    below it."""
    return (_measure_changes(image) >= contrast).view(np.uint8)


@cache_per_image
def _measure_changes(image: Image) -> Mask:
    """Return the difference of each pixel from its right or lower neighbour, in the channel that
    differs most."""
    most = np.zeros(image.shape[:2], np.uint8)
    most[:, :-1] = measure_change(image[:, 1:], image[:, :-1])
    most[:-1] = np.maximum(most[:-1], measure_change(image[1:], image[:-1]))
    return most


LEAST_BROKEN: Final = 24
"""Minimum change of a channel where a picture breaks off; the smooth page of a picture that goes on
changes by less."""
BLOCK_PX: Final = 16
"""Maximum height of the blocks of a JPEG, of which the last row may be there in part; less than
that can't have held a row."""


@cache_per_image
def find_break(image: Image) -> float:
    """Return the row at which a damaged picture breaks off, infinity if it is whole.

    All that follows is grey or black, as decoders leave what they lack, unlike the page at the left
    and at the right above. Below a panel, the page at its sides goes on.
    """
    rest = image[-1, -1]
    if np.ptp(rest) > 0:
        return inf
    is_other = (image != rest).any(axis=(1, 2))
    first = len(image) - int(is_other[::-1].argmax())
    # A frame along the picture's edge is lower.
    if not BLOCK_PX <= first <= len(image) - BLOCK_PX:
        return inf
    sides = image[first - BLOCK_PX, [0, -1]].astype(np.intp)
    change = np.abs(sides - rest).max(axis=1).min()
    return first if change >= LEAST_BROKEN else inf


NOISE: Final = 1.0
"""Differences (L*a*b*) up to this are meaningless."""


def spanning_tree(points: Floats) -> list[tuple[float, int, int]]:
    """Return the edges (length, i, j) of a shortest spanning tree of points (N, D), by Prim's
    algorithm."""
    # For each point, its distance from the tree and the nearest point of the tree.
    distance = np.linalg.norm(points - points[0], axis=1)
    nearest = np.zeros(len(points), np.intp)
    outside = np.ones(len(points), np.bool_)
    edges = []
    new = 0
    for _ in range(len(points) - 1):
        outside[new] = False
        new = int(np.where(outside, distance, np.inf).argmin())
        edges.append((float(distance[new]), int(nearest[new]), new))
        to_new = np.linalg.norm(points - points[new], axis=1)
        nearest = np.where(to_new < distance, new, nearest)
        distance = np.minimum(distance, to_new)
    return edges


def find_last_within_group(
    lengths: Floats, distinct: float, clear: float, wide: float = inf
) -> int:
    """Return the index of the last of these ascending lengths that connects points of one group.

    Lengths below ``distinct`` separate nothing. Groups are apart from a gap of the ratio ``wide``
    on, or from the widest gap of at least the ratio ``clear``.
    """
    ratios = lengths[1:] / np.maximum(lengths[:-1], NOISE)
    ratios[lengths[1:] < distinct] = 0.0
    wide_gaps = np.flatnonzero(ratios >= wide)
    if len(wide_gaps):
        # All that is below a wide gap is within one group, other gaps included.
        return int(wide_gaps[-1])
    if len(ratios) and ratios.max() >= clear:
        return int(ratios.argmax())
    return len(lengths) - 1


def cluster_labels(count: int, edges: list[tuple[float, int, int]]) -> Places:
    """Return the group number, from 0, of each of ``count`` points after joining them by these
    edges."""
    group = np.arange(count)
    for _, i, j in edges:
        group[group == group[j]] = group[i]
    _, labels = np.unique(group, return_inverse=True)
    return np.asarray(labels, np.intp)


FOREGROUND_WORDS: Final = ("auto", "any", "bright", "dark", "all", "none")
"""Values of the ``lit`` keyword besides a colour."""
COLOURFUL: Final = 0.7
"""Weight of chroma relative to lightness: yellow counts as lit beside white, and green beside light
grey."""
MOST_COLOUR: Final = 60.0
"""Maximum chroma that is counted: pure blue, with 134, would otherwise count as brighter than it
looks."""


def is_foreground_option(lit: str) -> bool:
    """Return True for a valid value of the ``lit`` keyword: one of ``FOREGROUND_WORDS`` or a colour
    #rrggbb."""
    return lit in FOREGROUND_WORDS or re.fullmatch(r"#[0-9a-fA-F]{6}", lit) is not None


def hex_of(colour: Colour) -> str:
    """Return a colour in L*a*b* as #rrggbb."""
    levels = to_bgr(np.array(colour, np.float32)).clip(0, 1)
    blue, green, red = np.rint(255 * levels.astype(np.float64)).astype(int).tolist()
    return f"#{red:02x}{green:02x}{blue:02x}"


def lab_of(colour: str) -> Colour:
    """Return the L*a*b* values of a colour #rrggbb."""
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return as_colour(to_lab(np.array([[[blue, green, red]]], np.uint8))[0, 0])


def as_colour(lab: Floats) -> Colour:
    """Convert a colour (3,) to the tuple used in readings."""
    return float(lab[0]), float(lab[1]), float(lab[2])


def brightness(colours: Floats) -> Floats:
    """Return the perceived brightness of colours (…, 3) in L*a*b*: lightness, increased for
    colourful ones."""
    chroma = np.minimum(np.hypot(colours[..., 1], colours[..., 2]), MOST_COLOUR)
    return np.asarray(colours[..., 0] + COLOURFUL * chroma, np.float32)


STILL_THERE: Final = 0.6
"""Minimum fraction of sites with outlines, or with known colours, if the board has not moved."""
DOT_PX: Final = 5
"""Minimum side of an outline on a site: a hole may be a dot."""
LARGEST: Final = 1.1
"""Maximum side of an outline on a site, in steps: a cell between lines fills a whole step, and a
larger one is a frame."""
ON_SITE: Final = 0.15
"""Maximum distance between the middles of an outline and of its site, in steps."""
STRANGE: Final = 0.38
"""Maximum distance of a colour from a known one, as a fraction of that to the nearest colour of
another kind."""
STRANGE_ALONE: Final = 12.0
"""Maximum distance (L*a*b*) of a colour from those of the only known kind."""


def locate_sites(reading: Reading) -> tuple[list[Cell], Doubles, float]:
    """Return the (row, col) and the (x, y) of each site of a board of pegs or lamps, and the
    shortest step."""
    cells: list[Cell] = []
    for row, sites in enumerate(reading.grid):
        cells += [(row, col) for col, site in enumerate(sites) if site != NO_SITE]
    middles = np.array([reading.centre(row, col) for row, col in cells])
    away = np.linalg.norm(middles[None] - middles[:, None], axis=2)
    return cells, middles, float(away[away > 0].min())


def are_in_picture(image: Image, middles: Doubles) -> bool:
    """Return True if all sites with these middles (N, 2) are in the picture."""
    return bool((middles >= 0).all() and (middles < (image.shape[1], image.shape[0])).all())


def have_outlines(image: Image, middles: Doubles, step: float) -> bool:
    """Return True if most of the sites with these middles (N, 2) have outlines; edges hidden by a
    glow need a higher contrast."""
    if not len(middles):
        return False
    low = np.maximum(middles.min(axis=0) - step, 0).astype(np.intp)
    high = np.ceil(middles.max(axis=0) + step).astype(np.intp)
    part = image[low[1] : high[1], low[0] : high[0]]
    seen = np.zeros(len(middles), np.bool_)
    for contrast in CONTRASTS:
        boxes = find_outlines(part, contrast, DOT_PX, largest=1.0)
        boxes = boxes[(boxes[:, 2:] - boxes[:, :2]).min(axis=1) <= LARGEST * step]
        points = (boxes[:, :2] + boxes[:, 2:]) / 2 + low
        off = np.linalg.norm(points[None] - middles[:, None], axis=2)
        seen |= (off <= ON_SITE * step).any(axis=1)
        if seen.mean() >= STILL_THERE:
            return True
    return False


def find_kinds(colours: Floats, known: Sequence[Colour | None], kinds: int) -> Places:
    """Return the kind of site that each of these colours (N, 3) shows; -1 for an unknown colour.

    Of the ``known`` colours the first are those of the kinds 0, 1, …; the last of so many ``kinds``
    has all further ones. None stands for a colour that is not known.
    """
    missing = (np.inf, np.inf, np.inf)
    looks = np.array([colour or missing for colour in known])
    off = np.linalg.norm(colours[:, None] - looks, axis=2)
    last = off[:, kinds - 1 :].min(axis=1, initial=np.inf)
    off = np.column_stack([off[:, : kinds - 1], last, np.full(len(colours), np.inf)])
    nearest, second = np.sort(off, axis=1)[:, :2].T
    most = np.where(np.isfinite(second), STRANGE * second, STRANGE_ALONE)
    return np.where(nearest <= most, off.argmin(axis=1), -1)
