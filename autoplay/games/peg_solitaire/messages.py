"""Boards of peg solitaire and their moves as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from autoplay.wording import count

if TYPE_CHECKING:
    from solvers.peg_solitaire import Board, Jump


def describe_pegs(grid: Sequence[str]) -> str:
    """Return the number of pegs and sites: ``14 pegs on 15 holes``."""
    text = "".join(grid)
    pegs = text.count("o")
    return f"{count(pegs, 'peg')} on {count(pegs + text.count('.'), 'hole')}"


def number_map(board: Board) -> str:
    """Return the board with the number of each hole in its place."""
    width = len(str(len(board.sites) - 1))
    cell = width + 1 if board.lattice == "square" else (width + 2) // 2
    rows = [""] * board.rows
    for number, (row, col) in enumerate(board.sites):
        rows[row] = rows[row].ljust(col * cell) + f"{number:>{width}}"
    return "\n".join(rows)


def move_line(move: Sequence[Jump]) -> str:
    """Return a move as the numbers of the holes that its peg passes: ``5-0``, ``12-5-0``."""
    return "-".join(str(number) for number in (move[0][0], *(to for _, _, to in move)))


def jump_list(jumps: Iterable[Jump]) -> str:
    """Return jumps as a list that Python and JSON can read: ``[[5,2,0],[3,4,5]]``."""
    return "[" + ",".join(f"[{start},{over},{to}]" for start, over, to in jumps) + "]"
