"""Peg solitaire on a page: the hole for the last peg, the jumps that lead there, and boards that
are read anew."""
# ruff: noqa: ARG002 (the interface has more arguments than this game needs)

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from time import monotonic
from typing import Final

from autoplay.games import PuzzleOptions
from autoplay.games.adapter import Grid, PlayerPart
from autoplay.games.peg_solitaire.options import PegEnd, PegSolitaireOptions
from autoplay.games.peg_solitaire.results import describe_pegs
from autoplay.limits import FIRST_PEG_S, HOME_HOLE_S, PLAYED_JUMPS_S
from solvers.cells import Cell, change_cells
from solvers.deadline import Deadline
from solvers.errors import BadNotation, NoSolution, SolveTimeout, count_of
from solvers.explained import Explanation
from solvers.peg_solitaire import (
    BOARDS,
    HOLE,
    PEG,
    Board,
    Jump,
    Puzzle,
    named_board,
    solve,
    start_classes,
)
from solvers.peg_solitaire.explanation import JumpStep, find_steps
from solvers.peg_solitaire.text import lattice_of, list_sites
from vision import Reading

MOST_JUMPS_LISTED: Final = 40
"""Maximum number of jumps that are listed for a person."""


@dataclass(frozen=True)
class PlayedPegs:
    """Board of pegs in play: its ``grid`` at the start, and the ``end`` for the last peg if a
    person gave one.

    A full board has no hole yet: on its page the first press takes a peg away.
    """

    grid: Grid
    end: PegEnd | None = None
    stars: None = None

    @cached_property
    def board(self) -> Board:
        """The board formed by its sites; raises BadNotation if they do not form one."""
        return Board(tuple(list_sites(self.grid)), lattice_of(self.grid))

    @property
    def end_hole(self) -> int | None:
        """The number of the hole that a person gave for the last peg."""
        return self.end if isinstance(self.end, int) else None

    @property
    def home(self) -> int | None:
        """The hole to try first for the last peg if none is given: the only one at the start."""
        holes = set(range(len(self.board.sites))) - find_pegs(self.board, self.grid)
        return min(holes) if self.end is None and len(holes) == 1 else None

    @property
    def wanted(self) -> str:
        """The end as text."""
        return "one peg" if self.end_hole is None else f"one peg in hole {self.end_hole}"

    def is_over(self, grid: Grid) -> bool:
        """Return True if a position is the end of the game."""
        left = find_pegs(self.board, grid)
        return len(left) == 1 and (self.end_hole is None or self.end_hole in left)


