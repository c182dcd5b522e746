"""Pictures as arrays: their types, the operations that all measurements share, and a cache of
results.

OpenCV's wide types are narrowed here.
"""

from collections.abc import Callable, Hashable
from functools import wraps
from inspect import signature
from typing import Any, Concatenate, Final, ParamSpec, TypeAlias, TypeVar
from weakref import finalize

import cv2
import numpy as np
import numpy.typing as npt

STRIP_PIXELS: Final = 1 << 20
"""Number of pixels converted at a time."""

Image: TypeAlias = npt.NDArray[np.uint8]
Mask: TypeAlias = npt.NDArray[np.uint8]
Bools: TypeAlias = npt.NDArray[np.bool_]
Places: TypeAlias = npt.NDArray[np.intp]
Floats: TypeAlias = npt.NDArray[np.float32]
Doubles: TypeAlias = npt.NDArray[np.float64]


def cut_strips(image: npt.NDArray[Any]) -> list[slice]:
    """Return slices of a few rows of a picture, to limit the memory of computations on them."""
    rows = max(1, STRIP_PIXELS // image.shape[1])
    return [slice(first, first + rows) for first in range(0, image.shape[0], rows)]


def to_lab(image: Image) -> Floats:
    """Convert a picture to CIE L*a*b*, float32, in which equal distances look about equally
    different."""
    lab = np.empty(image.shape, np.float32)
    for rows in cut_strips(image):
        lab[rows] = cv2.cvtColor(image[rows].astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    return lab


def to_bgr(colours: Floats) -> Floats:
    """Convert colours, shape (…, 3), from CIE L*a*b* to blue, green and red of 0…1."""
    levels = cv2.cvtColor(colours.reshape(-1, 1, 3), cv2.COLOR_LAB2BGR)
    return np.asarray(levels, np.float32).reshape(colours.shape)


def visible_quantiles(values: Floats, share: float) -> Floats:
    """Return the quantile, 0…1, of each row of values (N, M) without its NaN; NaN for a row of
    nothing else.

    `numpy.nanquantile` does the same row by row, which takes a hundred times as long.
    """
    ordered = np.sort(values, axis=1)  # NaN comes last
    last = np.maximum(np.isfinite(ordered).sum(axis=1, keepdims=True) - 1, 0)
    place = share * last
    below = np.floor(place).astype(np.intp)
    low = np.take_along_axis(ordered, below, axis=1)
    high = np.take_along_axis(ordered, np.minimum(below + 1, last), axis=1)
    return np.asarray((low + (high - low) * (place - below))[:, 0], np.float32)


def morph(mask: Mask, operation: int, size: tuple[int, int]) -> Mask:
    """Apply a morphological operation of OpenCV with a rectangle of (width, height) pixels."""
    kernel = cv2.getStructuringElement(cv2.MORPH_RECT, size)
    return np.asarray(cv2.morphologyEx(mask, operation, kernel), np.uint8)


def find_components(
    mask: Mask, connectivity: int = 8
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Return the label image and the (x, y, width, height, area) rows of its components; row 0 is
    the background."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=connectivity)
    return np.asarray(labels, np.int32), np.asarray(stats, np.int32)


P = ParamSpec("P")
T = TypeVar("T")


def cache_per_image(
    measure: Callable[Concatenate[Image, P], T],
) -> Callable[Concatenate[Image, P], T]:
    """Cache results per read-only image and hashable arguments.

    An omitted argument equals its default. The results must not be changed.
    """
    known: dict[int, dict[Hashable, T]] = {}
    arguments = signature(measure)

    @wraps(measure)
    def measure_once(image: Image, /, *given: P.args, **named: P.kwargs) -> T:
        # What is measured in a picture that may change can't be kept.
        if image.flags.writeable:
            return measure(image, *given, **named)
        if id(image) not in known:
            known[id(image)] = {}
            finalize(image, known.pop, id(image))
        results = known[id(image)]
        # The same arguments may be given by position, by name, or left out.
        bound = arguments.bind(image, *given, **named)
        bound.apply_defaults()
        key = tuple(bound.arguments.values())[1:]
        if key not in results:
            results[key] = measure(image, *given, **named)
        return results[key]

    return measure_once


def read_only_view(image: Image) -> Image:
    """Return the picture itself if nothing can write to it, otherwise a read-only view."""
    if image.base is None and not image.flags.writeable:
        return image
    view = image.view()
    view.setflags(write=False)
    return view
