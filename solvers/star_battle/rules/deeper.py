"""The last resort: a search refutes a star on one cell, by assumptions within assumptions."""

from __future__ import annotations

import math
from collections.abc import Iterator

from solvers.errors import SolveTimeout
from solvers.star_battle.layout import bits
from solvers.star_battle.model import Puzzle
from solvers.star_battle.rules.position import Finding, Position
from solvers.star_battle.rules.words import place
from solvers.star_battle.search import Search

NODES = (1, 10, 100, 1_000, math.inf)
"""Boards that a search may look at to refute a cell; more are spent only where no cell is refuted with less."""


def deeper(position: Position) -> Iterator[Finding]:
    """The cell that is refuted with the fewest assumptions, or nearly so."""
    for nodes in NODES:
        for cell in bits(position.free):
            position.setting.look_at_clock()
            if _refuted(position, cell, nodes):
                yield _finding(position, cell)


def _refuted(position: Position, cell: int, nodes: float) -> bool:
    setting = position.setting
    given = setting.layout.cells(position.stars | cell)
    crossed = setting.layout.cells(setting.board & ~position.open)
    puzzle = Puzzle(setting.puzzle.grid, setting.stars, frozenset(given), frozenset(crossed))
    try:
        return next(iter(Search(puzzle, timeout_s=setting.seconds_left, max_nodes=nodes)), None) is None
    except SolveTimeout:
        setting.look_at_clock()
        return False


def _finding(position: Position, cell: int) -> Finding:
    layout, units = position.setting.layout, tuple(position.setting.units)
    reason = f"a star at {place(layout.cells(cell)[0])} leads to a contradiction, but only by further assumptions"
    return Finding("deeper contradiction", 0, cell, position.free, units, reason)
