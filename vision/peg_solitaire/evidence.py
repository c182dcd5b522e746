"""Evidence that round things on a lattice are pegs and holes, or lamps, or the cells of something
else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from solvers.peg_solitaire import NO_SITE, PEG
from vision.game_reader import Sign
from vision.image import Floats
from vision.peg_solitaire.board_sites import BoardSites
from vision.peg_solitaire.patches import BARE, REACH, within
from vision.weights import GIVEN, weigh

PUZZLE: Final = "pegs"
USUAL: Final = "the shape of a usual board"
ROUND_PEGS: Final = "round pegs"
SQUARE: Final = 0.86
"""Minimum fraction of its box that a square or a cell fills: discs fill 0.71 to 0.84, cells of other
puzzles 0.88 and more."""
LEAST_DISC: Final = 0.65
"""Minimum fraction of its box that nearly every disc fills: real discs fill 0.67 and more, of
digits some fill 0.6 and less."""


def find_signs(board: BoardSites, grid: Sequence[str], *, is_told: bool) -> tuple[Sign, ...]:
    """Return the signs that the sites of a board are pegs and holes; all sites count if no rows of
    the ``grid`` say what are pegs, or if there are none."""
    signs = []
    if board.usual:
        signs.append(weigh(PUZZLE, USUAL))
    if is_told:
        signs.append(weigh(PUZZLE, GIVEN))
    # Sites are in the order of the rows of a text.
    sites = "".join(grid).replace(NO_SITE, "")
    is_peg = np.array([site == PEG for site in sites], np.bool_)
    counted = is_peg if is_peg.any() else np.full(len(board.cells), True)
    shares = _measure_filled_shares(board.patches[counted], board.grounds[counted])
    # The shape of a board says that figures on it are pegs; without it, they may be letters.
    are_discs = board.usual or np.quantile(shares, 0.1) >= LEAST_DISC
    if are_discs and np.median(shares) < SQUARE:
        signs.append(weigh(PUZZLE, ROUND_PEGS))
    return tuple(signs)


def _measure_filled_shares(patches: Floats, grounds: Floats) -> Floats:
    """Return the fraction of its box that the object in each patch (N, …) fills on the ground
    (N, 3) round it; 1 where nothing stands out, which is no disc."""
    off = np.linalg.norm(patches - grounds[:, None, None], axis=3)
    stands_out = np.median(off[:, within(0.2)], axis=1)
    objects = off > stands_out[:, None, None] / 2
    # Farther out are the neighbours on a triangular lattice.
    near = objects & within(REACH)
    columns = near.any(axis=1)
    rows = near.any(axis=2)
    boxes = rows[:, :, None] & columns[:, None]
    shares = (objects & boxes).sum(axis=(1, 2)) / np.maximum(boxes.sum(axis=(1, 2)), 1)
    return np.where(stands_out > BARE, shares, 1).astype(np.float32)
