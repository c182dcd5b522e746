"""Star Battle boards as text, and the steps of an explanation as pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

import vision
from autoplay.games.results import NotedPicture, head_step
from solvers.cells import WALL, Cell, find_pieces
from solvers.star_battle import Puzzle
from solvers.star_battle.explanation import ExplanationStep
from vision import Reading
from vision.drawing.step import reading_on_step

REGION: Final = "region"
"""First word of the name of a unit that is a region: "region B"."""
SYMBOL: Final = {
    "star": "*",
    "cross": "x",
    "dot": "o",
    "first": "1",
    "second": "2",
    "new star": "[*]",
    "new cross": "[x]",
}
"""Text of a mark by its kind."""


def draw_board(grid: Sequence[str], marks: Mapping[Cell, str]) -> str:
    """Return a board with its region borders and the marks in its cells, four characters a cell.

    ``grid`` is rows of letters, ``#`` a wall; ``marks`` maps (row, col) to "star", "cross" or
    "dot", to "first" or "second" for a star of only one of two solutions, or to "new star" or "new
    cross" for the marks that a step adds. Cells of a region in several pieces show its letter:
    borders alone do not tell which pieces belong together.
    """
    symbols: dict[Cell, str] = {}
    for letter, pieces in find_pieces(grid).items():
        if len(pieces) > 1:
            symbols |= {cell: letter for piece in pieces for cell in piece}
    symbols |= {cell: SYMBOL[kind] for cell, kind in marks.items()}
    lines = []
    for row in range(len(grid)):
        lines.append(_draw_edge(grid, row))
        lines.append(_draw_cells(grid, row, symbols))
    lines.append(_draw_edge(grid, len(grid)))
    return "\n".join(lines)


def format_published(size: int, every: Iterable[tuple[Cell, ...]], seconds: float) -> Iterator[str]:
    """Yield the lines of a published program: for each solution the list of its stars and a picture
    of the board, and the time of the search below all of them.

    ``size`` is the number of rows and columns, ``seconds`` the time.
    """
    line = "+-" * size + "+"
    for number, cells in enumerate(every):
        if number:
            yield ""
        yield str([list(cell) for cell in cells])
        yield ""
        yield line
        stars = set(cells)
        for row in range(size):
            marks = ["*" if (row, col) in stars else " " for col in range(size)]
            yield f"|{'|'.join(marks)}|"
            yield line
    yield f"search time : {seconds:.3f}s"


def _letter_at(grid: Sequence[str], row: int, col: int) -> str:
    """Return the letter of a cell; "" outside the board."""
    if 0 <= row < len(grid) and 0 <= col < len(grid[0]):
        return grid[row][col]
    return ""


def _draw_cells(grid: Sequence[str], row: int, symbols: Mapping[Cell, str]) -> str:
    text = "|"
    for col, letter in enumerate(grid[row]):
        symbol = symbols.get((row, col), ".")
        text += 3 * WALL if letter == WALL else f"{symbol:^3}"
        text += " " if letter == _letter_at(grid, row, col + 1) else "|"
    return text


def _draw_edge(grid: Sequence[str], row: int) -> str:
    """Return the line above a row: dashes between regions, and a corner wherever a border continues
    or turns."""
    text = ""
    for col in range(len(grid[0]) + 1):
        above = _letter_at(grid, row - 1, col)
        below = _letter_at(grid, row, col)
        above_left = _letter_at(grid, row - 1, col - 1)
        below_left = _letter_at(grid, row, col - 1)
        text += _draw_corner([above_left, above, below, below_left])
        if col < len(grid[0]):
            text += "   " if above == below else "---"
    return text


def _draw_corner(around: Sequence[str]) -> str:
    """Return the character between four cells, given clockwise from the upper left."""
    up, right, down, left = (around[i] != around[(i + 1) % 4] for i in range(4))
    # A line that goes straight on has no corner.
    if not (up or right or down or left):
        return " "
    if not (left or right):
        return "|"
    return "+" if up or down else "-"


def draw_step_pictures(
    image: vision.image.Image, reading: Reading, puzzle: Puzzle, steps: Sequence[ExplanationStep]
) -> Iterator[NotedPicture]:
    """Yield a picture of the board for each step, with the step and the marks known before it."""
    stars = set(puzzle.given)
    crossed = set(puzzle.crossed)
    for number, step in enumerate(steps, 1):
        heading = head_step(step, (number, len(steps)))
        known = dict.fromkeys(stars, "star") | dict.fromkeys(crossed, "cross")
        # Rows and columns are outlined, regions are shaded.
        lines: list[list[Cell]] = []
        regions: list[list[Cell]] = []
        for unit in step.units:
            cells = list_unit_cells(puzzle, unit)
            if unit.startswith(REGION):
                regions.append(cells)
            else:
                lines.append(cells)
        drawn = vision.draw_step(
            image,
            reading,
            f"{heading}: {step.text}",
            stars=step.stars,
            crossed=step.crossed,
            cells=step.cells,
            lines=lines,
            regions=regions,
            known=known,
        )
        yield _note_marks(drawn, image, reading, known)
        stars.update(step.stars)
        crossed.update(step.crossed)


def draw_mistake(
    image: vision.image.Image, reading: Reading, wrong: Sequence[Cell], reason: str
) -> NotedPicture:
    """Return the picture of a board with the cells of the wrong marks shaded and outlined."""
    drawn = vision.draw_step(
        image,
        reading,
        reason,
        stars=(),
        crossed=(),
        cells=wrong,
        lines=(),
        regions=[[cell] for cell in wrong],
        known={},
    )
    marks = {(mark.row, mark.col): mark.kind for mark in reading.marks}
    return _note_marks(drawn, image, reading, marks)


def _note_marks(
    drawn: vision.image.Image,
    image: vision.image.Image,
    reading: Reading,
    marks: Mapping[Cell, str],
) -> NotedPicture:
    """Return what was drawn on a picture with this reading, noted with these marks."""
    found = tuple(vision.Mark(row, col, kind) for (row, col), kind in sorted(marks.items()))
    return NotedPicture(drawn, replace(reading_on_step(image, reading), marks=found))


def list_unit_cells(puzzle: Puzzle, unit: str) -> list[Cell]:
    """Return the cells of a unit by its name in a step: "row 3", "column 4" or "region B"."""
    kind, name = unit.split()
    if kind == REGION:
        return puzzle.regions[name]
    line = int(name) - 1
    if kind == "row":
        return [(line, col) for col in range(puzzle.size)]
    return [(row, line) for row in range(puzzle.size)]
