"""Search for solutions, one after another, within limits of time and boards."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import count, islice
from typing import TYPE_CHECKING, TypeAlias

from solvers.cells import WALL, Cell
from solvers.deadline import MORE_TIME, Deadline
from solvers.errors import SolveTimeout
from solvers.star_battle.model import Puzzle, Solution, max_stars

if TYPE_CHECKING:
    import random

    from solvers.star_battle.tree import PythonTree

SearchTree: TypeAlias = "PythonTree | Tree"
"""A search tree, in Python or compiled.

Both visit the same boards in the same order, the compiled one much faster.
"""


_NO_REGION = 255
_STAR = 1
_SHUT = 2
"""Values by which the kernel knows a cell."""


def new_compiled_tree(puzzle: Puzzle, priority: Sequence[int] = ()) -> SearchTree:
    """Return the boards of one search by the compiled kernel, for the arguments of PythonTree."""
    cells = "".join(puzzle.grid)
    numbers = dict(zip(dict.fromkeys(filter(str.isalpha, cells)), count(), strict=False))
    regions = bytes(numbers.get(cell, _NO_REGION) for cell in cells)
    state = bytearray(_SHUT if cell == WALL else 0 for cell in cells)
    for row, col in puzzle.given:
        state[row * puzzle.size + col] |= _STAR
    for row, col in puzzle.crossed:
        state[row * puzzle.size + col] |= _SHUT
    return Tree(puzzle.size, puzzle.stars, regions, bytes(state), array("H", priority).tobytes())


new_tree: Callable[[Puzzle, Sequence[int]], SearchTree]
try:
    from solvers.star_battle._kernel import Tree

    new_tree = new_compiled_tree
except ImportError:  # not built here
    from solvers.star_battle.tree import PythonTree

    new_tree = PythonTree

BOARDS_TO_INFER = 20_000
"""Boards visited to infer a number of stars: half a second. Puzzles up to 17x17 take up to 5,000,
those of 21x21 may take more. A count, unlike a time, gives one answer on every machine."""
BOARDS_PER_CHECK = 32
"""Boards between two checks of the deadline: a tenth of a second for the largest in Python."""


class SolutionSearch:
    """Search for all solutions of one puzzle.

    With ``rng`` it branches at random, which makes its first solution a random one. SolveTimeout
    ends it after ``timeout_s`` seconds, or after ``max_nodes`` boards.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        timeout_s: float | None = None,
        max_nodes: float = math.inf,
        rng: random.Random | None = None,
    ) -> None:
        self._max_nodes = max_nodes
        self._deadline = Deadline(timeout_s)
        cells = range(puzzle.size**2)
        self._tree = new_tree(puzzle, rng.sample(cells, len(cells)) if rng else ())

    @property
    def nodes(self) -> int:
        """Number of boards visited so far."""
        return self._tree.nodes

    def __iter__(self) -> Iterator[tuple[Cell, ...]]:
        """Yield every solution once: the (row, col) of its stars, row by row."""
        while not self._tree.done:
            found = self._tree.search(int(min(BOARDS_PER_CHECK, self._max_nodes - self.nodes)))
            if found:
                yield found
            # A finished search is a proof, however long it took.
            if not self._tree.done:
                self._check_limits()

    def _check_limits(self) -> None:
        if self.nodes >= self._max_nodes:
            raise SolveTimeout(f"not solved within {self._max_nodes} boards", hint=MORE_TIME)
        if self._deadline.is_over:
            raise SolveTimeout(
                f"not solved within {self._deadline.timeout_s:g} s ({self.nodes} boards visited)",
                hint=MORE_TIME,
            )


def solve(puzzle: Puzzle, *, limit: int = 2, timeout_s: float | None = None) -> Solution:
    """Find up to ``limit`` solutions.

    A single one found with a limit of 2 is proved to be the only one.

    Raises
    ------
    SolveTimeout
        The search did not end within ``timeout_s`` seconds.
    """
    deadline = Deadline(timeout_s)
    search = SolutionSearch(puzzle, timeout_s=timeout_s)
    first: tuple[Cell, ...] = ()
    found = 0
    for cells in search:
        first = first or cells
        found += 1
        if found >= limit:
            break
    return Solution(first, found, search.nodes, deadline.elapsed_s, puzzle)


def solutions(puzzle: Puzzle) -> Iterator[tuple[Cell, ...]]:
    """Yield every solution once: the (row, col) of its stars, row by row."""
    return iter(SolutionSearch(puzzle))


def count_solutions(puzzle: Puzzle, *, timeout_s: float | None = None) -> int:
    """Return the number of all solutions; raise SolveTimeout."""
    return sum(1 for _ in SolutionSearch(puzzle, timeout_s=timeout_s))


def infer_stars(
    grid: tuple[str, ...], *, timeout_s: float | None = None, max_nodes: float = math.inf
) -> int | None:
    """Return the only number of stars for which the board has exactly one solution, or None.

    Raises
    ------
    BadNotation
        The grid is not a board.
    SolveTimeout
        The searches did not end within ``timeout_s`` seconds, or within ``max_nodes`` boards,
        all together.
    """
    deadline = Deadline(timeout_s)
    nodes_left = max_nodes
    fitting = []
    for stars in range(1, max(1, max_stars(len(grid))) + 1):
        puzzle = Puzzle(grid, stars)
        search = SolutionSearch(puzzle, timeout_s=deadline.left_s, max_nodes=nodes_left)
        try:
            found = len(list(islice(search, 2)))
        except SolveTimeout:
            ran_out = f"{max_nodes} boards" if search.nodes >= nodes_left else f"{timeout_s:g} s"
            raise SolveTimeout(
                f"the number of stars could not be inferred within {ran_out}",
                hint="--stars K, the number the puzzle states",
            ) from None
        nodes_left -= search.nodes
        # A number with several solutions, or none, can't be the puzzle's.
        if found == 1:
            fitting.append(stars)
    return fitting[0] if len(fitting) == 1 else None
