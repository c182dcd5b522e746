"""Reading of a refused picture in other sizes."""

from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.game_reader import Attempt, GameReader, Hints
from vision.grid.lines import SMALLEST_BOARD_PX
from vision.image import Image, read_only_view

SIZES: Final = (2.0, 0.4)
"""Factors by which a refused picture is scaled: cells of 8 pixels are read as 16, and textures and
compression disappear at less than half."""
LARGEST_ENLARGED: Final = 600_000
"""Maximum number of pixels of a picture that is enlarged: the cells of larger ones are large
enough."""
SMALLEST_REDUCED: Final = 160_000
"""Minimum number of pixels of a picture that is reduced: 400x400 keep 160x160."""
MOST_CONFIDENT: Final = 0.9
"""Maximum confidence in a board that can't be read in the picture's own size."""


def read_rescaled(reader: GameReader, image: Image, hints: Hints) -> list[Attempt]:
    """Return the attempts with a board at other sizes of the picture, in its own coordinates.

    Nothing is returned if the sizes show different boards.
    """
    found: list[Attempt] = []
    for factor in SIZES:
        pixels = image.shape[0] * image.shape[1]
        if pixels > LARGEST_ENLARGED if factor > 1 else pixels < SMALLEST_REDUCED:
            continue
        way = cv2.INTER_CUBIC if factor > 1 else cv2.INTER_AREA
        scaled = cv2.resize(image, None, fx=factor, fy=factor, interpolation=way)
        if min(scaled.shape[:2]) < SMALLEST_BOARD_PX:
            continue
        near = replace(hints, x=round(hints.x * factor), y=round(hints.y * factor))
        attempts = reader.attempts(read_only_view(np.asarray(scaled, np.uint8)), near)
        read = [_in_own_size(attempt, factor) for attempt in attempts if _is_plain(attempt)]
        if read and found and _list_grids(read) != _list_grids(found):
            return []
        found = found or read
    return found


def _is_plain(attempt: Attempt) -> bool:
    """Return True for a board with nothing against it: the picture's own size shows none."""
    return attempt.stands and all(sign.weight > 0 for sign in attempt.signs)


def _list_grids(attempts: list[Attempt]) -> list[tuple[str, ...]]:
    return sorted(attempt.reading.grid for attempt in attempts if attempt.reading)


def _in_own_size(attempt: Attempt, factor: float) -> Attempt:
    """Return an attempt with a board, in coordinates of the picture before it was scaled."""
    lattice = attempt.lattice.scale_by(1 / factor)
    reading = attempt.reading
    if reading is not None:
        reading = reading.scale_by(1 / factor)
        reading = reading.limit(MOST_CONFIDENT, f"read at {factor:g} times the size")
    return replace(attempt, lattice=lattice, reading=reading)
