"""Reader for Star Battle boards."""
# ruff: noqa: ARG002 (the interface of all games)

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from vision.attempt import Attempt, Hints, RegionResult
from vision.game_reader import GameReader
from vision.grid.board import Lattice, find_lattices
from vision.image import Image
from vision.photos.photo import straightened
from vision.reading import Reading
from vision.star_battle.classify import LEAST_CONFIDENCE, confirm, measure_cells
from vision.star_battle.finding import attempt_boards, attempt_photographed
from vision.star_battle.grid_attempt import reading_of
from vision.star_battle.marks import find_marks


class StarBattleReader(GameReader):
    """Reader for boards of N rows, N columns and N regions, or with walls; upright, or in a photo."""

    puzzle = "star-battle"
    title = "Star Battle"
    reads_photos = True

    def attempts(self, image: Image, hints: Hints, *, only_certain: bool = False) -> list[Attempt]:
        """Return the attempts at upright boards; a board whose regions are counted is never of another game."""
        return attempt_boards(image, hints)

    def attempts_in_photo(self, image: Image, hints: Hints, *, slanted: bool) -> Iterable[Attempt]:
        """Return the attempts at boards in straightened pictures."""
        return attempt_photographed(image, hints, slanted=slanted)

    def update(self, image: Image, reading: Reading, *, learn: bool = False) -> Reading | None:
        """Return the known grid, in its place or in another one, with the marks that are there now."""
        return _updated(image, reading) if reading.warp is None else _updated_slanted(image, reading)


def _updated(image: Image, reading: Reading) -> Reading | None:
    lattice = Lattice(np.array(reading.xs, np.float32), np.array(reading.ys, np.float32), reading.box)
    again = _confirmed(image, lattice, reading)
    if again is not None:
        return again
    for lattice in find_lattices(image):
        if (lattice.rows, lattice.cols) == (reading.rows, reading.cols):
            again = _confirmed(image, lattice, reading)
            if again is not None:
                return again
    return None


def _updated_slanted(image: Image, reading: Reading) -> Reading | None:
    box = (round(reading.xs[0]), round(reading.ys[0]), round(reading.xs[-1]), round(reading.ys[-1]))
    lattice = Lattice(np.array(reading.xs, np.float32), np.array(reading.ys, np.float32), box)
    again = _confirmed(straightened(image, reading), lattice, reading)
    return replace(again, box=reading.box, warp=reading.warp) if again is not None else None


def _confirmed(image: Image, lattice: Lattice, before: Reading) -> Reading | None:
    """Return the known grid at this place with the marks that are there now, or None if it is not there."""
    x0, y0, x1, y1 = lattice.box
    if x0 < 0 or y0 < 0 or x1 > image.shape[1] or y1 > image.shape[0]:
        return None
    cells = measure_cells(image, lattice)
    confidence = confirm(cells, before.grid)
    if confidence < LEAST_CONFIDENCE:
        return None
    regions = RegionResult(before.grid, confidence, ("the grid known before is still there",))
    return reading_of(lattice, regions, find_marks(image, lattice, cells.colours).found, before.whole)
