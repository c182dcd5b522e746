"""The search tree of the compiled kernel: the same boards in the same order as in tree.py, but much
faster.

Importing this raises ImportError if the kernel was not built.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from solvers.cells import WALL
from solvers.star_battle._kernel import Tree
from solvers.star_battle.model import Puzzle

_NO_REGION = 255
_STAR = 1
_SHUT = 2


def tree(puzzle: Puzzle, priority: Sequence[int] = ()) -> Tree:
    """Return the boards of one search, for the same arguments as the tree in Python."""
    cells = "".join(puzzle.grid)
    letters = dict.fromkeys(filter(str.isalpha, cells))
    numbers = {letter: number for number, letter in enumerate(letters)}
    regions = bytes(numbers.get(cell, _NO_REGION) for cell in cells)
    state = bytearray(_SHUT if cell == WALL else 0 for cell in cells)
    for row, col in puzzle.given:
        state[row * puzzle.size + col] |= _STAR
    for row, col in puzzle.crossed:
        state[row * puzzle.size + col] |= _SHUT
    return Tree(puzzle.size, puzzle.stars, regions, bytes(state), array("H", priority).tobytes())
