"""New boards of pegs, each of which can be solved."""

from __future__ import annotations

from random import Random
from typing import Final

from autoplay.games.peg_solitaire.options import Terms
from autoplay.games.requests import Made, Order
from solvers.errors import BadNotation, about
from solvers.peg_solitaire import Puzzle, named_board, random_puzzle
from solvers.peg_solitaire.text import format_puzzle

USUAL_BOARD: Final = "english"


def make(order: Order, seed: int) -> Made:
    """The board of a seed, by jumps back from a single peg; raises BadNotation, NotMade."""
    if order.size:
        raise BadNotation("a board of pegs has no --size", hint="--board NAME, such as --board triangle5")
    terms: Terms = order.terms or Terms()
    name = terms.board or USUAL_BOARD
    board = named_board(name)
    sites = len(board.sites)
    pegs = sites // 2 if terms.pegs is None else terms.pegs
    if not 2 <= pegs < sites:
        raise BadNotation(f"--pegs {pegs}: {name} has {sites} holes", hint=f"a number from 2 to {sites - 1}")
    end = terms.named(board).end
    with about(f"seed {seed}"):
        puzzle = random_puzzle(board, pegs, Random(seed), end if isinstance(end, int) else None)
    wish = "" if end is None else f" --end {end}"
    return Made(format_puzzle(puzzle), _row(puzzle, name, seed), f"--puzzle pegs --board {name} --pegs {pegs}{wish}")


def _row(puzzle: Puzzle, name: str, seed: int) -> dict[str, object]:
    """The row of JSON Lines that solve takes."""
    row: dict[str, object] = {"id": f"pegs-{name}-{seed}", "puzzle": "pegs", "lattice": puzzle.board.lattice}
    return row | {"grid": puzzle.grid} | ({} if puzzle.end is None else {"end": puzzle.end})
