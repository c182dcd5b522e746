"""Regions by their colours alone: cells of one colour are one region, in one piece or in several."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from solvers.cells import find_pieces
from vision.grid.borders import Labels, number
from vision.image import Floats
from vision.star_battle.border_evidence import CellGroups

FEWEST_ROWS: Final = 5
"""Minimum number of rows: one in 35 boards of 4x4 cells in 4 colours at random has pieces as large
as a board's."""
LEAST_PIECE: Final = 2.5
"""Minimum mean number of cells in a connected piece. 114 of 127 boards of a community whose regions
are in pieces have more; of 4,000 boards of N colours at random, 6 do with 5 rows, 1 with 6 and none
with more."""


class ColourGroups(NamedTuple):
    """Cells in groups of one colour: their ``groups``, whose strengths are differences in L*a*b*,
    and the number of connected ``pieces``."""

    groups: CellGroups
    pieces: int

    @property
    def may_be_regions(self) -> bool:
        """True if groups are in several pieces, and these are larger than those of colours at
        random."""
        count = self.groups.regions
        is_large = self.groups.labels.size >= LEAST_PIECE * self.pieces
        return count >= FEWEST_ROWS and self.pieces > count and is_large


def group_by_colour(colours: Floats) -> ColourGroups:
    """Return as many groups of cells (rows, cols, 3) as rows, by their colours in L*a*b*.

    ``inside`` is the largest difference between a cell and the colour of its group, ``between`` the
    smallest between a cell and the colour of another group.
    """
    flat = colours.reshape(-1, 3)
    # Each next colour is the one that is least like all before.
    apart = [np.linalg.norm(flat - flat[0], axis=1)]
    for _ in range(len(colours) - 1):
        farthest = int(np.min(apart, axis=0).argmax())
        apart.append(np.linalg.norm(flat - flat[farthest], axis=1))
    distances = np.array(apart)
    nearest = distances.argmin(axis=0)
    labels: Labels = number(nearest.reshape(colours.shape[:2]))
    ordered = np.sort(distances, axis=0)
    groups = CellGroups(labels, float(ordered[0].max()), float(ordered[1].min()))
    pieces = sum(map(len, find_pieces(groups.rows()).values()))
    return ColourGroups(groups, pieces)
