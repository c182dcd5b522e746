"""Closed outlines: boxes round areas that edges enclose, such as a lamp with a gap around it or a
cell in a grid."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Final

import cv2
import numpy as np

from vision.image import (
    Bools,
    Floats,
    Image,
    Mask,
    Places,
    cached_per_image,
    components,
    to_bgr,
    to_lab,
)
from vision.reading import Colour

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
    contrast, each once."""
    found = _surrounded(image, contrast)
    boxes = np.concatenate([found[:, :2], found[:, :2] + found[:, 2:]], axis=1)
    return np.unique(
        boxes[_have_plausible_size(found[:, 2], found[:, 3], image, smallest_px, largest)], axis=0
    )


@cached_per_image
def _surrounded(image: Image, contrast: int) -> Places:
    """Return the areas enclosed by edges as x, y, width and height, shape (N, 4), with
    duplicates."""
    mask = _edges(image, contrast)
    drawn = components(mask)[1][1:, :4] + (
        1,
        1,
        -1,
        -1,
    )  # an edge is marked at the pixel left of it or above it
    flat = components(1 - mask, connectivity=4)[1][1:, :4] + (0, 0, 1, 1)
    return np.concatenate([drawn, flat]).astype(np.intp)


def find_touching(image: Image, contrast: int, smallest_px: int) -> Places:
    """Return the boxes (x0, y0, x1, y1), shape (N, 4), of objects that touch and have one outline.

    Each is where the distance to the nearest edge is largest. What lies open to the picture's
    border is the page, whose gaps between objects look alike.
    """
    inside = 1 - _edges(image, contrast)
    depth = cv2.distanceTransform(inside, cv2.DIST_L2, 5)
    labels = components(inside, connectivity=4)[0]
    border = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
    depth[np.isin(labels, np.unique(border))] = 0
    highest = cv2.dilate(depth, np.ones((3, 3), np.uint8))
    peaks = (depth >= max(smallest_px / 2, 1)) & (depth >= highest - SAME_DEPTH)
    _, _, sizes, middles = cv2.connectedComponentsWithStats(peaks.view(np.uint8))
    middles = middles[1:][sizes[1:, 2:4].max(axis=1) <= LARGEST_PEAK_PX]
    at = np.rint(middles).astype(np.intp)
    reach = depth[at[:, 1], at[:, 0]][:, None]
    boxes = np.rint(np.concatenate([middles - reach, middles + reach], axis=1))
    return np.asarray(boxes, np.intp)


def groups_of_like_size(boxes: Places) -> Iterator[Places]:
    """Yield groups of boxes (N, 4) of similar width and height.

    Each box is in the group of its own size step and in those of the adjacent steps.
    """
    step = size_steps(boxes)
    for first in sorted({tuple(pair) for pair in step.tolist()}):
        yield boxes[np.all((step >= first) & (step <= np.add(first, 1)), axis=1)]


def size_steps(boxes: Places) -> Places:
    """Return width and height (N, 2) of boxes (N, 4) in whole logarithmic steps; two steps are a
    ratio of ``LIKE_SIZE_RATIO``."""
    sides = np.maximum(boxes[:, 2:] - boxes[:, :2], 1)
    return np.asarray(np.floor(np.log(sides) / np.log(LIKE_SIZE_RATIO) * 2), np.intp)


def _have_plausible_size(
    width: Places, height: Places, image: Image, smallest_px: int, largest: float
) -> Bools:
    """Return a mask of the sizes (N,) that a lamp or a peg may have in a picture."""
    short, long = np.minimum(width, height), np.maximum(width, height)
    inside = (width <= largest * image.shape[1]) & (height <= largest * image.shape[0])
    return np.asarray((short >= smallest_px) & (long <= LONGEST_OUTLINE * short) & inside)


def _edges(image: Image, contrast: int) -> Mask:
    """Return a mask with 1 at each pixel that differs by ``contrast`` from the one to its right or
    below it."""
    return (_differences(image) >= contrast).view(np.uint8)


@cached_per_image
def _differences(image: Image) -> Mask:
    """Return the difference of each pixel from its right or lower neighbour, in the channel that
    differs most."""
    most = np.zeros(image.shape[:2], np.uint8)
    most[:, :-1] = _difference(image[:, 1:], image[:, :-1])
    most[:-1] = np.maximum(most[:-1], _difference(image[1:], image[:-1]))
    return most


def _difference(here: Image, there: Image) -> Mask:
    blue, green, red = cv2.split(cv2.absdiff(here, there))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


NOISE: Final = 1.0
"""Differences (L*a*b*) up to this are meaningless."""


def spanning_tree(points: Floats) -> list[tuple[float, int, int]]:
    """Return the edges (length, i, j) of a shortest spanning tree of points (N, D), by Prim's
    algorithm."""
    distance, nearest = np.linalg.norm(points - points[0], axis=1), np.zeros(len(points), np.intp)
    outside = np.ones(len(points), np.bool_)
    edges, new = [], 0
    for _ in range(len(points) - 1):
        outside[new] = False
        new = int(np.where(outside, distance, np.inf).argmin())
        edges.append((float(distance[new]), int(nearest[new]), new))
        to_new = np.linalg.norm(points - points[new], axis=1)
        nearest = np.where(to_new < distance, new, nearest)
        distance = np.minimum(distance, to_new)
    return edges


def cluster_labels(count: int, edges: list[tuple[float, int, int]]) -> Places:
    """Return the group number, from 0, of each of ``count`` points after joining them by these
    edges."""
    group = np.arange(count)
    for _, i, j in edges:
        group[group == group[j]] = group[i]
    return np.asarray(np.unique(group, return_inverse=True)[1], np.intp)


def connected_places(
    steps: Sequence[Sequence[tuple[int, int, int]]],
) -> Iterator[dict[int, tuple[int, int]]]:
    """Yield each set of points that steps connect, with the (x, y) of each, in steps from the first
    of the set.

    ``steps`` lists, for each point, (j, dx, dy) for every point j that a step leads to; all steps
    go both ways.
    """
    unseen = set(range(len(steps)))
    while unseen:
        start = unseen.pop()
        places, queue = {start: (0, 0)}, deque([start])
        while queue:
            here = queue.popleft()
            for there, dx, dy in steps[here]:
                if there in unseen:
                    unseen.remove(there)
                    places[there] = places[here][0] + dx, places[here][1] + dy
                    queue.append(there)
        yield places


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
    levels = to_bgr(np.array(colour, np.float32)).clip(0, 1)[::-1]
    return "#" + "".join(f"{round(255 * float(level)):02x}" for level in levels)


def lab_of(colour: str) -> Colour:
    """Return the L*a*b* values of a colour #rrggbb."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    lightness, a, b = to_lab(np.array([[[blue, green, red]]], np.uint8))[0, 0].tolist()
    return lightness, a, b


def brightness(colours: Floats) -> Floats:
    """Return the perceived brightness of colours (…, 3) in L*a*b*: lightness, increased for
    colourful ones."""
    chroma = np.minimum(np.hypot(colours[..., 1], colours[..., 2]), MOST_COLOUR)
    return np.asarray(colours[..., 0] + COLOURFUL * chroma, np.float32)
