"""Partly solved boards, the room that parts of them have, and the conclusions of techniques on
them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from solvers.cells import bits, choose_bits
from solvers.deadline import Deadline
from solvers.errors import SolveTimeout
from solvers.star_battle.layout import Layout
from solvers.star_battle.model import Puzzle
from solvers.wording import join_names

EXACT = 30
"""Maximum number of cells whose capacity is computed exactly.

For more, the 2x2 blocks that cover them bound it.
"""

REMEMBERED = 100_000
"""Maximum number of cached results, which bounds the memory: most parts of a board recur in many
positions.
"""

SPARE = 2
"""Spare capacity beyond which no single star takes too much, except in the rarest shapes."""


class Forced(NamedTuple):
    """Consequences of a number of stars in a few cells: masks of stars, and of cells anywhere
    without one.
    """

    stars: int
    crossed: int


NOTHING = Forced(0, 0)


class StarCapacity:
    """Cached capacities of parts of boards of one layout: see the methods without a cache."""

    def __init__(self, layout: Layout, touching: Mapping[int, int]) -> None:
        self._layout = layout
        self._touching = touching
        self.most = lru_cache(REMEMBERED)(self._compute_most)
        self.find_forced = lru_cache(REMEMBERED)(self._compute_forced)

    def _compute_most(self, cells: int) -> int:
        """Return the most stars these cells can hold, or for many cells an upper bound."""
        bound = self._layout.count_blocks(cells)
        # Stars that fit in order show that the upper bound is exact.
        if cells.bit_count() <= EXACT and self._place_in_order(cells) < bound:
            return self._count_exactly(cells)
        return bound

    def without(self, cells: int, star: int) -> int:
        """Return the most other stars in these cells if there is one on ``star``."""
        return self.most(cells & ~(star | self._touching[star]))

    def find_covering_blocks(self, cells: int, left: int, count: int) -> set[int] | None:
        """Return the blocks of all covers of those of the cells that are left with this many 2x2
        blocks, each given as its part of the cells. None if there is no cover.
        """
        if not left or not count:
            return None if left or count else set()
        # The first cell left is in a block that reaches to its right, or to its left.
        lowest = left & -left
        pair_below = lowest << self._layout.stride | lowest
        to_right = cells & (pair_below | pair_below << 1)
        to_left = cells & (pair_below | pair_below >> 1)
        blocks: set[int] = set()
        for block in {to_right, to_left}:
            others = self.find_covering_blocks(cells, left & ~block, count - 1)
            if others is not None:
                blocks |= {block} | others
        return blocks or None

    def _compute_forced(self, cells: int, count: int) -> Forced:
        """Return the consequences of ``count`` stars, for which there is room, in these cells."""
        spare = self.most(cells) - count
        if not count:
            return Forced(0, cells)
        # With room to spare no single star decides anything.
        if spare > SPARE:
            return NOTHING
        near = (cells | self._layout.touching(cells)) & self._layout.board
        crossed = 0
        for cell in bits(near):
            if cell in self._touching and self.without(cells, cell) < count - bool(cell & cells):
                crossed |= cell
        stars = 0
        if not spare:
            stars = choose_bits(cells, lambda cell: self.most(cells & ~cell) < count)
        return Forced(stars, crossed)

    def _place_in_order(self, cells: int) -> int:
        """Return a lower bound: the stars placed row by row, each as soon as possible."""
        placed = 0
        while cells:
            lowest = cells & -cells
            cells &= ~(lowest | self._touching[lowest])
            placed += 1
        return placed

    def _count_exactly(self, cells: int) -> int:
        known: dict[int, int] = {0: 0}
        touching = self._touching

        def most(cells: int) -> int:
            found = known.get(cells)
            if found is None:
                lowest = cells & -cells
                near = touching[lowest] & cells
                found = 1 + most(cells & ~(lowest | near))
                # If the neighbours all touch each other, the lowest cell is as good as any.
                if any(near & ~(touching[cell] | cell) for cell in bits(near)):
                    found = max(found, most(cells & ~lowest))
                known[cells] = found
            return found

        return most(cells)


class Unit(NamedTuple):
    """A row, column or region: its name, counted from 1, and the mask of its cells."""

    name: str
    cells: int


def name_units(units: Iterable[Unit]) -> str:
    """Return the names of units, such as ``rows 2 and 3`` or ``row 2 and region C``."""
    return join_names(unit.name for unit in units)


class PuzzleContext:
    """Constants of all positions of one puzzle.

    SolveTimeout ends the work on it after ``timeout_s``.

    ``refuted`` are the cells that assumptions have refuted so far; later positions know more, so
    they stay refuted.
    """

    def __init__(self, puzzle: Puzzle, timeout_s: float | None = None) -> None:
        self.puzzle = puzzle
        self.stars = puzzle.stars
        self.layout = layout = Layout(puzzle.size, 0)
        self.board = layout.board & ~layout.mask_walls(puzzle.grid)
        self.rows: list[Unit] = []
        self.columns: list[Unit] = []
        for number, (row, column) in enumerate(zip(layout.rows, layout.columns, strict=True), 1):
            self.rows.append(Unit(f"row {number}", row & self.board))
            self.columns.append(Unit(f"column {number}", column & self.board))
        self.regions: list[Unit] = []
        for letter, cells in sorted(puzzle.regions.items()):
            self.regions.append(Unit(f"region {letter}", layout.mask(cells)))
        self.units = self.rows + self.columns + self.regions
        self.touching = {cell: layout.around[cell] & self.board for cell in bits(self.board)}
        self.capacity = StarCapacity(layout, self.touching)
        self.refuted: list[int] = []
        self.deadline = Deadline(timeout_s)

    @property
    def start(self) -> Position:
        """Position with the puzzle's own marks."""
        return Position(
            self,
            self.board & ~self.layout.mask(self.puzzle.crossed),
            self.layout.mask(self.puzzle.given),
        )

    def check_deadline(self) -> None:
        """Raise SolveTimeout if the time is up."""
        if self.deadline.is_over:
            raise SolveTimeout(
                f"not explained within {self.deadline.timeout_s:g} s",
                hint="allow more time, or solve it without the explanation",
            )


@dataclass(frozen=True)
class Position:
    """Partly solved board as masks: ``open`` are the cells not crossed, ``stars`` those of them
    with a known star.
    """

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

    def after(self, stars: int, crossed: int) -> Position:
        """Return the position with these stars and crosses added."""
        return Position(self.context, self.open & ~crossed, self.stars | stars)


class BrokenPosition(Exception):
    """The position has no solution: the cells (a mask) and units that show it, and the reason in
    words.
    """

    def __init__(self, cells: int, units: tuple[Unit, ...], reason: str) -> None:
        super().__init__(reason)
        self.cells = cells
        self.units = units


@dataclass(frozen=True)
class Deduction:
    """Conclusion of a technique on a position, as masks, with the units and the reason in words.

    ``reason`` is what is known, ``otherwise`` the result of the opposite of the conclusion ("would
    leave …"); either may be empty.
    """

    rule: str
    stars: int
    crossed: int
    cells: int
    units: tuple[Unit, ...]
    reason: str
    otherwise: str = ""


def list_deductions(
    position: Position, techniques: Iterable[Callable[[Position], Iterator[Deduction]]]
) -> Iterator[Deduction]:
    """Yield what one technique after the other concludes from a position."""
    for find in techniques:
        yield from find(position)
