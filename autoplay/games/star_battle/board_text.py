"""Star Battle boards as plain text for a terminal."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from solvers.cells import Cell

SYMBOL = {"star": "*", "cross": "x", "dot": "o", "first": "1", "second": "2", "new star": "[*]", "new cross": "[x]"}


def draw(grid: Sequence[str], marks: Mapping[Cell, str]) -> str:
    """Return a board with its region borders and the marks in its cells, four characters a cell.

    ``grid`` is rows of letters, ``#`` a wall; ``marks`` maps (row, col) to "star", "cross" or "dot", to "first" or
    "second" for a star of only one of two solutions, or to "new star" or "new cross" for the marks that a step adds.
    """
    lines = []
    for row in range(len(grid)):
        lines += [_edge(grid, row), _cells(grid, row, marks)]
    return "\n".join([*lines, _edge(grid, len(grid))])


def stars(cells: Collection[Cell]) -> dict[Cell, str]:
    """Return the marks of a solution: a star in each of its cells."""
    return dict.fromkeys(cells, "star")


def _letter(grid: Sequence[str], row: int, col: int) -> str:
    inside = 0 <= row < len(grid) and 0 <= col < len(grid[0])
    return grid[row][col] if inside else ""


def _cells(grid: Sequence[str], row: int, marks: Mapping[Cell, str]) -> str:
    text = "|"
    for col, letter in enumerate(grid[row]):
        symbol = SYMBOL[marks[row, col]] if (row, col) in marks else "."
        text += "###" if letter == "#" else f"{symbol:^3}"
        text += " " if letter == _letter(grid, row, col + 1) else "|"
    return text


def _edge(grid: Sequence[str], row: int) -> str:
    """Return the line above a row: dashes between regions, and a corner wherever a border continues or turns."""
    text = ""
    for col in range(len(grid[0]) + 1):
        around = [_letter(grid, row + i, col + j) for i, j in ((-1, -1), (-1, 0), (0, 0), (0, -1))]
        text += _corner(around)
        if col < len(grid[0]):
            text += "   " if around[1] == around[2] else "---"
    return text


def _corner(around: Sequence[str]) -> str:
    """Return the character between four cells, given clockwise from the upper left."""
    up, right, down, left = (around[i] != around[(i + 1) % 4] for i in range(4))
    if not (up or right or down or left):
        return " "
    if not (left or right):
        return "|"
    return "+" if up or down else "-"
