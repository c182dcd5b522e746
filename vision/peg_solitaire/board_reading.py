"""Reading of a board of pegs: its text rows, the position of each text cell, and the colours of
holes and pegs; and the update of a known board."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from solvers.peg_solitaire import HOLE, NO_SITE, PEG, Cell
from vision.blobs import (
    STILL_THERE,
    are_in_picture,
    as_colour,
    find_kinds,
    have_outlines,
    locate_sites,
)
from vision.errors import WHOLE_HINT, AmbiguousBoard, BoardNotFound
from vision.grid.lattice import Lattice
from vision.image import Floats, Image
from vision.peg_solitaire.board_sites import (
    BoardSites,
    measure_colour_beside,
)
from vision.peg_solitaire.frames import (
    CoordinateFrame,
    find_first_row_col,
    measure_extent,
    move_to_zero,
)
from vision.peg_solitaire.patches import (
    BARE,
    Appearances,
    find_appearances,
    measure_peg_width,
    measure_rim_colour,
    sample_sites,
    select_rim,
)
from vision.peg_solitaire.peg_or_hole import INNER, ONE_HINT, decide_pegs
from vision.reading import Colour, Reading

OTHER_GROUND: Final = 30.0
"""Minimum difference (L*a*b*) between the page round damaged or covered sites and round the
others."""
LEAST_SQUARES: Final = 0.25
"""Minimum part of the sites on squares of a second shade: an even part lies on each of both."""
FILLED: Final = 0.9
"""Quantile of the differences of a site's samples from the page's colour: a thin peg fills a sixth
of them, and a cell without an object differs nowhere."""
SLANT: Final = 0.1
"""Largest drop of a whole row, in steps, in a reading without a homography."""


def read_pegs(what: str, image: Image, board: BoardSites, foreground: str) -> Reading:
    """Return the reading of a board; raise AmbiguousBoard if pegs can't be distinguished from
    holes."""
    grounds = board.grounds
    off = np.linalg.norm(board.patches[:, INNER] - grounds[:, None], axis=2)
    if np.quantile(off, FILLED, axis=1).max() <= BARE:
        # Objects that nearly touch leave no page between them: it is seen beside the board.
        grounds = np.broadcast_to(measure_colour_beside(image, board), grounds.shape)
    patches, ground = _paint_squares_alike(board.patches, grounds)
    appearances = find_appearances(what, patches, grounds)
    if len(appearances.patches) == 1 and not board.usual and foreground in ("auto", "any"):
        raise AmbiguousBoard(
            f"{what} all look alike, and don't have the shape of a usual board", hint=ONE_HINT
        )
    _refuse_discoloured(what, appearances, grounds, ground)
    decision = decide_pegs(what, appearances, ground, foreground)
    sites = np.where(np.array(decision.pegs)[appearances.labels], PEG, HOLE)
    width = _measure_width(appearances, decision.pegs, board)
    return replace(
        positions_of(board),
        grid=_write_rows(sorted(move_to_zero(board.cells)), sites.tolist()),
        confidence=min(1 - 1 / appearances.gap**2, decision.confidence),
        evidence=(f"{len(sites)} sites on a {board.frame.kind} lattice", decision.reason),
        looks=_measure_looks(appearances, decision.pegs, width),
        part=width,
    )


def _paint_squares_alike(patches: Floats, grounds: Floats) -> tuple[Floats, Floats]:
    """Return the patches (N, …) and the page's colour (3,). What lies on squares of two shades, as
    on a chess board, looks alike on both: their grounds (N, 3) are painted in the colour between.
    """
    ground = np.asarray(np.median(grounds, axis=0), np.float32)
    if (np.linalg.norm(grounds - ground, axis=1) > BARE).mean() < LEAST_SQUARES:
        return patches, ground
    between = np.asarray(np.mean(grounds, axis=0), np.float32)
    off = np.linalg.norm(patches - grounds[:, None, None], axis=3, keepdims=True)
    return np.where(off <= BARE, between, patches), between


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


def _write_rows(cells: Sequence[Cell], sites: Sequence[str]) -> tuple[str, ...]:
    """Return the rows of text with these sites in these cells, which begin at 0."""
    lines = np.full(np.max(cells, axis=0) + 1, NO_SITE)
    rows, cols = np.transpose(cells)
    lines[rows, cols] = sites
    return tuple("".join(line) for line in lines)


def _measure_width(appearances: Appearances, pegs: tuple[bool, ...], board: BoardSites) -> float:
    """Return the width of a peg, in steps, from the most frequent peg and hole, or of the objects
    if all are alike."""
    typical: dict[bool, Floats] = {}
    for number in np.argsort(appearances.counts).tolist():
        typical[pegs[number]] = appearances.patches[number]
    if len(typical) == 2:
        return float(measure_peg_width(typical[True], typical[False]))
    return min(board.frame.points.side / board.frame.points.step, 1)


def _measure_looks(
    appearances: Appearances, pegs: tuple[bool, ...], width: float
) -> tuple[Colour | None, ...]:
    """Return the colour of the most frequent hole, None if there is none, and those of pegs, the
    most frequent first."""
    looks: list[Colour | None] = [None]
    for number in np.argsort(-appearances.counts).tolist():
        colour = measure_rim_colour(appearances.patches[number], width)
        if pegs[number]:
            looks.append(colour)
        elif looks[0] is None:
            looks[0] = colour
    return tuple(looks)


def positions_of(board: BoardSites) -> Reading:
    """Return the reading of a board without its text, with a homography if rows are not level or
    columns upright."""
    frame = board.frame
    lattice = lattice_of(frame, board.cells)
    off = abs(frame.across[1]) * lattice.cols + abs(frame.down[0]) * lattice.rows
    if off <= SLANT * frame.points.step:
        xs = tuple(lattice.xs.tolist())
        return Reading("pegs", (), xs, tuple(lattice.ys.tolist()), lattice.box)
    wide = float(np.linalg.norm(frame.across))
    high = float(np.linalg.norm(frame.down))
    row, col = find_first_row_col(board.cells)
    steps = [frame.across / wide, frame.down / high, frame.locate_cell(row, col)]
    warp = tuple(np.vstack([np.column_stack(steps), (0, 0, 1)]).ravel().tolist())
    xs = tuple(((np.arange(lattice.cols + 1) - 0.5) * wide).tolist())
    ys = tuple(((np.arange(lattice.rows + 1) - 0.5) * high).tolist())
    return Reading("pegs", (), xs, ys, lattice.box, warp=warp)


def lattice_of(frame: CoordinateFrame, cells: Collection[Cell]) -> Lattice:
    """Return the lines between the text cells of these sites, and the box round the objects on
    them."""
    row, col = find_first_row_col(cells)
    rows, cols = measure_extent(cells)
    x, y = frame.locate_cell(row, col)
    xs = x + (np.arange(cols + 1) - 0.5) * frame.across[0]
    ys = y + (np.arange(rows + 1) - 0.5) * frame.down[1]
    middles = frame.locate_cells(cells)
    reach = frame.points.side / 2
    x0, y0 = np.rint(middles.min(axis=0) - reach).astype(int).tolist()
    x1, y1 = np.rint(middles.max(axis=0) + reach).astype(int).tolist()
    return Lattice(xs.astype(np.float32), ys.astype(np.float32), (x0, y0, x1, y1))


def update_pegs(
    image: Image, reading: Reading, boards: Iterable[BoardSites], *, learn: bool = False
) -> Reading:
    """Read the present pegs of a known board; if it has moved, it is one of these ``boards``.

    With ``learn``, a site with an unknown colour keeps its kind if nothing else changed, and a
    peg's new colour is added to the reading: a selected peg remains a peg, and the hole that it may
    jump to remains a hole.

    Raises
    ------
    BoardNotFound, AmbiguousBoard
        If the board is gone, or a site looks neither like a peg nor like a hole, as during a jump.
    """
    cells, middles, step = locate_sites(reading)
    colours = np.empty((0, 3), np.float32)
    if are_in_picture(image, middles):
        patches = sample_sites(image, middles, step)
        colours = np.median(patches[:, select_rim(reading.part)], axis=1)
    kinds = find_kinds(colours, reading.looks, 2)
    is_known = np.sum(kinds >= 0) >= STILL_THERE * len(cells)
    if not is_known or not have_outlines(image, middles[kinds == 1], step):
        moved, board = _move(reading, boards)
        if moved.box == reading.box:
            return read_pegs("the pegs", image, board, "any")
        # A peg still looks as it did before.
        return update_pegs(image, moved, boards, learn=learn)
    looks = list(reading.looks)
    before = np.array([reading.grid[row][col] for row, col in cells])
    sites = np.where(kinds < 0, before, np.where(kinds == 1, PEG, HOLE))
    is_changed = (sites != before).any()
    for number in np.flatnonzero(kinds < 0).tolist():
        if is_changed or not learn:
            row, col = cells[number]
            raise AmbiguousBoard(
                f"the site in row {row + 1}, column {col + 1} looks neither like a peg nor "
                "like a hole",
                hint="take the picture again once the page has stopped changing",
            )
        if sites[number] == PEG:
            looks.append(as_colour(colours[number]))
    return replace(reading, grid=_write_rows(cells, sites.tolist()), looks=tuple(looks))


def _move(reading: Reading, boards: Iterable[BoardSites]) -> tuple[Reading, BoardSites]:
    """Return the reading at the place of the board with the same sites, and that board.

    Raises BoardNotFound if there is none.
    """
    cells, _, _ = locate_sites(reading)
    for board in boards:
        if sorted(move_to_zero(board.cells)) == cells:
            now = positions_of(board)
            moved = replace(reading, xs=now.xs, ys=now.ys, box=now.box, warp=now.warp)
            return moved, board
    raise BoardNotFound(
        "the pegs are no longer there", hint="start again with the board that is there now"
    )
