"""Reader for boards of peg solitaire, and the tests that distinguish them from lamps, which are also in rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from solvers.lights_out import NO_LAMP, STATES
from solvers.peg_solitaire import HOLE, NO_SITE, PEG
from vision.attempt import Attempt, Hints
from vision.errors import BoardNotFound
from vision.game_reader import GameReader
from vision.grid.boxes import area, hidden
from vision.image import Image
from vision.peg_solitaire.finding import attempt_pegs
from vision.peg_solitaire.patches import SQUARE, filled, site_patches, sites_of
from vision.peg_solitaire.shapes import is_usual
from vision.peg_solitaire.update import update_pegs
from vision.reading import Reading

WIDER: Final = 1.2
"""Minimum ratio of the area of a possible board of pegs to that of lamps that would be a part of it."""
MOST_OF_ONE: Final = 0.6
"""Maximum fraction of the cells in one region; a larger region is the page with objects on it."""


class PegSolitaireReader(GameReader):
    """Reader for pegs and holes on square and triangular lattices.

    Lamps in the shape of a usual board of pegs, and round objects that may be lamps, are refused.
    """

    puzzle = "pegs"
    title = "peg solitaire"
    exclusive = True
    symbols = PEG + HOLE + NO_SITE

    def attempts(self, image: Image, hints: Hints, *, only_certain: bool = False) -> list[Attempt]:
        """Return the attempts to read boards of pegs; with ``only_certain``, only usual boards are read."""
        return attempt_pegs(image, hints, only_certain=only_certain)

    def update(self, image: Image, reading: Reading, *, learn: bool = False) -> Reading:
        """Return the reading with the present pegs of the known board."""
        return update_pegs(image, reading, learn=learn)

    def is_plausible(self, image: Image, earlier: Sequence[Attempt]) -> bool:
        """Return True if all readings may be pegs: round lamps, or one region with objects in it."""
        return all(_may_be_pegs(image, attempt.reading) for attempt in earlier if attempt.reading)

    def prevails(self, image: Image, own: Sequence[Attempt]) -> bool:
        """Return True if pegs were read, and all of them are round."""
        readings = [attempt.reading for attempt in own if attempt.reading]
        return bool(readings) and all(_are_round(image, reading, PEG) for reading in readings)

    def disputes(self, image: Image, attempt: Attempt, own: Sequence[Attempt]) -> bool:
        """Return True if pegs were read too, or lamps may be pegs by their shape, or are round and near unsure pegs."""
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
    """Return True if most sites of these kinds are discs, which fill less of their box than squares do."""
    cells, middles, step = sites_of(reading)
    chosen = [i for i, (r, c) in enumerate(cells) if reading.grid[r][c] in kinds]
    if not chosen:
        return False
    return bool(np.median(np.nan_to_num(filled(site_patches(image, middles[chosen], step)), nan=1.0)) < SQUARE)
