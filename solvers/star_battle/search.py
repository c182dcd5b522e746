"""Depth-first search: settle the board, try a star in the tightest unit, then its absence."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator

from solvers.errors import SolveTimeout
from solvers.star_battle.layout import Contradiction, bits
from solvers.star_battle.model import Cell, Puzzle, Solution, max_stars
from solvers.star_battle.propagation import Board, Propagator


class Search:
    """One search through one puzzle; ``nodes`` counts the boards looked at.

    With ``rng`` it branches at random, so that its first solution is a random one. SolveTimeout ends it after
    ``timeout_s`` seconds, or after ``max_nodes`` boards.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        timeout_s: float | None = None,
        max_nodes: float = math.inf,
        rng: random.Random | None = None,
    ) -> None:
        self.nodes = 0
        self._max_nodes = max_nodes
        self._rng = rng
        self._propagator = Propagator(puzzle)
        self._timeout_s = timeout_s
        self._deadline = None if timeout_s is None else time.monotonic() + timeout_s

    def __iter__(self) -> Iterator[tuple[Cell, ...]]:
        """Every solution once: its (row, col), row by row."""
        todo = [self._propagator.start]
        while todo:
            self._look_at_limits()
            self.nodes += 1
            try:
                board = self._propagator.settle(todo.pop())
            except Contradiction:
                continue
            if board.open == board.stars:
                yield self._propagator.layout.cells(board.stars)
            else:
                cell = self._branch(board)
                todo.append(Board(board.open & ~cell, board.stars))
                todo.append(Board(board.open, board.stars | cell))

    def _look_at_limits(self) -> None:
        if self.nodes >= self._max_nodes:
            raise SolveTimeout(f"not solved within {self._max_nodes} boards")
        if self._deadline is not None and time.monotonic() > self._deadline:
            raise SolveTimeout(f"not solved within {self._timeout_s:g} s ({self.nodes} boards looked at)")

    def _branch(self, board: Board) -> int:
        """The free cell of the tightest unit that touches the fewest free cells, or a random one."""
        tightest = list(bits(self._propagator.tightest_unit(board)))
        if self._rng:
            return self._rng.choice(tightest)
        touching, free = self._propagator.layout.touching, board.open & ~board.stars
        return min(tightest, key=lambda cell: (touching(cell) & free).bit_count())


def solve(puzzle: Puzzle, *, limit: int = 2, timeout_s: float | None = None) -> Solution:
    """Finds up to ``limit`` solutions; one found with a limit of 2 is thereby proved the only one.

    Raises
    ------
    SolveTimeout
        The search did not end within ``timeout_s`` seconds.
    """
    started = time.perf_counter()
    search = Search(puzzle, timeout_s=timeout_s)
    first: tuple[Cell, ...] = ()
    found = 0
    for cells in search:
        first = first or cells
        found += 1
        if found >= limit:
            break
    return Solution(first, found, search.nodes, time.perf_counter() - started)


def solutions(puzzle: Puzzle) -> Iterator[tuple[Cell, ...]]:
    """Every solution once, found as they are asked for: the (row, col) of its stars, row by row."""
    return iter(Search(puzzle))


def infer_stars(grid: tuple[str, ...], *, timeout_s: float | None = None) -> int | None:
    """The only number of stars for which the board has exactly one solution; None where none or several have.

    Raises
    ------
    BadNotation
        The grid is no board.
    SolveTimeout
        The searches did not end within ``timeout_s`` seconds.
    """
    deadline = None if timeout_s is None else time.monotonic() + timeout_s
    fitting = []
    for stars in range(1, max(1, max_stars(len(grid))) + 1):
        left_s = None if deadline is None else deadline - time.monotonic()
        try:
            found = solve(Puzzle(grid, stars), timeout_s=left_s)
        except SolveTimeout:
            raise SolveTimeout(f"the number of stars could not be told within {timeout_s:g} s") from None
        if found.solutions == 1:
            fitting.append(stars)
    return fitting[0] if len(fitting) == 1 else None
