"""Reader for boards of peg solitaire, and the tests that distinguish them from lamps, which are
also in rows."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from solvers.peg_solitaire import HOLE, NO_SITE, PEG
from vision.blobs import CONTRASTS, find_outlines
from vision.errors import AmbiguousBoard, BoardNotFound
from vision.game_reader import Attempt, GameReader, Hints
from vision.image import Floats, Image
from vision.peg_solitaire.board_reading import positions_of, read_pegs
from vision.peg_solitaire.evidence import PUZZLE
from vision.peg_solitaire.finding import DOT_PX, LARGEST_PEG, attempt_pegs, find_boards
from vision.peg_solitaire.lattices import ON_SITE, Doubles
from vision.peg_solitaire.patches import as_colour, locate_sites, sample_sites, select_rim
from vision.peg_solitaire.usual_boards import move_to_zero
from vision.reading import Colour, Reading
from vision.weights import most_odds


class PegSolitaireReader(GameReader):
    """Reader for pegs and holes on square and triangular lattices.

    Lamps in the shape of a usual board of pegs, and round objects that may be lamps, are refused.
    """

    puzzle = PUZZLE
    title = "peg solitaire"
    most_odds = most_odds(PUZZLE)
    rescales = True
    symbols = PEG + HOLE + NO_SITE

    def attempts(self, image: Image, hints: Hints) -> list[Attempt]:
        """Return the attempts to read boards of pegs."""
        return attempt_pegs(image, hints)

    def update(self, image: Image, reading: Reading, *, learn: bool = False) -> Reading:
        """Return the reading with the present pegs of the known board."""
        return update_pegs(image, reading, learn=learn)


STRANGE: Final = 0.35
"""Maximum distance of a colour from a known one, as a fraction of that to the nearest colour of the
other kind."""
STRANGE_ALONE: Final = 12.0
"""Maximum distance (L*a*b*) of a colour from the only known colour."""
STILL_THERE: Final = 0.6
"""Minimum fraction of sites with known colours if the board has not moved."""


def update_pegs(image: Image, reading: Reading, *, learn: bool = False) -> Reading:
    """Read the present pegs of a known board.

    With ``learn``, a site with an unknown colour keeps its kind if nothing else changed, and a
    peg's new colour is added to the reading: a selected peg remains a peg, and the hole that it may
    jump to remains a hole.

    Raises
    ------
    BoardNotFound, AmbiguousBoard
        If the board is gone, or a site looks neither like a peg nor like a hole, as during a jump.
    """
    cells, middles, step = locate_sites(reading)
    if (middles < 0).any() or (middles >= (image.shape[1], image.shape[0])).any():
        return _moved(image, reading, learn=learn)
    colours = np.median(sample_sites(image, middles, step)[:, select_rim(reading.part)], axis=1)
    kinds = [_kind(seen, reading.looks) for seen in colours]
    pegs = middles[[kind == PEG for kind in kinds]]
    if np.mean([kind is not None for kind in kinds]) < STILL_THERE or not _has_outlines(
        image, pegs, step
    ):
        return _moved(image, reading, learn=learn)
    before = [reading.grid[r][c] for r, c in cells]
    strange = [i for i, kind in enumerate(kinds) if kind is None]
    looks = list(reading.looks)
    for i in strange:
        if not learn or any(
            kind not in (None, was) for kind, was in zip(kinds, before, strict=True)
        ):
            row, col = cells[i]
            message = f"the site in row {row + 1}, column {col + 1} looks neither like a peg nor like a hole"
            raise AmbiguousBoard(
                message, hint="take the picture again once the page has stopped changing"
            )
        kinds[i] = before[i]
        if before[i] == PEG:
            looks.append(as_colour(colours[i]))
    rows = [[NO_SITE] * reading.cols for _ in range(reading.rows)]
    for (row, col), kind in zip(cells, kinds, strict=True):
        rows[row][col] = kind or NO_SITE
    return replace(reading, grid=tuple("".join(row) for row in rows), looks=tuple(looks))


def _has_outlines(image: Image, pegs: Doubles, step: float) -> bool:
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


def _kind(seen: Floats, looks: tuple[Colour | None, ...]) -> str | None:
    """Return the kind of site, peg or hole, that has this colour; None if the colour is unknown."""
    hole, pegs = looks[0], [np.array(look) for look in looks[1:] if look]
    off_hole = float(np.linalg.norm(seen - np.array(hole))) if hole else np.inf
    off_peg = min((float(np.linalg.norm(seen - peg)) for peg in pegs), default=np.inf)
    near, far = sorted((off_hole, off_peg))
    if near > (STRANGE * far if np.isfinite(far) else STRANGE_ALONE):
        return None
    return HOLE if off_hole < off_peg else PEG


def _moved(image: Image, before: Reading, *, learn: bool) -> Reading:
    """Return the reading of a board of the same sites elsewhere in the picture; a peg still looks
    as it did before."""
    cells, _, _ = locate_sites(before)
    for board in find_boards(image):
        if sorted(move_to_zero(board.cells)) == cells:
            now = positions_of(board)
            if now.box == before.box:
                return read_pegs("the pegs", image, board, "any")
            return update_pegs(
                image,
                replace(before, xs=now.xs, ys=now.ys, box=now.box, warp=now.warp),
                learn=learn,
            )
    raise BoardNotFound(
        "the pegs are no longer there", hint="start again with the board that is there now"
    )
