"""Reader for boards of peg solitaire, and what distinguishes them from lamps: both are things in rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from solvers.lights_out import NO_LAMP, STATES
from solvers.peg_solitaire import PEG
from vision.attempt import Attempt, Hints
from vision.errors import BoardNotFound
from vision.game_reader import GameReader
from vision.grid.boxes import area, hidden
from vision.image import Bools, Image
from vision.peg_solitaire.finding import attempt_pegs
from vision.peg_solitaire.patches import site_patches, sites_of, within
from vision.peg_solitaire.shapes import is_usual
from vision.peg_solitaire.update import update_pegs
from vision.reading import Reading

BEYOND: Final = 0.53
"""Distance from the middle of a site, in steps, from which most of what is seen is the page."""
SQUARE: Final = 0.88
"""Part of its box that a thing fills from which it is not a disc, which fills 0.79."""
BARE: Final = 3.0
"""Largest difference (L*a*b*) of the middle of a thing from its corners if it fills its whole cell."""
WIDER: Final = 1.2
"""Least ratio of the area of what may be pegs to that of lamps that would be a part of it."""
MOST_OF_ONE: Final = 0.6
"""Part of the cells above which one region is the page, with things in it."""


class PegSolitaireReader(GameReader):
    """Reader for pegs and holes on square and triangular lattices.

    Lamps in the shape of a usual board of pegs, and round things that may be lamps, are refused.
    """

    puzzle = "pegs"
    title = "peg solitaire"
    exclusive = True

    def attempts(self, image: Image, hints: Hints, *, only_certain: bool = False) -> list[Attempt]:
        """Return the attempts at boards of pegs; with ``only_certain``, only usual boards are read."""
        return attempt_pegs(image, hints, only_certain=only_certain)

    def update(self, image: Image, reading: Reading, *, learn: bool = False) -> Reading:
        """Return the pegs of the known board now."""
        return update_pegs(image, reading, learn=learn)

    def is_plausible(self, image: Image, earlier: Sequence[Attempt]) -> bool:
        """Return True if everything that was read may be pegs: round lamps, or one region with things in it."""
        return all(_may_be_pegs(image, attempt.reading) for attempt in earlier if attempt.reading)

    def prevails(self, image: Image, own: Sequence[Attempt]) -> bool:
        """Return True if pegs were read, and all of them are round."""
        readings = [attempt.reading for attempt in own if attempt.reading]
        return bool(readings) and all(_are_round(image, reading, PEG) for reading in readings)

    def disputes(self, image: Image, attempt: Attempt, own: Sequence[Attempt]) -> bool:
        """Return True if pegs were read too, or lamps may be pegs: by their shape, or round near unsure pegs."""
        if any(pegs.reading for pegs in own):
            return True
        if attempt.reading is None or attempt.reading.puzzle != "lights-out":
            return False
        box, full = attempt.reading.box, not any(NO_LAMP in row for row in attempt.reading.grid)
        uncertain = [pegs.lattice.box for pegs in own if not isinstance(pegs.refusal, BoardNotFound)]
        wider = [other for other in uncertain if not full or area(other) > WIDER * area(box)]
        may_be = hidden(box, wider) and _are_round(image, attempt.reading, STATES)
        return may_be or is_usual(attempt.reading.grid)


def _may_be_pegs(image: Image, reading: Reading) -> bool:
    cells = "".join(reading.grid)
    if reading.puzzle != "lights-out":
        return max(map(cells.count, set(cells))) > MOST_OF_ONE * len(cells)
    return NO_LAMP in cells or _are_round(image, reading, STATES)


def _are_round(image: Image, reading: Reading, kinds: str) -> bool:
    """Return True if most sites of these kinds are discs: they fill less of the box round them than squares do."""
    cells, middles, step = sites_of(reading)
    chosen = [i for i, (r, c) in enumerate(cells) if reading.grid[r][c] in kinds]
    if not chosen:
        return False
    patches = site_patches(image, middles[chosen], step)
    pages = np.median(patches[:, within(np.inf, BEYOND)], axis=1)
    off = np.linalg.norm(patches - pages[:, None, None], axis=3)
    stands_out = np.median(off[:, within(0.2)], axis=1)
    filled = [_filled(far > out / 2) if out > BARE else 1.0 for far, out in zip(off, stands_out, strict=True)]
    return bool(np.median(filled) < SQUARE)


def _filled(mask: Bools) -> float:
    """Return the part of the box round a mask that it fills."""
    rows, cols = int(mask.any(axis=1).sum()), int(mask.any(axis=0).sum())
    return float(mask.sum()) / (rows * cols) if rows else 1.0
