"""Whether what was read as pegs may as well be lamps: both are like things in rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

import numpy as np

from solvers.lights_out import NO_LAMP, STATES
from solvers.peg_solitaire import PEG
from vision.attempt import Attempt
from vision.errors import AmbiguousBoard
from vision.image import Image
from vision.pegs.faces import colours_at
from vision.reading import Reading

CORNER, OUTSIDE = 0.88, 1.2
"""Where on a diagonal the corner of a square and the page beside it lie, in halves of a side; a disc ends at 0.71."""
MOST_OF_ONE: Final = 0.6
"""Part of the cells above which one region is the page, with things in it."""
PUZZLE_HINT: Final = "say which: --puzzle pegs or --puzzle lights-out"


def may_be_pegs(image: Image, done: Attempt) -> bool:
    """Whether what was read, if anything, may as well be pegs: round lamps, or one region with things in it."""
    if done.reading is None:
        return True
    cells = "".join(done.reading.grid)
    if done.reading.puzzle != "lights-out":
        return max(map(cells.count, set(cells))) > MOST_OF_ONE * len(cells)
    return NO_LAMP in cells or _are_round(image, done.reading, STATES)


def pegs_or(image: Image, others: Iterable[Attempt], pegs: Iterable[Attempt]) -> tuple[Attempt, ...]:
    """The attempts at other boards and at pegs: lamps in the shape of a usual board of pegs may be either."""
    others, pegs = tuple(others), tuple(pegs)
    read = [done for done in pegs if done.reading]
    rounds = [_are_round(image, done.reading, PEG) for done in pegs if done.reading]
    if not read:
        return others if any(done.reading for done in others) else (*others, *pegs)
    if all(rounds) or not any(done.reading for done in others):
        return tuple(read)
    box = read[0].lattice.box
    doubt = AmbiguousBoard(f"the board at {box[0]},{box[1]} may be of pegs or of lamps", hint=PUZZLE_HINT)
    doubt.box = box
    return tuple(replace(done, reading=None, refusal=doubt) for done in (*others, *read) if done.reading)


def _are_round(image: Image, reading: Reading, kinds: str) -> bool:
    """Whether most sites of these kinds are discs: in the corners of the boxes round them the page is seen."""
    cells = [(r, c) for r, row in enumerate(reading.grid) for c, site in enumerate(row) if site in kinds]
    middles = np.array([reading.centre(*cell) for cell in cells])
    reach = float(middles[:, 0].min()) - reading.box[0]
    if not len(cells) or reach <= 0:
        return False
    turns = np.array([(x, y) for x in (-1, 1) for y in (-1, 1)]) * reach
    inner, corner, outer = (
        colours_at(image, (middles[:, None] + part * turns).reshape(-1, 2), 2 * reach) for part in (0, CORNER, OUTSIDE)
    )
    to_peg, to_page = (np.linalg.norm(corner - other, axis=1) for other in (inner, outer))
    return bool(np.median(to_peg - to_page) > 0)
