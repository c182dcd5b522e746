"""What the cells of a board look like: their states, told apart where the reader has one word for several."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from autoplay.player.board_tracker import Board
from autoplay.player.gestures import EMPTY
from solvers.cells import Cell
from vision.image import Image

Trace: TypeAlias = npt.NDArray[np.bool_]
"""Shape (SIDE, SIDE): where in a cell something is drawn."""

SIDE: Final = 32
"""Places along a side of a trace: the notches of a star in a small cell take as many."""
NOTHING: Final[Trace] = np.zeros((SIDE, SIDE), np.bool_)
"""The trace of a cell in which nothing is drawn."""
MARGIN: Final = 0.15
"""Part of a cell's side that is left out at each border: lines, and the frame round a cell that has the focus."""
DRAWN: Final = 32
"""Levels by which a place differs once something is drawn there; a hovered or compressed cell stays below."""
LEAST: Final = 0.02
"""Least part of a cell that a mark covers."""
ALIKE: Final = 0.8
"""Least part of two traces' joint area that both cover where one cell shows the same mark again."""
UNLIKE: Final = 0.55
"""Most of that for two marks under one word that are not the same: a disc and a star have some 0.4, the same mark in
two cells of the practice site 0.76 and more."""
PLAIN: Final = 0.88
"""Least part of its convex hull that a disc, a square or a ring fills; stars, crowns and letters have notches."""
CLEARLY: Final = 1.3
"""How many times the area of any other mark the one must have that is taken for the star because of its size."""


class Faces:
    """The states of a board's cells.

    A state is named by what the reader calls it: "empty", "star", "cross", "dot". Where one cell has shown different
    looks under one word, the later ones are numbered: "star 2", "empty 2".
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.cells: set[Cell] = set()
        self._bare: dict[Cell, Image] = {}
        self._last: dict[Cell, tuple[str, Trace]] = {}
        self._traces: defaultdict[str, list[Trace]] = defaultdict(list, {EMPTY: [NOTHING]})
        self._plain: set[str] = set()

    def keep(self, cell: Cell) -> None:
        """Remember how a cell looks before it is pressed for the first time."""
        if cell not in self.cells and self.board.kind(cell) == EMPTY:
            self._bare[cell] = self._face(cell)
            self._last[cell] = EMPTY, NOTHING
        self.cells.add(cell)

    def state(self, cell: Cell) -> str:
        """The state of a cell, the nearest of those that are known."""
        kind = self.board.kind(cell)
        traces = self._traces[kind]
        if len(traces) < 2 or cell not in self._bare:
            return kind
        trace = self._trace(cell)
        likeness = [_likeness(trace, known) for known in traces]
        return _name(kind, likeness.index(max(likeness)))

    def state_after(self, cell: Cell) -> str:
        """The state of a cell that was pressed just now; other looks of what it was before are a state of their own."""
        kind, state = self.board.kind(cell), self.state(cell)
        if cell in self._bare:
            trace, traces = self._trace(cell), self._traces[kind]
            before, last = self._last[cell]
            is_known = any(_likeness(trace, known) >= UNLIKE for known in traces)
            if not is_known or (state == before and _likeness(trace, last) < ALIKE):
                state = _name(kind, len(traces))
                traces.append(trace)
                if _is_plain(_drawn(self._face(cell))):
                    self._plain.add(state)
            self._last[cell] = state, trace
        return state

    def is_sure_star(self, state: str) -> bool:
        """Whether a state is a star and nothing else: the reader's word, and no shape that a large dot may have."""
        return kind_of(state) == "star" and state not in self._plain

    def star_among(self, states: Collection[str]) -> str | None:
        """The state that has to be the star if these are all that there are; None if that is in doubt.

        What the reader calls a star comes first, then whatever else is drawn; a cross says that there is no star. Of
        several that are alike in this, the star is the one that is clearly the largest.
        """
        if sure := sorted(filter(self.is_sure_star, states)):
            return sure[0]
        for kind in ("star", "dot", EMPTY):
            named = [state for state in states if kind_of(state) == kind and state != EMPTY]
            if named:
                largest, *others = sorted(named, key=self._size, reverse=True)
                return largest if all(self._size(largest) >= CLEARLY * self._size(other) for other in others) else None
        return None

    def _size(self, state: str) -> int:
        kind, _, number = state.partition(" ")
        traces = self._traces[kind]
        return int(traces[int(number or 1) - 1].sum()) if traces else 0

    def _trace(self, cell: Cell) -> Trace:
        """Where the cell differs from what it was when it was empty."""
        drawn = _differs(self._face(cell), self._bare[cell])
        return _centred(drawn) if drawn.mean() >= LEAST else NOTHING

    def _face(self, cell: Cell) -> Image:
        """The cell as it was seen last, without its margin, of one size whatever the size of the cell."""
        face = self.board.face(cell)
        down, along = (round(side * MARGIN) for side in face.shape[:2])
        inner = face[down : face.shape[0] - down, along : face.shape[1] - along]
        return np.asarray(cv2.resize(inner, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)


def kind_of(state: str) -> str:
    """What the reader calls a state."""
    return state.partition(" ")[0]


def _name(kind: str, number: int) -> str:
    return f"{kind} {number + 1}" if number else kind


def _differs(a: npt.ArrayLike, b: npt.ArrayLike) -> Trace:
    difference = np.abs(np.asarray(a, np.int16) - np.asarray(b, np.int16)).max(axis=2)
    return np.asarray(difference > DRAWN, np.bool_)


def _centred(trace: Trace) -> Trace:
    """The trace moved to the middle: a mark is not as far from both sides of a cell where one border is thick."""
    ends = [np.flatnonzero(trace.any(axis=axis))[[0, -1]].sum() for axis in (1, 0)]
    down, along = ((SIDE - 1 - end) // 2 for end in ends)
    return np.asarray(np.roll(trace, (down, along), axis=(0, 1)))


def _drawn(inner: Image) -> Trace:
    """Where something stands out from the ground of the cell, which is what its rim shows."""
    rim = np.concatenate([inner[0], inner[-1], inner[:, 0], inner[:, -1]])
    return _differs(inner, np.median(rim, axis=0))


def _likeness(a: Trace, b: Trace) -> float:
    """Part of the joint area of two traces that both cover; 1 where both are empty."""
    either = (a | b).sum()
    return float((a & b).sum() / either) if either else 1.0


def _is_plain(trace: Trace) -> bool:
    """Whether a shape, its holes filled, has no notches."""
    shapes, _ = cv2.findContours(trace.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not shapes:
        return True
    filled = cv2.drawContours(np.zeros((SIDE, SIDE), np.uint8), shapes, -1, 1, cv2.FILLED)
    hull = cv2.fillConvexPoly(np.zeros((SIDE, SIDE), np.uint8), cv2.convexHull(np.concatenate(shapes)), 1)
    return bool(filled.sum() >= PLAIN * hull.sum())
