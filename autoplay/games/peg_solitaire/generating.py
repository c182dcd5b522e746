"""Generation of peg solitaire boards, each with a solution."""

from __future__ import annotations

from random import Random
from typing import Final

from autoplay.games.peg_solitaire.options import PegSolitaireOptions
from autoplay.games.requests import GenerateRequest
from autoplay.games.results import GeneratedPuzzle
from solvers.errors import BadNotation, about
from solvers.peg_solitaire import Puzzle, named_board, random_puzzle
from solvers.peg_solitaire.text import format_puzzle

USUAL_BOARD: Final = "english"


def generate_puzzle(request: GenerateRequest, seed: int) -> GeneratedPuzzle:
    """Return the board of a seed, made by jumps backwards from a single peg; raise BadNotation, NotMade."""
    if request.size:
        raise BadNotation("--size is not for peg solitaire", hint="--board NAME, such as --board triangle5")
    options = PegSolitaireOptions.of(request.options)
    name = options.board or USUAL_BOARD
    board = named_board(name)
    sites = len(board.sites)
    pegs = sites // 2 if options.pegs is None else options.pegs
    if not 2 <= pegs < sites:
        raise BadNotation(f"--pegs {pegs}: {name} has {sites} holes", hint=f"a number from 2 to {sites - 1}")
    end = options.named(board).end
    with about(f"seed {seed}"):
        puzzle = random_puzzle(board, pegs, Random(seed), end if isinstance(end, int) else None)
    end_option = "" if end is None else f" --end {end}"
    command = f"--puzzle pegs --board {name} --pegs {pegs}{end_option}"
    return GeneratedPuzzle(format_puzzle(puzzle), _row(puzzle, name, seed), command)


def _row(puzzle: Puzzle, name: str, seed: int) -> dict[str, object]:
    """Return the row of JSON Lines that solve takes."""
    row: dict[str, object] = {"id": f"pegs-{name}-{seed}", "puzzle": "pegs", "lattice": puzzle.board.lattice}
    return row | {"grid": puzzle.grid} | ({} if puzzle.end is None else {"end": puzzle.end})
