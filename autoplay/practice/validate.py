"""Check of the stars that a page sent against the rules of Star Battle."""

from __future__ import annotations

from collections import Counter
from itertools import product

from autoplay.practice.puzzles import Cells, StarBoard


class BadAnswer(ValueError):
    """The text that was sent is not an answer to this puzzle."""


def parse_answer(text: str, board: StarBoard) -> Cells:
    """Return the cells of the stars in an answer: one ``y`` or ``n`` per cell, row by row. Raises BadAnswer."""
    n = board.size
    if len(text) != n * n or set(text) - {"y", "n"}:
        raise BadAnswer(f"an answer to a {n}x{n} puzzle is {n * n} letters y or n")
    return frozenset(divmod(i, n) for i, letter in enumerate(text) if letter == "y")


def fault(board: StarBoard, stars: Cells) -> str:
    """Return the first rule that these stars break, as text; "" if the puzzle is solved."""
    return _walled(board, stars) or _touching(stars) or _miscounted(board, stars)


def _walled(board: StarBoard, stars: Cells) -> str:
    walls = sorted((r, c) for r, c in stars if board.grid[r][c] == "#")
    return f"a star is on the wall at row {walls[0][0] + 1}, column {walls[0][1] + 1}" if walls else ""


def _touching(stars: Cells) -> str:
    for r, c in sorted(stars):
        around = {(r + dr, c + dc) for dr, dc in product((-1, 0, 1), repeat=2)} - {(r, c)}
        if around & stars:
            return f"the star at row {r + 1}, column {c + 1} touches another"
    return ""


def _miscounted(board: StarBoard, stars: Cells) -> str:
    counts = Counter(name for r, c in stars for name in _units(board, r, c))
    everywhere = {name for r, c in product(range(board.size), repeat=2) for name in _units(board, r, c)}
    for name in sorted(everywhere):
        if counts[name] != board.stars:
            return f"{name} has {counts[name]} of {board.stars} stars"
    return ""


def _units(board: StarBoard, r: int, c: int) -> list[str]:
    """Return the names of a cell's row, column and, if the board has regions, region."""
    region = board.grid[r][c]
    lines = [f"row {r + 1}", f"column {c + 1}"]
    return lines if region in "#." else [*lines, f"region {region}"]
