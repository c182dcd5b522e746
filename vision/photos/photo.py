"""Photos of boards: straightened and evenly lit pictures to read, and their results mapped back to
the photo."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import ceil, floor
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.errors import (
    CROP_HINT,
    WHOLE_HINT,
    AmbiguousBoard,
    BoardCutOff,
    BoardNotFound,
    ReadingError,
)
from vision.game_reader import Attempt
from vision.grid.borders import along_two_sides
from vision.grid.boxes import Box
from vision.grid.lattice import Lattice
from vision.image import Floats, Image
from vision.photos.planes import Plane, find_planes, reduced, through
from vision.reading import Reading

CELLS_AROUND_GRID: Final = 2
"""Number of cells shown around a grid: enough to see lines that continue, or a side that was
overlooked."""
LARGEST_PITCH_PX: Final = 60
"""Maximum side of a cell in pixels; more pixels show the grain and the paper, not the board."""
FLAT: Final = 0.5
"""Minimum fraction of pixels in a screenshot that equal the previous pixel: screenshots have 0.61
and more, photos 0.43 after JPEG at 90. The smoothest photos, after JPEG at 50, have up to 0.65 and
are recognized as photos only if their edges lean."""
SMOOTH_PX: Final = 1.5
"""Blur that evens out the steps of a leaning line, to make the direction of an edge measurable."""
EDGE: Final = 60
"""Minimum slope of such an edge by Sobel's operator: that of a step by 20 of 255."""
UPRIGHT: Final = 0.02
"""Maximum slope of an upright or level edge, about a degree."""
LEAST_UPRIGHT: Final = 0.2
"""Minimum fraction of upright or level edges in a screenshot: screenshots of boards have 0.5 and
more, those turned by two degrees or more 0.1 and less."""
BESIDE: Final = 0.2
"""Number of cells of the photo that must be visible around a board: otherwise the frame may be
another board's."""


def straighten(image: Image, *, slanted: bool = False) -> Iterator[tuple[Image, Floats]]:
    """Yield straightened and evenly lit pictures of possible boards in a photo, likeliest first.

    Each comes with the 3x3 homography from its pixels to those of the photo. A screenshot yields
    none, since its boards are upright and were all read without straightening, unless they are
    known to be ``slanted``.
    """
    for plane in find_planes(image) if slanted or may_be_photo(image) else ():
        yield _upright(image, plane)


def straightened(image: Image, reading: Reading) -> Image:
    """Straighten another picture of the same page in the same way as for the reading."""
    if reading.warp is None:
        raise ValueError("the board stands upright")
    side = round(reading.xs[0] + reading.xs[-1]), round(reading.ys[0] + reading.ys[-1])
    warp = np.array(reading.warp, np.float64).reshape(3, 3)
    straight = _warped(image, warp, side, cv2.BORDER_REPLICATE)
    return evened(
        straight, reading.rows + 2 * CELLS_AROUND_GRID, reading.cols + 2 * CELLS_AROUND_GRID
    )


def may_be_photo(image: Image) -> bool:
    """Return True if a picture has the grain or the leaning edges of a photo."""
    return _flat(image) < FLAT or _leans(reduced(image)[0])


def _flat(image: Image) -> float:
    """Return the fraction of pixels that equal the previous pixel, in every fourth row."""
    rows = image[::4]
    return float((rows[:, 1:] == rows[:, :-1]).all(axis=2).mean())


def _leans(image: Image) -> bool:
    smooth = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), SMOOTH_PX)
    across, down = (np.abs(cv2.Sobel(smooth, cv2.CV_16S, 1 - axis, axis)) for axis in (0, 1))
    larger, smaller = np.maximum(across, down), np.minimum(across, down)
    upright = (smaller <= UPRIGHT * larger)[larger > EDGE]
    return bool(upright.size and upright.mean() < LEAST_UPRIGHT)


def _upright(image: Image, plane: Plane) -> tuple[Image, Floats]:
    x0, y0, x1, y1 = plane.box
    cols, rows = x1 - x0 + 2 * CELLS_AROUND_GRID, y1 - y0 + 2 * CELLS_AROUND_GRID
    shrink = min(1.0, LARGEST_PITCH_PX / plane.pitch)
    pitch = plane.pitch * shrink
    small = (
        cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        if shrink < 1
        else image
    )
    scale = np.diag([small.shape[1] / image.shape[1], small.shape[0] / image.shape[0], 1])
    warp = plane.homography @ np.array(
        [[1 / pitch, 0, x0 - CELLS_AROUND_GRID], [0, 1 / pitch, y0 - CELLS_AROUND_GRID], [0, 0, 1]]
    )
    side = round(cols * pitch), round(rows * pitch)
    inside = _warped(
        np.full(small.shape[:2], 255, np.uint8), scale @ warp, side, cv2.BORDER_CONSTANT
    )
    upright = _warped(np.asarray(small, np.uint8), scale @ warp, side, cv2.BORDER_REPLICATE)
    # Beyond the photo its last pixels are repeated, blurred over a cell: lines neither continue nor
    # begin there.
    beyond = cv2.blur(upright, (round(pitch), round(pitch)))
    whole = np.where(inside[..., None] > 0, upright, beyond)
    return evened(np.asarray(whole, np.uint8), rows, cols), np.asarray(
        warp / warp[2, 2], np.float32
    )


