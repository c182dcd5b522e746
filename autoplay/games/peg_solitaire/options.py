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
            raise BadNotation("a hole by number is for a board by name, such as triangle5", hint="a '.' in the rows")
        if self.all_starts:
            raise BadNotation("--all-starts is for a board by name, such as triangle5", hint="leave it out")
        return _ended(parse(text, self.lattice), self.end, "--end")

    def named(self, board: Board) -> Puzzle:
        """The puzzle of a board by name: all pegs but one; raises BadNotation."""
        if self.lattice not in (None, board.lattice):
            raise BadNotation(f"this board is {board.lattice}", hint="leave out --lattice")
        if self.all_starts and self.hole is not None:
            raise BadNotation("--all-starts takes every hole in turn", hint="leave out --hole")
        hole = usual_hole(board) if self.hole is None else self.hole
        if hole >= len(board.sites):
            raise BadNotation(f"--hole {hole}: {_has(board)}", hint="they are numbered row by row")
        return _ended(Puzzle(board, set(range(len(board.sites))) - {hole}), self.end, "--end")


class Row(msgspec.Struct):
    """A row of JSON Lines; ``end`` may be several holes, in which pegs are to be left. It has no ``hole``."""

    grid: list[str]
    end: End | list[int] | None = None
    lattice: Lattice | None = None
    hole: int | None = None


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
    if told.end == "any" and isinstance(asked.end, int):
        raise BadNotation('the puzzle says "end": "any", and --end another', hint="leave one of them out")
    hole = asked.hole if told.hole is None else told.hole
    own = replace(asked, end=None, hole=hole, lattice=told.lattice or asked.lattice)
    puzzle = _ended(own.parse_rows("\n".join(told.grid)), told.end, '"end"')
    return _ended(puzzle, asked.end, "--end")


def _ended(puzzle: Puzzle, end: End | list[int] | None, where: str) -> Puzzle:
    """The puzzle with the end that is asked for there, if one is; raises BadNotation if it says another itself."""
    if end is None:
        return puzzle
    wanted = None if end == "any" else frozenset(end) if isinstance(end, list) else end
    if puzzle.end not in (None, wanted):
        raise BadNotation(f"the puzzle says another end than {where}", hint="leave one of them out")
    if isinstance(wanted, int) and wanted >= len(puzzle.board.sites):
        raise BadNotation(f"{where} {wanted}: {_has(puzzle.board)}", hint="they are numbered row by row")
    return replace(puzzle, end=wanted)


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
