"""Reading of a board of pegs: its text rows, the position of each text cell, and the colours of
holes and pegs; and the update of a known board."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from solvers.peg_solitaire import HOLE, NO_SITE, PEG, Cell
from vision.blobs import CONTRASTS, find_outlines
from vision.errors import WHOLE_HINT, AmbiguousBoard, BoardNotFound
from vision.grid.lattice import Lattice
from vision.image import Floats, Image
from vision.peg_solitaire.board_sites import (
    BoardSites,
    measure_colour_beside,
)
from vision.peg_solitaire.lattices import DOT_PX, LARGEST_PEG, ON_SITE, CoordinateFrame, Doubles
from vision.peg_solitaire.patches import (
    BARE,
    Appearances,
    as_colour,
    find_appearances,
    locate_sites,
    measure_peg_width,
    measure_rim_colour,
    sample_sites,
    select_rim,
)
from vision.peg_solitaire.peg_or_hole import INNER, ONE_HINT, decide_pegs
from vision.peg_solitaire.usual_boards import find_first_row_col, measure_extent, move_to_zero
from vision.reading import Colour, Reading

OTHER_GROUND: Final = 30.0
"""Minimum difference (L*a*b*) between the page round damaged or covered sites and round the
others."""
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
    appearances = find_appearances(what, board.patches, grounds)
    if len(appearances.patches) == 1 and not board.usual and foreground in ("auto", "any"):
        raise AmbiguousBoard(
            f"{what} all look alike, and don't have the shape of a usual board", hint=ONE_HINT
        )
    ground = np.asarray(np.median(grounds, axis=0), np.float32)
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
        return measure_peg_width(typical[True], typical[False])
    return min(board.frame.points.side / board.frame.points.step, 1)


def _measure_looks(
    appearances: Appearances, pegs: tuple[bool, ...], width: float
) -> tuple[Colour | None, ...]:
    """Return the colour of the most frequent hole, None if there is none, and those of pegs, the
    most frequent first."""
    hole = None
    looks: list[Colour] = []
    for number in np.argsort(-appearances.counts).tolist():
        colour = measure_rim_colour(appearances.patches[number], width)
        if pegs[number]:
            looks.append(colour)
        else:
            hole = hole or colour
    return (hole, *looks)


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
    x, y = frame.locate_cell(*find_first_row_col(board.cells))
    steps = np.column_stack([frame.across / wide, frame.down / high, (x, y)])
    warp = (*steps.ravel().tolist(), 0.0, 0.0, 1.0)
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


STRANGE: Final = 0.35
"""Maximum distance of a colour from a known one, as a fraction of that to the nearest colour of the
other kind."""
STRANGE_ALONE: Final = 12.0
"""Maximum distance (L*a*b*) of a colour from the only known colour."""
STILL_THERE: Final = 0.6
"""Minimum fraction of sites with known colours if the board has not moved."""


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
    kinds: list[str | None] = []
    if (middles >= 0).all() and (middles < (image.shape[1], image.shape[0])).all():
        patches = sample_sites(image, middles, step)
        colours = np.median(patches[:, select_rim(reading.part)], axis=1)
        kinds = [_find_kind(seen, reading.looks) for seen in colours]
    pegs = middles[[number for number, kind in enumerate(kinds) if kind == PEG]]
    is_there = len(kinds) - kinds.count(None) >= STILL_THERE * len(cells)
    if not is_there or not _have_outlines(image, pegs, step):
        moved, board = _move(reading, boards)
        if moved.box == reading.box:
            return read_pegs("the pegs", image, board, "any")
        # A peg still looks as it did before.
        return update_pegs(image, moved, boards, learn=learn)
    before = [reading.grid[row][col] for row, col in cells]
    is_changed = any(kind not in (None, was) for kind, was in zip(kinds, before, strict=True))
    looks = list(reading.looks)
    sites = []
    for number, (row, col) in enumerate(cells):
        site = kinds[number] or before[number]
        if kinds[number] is None:
            if is_changed or not learn:
                raise AmbiguousBoard(
                    f"the site in row {row + 1}, column {col + 1} looks neither like a peg nor "
                    "like a hole",
                    hint="take the picture again once the page has stopped changing",
                )
            if site == PEG:
                looks.append(as_colour(colours[number]))
        sites.append(site)
    return replace(reading, grid=_write_rows(cells, sites), looks=tuple(looks))


def _have_outlines(image: Image, pegs: Doubles, step: float) -> bool:
    """Return True if there are pegs, and most of them have outlines in place."""
    if not len(pegs):
        return False
    low = np.maximum(pegs.min(axis=0) - step, 0).astype(np.intp)
    high = np.ceil(pegs.max(axis=0) + step).astype(np.intp)
    part = image[low[1] : high[1], low[0] : high[0]]
    seen = np.zeros(len(pegs), np.bool_)
    for contrast in CONTRASTS:
        boxes = find_outlines(part, contrast, DOT_PX, largest=1.0)
        boxes = boxes[(boxes[:, 2:] - boxes[:, :2]).max(axis=1) <= LARGEST_PEG * step]
        points = (boxes[:, :2] + boxes[:, 2:]) / 2 + low
        seen |= (np.linalg.norm(points[None] - pegs[:, None], axis=2) <= ON_SITE * step).any(axis=1)
        if seen.mean() >= STILL_THERE:
            return True
    return False


def _find_kind(seen: Floats, looks: tuple[Colour | None, ...]) -> str | None:
    """Return the kind of site, peg or hole, that has this colour; None if the colour is unknown."""
    # The first look is that of holes, None if there are none.
    off = [np.inf if look is None else float(np.linalg.norm(seen - look)) for look in looks]
    off_hole = off[0]
    off_peg = min(off[1:], default=np.inf)
    near, far = sorted((off_hole, off_peg))
    if near > (STRANGE * far if np.isfinite(far) else STRANGE_ALONE):
        return None
    return HOLE if off_hole < off_peg else PEG


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
