"""Grids of separate objects seen in perspective, such as lamps on a panel, found by the middles of
their outlines."""

from itertools import product
from typing import Final

import cv2
import numpy as np

from vision.blobs import LIKE_SIZE_RATIO, find_all_outlines
from vision.image import Bools, Doubles, Image, Places
from vision.photos.planes import Plane, map_points, shrink_picture
from vision.point_lattices import ON_SITE, PointLattice, find_point_lattices

LEAST_FILLED: Final = 0.8
"""Minimum fraction of the places of a grid that show an object: a few may be hidden by a
reflection, or have no lamp."""
LEAST_FILLED_SIDE: Final = 0.5
"""The same for its outermost rows and columns: beside a board, a few things happen to be on
places."""
FEWEST_POINTS: Final = 4
"""Number of points that a homography needs."""
ROUNDS: Final = 8
"""Maximum number of times that a homography is fitted: each time, the objects one place farther out
are considered."""


def find_object_planes(image: Image) -> list[Plane]:
    """Return the grids of objects in a picture of shape (H, W, 3), dtype uint8, those with the most
    objects first."""
    small, scale = shrink_picture(image)
    boxes = find_all_outlines(small)
    planes: list[Plane] = []
    for lattice in find_point_lattices(boxes):
        plane = _fit_plane(lattice.turn_upright(), boxes)
        if plane is not None:
            planes.append(plane.scale_by(1 / scale))
    return planes


def _fit_plane(lattice: PointLattice, boxes: Places) -> Plane | None:
    """Return the plane of the objects on a lattice, or None if they don't fill a rectangle of it.

    The lattice itself is even, which in perspective suits only some of the objects.
    """
    middles = _find_middles_of_like_size(boxes, lattice)
    homography = np.vstack([np.column_stack([*lattice.basis, lattice.origin]), [0, 0, 1]])
    places: Places = lattice.places
    for _ in range(ROUNDS):
        at = map_points(np.linalg.inv(homography), middles)
        nearest = np.rint(at).astype(np.intp)
        is_near = np.abs(at - nearest).max(axis=1) <= ON_SITE
        is_near &= _are_within(nearest, places.min(axis=0) - 1, places.max(axis=0) + 1)
        found = _drop_sparse_sides(np.unique(nearest[is_near], axis=0))
        if len(found) < FEWEST_POINTS:
            return None
        is_on = is_near & _are_within(nearest, found.min(axis=0), found.max(axis=0))
        fitted, _ = cv2.findHomography(nearest[is_on].astype(np.float64), middles[is_on])
        # There is none for places in one line.
        if fitted is None:
            return None
        homography = np.asarray(fitted, np.float64)
        if np.array_equal(found, places):
            break
        places = found
    low = places.min(axis=0)
    high = places.max(axis=0) + 1
    fit = len(places) / float(np.prod(high - low))
    if fit < LEAST_FILLED:
        return None
    # A place is the middle of its cell.
    to_middles = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1]])
    box = (int(low[0]), int(low[1]), int(high[0]), int(high[1]))
    return Plane(homography @ to_middles, box, fit)


def _are_within(places: Places, low: Places, high: Places) -> Bools:
    """Return a mask of the places (N, 2) between the lowest and the highest one, both included."""
    return np.asarray(np.all((places >= low) & (places <= high), axis=1), np.bool_)


def _drop_sparse_sides(places: Places) -> Places:
    """Return the places (N, 2) without outermost rows and columns of which few places are there."""
    while len(places):
        size = np.ptp(places, axis=0) + 1
        for axis, end in product((0, 1), (np.min, np.max)):
            is_outermost = places[:, axis] == end(places[:, axis])
            if is_outermost.sum() < LEAST_FILLED_SIDE * size[1 - axis]:
                places = places[~is_outermost]
                break
        else:
            break
    return places


def _find_middles_of_like_size(boxes: Places, lattice: PointLattice) -> Doubles:
    """Return the middles (N, 2) of the boxes about as large as the objects on a lattice."""
    ratios = np.log((boxes[:, 2:] - boxes[:, :2]) / lattice.sizes[1])
    alike = boxes[np.abs(ratios).max(axis=1) <= 2 * np.log(LIKE_SIZE_RATIO)]
    return np.asarray((alike[:, :2] + alike[:, 2:]) / 2, np.float64)
