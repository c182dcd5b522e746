"""A partly solved board as the rules of an explanation see it."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from solvers.errors import SolveTimeout
from solvers.star_battle.layout import Layout, bits
from solvers.star_battle.model import WALL, Puzzle
from solvers.star_battle.rules.room import Room


class Unit(NamedTuple):
    """A row, column or region: its name, as people count, and the mask of its cells."""

    name: str
    cells: int


class Setting:
    """What stays the same on all positions of one puzzle; SolveTimeout ends the work on it after ``timeout_s``.

    ``refuted`` are the cells that assumptions refuted so far: they stay so, as later positions know more.
    """

    def __init__(self, puzzle: Puzzle, timeout_s: float | None = None) -> None:
        self.puzzle, self.stars = puzzle, puzzle.stars
        self.layout = layout = Layout(puzzle.size, 0)
        walls = [(r, c) for r, row in enumerate(puzzle.grid) for c, ch in enumerate(row) if ch == WALL]
        self.board = layout.board & ~layout.mask(walls)
        self.rows = [Unit(f"row {at}", cells & self.board) for at, cells in enumerate(layout.rows, 1)]
        self.columns = [Unit(f"column {at}", cells & self.board) for at, cells in enumerate(layout.columns, 1)]
        self.regions = [Unit(f"region {letter}", layout.mask(cells)) for letter, cells in puzzle.regions.items()]
        self.regions.sort()
        self.units = [*self.rows, *self.columns, *self.regions]
        self.touching = {cell: layout.around[cell] & self.board for cell in bits(self.board)}
        self.room = Room(layout, self.touching)
        self.refuted: list[int] = []
        self._timeout_s = timeout_s
        self._deadline = None if timeout_s is None else time.monotonic() + timeout_s

    @property
    def start(self) -> Position:
        """The position with the puzzle's own marks."""
        layout, puzzle = self.layout, self.puzzle
        return Position(self, self.board & ~layout.mask(puzzle.crossed), layout.mask(puzzle.given))

    @property
    def seconds_left(self) -> float | None:
        """Seconds until the time limit, None where there is none."""
        return None if self._deadline is None else max(0.0, self._deadline - time.monotonic())

    def look_at_clock(self) -> None:
        """Raise SolveTimeout when the time is up."""
        if self.seconds_left == 0:
            message = f"not explained within {self._timeout_s:g} s"
            raise SolveTimeout(message, hint="allow more time, or solve it without the explanation")


@dataclass(frozen=True)
class Position:
    """``open`` are the cells not crossed, ``stars`` those of them that are known to hold a star: masks."""

    setting: Setting
    open: int
    stars: int

    @cached_property
    def free(self) -> int:
        """The cells not yet known."""
        return self.open & ~self.stars

    def need(self, unit: Unit) -> int:
        """How many stars the unit still needs; negative where it has too many."""
        return self.setting.stars - (self.stars & unit.cells).bit_count()

    def needs(self, units: Iterable[Unit]) -> int:
        """How many stars these units need together."""
        return sum(map(self.need, units))

    def after(self, stars: int, crossed: int) -> Position:
        """The position with these stars and crosses added."""
        return Position(self.setting, self.open & ~crossed, self.stars | stars)


class Broken(Exception):
    """A position has no solution: the cells (a mask) and units that show it, and why in words."""

    def __init__(self, cells: int, units: tuple[Unit, ...], reason: str) -> None:
        super().__init__(reason)
        self.cells, self.units, self.reason = cells, units, reason


@dataclass(frozen=True)
class Finding:
    """What a rule concludes on a position, as masks, with the units and, in words, why.

    ``reason`` is what is known, ``otherwise`` what would come of the opposite of the conclusion ("would leave …");
    either may be empty.
    """

    rule: str
    stars: int
    crossed: int
    cells: int
    units: tuple[Unit, ...]
    reason: str
    otherwise: str = ""
