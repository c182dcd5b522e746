"""States of cells by what presses have drawn in them; the reader only names what is new."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from math import inf
from typing import Final

import cv2
import numpy as np

from autoplay.browser.panorama import part
from autoplay.player.board_geometry import cell_interior
from autoplay.player.board_tracker import BoardTracker
from autoplay.player.transitions import EMPTY
from solvers.cells import Cell
from vision.image import Bools, Floats, Image
from vision.star_battle.marks import CONTRAST, has_five_points

SIDE: Final = 32
"""Side of a trace in pixels: enough for the notches of a star in a small cell."""
PLACES: Final = 48
"""Side in pixels to which a shape is scaled before its points are counted."""
CELL_MARGIN: Final = 0.15
"""Share of a cell's side that is left out at each border: lines, and the frame around a focused
cell."""
DRAWN: Final = 32
"""Difference in levels of a pixel where a mark is certainly drawn: that of most marks is 100 and
more."""
FAINT: Final = 6
"""The same of the faintest mark: a page draws equal cells with 0 levels between them, scaled ones
with 2; the faintest fill that was met has 15."""
MOST_TRACES: Final = 8
"""Maximum number of traces that are kept of a state: the colour of a cell changes them a little."""
FILLED: Final = 0.8
"""Minimum share of a cell that a fill covers: it has no shape that tells it from another one."""
SAME_FILL: Final = 0.5
"""Maximum distance of the colours of the same fill in two cells, as a share of what it changes."""
RED: Final = 100
"""Minimum excess of red over green and blue, in levels: of the named colours, light coral has 112,
crimson 160, orange 90 and gold 40."""
MOST_MARKED: Final = 0.7
"""Maximum share of a board that marks change; a cross in each cell covers some 0.2 of it, and fills
of every second cell 0.5."""
LEAST_MARK: Final = 0.02
"""Minimum share of a cell that a mark covers."""
SAME_MARK_OVERLAP: Final = 0.8
"""Minimum overlap of two traces (intersection over union) if one cell shows the same mark again."""
UNLIKE: Final = 0.55
"""Maximum overlap of two different marks of one kind: a disc and a star have some 0.4, the same
mark in two cells of the practice site 0.76 and more."""
WITHOUT_NOTCHES: Final = 0.88
"""Minimum share of its convex hull that a disc, a square or a ring fills; stars, crowns and letters
have notches."""
NARROW: Final = 0.5
"""Maximum ratio of the sides of a stroke or a slash, which a slash has 0.3 of; stars, crowns and
queens have 0.7 and more."""
CLEARLY: Final = 1.3
"""Minimum ratio of a mark's area to that of any other mark if it is taken for the star because of
its size."""


@dataclass(frozen=True)
class Trace:
    """Change of a cell by a mark.

    ``mask`` (SIDE, SIDE) is where, ``change`` (3,) by how many levels of B, G and R on average
    there. ``ink`` is the amount of it: the share of the cell times the levels.
    """

    mask: Bools
    change: Floats

    @property
    def ink(self) -> float:
        """Share of the cell that is changed, times the levels by which."""
        return float(self.mask.mean() * np.abs(self.change).max())

    @property
    def is_fill(self) -> bool:
        """True if it covers the cell."""
        return bool(self.mask.mean() >= FILLED)

    def is_like(self, other: Trace, overlap: float) -> bool:
        """Return True if two traces cover the same pixels, at least as ``overlap`` says, and fills
        in about the same colour."""
        if find_overlap(self.mask, other.mask) < overlap:
            return False
        if not (self.is_fill and other.is_fill):
            return True
        most = max(np.abs(self.change).max(), np.abs(other.change).max())
        return bool(np.abs(self.change - other.change).max() <= SAME_FILL * most)


NOTHING: Final = Trace(np.zeros((SIDE, SIDE), np.bool_), np.zeros(3, np.float32))
"""Trace of a cell in which nothing is drawn."""


class CellStates:
    """States of a board's cells.

    A state is named by the kind of its mark: "empty", "star", "cross", "dot". Other appearances of
    one kind are numbered: "star 2", "empty 2".

    | a cell looks                                         | it is                                  |
    |------------------------------------------------------|----------------------------------------|
    | as it did before                                     | what it was then                       |
    | like other cells of the kind that the reader sees    | what they were                         |
    | otherwise than when it was of that kind              | what the press leads to, as far as is  |
    |                                                      | known; the reader errs on this ground  |
    | like nothing before                                  | a new state of the kind that is seen   |
    """

    def __init__(self, board: BoardTracker) -> None:
        self.board = board
        self.cells: set[Cell] = set()
        self._first = board.reading, board.picture
        self._bare: dict[Cell, Floats] = {}
        self._traced = board.picture
        self._traces: dict[Cell, Trace] = {}
        self._own: defaultdict[Cell, dict[str, Trace]] = defaultdict(dict)
        self._known: defaultdict[str, list[Trace]] = defaultdict(list, {EMPTY: [NOTHING]})
        self._unlike_stars: set[str] = set()
        self._pointed: set[str] = set()

    def remember(self, cell: Cell) -> None:
        """Remember that a cell is pressed."""
        self.cells.add(cell)

    def state(self, cell: Cell) -> str:
        """Return the most similar known state of a cell."""
        kind = self._kind(cell)
        trace = self._trace(cell)
        if trace is None:
            return kind
        return self._find_own(cell, trace) or self._find_nearest(kind, trace)

    def state_after(self, cell: Cell, before: str, expected: str = "") -> str:
        """Return the state of a cell after a press, which was ``before`` and by what is known is the
        ``expected`` one now; a changed appearance may be a new state."""
        kind = self._kind(cell)
        trace = self._trace(cell)
        if trace is None:
            return kind
        state = self._find_own(cell, trace)
        if not state:
            state = self._find_nearest(kind, trace)
            is_known = any(trace.is_like(known, UNLIKE) for known in self._known.get(state, []))
            # The reader agrees with what was expected, or errs: it knows this cell otherwise.
            is_explained = kind_of(expected) == kind or state in self._own[cell]
            if expected and expected != before and is_explained:
                state = expected
            elif state == before or not is_known:
                state = self._add(cell, kind, trace)
        self._own[cell][state] = trace
        if state != EMPTY and len(self._known[state]) < MOST_TRACES:
            self._known[state].append(trace)
        return state

    def is_like(self, cell: Cell, state: str) -> bool:
        """Return True if a cell shows the same mark as cells in this state."""
        trace = self._trace(cell)
        return trace is None or any(trace.is_like(known, UNLIKE) for known in self._known[state])

    def _add(self, cell: Cell, kind: str, trace: Trace) -> str:
        """Return the name of a new state of this kind, which a cell shows."""
        named = [state for state in self._known if kind_of(state) == kind]
        state = _name(kind, len(named))
        # From now on a look at a page of faint marks waits for them, too.
        faintest = float(np.abs(trace.change).max()) / 2
        self.board.shown_levels = max(FAINT, min(self.board.shown_levels, faintest))
        drawn = _find_drawn(_take_inside(self.board.cell_image(cell)))
        if _has_no_notches(drawn) or _is_narrow(drawn):
            self._unlike_stars.add(state)
        if is_pointed(drawn):
            self._pointed.add(state)
        return state

    def _find_own(self, cell: Cell, trace: Trace) -> str:
        """Return the state in which a cell has looked like this; empty if it has not."""
        for state, own in self._own[cell].items():
            if trace.is_like(own, SAME_MARK_OVERLAP):
                return state
        return ""

    def _find_nearest(self, kind: str, trace: Trace) -> str:
        """Return the most similar state of a kind."""
        nearest, most = kind, (-1.0, -inf)
        for state, traces in self._known.items():
            if kind_of(state) == kind and traces:
                likeness = max(_measure_likeness(trace, known) for known in traces)
                if likeness > most:
                    nearest, most = state, likeness
        return nearest

    def is_pointed_star(self, state: str) -> bool:
        """Return True if a state is a star with five points, which nothing else looks like."""
        return state in self._pointed

    def has_star_shape(self, state: str) -> bool:
        """Return True if a state may be taken for a star until the page is silent about it: the
        reader says so, and a large dot has another shape."""
        return kind_of(state) == "star" and state not in self._unlike_stars

    def is_more_of_a_star(self, other: str, star: str) -> bool:
        """Return True if another mark is the star rather than one about which the page is
        silent."""
        if self.is_pointed_star(other):
            return True
        if self.has_star_shape(other) and not self.has_star_shape(star):
            return True
        return self._ink(other) >= CLEARLY * self._ink(star)

    def choose_star(self, states: Collection[str]) -> str | None:
        """Return the state that must be the star if these are all states; None if that is
        uncertain.

        A star with five points comes first, then one by the reader, then whatever else is drawn
        except a cross, which means "no star". Of several such states, the clearly largest one is
        the star.
        """
        if sure := sorted(filter(self.is_pointed_star, states)):
            return sure[0]
        likely = sorted(filter(self.has_star_shape, states))
        if len(likely) == 1:
            return likely[0]
        for kind in ("star", "dot", EMPTY):
            named = [state for state in states if kind_of(state) == kind and state != EMPTY]
            if named:
                largest, *others = sorted(named, key=self._ink, reverse=True)
                is_clear = all(self._ink(largest) >= CLEARLY * self._ink(one) for one in others)
                return largest if is_clear else None
        return None

    def _ink(self, state: str) -> float:
        traces = self._known.get(state)
        return traces[0].ink if traces else 0.0

    def _notice_other_light(self) -> None:
        """Begin with the newest look if most of the board has changed since the first one, as when
        a dimmed board lights up once its game has begun."""
        reading, picture = self._first
        before = part(picture, reading.box)
        now = part(self.board.picture, self.board.reading.box)
        if before.shape != now.shape:
            return
        if np.mean(cv2.absdiff(before, now).max(axis=2) > FAINT) <= MOST_MARKED:
            return
        self._first = self.board.reading, self.board.picture
        for cell in set(self._bare) - self.cells:
            del self._bare[cell]
            self._own.pop(cell, None)

    def _trace(self, cell: Cell) -> Trace | None:
        """Return what a cell shows beyond what it did at the first look; None if it had a mark
        then.

        A later look may show the shade of the mouse on its way to the cell.
        """
        # Nothing has changed in a picture that was looked at before.
        if self.board.picture is not self._traced:
            self._traced = self.board.picture
            self._traces.clear()
            self._notice_other_light()
        if cell not in self._bare:
            reading, picture = self._first
            if cell in {(mark.row, mark.col) for mark in reading.marks}:
                return None
            self._bare[cell] = _take_inside(part(picture, cell_interior(reading, cell)))
            self._own[cell][EMPTY] = NOTHING
        if cell not in self._traces:
            change = _take_inside(self.board.cell_image(cell)) - self._bare[cell]
            self._traces[cell] = _trace_change(change)
        return self._traces[cell]

    def _kind(self, cell: Cell) -> str:
        return self.board.mark_kind(cell) or EMPTY


def _trace_change(change: Floats) -> Trace:
    mask = _find_changed(change)
    if mask.mean() < LEAST_MARK:
        return NOTHING
    return Trace(_centre(mask), np.asarray(change[mask].mean(axis=0), np.float32))


def _take_inside(image: Image) -> Floats:
    """Return the picture of a cell without its margin, scaled to (SIDE, SIDE, 3)."""
    down, along = (round(side * CELL_MARGIN) for side in image.shape[:2])
    inner = image[down : image.shape[0] - down, along : image.shape[1] - along]
    scaled = cv2.resize(inner, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(scaled, np.float32)


def kind_of(state: str) -> str:
    """Return the kind of mark of a state."""
    return state.partition(" ")[0]


def turns_red(before: Image, now: Image) -> bool:
    """Return True if a cell shows more red than before, in a mark or a fill."""
    shares = []
    for image in (before, now):
        blue, green, red = np.moveaxis(image.astype(np.float32), -1, 0)
        shares.append(float((red - np.maximum(blue, green) >= RED).mean()))
    return shares[1] - shares[0] >= LEAST_MARK


def _name(kind: str, number: int) -> str:
    return f"{kind} {number + 1}" if number else kind


def _find_changed(change: Floats) -> Bools:
    """Return where a cell (SIDE, SIDE, 3) has changed, in levels: a faint mark by its own
    contrast."""
    levels = np.abs(change).max(axis=2)
    least = min(DRAWN, max(FAINT, float(levels.max()) / 2))
    return np.asarray(levels >= least, np.bool_)


def _centre(mask: Bools) -> Bools:
    """Return the mask moved to the middle: beside a thick border a mark is not in the middle of its
    cell."""
    ends = [np.flatnonzero(mask.any(axis=axis))[[0, -1]].sum() for axis in (1, 0)]
    down, along = ((SIDE - 1 - end) // 2 for end in ends)
    return np.asarray(np.roll(mask, (down, along), axis=(0, 1)))


def _find_drawn(inner: Floats) -> Bools:
    """Return where something stands out from the background of a cell, which its rim shows."""
    rim = np.concatenate([inner[0], inner[-1], inner[:, 0], inner[:, -1]])
    return _find_changed(inner - np.median(rim, axis=0))


def find_overlap(a: Bools, b: Bools) -> float:
    """Return the intersection of two masks over their union; 1 if both are empty."""
    either = (a | b).sum()
    return float((a & b).sum() / either) if either else 1.0


def _measure_likeness(trace: Trace, known: Trace) -> tuple[float, float]:
    """Return how much two traces overlap, and of equal overlaps how near the colours are."""
    away = float(np.abs(trace.change - known.change).max())
    return round(find_overlap(trace.mask, known.mask), 1), -away


def is_pointed(mask: Bools) -> bool:
    """Return True if a shape, shape (H, W), is a star with five points."""
    side = max(mask.shape)
    square = np.zeros((side, side), np.float32)
    down, right = ((side - length) // 2 for length in mask.shape)
    square[down : down + mask.shape[0], right : right + mask.shape[1]] = mask
    scaled = cv2.resize(square, (PLACES, PLACES), interpolation=cv2.INTER_AREA) * 2 * CONTRAST
    return bool(has_five_points(np.asarray(scaled, np.float32)[None])[0])


def _is_narrow(mask: Bools) -> bool:
    """Return True if a shape is far longer than wide."""
    sides = [int(np.ptp(places)) + 1 for places in np.nonzero(mask) if len(places)]
    return bool(sides) and min(sides) <= NARROW * max(sides)


def _has_no_notches(mask: Bools) -> bool:
    """Return True if a shape, its holes filled, has no notches."""
    shapes, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not shapes:
        return True
    filled = cv2.drawContours(np.zeros((SIDE, SIDE), np.uint8), shapes, -1, 1, cv2.FILLED)
    hull = cv2.fillConvexPoly(
        np.zeros((SIDE, SIDE), np.uint8), cv2.convexHull(np.concatenate(shapes)), 1
    )
    return bool(filled.sum() >= WITHOUT_NOTCHES * hull.sum())