def _warped(image: Image, warp: Doubles, side: tuple[int, int], beyond: int) -> Image:
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpPerspective(image, warp, side, flags=flags, borderMode=beyond), np.uint8
    )


def in_photo(done: Attempt, warp: Floats, image: Image, at: tuple[int, int] = (0, 0)) -> Attempt:
    """Return an attempt in a straightened picture with its reading and boxes in pixels of the
    photo.

    A board that the photo cuts off is refused, and so is a board that may be a smaller one in a
    frame: in a photo, cells are so uneven that the gap between a board and its frame may look like
    a row of cells. Refusals have coordinates of a picture in which the photo begins ``at`` (x, y).
    """
    box = _bounds(done.lattice, warp)
    inside = _inside(_bounds(done.lattice, warp, beside=BESIDE), image)
    done = replace(done, warp=tuple(float(v) for v in warp.ravel()))
    refusal = done.refusal
    if done.reading is None and isinstance(refusal, BoardCutOff) and inside:
        refusal = BoardNotFound(f"{_named(done, box, at)} is not a whole board", hint=CROP_HINT)
    elif done.reading and not (done.reading.whole and inside):
        refusal = BoardCutOff(f"{_named(done, box, at)} runs out of the photo", hint=WHOLE_HINT)
    elif done.reading and any(along_two_sides(done.reading.grid)):
        refusal = AmbiguousBoard(
            f"{_named(done, box, at)} may be a smaller one in a frame", hint=CROP_HINT
        )
    elif done.reading:
        return replace(done, reading=replace(done.reading, box=box, warp=done.warp))
    if isinstance(refusal, ReadingError):
        upright, named = _named(done, done.lattice.box, (0, 0)), _named(done, box, at)
        refusal = type(refusal)(str(refusal).replace(upright, named), hint=refusal.hint)
        refusal.box = (box[0] + at[0], box[1] + at[1], box[2] + at[0], box[3] + at[1])
    return replace(done, reading=None, refusal=refusal)


def _named(done: Attempt, box: Box, at: tuple[int, int]) -> str:
    return f"the {done.lattice.rows}x{done.lattice.cols} grid at {box[0] + at[0]},{box[1] + at[1]}"


def _bounds(lattice: Lattice, warp: Floats, beside: float = 0) -> Box:
    """Return the box in the photo that contains a grid and ``beside`` cells around it."""
    rim = beside * lattice.pitch
    x0, y0, x1, y1 = lattice.box
    corners = through(
        warp, np.array([(x, y) for x in (x0 - rim, x1 + rim) for y in (y0 - rim, y1 + rim)])
    )
    (left, top), (right, bottom) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
    return floor(left), floor(top), ceil(right), ceil(bottom)


def _inside(box: Box, image: Image) -> bool:
    return min(box[:2]) >= 0 and box[2] <= image.shape[1] and box[3] <= image.shape[0]


LARGEST_STEP: Final = 0.2
"""Maximum change of light from one cell to the next, in natural logarithms: half of a soft shadow's
edge."""
LARGEST_TINT: Final = 0.06
"""Maximum change of hue, in the same unit: noise stays below 0.02, nearly equal colours of screens
differ by 0.1."""
DOUBT: Final = 0.01
"""Weight of assuming even light at places where something else changes too, relative to 1
elsewhere."""
PLACES: Final = 12
"""Samples across a cell for its background."""
RING: Final = (0.2, 0.34)
"""Inner and outer radius of the ring that shows a cell's background, in cells."""
DARKEST: Final = 4
"""Offset added to colours of 0 to 255 before taking the logarithm, to keep black finite."""
GROUND, BRIGHT = 235, 95
"""Target brightness, and the percentile of the cells that is set to it."""

Doubles = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]


def evened(image: Image, rows: int, cols: int) -> Image:
    """Return a picture that shows exactly this many square cells, corrected to even light."""
    ground = _ground(image, rows, cols)
    light = _light(np.log(ground + DARKEST))
    gain = GROUND / np.percentile(ground.max(axis=2) / light, BRIGHT)
    over = cv2.resize(
        (light / gain).astype(np.float32), image.shape[1::-1], interpolation=cv2.INTER_LINEAR
    )
    return np.asarray(np.minimum(image / over[..., None], 255), np.uint8)


