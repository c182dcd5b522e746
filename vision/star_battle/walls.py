"""Boards without regions: open cells and walls, distinguished by their colours alone."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from vision.grid.borders import Borders
from vision.image import Bools, Floats

COLOUR_NOISE: Final = 2.0
"""Differences in colour (L*a*b*) below this are meaningless: the eye can barely see them."""
LEAST_LINE: Final = 0.3
"""Minimum line strength (px of black) between two open cells: three times that of anti-aliasing and noise."""
MOST_WALLS: Final = 0.65
"""Maximum fraction of walls on a board without regions; generated ones reach 0.55, discs on a pale grid 0.9."""

OTHER_COLOUR: Final = 0.15
"""Minimum difference between a cell and the nearer of the two colours, relative to their difference, for the cell to
have another colour."""
MOST_TINTED: Final = 0.1
"""Maximum fraction of cells of other colours, as under the mouse; boards of lamps with four states have half."""


class Walls(NamedTuple):
    """Grid of open cells and walls, its confidence (0…1) and evidence, and the weakest line between two open cells."""

    grid: tuple[str, ...]
    confidence: float
    evidence: str
    line: float

    def opened(self, colours: Floats) -> Floats:
        """Return the colours of the cells (rows, cols, 3), with walls replaced by the colour of open cells."""
        wall = np.array([[letter == "#" for letter in row] for row in self.grid])
        return np.where(wall[..., None], np.median(colours[~wall], axis=0), colours).astype(np.float32)


def find_walls(colours: Floats, line: Borders) -> Walls | None:
    """Return the walls of a board with cells of two colours, one of them as dark as its lines, or None.

    ``colours`` are the background colours, shape (rows, cols, 3). Dark boards may have bright walls and lines.
    """
    flat = colours.reshape(-1, 3)
    ends = flat[[flat[:, 0].argmin(), flat[:, 0].argmax()]]
    distances = np.linalg.norm(flat[:, None] - ends[None], axis=2)
    nearer = distances.argmin(axis=1).reshape(colours.shape[:2])
    wall = next((nearer == end for end in (0, 1) if _walled(line, nearer == end)), None)
    if wall is None:
        return None
    off, apart = distances.min(axis=1), float(np.linalg.norm(ends[1] - ends[0]))
    if np.mean(off > max(COLOUR_NOISE, OTHER_COLOUR * apart)) > MOST_TINTED:
        return None
    spread = float(off.max())
    confidence = max(0.0, 1 - ((spread + COLOUR_NOISE) / max(apart, 1e-6)) ** 2)
    grid = tuple("".join(".#"[int(w)] for w in row) for row in wall)
    evidence = f"walls: {int(wall.sum())} cells, colours {apart:.0f} apart and {spread:.1f} within"
    return Walls(grid, confidence, evidence, float(line.values()[~_at_wall(wall)].min()))


def _walled(line: Borders, wall: Bools) -> bool:
    """Return True if these cells can be the walls of a board without regions.

    Every line between two open cells must be visible and equally thick. Lines at a wall must not be visible, since the
    wall has the same colour. Every row and column needs room for a star.
    """
    at_wall = _at_wall(wall)
    full = wall.all(axis=0).any() or wall.all(axis=1).any() or wall.mean() > MOST_WALLS
    if not wall.any() or at_wall.all() or full:
        return False
    lines = line.values()
    thinnest, thickest = float(lines[~at_wall].min()), float(lines[~at_wall].max())
    seen, even = thinnest >= LEAST_LINE, thickest <= 2 * thinnest + LEAST_LINE / 3
    return seen and even and float(lines[at_wall].max()) <= thinnest / 2


def _at_wall(wall: Bools) -> Bools:
    """Return, for every border in the order of ``Borders.values``, True if it is at a wall."""
    return np.concatenate([(wall[:, 1:] | wall[:, :-1]).ravel(), (wall[1:] | wall[:-1]).ravel()])
