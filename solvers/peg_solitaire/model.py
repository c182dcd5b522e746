"""Peg solitaire puzzles and their solutions, and their drawings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, hypot, sqrt
from typing import TYPE_CHECKING, Any, ClassVar, Final

from solvers.cells import Cell, fill_grid, list_numbers, plain
from solvers.errors import BadNotation
from solvers.explained import GamePuzzle, GameSolution
from solvers.names import Lattice
from solvers.peg_solitaire.board import HOLE, NO_SITE, PEG, Board, Jump, moves_of
from solvers.svg import (
    CELL,
    LOOKS,
    Drawing,
    cell_middle,
    draw_frame,
    draw_shape,
    draw_text,
    join_points,
    move_shapes,
    tiled,
)

if TYPE_CHECKING:
    from solvers.peg_solitaire.explanation import JumpStep  # noqa: F401 (named as text below)

RADIUS: Final = 0.4 * CELL
"""Radius of a peg or hole."""

NUMBER_RADIUS: Final = 0.25 * CELL
"""Radius of the ground below a number: two digits fit on it."""

BARB: Final = 0.24 * CELL
"""Length of the head of an arrow, along it and across."""

RISE: Final = sqrt(3) / 2
"""Distance from one row of a triangular lattice to the next, in distances between neighbours."""


@dataclass(frozen=True)
class Puzzle(GamePuzzle["Solution", "JumpStep"]):
    """A peg solitaire puzzle: pegs jump over neighbours, which are removed, until one of the ends
    is reached.

    Attributes
    ----------
    board : sites and jumps.
    start : the sites that have a peg: a set of numbers, or bit ``n`` for the site of number ``n``;
        kept as bits.
    end : None: one peg, anywhere; a number: one peg, there; a set of numbers: pegs there and
        nowhere else.

    Raises
    ------
    BadNotation
        There is no peg, or a number is not one of the board's.
    """

    package: ClassVar[str] = "solvers.peg_solitaire"
    board: Board
    start: int
    end: int | frozenset[int] | None = None

    def __init__(
        self, board: Board, start: int | Iterable[int], end: int | Iterable[int] | None = None
    ) -> None:  # written out because it accepts sets of numbers too
        bits = start if isinstance(start, int) else board.bits(frozenset(start))
        if not 0 < bits <= board.full:
            raise BadNotation("a board without pegs", hint="'o' is a peg, '.' a hole")
        if end is not None and not isinstance(end, int):
            end = frozenset(end)
        object.__setattr__(self, "board", board)
        object.__setattr__(self, "start", bits)
        object.__setattr__(self, "end", end)
        # An empty set of pegs can't be reached: every jump leaves a peg.
        if not any(self.ends):
            raise BadNotation("an end without pegs", hint="at least one peg is always left")

    @classmethod
    def from_text(cls, text: str, lattice: Lattice | None = None) -> Puzzle:
        """Return the puzzle of rows of pegs and holes, as ``peg_solitaire.text.parse`` does.

        Raises BadNotation.
        """
        from solvers.peg_solitaire.text import parse

        return parse(text, lattice)

    @property
    def pegs(self) -> frozenset[int]:
        """The numbers of the sites that have a peg."""
        return frozenset(list_numbers(self.start))

    @property
    def grid(self) -> tuple[str, ...]:
        """The start as rows of text, all of one length."""
        return self.grid_of(self.start)

    @property
    def rows(self) -> int:
        """Number of rows of its text."""
        return self.board.rows

    @property
    def cols(self) -> int:
        """Number of columns of its text."""
        return self.board.cols

    @property
    def ends(self) -> tuple[int, ...]:
        """The positions that solve the puzzle; any of them will do."""
        if self.end is None:
            return tuple(1 << number for number in range(len(self.board.sites)))
        # One number is one peg; a set of numbers is a whole position.
        return (self.board.bits(frozenset({self.end}) if isinstance(self.end, int) else self.end),)

    @property
    def solved(self) -> bool:
        """True if the start is one of the ends."""
        return self.start in self.ends

    def grid_of(self, position: int) -> tuple[str, ...]:
        """Return a position of this board as rows of text, all of one length."""
        characters = dict.fromkeys(self.board.sites, HOLE)
        for number in list_numbers(position):
            characters[self.board.sites[number]] = PEG
        return fill_grid(self.rows, self.cols, NO_SITE, characters)

    def after(self, jumps: Iterable[Jump]) -> Puzzle:
        """Return the puzzle that is left after these jumps of the board.

        Raises IllegalMove if a jump is not possible.
        """
        position = self.start
        for jump in jumps:
            position = self.board.make_jump(position, jump)
        return replace(self, start=position)

    def to_dict(self) -> dict[str, Any]:
        """Return the grid, the lattice and the end as plain data."""
        return {"grid": list(self.grid), "lattice": self.board.lattice, "end": plain(self.end)}

    def drawing(self, jumps: Sequence[Jump] = ()) -> Drawing:
        """Draw the board; with jumps, before each move and at the end.

        Raises IllegalMove if a jump is not possible.
        """
        title = f"Peg solitaire, {len(self.pegs)} pegs on {len(self.board.sites)} holes"
        if isinstance(self.end, int):
            title += f", to end in hole {self.end}"
        if jumps:
            return draw_jumps(self, jumps, title)
        return draw_pegs(self.grid, self.board.lattice, title=title)


@dataclass(frozen=True, slots=True)
class Solution(GameSolution[Puzzle]):
    """Result of a search: a solution, or the reason why there is none.

    Attributes
    ----------
    jumps : (from, over, to) numbers of the jumps of one solution, in order; none if the start is an
        end.
    moves : number of moves: consecutive jumps of the same peg are one move.
    fewest : True if it is proved that no solution has fewer moves.
    solvable : True if there is a solution.
    reason : why there is none; empty if there is one.
    nodes : number of positions searched.
    seconds : time for all of it.
    puzzle : the puzzle, if the solution is to be drawn.
    """

    jumps: tuple[Jump, ...]
    moves: int
    fewest: bool
    solvable: bool
    reason: str
    nodes: int
    seconds: float
    puzzle: Puzzle | None = field(default=None, repr=False, compare=False)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """(row, col) of the start and the end of each jump; raises BadNotation without a puzzle."""
        return self.find_puzzle().board.list_ends(self.jumps)

    @property
    def cells_drawn(self) -> int:
        """Number of sites of the board before each move and at the end."""
        return len(self.find_puzzle().board.sites) * (self.moves + 1)

    def drawing(self) -> Drawing:
        """Draw the board before each move and at the end; raise BadNotation without a puzzle."""
        return self.find_puzzle().drawing(self.jumps)


def draw_pegs(
    grid: Sequence[str],
    lattice: Lattice = "square",
    jumps: Iterable[Jump] = (),
    frames: Collection[Cell] = (),
    title: str = "",
) -> Drawing:
    """Draw a board of pegs and holes, given as rows of text on its lattice.

    Sites are numbered row by row from 0.

    ``jumps`` are drawn as arrows from peg to hole. Cells of ``frames`` that are sites get a frame.
    """
    sites: dict[Cell, str] = {}
    for row, line in enumerate(grid):
        for col, site in enumerate(line):
            if site != NO_SITE:
                sites[row, col] = site
    places = [_find_middle(cell, lattice) for cell in sites]
    shapes: list[str] = []
    passed: set[int] = set()
    for site, (x, y) in zip(sites.values(), places, strict=True):
        kind = "peg" if site == PEG else "hole"
        shapes.append(draw_shape("circle", kind, cx=x, cy=y, r=RADIUS))
    for start, over, to in jumps:
        passed |= {start, over, to}
        path = _trace_arrow(places[start], places[to])
        # The white halo below the arrow keeps it visible on dark pegs without colours too.
        shapes.append(draw_shape("path", "halo", d=path))
        shapes.append(draw_shape("path", "jump", d=path))
    for number, (site, (x, y)) in enumerate(zip(sites.values(), places, strict=True)):
        kind, ink = ("peg", "inverse") if site == PEG else ("paper", "number")
        # A number stays legible on an arrow by a ground of its own.
        if number in passed:
            shapes.append(draw_shape("circle", "ground", LOOKS[kind], cx=x, cy=y, r=NUMBER_RADIUS))
        shapes.append(draw_text(str(number), ink, x, y, 0.34 * CELL))
    for cell, place in zip(sites, places, strict=True):
        if cell in frames:
            shapes.append(draw_frame(place))
    right, _ = max(places)
    _, bottom = places[-1]
    return Drawing(tuple(shapes), right + CELL / 2, bottom + CELL / 2, title)


def draw_jumps(puzzle: Puzzle, jumps: Sequence[Jump], title: str = "") -> Drawing:
    """Draw the board before each move, with its jumps as arrows, and at the end, in about a square.

    Raises IllegalMove if a jump is not possible.
    """
    lattice = puzzle.board.lattice
    boards: list[Drawing] = []
    for number, move in enumerate(moves_of(jumps), 1):
        boards.append(_add_caption(draw_pegs(puzzle.grid, lattice, move), f"{number}."))
        puzzle = puzzle.after(move)
    boards.append(_add_caption(draw_pegs(puzzle.grid, lattice), "End"))
    return tiled(boards, ceil(sqrt(len(boards))), title=title)


def _add_caption(board: Drawing, caption: str) -> Drawing:
    """Return a drawing below a caption at its left corner."""
    words = draw_text(caption, "number", CELL / 2, CELL / 4, CELL / 2)
    return Drawing(
        (words, move_shapes(board.shapes, 0, CELL / 2)), board.width, board.height + CELL / 2
    )


def _find_middle(cell: Cell, lattice: Lattice) -> tuple[float, float]:
    if lattice == "square":
        return cell_middle(cell)
    row, col = cell
    return (col + 1) * CELL / 2, (row * RISE + 0.5) * CELL


def _trace_arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    """Return the path of an arrow from one site to another."""
    x0, y0 = start
    x1, y1 = end
    length = hypot(x1 - x0, y1 - y0)
    right = (x1 - x0) / length
    down = (y1 - y0) / length
    tail = (x0 + right * RADIUS / 2, y0 + down * RADIUS / 2)
    # The head ends outside of the ground of the number.
    tip_x = x1 - right * NUMBER_RADIUS
    tip_y = y1 - down * NUMBER_RADIUS
    one = (tip_x - BARB * (right - down), tip_y - BARB * (down + right))
    other = (tip_x - BARB * (right + down), tip_y - BARB * (down - right))
    tip = (tip_x, tip_y)
    return join_points([tail, tip]) + join_points([one, tip, other])
