"""Peg solitaire in play: the hole for the last peg, and the jumps that lead there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from time import monotonic
from typing import Final

from autoplay.games.peg_solitaire.options import PegEnd
from autoplay.games.puzzle import Grid
from autoplay.wording import count
from solvers.cells import Cell
from solvers.errors import NoSolution, SolveTimeout
from solvers.peg_solitaire import (
    HOLE,
    PEG,
    Board,
    Jump,
    Puzzle,
    Solution,
    solve,
    start_classes,
)
from solvers.peg_solitaire.text import lattice_of

SOLVE_S: Final = 20.0
"""Seconds to look for jumps that leave one peg."""
HOME_S: Final = 4.0
"""Seconds to look for jumps that end in the hole empty at the start; few pages require that."""
LEAST_S: Final = 0.2
"""Minimum seconds for each attempt if time does not suffice for all of them."""


@dataclass(frozen=True)
class PlayedPegs:
    """Board of pegs in play: its ``grid`` at the start, and the ``end`` for the last peg if a person gave one.

    A full board has no hole yet: on its page the first press takes a peg away.
    """

    grid: Grid
    end: PegEnd | None = None
    stars: None = None

    @cached_property
    def board(self) -> Board:
        """The board formed by its sites; raises BadNotation if they do not form one."""
        cells = [
            (row, col) for row, line in enumerate(self.grid) for col, look in enumerate(line) if look in PEG + HOLE
        ]
        return Board(tuple(cells), lattice_of(self.grid))

    @property
    def home(self) -> int | None:
        """The hole to try first for the last peg if none is given: the only one at the start."""
        holes = frozenset(range(len(self.board.sites))) - pegs_in(self.board, self.grid)
        return min(holes) if self.end is None and len(holes) == 1 else None

    @property
    def wanted(self) -> str:
        """The end as text."""
        return f"one peg in hole {self.end}" if isinstance(self.end, int) else "one peg"

    def is_over(self, grid: Grid) -> bool:
        """Return True if a position is the end of the game."""
        left = pegs_in(self.board, grid)
        return len(left) == 1 and (not isinstance(self.end, int) or self.end in left)


@dataclass(frozen=True)
class JumpPlan:
    """The ``jumps`` to make as (from, over, to) hole numbers; ``first`` is the peg to take off a full board."""

    board: Board
    jumps: tuple[Jump, ...] = ()
    first: int | None = None

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The start and end of each jump in turn, after the peg that is taken off a full board."""
        numbers = [number for start, _, to in self.jumps for number in (start, to)]
        return tuple(self.board.sites[number] for number in [*([] if self.first is None else [self.first]), *numbers])


def plan(pegs: PlayedPegs, grid: Grid | None = None) -> JumpPlan:
    """Return the jumps from a position, by default the start, to the end.

    If no end is given, it is the only hole of the start if that can be reached, else anywhere. Raises NoSolution,
    SolveTimeout.
    """
    grid = grid or pegs.grid
    left = pegs_in(pegs.board, grid)
    if len(left) == len(pegs.board.sites):
        return _plan_full(pegs)
    if pegs.is_over(grid):
        return JumpPlan(pegs.board)
    if pegs.home is not None and (home := _solved(pegs.board, left, pegs.home, HOME_S)):
        return JumpPlan(pegs.board, home.jumps)
    end = pegs.end if isinstance(pegs.end, int) else None
    solution = solve(Puzzle(pegs.board, left, end), timeout_s=SOLVE_S)
    if not solution.solvable:
        raise _unsolvable(pegs, len(left), solution)
    return JumpPlan(pegs.board, solution.jumps)


def _plan_full(pegs: PlayedPegs) -> JumpPlan:
    """Return the peg to take off a full board, and the jumps after it; they end where it was if no end is given.

    Raises NoSolution if every peg is proved to fail, SolveTimeout if time runs out before that.
    """
    board, deadline, is_proved = pegs.board, monotonic() + SOLVE_S, True
    everywhere = frozenset(range(len(board.sites)))
    firsts = [kind[0] for kind in start_classes(board)] if pegs.end in (None, "any") else sorted(everywhere)
    tries: list[tuple[int, int | None]] = [(first, first) for first in firsts] if pegs.end is None else []
    tries += [(first, pegs.end if isinstance(pegs.end, int) else None) for first in firsts]
    for number, (first, end) in enumerate(tries):
        share_s = max(0.0, deadline - monotonic()) / (len(tries) - number) + LEAST_S
        try:
            solution = solve(Puzzle(board, everywhere - {first}, end), timeout_s=share_s)
        except SolveTimeout:
            is_proved = False
            continue
        if solution.solvable:
            return JumpPlan(board, solution.jumps, first)
    if not is_proved:
        raise SolveTimeout(
            f"no first peg to take off was found within {SOLVE_S:g} s", hint="another --end, or another board"
        )
    hint = "another board" if pegs.end in (None, "any") else "another --end"
    raise NoSolution(f"no jumps lead to {pegs.wanted}, whichever peg is taken off the full board first", hint=hint)


def _solved(board: Board, left: frozenset[int], end: int | None, timeout_s: float) -> Solution | None:
    """Return a solution, None if there is none or it is not found in time."""
    try:
        solution = solve(Puzzle(board, left, end), timeout_s=timeout_s)
    except SolveTimeout:
        return None
    return solution if solution.solvable else None


def _unsolvable(pegs: PlayedPegs, left: int, solution: Solution) -> NoSolution:
    hint = "--end any" if isinstance(pegs.end, int) else "start the page over, or another puzzle"
    return NoSolution(f"no jumps lead from these {count(left, 'peg')} to {pegs.wanted}: {solution.reason}", hint=hint)


def pegs_in(board: Board, grid: Grid) -> frozenset[int]:
    """Return the numbers of the sites that have a peg."""
    return frozenset(number for number, (row, col) in enumerate(board.sites) if grid[row][col] == PEG)


def jumped(board: Board, grid: Grid, jump: Jump) -> Grid:
    """Return the position after a jump."""
    return with_sites(grid, {board.sites[number]: look for number, look in zip(jump, (HOLE, HOLE, PEG), strict=True)})


def with_sites(grid: Grid, sites: dict[Cell, str]) -> Grid:
    """Return the position with some of its sites changed."""
    return tuple("".join(sites.get((row, col), site) for col, site in enumerate(line)) for row, line in enumerate(grid))
