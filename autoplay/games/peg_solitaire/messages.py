"""Boards of pegs and their moves as a person is told of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from autoplay.report.text import count

if TYPE_CHECKING:
    from solvers.peg_solitaire import Board, Jump


def peg_words(grid: Sequence[str]) -> str:
    """How many pegs there are, and on how many sites: ``14 pegs on 15 holes``."""
    text = "".join(grid)
    pegs = text.count("o")
    return f"{count(pegs, 'peg')} on {count(pegs + text.count('.'), 'hole')}"


def number_map(board: Board) -> str:
    """The board with the number of each hole in its place."""
    width = len(str(len(board.sites) - 1))
    cell = width + 1 if board.lattice == "square" else (width + 2) // 2
    rows = [""] * board.rows
    for number, (row, col) in enumerate(board.sites):
        rows[row] = rows[row].ljust(col * cell) + f"{number:>{width}}"
    return "\n".join(rows)


def move_line(move: Sequence[Jump]) -> str:
    """A move as the numbers of the holes that its peg comes to: ``5-0``, ``12-5-0``."""
    return "-".join(str(number) for number in (move[0][0], *(to for _, _, to in move)))


def jump_list(jumps: Iterable[Jump]) -> str:
    """Jumps as the list that Python and JSON read: ``[[5,2,0],[3,4,5]]``."""
    return "[" + ",".join(f"[{start},{over},{to}]" for start, over, to in jumps) + "]"
