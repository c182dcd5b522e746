"""Partly solved boards, and the conclusions of techniques on them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from solvers.cells import WALL
from solvers.deadline import Deadline
from solvers.errors import SolveTimeout
from solvers.star_battle.layout import Layout, bits
from solvers.star_battle.model import Puzzle
from solvers.star_battle.rules.capacity import StarCapacity


class Unit(NamedTuple):
    """A row, column or region: its name, counted from 1, and the mask of its cells."""

    name: str
    cells: int


class PuzzleContext:
    """Constants of all positions of one puzzle; SolveTimeout ends the work on it after ``timeout_s``.

    ``refuted`` are the cells that assumptions have refuted so far; later positions know more, so they stay refuted.
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
        self.capacity = StarCapacity(layout, self.touching)
        self.refuted: list[int] = []
        self._timeout_s = timeout_s
        self._deadline = Deadline(timeout_s)

    @property
    def start(self) -> Position:
        """Position with the puzzle's own marks."""
        layout, puzzle = self.layout, self.puzzle
        return Position(self, self.board & ~layout.mask(puzzle.crossed), layout.mask(puzzle.given))

    @property
    def left_s(self) -> float | None:
        """Seconds until the time limit, None without one."""
        return self._deadline.left_s

    def check_deadline(self) -> None:
        """Raise SolveTimeout if the time is up."""
        if self._deadline.is_over:
            message = f"not explained within {self._timeout_s:g} s"
            raise SolveTimeout(message, hint="allow more time, or solve it without the explanation")


@dataclass(frozen=True)
class Position:
    """Partly solved board as masks: ``open`` are the cells not crossed, ``stars`` those of them with a known star."""

    context: PuzzleContext
    open: int
    stars: int

    @cached_property
    def free(self) -> int:
        """Cells that are not known yet."""
        return self.open & ~self.stars

    def need(self, unit: Unit) -> int:
        """Return the number of stars the unit still needs; negative if it has too many."""
        return self.context.stars - (self.stars & unit.cells).bit_count()

    def needs(self, units: Iterable[Unit]) -> int:
        """Return the number of stars these units need together."""
        return sum(map(self.need, units))

    def after(self, stars: int, crossed: int) -> Position:
        """Return the position with these stars and crosses added."""
        return Position(self.context, self.open & ~crossed, self.stars | stars)


class BrokenPosition(Exception):
    """The position has no solution: the cells (a mask) and units that show it, and the reason in words."""

    def __init__(self, cells: int, units: tuple[Unit, ...], reason: str) -> None:
        super().__init__(reason)
        self.cells, self.units, self.reason = cells, units, reason


@dataclass(frozen=True)
class Deduction:
    """Conclusion of a technique on a position, as masks, with the units and the reason in words.

    ``reason`` is what is known, ``otherwise`` the result of the opposite of the conclusion ("would leave …");
    either may be empty.
    """

    rule: str
    stars: int
    crossed: int
    cells: int
    units: tuple[Unit, ...]
    reason: str
    otherwise: str = ""
