"""Evidence that round things on a lattice are pegs and holes, or lamps, or the cells of something
else."""

from __future__ import annotations

from typing import Final

import numpy as np

from solvers.peg_solitaire import NO_SITE, PEG
from vision.errors import CROP_HINT, BoardNotFound
from vision.game_reader import Sign
from vision.grid.borders import are_two_widths, line_borders
from vision.grid.cells import cell_colours
from vision.grid.lattice import Lattice
from vision.image import Bools, Image
from vision.peg_solitaire.board_sites import BoardSites
from vision.peg_solitaire.lattices import Doubles
from vision.peg_solitaire.patches import (
    SQUARE,
    locate_sites,
    measure_filled_shares,
    sample_sites,
)
from vision.reading import Reading
from vision.weights import GIVEN, weigh

PUZZLE: Final = "pegs"
USUAL: Final = "the shape of a usual board"
UNDECIDED: Final = "it is open what are pegs"
ROUND_PEGS: Final = "round pegs"
REGION_LINES: Final = "lines of two widths between sites"


def find_signs(
    what: str, image: Image, board: BoardSites, reading: Reading, *, is_told: bool
) -> tuple[Sign, ...]:
    """Return the signs that the sites of a board that was read are pegs and holes, or that they are
    not."""
    signs = _find_signs_of_shape(board, is_told=is_told)
    cells, middles, step = locate_sites(reading)
    pegs = [number for number, (r, c) in enumerate(cells) if reading.grid[r][c] == PEG]
    if pegs and _are_round(image, middles[pegs], step):
        signs.append(weigh(PUZZLE, ROUND_PEGS))
    is_level_custom = not board.usual and board.frame.kind == "square" and board.frame.level
    if is_level_custom and _have_two_widths(image, reading):
        message = f"{what} have lines of two widths between them, like regions"
        signs.append(weigh(PUZZLE, REGION_LINES, BoardNotFound(message, hint=CROP_HINT)))
    return tuple(signs)


def find_signs_of_doubt(image: Image, board: BoardSites, *, is_told: bool) -> tuple[Sign, ...]:
    """Return the signs of a board whose pegs can't be told from its holes."""
    signs = _find_signs_of_shape(board, is_told=is_told)
    signs.append(weigh(PUZZLE, UNDECIDED))
    if _are_round(image, board.frame.locate_cells(board.cells), board.frame.points.step):
        signs.append(weigh(PUZZLE, ROUND_PEGS))
    return tuple(signs)


def _find_signs_of_shape(board: BoardSites, *, is_told: bool) -> list[Sign]:
    signs = []
    if board.usual:
        signs.append(weigh(PUZZLE, USUAL))
    if is_told:
        signs.append(weigh(PUZZLE, GIVEN))
    return signs


def _are_round(image: Image, middles: Doubles, step: float) -> bool:
    """Return True if most sites with these middles (N, 2) are discs, which fill less of their box
    than squares do."""
    shares = measure_filled_shares(sample_sites(image, middles, step))
    # A site on which nothing stands out is no disc.
    return bool(np.median(np.nan_to_num(shares, nan=1.0)) < SQUARE)


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
