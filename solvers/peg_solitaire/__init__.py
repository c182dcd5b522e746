"""Peg solitaire: a peg jumps over its neighbour, which is removed; find the jumps that leave a single one."""

from __future__ import annotations

from solvers.cells import Cell
from solvers.peg_solitaire.board import (
    BOARDS,
    HOLE,
    LATTICES,
    NO_SITE,
    PEG,
    Board,
    Jump,
    Lattice,
    moves_of,
    named_board,
    start_classes,
)
from solvers.peg_solitaire.generator import random_puzzle
from solvers.peg_solitaire.model import Puzzle, Solution
from solvers.peg_solitaire.sequence_count import count
from solvers.peg_solitaire.solving import solve
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
    "solve",
    "start_classes",
]
