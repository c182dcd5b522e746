"""Reader for Lights Out boards, and the tests that distinguish them from boards of regions."""
# ruff: noqa: ARG002 (the interface of all games)

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from solvers.lights_out import NO_LAMP, STATES
from vision.attempt import Attempt, Hints, RegionResult
from vision.confidence import CHANCE_ROWS, FARTHER_APART, LEAST_CONFIDENCE
from vision.errors import AmbiguousBoard, BoardCutOff
from vision.game_reader import GameReader
from vision.grid.lattice import find_lattices
from vision.image import Image
from vision.lights_out.finding import attempt_lamps, attempt_touching
from vision.lights_out.plausibility import COLOURED, LEAST_LINE, look_like_walls
from vision.lights_out.update import update_lamps
from vision.reading import Reading

TWO_COLOURS: Final = 10.0
"""Minimum difference (L*a*b*) between two colours; lines or marks change a cell's colour by less."""
ONE_COLOUR: Final = 16.0
"""Maximum difference (L*a*b*) between lamps of one state, some of which a neighbour's glow reaches."""
LINES_SHOW: Final = 1.5
"""Minimum ratio of lines between regions to lines inside them for lines, not colours alone, to show the regions."""


class LightsOutReader(GameReader):
    """Reader for lamps in rows and columns, apart from each other or touching.

    Two colours alone don't make regions, and coloured lamps or lamps with gaps are not walls. Other boards that may be
    both are refused, except for boards with walls, which a solution has to confirm.
    """

    puzzle = "lights-out"
    title = "Lights Out"
    symbols = STATES + NO_LAMP

    def attempts(self, image: Image, hints: Hints, *, only_certain: bool = False) -> list[Attempt]:
        """Return the attempts to read boards of lamps; lamps that touch are tried only if no others are read."""
        attempts = attempt_lamps(image, hints, only_certain=only_certain)
        if not only_certain and not any(attempt.reading for attempt in attempts):
            touching = attempt_touching(image, find_lattices(image), hints)
            attempts += [attempt for attempt in touching if attempt.reading or not attempts]
        return attempts

    def update(self, image: Image, reading: Reading, *, learn: bool = False) -> Reading:
        """Return the reading with the present states of the known lamps."""
        return update_lamps(image, reading, learn=learn)

    def is_plausible(self, image: Image, earlier: Sequence[Attempt]) -> bool:
        """Return True if the cells of every board with certain regions may be lamps."""
        return all(_may_be_lamps(attempt) for attempt in earlier if _has_certain_regions(attempt))

    def prevails(self, image: Image, own: Sequence[Attempt]) -> bool:
        """Return True if some lamps are coloured or have gaps between them, unlike walls."""
        return any(attempt.reading and not look_like_walls(attempt.lattice, attempt.reading.looks) for attempt in own)

    def disputes(self, image: Image, attempt: Attempt, own: Sequence[Attempt]) -> bool:
        """Return True unless walls are unlike lamps, or lines show the regions and no lamps were read."""
        seen = any(lamps.reading or isinstance(lamps.refusal, AmbiguousBoard | BoardCutOff) for lamps in own)
        walled = attempt.reading is not None and any("#" in row for row in attempt.reading.grid)
        if walled and not self.prevails(image, own) and not (seen and _in_colour(attempt)):
            return False
        return seen or attempt.regions is None or not _shown_by_lines(attempt.regions)


def _has_certain_regions(attempt: Attempt) -> bool:
    """Return True if N regions were read, even if the board was refused as ambiguous for another reason.

    Walls that no solution confirms are only cells of two colours, as lamps are.
    """
    if attempt.reading is not None:
        return True
    regions = attempt.regions if isinstance(attempt.refusal, AmbiguousBoard) else None
    walled = regions is not None and any("#" in row for row in regions.grid)
    return regions is not None and regions.confidence >= LEAST_CONFIDENCE and not walled


def _may_be_lamps(attempt: Attempt) -> bool:
    """Return True if the cells have few colours, like lamps and holes, and lines don't show the regions.

    Two colours may form N connected regions by chance, three only on the smallest boards. If a region contains cells of
    very different colours, its lines may be the edges of lamps.
    """
    if attempt.colours is None or attempt.regions is None:
        return False
    colours = attempt.colours.reshape(-1, 3)
    off = np.linalg.norm(colours - colours[0], axis=1)
    widest = float(off.max())
    for _ in range(2 if len(attempt.regions.grid) < CHANCE_ROWS else 1):
        off = np.minimum(off, np.linalg.norm(colours - colours[off.argmax()], axis=1))
    few = widest > TWO_COLOURS and float(off.max()) < min(widest / 4, ONE_COLOUR)
    return few and (not _shown_by_lines(attempt.regions) or _varies_inside(attempt.regions))


def _shown_by_lines(regions: RegionResult) -> bool:
    """Return True if lines between regions are plainly stronger than those inside them."""
    drawn, others = ([border.line for border in regions.borders if border.drawn is kind] for kind in (True, False))
    return bool(drawn and others and np.median(drawn) > LINES_SHOW * np.median(others) + LEAST_LINE)


def _varies_inside(regions: RegionResult) -> bool:
    """Return True if cells of one region differ in colour more than tints of a page do."""
    return any(border.colour > FARTHER_APART for border in regions.borders if not border.drawn)


def _in_colour(attempt: Attempt) -> bool:
    """Return True if cells are coloured, unlike those of a board with walls."""
    if attempt.colours is None:
        return False
    return float(np.hypot(attempt.colours[..., 1], attempt.colours[..., 2]).max()) >= COLOURED