def _ground(image: Image, rows: int, cols: int) -> Doubles:
    """Return the colour (rows, cols, 3) of each cell in a ring that is clear of its lines and
    mostly of its marks."""
    small = np.asarray(
        cv2.resize(image, (cols * PLACES, rows * PLACES), interpolation=cv2.INTER_AREA)
    )
    cells = small.reshape(rows, PLACES, cols, PLACES, 3).swapaxes(1, 2)
    from_middle = np.abs(np.arange(PLACES) - (PLACES - 1) / 2) / PLACES
    ring = np.maximum(from_middle[:, None], from_middle[None])
    return np.asarray(
        np.median(cells[:, :, (RING[0] < ring) & (ring < RING[1])], axis=2), np.float64
    )


def _light(ground: Doubles) -> Doubles:
    """Return the light on each cell, up to a factor, from the logarithm of its background (rows,
    cols, 3)."""
    cell = np.arange(ground.shape[0] * ground.shape[1]).reshape(ground.shape[:2])
    before = np.concatenate([cell[:, :-1].ravel(), cell[:-1].ravel()])
    after = np.concatenate([cell[:, 1:].ravel(), cell[1:].ravel()])
    change = ground.reshape(-1, 3)[after] - ground.reshape(-1, 3)[before]
    step = change.mean(axis=1)
    tint = np.abs(change - step[:, None]).max(axis=1)
    lit = (np.abs(step) < LARGEST_STEP) & (tint < LARGEST_TINT)
    steps = _integrated(before, after, np.where(lit, step, 0), np.where(lit, 1, DOUBT))
    return np.asarray(np.exp(steps.reshape(cell.shape)))


def _integrated(before: Ints, after: Ints, step: Doubles, weight: Doubles) -> Doubles:
    """Return values with these differences, by weighted least squares; the first value is 0."""
    count = int(after.max()) + 1
    normal = np.zeros((count, count))
    normal[before, after] = normal[after, before] = -weight
    np.fill_diagonal(normal, -normal.sum(axis=1))
    right = np.bincount(after, weight * step, count) - np.bincount(before, weight * step, count)
    return np.concatenate([[0.0], np.linalg.solve(normal[1:, 1:], right[1:])])


REACH: Final = 0.25
"""Maximum distance between a line and its expected position, in cells."""
SLANTED: Final = 0.1
"""Minimum drift of lines from one end of a slanted board to the other, in cells: a degree in a
board of 6 cells. With less drift, presses still land in their cells."""
LEAST_PX: Final = 2.0
"""Minimum drift in pixels; rounding causes less."""


def stands_upright(image: Image, reading: Reading) -> bool:
    """Return True if a board's lines are vertical and horizontal in the picture (H, W, 3) that it
    was read from."""
    x0, y0, x1, y1 = reading.box
    beside = round(REACH * (x1 - x0) / reading.cols)
    left, top = max(0, x0 - beside), max(0, y0 - beside)
    grey = cv2.cvtColor(image[top : y1 + beside, left : x1 + beside], cv2.COLOR_BGR2GRAY)
    xs, ys = [x - left for x in reading.xs], [y - top for y in reading.ys]
    down = _aside(np.abs(cv2.Sobel(grey, cv2.CV_32F, 1, 0)), xs, ys)
    across = _aside(np.abs(cv2.Sobel(grey, cv2.CV_32F, 0, 1)).T, ys, xs)
    return max(down, across) <= 1


def _aside(slopes: Floats, places: list[float], ends: list[float]) -> float:
    """Return the drift of lines between the first and the last cell they pass, as a fraction of the
    maximum drift.

    ``slopes`` (along, across) is the strength of edges; the first and the last line are measured.
    """
    pitch = (places[-1] - places[0]) / (len(places) - 1)
    ways = []
    for place in (places[0], places[-1]):
        x0, x1 = max(0, round(place - REACH * pitch)), round(place + REACH * pitch) + 1
        bands = [slopes[round(a) : round(b), x0:x1].sum(axis=0) for a, b in (ends[:2], ends[-2:])]
        ways.append(abs(_middle(bands[0]) - _middle(bands[1])))
    return max(ways) / max(LEAST_PX, SLANTED * pitch)


def _middle(profile: Floats) -> float:
    """Return the centre of mass of a profile; an outer line is a single peak without anything
    beside it."""
    total = float(profile.sum())
    return float(profile @ np.arange(len(profile))) / total if total else 0.0
