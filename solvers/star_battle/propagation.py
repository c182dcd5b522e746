"""Constraint propagation on a partly filled board: cells that cannot hold a star, and cells that must.

Two masks hold all that is known: ``open``, the cells not yet excluded, and ``stars``, those of them that are
certain. The rules are applied in turn until none finds anything new.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from solvers.cells import WALL
from solvers.star_battle.layout import Layout
from solvers.star_battle.model import Puzzle
from solvers.star_battle.placements import Placements
from solvers.star_battle.row_pairs import RowPairs, lane_bits
from solvers.star_battle.splits import Splits


class BoardState(NamedTuple):
    """Masks of a partly filled board: cells that may or do hold a star, and cells that do."""

    open: int
    stars: int


class Propagator:
    """Propagator of one puzzle's rules, for any of its boards."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._stars = puzzle.stars
        self.layout = layout = Layout(puzzle.size, lane_bits(puzzle.stars))
        self._regions = [layout.mask(cells) for cells in puzzle.regions.values()]
        self._units = [*self._regions, *layout.rows, *layout.columns]
        self._placements = Placements(layout)
        self._turned_regions = [layout.transposed(region) for region in self._regions]
        self._row_pairs = RowPairs(layout, puzzle.stars)
        self._splits = Splits(layout, puzzle.stars, self._placements)
        closed = set(puzzle.crossed)
        closed.update((r, c) for r, row in enumerate(puzzle.grid) for c, ch in enumerate(row) if ch == WALL)
        self.start = BoardState(layout.board & ~layout.mask(closed), layout.mask(puzzle.given))

    def settle(self, board: BoardState) -> BoardState:
        """Return the board with every consequence that is found; raises Contradiction if there is no solution."""
        while True:
            board = self._repeated(self._lines_and_regions, board)
            counted = self._count(*board) if self._regions else board
            if counted == board:
                return board
            board = counted

    def tightest_unit(self, board: BoardState) -> int:
        """Return the free cells of the row, column or region with the fewest placements."""
        free = board.open & ~board.stars
        return free & min((unit for unit in self._units if unit & free), key=partial(self._choice, board))

    def _repeated(self, rule: Callable[[int, int], BoardState], board: BoardState) -> BoardState:
        before = None
        while before != board:
            before, board = board, rule(*board)
        return board

    def _lines_and_regions(self, open_: int, stars: int) -> BoardState:
        transposed = self.layout.transposed
        open_ &= ~self.layout.touching(stars)
        open_, stars = self._fill_regions(open_, stars)
        open_, stars = self._row_pairs.narrow(open_, stars)
        open_, stars = self._row_pairs.narrow(transposed(open_), transposed(stars))
        return BoardState(transposed(open_), transposed(stars))

    def _count(self, open_: int, stars: int) -> BoardState:
        transposed = self.layout.transposed
        open_, stars = self._splits.narrow(open_, stars, self._regions)
        open_, stars = self._splits.narrow(transposed(open_), transposed(stars), self._turned_regions)
        return BoardState(transposed(open_), transposed(stars))

    def _fill_regions(self, open_: int, stars: int) -> tuple[int, int]:
        for region in self._regions:
            cells = region & open_
            common = self._placements.common(cells, stars & region, self._stars)
            stars |= common.stars
            open_ &= ~(cells & ~common.used | common.blocked)
        return open_, stars

    def _choice(self, board: BoardState, unit: int) -> tuple[int, int]:
        ways = self._placements.common(unit & board.open, unit & board.stars, self._stars)
        return ways.number, (unit & board.open).bit_count()
