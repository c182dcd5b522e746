"""States of cells on this page, by what presses have drawn in them; the reader only names what is
new."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from itertools import product
from math import inf
from typing import Final

import numpy as np

from autoplay.browser.panorama import part
from autoplay.player.appearances import NEARER, CellLooks, find_half, take_patches
from autoplay.player.board_geometry import cell_interior, find_ground, measure_zoom
from autoplay.player.board_tracker import BoardTracker
from autoplay.player.star_battle.drawings import (
    FAINT,
    CellDrawing,
    classify_faint,
    find_drawing,
    find_drawn,
    has_no_notches,
    is_hollow,
    is_pointed,
    is_stroke,
)
from solvers.cells import Cell
from vision.image import Bools, Floats

EMPTY: Final = "empty"
"""State of a cell without a mark; the others are named after the kinds of ``vision.Mark``."""
FAINTEST: Final = 0.1
"""Maximum mean distance (L*a*b*) of a cell that looks as it did before, unless it changes by
itself: a dot of 5 px in a cell of 44 px has 0.8, the faintest cross on white 0.4."""
LIGHT: Final = 2.0
"""Minimum difference (L*a*b*) of a sample under another light: 6 levels."""
MOST_MARKED: Final = 0.7
"""Maximum share of a board that marks change; a cross in each cell covers some 0.2 of it, and fills
of every second cell 0.5."""
SAME_DRAWING: Final = 0.1
"""Maximum distance of a drawing from itself in another colour: a disc and a star have some 0.4."""
UNLIKE: Final = 0.25
"""The same in another cell, where it may lie between two pixels: slashes have up to 0.23, a star
and a bar in its middle 0.29."""
MOST_DRAWINGS: Final = 8
"""Maximum number of drawings that are kept of a state."""
LEAST_INK: Final = 0.25
"""Minimum share of a mark's ink that shows on a ground of about its colour."""
CLEARLY: Final = 1.3
"""Minimum ratio of what is drawn of a mark to that of any other mark if it is taken for the star
because of its size."""


