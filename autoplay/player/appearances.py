"""Appearances of the cells of a board on one page, learned from what presses show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import dist
from typing import Final

import cv2
import numpy as np

from autoplay.games.adapter import Grid
from solvers.cells import Cell, change_cells
from solvers.lights_out import STATES
from solvers.wording import place as name_place
from vision import Reading
from vision.blobs import locate_sites
from vision.errors import AmbiguousBoard, BoardNotFound
from vision.image import Floats, Image, to_lab

SIDE: Final = 12
"""Side of a patch in samples: a texture or a letter in a cell is still told from another one."""
MIDDLE: Final = 0.7
"""Side of a patch of a lamp, in cells: its rim glows, and shows lines and the neighbours' light."""
SHINE: Final = 2.0
"""Maximum mean distance (L*a*b*) of a lamp or a peg that looks as it did before: 1 where a
neighbour shines on it."""
MOST_NOISE: Final = 6.0
"""Maximum noise of a cell: one that changes by more shows something else."""
PULSE: Final = 2.0
"""Maximum distance of a cell that changes by itself from its look before, as a multiple of its
noise."""
NEARER: Final = 0.45
"""Maximum distance from the nearest appearance, as a share of that from the second nearest, and of
the distance between the two: a shade or a glow has less than 0.3, a new appearance half-way
between two others 0.6 and more."""
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
RED: Final = (0.0, 50.0)
"""Hues of red, in degrees in L*a*b*: light coral has 24, crimson 26, red 40; orange 73."""
LEAST_CHROMA: Final = 40.0
"""Least chroma of red (L*a*b*): light coral has 47, pink 24."""
LEAST_RED: Final = 0.02
"""Minimum share of a cell that turns red."""
NO_CELL: Final = " "


