"""What a peg solitaire puzzle is, and what its answer is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from solvers.errors import BadNotation
from solvers.peg_solitaire.board import HOLE, NO_SITE, PEG, Board, Jump
from solvers.peg_solitaire.drawing import draw_jumps, draw_pegs
from solvers.svg import Drawing, for_notebook


@dataclass(frozen=True)
class Puzzle:
    """A peg solitaire puzzle: a peg jumps over its neighbour, which is taken away, until what is wanted is left.

    Attributes
    ----------
    board : its sites.
    start : the sites that have a peg: a set of numbers, or bit ``n`` for the site of number ``n``; kept as bits.
    end : None: one peg, anywhere; a number: one peg, there; a set of numbers: pegs there and nowhere else.

    Raises
    ------
    BadNotation
        There is no peg, or a number is none of the board's.
    """

    board: Board
    start: int
    end: int | frozenset[int] | None = None

    def __init__(
        self, board: Board, start: int | Iterable[int], end: int | Iterable[int] | None = None
    ) -> None:  # which takes sets of numbers too
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
        """How many rows its text has."""
        return self.board.rows

    @property
    def cols(self) -> int:
        """How many columns its text has."""
        return self.board.cols

    @property
    def ends(self) -> tuple[int, ...]:
        """The positions that are wanted, any of them."""
        if self.end is None:
            return tuple(1 << number for number in range(len(self.board.sites)))
        return (self.board.bits(self.end) if isinstance(self.end, frozenset) else 1 << self.end,)

    @property
    def solved(self) -> bool:
        """Whether the start is what is wanted."""
        return self.start in self.ends

    def grid_of(self, position: int) -> tuple[str, ...]:
        """A position of this board as rows of text, all of one length."""
        rows = [[NO_SITE] * self.cols for _ in range(self.rows)]
        for number, (row, col) in enumerate(self.board.sites):
            rows[row][col] = PEG if position >> number & 1 else HOLE
        return tuple(map("".join, rows))

    def positions(self, jumps: Iterable[Jump]) -> Iterator[int]:
        """The position after each of these jumps; raises BadNotation where there is no such jump."""
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
        """The puzzle that is left after these jumps; raises BadNotation where one is not possible."""
        return replace(self, start=[self.start, *self.positions(jumps)][-1])

    def drawing(self, jumps: Sequence[Jump] = ()) -> Drawing:
        """The board; with jumps, before each move and at the end. Raises BadNotation where one is not possible."""
        end = f", to end in hole {self.end}" if isinstance(self.end, int) else ""
        title = f"Peg solitaire, {len(self.pegs)} pegs on {len(self.board.sites)} holes{end}"
        return draw_jumps(self, jumps, title) if jumps else draw_pegs(self.grid, self.board.lattice, title=title)

    def _repr_svg_(self) -> str | None:
        """The board, for Jupyter."""
        return for_notebook(len(self.board.sites), self.drawing)


@dataclass(frozen=True, slots=True)
class Solution:
    """What was found out about a puzzle.

    Attributes
    ----------
    jumps : (from, over, to) numbers of the jumps of one solution, in order; none if the start is what is wanted.
    moves : how many moves these are: jumps of the same peg one after the other are one move.
    fewest : there is a solution, none has fewer moves, and this is proved.
    solvable : whether there is a solution.
    reason : why there is none; empty where there is one.
    nodes : how many positions were looked at.
    seconds : time for all of it.
    puzzle : what was solved, where the solution is to be drawn.
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
        """The board before each move, for Jupyter; None where it is not known."""
        if not (puzzle := self.puzzle):
            return None
        return for_notebook(len(puzzle.board.sites) * (self.moves + 1), lambda: puzzle.drawing(self.jumps))
