"""Appearances of the cells of a board on one page, learned from what presses show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import dist
from typing import Final

import cv2
import numpy as np

from solvers.cells import Cell, change_cells
from solvers.lights_out import STATES
from vision import Reading
from vision.errors import AmbiguousBoard, BoardNotFound
from vision.image import Bools, Floats, Image, to_lab
from vision.peg_solitaire.patches import locate_sites

SIDE: Final = 12
"""Side of a patch in samples: a texture or a letter in a cell is still told from another one."""
MIDDLE: Final = 0.7
"""Side of a patch of a lamp, in cells: its rim glows, and shows lines and the neighbours' light."""
SAME: Final = 2.0
"""Maximum mean distance (L*a*b*) of a cell that looks as it did before: 0 on most pages, 1 where a
neighbour shines on it."""
NEARER: Final = 0.45
"""Maximum distance from the nearest appearance, as a share of that from the second nearest: a
shade or a glow has less than 0.3, a new appearance half-way between two others 0.6 and more."""
ALONE: Final = 12.0
"""Maximum distance (L*a*b*) from the only known appearance, unless its own cells differ more."""
SPREAD: Final = 2.0
"""The same, as a multiple of the greatest distance between cells of that appearance."""
MOST_SAMPLES: Final = 24
"""Maximum number of patches that are kept of an appearance: the first ones, then those that differ
most."""
MOST_NEW: Final = 0.7
"""Maximum share of the cells that look new after a press; a board that has gone or is covered has
more."""
AROUND: Final = 0.75
"""Distance from the middle of a cell to which its ground is looked at, in cells: its corners."""
NO_CELL: Final = " "