class CellLooks:
    """Looks of the cells of one board under each name, and the noise of each cell.

    A cell is the same as in an earlier look if it differs by no more than ``limit`` (L*a*b*, mean
    of a patch), or than it does by itself: by what changes between two looks with no press between
    them, which is nothing on most pages.
    """

    def __init__(
        self, reading: Reading, picture: Image, names: Mapping[Cell, str], limit: float
    ) -> None:
        self.cells = list_cells(reading.grid)
        self._numbers = {cell: number for number, cell in enumerate(self.cells)}
        self._limits = np.full(len(self.cells), limit, np.float32)
        self._own: dict[str, dict[Cell, Floats]] = {}
        self.remember(names, take_patches(list(names), reading, picture))

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the appearances."""
        return tuple(self._own)

    def note_noise(self, reading: Reading, picture: Image) -> None:
        """Measure how far cells are from an earlier look, with no press between the two."""
        nearest = self.measure_own(self.cells, take_patches(self.cells, reading, picture))
        noise = nearest.min(axis=0)
        noise[noise > MOST_NOISE] = 0
        self._limits = np.maximum(self._limits, PULSE * noise)

    def remember(self, names: Mapping[Cell, str], patches: Floats) -> None:
        """Store the patches of these cells as their own looks with these names."""
        for (cell, name), patch in zip(names.items(), patches, strict=True):
            self._own.setdefault(name, {})[cell] = patch

    def find_own(self, cell: Cell, name: str) -> Floats | None:
        """Return the patch of a cell when it had a name; None if it never had."""
        return self._own.get(name, {}).get(cell)

    def find_same(self, cells: Sequence[Cell], patches: Floats) -> dict[Cell, str]:
        """Return the names of those cells that look as they did before."""
        own = self.measure_own(cells, patches)
        found: dict[Cell, str] = {}
        for at, cell in enumerate(cells):
            nearest = int(own[:, at].argmin())
            if own[nearest, at] <= self._limits[self._numbers[cell]]:
                found[cell] = self.names[nearest]
        return found

    def measure_own(self, cells: Sequence[Cell], patches: Floats) -> Floats:
        """Return the distances of cells from their own looks, shape (names, N); infinity if a cell
        never had the name."""
        own = np.full((len(self.names), len(cells)), np.inf, np.float32)
        for at, looks in enumerate(self._own.values()):
            known = [number for number, cell in enumerate(cells) if cell in looks]
            if known:
                before = np.stack([looks[cells[number]] for number in known])
                away = np.linalg.norm(patches[known] - before, axis=-1)
                own[at, known] = away.mean(axis=(1, 2))
        return own


class CellAppearances(CellLooks):
    """Appearances of lamps or pegs, by the names that the reading of their board gives them.

    A cell that looks like itself in an earlier look has the name of then. Another one has the name
    whose patches it is nearest to, if it is clearly nearer to them than to all others. What is like
    none of them is new: it gets a name from what leads to it.
    """

    def __init__(self, reading: Reading, picture: Image) -> None:
        self._samples: dict[str, Floats] = {}
        super().__init__(reading, picture, {}, SHINE)
        names = {cell: reading.grid[cell[0]][cell[1]] for cell in self.cells}
        self.teach(names, reading, picture)

    def teach(self, names: Mapping[Cell, str], reading: Reading, picture: Image) -> None:
        """Store what these cells look like now as the appearances with these names."""
        patches = take_patches(list(names), reading, picture)
        self.remember(names, patches)
        for name, patch in zip(names.values(), patches, strict=True):
            samples = self._samples.setdefault(name, np.empty((0, SIDE, SIDE, 3), np.float32))
            # An equal sample says nothing new.
            is_new = _measure_distances(patch[None], samples)[0] > SHINE
            if len(samples) < MOST_SAMPLES and is_new:
                self._samples[name] = np.concatenate([samples, patch[None]])
        # Two faint appearances may differ by less than a glow.
        for one, other in combinations(self._samples.values(), 2):
            apart = float(_measure_distances(one, other).min())
            self._limits = np.minimum(self._limits, NEARER * apart)

    def read(self, reading: Reading, picture: Image) -> tuple[Reading, list[Cell]]:
        """Return the reading with the names of now, and the cells with a new appearance.

        Those keep their names of before. Raises BoardNotFound if too many look new.
        """
        patches = take_patches(self.cells, reading, picture)
        same = self.find_same(self.cells, patches)
        others = [cell for cell in self.cells if cell not in same]
        nearest = self._find_nearest(others, patches[[self._numbers[cell] for cell in others]])
        names = same | nearest
        new = [cell for cell in others if cell not in nearest]
        if len(new) > max(1, MOST_NEW * len(self.cells)):
            raise BoardNotFound(
                "the board is gone, or something covers it", hint="--headed to see it"
            )
        # The same is not stored again: a lamp that fades bit by bit would stay what it was.
        self.remember(nearest, patches[[self._numbers[cell] for cell in nearest]])
        return replace(reading, grid=change_cells(reading.grid, names)), new

    def group(self, cells: Sequence[Cell], reading: Reading, picture: Image) -> list[list[Cell]]:
        """Return cells with new appearances in groups that look alike."""
        patches = dict(zip(cells, take_patches(cells, reading, picture), strict=True))
        limit = self._limit_alone()
        groups: list[list[Cell]] = []
        for cell in cells:
            for group in groups:
                if _measure_distance(patches[cell], patches[group[0]]) <= limit:
                    group.append(cell)
                    break
            else:
                groups.append([cell])
        return groups

    def _find_nearest(self, cells: Sequence[Cell], patches: Floats) -> dict[Cell, str]:
        """Return the names of those cells that are clearly nearest to one."""
        nearest = self.measure_own(cells, patches)
        for at, name in enumerate(self.names):
            away = _measure_distances(patches, self._samples[name])
            nearest[at] = np.minimum(nearest[at], away)
        apart: dict[tuple[str, ...], float] = {}
        limit = self._limit_alone()
        found: dict[Cell, str] = {}
        for number, cell in enumerate(cells):
            order = np.argsort(nearest[:, number])
            pair = tuple(self.names[at] for at in order[:2])
            if len(pair) > 1:
                if pair not in apart:
                    away = _measure_distances(self._samples[pair[0]], self._samples[pair[1]])
                    apart[pair] = float(away.min())
                # A look far from both is neither's, however much farther it is from the second.
                limit = NEARER * min(nearest[order[1], number], apart[pair])
            if nearest[order[0], number] <= limit:
                found[cell] = self.names[order[0]]
        return found

    def _limit_alone(self) -> float:
        """Return the distance up to which patches look alike where no other appearance is known."""
        widest = ALONE
        for samples in self._samples.values():
            for sample in samples[1:]:
                widest = max(widest, SPREAD * _measure_distance(sample, samples[0]))
        return widest


def take_patches(
    cells: Sequence[Cell], reading: Reading, picture: Image, half: float | None = None
) -> Floats:
    """Return the middle of each cell in L*a*b*, shape (N, SIDE, SIDE, 3): up to ``half`` a patch
    from it, in pixels of the picture.

    Raises BoardNotFound if the picture does not show all of them.
    """
    if half is None:
        half = find_half(reading)
    height, width = picture.shape[:2]
    patches = np.empty((len(cells), SIDE, SIDE, 3), np.uint8)
    for number, (row, col) in enumerate(cells):
        x, y = reading.centre(row, col)
        left = round(x - half)
        top = round(y - half)
        right = round(x + half) + 1
        bottom = round(y + half) + 1
        if left < 0 or top < 0 or right > width or bottom > height:
            raise BoardNotFound("the board is cut off", hint="--headed to see it")
        patch = picture[top:bottom, left:right]
        patches[number] = cv2.resize(patch, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return to_lab(patches.reshape(-1, SIDE, 3)).reshape(patches.shape)


def have_all_changed(before: Floats, looks: Sequence[Floats]) -> bool:
    """Return True if each patch, (N, SIDE, SIDE, 3), differs from the one before, stays so in all
    ``looks``, and none has turned red: a page shows so that it was won."""
    for number, one in enumerate(before):
        now = looks[0][number]
        noise = max(_measure_distance(now, look[number]) for look in looks)
        has_turned_red = _measure_red(now) >= _measure_red(one) + LEAST_RED
        if has_turned_red or noise > SHINE or _measure_distance(one, now) <= SHINE:
            return False
    return True


def find_equal(grid: Grid, other: Grid) -> list[Cell]:
    """Return the cells that are the same on two boards."""
    return [(row, col) for row, col in list_cells(grid) if grid[row][col] == other[row][col]]


def list_cells(grid: Grid) -> list[Cell]:
    """Return the places of a board that have a cell, row by row."""
    cells: list[Cell] = []
    for row, line in enumerate(grid):
        for col, name in enumerate(line):
            if name != NO_CELL:
                cells.append((row, col))
    return cells


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
        f"{name_place(cell)} looks like nothing seen before",
        hint="--headed to see it",
    )


def find_step(reading: Reading) -> float:
    """Return the distance between the nearest cells of a board, in pixels of its picture."""
    if reading.puzzle == "pegs":
        return float(locate_sites(reading)[2])
    # Of the next cells, since lines of a photo are in pixels of the straightened picture.
    first = reading.centre(0, 0)
    return min(dist(first, reading.centre(0, 1)), dist(first, reading.centre(1, 0)))


def take_ground(reading: Reading, cell: Cell, picture: Image) -> Image:
    """Return the pixels round a cell that no disc on the board reaches, shape (N, 3)."""
    step = find_step(reading)
    x, y = reading.centre(cell[0], cell[1])
    reach = round(AROUND * step)
    left = round(x) - reach
    top = round(y) - reach
    rows, cols = np.mgrid[top : top + 2 * reach + 1, left : left + 2 * reach + 1]
    away = np.full(rows.shape, np.inf)
    for row, col in list_cells(reading.grid):
        site_x, site_y = reading.centre(row, col)
        away = np.minimum(away, np.hypot(cols - site_x, rows - site_y))
    height, width = picture.shape[:2]
    is_inside = (rows >= 0) & (rows < height) & (cols >= 0) & (cols < width)
    ground = (away > step / 2) & is_inside
    return np.asarray(picture[rows[ground], cols[ground]], np.uint8)


def _measure_red(patch: Floats) -> float:
    """Return the share of a patch that is red."""
    hue = np.degrees(np.arctan2(patch[..., 2], patch[..., 1]))
    is_coloured = np.hypot(patch[..., 1], patch[..., 2]) >= LEAST_CHROMA
    return float((is_coloured & (hue >= RED[0]) & (hue <= RED[1])).mean())


def find_half(reading: Reading) -> float:
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
