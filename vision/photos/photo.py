"""Photos of boards: pictures of them are straightened and lit evenly, and what is read in those
pictures is mapped back to the photo."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import ceil, floor
from typing import Final

import cv2
import numpy as np

from vision.errors import (
    CROP_HINT,
    WHOLE_HINT,
    BoardCutOff,
    BoardNotFound,
    ReadingError,
)
from vision.game_reader import Attempt
from vision.grid.borders import number_sides
from vision.grid.lattice import Lattice
from vision.image import Doubles, Floats, Image, Places
from vision.photos.object_planes import find_object_planes
from vision.photos.planes import (
    Plane,
    find_planes,
    map_points,
    scale_picture,
    shrink_picture,
)
from vision.reading import Box, Reading

CELLS_AROUND_GRID: Final = 2
"""Number of cells shown around a grid: enough to see lines that continue, or a side that was
overlooked."""
LARGEST_PITCH_PX: Final = 60
"""Maximum side of a cell in pixels; more pixels show the grain and the paper, not the board."""
LARGEST_OBJECT_PITCHES_PX: Final = (60, 30)
"""The same for grids of objects without lines, which are tried in two sizes: in the larger one
grain breaks outlines, in the smaller one the glow of lamps hides them."""
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


def straighten_boards(image: Image, *, slanted: bool = False) -> Iterator[tuple[Image, Floats]]:
    """Yield straightened and evenly lit pictures of possible boards in a photo, likeliest first.

    Each comes with the 3x3 homography from its pixels to those of the photo. A screenshot yields
    none, since its boards are upright and were all read without straightening, unless they are
    known to be ``slanted``.
    """
    if slanted or may_be_photo(image):
        for plane in find_planes(image):
            straight, warp = _straighten_plane(image, plane, LARGEST_PITCH_PX)
            around = 2 * CELLS_AROUND_GRID
            yield even_light(straight, plane.rows + around, plane.cols + around), warp


def straighten_objects(image: Image, *, slanted: bool) -> Iterator[tuple[Image, Floats]]:
    """Yield straightened pictures of grids of separate objects, each in two sizes, as
    ``straighten_boards`` does.

    Their light stays as it is, since lamps have their own.
    """
    if slanted or may_be_photo(image):
        for plane, pitch in product(find_object_planes(image), LARGEST_OBJECT_PITCHES_PX):
            yield _straighten_plane(image, plane, pitch)


def straighten_like(image: Image, reading: Reading) -> Image:
    """Straighten another picture of the same page in the same way as for the reading."""
    if reading.warp is None:
        raise ValueError("the board stands upright")
    width = round(reading.xs[0] + reading.xs[-1])
    height = round(reading.ys[0] + reading.ys[-1])
    warp = np.array(reading.warp, np.float64).reshape(3, 3)
    straight = _warp_picture(image, warp, (width, height), cv2.BORDER_REPLICATE)
    around = 2 * CELLS_AROUND_GRID
    return even_light(straight, reading.rows + around, reading.cols + around)


def may_be_photo(image: Image) -> bool:
    """Return True if a picture has the grain or the leaning edges of a photo."""
    rows = image[::4]
    flatness = (rows[:, 1:] == rows[:, :-1]).all(axis=2).mean()
    return bool(flatness < FLAT) or _do_edges_lean(shrink_picture(image)[0])


def _do_edges_lean(image: Image) -> bool:
    """Return True if few edges are upright or level."""
    smooth = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), SMOOTH_PX)
    across = np.abs(cv2.Sobel(smooth, cv2.CV_16S, 1, 0))
    down = np.abs(cv2.Sobel(smooth, cv2.CV_16S, 0, 1))
    larger = np.maximum(across, down)
    smaller = np.minimum(across, down)
    upright = (smaller <= UPRIGHT * larger)[larger > EDGE]
    return bool(upright.size and upright.mean() < LEAST_UPRIGHT)


def _straighten_plane(image: Image, plane: Plane, largest_pitch_px: float) -> tuple[Image, Floats]:
    """Return the picture of a grid with some cells around it, and the homography from it to the
    photo."""
    x0, y0, _, _ = plane.box
    cols = plane.cols + 2 * CELLS_AROUND_GRID
    rows = plane.rows + 2 * CELLS_AROUND_GRID
    shrink = min(1.0, largest_pitch_px / plane.pitch)
    pitch = plane.pitch * shrink
    # Shrinking before warping averages the pixels, so the grain is weaker.
    small = scale_picture(image, shrink)
    to_cells = np.array(
        [[1 / pitch, 0, x0 - CELLS_AROUND_GRID], [0, 1 / pitch, y0 - CELLS_AROUND_GRID], [0, 0, 1]]
    )
    warp = plane.homography @ to_cells
    to_small = np.diag([small.shape[1] / image.shape[1], small.shape[0] / image.shape[0], 1])
    size = (round(cols * pitch), round(rows * pitch))
    everywhere = np.full(small.shape[:2], 255, np.uint8)
    inside = _warp_picture(everywhere, to_small @ warp, size, cv2.BORDER_CONSTANT)
    upright = _warp_picture(small, to_small @ warp, size, cv2.BORDER_REPLICATE)
    # Beyond the photo its last pixels are repeated, blurred over a cell: lines neither continue nor
    # begin there.
    beyond = cv2.blur(upright, (round(pitch), round(pitch)))
    whole = np.where(inside[..., None] > 0, upright, beyond)
    return np.asarray(whole, np.uint8), np.asarray(warp / warp[2, 2], np.float32)


def _warp_picture(image: Image, warp: Doubles, size: tuple[int, int], beyond: int) -> Image:
    """Return the picture of this (width, height) whose pixels a homography maps to the image."""
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    warped = cv2.warpPerspective(image, warp, size, flags=flags, borderMode=beyond)
    return np.asarray(warped, np.uint8)


def map_to_photo(done: Attempt, what: str, warp: Floats, image: Image, box: Box) -> Attempt:
    """Return an attempt in a straightened picture with its reading in pixels of the photo.

    A board that the photo cuts off is refused. Refusals name the grid ``what`` and have its ``box``
    in the whole picture.
    """
    is_inside = _is_inside(find_bounds(done.lattice, warp, beside=BESIDE), image)
    numbers = tuple(float(number) for number in warp.ravel())
    reading = done.reading
    refusal = done.refusal
    if reading is None:
        if isinstance(refusal, BoardCutOff) and is_inside:
            # Only the straightened picture ends there, not the photo.
            refusal = BoardNotFound(f"{what} is not a whole board", hint=CROP_HINT)
    elif not (reading.whole and is_inside):
        refusal = BoardCutOff(f"{what} runs out of the photo", hint=WHOLE_HINT)
    else:
        in_photo = replace(reading, box=find_bounds(done.lattice, warp), warp=numbers)
        return replace(done, reading=in_photo, warp=numbers)
    if isinstance(refusal, ReadingError):
        refusal.box = box
    return replace(done, reading=None, refusal=refusal, warp=numbers)


def name_grid(lattice: Lattice, box: Box) -> str:
    """Return the name of a grid in messages, by its box in the whole picture."""
    return f"the {lattice.rows}x{lattice.cols} grid at {box[0]},{box[1]}"


def find_bounds(lattice: Lattice, warp: Floats, beside: float = 0) -> Box:
    """Return the box in the photo that contains a grid and ``beside`` cells around it."""
    rim = beside * lattice.pitch
    x0, y0, x1, y1 = lattice.box
    corners = np.array(list(product((x0 - rim, x1 + rim), (y0 - rim, y1 + rim))))
    seen = map_points(warp, corners)
    left, top = seen.min(axis=0).tolist()
    right, bottom = seen.max(axis=0).tolist()
    return floor(left), floor(top), ceil(right), ceil(bottom)


def _is_inside(box: Box, image: Image) -> bool:
    """Return True if a box lies wholly in a picture."""
    height, width = image.shape[:2]
    return min(box[:2]) >= 0 and box[2] <= width and box[3] <= height


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
GROUND: Final = 235
"""Brightness, of 255, to which the background of bright cells is set."""
BRIGHT: Final = 95
"""Percentile of the cells' backgrounds that is set to it."""


