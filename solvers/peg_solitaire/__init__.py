"""Peg solitaire: a peg jumps over its neighbour, which is removed.

Find the jumps that leave a single one.
"""

from __future__ import annotations

from solvers.cells import Cell
from solvers.names import LATTICES, Lattice
from solvers.peg_solitaire.board import (
    BOARDS,
    HOLE,
    NO_SITE,
    PEG,
    Board,
    Jump,
    moves_of,
    named_board,
    start_classes,
)
from solvers.peg_solitaire.model import Puzzle, Solution
from solvers.peg_solitaire.solving import count, random_puzzle, solutions, solve
from solvers.peg_solitaire.text import published

__all__ = [
    "BOARDS",
    "HOLE",
    "LATTICES",
    "NO_SITE",
    "PEG",
    "Board",
    "Cell",
    "Jump",
    "Lattice",
    "Puzzle",
    "Solution",
    "count",
    "moves_of",
    "named_board",
    "published",
    "random_puzzle",
    "solutions",
    "solve",
    "start_classes",
]
