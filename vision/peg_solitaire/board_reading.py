"""Reading of a board of pegs: its text rows, the position of each text cell, and the colours of
holes and pegs."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

import numpy as np

from solvers.peg_solitaire import HOLE, NO_SITE, PEG, Cell
from vision.errors import WHOLE_HINT, AmbiguousBoard
from vision.grid.lattice import Lattice
from vision.image import Floats, Image
from vision.peg_solitaire.board_sites import (
    BoardSites,
    measure_colour_beside,
)
from vision.peg_solitaire.lattices import CoordinateFrame
from vision.peg_solitaire.patches import (
    BARE,
    Appearances,
    find_appearances,
    measure_peg_width,
    measure_rim_colour,
)
from vision.peg_solitaire.peg_or_hole import INNER, ONE_HINT, decide_pegs
from vision.peg_solitaire.usual_boards import find_first_row_col, move_to_zero
from vision.reading import Colour, Reading

OTHER_GROUND: Final = 30.0
"""Minimum difference (L*a*b*) between the page round damaged or covered sites and round the
others."""
SLANT: Final = 0.1
"""Largest drop of a whole row, in steps, in a reading without a homography."""


def read_pegs(what: str, image: Image, board: BoardSites, foreground: str) -> Reading:
    """Return the reading of a board; raise AmbiguousBoard if pegs can't be distinguished from
    holes."""
    grounds = board.grounds
    own = np.median(board.patches[:, INNER], axis=1)
    if (np.linalg.norm(grounds - own, axis=1) <= BARE).all():
        # Objects that nearly touch leave no page between them: it is seen beside the board.
        grounds = np.broadcast_to(measure_colour_beside(image, board), grounds.shape)
    appearances = find_appearances(what, board.patches, grounds)
    if len(appearances.patches) == 1 and not board.usual and foreground in ("auto", "any"):
        raise AmbiguousBoard(
            f"{what} all look alike, and don't have the shape of a usual board", hint=ONE_HINT
        )
    ground = np.asarray(np.median(grounds, axis=0), np.float32)
    _refuse_discoloured(what, appearances, grounds, ground)
    decision = decide_pegs(what, appearances, ground, foreground)
    cells = sorted(move_to_zero(board.cells))
    rows, cols = (max(numbers) + 1 for numbers in zip(*cells, strict=True))
    grid = [[NO_SITE] * cols for _ in range(rows)]
    for (r, c), number in zip(cells, appearances.labels.tolist(), strict=True):
        grid[r][c] = PEG if decision.pegs[number] else HOLE
    width = _peg_width(appearances, decision.pegs, board)
    return replace(
        positions_of(board),
        grid=tuple("".join(row) for row in grid),
        confidence=min(1 - 1 / appearances.gap**2, decision.confidence),
        evidence=(f"{len(cells)} sites on a {board.frame.kind} lattice", decision.reason),
        looks=_colours(appearances, decision.pegs, width),
        part=width,
    )


def _refuse_discoloured(
    what: str, appearances: Appearances, grounds: Floats, ground: Floats
) -> None:
    """Raise AmbiguousBoard if the sites of an appearance are the only ones on a page of another
    colour.

    Then something covers them, or the picture is damaged, and a hole may look like a peg.
    """
    if len(appearances.patches) == 1:
        return
    off = np.linalg.norm(grounds - ground, axis=1)
    for number in range(len(appearances.patches)):
        here = appearances.labels == number
        if off[here].min() > OTHER_GROUND and off[~here].max() < off[here].min():
            raise AmbiguousBoard(
                f"some of {what} are covered, or the picture is damaged there", hint=WHOLE_HINT
            )


def _peg_width(appearances: Appearances, pegs: tuple[bool, ...], board: BoardSites) -> float:
    """Return the width of a peg, in steps, from the most frequent peg and hole, or of the objects
    if all are alike."""
    typical = {
        pegs[number]: appearances.patches[number]
        for number in np.argsort(appearances.counts).tolist()
    }
    if len(typical) == 2:
        return measure_peg_width(typical[True], typical[False])
    return min(board.frame.points.side / board.frame.points.step, 1)


def _colours(
    appearances: Appearances, pegs: tuple[bool, ...], width: float
) -> tuple[Colour | None, ...]:
    """Return the colour of the most frequent hole, and those of pegs, the most frequent first."""
    order = np.argsort(-appearances.counts).tolist()
    holes = [
        measure_rim_colour(appearances.patches[number], width)
        for number in order
        if not pegs[number]
    ]
    colours = [
        measure_rim_colour(appearances.patches[number], width) for number in order if pegs[number]
    ]
    return (holes[0] if holes else None, *colours)


def positions_of(board: BoardSites) -> Reading:
    """Return the reading of a board without its text, with a homography if rows are not level or
    columns upright."""
    frame, lattice = board.frame, lattice_of(board.frame, board.cells)
    off = abs(frame.across[1]) * lattice.cols + abs(frame.down[0]) * lattice.rows
    if off <= SLANT * frame.points.step:
        return Reading(
            "pegs", (), tuple(map(float, lattice.xs)), tuple(map(float, lattice.ys)), lattice.box
        )
    wide, high = (float(np.linalg.norm(step)) for step in (frame.across, frame.down))
    x, y = frame.locate_cell(*find_first_row_col(board.cells))
    warp = np.column_stack([frame.across / wide, frame.down / high, (x, y)])
    xs = tuple((col - 0.5) * wide for col in range(lattice.cols + 1))
    ys = tuple((row - 0.5) * high for row in range(lattice.rows + 1))
    return Reading("pegs", (), xs, ys, lattice.box, warp=(*map(float, warp.ravel()), 0.0, 0.0, 1.0))


def lattice_of(frame: CoordinateFrame, cells: Collection[Cell]) -> Lattice:
    """Return the lines between the text cells of these sites, and the box round the objects on
    them."""
    row, col = find_first_row_col(cells)
    rows, cols = max(r for r, _ in cells) - row + 1, max(c for _, c in cells) - col + 1
    x, y = frame.locate_cell(row, col)
    xs = x + (np.arange(cols + 1) - 0.5) * frame.across[0]
    ys = y + (np.arange(rows + 1) - 0.5) * frame.down[1]
    middles, reach = np.array([frame.locate_cell(*cell) for cell in cells]), frame.points.side / 2
    x0, y0 = np.rint(middles.min(axis=0) - reach).astype(int).tolist()
    x1, y1 = np.rint(middles.max(axis=0) + reach).astype(int).tolist()
    return Lattice(xs.astype(np.float32), ys.astype(np.float32), (x0, y0, x1, y1))
