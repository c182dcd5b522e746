"""Peg solitaire puzzles and their solutions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from solvers.errors import BadNotation
from solvers.peg_solitaire.board import HOLE, NO_SITE, PEG, Board, Jump
from solvers.peg_solitaire.drawing import draw_jumps, draw_pegs
from solvers.plain_data import PlainData, plain
from solvers.svg import Drawing, for_notebook


@dataclass(frozen=True)
class Puzzle(PlainData):
    """A peg solitaire puzzle: pegs jump over neighbours, which are removed, until one of the ends is reached.

    Attributes
    ----------
    board : sites and jumps.
    start : the sites that have a peg: a set of numbers, or bit ``n`` for the site of number ``n``; kept as bits.
    end : None: one peg, anywhere; a number: one peg, there; a set of numbers: pegs there and nowhere else.

    Raises
    ------
    BadNotation
        There is no peg, or a number is not one of the board's.
    """

    board: Board
    start: int
    end: int | frozenset[int] | None = None

    def __init__(
        self, board: Board, start: int | Iterable[int], end: int | Iterable[int] | None = None
    ) -> None:  # written out because it accepts sets of numbers too
        bits = start if isinstance(start, int) else board.bits(frozenset(start))
        object.__setattr__(self, "board", board)
        object.__setattr__(self, "start", bits)
        object.__setattr__(self, "end", end if end is None or isinstance(end, int) else frozenset(end))
        if not 0 < bits <= board.full:
            raise BadNotation("a board without pegs", hint="'o' is a peg, '.' a hole")
        if end is not None and not board.bits(frozenset({end}) if isinstance(end, int) else frozenset(end)):
            raise BadNotation("an end without pegs", hint="at least one peg is always left")

    @property
    def pegs(self) -> frozenset[int]:
        """The numbers of the sites that have a peg."""
        return frozenset(number for number in range(len(self.board.sites)) if self.start >> number & 1)

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
        return (self.board.bits(self.end) if isinstance(self.end, frozenset) else 1 << self.end,)

    @property
    def solved(self) -> bool:
        """True if the start is one of the ends."""
        return self.start in self.ends

    def grid_of(self, position: int) -> tuple[str, ...]:
        """Return a position of this board as rows of text, all of one length."""
        rows = [[NO_SITE] * self.cols for _ in range(self.rows)]
        for number, (row, col) in enumerate(self.board.sites):
            rows[row][col] = PEG if position >> number & 1 else HOLE
        return tuple(map("".join, rows))

    def positions(self, jumps: Iterable[Jump]) -> Iterator[int]:
        """Yield the position after each of these jumps; raises BadNotation if a jump is not possible."""
        position = self.start
        for jump in jumps:
            start, over, to = jump
            if jump not in self.board.jumps or not (position >> start & position >> over & ~position >> to & 1):
                raise BadNotation(
                    f"no peg can jump from {start} over {over} to {to}", hint="a peg, its neighbour, and then a hole"
                )
            position ^= 1 << start | 1 << over | 1 << to
            yield position

    def after(self, jumps: Iterable[Jump]) -> Puzzle:
        """Return the puzzle that is left after these jumps; raises BadNotation if a jump is not possible."""
        return replace(self, start=[self.start, *self.positions(jumps)][-1])

    def to_dict(self) -> dict[str, Any]:
        """Return the grid, the lattice and the end as plain data."""
        return {"grid": list(self.grid), "lattice": self.board.lattice, "end": plain(self.end)}

    def drawing(self, jumps: Sequence[Jump] = ()) -> Drawing:
        """Draw the board; with jumps, before each move and at the end. Raises BadNotation if a jump is not possible."""
        end = f", to end in hole {self.end}" if isinstance(self.end, int) else ""
        title = f"Peg solitaire, {len(self.pegs)} pegs on {len(self.board.sites)} holes{end}"
        return draw_jumps(self, jumps, title) if jumps else draw_pegs(self.grid, self.board.lattice, title=title)

    def _repr_svg_(self) -> str | None:
        """Return the drawing of the board for Jupyter."""
        return for_notebook(len(self.board.sites), self.drawing)


@dataclass(frozen=True, slots=True)
class Solution(PlainData):
    """Result of a search: a solution, or the reason why there is none.

    Attributes
    ----------
    jumps : (from, over, to) numbers of the jumps of one solution, in order; none if the start is an end.
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

    def _repr_svg_(self) -> str | None:
        """Return the drawing of the board before each move for Jupyter, or None without a puzzle."""
        if not (puzzle := self.puzzle):
            return None
        return for_notebook(len(puzzle.board.sites) * (self.moves + 1), lambda: puzzle.drawing(self.jumps))
