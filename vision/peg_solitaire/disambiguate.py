"""Whether what was read as pegs may as well be lamps: both are like things in rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

import numpy as np

from solvers.lights_out import NO_LAMP, STATES
from solvers.peg_solitaire import PEG
from vision.attempt import Attempt
from vision.errors import AmbiguousBoard, BoardNotFound
from vision.grid.boxes import area, hidden
from vision.image import Bools, Image
from vision.peg_solitaire.patches import site_faces, sites_of, within
from vision.peg_solitaire.shapes import is_usual
from vision.reading import Reading

BEYOND: Final = 0.53
"""From where on, in steps from the middle of a site, most of what is seen is the page."""
SQUARE: Final = 0.88
"""Part of its box that a thing fills from which it is no disc, which fills 0.79."""
BARE: Final = 3.0
"""Largest difference (L*a*b*) of the middle of a thing from its corners where it fills the whole of its cell."""
WIDER: Final = 1.2
"""Least ratio of what may be pegs and of lamps that would be a part of them."""
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
        if not any(done.reading for done in others):  # what is seen of other boards tells more
            return others or pegs
        return tuple(_doubted(image, done, pegs) for done in others)
    if all(rounds) or not any(done.reading for done in others):
        return tuple(read)
    doubt = _doubt(read[0].lattice.box)
    return tuple(replace(done, reading=None, refusal=doubt) for done in (*others, *read) if done.reading)


def _doubted(image: Image, done: Attempt, pegs: Iterable[Attempt]) -> Attempt:
    """What was read, unless it is of lamps that may as well be pegs: by their shape, or round with a doubt of pegs."""
    if done.reading is None or done.reading.puzzle != "lights-out":
        return done
    box, full = done.reading.box, not any(NO_LAMP in row for row in done.reading.grid)
    doubts = [other.lattice.box for other in pegs if not isinstance(other.refusal, BoardNotFound)]
    wider = [other for other in doubts if not full or area(other) > WIDER * area(box)]
    may_be = hidden(box, wider) and _are_round(image, done.reading, STATES)
    if not may_be and not is_usual(done.reading.grid):
        return done
    return replace(done, reading=None, refusal=_doubt(box))


def _doubt(box: tuple[int, int, int, int]) -> AmbiguousBoard:
    doubt = AmbiguousBoard(f"the board at {box[0]},{box[1]} may be of pegs or of lamps", hint=PUZZLE_HINT)
    doubt.box = box
    return doubt


def _are_round(image: Image, reading: Reading, kinds: str) -> bool:
    """Whether most sites of these kinds are discs: they fill less of the box round them than squares do."""
    every, middles, step = sites_of(reading)
    wanted = [i for i, (r, c) in enumerate(every) if reading.grid[r][c] in kinds]
    if not wanted:
        return False
    faces = site_faces(image, middles[wanted], step)
    pages = np.median(faces[:, within(np.inf, BEYOND)], axis=1)
    off = np.linalg.norm(faces - pages[:, None, None], axis=3)
    stands_out = np.median(off[:, within(0.2)], axis=1)
    filled = [_filled(far > out / 2) if out > BARE else 1.0 for far, out in zip(off, stands_out, strict=True)]
    return bool(np.median(filled) < SQUARE)


def _filled(mask: Bools) -> float:
    """Which part of the box round it a mask fills."""
    rows, cols = int(mask.any(axis=1).sum()), int(mask.any(axis=0).sum())
    return float(mask.sum()) / (rows * cols) if rows else 1.0
