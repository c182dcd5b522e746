"""Boards to be drawn: puzzles of the practice site, rotated and mirrored, with marks as a player
leaves them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random

from autoplay.fixtures.expected_reading import canonical
from autoplay.practice.puzzles import solution_cells

Cell = tuple[int, int]


@dataclass(frozen=True)
class Board:
    """Grid, one letter a region or ``#`` and ``.``, with the cells of stars, crosses and other
    drawings."""

    grid: tuple[str, ...]
    stars: frozenset[Cell] = frozenset()
    crosses: frozenset[Cell] = frozenset()

    @property
    def size(self) -> int:
        """Number of rows."""
        return len(self.grid)

    @property
    def cells(self) -> list[Cell]:
        """All (row, col), row by row."""
        return [(r, c) for r in range(self.size) for c in range(self.size)]

    def same(self, cell: Cell, other: Cell) -> bool:
        """Return True if two neighbouring cells are in one region; cells outside the board are in
        none."""
        inside = all(0 <= v < self.size for v in (*cell, *other))
        return inside and self.grid[cell[0]][cell[1]] == self.grid[other[0]][other[1]]


@cache
def puzzles() -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Return (stars, grid) of every board that comes with the practice site."""
    text = files("autoplay.practice").joinpath("puzzles.jsonl").read_text("utf-8")
    return tuple((row["stars"], tuple(row["grid"])) for row in map(json.loads, text.splitlines()))


@cache
def solution(stars: int, grid: tuple[str, ...]) -> frozenset[Cell]:
    """Return the cells of the stars."""
    return solution_cells(grid, stars, limit=1)[0]


def some_board(
    rng: Random, *, largest: int = 14, walls: bool = False, marked: float = 0.0
) -> Board:
    """Return a board of at most ``largest`` rows; ``marked`` is the share of its stars that a
    player has placed."""
    stars, grid = rng.choice(
        [p for p in puzzles() if len(p[1]) <= largest and ("#" in "".join(p[1])) == walls]
    )
    cells = solution(stars, grid)
    for _ in range(rng.randrange(4)):
        cells = frozenset((len(grid) - 1 - c, r) for r, c in cells)
        grid = tuple("".join(row[i] for row in grid) for i in range(len(grid) - 1, -1, -1))
    placed = frozenset(rng.sample(sorted(cells), round(marked * len(cells))))
    near = {(r + i, c + j) for r, c in placed for i in (-1, 0, 1) for j in (-1, 0, 1)}
    open_cells = {(r, c) for r in range(len(grid)) for c in range(len(grid)) if grid[r][c] != "#"}
    return Board(canonical(grid), placed, frozenset((near & open_cells) - placed))
