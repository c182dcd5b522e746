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
from solvers.peg_solitaire.explanation import explain, hint
from solvers.peg_solitaire.model import Puzzle, Solution
from solvers.peg_solitaire.solving import count_solutions, generate, solutions, solve
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
    "count_solutions",
    "explain",
    "generate",
    "hint",
    "moves_of",
    "named_board",
    "published",
    "solutions",
    "solve",
    "start_classes",
]