class CellStates:
    """States of a board's cells.

    A state is named by the kind of its mark: "empty", "star", "cross", "dot". Other appearances of
    one kind are numbered: "star 2", "empty 2". ``pressed`` are the cells that were pressed.

    - A cell that looks as it did before, or like other cells, is what it was then, or they are.
    - One that looks otherwise than when it was of the kind that the reader sees is what the press
      leads to, as far as is known: the reader errs on this ground.
    - One that looks like nothing before is of the kind that is seen: in a new state after a press
      on it, else in a known one.
    """

    def __init__(self, board: BoardTracker, pressed: set[Cell]) -> None:
        self.board = board
        self.pressed = pressed
        self._shapes: dict[str, Bools] = {}
        self._grounds: dict[Cell, Floats] = {}
        self._drawings: defaultdict[str, list[CellDrawing]] = defaultdict(list)
        self._begin({})
        if board.first and board.first[0].box == board.reading.box:
            self._looks.note_noise(board.first[0], board.first[1])

    def state(self, cell: Cell) -> str:
        """Return the state of a cell at the last look."""
        # Nothing has changed in a picture that was looked at before.
        if self.board.picture is not self._named:
            self._name_all()
        return self._states[cell]

    def state_after(self, cell: Cell, before: str, expected: str) -> str:
        """Return the state of a cell after a press, which was ``before`` and by what is known is
        the ``expected`` one now; a changed appearance may be a new state."""
        likely = self.state(cell)
        found = self._find([cell], self._take([cell])).get(cell)
        if found is None:
            # The reader agrees with what was expected, or errs: it knows this cell otherwise.
            is_kind = kind_of(expected) == self.board.marks.get(cell, EMPTY)
            is_explained = is_kind or self._has_shown(cell, likely)
            is_expected = bool(expected) and expected != before and is_explained
            found = expected if is_expected else self._add(cell)
        self._teach(cell, found)
        return found

    @property
    def pointed(self) -> set[str]:
        """States that look like a star with five points, as heavy crosses may."""
        return {state for state, shape in self._shapes.items() if is_pointed(shape)}

    def has_star_shape(self, state: str) -> bool:
        """Return True if a state may be taken for a star until the page is silent about it: the
        reader says so, and a large dot has another shape."""
        is_like_star = state not in self._shapes or not has_no_notches(self._shapes[state])
        return kind_of(state) == "star" and is_like_star

    @property
    def has_own_crosses(self) -> bool:
        """True if the page itself has set crosses or dots since the board was found, as it does
        round a star."""
        now = self.board.reading
        crosses = now.cells_marked("cross") | now.cells_marked("dot")
        found = {(mark.row, mark.col) for mark in self._first[0].marks}
        return not crosses <= found | self.pressed

    def is_fill(self, state: str) -> bool:
        """Return True if a state is a cell that is filled."""
        return any(drawing.is_fill for drawing in self._drawings.get(state, [])[:1])

    def is_plain_star(self, state: str) -> bool:
        """Return True if a state is a solid star with five points, which no other mark can be."""
        return state in self.pointed and not is_hollow(self._shapes[state])

    def is_confirmed(self, cell: Cell, state: str) -> bool:
        """Return True if the reader sees the kind of mark of a state in a cell, or something is
        drawn there that is unlike the other marks that this cell has had: a faint one may have been
        charged to a press."""
        if self.board.marks.get(cell, EMPTY) == kind_of(state):
            return True
        drawing = self._find_drawing(cell)
        if drawing.ink < LEAST_INK * self._ink(state):
            return False
        others = set(self._drawings) - {state}
        return all(self._measure_own(cell, drawing, other) > UNLIKE for other in others)

    def choose_star(self, states: Collection[str]) -> str | None:
        """Return the state that must be the star if these are all states; None if that is
        uncertain.

        A star with five points comes first, a solid one before an outline, then one by the reader,
        then a fill, then whatever else is drawn except a cross, which means "no star". Of several
        such states, the clearly largest one is the star.
        """
        pointed = sorted(self.pointed.intersection(states))
        if pointed:
            return min(pointed, key=lambda state: is_hollow(self._shapes[state]))
        likely = sorted(filter(self.has_star_shape, states))
        if len(likely) == 1:
            return likely[0]
        named = [state for state in states if kind_of(state) == "star"]
        named = named or [state for state in states if self.is_fill(state)]
        if not named:
            named = [state for state in states if kind_of(state) in ("dot", EMPTY)]
        ranked = sorted(set(named) - {EMPTY}, key=self._ink, reverse=True)
        inks = [self._ink(state) for state in ranked]
        is_clear = inks and inks[0] >= CLEARLY * max(inks[1:], default=0.0)
        return ranked[0] if is_clear else None

    def _begin(self, pressed: dict[Cell, str]) -> None:
        """Begin with what the board shows now; pressed cells keep their states of this kind."""
        reading = self.board.reading
        marks = self.board.marks
        names = {}
        for cell in product(range(reading.rows), range(reading.cols)):
            kind = marks.get(cell, EMPTY)
            before = pressed.get(cell, kind)
            names[cell] = before if kind_of(before) == kind else kind
        self._first = reading, self.board.picture
        self._named = self.board.picture
        self._states = names
        self._looks = CellLooks(reading, self.board.picture, names, FAINTEST)
        patches = take_patches(list(names), reading, self.board.picture)
        for (cell, name), patch in zip(names.items(), patches, strict=True):
            # The ground below a mark has about the colour of its rim.
            flat = np.broadcast_to(find_ground(patch), patch.shape)
            self._grounds[cell] = patch if name == EMPTY else np.asarray(flat, np.float32)
            if name != EMPTY:
                self._drawings[name].append(find_drawing(patch, self._grounds[cell]))

    def _name_all(self) -> None:
        """Name all cells in a new picture."""
        self._named = self.board.picture
        cells = list(self._grounds)
        patches = self._take(cells)
        away = np.abs(patches - np.stack(list(self._grounds.values()))).max(axis=-1)
        if (away > LIGHT).mean() > MOST_MARKED:
            # A dimmed board lights up once its game has begun, often with the first mark.
            self._begin({cell: self._states[cell] for cell in self.pressed})
            return
        self._states = self._find(cells, patches)
        for cell in cells:
            if cell not in self._states:
                self._states[cell] = self._guess(cell)

    def _find(self, cells: list[Cell], patches: Floats) -> dict[Cell, str]:
        """Return the states of cells whose looks, in these patches, are known."""
        found = self._looks.find_same(cells, patches)
        for cell, patch in zip(cells, patches, strict=True):
            if cell in found:
                continue
            drawing = find_drawing(patch, self._grounds[cell])
            away = self._measure(drawing)
            for state in away:
                if self._has_shown(cell, state):
                    # It says more than other cells do; a fill has nothing but its colour.
                    distance = self._measure_own(cell, drawing, state)
                    is_same = distance <= SAME_DRAWING and not drawing.is_fill
                    away[state] = distance if is_same else inf
            nearest = min(away, key=away.__getitem__, default="")
            if nearest and away[nearest] <= UNLIKE:
                found[cell] = nearest
        return found

    def _guess(self, cell: Cell) -> str:
        """Return the state that a cell looks most like, of the kind that the reader sees unless
        another one is far more alike."""
        kind = self.board.marks.get(cell, EMPTY)
        if kind == "star" and cell not in self.pressed:
            # A page sets crosses of its own, and some look like stars; it leaves stars to people.
            return kind if self._has_shown(cell, kind) else "cross"
        drawing = self._find_drawing(cell)
        # A page changes the colour of its fills once they are right; the reader sees none.
        fills = [state for state in self._drawings if self.is_fill(state)]
        if len(fills) == 1 and drawing.is_fill and self._has_shown(cell, fills[0]):
            return fills[0]
        away = self._measure(drawing)
        alike = sorted(away, key=away.__getitem__)
        of_kind = [state for state in alike if kind_of(state) == kind]
        if kind == EMPTY or not of_kind:
            return kind
        return alike[0] if away[alike[0]] <= NEARER * away[of_kind[0]] else of_kind[0]

    def _has_shown(self, cell: Cell, state: str) -> bool:
        """Return True if a cell was of a state before."""
        return self._looks.find_own(cell, state) is not None

    def _measure_own(self, cell: Cell, drawing: CellDrawing, state: str) -> float:
        """Return the distance of a drawing in a cell from the one when the cell was of a state;
        infinity if it never was."""
        own = self._looks.find_own(cell, state)
        if own is None:
            return inf
        return drawing.measure_from(find_drawing(own, self._grounds[cell]))

    def _measure(self, drawing: CellDrawing) -> dict[str, float]:
        """Return the distance of a drawing from each state."""
        away = {}
        for state, drawings in self._drawings.items():
            away[state] = min(drawing.measure_from(known) for known in drawings)
        return away

    def _add(self, cell: Cell) -> str:
        """Return the name of a new state that a cell shows."""
        drawn = find_drawn(self.board.cell_image(cell))
        kind = self.board.marks.get(cell, EMPTY)
        if kind == EMPTY and drawn.any():
            kind = classify_faint(drawn)
        if kind == "star" and is_stroke(drawn):
            kind = "cross"
        if self._find_drawing(cell).is_fill:
            kind = EMPTY
        number = (kind == EMPTY) + sum(kind_of(known) == kind for known in self._drawings)
        state = f"{kind} {number + 1}" if number else kind
        self._shapes[state] = drawn
        # From now on a look at a page of faint marks waits for them, too.
        reading, picture = self._first
        before = part(picture, cell_interior(reading, cell))
        now = self.board.cell_image(cell)
        if before.shape == now.shape:
            faintest = float(np.abs(now.astype(np.int16) - before).max()) / 2
            self.board.shown_levels = max(FAINT, min(self.board.shown_levels, faintest))
        return state

    def _teach(self, cell: Cell, state: str) -> None:
        """Store what a cell shows now as this state."""
        self._looks.remember({cell: state}, self._take([cell]))
        self._states[cell] = state
        if state != EMPTY and len(self._drawings[state]) < MOST_DRAWINGS:
            self._drawings[state].append(self._find_drawing(cell))

    def _ink(self, state: str) -> float:
        """Return how much is drawn in a cell of this state."""
        drawings = self._drawings.get(state)
        return drawings[0].ink if drawings else 0.0

    def _find_drawing(self, cell: Cell) -> CellDrawing:
        return find_drawing(self._take([cell])[0], self._grounds[cell])

    def _take(self, cells: list[Cell]) -> Floats:
        reading = self.board.reading
        first = self._first[0]
        # A mark is not drawn larger in a cell that has grown with it.
        half = find_half(first) * measure_zoom(first, reading)
        return take_patches(cells, reading, self.board.picture, half)


def kind_of(state: str) -> str:
    """Return the kind of mark of a state."""
    return state.partition(" ")[0]
