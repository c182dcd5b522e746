"""The search tree of the compiled kernel: the same boards in the same order as in tree.py, but much faster.

Importing this raises ImportError if the kernel was not built.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from solvers.cells import WALL
from solvers.star_battle._kernel import Tree
from solvers.star_battle.model import Puzzle

_NO_REGION, _STAR, _SHUT = 255, 1, 2


def tree(puzzle: Puzzle, priority: Sequence[int] = ()) -> Tree:
    """Return the boards of one search, for the same arguments as the tree in Python."""
    cells = "".join(puzzle.grid)
    letters = {letter: number for number, letter in enumerate(dict.fromkeys(filter(str.isalpha, cells)))}
    regions = bytes(letters.get(cell, _NO_REGION) for cell in cells)
    state = bytearray(_SHUT * (cell == WALL) for cell in cells)
    for marked, mark in ((puzzle.given, _STAR), (puzzle.crossed, _SHUT)):
        for row, col in marked:
            state[row * puzzle.size + col] |= mark
    return Tree(puzzle.size, puzzle.stars, regions, bytes(state), array("H", priority).tobytes())
