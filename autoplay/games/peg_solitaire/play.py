"""Pegs on a page: where the last one is to end, and the jumps that lead there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from time import monotonic
from typing import TYPE_CHECKING, Final

from autoplay.games.game import End, Grid, Wishes
from autoplay.report.text import count
from solvers.cells import Cell
from solvers.errors import BadNotation, NoSolution, SolveTimeout
from solvers.peg_solitaire import (
    BOARDS,
    HOLE,
    PEG,
    Board,
    Jump,
    Puzzle,
    Solution,
    named_board,
    solve,
    start_classes,
)
from solvers.peg_solitaire.text import lattice_of
from vision import Reading
from vision.image import Image

if TYPE_CHECKING:
    from autoplay.player.applier import Placing

SOLVE_S: Final = 20.0
"""How long to look for jumps that leave one peg."""
HOME_S: Final = 4.0
"""How long to look for jumps that end where the game began, which few pages ask for."""
LEAST_S: Final = 0.2
"""How long to look at least where there is more to try than time."""
MOST_DRAWN: Final = 40
"""Jumps that are listed for a person."""


@dataclass(frozen=True)
class Pegs:
    """A board of pegs that is played: its ``grid`` at the start, and where its last peg is wanted.

    ``end`` is what a person has said. A ``full`` board has no hole yet: on its page the first press takes a peg away.
    """

    grid: Grid
    end: End = None
    stars: None = None

    @cached_property
    def board(self) -> Board:
        """Its sites; raises BadNotation where they are none of one board."""
        cells = [
            (row, col) for row, line in enumerate(self.grid) for col, look in enumerate(line) if look in PEG + HOLE
        ]
        return Board(tuple(cells), lattice_of(self.grid))

    @property
    def home(self) -> int | None:
        """Where the last peg is tried to be brought first if nobody says where: to the hole that was there alone."""
        holes = frozenset(range(len(self.board.sites))) - pegs_in(self.board, self.grid)
        return min(holes) if self.end is None and len(holes) == 1 else None

    @property
    def wanted(self) -> str:
        """The end in words."""
        return f"one peg in hole {self.end}" if isinstance(self.end, int) else "one peg"

    def is_over(self, grid: Grid) -> bool:
        """Whether a position is the end that is wanted."""
        left = pegs_in(self.board, grid)
        return len(left) == 1 and (not isinstance(self.end, int) or self.end in left)


@dataclass(frozen=True)
class Jumps:
    """The ``jumps`` to make on a board, (from, over, to) by number, and ``first``, the peg to take off a full one."""

    board: Board
    jumps: tuple[Jump, ...] = ()
    first: int | None = None

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Where each jump starts and where it ends, one after the other; before them the peg that is taken away."""
        numbers = [number for start, _, to in self.jumps for number in (start, to)]
        return tuple(self.board.sites[number] for number in [*([] if self.first is None else [self.first]), *numbers])


def is_sure(image: Image, reading: Reading) -> bool:  # noqa: ARG001 (what its pegs look like does not tell)
    """Whether a board does not look like one of another game: whether it is one of those with a name."""
    try:
        return Pegs(reading.grid).board in map(named_board, BOARDS)
    except BadNotation:
        return False


def is_proved(reading: Reading) -> bool:  # noqa: ARG001 (many boards have solutions)
    """Whether a board can only be of pegs though it does."""
    return False


def placing() -> type[Placing]:
    """The class that makes jumps on a page."""
    from autoplay.player.peg_solitaire.applier import PlacingPegs

    return PlacingPegs


def solve_board(reading: Reading, wishes: Wishes) -> tuple[Pegs, Jumps]:
    """The puzzle of a reading and its jumps; raises BadNotation, NoSolution, SolveTimeout."""
    pegs = Pegs(reading.grid, wishes.end)
    if isinstance(pegs.end, int) and pegs.end >= len(pegs.board.sites):
        raise BadNotation(f"there is no hole {pegs.end} on this board", hint=f"--end 0 to {len(pegs.board.sites) - 1}")
    return pegs, plan(pegs)