@dataclass(frozen=True)
class JumpPlan:
    """The ``jumps`` to make as (from, over, to) hole numbers; ``first`` is the peg to take off a
    full board."""

    board: Board
    jumps: tuple[Jump, ...] = ()
    first: int | None = None

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The start and end of each jump in turn, after the peg that is taken off a full board."""
        cells = self.board.list_ends(self.jumps)
        return cells if self.first is None else (self.board.sites[self.first], *cells)


def plan_jumps(pegs: PlayedPegs, grid: Grid | None = None) -> JumpPlan:
    """Return the jumps from a position, by default the start, to the end.

    If no end is given, it is the only hole of the start if that can be reached, else anywhere.
    Raises NoSolution, SolveTimeout.
    """
    grid = grid or pegs.grid
    board = pegs.board
    left = find_pegs(board, grid)
    # Without a hole nothing can jump: the page lets a person take off the first peg.
    if len(left) == len(board.sites):
        return _plan_full_board(pegs)
    if pegs.is_over(grid):
        return JumpPlan(board)
    # A page may ask for the last peg in the hole that was empty, without saying so.
    if pegs.home is not None:
        with suppress(SolveTimeout):
            home = solve(Puzzle(board, left, pegs.home), timeout_s=HOME_HOLE_S)
            if home.solvable:
                return JumpPlan(board, home.jumps)
    solution = solve(Puzzle(board, left, pegs.end_hole), timeout_s=PLAYED_JUMPS_S)
    if not solution.solvable:
        what = f"no jumps lead from these {count_of(len(left), 'peg')} to {pegs.wanted}"
        is_free = pegs.end_hole is None
        raise NoSolution(
            f"{what}: {solution.reason}",
            hint="start the page over, or another puzzle" if is_free else "--end any",
        )
    return JumpPlan(board, solution.jumps)


def _plan_full_board(pegs: PlayedPegs) -> JumpPlan:
    """Return the peg to take off a full board, and the jumps after it; they end where it was if no
    end is given.

    Raises NoSolution if every peg is proved to fail, SolveTimeout if time runs out before that.
    """
    board = pegs.board
    everywhere = frozenset(range(len(board.sites)))
    deadline = monotonic() + PLAYED_JUMPS_S
    is_proved = True
    tries = _list_first_pegs(pegs)
    for number, (first, end) in enumerate(tries):
        # Each of the tries that are left gets the same part of the time.
        share_s = max(0.0, deadline - monotonic()) / (len(tries) - number) + FIRST_PEG_S
        try:
            solution = solve(Puzzle(board, everywhere - {first}, end), timeout_s=share_s)
        except SolveTimeout:
            is_proved = False
            continue
        if solution.solvable:
            return JumpPlan(board, solution.jumps, first)
    if not is_proved:
        raise SolveTimeout(
            f"no first peg to take off was found within {PLAYED_JUMPS_S:g} s",
            hint="another --end, or another board",
        )
    raise NoSolution(
        f"no jumps lead to {pegs.wanted}, whichever peg is taken off the full board first",
        hint="another board" if pegs.end_hole is None else "another --end",
    )


def _list_first_pegs(pegs: PlayedPegs) -> list[tuple[int, int | None]]:
    """Return the pegs to take off a full board, each with the hole in which to end, in the order to
    try them."""
    if pegs.end_hole is not None:
        return [(first, pegs.end_hole) for first in range(len(pegs.board.sites))]
    # Without a given end, symmetric pegs are the same.
    firsts = [holes[0] for holes in start_classes(pegs.board)]
    anywhere: list[tuple[int, int | None]] = [(first, None) for first in firsts]
    if pegs.end == "any":
        return anywhere
    return [(first, first) for first in firsts] + anywhere


def find_pegs(board: Board, grid: Grid) -> frozenset[int]:
    """Return the numbers of the sites that have a peg."""
    return frozenset(
        number for number, (row, col) in enumerate(board.sites) if grid[row][col] == PEG
    )


def make_jump(board: Board, grid: Grid, jump: Jump) -> Grid:
    """Return the position after a jump."""
    start, over, to = (board.sites[number] for number in jump)
    return change_cells(grid, {start: HOLE, over: HOLE, to: PEG})


class PegSolitairePlayerPart(PlayerPart[PlayedPegs, JumpPlan]):
    """Peg solitaire on a page."""

    titles = (
        "peg",
        "pegs",
        "peg solitaire",
        "peg game",
        "senku",
        "solitaire",
        "solitario",
        "solitär",
        "ペグソリティア",
    )
    applier = "autoplay.player.peg_solitaire.applier:PegSolitaireApplier"

    def is_plausible(self, reading: Reading) -> bool:
        """Return True if the board is one of the named boards."""
        try:
            board = PlayedPegs(reading.grid).board
        except BadNotation:
            return False
        return any(board == named_board(name) for name in BOARDS)

    def solve_reading(
        self, reading: Reading, options: PuzzleOptions | None, *, any_solution: bool = False
    ) -> tuple[PlayedPegs, JumpPlan]:
        """Return the puzzle of a reading and its jumps.

        Raises BadNotation, NoSolution, SolveTimeout.
        """
        pegs = PlayedPegs(reading.grid, PegSolitaireOptions.of(options).end)
        # Only the board tells whether the hole that a person gave exists.
        last = len(pegs.board.sites) - 1
        if pegs.end_hole is not None and pegs.end_hole > last:
            raise BadNotation(
                f"there is no hole {pegs.end_hole} on this board", hint=f"--end 0 to {last}"
            )
        return pegs, plan_jumps(pegs)

    def explain(
        self, puzzle: PlayedPegs, solution: JumpPlan, timeout_s: float
    ) -> Explanation[JumpStep]:
        """Return the jumps, each with what is proved of the others that are possible."""
        left = find_pegs(puzzle.board, puzzle.grid)
        # The steps begin once the first peg is off a full board.
        if solution.first is not None:
            left -= {solution.first}
        start = Puzzle(puzzle.board, left, puzzle.end_hole)
        steps = find_steps(start, solution.jumps, Deadline(timeout_s))
        return Explanation(tuple(steps), solution.cells)

    def list_facts(
        self, reading: Reading, puzzle: PlayedPegs, solution: JumpPlan
    ) -> dict[str, object]:
        """Return the lattice, the end and the jumps, and the peg to take off a full board first."""
        facts: dict[str, object] = {"lattice": puzzle.board.lattice, "end": puzzle.end}
        if solution.first is not None:
            facts["first"] = solution.first
        facts["jumps"] = solution.jumps
        return facts

    def draw_answer(self, puzzle: PlayedPegs, solution: JumpPlan) -> str:
        """Return the board, and the jumps by number."""
        jumps = []
        if solution.first is not None:
            jumps.append(f"({solution.first})")
        for start, _, to in solution.jumps[:MOST_JUMPS_LISTED]:
            jumps.append(f"{start}-{to}")
        left = len(solution.jumps) - MOST_JUMPS_LISTED
        if left > 0:
            jumps.append(f"… {left} more")
        board = "\n".join(row.rstrip() for row in puzzle.grid)
        return f"{board}\n{' '.join(jumps)}"

    def describe_puzzle(self, puzzle: PlayedPegs) -> str:
        """Return the number of pegs and sites."""
        return describe_pegs(puzzle.grid)
