"""Reader for boards of peg solitaire, and the tests that distinguish them from lamps, which are
also in rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from solvers.lights_out import NO_LAMP, STATES
from solvers.peg_solitaire import HOLE, NO_SITE, PEG
from vision.blobs import CONTRASTS, find_outlines
from vision.errors import AmbiguousBoard, BoardNotFound
from vision.game_reader import Attempt, GameReader, Hints
from vision.image import Floats, Image
from vision.peg_solitaire.board_reading import positions_of, read_pegs
from vision.peg_solitaire.finding import DOT_PX, LARGEST_PEG, attempt_pegs, find_boards
from vision.peg_solitaire.lattices import ON_SITE, Doubles
from vision.peg_solitaire.patches import (
    SQUARE,
    as_colour,
    locate_sites,
    measure_filled_shares,
    sample_sites,
    select_rim,
)
from vision.peg_solitaire.usual_boards import is_usual, move_to_zero
from vision.reading import Colour, Reading, box_area, is_hidden

WIDER: Final = 1.2
"""Minimum ratio of the area of a possible board of pegs to that of lamps that would be a part of
it."""
MOST_OF_ONE: Final = 0.6
"""Maximum fraction of the cells in one region; a larger region is the page with objects on it."""


class PegSolitaireReader(GameReader):
    """Reader for pegs and holes on square and triangular lattices.

    Lamps in the shape of a usual board of pegs, and round objects that may be lamps, are refused.
    """

    puzzle = "pegs"
    title = "peg solitaire"
    exclusive = True
    rescales = True
    symbols = PEG + HOLE + NO_SITE

    def attempts(self, image: Image, hints: Hints, *, only_certain: bool = False) -> list[Attempt]:
        """Return the attempts to read boards of pegs; with ``only_certain``, only usual boards are
        read."""
        return attempt_pegs(image, hints, only_certain=only_certain)

    def update(self, image: Image, reading: Reading, *, learn: bool = False) -> Reading:
        """Return the reading with the present pegs of the known board."""
        return update_pegs(image, reading, learn=learn)

    def is_plausible(self, image: Image, earlier: Sequence[Attempt]) -> bool:
        """Return True if all readings may be pegs: round lamps, or one region with objects in
        it."""
        return all(_may_be_pegs(image, attempt.reading) for attempt in earlier if attempt.reading)

    def prevails(self, image: Image, own: Sequence[Attempt]) -> bool:
        """Return True if pegs were read, and all of them are round."""
        readings = [attempt.reading for attempt in own if attempt.reading]
        return bool(readings) and all(_are_round(image, reading, PEG) for reading in readings)

    def disputes(self, image: Image, attempt: Attempt, own: Sequence[Attempt]) -> bool:
        """Return True if pegs were read too, or lamps may be pegs by their shape, or are round and
        near unsure pegs."""
        if any(pegs.reading for pegs in own):
            return True
        if attempt.reading is None or attempt.reading.puzzle != "lights-out":
            return False
        box, full = attempt.reading.box, not any(NO_LAMP in row for row in attempt.reading.grid)
        uncertain = [
            pegs.lattice.box for pegs in own if not isinstance(pegs.refusal, BoardNotFound)
        ]
        wider = [
            other for other in uncertain if not full or box_area(other) > WIDER * box_area(box)
        ]
        may_be = is_hidden(box, wider) and _are_round(image, attempt.reading, STATES)
        return may_be or is_usual(attempt.reading.grid)


def _may_be_pegs(image: Image, reading: Reading) -> bool:
    cells = "".join(reading.grid)
    if reading.puzzle != "lights-out":
        return max(map(cells.count, set(cells))) > MOST_OF_ONE * len(cells)
    return NO_LAMP in cells or _are_round(image, reading, STATES)


def _are_round(image: Image, reading: Reading, kinds: str) -> bool:
    """Return True if most sites of these kinds are discs, which fill less of their box than squares
    do."""
    cells, middles, step = locate_sites(reading)
    chosen = [i for i, (r, c) in enumerate(cells) if reading.grid[r][c] in kinds]
    if not chosen:
        return False
    return bool(
        np.median(
            np.nan_to_num(
                measure_filled_shares(sample_sites(image, middles[chosen], step)), nan=1.0
            )
        )
        < SQUARE
    )


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
