"""Options of peg solitaire, and the puzzle of a text with them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec

from autoplay.games import PuzzleOptions
from autoplay.games.puzzle_text import convert_row, read_text
from solvers.errors import BadNotation, about
from solvers.names import Lattice
from solvers.peg_solitaire import PEG, Board, Puzzle, named_board
from solvers.peg_solitaire.text import GivenJump, parse, parse_moves

PegEnd: TypeAlias = int | Literal["any"]
"""Hole number for the last peg, or "any"."""


class GivenMoves(NamedTuple):
    """Moves to check, and the name of their file."""

    file: str
    jumps: tuple[GivenJump, ...]


POSSIBLE_NAME: Final = re.compile("[A-Za-z]+[0-9]*")
"""Matches a possible name of a board, unless it is a row of pegs."""
ROW_HINT: Final = 'a line such as {"id": 1, "puzzle": "pegs", "grid": ["  .", " o o", "o o o"]}'


@dataclass(frozen=True, slots=True)
class PegSolitaireOptions(PuzzleOptions):
    """Options of peg solitaire; None means the default.

    ``hole`` is the empty hole of a board by name, ``end`` the hole for the last peg, ``lattice``
    the arrangement of the rows. ``fewest`` requests the fewest moves, ``all_starts`` solutions from
    every hole; ``moves`` are to be checked instead. A new puzzle is made on the ``board`` of this
    name, with this number of ``pegs``.
    """

    hole: int | None = None
    end: PegEnd | None = None
    lattice: Lattice | None = None
    fewest: bool = False
    all_starts: bool = False
    moves: GivenMoves | None = None
    board: str | None = None
    pegs: int | None = None

    def parse(self, text: str) -> Puzzle:
        """Return the puzzle of a text, which is the name of a board or rows; raise BadNotation."""
        if is_board_name(text):
            return self.fill_board(named_board(text.strip().lower()))
        return self.parse_rows(text)

    def parse_rows(self, text: str) -> Puzzle:
        """Return the puzzle of rows of pegs; raise BadNotation."""
        if self.hole is not None:
            raise BadNotation(
                "a hole number is only for a named board, such as triangle5",
                hint="a '.' in the rows",
            )
        if self.all_starts:
            raise BadNotation(
                "--all-starts is only for a named board, such as triangle5", hint="leave it out"
            )
        return _set_end(parse(text, self.lattice), self.end, "--end")

    def fill_board(self, board: Board) -> Puzzle:
        """Return the puzzle of a board by name, with all pegs but one; raise BadNotation."""
        if self.lattice not in (None, board.lattice):
            raise BadNotation(f"this board is {board.lattice}", hint="leave out --lattice")
        if self.all_starts and self.hole is not None:
            raise BadNotation("--all-starts takes every hole in turn", hint="leave out --hole")
        hole = self.hole
        # The first move goes into the hole that was empty.
        if hole is None and self.moves and self.moves.jumps[0].to < len(board.sites):
            hole = self.moves.jumps[0].to
        if hole is None:
            hole = usual_hole(board)
        if hole >= len(board.sites):
            raise BadNotation(
                f"--hole {hole}: {_name_holes(board)}", hint="they are numbered row by row"
            )
        return _set_end(Puzzle(board, set(range(len(board.sites))) - {hole}), self.end, "--end")


def parse_option_values(
    moves: Path | None = None, *, all_starts: bool = False, **others: Any
) -> PegSolitaireOptions:
    """Return the options that the command line gives.

    Raises BadNotation if they contradict each other, or if a file has the wrong contents.
    """
    given = None
    if moves:
        if all_starts:
            raise BadNotation("--moves checks a single game", hint="leave out --all-starts")
        # An empty file holds no moves, not no puzzles.
        text = read_text(moves) if moves.stat().st_size else ""
        with about(moves):
            given = GivenMoves(str(moves), parse_moves(text))
    return PegSolitaireOptions(all_starts=all_starts, moves=given, **others)


class _Row(msgspec.Struct):
    """A row of JSON Lines; ``end`` may be several holes, in which pegs should be left. It has no
    ``hole``."""

    grid: list[str]
    end: PegEnd | list[int] | None = None
    lattice: Lattice | None = None
    hole: int | None = None


def puzzle_of_row(row: Mapping[str, object], options: PegSolitaireOptions) -> Puzzle:
    """Return the puzzle of one object of a JSON Lines file.

    Raises BadNotation if a field is missing or of the wrong type, if the grid is not a board, or if
    the options contradict the row.
    """
    own = convert_row(row, _Row, ROW_HINT)
    if own.lattice and options.lattice not in (None, own.lattice):
        raise BadNotation(
            "the puzzle has a different lattice than --lattice", hint="leave one of them out"
        )
    if own.end == "any" and isinstance(options.end, int):
        raise BadNotation(
            'the puzzle has "end": "any", which contradicts --end', hint="leave one of them out"
        )
    hole = options.hole if own.hole is None else own.hole
    # The ends are set afterwards, so that an error says which of the two is wrong.
    both = replace(options, end=None, hole=hole, lattice=own.lattice or options.lattice)
    puzzle = _set_end(both.parse_rows("\n".join(own.grid)), own.end, '"end"')
    return _set_end(puzzle, options.end, "--end")


def _set_end(puzzle: Puzzle, end: PegEnd | list[int] | None, where: str) -> Puzzle:
    """Return the puzzle with the end that ``where`` gives, if any.

    Raises BadNotation if it has another one already.
    """
    if end is None:
        return puzzle
    # Several holes are those in which pegs should be left; "any" is no condition.
    wanted: int | frozenset[int] | None = None
    if end != "any":
        wanted = frozenset(end) if isinstance(end, list) else end
    if puzzle.end not in (None, wanted):
        raise BadNotation(
            f"the puzzle has a different end than {where}", hint="leave one of them out"
        )
    if isinstance(wanted, int) and wanted >= len(puzzle.board.sites):
        raise BadNotation(
            f"{where} {wanted}: {_name_holes(puzzle.board)}", hint="they are numbered row by row"
        )
    return replace(puzzle, end=wanted)


def is_board_name(text: str) -> bool:
    """Return True if a text is more likely the name of a board than rows of one."""
    return POSSIBLE_NAME.fullmatch(text.strip()) is not None and set(text.strip()) != {PEG}


def usual_hole(board: Board) -> int:
    """Return the hole that is empty by default: in the middle, on a triangle at its tip."""
    if board.lattice == "triangular":
        return 0
    return board.numbers.get((board.rows // 2, board.cols // 2), 0)


def _name_holes(board: Board) -> str:
    return f"this board has the holes 0 to {len(board.sites) - 1}"
