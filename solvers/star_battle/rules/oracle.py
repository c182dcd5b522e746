"""What a search can tell: whether a star on one cell leads to a contradiction, after so many boards."""

from __future__ import annotations

import math
from collections.abc import Iterator

from solvers.errors import SolveTimeout
from solvers.star_battle.layout import bits
from solvers.star_battle.model import Puzzle
from solvers.star_battle.rules.position import Finding, Position
from solvers.star_battle.search import Search

BOARDS = (1, 10, 100, 1_000, math.inf)
"""Boards that a search may look at to refute a cell; more are spent only where no cell is refuted with less."""


def refuted(position: Position, cell: int, boards: float) -> bool:
    """Whether a search that looks at so many boards proves that there is no star on this cell."""
    setting = position.setting
    setting.look_at_clock()
    given = setting.layout.cells(position.stars | cell)
    crossed = setting.layout.cells(setting.board & ~position.open)
    puzzle = Puzzle(setting.puzzle.grid, setting.stars, frozenset(given), frozenset(crossed))
    try:
        return next(iter(Search(puzzle, timeout_s=setting.seconds_left, max_nodes=boards)), None) is None
    except SolveTimeout:
        setting.look_at_clock()
        return False


def deeper(position: Position) -> Iterator[Finding]:
    """A cell that is refuted with as few assumptions as possible, or nearly so."""
    for boards in BOARDS:
        for cell in bits(position.free):
            if refuted(position, cell, boards):
                yield _finding(position, cell)


def _finding(position: Position, cell: int) -> Finding:
    units = tuple(position.setting.units)
    otherwise = "leads to a contradiction, but only by further assumptions"
    return Finding("deeper contradiction", 0, cell, position.free, units, "", otherwise)