def plan(pegs: Pegs, grid: Grid | None = None) -> Jumps:
    """The jumps from a position, that of the start unless it is told, to the end that is wanted.

    Where nobody says what that is, it is the hole of the start, if there is one and it can be had, else anywhere.
    Raises NoSolution, SolveTimeout.
    """
    grid = grid or pegs.grid
    left = pegs_in(pegs.board, grid)
    if len(left) == len(pegs.board.sites):
        return _plan_full(pegs)
    if pegs.is_over(grid):
        return Jumps(pegs.board)
    if pegs.home is not None and (home := _solved(pegs.board, left, pegs.home, HOME_S)):
        return Jumps(pegs.board, home.jumps)
    end = pegs.end if isinstance(pegs.end, int) else None
    solution = solve(Puzzle(pegs.board, left, end), timeout_s=SOLVE_S)
    if not solution.solvable:
        raise _unsolvable(pegs, len(left), solution)
    return Jumps(pegs.board, solution.jumps)


def _plan_full(pegs: Pegs) -> Jumps:
    """The peg to take off a full board, and the jumps after it: to end where it was, if nobody says where else.

    Raises NoSolution where it is proved that no peg will do, else SolveTimeout.
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
            return Jumps(board, solution.jumps, first)
    if not is_proved:
        raise SolveTimeout(f"no peg to begin with was found in {SOLVE_S:g} s", hint="another --end, or another board")
    hint = "another board" if pegs.end in (None, "any") else "another --end"
    raise NoSolution(f"whichever peg is taken off the full board first, no jumps lead to {pegs.wanted}", hint=hint)


def _solved(board: Board, left: frozenset[int], end: int | None, timeout_s: float) -> Solution | None:
    """A solution, if there is one and it is found in time."""
    try:
        solution = solve(Puzzle(board, left, end), timeout_s=timeout_s)
    except SolveTimeout:
        return None
    return solution if solution.solvable else None


def _unsolvable(pegs: Pegs, left: int, solution: Solution) -> NoSolution:
    hint = "--end any" if isinstance(pegs.end, int) else "start the page over, or another puzzle"
    return NoSolution(f"no jumps lead from these {count(left, 'peg')} to {pegs.wanted}: {solution.reason}", hint=hint)


def pegs_in(board: Board, grid: Grid) -> frozenset[int]:
    """The numbers of the sites that have a peg."""
    return frozenset(number for number, (row, col) in enumerate(board.sites) if grid[row][col] == PEG)


def jumped(board: Board, grid: Grid, jump: Jump) -> Grid:
    """The position after a jump."""
    return with_looks(grid, {board.sites[number]: look for number, look in zip(jump, (HOLE, HOLE, PEG), strict=True)})


def with_looks(grid: Grid, looks: dict[Cell, str]) -> Grid:
    """The position with other looks at some of its sites."""
    return tuple("".join(looks.get((row, col), look) for col, look in enumerate(line)) for row, line in enumerate(grid))


def unplayed(pegs: Pegs, jumps: Jumps) -> str:  # noqa: ARG001 (that there is none was said before)
    """What to say of jumps that were not made."""
    return "nothing was clicked"


def facts(reading: Reading, pegs: Pegs, jumps: Jumps) -> dict[str, object]:  # noqa: ARG001
    """What JSON says of the puzzle and its answer beside its grid."""
    first = {} if jumps.first is None else {"first": jumps.first}
    return {"lattice": pegs.board.lattice, "end": pegs.end, **first, "jumps": jumps.jumps}


def draw(pegs: Pegs, jumps: Jumps) -> str:
    """The board as text, and the jumps by number."""
    listed = [f"{start}-{to}" for start, _, to in jumps.jumps]
    more = [f"… {len(listed) - MOST_DRAWN} more"] if len(listed) > MOST_DRAWN else []
    first = [] if jumps.first is None else [f"({jumps.first})"]
    return "\n".join([*(row.rstrip() for row in pegs.grid), " ".join([*first, *listed[:MOST_DRAWN], *more])])


def kind(pegs: Pegs) -> str:
    """How many pegs on how many sites."""
    return f"{count(len(pegs_in(pegs.board, pegs.grid)), 'peg')} on {count(len(pegs.board.sites), 'hole')}"