def even_light(image: Image, rows: int, cols: int) -> Image:
    """Return a picture that shows exactly this many square cells, corrected to even light."""
    ground = _measure_ground(image, rows, cols)
    # In logarithms, light times colour is a sum.
    light = _find_light(np.log(ground + DARKEST))
    gain = GROUND / np.percentile(ground.max(axis=2) / light, BRIGHT)
    size = image.shape[1::-1]
    over = cv2.resize((light / gain).astype(np.float32), size, interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.minimum(image / over[..., None], 255), np.uint8)


def _measure_ground(image: Image, rows: int, cols: int) -> Doubles:
    """Return the colour (rows, cols, 3) of each cell in a ring that is clear of its lines and
    mostly of its marks."""
    size = (cols * PLACES, rows * PLACES)
    small = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA))
    cells = small.reshape(rows, PLACES, cols, PLACES, 3).swapaxes(1, 2)
    from_middle = np.abs(np.arange(PLACES) - (PLACES - 1) / 2) / PLACES
    radius = np.maximum(from_middle[:, None], from_middle[None])
    ring = (RING[0] < radius) & (radius < RING[1])
    return np.asarray(np.median(cells[:, :, ring], axis=2), np.float64)


def _find_light(ground: Doubles) -> Doubles:
    """Return the light on each cell, up to a factor, from the logarithm of its background (rows,
    cols, 3)."""
    rows, cols = ground.shape[:2]
    before, after = number_sides(rows, cols).T
    colours = ground.reshape(-1, 3)
    change = colours[after] - colours[before]
    step = change.mean(axis=1)
    tint = np.abs(change - step[:, None]).max(axis=1)
    # Light changes slowly and keeps the hue; other steps are those from one region to the next.
    is_light = (np.abs(step) < LARGEST_STEP) & (tint < LARGEST_TINT)
    weight = np.where(is_light, 1, DOUBT)
    levels = _integrate_steps(before, after, np.where(is_light, step, 0), weight)
    return np.asarray(np.exp(levels.reshape(rows, cols)))


def _integrate_steps(before: Places, after: Places, step: Doubles, weight: Doubles) -> Doubles:
    """Return values with these differences, by weighted least squares; the first value is 0."""
    count = int(after.max()) + 1
    normal = np.zeros((count, count))
    normal[before, after] = -weight
    normal[after, before] = -weight
    np.fill_diagonal(normal, -normal.sum(axis=1))
    pull = weight * step
    right = np.bincount(after, pull, count) - np.bincount(before, pull, count)
    return np.concatenate([[0.0], np.linalg.solve(normal[1:, 1:], right[1:])])


def stands_upright(image: Image, reading: Reading) -> bool:
    """Return True if a board's lines are vertical and horizontal in the picture (H, W, 3) that it
    was read from."""
    x0, y0, x1, y1 = reading.box
    return not _do_edges_lean(image[max(0, y0) : y1, max(0, x0) : x1])
