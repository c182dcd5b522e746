"""Depth-first search in Python: settle the board, try a star in the tightest unit, then its absence."""

from __future__ import annotations

from collections.abc import Sequence

from solvers.cells import Cell
from solvers.star_battle.layout import Contradiction, bits
from solvers.star_battle.model import Puzzle
from solvers.star_battle.propagation import BoardState, Propagator


class PythonTree:
    """Boards of one search; ``nodes`` is the number of those visited."""

    def __init__(self, puzzle: Puzzle, priority: Sequence[int]) -> None:
        self.nodes = 0
        self._size = puzzle.size
        self._priority = priority
        self._propagator = Propagator(puzzle)
        self._boards = [self._propagator.start]

    @property
    def done(self) -> bool:
        """True if no board is left to visit."""
        return not self._boards

    def search(self, boards: int) -> tuple[Cell, ...] | None:
        """Return the (row, col) of the next solution, row by row, if it is found within this many boards; else None."""
        for _ in range(boards):
            if self.done:
                break
            self.nodes += 1
            try:
                board = self._propagator.settle(self._boards.pop())
            except Contradiction:
                continue
            if board.open == board.stars:
                return self._propagator.layout.cells(board.stars)
            self._branch(board)
        return None

    def _branch(self, board: BoardState) -> None:
        free = board.open & ~board.stars
        layout = self._propagator.layout

        def value(cell: int) -> int:
            if not self._priority:
                return (layout.touching(cell) & free).bit_count()
            ((row, col),) = layout.cells(cell)
            return self._priority[row * self._size + col]

        cell = min(bits(self._propagator.tightest_unit(board)), key=value)
        self._boards.append(BoardState(board.open & ~cell, board.stars))
        self._boards.append(BoardState(board.open, board.stars | cell))


def tree(puzzle: Puzzle, priority: Sequence[int] = ()) -> PythonTree:
    """Return the boards of one search, in an order that depends only on the arguments.

    With ``priority``, a number for each cell, row by row, it branches on the cell with the least one; otherwise on the
    cell that touches the fewest free cells.
    """
    return PythonTree(puzzle, priority)
