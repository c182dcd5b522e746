"""What is asked of a board of pegs, and the puzzle that it is then."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

import msgspec

from solvers.errors import BadNotation
from solvers.peg_solitaire import PEG, Board, Puzzle, named_board
from solvers.peg_solitaire.text import parse

End = int | Literal["any"]
Lattice = Literal["square", "triangular"]

WORD: Final = re.compile("[A-Za-z]+[0-9]*")
"""What may be the name of a board, unless it is a row of pegs."""
ROW: Final = 'a line such as {"id": 1, "puzzle": "pegs", "grid": ["  .", " o o", "o o o"]}'


@dataclass(frozen=True, slots=True)
class Terms:
    """What its own options say; what is None is as usual.

    ``hole`` is the empty one of a board by name, ``end`` that of the last peg, ``lattice`` how the rows stand. Whether
    the ``fewest`` moves are wanted, and whether a board is to be solved from ``all_starts``. A new puzzle is on the
    ``board`` of this name, with so many ``pegs``.
    """

    hole: int | None = None
    end: End | None = None
    lattice: Lattice | None = None
    fewest: bool = False
    all_starts: bool = False
    board: str | None = None
    pegs: int | None = None

    def parse(self, text: str) -> Puzzle:
        """The puzzle of a text: the name of a board, or rows; raises BadNotation."""
        if is_name(text):
            return self.named(named_board(text.strip().lower()))
        return self.parse_rows(text)

    def parse_rows(self, text: str) -> Puzzle:
        """The puzzle of rows of pegs; raises BadNotation."""
        if self.hole is not None:
            raise BadNotation("--hole is for a board by name, such as triangle5", hint="a '.' in the rows is a hole")
        if self.all_starts:
            raise BadNotation("--all-starts is for a board by name, such as triangle5", hint="leave it out")
        return self._ended(parse(text, self.lattice))

    def named(self, board: Board) -> Puzzle:
        """The puzzle of a board by name: all pegs but one; raises BadNotation."""
        if self.lattice not in (None, board.lattice):
            raise BadNotation(f"this board is {board.lattice}", hint="leave out --lattice")
        if self.all_starts and self.hole is not None:
            raise BadNotation("--all-starts takes every hole in turn", hint="leave out --hole")
        hole = usual_hole(board) if self.hole is None else self.hole
        if hole >= len(board.sites):
            raise BadNotation(f"--hole {hole}: {_has(board)}", hint="they are numbered row by row")
        return self._ended(Puzzle(board, set(range(len(board.sites))) - {hole}))

    def _ended(self, puzzle: Puzzle) -> Puzzle:
        """With the end that is asked for."""
        if self.end is None:
            return puzzle
        end = None if self.end == "any" else self.end
        if puzzle.end not in (None, end):
            raise BadNotation("the puzzle says another end than --end", hint="leave one of them out")
        if end is not None and end >= len(puzzle.board.sites):
            raise BadNotation(f"--end {end}: {_has(puzzle.board)}", hint="they are numbered row by row")
        return replace(puzzle, end=end)


class Row(msgspec.Struct):
    """A row of JSON Lines; ``end`` may be several holes, in which pegs are to be left."""

    grid: list[str]
    end: int | Literal["any"] | list[int] | None = None
    lattice: Lattice | None = None


def puzzle_of_row(row: Mapping[str, object], asked: Terms) -> Puzzle:
    """The puzzle of one object of a JSON Lines file.

    Raises BadNotation where a field is missing or of the wrong kind, the grid is no board, or the options ``asked``
    say otherwise than the row.
    """
    try:
        told = msgspec.convert(row, Row)
    except msgspec.ValidationError as error:
        raise BadNotation(str(error), hint=ROW) from None
    if told.lattice and asked.lattice not in (None, told.lattice):
        raise BadNotation("the puzzle says another lattice than --lattice", hint="leave one of them out")
    puzzle = replace(asked, end=None, lattice=told.lattice or asked.lattice).parse_rows("\n".join(told.grid))
    if isinstance(told.end, int | list):
        puzzle = replace(puzzle, end=told.end if isinstance(told.end, int) else frozenset(told.end))
    return asked._ended(puzzle)


def is_name(text: str) -> bool:
    """Whether a text is rather the name of a board than rows of one."""
    return WORD.fullmatch(text.strip()) is not None and set(text.strip()) != {PEG}


def usual_hole(board: Board) -> int:
    """The hole that is empty where nobody says otherwise: in the middle, on a triangle at its tip."""
    if board.lattice == "triangular":
        return 0
    return board.numbers.get((board.rows // 2, board.cols // 2), 0)


def _has(board: Board) -> str:
    return f"this board has the holes 0 to {len(board.sites) - 1}"
