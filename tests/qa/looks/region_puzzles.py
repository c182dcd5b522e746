"""Other puzzles with regions, often as many as rows, as pieces of HTML."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.qa.looks.boards import Board, Cell
from tests.qa.looks.looks import PALE, coloured
from tests.qa.looks.papers import (
    HIGHEST_PX,
    circle,
    clued,
    coins,
    connected,
    counts,
    equal_regions,
    paper,
    rectangles,
)  # fmt: skip
from tests.qa.looks.style import Style, svg

SHADES = ("#555", "#90a4ae", "#2e7d32", "#b0bec5")


def style(rng: Random, size: int, *, fills: float = 0.4) -> Style:
    """Return a style with borders of regions, and with a probability colours."""
    pitch = rng.randint(28, min(60, (HIGHEST_PX - 60) // size))
    colours = coloured(rng, PALE) * 2 if rng.random() < fills else ()
    thick = rng.choice((0, 2, 3)) if colours else rng.choice((2, 3, 4))
    thin_line = rng.choice(("#000", "#999", "#ccc"))
    return Style(pitch, 1, thin_line, thick=thick, colours=colours, gap=rng.choice((0, 0, 2)) if colours else 0)  # fmt: skip


def digits(rng: Random, cells: list[Cell], share: float, most: int) -> dict[Cell, str]:
    """Return digits in a share of some cells."""
    return {cell: str(rng.randint(1, most)) for cell in cells if rng.random() < share}


def firsts(grid: tuple[str, ...]) -> list[Cell]:
    """Return the first cell of each region."""
    found: dict[str, Cell] = {}
    for r, row in enumerate(grid):
        for c, letter in enumerate(row):
            found.setdefault(letter, (r, c))
    return list(found.values())


def shaded(rng: Random, board: Board, share: float) -> dict[Cell, str]:
    """Return a shade over a share of the cells."""
    shade = rng.choice(SHADES)
    return {cell: shade for cell in board.cells if rng.random() < share}


def heyawake(rng: Random) -> str:
    """Draw rooms with and without numbers, and some black cells."""
    size = rng.choice((6, 8, 10))
    board = Board(rectangles(rng, size, rng.choice((size, size + 2, 2 * size))))
    rooms = {cell: str(rng.randint(0, 4)) for cell in firsts(board.grid) if rng.random() < 0.7}
    look = style(rng, size, fills=0)
    return svg(board, Style(look.pitch, 1, look.thin_line, thick=look.thick, notes=rooms, note_at=(0.5, 0.5, 0.5),
                            tints=shaded(rng, board, rng.choice((0, 0.15, 0.25)))))  # fmt: skip


def shikaku(rng: Random) -> str:
    """Draw a rectangle with one number each, in colours or with borders."""
    size = rng.choice((5, 6, 7, 8, 10))
    grid = rectangles(rng, size, rng.choice((size, size, size + 3)))
    look, notes = style(rng, size, fills=0.7), {}
    for letter in sorted({*"".join(grid)}):
        cells = [(r, c) for r, row in enumerate(grid) for c, other in enumerate(row) if other == letter]  # fmt: skip
        notes[rng.choice(cells)] = str(len(cells))
    return svg(Board(grid), Style(look.pitch, 1, look.thin_line, thick=look.thick, colours=look.colours, gap=look.gap,
                                  notes=notes))  # fmt: skip


def aquarium(rng: Random) -> str:
    """Draw tanks filled with water in part, with the numbers of filled cells beside them."""
    size = rng.choice((6, 6, 8, 10))
    board, water = Board(equal_regions(rng, size)), rng.choice(("#64b5f6", "#4fc3f7", "#1976d2"))
    filled, shown = coins(rng, size, size, 0.5), rng.choice((0, 0.5, 1))
    look = style(rng, size, fills=0)
    tints = {(r, c): water for r, c in board.cells if filled[r][c] and rng.random() < shown}
    drawn = svg(board, Style(look.pitch, 1, look.thin_line, thick=look.thick, tints=tints))
    beside = paper(rng, size + 2, size + 2)._replace(side=round(look.pitch), gap=0, ground="#fff", ink="#000")  # fmt: skip
    return clued(drawn, counts(filled), beside)


def galaxies(rng: Random) -> str:
    """Draw a ring in the middle of each region, also on lines and corners."""
    size = rng.choice((5, 7, 10))
    grid = rectangles(rng, size, rng.choice((size, 2 * size)))
    look = style(rng, size, fills=0.5)
    solved, dots = rng.random() < 0.6, ""
    for letter in sorted({*"".join(grid)}):
        cells = [(r, c) for r, row in enumerate(grid) for c, other in enumerate(row) if other == letter]  # fmt: skip
        y, x = ((min(at) + max(at) + 1) / 2 * look.pitch for at in zip(*cells, strict=True))
        dots += circle(x, y, 0.15 * look.pitch, "#fff", 'stroke="#000" stroke-width="2"')
    shown = Board(grid) if solved else Board(("A" * size,) * size)
    colours = look.colours if solved else ()
    drawn = svg(shown, Style(look.pitch, 1, look.thin_line, thick=look.thick or 2, colours=colours))
    return drawn.replace("</svg>", f"{dots}</svg>")


def norinori(rng: Random) -> str:
    """Draw regions in which two cells each are shaded, next to each other."""
    size = rng.choice((6, 8, 10))
    board, shade = (
        Board(rectangles(rng, size, rng.choice((2 * size, 2 * size + 3)))),
        rng.choice(SHADES),
    )
    look = style(rng, size, fills=0)
    tints: dict[Cell, str] = {}
    for r, c in board.cells:
        if rng.random() < 0.12 and c + 1 < board.size:
            tints |= {(r, c): shade, (r, c + 1): shade}
    return svg(board, Style(look.pitch, 1, look.thin_line, thick=look.thick, tints=tints))


def lits(rng: Random) -> str:
    """Draw regions in which four connected cells each are shaded."""
    size = rng.choice((6, 8, 10))
    board, shade = Board(equal_regions(rng, size)), rng.choice(SHADES)
    look = style(rng, size, fills=0)
    tints: dict[Cell, str] = {}
    for letter in sorted({*"".join(board.grid)}):
        cells = {(r, c) for r, c in board.cells if board.grid[r][c] == letter}
        tints |= dict.fromkeys(connected(rng, cells, 4) if rng.random() < 0.8 else (), shade)
    return svg(board, Style(look.pitch, 1, look.thin_line, thick=look.thick, tints=tints))


def jigsaw_sudoku(rng: Random) -> str:
    """Draw N regions of N cells with digits."""
    size = rng.choice((5, 6, 7, 8, 9))
    board, look = Board(equal_regions(rng, size)), style(rng, size, fills=0.6)
    notes = digits(rng, board.cells, rng.choice((0.2, 0.4, 1)), size)
    return svg(board, Style(look.pitch, 1, look.thin_line, thick=look.thick, colours=look.colours, gap=look.gap,
                            notes=notes))  # fmt: skip


def mini_sudoku(rng: Random) -> str:
    """Draw a sudoku of 4x4 or 6x6 cells in boxes, in colours or with borders."""
    size, high, wide = rng.choice(((6, 2, 3), (6, 2, 3), (4, 2, 2)))
    boxes = tuple("".join(chr(65 + r // high * (size // wide) + c // wide) for c in range(size)) for r in range(size))  # fmt: skip
    board, look = Board(boxes), style(rng, size, fills=0.4)
    notes = digits(rng, board.cells, rng.choice((0.3, 0.6, 1)), size)
    return svg(board, Style(look.pitch, 1, look.thin_line, thick=look.thick, colours=look.colours, notes=notes))  # fmt: skip


def calcudoku(rng: Random) -> str:
    """Draw cages with a small sum or product in the first cell of each, and perhaps digits."""
    size = rng.choice((4, 5, 6))
    board = Board(rectangles(rng, size, rng.choice((size, size + 2, 2 * size))))
    look = style(rng, size, fills=0.3)
    notes = {cell: f"{rng.randint(2, 24)}{rng.choice('+−×÷')}" for cell in firsts(board.grid)}
    return svg(board, Style(look.pitch, 1, look.thin_line, thick=look.thick, colours=look.colours, notes=notes,
                            note_at=(0.3, 0.22, 0.26)))  # fmt: skip


REGION_PUZZLES: tuple[Callable[[Random], str], ...] = (
    heyawake, shikaku, aquarium, galaxies, norinori, lits, jigsaw_sudoku, mini_sudoku, calcudoku,
)  # fmt: skip