class CellAppearances:
    """Appearances of the cells of one board, by the names that its reading gives them.

    A cell that looks like itself in an earlier look has the name of then. Another one has the name
    whose patches it is nearest to, if it is clearly nearer to them than to all others. What is like
    none of them is new: it gets a name from what leads to it.
    """

    def __init__(self, reading: Reading, picture: Image) -> None:
        self.cells = [
            (row, col)
            for row, line in enumerate(reading.grid)
            for col, name in enumerate(line)
            if name != NO_CELL
        ]
        self._numbers = {cell: number for number, cell in enumerate(self.cells)}
        self._samples: dict[str, Floats] = {}
        self._own: dict[str, Floats] = {}
        self._has_own: dict[str, Bools] = {}
        self.teach({cell: reading.grid[cell[0]][cell[1]] for cell in self.cells}, reading, picture)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the appearances."""
        return tuple(self._samples)

    def teach(self, names: Mapping[Cell, str], reading: Reading, picture: Image) -> None:
        """Store what these cells look like now as the appearances with these names."""
        patches = self._take_patches(reading, picture)
        for name in sorted(set(names.values())):
            numbers = [self._numbers[cell] for cell, called in names.items() if called == name]
            self._store(name, numbers, patches)

    def read(self, reading: Reading, picture: Image) -> tuple[Reading, list[Cell]]:
        """Return the reading with the names of now, and the cells with a new appearance.

        Those keep their names of before. Raises BoardNotFound if too many look new.
        """
        patches = self._take_patches(reading, picture)
        found = self._name_patches(patches)
        new = [cell for cell, name in zip(self.cells, found, strict=True) if name is None]
        if len(new) > max(1, MOST_NEW * len(self.cells)):
            raise BoardNotFound(
                "the board is gone, or something covers it", hint="--headed to see it"
            )
        names = {
            cell: name for cell, name in zip(self.cells, found, strict=True) if name is not None
        }
        for name in self._samples:
            numbers = [number for number, called in enumerate(found) if called == name]
            self._own[name][numbers] = patches[numbers]
            self._has_own[name][numbers] = True
        return replace(reading, grid=change_cells(reading.grid, names)), new

    def group(self, cells: Sequence[Cell], reading: Reading, picture: Image) -> list[list[Cell]]:
        """Return cells with new appearances in groups that look alike."""
        patches = self._take_patches(reading, picture)
        limit = self._limit_alone()
        groups: list[list[Cell]] = []
        for cell in cells:
            patch = patches[self._numbers[cell]]
            for group in groups:
                first = patches[self._numbers[group[0]]]
                if _measure_distance(patch, first) <= limit:
                    group.append(cell)
                    break
            else:
                groups.append([cell])
        return groups

    def mean_colour(self, cells: Iterable[Cell], reading: Reading, picture: Image) -> Floats:
        """Return the mean colour (L*a*b*) of these cells, shape (3,)."""
        patches = self._take_patches(reading, picture)
        numbers = [self._numbers[cell] for cell in cells]
        return np.asarray(patches[numbers].mean(axis=(0, 1, 2)), np.float32)

    def _limit_alone(self) -> float:
        """Return the distance up to which patches look alike where no other appearance is known."""
        widest = ALONE
        for samples in self._samples.values():
            for sample in samples[1:]:
                widest = max(widest, SPREAD * _measure_distance(sample, samples[0]))
        return widest

    def _store(self, name: str, numbers: Sequence[int], patches: Floats) -> None:
        """Add patches to an appearance, the cells' own ones and some samples of it."""
        if name not in self._samples:
            self._samples[name] = np.empty((0, *patches.shape[1:]), np.float32)
            self._own[name] = np.zeros_like(patches)
            self._has_own[name] = np.zeros(len(patches), np.bool_)
        self._own[name][numbers] = patches[numbers]
        self._has_own[name][numbers] = True
        for number in numbers:
            samples = self._samples[name]
            away = _measure_distances(patches[number : number + 1], samples)[0]
            # An equal sample says nothing new.
            if len(samples) < MOST_SAMPLES and away > SAME:
                self._samples[name] = np.concatenate([samples, patches[number : number + 1]])

    def _name_patches(self, patches: Floats) -> list[str | None]:
        """Return the name of each patch; None if it is like none of the appearances."""
        names = list(self._samples)
        own = np.full((len(names), len(patches)), np.inf)
        nearest = np.empty((len(names), len(patches)))
        for at, name in enumerate(names):
            away = patches - self._own[name]
            distances = np.linalg.norm(away, axis=-1).mean(axis=(1, 2))
            own[at] = np.where(self._has_own[name], distances, np.inf)
            nearest[at] = _measure_distances(patches, self._samples[name])
        nearest = np.minimum(nearest, own)
        limit = self._limit_alone()
        found: list[str | None] = []
        for number in range(len(patches)):
            itself = int(own[:, number].argmin())
            order = np.argsort(nearest[:, number])
            least = nearest[order[0], number]
            if len(names) > 1:
                is_known = least <= NEARER * nearest[order[1], number]
            else:
                is_known = least <= limit
            if own[itself, number] <= SAME:
                found.append(names[itself])
            elif is_known:
                found.append(names[order[0]])
            else:
                found.append(None)
        return found

    def _take_patches(self, reading: Reading, picture: Image) -> Floats:
        """Return the middle of each cell in L*a*b*, shape (N, SIDE, SIDE, 3)."""
        half = _find_half(reading)
        height, width = picture.shape[:2]
        patches = np.empty((len(self.cells), SIDE, SIDE, 3), np.float32)
        for number, cell in enumerate(self.cells):
            x, y = reading.centre(*cell)
            left, top = round(x - half), round(y - half)
            right, bottom = round(x + half) + 1, round(y + half) + 1
            if left < 0 or top < 0 or right > width or bottom > height:
                raise BoardNotFound("the board is cut off", hint="--headed to see it")
            patch = picture[top:bottom, left:right]
            patches[number] = cv2.resize(patch, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
        rows = np.rint(patches).astype(np.uint8).reshape(-1, SIDE, 3)
        return to_lab(rows).reshape(patches.shape)


def find_sites(reading: Reading) -> tuple[tuple[bool, ...], ...]:
    """Return which places of a board have a cell, row by row."""
    return tuple(tuple(name != NO_CELL for name in line) for line in reading.grid)


def add_state(reading: Reading, cells: Iterable[Cell], name: str, colour: Floats) -> Reading:
    """Return the reading with a new state of these cells, and its mean colour (L*a*b*)."""
    looks = list(reading.looks)
    state = STATES.index(name)
    looks += [None] * (state + 1 - len(looks))
    looks[state] = (float(colour[0]), float(colour[1]), float(colour[2]))
    grid = change_cells(reading.grid, dict.fromkeys(cells, name))
    return replace(reading, grid=grid, looks=tuple(looks))


def refuse_new(cell: Cell) -> AmbiguousBoard:
    """Return the error for a cell with a new appearance that can't be learned yet."""
    return AmbiguousBoard(
        f"row {cell[0] + 1}, column {cell[1] + 1} looks like nothing seen before",
        hint="--headed to see it",
    )


def find_step(reading: Reading) -> float:
    """Return the distance between the nearest cells of a board, in pixels of its picture."""
    if reading.puzzle == "pegs":
        return float(locate_sites(reading)[2])
    # Of the next cells, since lines of a photo are in pixels of the straightened picture.
    beside = [dist(reading.centre(0, 0), reading.centre(0, 1))]
    beside.append(dist(reading.centre(0, 0), reading.centre(1, 0)))
    return min(beside)


def take_ground(reading: Reading, cell: Cell, picture: Image) -> Image:
    """Return the pixels round a cell that no disc on the board reaches, shape (N, 3)."""
    step = find_step(reading)
    x, y = reading.centre(*cell)
    reach = round(AROUND * step)
    left, top = round(x) - reach, round(y) - reach
    rows, cols = np.mgrid[top : top + 2 * reach + 1, left : left + 2 * reach + 1]
    away = np.full(rows.shape, np.inf)
    for row, line in enumerate(reading.grid):
        for col, name in enumerate(line):
            if name != NO_CELL:
                site_x, site_y = reading.centre(row, col)
                away = np.minimum(away, np.hypot(cols - site_x, rows - site_y))
    height, width = picture.shape[:2]
    is_inside = (rows >= 0) & (rows < height) & (cols >= 0) & (cols < width)
    ground = (away > step / 2) & is_inside
    return np.asarray(picture[rows[ground], cols[ground]], np.uint8)


def _find_half(reading: Reading) -> float:
    """Return half of the side of the patches of a board, in pixels of its picture."""
    share = reading.part if reading.puzzle == "pegs" else MIDDLE
    return share * find_step(reading) / 2


def _measure_distance(one: Floats, other: Floats) -> float:
    """Return the mean distance (L*a*b*) of two patches."""
    return float(np.linalg.norm(one - other, axis=-1).mean())


def _measure_distances(patches: Floats, samples: Floats) -> Floats:
    """Return the distance of each patch from the nearest sample; infinity without samples."""
    nearest = np.full(len(patches), np.inf, np.float32)
    for sample in samples:
        away = np.linalg.norm(patches - sample, axis=-1).mean(axis=(1, 2))
        nearest = np.minimum(nearest, away)
    return nearest
