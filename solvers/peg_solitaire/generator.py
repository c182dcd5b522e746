"""New puzzles: jumps backwards from the final peg, which guarantees a solution."""

from __future__ import annotations

from random import Random

from solvers.errors import NotMade
from solvers.peg_solitaire.board import Board
from solvers.peg_solitaire.model import Puzzle

ATTEMPTS = 200
"""Maximum number of backward games to try: some end before there are as many pegs as requested."""


def random_puzzle(board: Board, pegs: int, random: Random, end: int | None = None) -> Puzzle:
    """Return a random puzzle with this many pegs that can be solved to one peg: at ``end``, or anywhere.

    Raises
    ------
    NotMade
        None of ATTEMPTS backward games from a single peg reached this many pegs.
    """
    for _ in range(ATTEMPTS):
        position = 1 << (random.randrange(len(board.sites)) if end is None else end)
        while position.bit_count() < pegs and (before := _before(board, position)):
            position = random.choice(before)
        if position.bit_count() == pegs:
            return Puzzle(board, position, end)
    raise NotMade(f"no board of {pegs} pegs was found", hint=f"2 to {len(board.sites) - 1} pegs, better fewer")


def _before(board: Board, position: int) -> list[int]:
    """Return the positions from which one jump leads to this one."""
    jumps = ((1 << start | 1 << over, 1 << to) for start, over, to in board.jumps)
    return [position ^ pegs ^ hole for pegs, hole in jumps if position & (pegs | hole) == hole]
