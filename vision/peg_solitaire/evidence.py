"""Evidence that round things on a lattice are pegs and holes, or lamps, or the cells of something
else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from solvers.peg_solitaire import NO_SITE, PEG
from vision.confidence import (
    LEAST_ROUND_CONFIDENCE,
    LEAST_SEVERAL_CONFIDENCE,
    LEAST_USUAL_CONFIDENCE,
)
from vision.errors import CROP_HINT, AmbiguousBoard, BoardNotFound
from vision.game_reader import Sign
from vision.grid.borders import are_two_widths, line_borders
from vision.grid.cells import cell_colours
from vision.grid.lattice import Lattice
from vision.image import Bools, Image
from vision.peg_solitaire.board_sites import PEGS_HINT, ROUND, BoardSites
from vision.peg_solitaire.patches import (
    DISC,
    REACH,
    SQUARE,
    locate_sites,
    measure_filled_shares,
    measure_roundness,
    sample_sites,
)
from vision.reading import Reading
from vision.weights import GIVEN, weigh

PUZZLE: Final = "pegs"
MOST_ROUND: Final = 0.9
"""Minimum fraction of round sites on a board of discs; a shadow or a highlight may distort a
few."""
USUAL: Final = "the shape of a usual board"
CUSTOM: Final = "a shape of its own"
UNCLEAR: Final = "pegs that are hardly unlike holes"
UNDECIDED: Final = "it is open what are pegs"
ROUND_PEGS: Final = "round pegs"
FULL: Final = "sites that fill a rectangle"
REGION_LINES: Final = "lines of two widths between sites"


def find_signs(
    what: str, image: Image, board: BoardSites, reading: Reading, *, is_told: bool
) -> tuple[Sign, ...]:
    """Return the signs that the sites of a board that was read are pegs and holes, or that they are
    not.

    If a person has said that there are pegs, only what rules them out speaks against them.
    """
    signs = _find_signs_of_shape(board, reading.box[:2], is_told=is_told)
    if are_round(image, reading, PEG):
        signs.append(weigh(PUZZLE, ROUND_PEGS))
    is_level_custom = not board.usual and board.frame.kind == "square" and board.frame.level
    if is_level_custom and _have_two_widths(image, reading):
        message = f"{what} have lines of two widths between them, like regions"
        signs.append(weigh(PUZZLE, REGION_LINES, BoardNotFound(message, hint=CROP_HINT)))
    if not is_told and not _are_clear(image, reading):
        signs.append(weigh(PUZZLE, UNCLEAR, _make_doubt(reading.box[:2])))
    if not is_told and not any(NO_SITE in row for row in reading.grid):
        signs.append(weigh(PUZZLE, FULL, _make_doubt(reading.box[:2])))
    return tuple(signs)


def find_signs_of_doubt(image: Image, board: BoardSites, *, is_told: bool) -> tuple[Sign, ...]:
    """Return the signs of a board whose pegs can't be told from its holes."""
    middles = np.array([board.frame.locate_cell(*cell) for cell in board.cells])
    corner = np.rint(middles.min(axis=0)).astype(np.intp).tolist()
    signs = _find_signs_of_shape(board, corner, is_told=is_told)
    signs.append(weigh(PUZZLE, UNDECIDED))
    shares = measure_filled_shares(sample_sites(image, middles, board.frame.points.step))
    if float(np.median(np.nan_to_num(shares, nan=1.0))) < SQUARE:
        signs.append(weigh(PUZZLE, ROUND_PEGS))
    return tuple(signs)


def _find_signs_of_shape(board: BoardSites, corner: Sequence[int], *, is_told: bool) -> list[Sign]:
    signs = []
    if board.usual:
        signs.append(weigh(PUZZLE, USUAL))
    elif not is_told:
        signs.append(weigh(PUZZLE, CUSTOM, _make_doubt(corner)))
    if is_told:
        signs.append(weigh(PUZZLE, GIVEN))
    return signs


def _make_doubt(corner: Sequence[int]) -> AmbiguousBoard:
    x, y = corner
    return AmbiguousBoard(f"the pegs or holes at {x},{y} may be something else", hint=PEGS_HINT)


def _are_clear(image: Image, reading: Reading) -> bool:
    """Return True if pegs are clearly unlike holes.

    If all sites are discs, unlike the cells of other puzzles, smaller differences are enough.
    """
    are_two = len(reading.looks) <= 2
    least = LEAST_USUAL_CONFIDENCE if are_two else LEAST_SEVERAL_CONFIDENCE
    if reading.confidence >= least:
        return True
    return are_two and reading.confidence >= LEAST_ROUND_CONFIDENCE and _are_discs(image, reading)


def are_round(image: Image, reading: Reading, kinds: str) -> bool:
    """Return True if most sites of these kinds are discs, which fill less of their box than squares
    do."""
    cells, middles, step = locate_sites(reading)
    chosen = [i for i, (r, c) in enumerate(cells) if reading.grid[r][c] in kinds]
    if not chosen:
        return False
    shares = np.nan_to_num(
        measure_filled_shares(sample_sites(image, middles[chosen], step)), nan=1.0
    )
    return bool(np.median(shares) < SQUARE)


def _have_two_widths(image: Image, reading: Reading) -> bool:
    """Return True if the lines between sites of a custom board are of two widths, like those of
    regions."""
    there: Bools = np.array([[site != NO_SITE for site in row] for row in reading.grid])
    xs, ys = np.array(reading.xs, np.float32), np.array(reading.ys, np.float32)
    lattice = Lattice(xs, ys, reading.box)
    lines = line_borders(image, lattice, cell_colours(image, lattice)[0])[0]
    right = lines.right[there[:, 1:] & there[:, :-1]]
    below = lines.below[there[1:] & there[:-1]]
    return are_two_widths(np.sort(right)) and are_two_widths(np.sort(below))


def _are_discs(image: Image, reading: Reading) -> bool:
    """Return True if nearly all sites of a board that is level and upright are round."""
    if reading.warp is not None:
        return False
    _, middles, step = locate_sites(reading)
    patches = sample_sites(image, middles, step)
    shares = measure_filled_shares(patches, min(REACH, (reading.ys[1] - reading.ys[0]) / step / 2))
    discs = [
        DISC <= share < SQUARE or measure_roundness(patch) >= ROUND
        for share, patch in zip(shares, patches, strict=True)
    ]
    return bool(sum(discs) >= MOST_ROUND * len(discs))
