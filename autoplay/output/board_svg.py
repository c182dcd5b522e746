"""A board as an SVG drawing for a page, which brings the colours: see report.css."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from autoplay.goldens.golden import LAMPS, PEGS, Golden
from autoplay.output.text import Cell
from solvers.peg_solitaire import NO_SITE, PEG

CELL = 20
PLAIN = {"#": "var(--border)", ".": "none", " ": "none", "*": "gold"}
"""What a cell is filled with that has no tint of its own."""
GLYPH = {"star": "★", "cross": "×", "dot": "•"}


def board_svg(golden: Golden, wrong: Collection[Cell]) -> str:
    """A board as SVG: a tint for each region or lit lamp, borders, marks, or pegs; a frame round each wrong cell."""
    rows, cols = len(golden.grid), len(golden.grid[0])
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    shapes = [
        *(_pegs(golden.grid) if {PEG} <= set("".join(golden.grid)) <= PEGS else _cells(golden.grid, cells)),
        *(_glyph(mark.row, mark.col, GLYPH[mark.kind]) for mark in golden.marks),
        *(_framed(row, col) for row, col in sorted(wrong) if row < rows and col < cols),
    ]
    view = f"-2 -2 {cols * CELL + 4} {rows * CELL + 4}"
    frame = f'<rect class="edge" fill="none" width="{cols * CELL}" height="{rows * CELL}"/>'
    return f'<svg viewBox="{view}" role="img">{"".join(shapes)}{frame}</svg>'


def _cells(grid: Sequence[str], cells: Sequence[Cell]) -> list[str]:
    tints = [_tinted(row, col, grid[row][col]) for row, col in cells]
    return [*tints, *(line for row, col in cells for line in _edges(grid, row, col))]


def _pegs(grid: Sequence[str]) -> list[str]:
    """A disc for each peg, and a ring for each hole."""
    sites = [(row, col, site) for row, line in enumerate(grid) for col, site in enumerate(line) if site != NO_SITE]
    return [
        f'<circle class="{"peg" if site == PEG else "hole"}" cx="{(col + 0.5) * CELL}" cy="{(row + 0.5) * CELL}" '
        f'r="{CELL * 0.4}"/>'
        for row, col, site in sites
    ]


def _tinted(row: int, col: int, letter: str) -> str:
    tint = f"hsl({ord(letter) * 137.5 % 360:.0f} var(--tint))"  # the golden angle keeps neighbours apart
    fill = PLAIN.get(letter, tint)
    return f'<rect x="{col * CELL}" y="{row * CELL}" width="{CELL}" height="{CELL}" style="fill:{fill}"/>'


def _edges(grid: Sequence[str], row: int, col: int) -> list[str]:
    """The lines to the right of a cell and below it: thick where another region begins."""
    x, y = (col + 1) * CELL, (row + 1) * CELL
    lines = []
    if col + 1 < len(grid[0]):
        kind = _line(grid[row][col], grid[row][col + 1])
        lines.append(f'<path class="{kind}" d="M{x} {y - CELL}V{y}"/>')
    if row + 1 < len(grid):
        kind = _line(grid[row][col], grid[row + 1][col])
        lines.append(f'<path class="{kind}" d="M{x - CELL} {y}H{x}"/>')
    return lines


def _line(one: str, other: str) -> str:
    """The line between two cells: lamps have none between states."""
    return "hair" if one == other or LAMPS.issuperset((one, other)) else "edge"


def _glyph(row: int, col: int, text: str) -> str:
    return f'<text class="glyph" x="{(col + 0.5) * CELL}" y="{(row + 0.5) * CELL}">{text}</text>'


def _framed(row: int, col: int) -> str:
    return (
        f'<rect class="wrong" x="{col * CELL + 2}" y="{row * CELL + 2}" width="{CELL - 4}" height="{CELL - 4}" rx="2"/>'
    )
